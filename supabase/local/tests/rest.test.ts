import fs from 'node:fs';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { BackendFacts, BackendProcess } from '../../tests/support/backend-process';
import { connect, signIn } from '../../tests/support/client';
import { newDataDir, query, startOwn } from './support/own-backend';
import { linkIn, waitForMail } from './support/mails';

const PASSWORD = 'correct-horse';
const dataDir = newDataDir();
let backend: BackendProcess;
let facts: BackendFacts;
let anon: SupabaseClient;
let ann: SupabaseClient;
let annToken: string;

async function member(email: string): Promise<SupabaseClient> {
  await connect(facts).auth.signUp({ email, password: PASSWORD });
  await fetch(linkIn(await waitForMail(facts.mailUrl, email)), { redirect: 'manual' });
  return signIn(facts, email, PASSWORD);
}

beforeAll(async () => {
  backend = startOwn(dataDir);
  facts = await backend.ready;
  anon = connect(facts);
  ann = await member('ann@rest.test');
  annToken = (await ann.auth.getSession()).data.session?.access_token ?? '';
}, 60_000);

afterAll(async () => {
  await backend.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** A request below supabase-js, for what a client would never send. */
const raw = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
  fetch(`${facts.apiUrl}/rest/v1/${path}`, {
    ...init,
    headers: { apikey: facts.publishableKey, authorization: `Bearer ${annToken}`, ...init.headers },
  });

const newBook = (fields: Record<string, unknown> = {}) => ({ author_id: 1, title: 'Notes', ...fields });

describe('roles and grants', () => {
  test('migrations and seed.sql ran, and anon reads what it was granted', async () => {
    const { data } = await anon.from('authors').select('name').order('name');
    expect(data).toEqual([{ name: 'Ada' }, { name: 'Edsger' }, { name: 'Grace' }]);
  });

  test('what was not granted is refused, also after many requests', async () => {
    expect((await anon.from('books').select('id')).error?.code).toBe('42501');
    expect((await ann.from('secrets').select('id')).error?.code).toBe('42501');
    expect((await anon.from('authors').insert({ name: 'Eve' })).error?.code).toBe('42501');
    const rows = await query<{ count: number }>(
      facts.dbUrl,
      "select count(*)::int from information_schema.role_table_grants where table_name = 'secrets' and grantee in ('anon', 'authenticated')",
    );
    expect(rows[0]?.count).toBe(0);
  });

  test('policies see the caller; a secret key passes them', async () => {
    const { data } = await ann.rpc('who');
    const { data: user } = await ann.auth.getUser();
    expect(data).toMatchObject({
      uid: user.user?.id,
      role: 'authenticated',
      email: 'ann@rest.test',
      current: 'authenticated',
    });
    expect(data).toHaveProperty('session', expect.stringMatching(/^[0-9a-f-]{36}$/));
    expect((await anon.rpc('who')).data).toMatchObject({ uid: null, role: 'anon', current: 'anon' });
    expect((await connect(facts, facts.secretKey).rpc('who')).data).toMatchObject({ role: 'service_role' });

    const { data: book } = await ann.from('books').insert(newBook()).select('id').single();
    const bob = await member('bob@rest.test');
    expect((await bob.from('books').select('id').eq('id', book?.id)).data).toEqual([]);
    const foreign = await bob.from('books').insert(newBook({ owner: user.user?.id }));
    expect(foreign).toMatchObject({ status: 403, error: { code: '42501' } });
  });

  test('catalogue, auth schema and other schemas are out of reach', async () => {
    expect((await ann.schema('auth').from('users').select('id')).error).not.toBeNull();
    expect(
      (await ann.schema('supabase_migrations').from('schema_migrations').select('version')).error,
    ).not.toBeNull();
    expect((await ann.from('pg_roles').select('*')).error).not.toBeNull();
  });
});

describe('answers as PostgREST gives them', () => {
  test('numbers, times, dates, arrays and documents', async () => {
    const { data } = await ann
      .from('books')
      .insert(newBook({ price: 1234.5, published_on: '2026-02-03', tags: ['a', 'b'], facts: { pages: 3 } }))
      .select()
      .single();
    expect(data).toMatchObject({
      price: 1234.5,
      published_on: '2026-02-03',
      tags: ['a', 'b'],
      facts: { pages: 3 },
      local_time: '2026-01-02T03:04:05',
      created_at: '2026-01-02T01:04:05.678+00:00',
    });
  });

  test('single() after an insert with an embed is one object', async () => {
    const { data, error } = await ann
      .from('books')
      .insert(newBook())
      .select('title, author:authors!books_author_id_fkey(name)')
      .single();
    expect(error).toBeNull();
    expect(data).toEqual({ title: 'Notes', author: { name: 'Ada' } });
  });

  test('single() and maybeSingle() without a row', async () => {
    const none = ann.from('books').select('id').eq('title', 'nothing');
    expect(await none.single()).toMatchObject({ status: 406, error: { code: 'PGRST116' } });
    const maybe = await ann.from('books').select('id').eq('title', 'nothing').maybeSingle();
    expect(maybe).toMatchObject({ data: null, error: null });
  });

  test.each([
    ['P0001', 400],
    ['23514', 400],
    ['23505', 409],
    ['23503', 409],
    ['22023', 400],
    ['28000', 403],
    ['40001', 500],
    ['P0002', 500],
  ])('an error with SQLSTATE %s keeps code, message, detail and hint (status %i)', async (code, status) => {
    const answer = await ann.rpc('fail_with', { code });
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({
      code,
      message: 'text for people',
      details: 'some detail',
      hint: 'title',
    });
  });

  test.each([
    ['POST', 'rpc/who?select=who->>email::uuid'],
    ['POST', 'rpc/who?order=who'],
    ['POST', 'rpc/who?role=eq.anon'],
    ['POST', 'rpc/who?or=(role.eq.anon)'],
    ['GET', 'rpc/who?select=role'],
    ['GET', 'rpc/who?role=eq.anon'],
    ['GET', 'rpc/%77ho?select=who->>email::uuid'],
  ])('%s %s is refused: one value has no columns', async (method, path) => {
    const response = await raw(path, { method });
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('42703')]);
    for (const plain of ['rpc/who', 'rpc/who?select=*', 'rpc/who?select=&limit=1'])
      expect((await raw(plain, { method })).status).toBe(200);
  });

  test('constraints name themselves', async () => {
    const long = await ann.from('books').insert(newBook({ title: 'x'.repeat(51) }));
    expect(long).toMatchObject({ status: 400, error: { code: '23514' } });
    expect(long.error?.message).toContain('books_title_length');
    expect(await ann.from('books').insert(newBook({ author_id: 999 }))).toMatchObject({
      status: 409,
      error: { code: '23503' },
    });
    expect(await ann.from('books').insert({ title: 'x' })).toMatchObject({
      status: 400,
      error: { code: '23502' },
    });
  });

  test('a statement that takes too long is stopped', async () => {
    const start = performance.now();
    expect(await ann.rpc('sleep', { seconds: 20 })).toMatchObject({ status: 500, error: { code: '57014' } });
    expect(performance.now() - start).toBeLessThan(18_000);
  }, 30_000);

  // Holds platform-152
  test('settings of the caller’s role and of the called function hold for one request', async () => {
    await query(
      facts.dbUrl,
      `create function public.limits() returns jsonb language sql stable as $$
         select jsonb_build_object('time', current_setting('statement_timeout'), 'memory', current_setting('work_mem'),
           'path', current_setting('request.path'), 'method', current_setting('request.method')) $$;
       create function public.limits_of_its_own() returns jsonb language sql stable set statement_timeout = '700ms' set work_mem = '1MB' as $$
         select public.limits() $$;
       create function public.sleep_shortly(seconds float) returns void language sql set statement_timeout = '700ms' as $$ select pg_sleep(seconds) $$;
       create function public.sleep_long(seconds float) returns void language sql set statement_timeout = '12s' as $$ select pg_sleep(seconds) $$;
       grant execute on function public.limits, public.limits_of_its_own, public.sleep_shortly, public.sleep_long to anon, authenticated;
       alter role authenticated set work_mem = '7MB'; notify pgrst, 'reload config'; notify pgrst, 'reload schema'`,
    );
    const asked = async (name: string, options = {}) =>
      (await ann.rpc(name, {}, options)).data as { memory?: string } | null;
    const plain = { time: '8s', memory: '7MB', path: '/rpc/limits', method: 'POST' };
    // It hears of both a moment later.
    for (let tries = 0; tries < 100 && (await asked('limits'))?.memory !== plain.memory; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await asked('limits')).toEqual(plain);
    expect((await anon.rpc('limits')).data).toEqual({ ...plain, time: '3s', memory: '4MB' });
    // Of a function the time-out holds before it begins, the rest inside it, as anywhere.
    expect(await asked('limits_of_its_own', { get: true })).toEqual({
      time: '700ms',
      memory: '1MB',
      path: '/rpc/limits_of_its_own',
      method: 'GET',
    });
    const start = performance.now();
    expect(await ann.rpc('sleep_shortly', { seconds: 20 })).toMatchObject({ error: { code: '57014' } });
    // Sooner than by the time-out of the role.
    expect(performance.now() - start).toBeLessThan(7500);
    expect(await ann.rpc('sleep_long', { seconds: 8.5 })).toMatchObject({ error: null });
    for (let n = 0; n < 12; n += 1) expect(await asked('limits')).toEqual(plain);
  }, 60_000);

  test('update and delete without a filter are refused', async () => {
    await ann.from('books').insert(newBook());
    expect(await ann.from('books').delete()).toMatchObject({ status: 400, error: { code: '21000' } });
    expect(await ann.from('books').update({ title: 'x' })).toMatchObject({
      status: 400,
      error: { code: '21000' },
    });
  });
});

