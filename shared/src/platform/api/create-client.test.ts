/** @jest-environment jsdom */
import { AUTO_REFRESH_TICK_DURATION_MS } from '@supabase/auth-js/dist/main/lib/constants';
import { SomeHeaders } from '../../testing/some-headers';
import { connect, loadClient } from './client';

let asked: { url: string; body: unknown; headers: Headers }[];

beforeEach(() => {
  asked = [];
  globalThis.Headers = SomeHeaders as unknown as typeof Headers;
  globalThis.fetch = (input, init) => {
    const { body, headers } = init ?? {};
    asked.push({
      url: input as string,
      body: typeof body === 'string' ? (JSON.parse(body) as unknown) : null,
      headers: new Headers(headers),
    });
    return Promise.resolve({
      ok: true,
      status: 200,
      headers: new Headers({ 'content-type': 'application/json' }),
      json: () => Promise.resolve([]),
      text: () => Promise.resolve('[]'),
    } as Response);
  };
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key' } as Parameters<typeof connect>[0]);
});

// docs/product/first-version.md, Calls kept from the first version
// Holds first-version-7
test('the client keeps the defaults of the first version', async () => {
  const client = await loadClient();
  const { realtime } = client;
  expect(AUTO_REFRESH_TICK_DURATION_MS).toBe(30_000);
  expect([realtime.heartbeatIntervalMs, realtime.timeout]).toEqual([30_000, 10_000]);
  expect([1, 2, 3, 4, 5, 99].map((tries) => realtime.reconnectAfterMs(tries))).toEqual([
    1000, 2000, 5000, 10_000, 10_000, 10_000,
  ]);
  await client.storage.from('avatars').list('folder');
  await client.functions.invoke('second-factor');
  expect(asked[0]?.body).toMatchObject({ limit: 100, sortBy: { column: 'name', order: 'asc' } });
  expect(asked[1]?.url).not.toContain('forceFunctionRegion');
  expect(asked[1]?.headers.get('x-region')).toBeFalsy();
});
