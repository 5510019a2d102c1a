import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import type { BackendFacts, BackendProcess } from '../../tests/support/backend-process';
import { connect } from '../../tests/support/client';
import { waitUntil } from '../src/instance/process-info';
import { FUNCTIONS_PROJECT } from './support/functions';
import { newDataDir, query, startOwn } from './support/own-backend';

const dataDir = newDataDir();
let backend: BackendProcess;
let facts: BackendFacts;

beforeAll(async () => {
  backend = startOwn(dataDir, { workdir: FUNCTIONS_PROJECT, args: ['--function-seconds', '30'] });
  facts = await backend.ready;
});

afterAll(async () => {
  await backend.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const sql = <Row extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
  query<Row>(facts.dbUrl, text, values);

interface Answer {
  status_code: number | null;
  content: string | null;
  timed_out: boolean;
  error_msg: string | null;
}

async function answerTo(id: string): Promise<Answer> {
  for (let tries = 0; tries < 400; tries += 1) {
    const [row] = await sql<Answer>(
      'select status_code, content, timed_out, error_msg from net._http_response where id = $1',
      [id],
    );
    if (row) return row;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('No answer');
}

const post = async (db: pg.Client, path: string, more = '') => {
  const { rows } = await db.query<{ id: string }>(
    `select net.http_post(url := $1, body := '{"a": [1]}' ${more}) as id`,
    [path.startsWith('http') ? path : facts.apiUrl + path],
  );
  return rows[0]?.id ?? '';
};

async function inTransaction<Result>(end: 'commit' | 'rollback', work: (db: pg.Client) => Promise<Result>) {
  const db = new pg.Client(facts.dbUrl);
  await db.connect();
  await db.query('begin');
  const result = await work(db);
  await db.query(end);
  await db.end();
  return result;
}

const waiting = () => sql('select id from net.http_request_queue');
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

describe('net.http_post', () => {
  test('is sent when the transaction has committed, not before', async () => {
    const id = await inTransaction('commit', async (db) => {
      const asked = await post(db, '/functions/v1/elsewhere/x');
      await pause(1000);
      expect(await sql('select id from net._http_response where id = $1', [asked])).toEqual([]);
      return asked;
    });
    expect(await answerTo(id)).toEqual({
      status_code: 200,
      content: '{"at":"/elsewhere/x","words":"mapped"}',
      timed_out: false,
      error_msg: null,
    });
    expect(await waiting()).not.toContainEqual({ id });
  });

  test('is not sent by a transaction that is rolled back', async () => {
    const id = await inTransaction('rollback', (db) => post(db, '/functions/v1/elsewhere/rolled-back'));
    await inTransaction('commit', async (db) => post(db, '/functions/v1/elsewhere/y')).then(answerTo);
    expect(await sql('select 1 from net._http_response where id = $1', [id])).toEqual([]);
  });

  test('carries body, headers and query', async () => {
    const [keys] = await sql<{ service_role_key: string; project_url: string }>(
      `select k.decrypted_secret as service_role_key, u.decrypted_secret as project_url
       from vault.decrypted_secrets k, vault.decrypted_secrets u
       where k.name = 'service_role_key' and u.name = 'project_url'`,
    );
    expect(keys?.project_url).toBe(facts.apiUrl);
    const headers = JSON.stringify({
      Authorization: `Bearer ${keys?.service_role_key}`,
      'x-more': 'm',
      'content-type': 'application/json',
    });
    const id = await inTransaction('commit', (db) =>
      post(db, '/functions/v1/hello/z', `, params := '{"q": "ä&b", "r": "1"}', headers := '${headers}'`),
    );
    const { status_code, content } = await answerTo(id);
    expect(status_code).toBe(201);
    expect(JSON.parse(content ?? '')).toMatchObject({
      method: 'POST',
      path: '/hello/z?q=%C3%A4%26b&r=1',
      body: '{"a": [1]}',
      headers: { 'content-type': 'application/json', 'x-more': 'm' },
    });
  });

  test('is given up after its time', async () => {
    const id = await inTransaction('commit', (db) =>
      post(db, '/functions/v1/trouble/silent', ', timeout_milliseconds := 300'),
    );
    expect(await answerTo(id)).toMatchObject({
      status_code: null,
      timed_out: true,
      error_msg: expect.any(String),
    });
  });

  // Holds security-86
  test('calls no other address, and the log tells no query', async () => {
    let calls = 0;
    const other = http.createServer((_request, response) => {
      calls += 1;
      response.end();
    });
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const own = new URL(facts.apiUrl).host;
    for (const url of [
      `http://127.0.0.1:${port}/there?key=hidden`,
      `http://${own}@127.0.0.1:${port}/`,
      `http://127.0.0.1:${port}/#${facts.apiUrl}`,
      facts.apiUrl.replace('http:', 'https:'),
      'file:///etc/passwd',
      'not an address',
    ]) {
      const id = await inTransaction('commit', (db) => post(db, url));
      expect(await answerTo(id)).toMatchObject({
        status_code: null,
        error_msg: 'Here only the own API is called',
      });
    }
    other.close();
    expect(calls).toBe(0);
    expect(backend.output()).toContain(
      `net: POST http://127.0.0.1:${port}/there: Here only the own API is called`,
    );
    expect(backend.output()).not.toContain('hidden');
  });

  test('many at once are answered once each', async () => {
    const ids = await inTransaction('commit', async (db) => {
      const { rows } = await db.query<{ id: string }>(
        'select net.http_post($1 || n, timeout_milliseconds := 60000) as id from generate_series(1, 120) n',
        [`${facts.apiUrl}/functions/v1/elsewhere/`],
      );
      return rows.map(({ id }) => id);
    });
    const answered = async () => {
      const rows = await sql<{ content: string }>(
        'select content from net._http_response where id = any ($1)',
        [ids],
      );
      return rows.map(({ content }) => content);
    };
    for (let tries = 0; tries < 300 && (await answered()).length < 120; tries += 1) await pause(100);
    const contents = await answered();
    expect(contents).toHaveLength(120);
    expect(new Set(contents).size).toBe(120);
  });

  test('goes on when the connection was lost', async () => {
    await sql(
      `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen net_http_requests'`,
    );
    const id = await inTransaction('commit', (db) => post(db, '/functions/v1/elsewhere/again'));
    expect(await answerTo(id)).toMatchObject({ status_code: 200 });
  });
});

describe('the vault', () => {
  test('keeps secrets, encrypted', async () => {
    const [made] = await sql<{ id: string }>(
      `select vault.create_secret('plain words', 'mine', 'of a test') as id`,
    );
    const row = () =>
      sql('select name, description, decrypted_secret from vault.decrypted_secrets where id = $1', [
        made?.id,
      ]);
    expect(await row()).toEqual([
      { name: 'mine', description: 'of a test', decrypted_secret: 'plain words' },
    ]);
    const stored = JSON.stringify(await sql('select * from vault.secrets'));
    expect(stored).toContain('mine');
    expect(stored).not.toContain('plain words');
    expect(stored).not.toContain(Buffer.from('plain words').toString('base64'));

    await sql(`select vault.update_secret($1, new_secret => 'other words')`, [made?.id]);
    expect(await row()).toEqual([
      { name: 'mine', description: 'of a test', decrypted_secret: 'other words' },
    ]);
    await sql(`select vault.update_secret($1, new_name => 'renamed', new_description => '')`, [made?.id]);
    expect(await row()).toEqual([{ name: 'renamed', description: '', decrypted_secret: 'other words' }]);
    await expect(sql(`select vault.create_secret('x', 'renamed')`)).rejects.toThrow('duplicate key');
  });

  test('can be read after a restart, with the key that is no part of the database', async () => {
    await sql(`select vault.create_secret('kept words', 'kept')`);
    await backend.stop();
    backend = startOwn(dataDir, { workdir: FUNCTIONS_PROJECT });
    facts = await backend.ready;
    expect(await sql(`select decrypted_secret from vault.decrypted_secrets where name = 'kept'`)).toEqual([
      { decrypted_secret: 'kept words' },
    ]);
    await expect(sql('select vault.key()')).rejects.toThrow('permission denied');
    await expect(sql(`select pg_read_file('vault.key')`)).rejects.toThrow('permission denied');
  });

  test.each(['anon', 'authenticated', 'service_role', 'local_rest'])('tells %s nothing', async (role) => {
    const admin = new URL(facts.dbUrl);
    admin.username = 'supabase_admin';
    for (const statement of [
      'select decrypted_secret from vault.decrypted_secrets',
      `select vault.decrypted('x')`,
      `select vault.create_secret('x')`,
      `select net.http_post('${facts.apiUrl}')`,
      ...(role === 'local_rest'
        ? []
        : ['select * from vault.secrets', 'select * from net.http_request_queue']),
    ]) {
      await expect(query(admin.href, `set role ${role}; ${statement}`)).rejects.toThrow('permission denied');
    }
  });

  test('is no part of the API', async () => {
    for (const schema of ['vault', 'net']) {
      const { error } = await connect(facts, facts.secretKey).schema(schema).from('secrets').select('*');
      expect(error).not.toBeNull();
    }
  });
});

test('secrets are in no log', async () => {
  const [key] = await sql<{ key: string }>(
    `select decrypted_secret as key from vault.decrypted_secrets where name = 'service_role_key'`,
  );
  expect(await waitUntil(() => backend.output().includes('ready'), 20_000)).toBe(true);
  expect(backend.output()).not.toContain(key?.key);
});