describe('embeds over references of several columns', () => {
  test('join the right row, whichever column comes first, and only exact keys are one-to-one', async () => {
    const { data, error } = await anon
      .from('orders')
      .select(
        'id, buyer:people!orders_buyer_id_fkey(name), seller:people!orders_seller_id_fkey(name), receipt:receipts!receipts_order_id_fkey(number)',
      )
      .order('id');
    expect(error).toBeNull();
    expect(data).toEqual([
      { id: 100, buyer: { name: 'Bob' }, seller: { name: 'Cid' }, receipt: { number: 'R-1' } },
      { id: 101, buyer: { name: 'Ann' }, seller: { name: 'Bob' }, receipt: null },
      { id: 200, buyer: { name: 'Zoe' }, seller: { name: 'Zoe' }, receipt: null },
    ]);
    const bought = await anon
      .from('people')
      .select('name, bought:orders!orders_buyer_id_fkey(id)')
      .order('id');
    expect(bought.data?.map((person) => person.bought)).toEqual([
      [{ id: 101 }],
      [{ id: 100 }],
      [],
      [{ id: 200 }],
    ]);
  });
});

describe('bad requests get a 4xx and write nothing', () => {
  const headers = { 'content-type': 'application/json' };

  test.each([
    ['malformed JSON', '{"title": '],
    ['an empty body', ''],
    ['a number', '5'],
    ['an unknown column', JSON.stringify({ author_id: 1, title: 'x', nope: 1 })],
    ['a wrong type', JSON.stringify({ author_id: 'one', title: 'x' })],
    ['a malformed id', JSON.stringify({ id: 'not-a-uuid', author_id: 1, title: 'x' })],
    ['a NUL character', JSON.stringify({ author_id: 1, title: 'a\0b' })],
  ])('%s', async (_, body) => {
    const count = async () => (await ann.from('books').select('id', { count: 'exact', head: true })).count;
    const before = await count();
    const response = await raw('books', { method: 'POST', headers, body });
    expect([400, 404]).toContain(response.status);
    expect(await response.json()).toHaveProperty('message', expect.stringMatching(/\w/));
    expect(await count()).toBe(before);
  });

  test('an unknown table, function, filter and column', async () => {
    expect(await ann.from('nope').select()).toMatchObject({ status: 404, error: { code: 'PGRST205' } });
    expect(await ann.rpc('nope')).toMatchObject({ status: 404, error: { code: 'PGRST202' } });
    expect((await raw('books?title=like_this.x')).status).toBe(400);
    expect(await ann.from('books').select('nope')).toMatchObject({ status: 400, error: { code: '42703' } });
  });

  test('a missing, wrong or foreign key and a bad token', async () => {
    const status = async (init: Record<string, string>) =>
      (await fetch(`${facts.apiUrl}/rest/v1/authors`, { headers: init })).status;
    expect(await status({})).toBe(401);
    expect(await status({ apikey: 'sb_publishable_wrong' })).toBe(401);
    expect(await status({ apikey: facts.publishableKey, authorization: `Bearer ${annToken}x` })).toBe(401);
    expect(await status({ apikey: facts.publishableKey, authorization: 'Bearer a.b.c' })).toBe(401);
    expect(await status({ apikey: facts.publishableKey })).toBe(200);
  });
});

test('a changed schema is known after notify pgrst', async () => {
  await query(
    facts.dbUrl,
    "create table public.late (id int); grant select on public.late to anon; notify pgrst, 'reload schema'",
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect((await anon.from('late').select('id')).error).toBeNull();
});
