import { fireEvent, render, screen } from '@testing-library/react';
import { useUnsavedChanges } from '@paperplane/shared/platform';
import { isTyping, watchTyping } from './typing';

watchTyping();

function Saved({ dirty }: { dirty: boolean }) {
  useUnsavedChanges(dirty);
  return null;
}

const type = (label: string) => fireEvent.input(screen.getByLabelText(label), { target: { value: 'x' } });

it('counts what is typed in a form until the form is gone', () => {
  const { unmount } = render(
    <form>
      <input aria-label="Notes" />
    </form>,
  );
  expect(isTyping()).toBe(false);
  type('Notes');
  expect(isTyping()).toBe(true);
  unmount();
  expect(isTyping()).toBe(false);
});

it('counts a form no more that has been reset', () => {
  render(
    <form data-testid="form">
      <input aria-label="Notes" />
    </form>,
  );
  type('Notes');
  fireEvent.reset(screen.getByTestId('form'));
  expect(isTyping()).toBe(false);
});

it('counts text outside of forms, but neither filters nor searches', () => {
  render(
    <>
      <input aria-label="Filter" />
      <form role="search">
        <input aria-label="Search" />
      </form>
      <textarea aria-label="Message" />
    </>,
  );
  type('Filter');
  type('Search');
  expect(isTyping()).toBe(false);
  type('Message');
  expect(isTyping()).toBe(true);
});

it('hears of forms that know themselves', () => {
  const { rerender } = render(<Saved dirty />);
  expect(isTyping()).toBe(true);
  rerender(<Saved dirty={false} />);
  expect(isTyping()).toBe(false);
});
