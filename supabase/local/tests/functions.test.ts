import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { BackendFacts, BackendProcess } from '../../tests/support/backend-process';
import { connect } from '../../tests/support/client';
import { tokenFor } from '../../tests/support/token';
import { isAlive, waitUntil } from '../src/instance/process-info';
import { FUNCTIONS_PROJECT, workersOf } from './support/functions';
import { newDataDir, query, startOwn } from './support/own-backend';

/** Less than a machine under load needs to take all memory there is would be told for silence. */
const SILENT_SECONDS = 12;
const PERSON = '00000000-0000-4000-8000-000000000001';
const env = {
  GIVEN_TO_THE_BACKEND: 'a-secret-from-outside',
  ALSO_OUTSIDE: 'as-outside-has-it',
  KEPT_BACK: 'never',
};
const dataDir = newDataDir();
let backend: BackendProcess;
let facts: BackendFacts;
let person: string;

const start = (args: string[] = ['--function-seconds', String(SILENT_SECONDS)]) =>
  startOwn(dataDir, { workdir: FUNCTIONS_PROJECT, args, env });

beforeAll(async () => {
  backend = start();
  facts = await backend.ready;
  person = tokenFor(PERSON, facts.jwtSecret);
});

afterAll(async () => {
  await backend.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

/** supabase-js as somebody who is signed in. */
function client(token = person): SupabaseClient {
  const made = connect(facts);
  made.functions.setAuth(token);
  return made;
}

const call = (path: string, init: RequestInit = {}) => fetch(`${facts.apiUrl}/functions/v1/${path}`, init);
const textOf = async (path: string, init?: RequestInit) => (await call(path, init)).text();
const answerOf = async (path: string, init?: RequestInit) => {
  const response = await call(path, init);
  const code = response.headers.get('sb-error-code');
  return {
    status: response.status,
    code,
    body: (await response.json()) as { code: string; message: string },
  };
};
const untilPrinted = async (words: string | RegExp) =>
  expect(await waitUntil(() => backend.output().search(words) >= 0, 20_000)).toBe(true);

interface Heard {
  said: string;
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
  notes: unknown;
}

describe('a function', () => {
  test('is invoked by supabase-js, knows who asks, and reads the database with its own key', async () => {
    const { data, error } = await client().functions.invoke<Heard>('hello', {
      body: { name: 'Ada' },
      headers: { 'x-more': 'more' },
    });
    expect(error).toBeNull();
    expect(data).toMatchObject({
      said: 'Said: hello',
      method: 'POST',
      path: '/hello',
      body: '{"name":"Ada"}',
      notes: [{ text: 'a note' }],
      headers: {
        apikey: facts.publishableKey,
        authorization: `Bearer ${person}`,
        'x-more': 'more',
        'x-forwarded-host': '127.0.0.1',
        'x-forwarded-proto': 'http',
      },
    });
    expect(Object.keys(data?.headers ?? {}).filter((name) => name.includes('token'))).toEqual([]);
  });

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'is given %s with path and query, and answers with status and headers of its own',
    async (method) => {
      const response = await call('hello/a%20b/c?x=1&y=%26', {
        method,
        headers: { authorization: `Bearer ${person}`, origin: 'https://page.test' },
      });
      expect(response.status).toBe(201);
      expect(response.headers.get('x-of-function')).toBe('yes');
      // The gateway adds nothing to it.
      expect(response.headers.get('access-control-allow-origin')).toBe('https://page.test');
      expect(response.headers.get('access-control-allow-methods')).toBeNull();
      expect(await response.json()).toMatchObject({ method, path: '/hello/a%20b/c?x=1&y=%26' });
    },
  );

  test('answers the preflight of a page itself, without a token', async () => {
    const response = await call('hello', { method: 'OPTIONS', headers: { origin: 'https://page.test' } });
    expect(response.status).toBe(201);
  });

  test('may export fetch, lie where config.toml says, and have an import map', async () => {
    expect(await (await call('elsewhere/x')).json()).toEqual({ at: '/elsewhere/x', words: 'mapped' });
  });

  test('answers in parts, as they come', async () => {
    const response = await call('trouble/stream');
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect(Buffer.from(first?.value ?? []).toString()).toBe('one ');
    await reader?.cancel();
  });

  test('is given large bodies and deep ones, up to 40 MB', async () => {
    const sized = (bytes: number) => ({ method: 'POST', body: new Uint8Array(bytes) });
    const megabyte = 1024 * 1024;
    expect(await textOf('trouble/size', sized(39 * megabyte))).toBe(String(39 * megabyte));
    expect(await textOf('trouble/size', { method: 'POST', body: '['.repeat(10_000) })).toBe('10000');
    expect((await answerOf('trouble/size', sized(41 * megabyte))).status).toBe(413);
  });

  test('is given no more of a body of unknown length either', async () => {
    const status = await new Promise((resolve) => {
      const request = http.request(
        `${facts.apiUrl}/functions/v1/trouble/size`,
        { method: 'POST' },
        (answer) => resolve(answer.statusCode),
      );
      request.on('error', () => resolve('closed'));
      for (let megabyte = 0; megabyte <= 41; megabyte += 1) request.write(Buffer.alloc(1024 * 1024));
      request.end();
    });
    expect([413, 'closed']).toContain(status);
    expect(await textOf('trouble/size', { method: 'POST', body: 'x' })).toBe('1');
  });

  test('knows what hosted tells it and what is named for it, nothing else', async () => {
    const known = (await (await call('trouble/environment')).json()) as Record<string, string>;
    expect(known).toMatchObject({
      SUPABASE_URL: facts.apiUrl,
      SUPABASE_DB_URL: facts.dbUrl,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: facts.publishableKey }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: facts.secretKey }),
      FROM_CONFIG: 'a-secret-from-outside',
      OF_FILE: 'a-secret-of-the-file',
      ALSO_OUTSIDE: 'as-outside-has-it',
      SMTP_HOST: '127.0.0.1',
    });
    const deno = (name: string) => name.startsWith('DENO_') || ['NO_COLOR', 'PATH'].includes(name);
    expect(
      Object.keys(known)
        .filter((name) => !deno(name))
        .sort(),
    ).toEqual([
      'ALSO_OUTSIDE',
      'FROM_CONFIG',
      'INBOUND_MAIL_SECRET',
      'INBOUND_MAIL_TRUSTED',
      'OF_FILE',
      'PEM_OF_FILE',
      'SB_EXECUTION_ID',
      'SB_REGION',
      'SMTP_FROM',
      'SMTP_HOST',
      'SMTP_PORT',
      'SUPABASE_ANON_KEY',
      'SUPABASE_DB_URL',
      'SUPABASE_JWKS',
      'SUPABASE_PUBLISHABLE_KEYS',
      'SUPABASE_SECRET_KEYS',
      'SUPABASE_SERVICE_ROLE_KEY',
      'SUPABASE_URL',
    ]);
    expect(backend.output()).toContain('SUPABASE_URL is not handed on');
    const asService = connect(facts, known.SUPABASE_SERVICE_ROLE_KEY);
    expect((await asService.from('notes').select('text')).data).toEqual([{ text: 'a note' }]);
    const asAnybody = connect(facts, known.SUPABASE_ANON_KEY);
    expect((await asAnybody.from('notes').select('text')).error?.code).toBe('42501');
  });

  // Holds security-84
  test('reads its own folder, and neither writes nor runs anything', async () => {
    const file = (name: string) => `trouble/data?file=${encodeURIComponent(name)}`;
    expect(await textOf(file('./index.ts'))).toBe('done');
    expect(await textOf(file('../_shared/said.ts'))).toBe('done');
    // What config.toml names as static files.
    expect(await textOf(file('../../elsewhere/words.txt'))).toBe('done');
    for (const name of ['/etc/passwd', `${dataDir}/secrets.json`, '../../config.toml']) {
      expect(await textOf(file(name))).toBe('NotCapable');
    }
    expect(await textOf('trouble/write')).toBe('NotCapable');
    expect(await textOf('trouble/run')).toBe('NotCapable');
  });
});

