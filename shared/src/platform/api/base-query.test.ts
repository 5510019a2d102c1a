/** @jest-environment jsdom */
import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { authEvents } from '../auth/auth-events';
import { onStepUp, type StepUpAct } from '../auth/step-up';
import { baseQuery } from './base-query';
import { through, type DbRequest } from './door';
import { connect } from './client';

beforeAll(() => {
  // Nothing is sent: these requests answer by themselves.
  jest.useFakeTimers();
  connect({ supabaseUrl: 'http://127.0.0.1:9', supabaseKey: 'key' } as Parameters<typeof connect>[0]);
});
afterAll(() => jest.useRealTimers());

const ask = async (answer: object, type: 'query' | 'mutation' = 'query') => {
  const request: DbRequest = () =>
    Promise.resolve({ data: null, error: null, count: null, status: 200, ...answer });
  return baseQuery(request, { endpoint: 'recordAgentPayment', type } as BaseQueryApi, {});
};

test('a refusal names its field as the form calls it, and its code and params as the database does', async () => {
  const fact = { code: 'payment_date_missing', params: { most_days: 1 } };
  const data = {
    success: false,
    error: 'Enter the payment date.',
    field: 'payment_date',
    ...fact,
    commission: null,
  };
  expect(await ask({ data })).toMatchObject({
    error: {
      type: 'VALIDATION',
      userMessage: 'Enter the payment date.',
      field: 'paymentDate',
      refusal: fact,
      context: 'Api/recordAgentPayment',
    },
  });
});

test.each([undefined, null, '', 7, 'a sentence, no column'])(
  'a refusal with the field %p belongs to the whole form',
  async (field) => {
    const { error } = await ask({ data: { success: false, error: 'Not now.', field } });
    expect(error).toMatchObject({ userMessage: 'Not now.' });
    expect(error).not.toHaveProperty('field');
  },
);

test.each([{ success: true, error: null }, { success: false }, { error: 'text' }, [], null, 'text'])(
  '%j is an answer',
  async (data) => {
    expect(await ask({ data, count: 3 })).toEqual({ data, meta: { count: 3 } });
  },
);

test('an error of the database names its field, and a denied request is reported to Auth', async () => {
  const denied = jest.fn();
  authEvents.listen({ denied });
  const refused = { code: 'P0001', message: 'Enter the total amount.', hint: 'total_amount' };
  const fact = { code: 'sale_field_missing', params: { field: 'total_amount' } };
  expect(await ask({ error: { ...refused, details: JSON.stringify(fact) }, status: 400 })).toMatchObject({
    error: { field: 'totalAmount', refusal: fact },
  });
  for (const details of [null, '', 'Key (id)=(7) is missing.', '7', '{"differs": []}']) {
    const { error } = await ask({ error: { ...refused, details }, status: 400 });
    expect(error).toMatchObject({ field: 'totalAmount' });
    expect(error).not.toHaveProperty('refusal');
  }
  expect(denied).not.toHaveBeenCalled();
  expect(await ask({ error: { code: '42501', message: 'denied' }, status: 403 })).toMatchObject({
    error: { type: 'PERMISSION', status: 403 },
  });
  expect(denied).toHaveBeenCalledTimes(1);
});

test('a change that is refused, or finds no row, lets Auth look whether the session is still one; a wrong value does not', async () => {
  const denied = jest.fn();
  authEvents.listen({ denied });
  const absent = { code: 'P0001', message: 'This sale does not exist, or it is not yours.', hint: '' };
  const none = { code: 'PGRST116', message: 'The result contains 0 rows' };
  const wrong = { code: '23514', message: 'violates check constraint "sales_return_date_order"' };
  await ask({ error: absent, status: 400 });
  await ask({ error: none, status: 406 });
  await ask({ error: wrong, status: 400 }, 'mutation');
  expect(denied).not.toHaveBeenCalled();
  await ask({ error: absent, status: 400 }, 'mutation');
  await ask({ error: none, status: 406 }, 'mutation');
  await ask({ data: { success: false, error: 'This commission does not exist.' } }, 'mutation');
  expect(denied).toHaveBeenCalledTimes(3);
});

test('who loses a deadlock asks again, at most twice, and for nothing else', async () => {
  const sent = async (codes: string[]) => {
    let times = 0;
    const request: DbRequest = () => {
      const code = codes[times];
      times += 1;
      const error = code ? { code, message: 'x' } : null;
      return Promise.resolve({ data: error ? null : 'saved', error, count: null, status: error ? 500 : 200 });
    };
    const answer = await baseQuery(request, { endpoint: 'updateSale', type: 'mutation' } as BaseQueryApi, {});
    return [times, 'data' in answer ? answer.data : 'refused'];
  };
  expect(await sent(['40P01'])).toEqual([2, 'saved']);
  expect(await sent(['40P01', '40P01'])).toEqual([3, 'saved']);
  expect(await sent(['40P01', '40P01', '40P01', '40P01'])).toEqual([3, 'refused']);
  expect(await sent(['P0001'])).toEqual([1, 'refused']);
});

