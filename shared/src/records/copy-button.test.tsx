import { useToasts } from '@paperplane/shared/platform';
import { renderInApp } from '@paperplane/shared/testing';
import { fireEvent, screen } from '@testing-library/react';
import { CopyButton } from './copy-button';

function Told() {
  return useToasts().map(({ id, title, text }) => <p key={id}>{[title, text].join(': ')}</p>);
}

const clickWith = (writeText: (text: string) => Promise<void>) => {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  renderInApp(
    <>
      <CopyButton text="ppk_1a2b" what="Key" label="Copy the key" />
      <Told />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Copy the key' }));
};

it('copies a text as it stands and says what was copied', async () => {
  const writeText = jest.fn((_text: string) => Promise.resolve());
  clickWith(writeText);
  expect(await screen.findByText(/^Key copied/)).toBeInTheDocument();
  expect(writeText).toHaveBeenCalledWith('ppk_1a2b');
});

it('says where a text was not copied, and what to do instead', async () => {
  clickWith(() => Promise.reject(new Error('not allowed')));
  expect(
    await screen.findByText('The key was not copied: Select it and copy it by hand.'),
  ).toBeInTheDocument();
});