describe('who may call', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  // Holds security-82
  test.each<[string, () => RequestInit, string, string]>([
    ['no token', () => ({}), 'UNAUTHORIZED_NO_AUTH_HEADER', 'Missing authorization header'],
    [
      'an API key alone',
      () => ({ headers: { apikey: facts.publishableKey } }),
      'UNAUTHORIZED_NO_AUTH_HEADER',
      'Missing authorization header',
    ],
    [
      'another scheme',
      () => ({ headers: { authorization: `Basic ${person}` } }),
      'UNAUTHORIZED_INVALID_JWT_FORMAT',
      "Auth header is not 'Bearer {token}'",
    ],
    [
      'an opaque key as token',
      () => bearer(facts.secretKey),
      'UNAUTHORIZED_INVALID_JWT_FORMAT',
      'Invalid JWT',
    ],
    [
      "another project's token",
      () => bearer(tokenFor(PERSON, 'x')),
      'UNAUTHORIZED_LEGACY_JWT',
      'Invalid JWT',
    ],
    [
      'an expired token',
      () => bearer(tokenFor(PERSON, facts.jwtSecret, -1)),
      'UNAUTHORIZED_LEGACY_JWT',
      'Invalid JWT',
    ],
  ])('%s is refused where verify_jwt is on', async (_name, init, code, message) => {
    expect(await answerOf('hello', init())).toEqual({ status: 401, code, body: { code, message } });
  });

  test('nobody needs a token where it is off', async () => {
    expect((await call('trouble/instance')).status).toBe(200);
  });

  test.each(['nope', 'off', '_shared', '', 'hello%2Findex.ts', '__proto__'])(
    '"%s" is no function',
    async (name) => {
      expect(await answerOf(name, { headers: { authorization: `Bearer ${person}` } })).toEqual({
        status: 404,
        code: 'NOT_FOUND',
        body: { code: 'NOT_FOUND', message: 'Requested function was not found' },
      });
    },
  );

  // Holds security-83
  test('the process of a function answers nobody but the gateway', async () => {
    await textOf('trouble/instance');
    const ports = workersOf(backend.process.pid ?? 0).flatMap(listeningPorts);
    expect(ports.length).toBeGreaterThan(0);
    for (const port of ports) {
      const direct = await fetch(`http://127.0.0.1:${port}/trouble/instance`);
      expect([direct.status, await direct.text()]).toEqual([403, '']);
    }
  });

  test('another host name is refused: DNS rebinding', async () => {
    const status = await new Promise((resolve, reject) => {
      http
        .get(`${facts.apiUrl}/functions/v1/trouble/instance`, { headers: { host: 'evil.test' } }, (answer) =>
          resolve(answer.resume().statusCode),
        )
        .on('error', reject);
    });
    expect(status).toBe(403);
  });
});

