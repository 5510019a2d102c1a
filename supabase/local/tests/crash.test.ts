import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { BackendProcess } from '../../tests/support/backend-process';
import { connect } from '../../tests/support/client';
import { SOAK } from '../../tests/support/soak';
import { newDataDir, query, startOwn } from './support/own-backend';
import { postgresOf, postmasterOf } from './support/postgres-processes';

/** More rounds find rarer moments; one is enough for every day. */
const ROUNDS = SOAK ? 10 : 1;
const made: string[] = [];
const started: BackendProcess[] = [];

function dataDir(): string {
  const dir = newDataDir();
  made.push(dir);
  return dir;
}

function start(dir: string, args: string[] = []): BackendProcess {
  const backend = startOwn(dir, { args });
  started.push(backend);
  return backend;
}

afterEach(async () => {
  await Promise.all(started.splice(0).map((backend) => backend.stop()));
  for (const dir of made.splice(0)) {
    expect(postgresOf(dir)).toEqual([]);
    fs.rmSync(dir, { recursive: true, force: true });
  }
}, 60_000);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

for (let round = 1; round <= ROUNDS; round += 1) {
  test(`kill -9 at any moment of the first start: the next start works (${round})`, async () => {
    const dir = dataDir();
    for (const moment of [300, 600, 900, 1300, 1800]) {
      const attempt = start(dir);
      await pause(moment + Math.random() * 200);
      attempt.process.kill('SIGKILL');
      await attempt.exited;
    }
    const facts = await start(dir).ready;
    expect(await query(facts.dbUrl, 'select count(*)::int from public.authors')).toEqual([{ count: 3 }]);
  }, 90_000);
}

test('the initdb of a killed start still writes: the next start works beside it, and sweeps up', async () => {
  const dir = dataDir();
  const unfinished = path.join(dir, 'postgres.new');
  const orphan = spawn('sh', ['-c', 'while :; do mkdir -p "$0/base/1"; done', unfinished]);
  try {
    const backend = start(dir);
    while (!fs.readdirSync(dir).some((name) => name.startsWith('postgres.new-'))) await pause(20);
    await pause(300);
    orphan.kill();
    await backend.ready;
    expect(fs.readdirSync(dir).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
  } finally {
    orphan.kill();
  }
}, 60_000);

test('two starts at once on one data directory: one serves, the other names it and ends with 1', async () => {
  const dir = dataDir();
  const both = [start(dir), start(dir)];
  const outcomes = await Promise.allSettled(both.map((backend) => backend.ready));
  const winner = both[outcomes.findIndex((outcome) => outcome.status === 'fulfilled')];
  const loser = both[outcomes.findIndex((outcome) => outcome.status === 'rejected')];
  expect(await loser?.exited).toBe(1);
  const facts = await winner?.ready;
  expect(loser?.output()).toContain(`process ${winner?.process.pid} at ${facts?.apiUrl}`);
  if (facts) expect((await connect(facts).from('authors').select('id')).error).toBeNull();
}, 60_000);

test('a start on a running data directory or port names the first and harms nothing', async () => {
  const dir = dataDir();
  const first = start(dir);
  const facts = await first.ready;
  const name = `process ${first.process.pid} at ${facts.apiUrl}`;
  const port = ['--port', new URL(facts.apiUrl).port];
  for (const second of [start(dir), start(dir, port), start(dataDir(), port)]) {
    expect(await second.exited).toBe(1);
    expect(second.output()).toContain(name);
  }
  expect((await connect(facts).from('authors').select('id')).error).toBeNull();
}, 60_000);

test('what only looks like a running backend or database does not stop the start, and is left alone', async () => {
  const dir = dataDir();
  const first = start(dir);
  await first.ready;
  first.process.kill('SIGKILL');
  await first.exited;
  process.kill(postmasterOf(dir), 'SIGKILL');
  // Both ids now belong to a stranger, as after a restart of the machine.
  const stranger = spawn('sleep', ['60']);
  const owner = path.join(dir, 'owner.json');
  const record = JSON.parse(fs.readFileSync(owner, 'utf8')) as Record<string, unknown>;
  fs.writeFileSync(owner, JSON.stringify({ ...record, pid: stranger.pid }));
  const pidFile = path.join(dir, 'postgres', 'postmaster.pid');
  fs.writeFileSync(pidFile, fs.readFileSync(pidFile, 'utf8').replace(/^\d+/, String(stranger.pid)));
  try {
    await start(dir).ready;
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
  } finally {
    stranger.kill();
  }
}, 60_000);

test.each(['SIGINT', 'SIGTERM'] as const)(
  '%s stops clean: no process, no lock, port free',
  async (signal) => {
    const dir = dataDir();
    const backend = start(dir);
    const facts = await backend.ready;
    backend.process.kill(signal);
    expect(await backend.exited).toBe(0);
    expect(postgresOf(dir)).toEqual([]);
    expect(fs.existsSync(path.join(dir, 'owner.json'))).toBe(false);
    await expect(fetch(`${facts.apiUrl}/health`)).rejects.toThrow();
    await expect(fetch(facts.mailUrl)).rejects.toThrow();
  },
  60_000,
);

test('a signal during the start leaves nothing running', async () => {
  const dir = dataDir();
  const backend = start(dir);
  await pause(900);
  backend.process.kill('SIGTERM');
  await backend.exited;
  expect(postgresOf(dir)).toEqual([]);
}, 60_000);
