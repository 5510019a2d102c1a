import { renderInApp } from '@paperplane/shared/testing';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Composer, MOST } from './composer';

const person = (id: string, firstName: string, role = 'admin') => ({
  id,
  firstName,
  lastName: 'Lee',
  avatarUrl: null,
  role,
});
const KIM = person('0b5e1c1e-0000-4000-8000-000000000001', 'Kim', 'agent');
const readers = [person('me', 'Kira'), KIM, person('0b5e1c1e-0000-4000-8000-000000000002', 'Bo')];

const onSend = jest.fn((_body: string): Promise<unknown> => Promise.resolve());
const onCancel = jest.fn();
const show = () =>
  renderInApp(
    <Composer
      draftName="conversation.test"
      label="Message"
      action="Send"
      type="sale"
      readers={readers}
      onSend={onSend}
      onCancel={onCancel}
    />,
    '/sales/17',
    { id: 'me' },
  );
const field = () => screen.getByLabelText('Message');

beforeEach(() => {
  jest.clearAllMocks();
  localStorage.clear();
});

it('offers whoever may see the record, but oneself, and sends who was picked by the keys', async () => {
  show();
  await userEvent.type(field(), 'Ask @k');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'KLKim LeeAgent of this sale',
  ]);
  await userEvent.keyboard('{Enter}today{Control>}{Enter}{/Control}');
  expect(onSend).toHaveBeenCalledWith(`Ask <@${KIM.id}> today`);
  expect(field()).toHaveValue('');
});

it('walks through the offers, says which one is meant, and closes them first', async () => {
  show();
  await userEvent.type(field(), '@');
  const [first, second] = screen.getAllByRole('option');
  expect(field()).toHaveAttribute('aria-activedescendant', first?.id);
  await userEvent.keyboard('{ArrowDown}');
  expect(second).toHaveAttribute('aria-selected', 'true');
  expect(field()).toHaveAttribute('aria-activedescendant', second?.id);
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByRole('listbox')).toBeNull();
  expect(onCancel).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onCancel).toHaveBeenCalledTimes(1);
});

it('keeps what was typed when it was not written, and says why', async () => {
  onSend.mockRejectedValueOnce({ message: 'This record does not exist.', type: 'VALIDATION', code: 'P0001' });
  show();
  await userEvent.type(field(), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(field()).toHaveValue('Hello');
});

it('keeps it over a reload', async () => {
  const { unmount } = show();
  await userEvent.type(field(), 'Half a thou');
  act(() => unmount());
  show();
  expect(field()).toHaveValue('Half a thou');
});

it('sends nothing that is empty or too long, and says by how much', async () => {
  show();
  const send = screen.getByRole('button', { name: 'Send' });
  await userEvent.type(field(), '  ');
  expect(send).toBeDisabled();
  await userEvent.clear(field());
  await userEvent.click(field());
  await userEvent.paste('x'.repeat(MOST + 2));
  expect(screen.getByRole('alert')).toHaveTextContent('Shorten it by 2 characters.');
  expect(send).toBeDisabled();
});
