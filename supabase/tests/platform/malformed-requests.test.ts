import crypto from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { query } from '../../local/tests/support/own-backend';
import { launchBackend, ROOT, type BackendFacts, type BackendProcess } from '../support/backend-process';
import { malformedRequest, type MalformedRequest, type Place } from '../support/malformed-requests';
import { sendRaw } from '../support/raw-request';
import { SEED, SOAK } from '../support/soak';

const REQUESTS = SOAK ? 10_000 : 300;
const AT_ONCE = 8;
/** Longest time an answer may take, in milliseconds. */
const SLOW_MS = 5000;

jest.setTimeout(SOAK ? 15 * 60_000 : 120_000);

let dataDir: string;
let backend: BackendProcess;
let facts: BackendFacts;

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-malformed-'));
  fs.chmodSync(dataDir, 0o711);
  const ports = ['--port', '0', '--db-port', '0', '--mail-port', '0'];
  const limits = ['--sign-in-limit', '100000', '--request-limit', '100000'];
  backend = launchBackend(['--workdir', ROOT, '--data', dataDir, ...ports, ...limits]);
  facts = await backend.ready;
});
afterAll(async () => {
  await backend.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const column = async (sql: string) =>
  (await query<{ value: string }>(facts.dbUrl, sql)).map(({ value }) => value);

/** A token of somebody signed in who belongs to no agency. */
function strangersToken(): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: crypto.randomUUID(),
    role: 'authenticated',
    aud: 'authenticated',
    iat: now,
    exp: now + 3600,
  };
  const text = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${text}.${crypto.createHmac('sha256', facts.jwtSecret).update(text).digest('base64url')}`;
}

async function lookAround(): Promise<Place> {
  return {
    host: new URL(facts.apiUrl).host,
    tables: await column(
      "select relname::text as value from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v') order by 1",
    ),
    functions: await column(
      "select distinct proname::text as value from pg_proc where pronamespace = 'public'::regnamespace order by 1",
    ),
    buckets: await column('select id as value from storage.buckets order by 1'),
    publishableKey: facts.publishableKey,
    secretKey: facts.secretKey,
    token: strangersToken(),
  };
}

/** Rows of every table that requests could reach, by name; but for what a job notes of the mail service. */
async function rowCounts(): Promise<Record<string, string>> {
  const tables = await column(
    `select format('%I.%I', schemaname, tablename) as value from pg_tables
     where schemaname in ('public', 'private', 'auth', 'storage', 'realtime') and has_table_privilege(format('%I.%I', schemaname, tablename), 'select')
       and tablename <> 'mail_service'
     order by 1`,
  );
  const counts = tables.map((name) => `select '${name}' as name, count(*)::text as value from ${name}`);
  const rows = await query<{ name: string; value: string }>(facts.dbUrl, counts.join(' union all '));
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

/** What is wrong with the answers to these requests. */
async function faultsOf(requests: readonly MalformedRequest[]): Promise<string[]> {
  const faults: string[] = [];
  const waiting = [...requests];
  const seen = new Map<number, number>();
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { status, body, ms } = await sendRaw(facts.apiUrl, next.parts, next.patienceMs);
      seen.set(status, (seen.get(status) ?? 0) + 1);
      if (status >= 500) faults.push(`${status} ${body.slice(0, 200)} for ${next.about}`);
      if (ms > SLOW_MS) faults.push(`${Math.round(ms)} ms for ${next.about}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  if (SOAK)
    process.stdout.write(`answers by status: ${JSON.stringify(Object.fromEntries([...seen].sort()))}\n`);
  // The answers are no rubber stamp: the services were reached, and refused in their own ways.
  for (const status of [400, 401, 404, 405]) expect(seen.get(status) ?? 0).toBeGreaterThan(0);
  return faults;
}

test(`${REQUESTS} malformed requests: nothing ends, nothing is written, and each answer says whose fault it was (seed ${SEED})`, async () => {
  const place = await lookAround();
  expect(
    [place.tables.length, place.functions.length, place.buckets.length].every((count) => count > 1),
  ).toBe(true);
  const before = await rowCounts();
  const requests = fc.sample(malformedRequest(place), { numRuns: REQUESTS, seed: SEED });
  expect(await faultsOf(requests)).toEqual([]);
  expect(await rowCounts()).toEqual(before);
  expect(backend.process.exitCode).toBeNull();
  expect(await (await fetch(`${facts.apiUrl}/health`)).json()).toMatchObject({
    pid: backend.process.pid,
    status: 'ready',
  });
  expect(backend.output()).not.toMatch(/unexpected/i);
  // No connection is left that it would wait for.
  await backend.stop();
  expect(backend.process.exitCode).toBe(0);
});