// Holds platform-151
test('a report that waits for another one of the same person is asked for again by itself, in the end it says so', async () => {
  const busy = {
    code: 'P0001',
    message: 'Another report or export of yours is still running. Try again when it is done.',
    details: '{"code": "report_is_running", "params": {}}',
    hint: '',
  };
  const asked = async (refused: number) => {
    const at: number[] = [];
    const start = Date.now();
    const request: DbRequest = () => {
      at.push(Date.now() - start);
      return Promise.resolve(
        at.length > refused
          ? { data: 'figures', error: null, count: null, status: 200 }
          : { data: null, error: busy, count: null, status: 400 },
      );
    };
    const answer = baseQuery(request, { endpoint: 'runReport', type: 'query' } as BaseQueryApi, {});
    await jest.advanceTimersByTimeAsync(60_000);
    return [at, await answer] as const;
  };
  expect(await asked(2)).toEqual([[0, 1000, 2000], { data: 'figures', meta: { count: null } }]);
  const [at, answer] = await asked(99);
  expect(at).toEqual([0, 1000, 2000, 3000]);
  expect(answer).toMatchObject({ error: { type: 'VALIDATION', userMessage: busy.message } });
});

test('null where one record was asked for is the error of a row that is not there', async () => {
  const one = (answer: object) =>
    baseQuery(
      through(() => Promise.resolve({ data: null, error: null, count: null, status: 200, ...answer }), true),
      { endpoint: 'getVendorProfile', type: 'query' } as BaseQueryApi,
      {},
    );
  expect(await one({})).toMatchObject({ error: { code: 'PGRST116', status: 406 } });
  expect(await one({ data: { vendor_id: 1 } })).toEqual({ data: { vendorId: 1 }, meta: { count: null } });
  expect(await one({ error: { code: '42501', message: 'denied' }, status: 403 })).toMatchObject({
    error: { type: 'PERMISSION', code: '42501' },
  });
});

describe('an act that a code has to confirm', () => {
  const REFUSED = { success: false, error: 'Confirm it is you.', code: 'step_up_required', params: {} };
  /** Refuses until a code was given. */
  const act = (answers: unknown[], about?: StepUpAct) => {
    const request: DbRequest = () =>
      Promise.resolve({ data: answers.shift(), error: null, count: null, status: 200 });
    return baseQuery(
      Object.assign(request, about && { act: about }),
      { endpoint: 'payPayout', type: 'mutation' } as BaseQueryApi,
      {},
    );
  };

  // Holds tenancy-28
  test('is told, asked for once, and sent again', async () => {
    const asked = jest.fn(() => Promise.resolve(true));
    const stop = onStepUp(asked);
    const answers = [REFUSED, { success: true }, 'never'];
    const about = { verb: 'pay $7.00', amount: '$7.00' };
    expect(await act(answers, about)).toEqual({ data: { success: true }, meta: { count: null } });
    expect(asked).toHaveBeenCalledTimes(1);
    expect(asked).toHaveBeenCalledWith(about);
    expect(answers).toEqual(['never']);
    stop();
  });

  test.each([
    ['is refused where nobody gives one', false, 1],
    ['is refused where the code was not enough, and asked for no second time', true, 2],
  ])('%s', async (_name, isConfirmed, sent) => {
    const asked = jest.fn(() => Promise.resolve(isConfirmed));
    const stop = onStepUp(asked);
    const answers = [REFUSED, REFUSED, REFUSED];
    expect(await act(answers)).toMatchObject({ error: { refusal: { code: 'step_up_required' } } });
    expect(asked).toHaveBeenCalledTimes(1);
    expect(answers).toHaveLength(3 - sent);
    stop();
  });

  test.each(['query', 'mutation'] as const)(
    'is asked for whatever %s the database refuses, also one that says nothing of itself',
    async (type) => {
      const asked = jest.fn(() => Promise.resolve(true));
      const stop = onStepUp(asked);
      const details = JSON.stringify({ code: 'step_up_required', params: {} });
      const answers = [
        { data: null, error: { code: 'P0001', message: 'Confirm it is you.', details }, status: 400 },
        { data: { rows: 7 }, error: null, status: 200 },
      ];
      const request: DbRequest = () =>
        Promise.resolve({ data: null, error: null, status: 200, count: null, ...answers.shift() });
      const context = { endpoint: 'unnamedAct', type } as BaseQueryApi;
      expect(await baseQuery(request, context, {})).toMatchObject({ data: { rows: 7 } });
      expect(asked).toHaveBeenCalledWith(undefined);
      expect(asked).toHaveBeenCalledTimes(1);
      stop();
    },
  );

  // Holds tenancy-29
  test('asks once for two that are refused at once', async () => {
    const asked = jest.fn(() => Promise.resolve(true));
    const stop = onStepUp(asked);
    const both = await Promise.all([act([REFUSED, { success: true }]), act([REFUSED, { success: true }])]);
    expect(both.map(({ data }) => data)).toEqual([{ success: true }, { success: true }]);
    expect(asked).toHaveBeenCalledTimes(1);
    stop();
  });
});

test.each(['second_factor_required', 'second_factor_expected'])(
  'Auth hears of a reader who owes a second factor: %s',
  async (code) => {
    const denied = jest.fn();
    authEvents.listen({ denied });
    await ask({ error: { code: 'P0001', message: 'no', details: JSON.stringify({ code, params: {} }) } });
    expect(denied).toHaveBeenCalledTimes(1);
    authEvents.listen({});
  },
);
