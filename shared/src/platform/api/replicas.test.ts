import type { BaseQueryApi } from '@reduxjs/toolkit/query';
import type { Db } from './client-types';
import type { DbRequest } from './door';

/** A primary and a replica behind a balancer, which are outside the product: what was committed when, and what a replica knows of it. */
const PRIMARY = 'https://abc.supabase.test';
const READS = 'https://abc-all.supabase.test';

/** How long the replica takes to know what was committed, in milliseconds. */
let lag: number;
/** Moments of commits, the primary's clock: an hour ahead of the browser's. */
let commits: number[];
const clock = () => Date.now() + 3_600_000;

/** How the replica answers other than with what it knows. */
let replica: ((init: RequestInit) => Promise<Response>) | null;
let asked: string[];

/** Somebody else's writes, as jobs make them: a quiet primary tells a replica nothing. */
const commit = () => void commits.push(clock());

const at = (moment: number | undefined) => (moment === undefined ? null : new Date(moment).toISOString());
const answer = (body: unknown, asOf: string | null, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: asOf ? { 'x-as-of': asOf } : {} });

/** Every answer says how many commits it knows of. */
async function serve(url: string, init: RequestInit = {}): Promise<Response> {
  const isReplica = url.startsWith(READS);
  const method = init.method ?? 'GET';
  asked.push(
    `${isReplica ? 'replica' : 'primary'} ${method} ${url.replace(/^.*\/(rest|functions)\/v1\//, '')}`,
  );
  if (isReplica && replica) return replica(init);
  const asOf = clock();
  await jest.advanceTimersByTimeAsync(40);
  if (url.includes('update_sale_status')) commit();
  await jest.advanceTimersByTimeAsync(40);
  const known = isReplica ? commits.filter((moment) => moment <= clock() - lag) : commits;
  if (url.includes('/functions/')) commit();
  return answer(known.length, url.includes('/functions/') ? null : at(isReplica ? known.at(-1) : asOf));
}

let query: (request: DbRequest) => Promise<unknown>;
let heardNews: () => void;
let stored: Map<string, string>;

/** A page of the tab: its modules are new, its storage stays. */
async function open(settings: object = { readsUrl: READS }): Promise<void> {
  jest.resetModules();
  const client = await import('./client');
  const { baseQuery } = await import('./base-query');
  client.connect({ supabaseUrl: PRIMARY, supabaseKey: 'key', ...settings } as Parameters<
    typeof client.connect
  >[0]);
  heardNews = client.heardNews;
  query = async (request) => {
    const { data, error } = (await baseQuery(
      request,
      { endpoint: 'ask', type: 'query' } as BaseQueryApi,
      {},
    )) as { data?: unknown; error?: unknown };
    return error ?? data;
  };
}

const ID = '0b7f8c1e-5d1a-4c0e-9f5e-2f4d3c2b1a00';
const page = (db: Db) => db.rpc('get_customer_page', { customer_id: ID });
const read = () => query(page);
const write = () => query((db) => db.rpc('update_sale_status', { sale_id: ID, status: 'paid' }));
/** Where the last question went. */
const last = () => asked.at(-1)?.split(' ')[0];

beforeEach(async () => {
  jest.useFakeTimers({ now: 1_800_000_000_000 });
  jest.spyOn(console, 'warn').mockReturnValue();
  stored = new Map();
  globalThis.sessionStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  } as Storage;
  // Nobody is signed in, and no live channel is joined.
  globalThis.localStorage = { getItem: () => null } as unknown as Storage;
  globalThis.WebSocket = class {} as unknown as typeof WebSocket;
  lag = 0;
  replica = null;
  commits = [];
  asked = [];
  commit();
  globalThis.fetch = (input, init) => serve(input as string, init);
  await jest.advanceTimersByTimeAsync(60_000);
  await open();
});
afterEach(() => jest.useRealTimers());

test('reads ask the primary by POST where nothing else is set', async () => {
  await open({});
  await read();
  expect(asked).toEqual(['primary POST rpc/get_customer_page']);
});

test('a read that carries no typing is a GET to a replica', async () => {
  await read();
  await query((db) => db.rpc('list_vendors', { category: 'cruise', search: null, page: 2, sort: 'name' }));
  expect(asked).toEqual([
    `replica GET rpc/get_customer_page?customer_id=${ID}`,
    'replica GET rpc/list_vendors?category=cruise&page=2&sort=name',
  ]);
});

// Holds platform-59
test.each([
  ['typed text', (db: Db) => db.rpc('list_vendors', { search: 'nora' })],
  ['typed text in the place of a word', (db: Db) => db.rpc('list_vendors', { sort: 'nora@agency.test' })],
  ['typed text in the place of an id', (db: Db) => db.rpc('list_sales', { agent_id: 'Nora Quinn' })],
  ['a tag of a customer', (db: Db) => db.rpc('list_customers', { tag: 'vip' })],
  ['JSON', (db: Db) => db.rpc('run_report', { definition: {} })],
  ['a null that is no default', (db: Db) => db.rpc('list_vendors', { sort: null })],
  ['an argument that nobody knows', (db: Db) => db.rpc('get_books', { more: 1 } as never)],
  ['payouts', (db: Db) => db.rpc('get_payout', { batch_id: ID })],
  ['payments', (db: Db) => db.rpc('get_commission_record', { commission_id: ID })],
])('the primary is asked by POST: %s', async (_what, request) => {
  await query(request);
  expect(asked).toEqual([expect.stringMatching(/^primary POST rpc\/\w+$/)]);
  // It was a question: reads after it ask a replica.
  await read();
  expect(last()).toBe('replica');
});

