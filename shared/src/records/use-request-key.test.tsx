import { renderAt } from '@paperplane/shared/testing';
import { act, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { processError } from '../domain';
import { REPEAT_PAUSES } from './ask-until-known';
import { ToldFailure } from './told-failure';
import { useRequestKey } from './use-request-key';

const LOST = processError(new TypeError('Failed to fetch'), 'Api/createSale');
const UNKNOWN = 'It is not known whether this was saved.';

type Send = ReturnType<typeof useRequestKey>['send'];

const form: { send: Send } = { send: (ask) => ask('') };
const draft = { requestKey: () => 'kept-key', renewKey: jest.fn() };

function Form({ kept = true }: { kept?: boolean }) {
  const { send, notice } = useRequestKey(kept ? draft : undefined);
  useEffect(() => void (form.send = send), [send]);
  return <form>{notice}</form>;
}

const open = (kept = true) => renderAt(<Form kept={kept} />);

/** Sends, and lets the outcome be looked at. */
async function sent(ask: (key: string) => Promise<string>) {
  const outcome = { answer: '', error: null as unknown };
  await act(async () => {
    void form.send(ask).then(
      (answer) => (outcome.answer = answer),
      (error: unknown) => (outcome.error = error),
    );
    await Promise.resolve();
  });
  return outcome;
}

const pass = (time: number) => act(() => jest.advanceTimersByTimeAsync(time));
const online = (is: boolean) => jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(is);

beforeEach(() => {
  jest.useFakeTimers();
  online(true);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

// Holds platform-105
it('asks again with the same key when the answer is lost, and says so until it comes', async () => {
  open();
  const ask = jest.fn<Promise<string>, [string]>().mockRejectedValueOnce(LOST).mockResolvedValue('sale-1');
  const outcome = await sent(ask);
  expect(screen.getByRole('status')).toHaveTextContent(UNKNOWN);
  await pass(REPEAT_PAUSES[0] ?? 0);
  expect(ask.mock.calls).toEqual([['kept-key'], ['kept-key']]);
  expect(outcome.answer).toBe('sale-1');
  expect(screen.queryByText(UNKNOWN)).toBeNull();
});

it('keeps saying so when no answer comes at all, and leaves the form nothing else to say', async () => {
  open();
  const ask = jest.fn<Promise<string>, [string]>().mockRejectedValue(LOST);
  const outcome = await sent(ask);
  await pass(REPEAT_PAUSES.reduce((sum, length) => sum + length, 0));
  expect(ask).toHaveBeenCalledTimes(REPEAT_PAUSES.length + 1);
  expect(outcome.error).toBeInstanceOf(ToldFailure);
  expect(screen.getByRole('status')).toHaveTextContent('Send it again');
});

it('sends nothing more after a refusal, or from a device that was offline before', async () => {
  open();
  const refusal = processError({ code: 'P0001', message: 'No.' }, 'Api/createSale');
  for (const [error, line] of [
    [refusal, true],
    [LOST, false],
  ] as const) {
    online(line);
    const ask = jest.fn<Promise<string>, [string]>().mockRejectedValue(error);
    expect((await sent(ask)).error).toBe(error);
    await pass(60_000);
    expect(ask).toHaveBeenCalledTimes(1);
    expect(screen.queryByText(UNKNOWN)).toBeNull();
  }
});

it('waits for the line when it is gone meanwhile', async () => {
  open();
  const ask = jest.fn<Promise<string>, [string]>().mockRejectedValueOnce(LOST).mockResolvedValue('sale-1');
  const outcome = await sent(ask);
  online(false);
  await pass(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  online(true);
  await act(async () => {
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
  });
  expect(outcome.answer).toBe('sale-1');
});

it('asks no more once the form is gone', async () => {
  const { unmount } = open();
  const ask = jest.fn<Promise<string>, [string]>().mockRejectedValue(LOST);
  await sent(ask);
  unmount();
  await pass(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

it('draws a key of its own where there is no draft, one for each form', async () => {
  open(false);
  const ask = jest.fn((key: string) => Promise.resolve(key));
  await sent(ask);
  await sent(ask);
  const [[first] = [], [second] = []] = ask.mock.calls;
  expect(first).toMatch(/^[0-9a-f-]{36}$/);
  expect(second).toBe(first);
});

// Holds platform-106
it('offers to open what was saved already, with what differs', async () => {
  open();
  const refusal = processError(
    {
      code: 'P0001',
      message: 'Saved already as BK-1.',
      hint: 'saved_already',
      details: JSON.stringify({
        kind: 'sale',
        id: 's1',
        name: 'BK-1',
        differs: ['customer_id', 'total_amount'],
      }),
    },
    'Api/createSale',
  );
  const outcome = await sent(jest.fn<Promise<string>, [string]>().mockRejectedValue(refusal));
  expect(outcome.error).toBeInstanceOf(ToldFailure);
  expect(screen.getByRole('alert')).toHaveTextContent(
    /Saved already as BK-1.*What differs now: customer, total amount\./,
  );
  expect(screen.getByRole('link', { name: 'Open BK-1' })).toHaveAttribute('href', '/sales/s1');
  // Sent once more after that it is another one.
  expect(screen.getByRole('alert')).toHaveTextContent('Send it again to save it as another one.');
  expect(draft.renewKey).toHaveBeenCalledTimes(1);
});

// Holds platform-116
it.each([
  [{ kind: 'invitation' }, '/team'],
  [{ kind: 'document' }, '/documents'],
  [{ kind: 'document', record: { kind: 'sale', id: 's1' } }, '/sales/s1'],
  [{ kind: 'document', record: { kind: 'vendor', id: 'v1' } }, '/vendors/v1'],
  [{ kind: 'sales_import' }, '/sales/import'],
  [{ kind: 'bank_import' }, '/commissions/bank/import'],
])('offers the page of %j', async (saved, address) => {
  open();
  const details = JSON.stringify({ id: 'x1', name: 'that', differs: [], ...saved });
  const refusal = processError(
    { code: 'P0001', message: 'Saved already as that.', hint: 'saved_already', details },
    'Api/createSale',
  );
  await sent(jest.fn<Promise<string>, [string]>().mockRejectedValue(refusal));
  expect(screen.getByRole('link', { name: 'Open that' })).toHaveAttribute('href', address);
});

it('says less of what cannot be seen any more', async () => {
  open();
  const refusal = processError(
    { code: 'P0001', message: 'Saved already.', hint: 'saved_already', details: '{"differs": []}' },
    'Api/createSale',
  );
  await sent(jest.fn<Promise<string>, [string]>().mockRejectedValue(refusal));
  expect(screen.getByRole('alert')).toHaveTextContent('Saved already');
  expect(screen.queryByRole('link')).toBeNull();
});
