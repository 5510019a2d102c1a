import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import { authEvents } from '../auth/auth-events';
import { baseQuery, type DbRequest } from './base-query';
import { connect } from './client';

beforeAll(() => {
  // Nothing is sent: these requests answer by themselves.
  jest.useFakeTimers();
  connect({ supabaseUrl: 'http://127.0.0.1:9', supabaseKey: 'key' } as Parameters<typeof connect>[0]);
});
afterAll(() => jest.useRealTimers());

const ask = async (answer: object) => {
  const request: DbRequest = () =>
    Promise.resolve({ data: null, error: null, count: null, status: 200, ...answer });
  return baseQuery(request, { endpoint: 'recordAgentPayment' } as BaseQueryApi, {});
};

test('a refusal names its field as the form calls it', async () => {
  const data = { success: false, error: 'Enter the payment date.', field: 'payment_date', commission: null };
  expect(await ask({ data })).toMatchObject({
    error: {
      type: 'VALIDATION',
      userMessage: 'Enter the payment date.',
      field: 'paymentDate',
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
  authEvents.listen(denied);
  const refused = { code: 'P0001', message: 'Enter the total amount.', hint: 'total_amount', details: null };
  expect(await ask({ error: refused, status: 400 })).toMatchObject({ error: { field: 'totalAmount' } });
  expect(denied).not.toHaveBeenCalled();
  expect(await ask({ error: { code: '42501', message: 'denied' }, status: 403 })).toMatchObject({
    error: { type: 'PERMISSION', status: 403 },
  });
  expect(denied).toHaveBeenCalledTimes(1);
});
