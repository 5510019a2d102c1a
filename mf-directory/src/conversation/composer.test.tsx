import { processError, type Role } from '@paperplane/shared/domain';
import { renderInApp } from '@paperplane/shared/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Composer, MOST } from './composer';

const person = (id: string, firstName: string, role: Role = 'admin') => ({
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
  expect(onSend).toHaveBeenCalledWith(`Ask <@${KIM.id}> today`, expect.stringMatching(/^[0-9a-f-]{36}$/));
  expect(field()).toHaveValue('');
});

it('offers them at the press of a button, too, and picks by a click', async () => {
  show();
  await userEvent.type(field(), 'Ask');
  await userEvent.click(screen.getByRole('button', { name: 'Mention someone' }));
  await userEvent.click(screen.getByRole('option', { name: /Kim Lee/ }));
  expect(field()).toHaveValue('Ask @Kim Lee ');
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

// Holds platform-119
it('asks again under the same id when the answer is lost, and another message has another one', async () => {
  onSend.mockRejectedValueOnce(processError(new TypeError('Failed to fetch'), 'Api/postMessage'));
  show();
  await userEvent.type(field(), 'Hello');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('It is not known whether this was saved.')).toBeVisible();
  await waitFor(() => expect(field()).toHaveValue(''), { timeout: 3000 });
  await userEvent.type(field(), 'Bye');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const [[, first] = [], [, second] = [], [, third] = []] = onSend.mock.calls as unknown as string[][];
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('goes on with another id when something else was written under its own', async () => {
  const details = JSON.stringify({ name: 'a message of yours', differs: ['body'] });
  onSend.mockRejectedValueOnce(
    processError(
      { code: 'P0001', message: 'Saved already as a message of yours.', hint: 'saved_already', details },
      'Api/postMessage',
    ),
  );
  show();
  await userEvent.type(field(), 'Other');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Saved already as a message of yours')).toBeVisible();
  expect(field()).toHaveValue('Other');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  const [[, first] = [], [, second] = []] = onSend.mock.calls as unknown as string[][];
  expect(second).not.toBe(first);
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
