/** @jest-environment jsdom */
import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import * as v from 'valibot';
import { SomeHeaders } from '../../testing/some-headers';
import { authEvents } from '../auth/auth-events';
import { baseQuery } from './base-query';
import { connect } from './client';
import { functionsDoor } from './functions-door';

const contract = {
  'bank-connections': {
    begin: {
      args: { connection_id: v.string(), token: v.optional(v.string()) },
      answer: v.strictObject({ connection_id: v.string() }),
    },
  },
};
const { query } = functionsDoor<typeof contract>()(
  'bank-connections',
  'begin',
  (input: { connectionId: string; token: string }) => input,
);

const sent: { url: string; body: unknown }[] = [];

/** Calls the function, which answers so. */
async function call(answer: { status: number; body?: unknown; text?: string; headers?: object } | Error) {
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (url, init) => {
    sent.push({ url: url as string, body: JSON.parse(init?.body as string) });
    if (answer instanceof Error) return Promise.reject(answer);
    const { status, body, text, headers = {} } = answer;
    return Promise.resolve({
      ok: status < 300,
      status,
      headers: new Map(Object.entries({ 'Content-Type': 'application/json', ...headers })),
      json: () => (text === undefined ? Promise.resolve(body) : Promise.reject(new SyntaxError('no JSON'))),
      text: () => Promise.resolve(text ?? ''),
    } as unknown as Response);
  };
  const request = query({ connectionId: 'c1', token: 'aGk=' });
  return baseQuery(request, { endpoint: 'beginBank', type: 'mutation' } as BaseQueryApi, {});
}

const denied = jest.fn();
beforeAll(() => {
  authEvents.listen({ denied });
  const texts = { supportEmail: '', legalEmail: '', analyticsUrl: '', landingClaims: {} };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key', ...texts });
});
beforeEach(() => {
  sent.length = 0;
  denied.mockClear();
});

test('an action is asked in the names of the function and answered in ours', async () => {
  expect(await call({ status: 200, body: { connection_id: 'c1' } })).toMatchObject({
    data: { connectionId: 'c1' },
  });
  expect(sent).toEqual([
    {
      url: 'http://supabase.test/functions/v1/bank-connections',
      body: { action: 'begin', connection_id: 'c1', token: 'aGk=' },
    },
  ]);
});

// Holds platform-140
test('what a function refuses is told like a refusal of the database: its words, its field, its code', async () => {
  const body = {
    success: false,
    error: 'This token was used already.',
    code: 'token_used',
    field: 'setup_token',
    params: { host: 'bridge.example' },
  };
  expect(await call({ status: 400, body })).toMatchObject({
    error: {
      type: 'VALIDATION',
      userMessage: 'This token was used already.',
      field: 'setupToken',
      refusal: { code: 'token_used', params: { host: 'bridge.example' } },
      context: 'Api/beginBank',
    },
  });
});

test('a function that is not there, is not reached or fails says which way', async () => {
  const NON_2XX = 'Edge Function returned a non-2xx status code';
  for (const [answer, error] of [
    [
      new TypeError('Failed to fetch'),
      {
        type: 'NETWORK',
        code: 'FunctionsFetchError',
        userMessage: 'Failed to send a request to the Edge Function',
      },
    ],
    [
      { status: 500, headers: { 'x-relay-error': 'true' } },
      {
        type: 'API_SERVER_ERROR',
        code: 'FunctionsRelayError',
        userMessage: 'Relay Error invoking the Edge Function',
      },
    ],
    [
      { status: 404, body: { code: 'NOT_FOUND', message: 'Requested function was not found' } },
      { type: 'API_CLIENT_ERROR', code: 'FunctionsHttpError', status: 404, userMessage: NON_2XX },
    ],
    [
      { status: 503, text: '<html>away</html>' },
      { type: 'API_SERVER_ERROR', code: 'FunctionsHttpError', status: 503, userMessage: NON_2XX },
    ],
  ] as const) {
    expect(await call(answer)).toMatchObject({ error });
  }
  expect(denied).not.toHaveBeenCalled();
});

test('a session that the function does not take is reported to Auth', async () => {
  expect(await call({ status: 401, body: { msg: 'Invalid JWT' } })).toMatchObject({ error: { status: 401 } });
  expect(denied).toHaveBeenCalledTimes(1);
});