/** Ports on which a process listens (Linux only). */
function listeningPorts(pid: number): number[] {
  const inodes = fs
    .readdirSync(`/proc/${pid}/fd`)
    .map((fd) => /socket:\[(\d+)\]/.exec(fs.readlinkSync(`/proc/${pid}/fd/${fd}`))?.[1]);
  return fs
    .readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && inodes.includes(inode))
    .map(([, address = '']) => parseInt(address.split(':')[1] ?? '', 16));
}

describe('a function that fails', () => {
  test('by an exception is said to have, and supabase-js says so', async () => {
    const { error } = await client().functions.invoke('trouble/throw');
    expect(error).toMatchObject({ name: 'FunctionsHttpError' });
    const response = await call('trouble/throw');
    expect(response.status).toBe(500);
    expect(response.headers.get('sb-error-code')).toBe('EDGE_FUNCTION_ERROR');
    expect(await response.text()).toBe('Internal Server Error');
    await untilPrinted('function trouble: Error: a throw on purpose');
  });

  test('by its end in the middle of a request serves the next one', async () => {
    const before = await textOf('trouble/instance');
    expect(await answerOf('trouble/crash')).toEqual({
      status: 500,
      code: 'WORKER_ERROR',
      body: { code: 'WORKER_ERROR', message: 'Function exited due to an error (please check logs)' },
    });
    const after = await textOf('trouble/instance');
    expect(after).toMatch(/^[\da-f-]{36}$/);
    expect(after).not.toBe(before);
    await untilPrinted('a crash on purpose');
  });

  test('by killing is started again', async () => {
    const before = await textOf('trouble/instance');
    const ended = () => backend.output().split('ended unexpectedly').length - 1;
    const endedBefore = ended();
    const workers = workersOf(backend.process.pid ?? 0);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    expect(await waitUntil(() => ended() === endedBefore + workers.length, 20_000)).toBe(true);
    expect(await textOf('trouble/instance')).not.toBe(before);
    expect((await client().functions.invoke('hello')).error).toBeNull();
  });

  test('by taking all memory is stopped', async () => {
    expect(await answerOf('trouble/memory')).toMatchObject({ status: 546, code: 'WORKER_RESOURCE_LIMIT' });
  });

  test.each(['silent', 'busy'])('by being %s is given up, and serves the next request', async (how) => {
    const began = Date.now();
    expect(await answerOf(`trouble/${how}`)).toEqual({
      status: 504,
      code: 'IDLE_TIMEOUT',
      body: { code: 'IDLE_TIMEOUT', message: `Request idle timeout limit (${SILENT_SECONDS}s) reached` },
    });
    expect(Date.now() - began).toBeGreaterThan(SILENT_SECONDS * 1000 - 100);
    expect((await call('trouble/instance')).status).toBe(200);
  });

  test('to start says so, and is not started again and again', async () => {
    const starts = () => backend.output().split('function broken: The function does not start').length - 1;
    const answers = await Promise.all(Array.from({ length: 20 }, () => answerOf('broken')));
    for (const answer of answers) expect(answer).toMatchObject({ status: 503, code: 'BOOT_ERROR' });
    for (let n = 0; n < 20; n += 1) await answerOf('broken');
    await untilPrinted('a start that fails on purpose');
    expect(starts()).toBeGreaterThan(0);
    expect(starts()).toBeLessThan(5);
    // The others are not held up.
    expect((await call('trouble/instance')).status).toBe(200);
  });
});

