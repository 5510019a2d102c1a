import fs from 'node:fs';
import path from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { BackendFacts, BackendProcess } from '../../tests/support/backend-process';
import { connect } from '../../tests/support/client';
import { newDataDir, query, startOwn } from './support/own-backend';

const dataDir = newDataDir();
let backend: BackendProcess;
let facts: BackendFacts;
let anon: SupabaseClient;

beforeAll(async () => {
  backend = startOwn(dataDir, { workdir: path.resolve(__dirname, 'public-project') });
  facts = await backend.ready;
  anon = connect(facts);
}, 60_000);

afterAll(async () => {
  await backend.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** The answer as it is sent: a client in JavaScript would round its numbers. */
async function sent(address: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  const headers = { apikey: facts.publishableKey, 'content-type': 'application/json', ...init.headers };
  const response = await fetch(`${facts.apiUrl}/rest/v1/${address}`, { ...init, headers });
  return { status: response.status, text: await response.text() };
}

describe('config.toml', () => {
  test('what has no effect is named at start, what is switched off or of no consequence is not', () => {
    expect(backend.output()).toMatch(
      /Warning: supabase\/config.toml: without effect here: auth.enable_anonymous_sign_ins, auth.external.github$/m,
    );
  });

  test('an extension that cannot be had is skipped with a warning', () => {
    expect(backend.output()).toMatch(/Warning: 2026\S+\.sql: skipped, not available here: extension postgis/);
  });

  test('env(...) is read from .env files', async () => {
    const response = await fetch(`${facts.apiUrl}/rest/v1/users`, {
      headers: { apikey: facts.publishableKey, origin: 'http://127.0.0.1:4321' },
    });
    expect(response.status).toBe(200);
  });

  test('buckets are there with their limits', async () => {
    const rows = await query(
      facts.dbUrl,
      'select id, public, file_size_limit::int, allowed_mime_types from storage.buckets',
    );
    expect(rows).toEqual([
      { id: 'pictures', public: true, file_size_limit: 1024, allowed_mime_types: ['image/png'] },
    ]);
  });
});

describe('a request sees its own schema', () => {
  test('a table that shares its name with one of auth or storage is read, embedded and written', async () => {
    expect(await anon.from('users').select('name, objects(id)').eq('id', 1).single()).toMatchObject({
      data: { name: 'Ann', objects: [{ id: 1 }, { id: 2 }] },
      error: null,
    });
    expect((await anon.from('objects').select('id, users(name)').eq('id', 3).single()).data).toEqual({
      id: 3,
      users: { name: 'Bob' },
    });
    const written = await anon.from('users').insert({ id: 5, name: 'Eve' }).select().single();
    expect(written.data).toEqual({ id: 5, name: 'Eve' });
  });

  test('a key into another schema is no relation', async () => {
    const { error, status } = await anon.from('profiles').select('id, users(name)');
    expect(status).toBe(400);
    expect(error).toMatchObject({
      code: 'PGRST200',
      message: "Could not find a relationship between 'profiles' and 'users' in the schema cache",
      details: expect.stringContaining("in the schema 'public'") as string,
    });
  });

  test('another exposed schema has its own table of that name, one that is not exposed has none', async () => {
    expect((await anon.schema('archive').from('users').select()).data).toEqual([
      { id: 9, left_on: '2026-01-02' },
    ]);
    expect(await anon.schema('archive').from('objects').select()).toMatchObject({ status: 404 });
    expect(await anon.schema('auth').from('users').select()).toMatchObject({
      status: 406,
      error: { code: 'PGRST106' },
    });
  });

  test('unqualified names in a function are those of its schema', async () => {
    expect((await anon.schema('archive').rpc('how_many')).data).toBe(1);
  });

  test('a table that refers to itself', async () => {
    const { data } = await anon
      .from('folders')
      .select('name, parent:parent_id(name), children:folders!parent_id(name)')
      .eq('id', 2)
      .single();
    expect(data).toEqual({ name: 'child', parent: { name: 'root' }, children: [{ name: 'grandchild' }] });
    expect((await sent('folders?select=folders!parent_id(name)&id=eq.1')).text).toBe(
      '[{"folders":[{"name":"child"}]}]',
    );
  });
});

describe('values as PostgREST sends them', () => {
  test('numbers with all their digits, NaN, bytes', async () => {
    const { text } = await sent('figures?select=id,amount,ratio,raw,document&id=eq.9007199254740993');
    expect(text).toBe(
      '[{"id":9007199254740993,"amount":1234567890.12345678901,"ratio":"NaN","raw":"\\\\x6869",' +
        '"document":{"big":9007199254740993,"text":"9007199254740993"}}]',
    );
  });

  test('what is written has all its digits, as a number and as a text', async () => {
    const row =
      '{"id":"9007199254740995","amount":0.1234567890123456789,"raw":"\\\\x00ff","document":{"n":9007199254740997},"code":"1.50"}';
    const written = await sent('figures?select=id,amount,raw,document', {
      method: 'POST',
      headers: { prefer: 'return=representation' },
      body: row,
    });
    expect(written).toEqual({
      status: 201,
      text: '[{"id":9007199254740995,"amount":0.1234567890123456789,"raw":"\\\\x00ff","document":{"n":9007199254740997}}]',
    });
    expect((await sent('figures?select=code&code=eq.1.50')).text).toBe('[{"code":"1.50"}]');
  });

  test.each(['code=eq.1e5', 'code=in.(1e5,2)', 'or=(code.eq.1e5,code.eq.2)'])(
    'a text that looks like a number is a text: %s',
    async (filter) => {
      expect((await sent(`figures?select=code&${filter}`)).text).toBe('[{"code":"1e5"}]');
    },
  );

  test.each(['{}', '[]'])('nor is a text an empty object or list: %s', async (code) => {
    const row = { method: 'POST', body: JSON.stringify({ id: 31, code }) };
    expect(await sent('figures', row)).toEqual({ status: 201, text: '' });
    const filter = `code=eq.${encodeURIComponent(code)}`;
    expect((await sent(`figures?select=code&${filter}`)).text).toBe(JSON.stringify([{ code }]));
    await sent(`figures?${filter}`, { method: 'DELETE' });
  });
});

describe('writes', () => {
  test('rows that leave something out answer what was stored: null, or the default where that is preferred', async () => {
    const rows = [{ id: 11, label: 'own' }, { id: 12 }];
    const asNull = await anon.from('objects').insert(rows).select('id, label').order('id');
    expect(asNull.data).toEqual([
      { id: 11, label: 'own' },
      { id: 12, label: null },
    ]);
    expect((await anon.from('objects').select('label').eq('id', 12).single()).data).toEqual({ label: null });
    await anon.from('objects').delete().in('id', [11, 12]);
    const byDefault = await anon.from('objects').insert(rows, { defaultToNull: false }).select('id, label');
    expect(byDefault.data).toEqual([
      { id: 11, label: 'own' },
      { id: 12, label: 'new' },
    ]);
    await anon.from('objects').delete().in('id', [11, 12]);
  });

  test('an upsert of uneven rows sets every named column in each', async () => {
    const rows = [{ id: 1 }, { id: 21, label: 'own' }];
    const written = await anon.from('objects').upsert(rows, { defaultToNull: false }).select('id, label');
    expect(written.data).toEqual([
      { id: 1, label: 'new' },
      { id: 21, label: 'own' },
    ]);
    await anon.from('objects').delete().eq('id', 21);
  });

  test('maxAffected of a function takes everything back, and wants a function that answers rows', async () => {
    const call = (name: string, body: object, limit: number) =>
      sent(`rpc/${name}`, {
        method: 'POST',
        headers: { prefer: `handling=strict,max-affected=${limit}` },
        body: JSON.stringify(body),
      });
    const refused = await call('relabel', { new_label: 'lost' }, 2);
    expect(refused).toMatchObject({ status: 400, text: expect.stringContaining('PGRST124') as string });
    expect((await anon.from('objects').select('id').eq('label', 'lost')).data).toEqual([]);
    expect(JSON.parse((await call('relabel', { new_label: 'kept' }, 3)).text)).toHaveLength(3);
    expect((await call('answer', {}, 1)).text).toContain('PGRST128');
  });

  test('tx=rollback, where the project allows it', async () => {
    const written = await anon.from('users').insert({ id: 77, name: 'Nobody' }).select().rollback();
    expect(written.data).toEqual([{ id: 77, name: 'Nobody' }]);
    expect((await anon.from('users').select().eq('id', 77)).data).toEqual([]);
  });
});

describe('functions', () => {
  test('take rows', async () => {
    const ann = { id: 1, name: 'Ann' };
    expect((await anon.rpc('objects_of', { owner: ann }).select('id').order('id')).data).toEqual([
      { id: 1 },
      { id: 2 },
    ]);
  });

  test('answer computed columns and aggregates of their rows', async () => {
    const owner = { id: 2, name: 'Bob' };
    expect((await anon.rpc('objects_of', { owner }).select('id, title')).data).toEqual([
      { id: 3, title: 'No. 3' },
    ]);
    expect((await anon.rpc('objects_of', { owner }).select('user_id, id.count()')).data).toEqual([
      { user_id: 2, count: 1 },
    ]);
  });

  test('are called by HEAD, for the count alone', async () => {
    const counted = await anon.rpc('answer', {}, { head: true, count: 'exact' });
    expect(counted).toMatchObject({ status: 200, count: 1, data: null });
  });
});

test('an estimated count of few rows is exact', async () => {
  expect(await anon.from('folders').select('id', { count: 'estimated', head: true })).toMatchObject({
    status: 200,
    count: 3,
  });
});

describe('what a project switches on', () => {
  test('aggregates', async () => {
    expect((await sent('objects?select=user_id,count()&order=user_id')).text).toBe(
      '[{"user_id":1,"count":2},{"user_id":2,"count":1}]',
    );
  });

  test('query plans, as text and as JSON', async () => {
    const text = await anon.from('users').select().explain();
    expect(text.data).toMatch(/Seq Scan on users .*cost=/);
    const json = await anon.from('users').select().explain({ format: 'json' });
    expect(json.data).toEqual([expect.objectContaining({ Plan: expect.any(Object) as object })]);
  });
});

describe('what a function before each request sets', () => {
  /** Makes it set these headers, an expression of SQL, and waits until it is asked. */
  async function before(expression: string): Promise<void> {
    await query(
      facts.dbUrl,
      `create or replace function public.tell() returns void language plpgsql as $$
       begin perform set_config('response.headers', ${expression}, true); end $$;
       alter role authenticator set pgrst.db_pre_request = 'public.tell'; notify pgrst, 'reload config'`,
    );
    while (!(await answer('users', 'GET')).headers.has('x-asked') && expression.includes('x-asked'));
  }
  const answer = (address: string, method: string) =>
    fetch(`${facts.apiUrl}/rest/v1/${address}`, { method, headers: { apikey: facts.publishableKey } });
  afterAll(() =>
    query(facts.dbUrl, `alter role authenticator reset pgrst.db_pre_request; notify pgrst, 'reload config'`),
  );

  test('is in the headers of every answer, and pages may read what it exposes', async () => {
    await before(`json_build_array(
      json_build_object('x-asked', current_setting('request.method') || ' ' || current_setting('request.path')),
      json_build_object('access-control-expose-headers', 'x-asked'))::text`);
    for (const [address, method] of [
      ['users', 'GET'],
      ['users', 'HEAD'],
      ['rpc/answer', 'GET'],
      ['rpc/answer', 'POST'],
      ['rpc/answer', 'HEAD'],
    ] as const) {
      const { headers, ok } = await answer(address, method);
      expect([ok, headers.get('x-asked')]).toEqual([true, `${method} /${address}`]);
      expect(headers.get('access-control-expose-headers')).toMatch(/Content-Range.*\bx-asked\b/);
    }
  });

  test('is refused in the words of PostgREST where it is no list of headers', async () => {
    for (const wrong of [`'nonsense'`, `'{"a": "b"}'`, `'[{"a": 1}]'`, `'[{"a": "b", "c": "d"}]'`]) {
      await before(wrong);
      for (const address of ['users', 'rpc/answer']) {
        const refused = await answer(address, 'GET');
        expect([refused.status, ((await refused.json()) as { code: string }).code]).toEqual([
          500,
          'PGRST111',
        ]);
      }
    }
  });
});
