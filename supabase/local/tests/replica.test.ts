import fs from 'node:fs';
import path from 'node:path';
import { processesIn, waitUntil } from '../src/instance/process-info';
import { setReplicaLag } from '../src/replica/lag';
import type { BackendFacts, BackendProcess } from '../../tests/support/backend-process';
import { newDataDir, query, startOwn } from './support/own-backend';
import { postgresOf } from './support/postgres-processes';

jest.setTimeout(120_000);

const dataDir = newDataDir();
const folder = path.join(dataDir, 'replica-1');
let running: BackendProcess;
let facts: BackendFacts;

const start = async (...args: string[]) => {
  running = startOwn(dataDir, { args: ['--reads-port', '0', ...args] });
  facts = await running.ready;
};

beforeAll(() => start('--replicas', '1', '--replica-lag', '20ms'));
afterAll(async () => {
  await running.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const address = (base: string | null) => `${base}/rest/v1/authors?select=name&order=id&limit=9`;
const ask = (base: string | null, method = 'GET') =>
  fetch(address(base), { method, headers: { apikey: facts.secretKey } });
const add = (base: string | null, name: string) =>
  fetch(address(base), {
    method: 'POST',
    headers: { apikey: facts.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  });
const names = async (base: string | null) =>
  ((await (await ask(base)).json()) as { name: string }[]).map(({ name }) => name);
const replicaUrl = () => facts.replicaUrls[0] ?? '';
const setting = async (url: string, name: string) =>
  (await query<{ value: string }>(url, 'select current_setting($1) as value', [name]))[0]?.value;

test('reads go to the replica, which is as far behind as it is told, and everything else to the primary', async () => {
  expect(await setting(replicaUrl(), 'recovery_min_apply_delay')).toBe('20ms');
  await setReplicaLag(replicaUrl(), '60s');
  expect((await add(facts.readsUrl, 'Barbara')).status).toBe(201);
  expect(await names(facts.apiUrl)).toContain('Barbara');
  expect(await names(facts.readsUrl)).toEqual(['Ada', 'Grace', 'Edsger']);
  expect((await ask(facts.readsUrl, 'HEAD')).headers.get('content-range')).toBe('0-2/*');
  await setReplicaLag(replicaUrl(), '0');
  while (!(await names(facts.readsUrl)).includes('Barbara'));
});

test('Auth, Storage and a write that a read has in its address are answered by the primary', async () => {
  const headers = { apikey: facts.secretKey };
  expect((await fetch(`${facts.readsUrl}/storage/v1/bucket`, { headers })).status).toBe(200);
  expect((await fetch(`${facts.readsUrl}/auth/v1/settings`, { headers })).status).toBe(200);
  await query(
    facts.dbUrl,
    `create function public.sneak() returns int language sql volatile as $$ insert into public.authors (name) values ('Sneak') returning id $$;
     grant execute on function public.sneak() to service_role; notify pgrst, 'reload schema'`,
  );
  const sneak = () => fetch(`${facts.readsUrl}/rest/v1/rpc/sneak`, { headers });
  let answer = await sneak();
  for (; answer.status === 404; answer = await sneak());
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([405, '25006']);
});

// Holds platform-72
test('a replica that dies is answered for by the primary; the log says so, and says when it is back', async () => {
  const postmaster = () =>
    Number(fs.readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  await setReplicaLag(replicaUrl(), '60s');
  expect((await add(facts.apiUrl, 'Donald')).status).toBe(201);
  const old = postmaster();
  process.kill(old, 'SIGKILL');
  await waitUntil(() => running.output().includes('Replica 1 does not answer'), 30_000);
  expect(running.output()).toMatch(
    /Warning: Replica 1 does not answer \([^)]+\); the primary answers its reads/,
  );
  expect(await names(facts.readsUrl)).toContain('Donald');
  await waitUntil(() => running.output().includes('Replica 1 answers reads again'), 30_000);
  expect(running.output().match(/Replica 1/g)).toHaveLength(2);
  expect(postmaster()).not.toBe(old);
});

test('while the primary is away, the replica goes on answering', async () => {
  const primary = Number(
    fs.readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
  );
  process.kill(primary, 'SIGKILL');
  await waitUntil(() => running.output().includes('PostgreSQL ended unexpectedly'), 30_000);
  expect((await ask(facts.readsUrl)).status).toBe(200);
  await waitUntil(() => running.output().includes('PostgreSQL serves again'), 30_000);
  while ((await add(facts.apiUrl, 'Tony')).status !== 201);
  while (!(await names(facts.readsUrl)).includes('Tony'));
});

test('a backend that was killed leaves nothing of it: without replicas the next one has no such address and no other settings', async () => {
  running.process.kill('SIGKILL');
  await running.exited;
  await start();
  expect([facts.readsUrl, facts.replicaUrls]).toEqual([null, []]);
  expect([fs.existsSync(folder), processesIn(folder)]).toEqual([false, []]);
  expect(await setting(facts.dbUrl, 'wal_keep_size')).toBe('0');
  expect(await query(facts.dbUrl, 'select pid from pg_stat_replication')).toEqual([]);
});

test('a backend that stops takes its replica along', async () => {
  await running.stop();
  await start('--replicas', '1');
  expect(processesIn(folder).length).toBeGreaterThan(0);
  await running.stop();
  expect([running.process.exitCode, fs.existsSync(folder)]).toEqual([0, false]);
  expect([processesIn(folder), postgresOf(dataDir)]).toEqual([[], []]);
});

test('a lag that is no time is refused in words', async () => {
  const refused = startOwn(dataDir, { args: ['--reads-port', '0', '--replicas', '1', '--replica-lag', 'x'] });
  expect(await refused.exited).toBe(1);
  expect(refused.output()).toContain('The lag of a replica is a time such as 500ms or 8s, not "x"');
});