test('a function that is edited runs as it is now, without a restart of the backend', async () => {
  const workdir = fs.mkdtempSync(path.join(os.tmpdir(), 'local-supabase-project-'));
  const file = path.join(workdir, 'supabase/functions/said/index.ts');
  const write = (body: string) => fs.writeFileSync(file, `Deno.serve(() => new Response(${body}));`);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const data = newDataDir();
  write('there is no such thing');
  const other = startOwn(data, { workdir });
  const { apiUrl, jwtSecret } = await other.ready;
  const headers = { authorization: `Bearer ${tokenFor(PERSON, jwtSecret)}` };
  const said = async () => (await fetch(`${apiUrl}/functions/v1/said`, { headers })).text();
  const untilSaid = async (words: string) => {
    for (let tries = 0; tries < 200 && (await said()) !== words; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect(await said()).toBe(words);
  };
  for (let tries = 0; tries < 4; tries += 1) expect(await said()).toContain('BOOT_ERROR');
  write("'first'");
  await untilSaid('first');
  write("'second'");
  await untilSaid('second');
  await other.stop();
  for (const folder of [workdir, data]) fs.rmSync(folder, { recursive: true, force: true });
});

// Holds security-85
test('what functions print is in our log, without their secrets', async () => {
  await textOf('trouble/print');
  await untilPrinted('function trouble: an error on purpose');
  await untilPrinted(/function trouble: my key is \*\*\* \*\*\*$/m);
  const { password } = new URL(facts.dbUrl);
  const named = ['a-secret-of-the-file', 'a-secret-from-outside', 'second-line-of-a-key'];
  for (const secret of [...named, facts.secretKey.slice(3), facts.jwtSecret, password]) {
    expect(backend.output().replace(/^ {2}(Secret key|Database) .*$/gm, '')).not.toContain(secret);
  }
});

describe('functions end', () => {
  test('with a backend that stops', async () => {
    await textOf('trouble/instance');
    const workers = workersOf(backend.process.pid ?? 0);
    expect(workers.length).toBeGreaterThan(0);
    await backend.stop();
    expect(workers.filter(isAlive)).toEqual([]);
    expect((await client().functions.invoke('hello')).error).toMatchObject({ name: 'FunctionsFetchError' });
  });

  test('with a backend that is killed', async () => {
    backend = start();
    facts = await backend.ready;
    await textOf('trouble/instance');
    const workers = workersOf(backend.process.pid ?? 0);
    expect(workers.length).toBeGreaterThan(0);
    backend.process.kill('SIGKILL');
    await backend.exited;
    expect(await waitUntil(() => !workers.some(isAlive), 20_000)).toBe(true);
  });
});

test('what a killed backend has left busy ends at the next start', async () => {
  await backend.stop();
  backend = start();
  facts = await backend.ready;
  const busy = call('trouble/busy').catch(() => undefined);
  // Before it is busy, it would end with the backend.
  await untilPrinted('busy on purpose');
  const workers = workersOf(backend.process.pid ?? 0);
  expect(workers.length).toBeGreaterThan(0);
  backend.process.kill('SIGKILL');
  await Promise.all([backend.exited, busy]);
  expect(workers.filter(isAlive)).toEqual(workers);
  backend = start();
  facts = await backend.ready;
  expect(await waitUntil(() => !workers.some(isAlive), 20_000)).toBe(true);
});

describe('without Deno', () => {
  beforeAll(async () => {
    await backend.stop();
    backend = start(['--deno', 'off']);
    facts = await backend.ready;
  });

  test('the backend says which functions do not run, and everything else works', async () => {
    expect(backend.output()).toMatch(
      /Warning: Edge Functions do not run here: Deno is switched off\. What needs them does not work: broken, elsewhere, hello, trouble$/m,
    );
    const { data } = await connect(facts, facts.secretKey).from('notes').select('text');
    expect(data).toEqual([{ text: 'a note' }]);
  });

  test('callers are told, pages too', async () => {
    const { status, body } = await answerOf('hello');
    expect([status, body.message]).toEqual([
      503,
      'Edge Functions do not run on this backend: Deno is switched off.',
    ]);
    expect((await client().functions.invoke('hello')).error).toMatchObject({ name: 'FunctionsRelayError' });
    const preflight = await call('hello', { method: 'OPTIONS', headers: { origin: 'https://page.test' } });
    expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
  });

  test('SQL can tell', async () => {
    const names = `select name from vault.secrets where name in ('project_url', 'service_role_key')`;
    expect(await query(facts.dbUrl, names)).toEqual([]);
    await backend.stop();
    backend = start();
    facts = await backend.ready;
    expect(await query(facts.dbUrl, names)).toHaveLength(2);
  });

  test.each([
    ['a program that is not there', '/no/such/deno', 'does not run on this machine'],
    ['another program', process.execPath, 'is not Deno 2'],
  ])('%s is none', async (_name, file, why) => {
    await backend.stop();
    backend = start(['--deno', file]);
    facts = await backend.ready;
    expect(backend.output()).toContain(`Edge Functions do not run here: ${file} ${why}.`);
  });
});