test('what requests get is still the whole client', async () => {
  await query((db) => db.from('sales').select('id'));
  await query(async (db) => {
    const { functions } = db as Db & { functions: { invoke: (name: string) => Promise<object> } };
    return { ...(await functions.invoke('bank-sync')), count: null, status: 200 } as never;
  });
  expect(asked).toEqual(['primary GET sales?select=id', 'primary POST bank-sync']);
});

describe.each([0, 2000, 8000, 30_000])('at a lag of %d ms', (ms) => {
  beforeEach(() => {
    lag = ms;
  });

  // Holds platform-56
  test('one sees what one has written, at once and for as long as the replica does not know it', async () => {
    await write();
    for (let second = 0; second < 60; second += 1) {
      expect(await read()).toBe(commits.length);
      // Without other writes a replica's last one stays old.
      if (second < 10) expect(last()).toBe('primary');
      await jest.advanceTimersByTimeAsync(1000);
    }
    commit();
    await jest.advanceTimersByTimeAsync(lag + 20_000);
    await read();
    expect(last()).toBe('replica');
  });

  // Holds platform-57
  test('what a live message has told of, and what an Edge Function has written', async () => {
    await read();
    for (const happen of [
      () => {
        commit();
        heardNews();
        return Promise.resolve();
      },
      () =>
        query(((db: Db) =>
          (db as never as { functions: { invoke: (name: string) => unknown } }).functions.invoke(
            'bank-sync',
          )) as never),
    ]) {
      await happen();
      const told = commits.length;
      await jest.advanceTimersByTimeAsync(11_000);
      for (let second = 0; second < 40; second += 1) {
        expect(await read()).toBeGreaterThanOrEqual(told);
        if (second % 5 === 0) commit();
        await jest.advanceTimersByTimeAsync(1000);
      }
    }
  });

  // Holds platform-58
  test('after a reload, too', async () => {
    await write();
    await open();
    expect(await read()).toBe(commits.length);
    expect(last()).toBe('primary');
    await jest.advanceTimersByTimeAsync(9000);
    await open();
    await jest.advanceTimersByTimeAsync(1500);
    expect(await read()).toBe(commits.length);
  });
});

test('an answer that does not know one’s own write is asked of the primary, and the replica left alone for a while', async () => {
  lag = 30_000;
  await write();
  await jest.advanceTimersByTimeAsync(10_000);
  asked = [];
  expect(await read()).toBe(commits.length);
  await read();
  expect(asked.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'replica GET',
    'primary GET',
    'primary POST',
  ]);
});

test('a message that came while a read was on its way waits for the next one', async () => {
  lag = 2000;
  await write();
  const before = read();
  await jest.advanceTimersByTimeAsync(10);
  heardNews();
  await before;
  commit();
  await jest.advanceTimersByTimeAsync(30_000);
  asked = [];
  await read();
  expect(asked).toEqual(['primary POST rpc/get_customer_page']);
});

// Holds platform-60
test.each<[string, () => Promise<Response>]>([
  ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['503', () => Promise.resolve(answer({ message: 'away' }, null, 503))],
  ['a write it cannot do', () => Promise.resolve(answer({ code: '25006', message: 'read-only' }, null, 405))],
  [
    'a conflict with recovery',
    () => Promise.resolve(answer({ code: '40001', message: 'conflict' }, null, 500)),
  ],
  [
    'a function it does not know yet',
    () => Promise.resolve(answer({ code: 'PGRST202', message: 'none' }, null, 404)),
  ],
])(
  'a replica that answers with %s: the primary is asked, then alone for ten seconds',
  async (_what, failing) => {
    replica = failing;
    expect(await read()).toBe(1);
    expect(await read()).toBe(1);
    expect(asked.map((line) => line.split(' ')[0])).toEqual(['replica', 'primary', 'primary']);
    await jest.advanceTimersByTimeAsync(10_000);
    replica = null;
    await read();
    expect(last()).toBe('replica');
  },
);

// Holds platform-61
test('a replica that says nothing is waited for ten seconds', async () => {
  replica = ({ signal }) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });
  const answered = read();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(await answered).toBe(1);
  expect(last()).toBe('primary');
});

// Holds platform-62
test('a record that a replica does not have is looked for where it was made', async () => {
  replica = () =>
    Promise.resolve(
      new Response('null', { headers: { 'content-length': '4', 'x-as-of': at(commits.at(-1)) ?? '' } }),
    );
  expect(await read()).toBe(1);
  expect(asked.map((line) => line.split(' ')[0])).toEqual(['replica', 'primary']);
  // It serves as well as before.
  replica = null;
  await read();
  expect(last()).toBe('replica');
});

test('who gives up a question does not ask it of the primary', async () => {
  const controller = new AbortController();
  replica = () => {
    controller.abort();
    return Promise.reject(new DOMException('aborted', 'AbortError'));
  };
  await query((db) => page(db).abortSignal(controller.signal));
  expect(asked).toHaveLength(1);
});

test('a write that got lost may have arrived', async () => {
  lag = 30_000;
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    await fetch(input, init);
    throw new TypeError('Failed to fetch');
  };
  await write();
  globalThis.fetch = fetch;
  await jest.advanceTimersByTimeAsync(15_000);
  expect(await read()).toBe(2);
  expect(last()).toBe('primary');
});

test('a clock that is set back keeps nobody from replicas for longer', async () => {
  await write();
  jest.setSystemTime(Date.now() - 600_000);
  commit();
  await read();
  expect(asked.at(-2)).toMatch(/^replica/);
});
