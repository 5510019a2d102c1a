import fs from 'node:fs';
import type { BackendProcess } from '../../tests/support/backend-process';
import { SOAK } from '../../tests/support/soak';
import { lostAuthors, startLoad, type Load } from './support/load';
import { newDataDir, startOwn } from './support/own-backend';
import { connectionsOf, postgresOf, postmasterOf } from './support/postgres-processes';

/** Kills of each kind; fifty find rarer moments, a few are enough for every day. */
const [KILLS_OF_POSTGRES, KILLS_OF_BACKENDS] = SOAK ? [50, 50] : [3, 1];
/** A backend gives PostgreSQL up that dies more often in a minute: so many kills, then a start in order. */
const KILLS_A_START = 5;

jest.setTimeout(SOAK ? 40 * 60_000 : 120_000);

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isLinux = process.platform === 'linux';

let dataDir: string;
let running: BackendProcess;
beforeEach(() => {
  dataDir = newDataDir();
});
afterEach(async () => {
  await running.stop();
  expect(postgresOf(dataDir)).toEqual([]);
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const start = async () => {
  running = startOwn(dataDir);
  return running.ready;
};

let slowestMs = 0;
async function check(load: Load): Promise<void> {
  slowestMs = Math.max(slowestMs, load.slowestMs);
  expect(load.faults).toEqual([]);
  expect(load.acknowledged.length).toBeGreaterThan(0);
}
afterEach(() => {
  if (SOAK) process.stdout.write(`slowest request so far: ${Math.round(slowestMs)} ms\n`);
});

/** Any process that serves a connection: PostgreSQL then ends all others and recovers by itself. */
function oneConnection(): number {
  const all = connectionsOf(dataDir);
  const victim = all[Math.floor(Math.random() * all.length)];
  if (!victim) throw new Error('PostgreSQL serves no connection');
  return victim;
}

const KINDS: [string, () => number][] = [
  ['PostgreSQL', () => postmasterOf(dataDir)],
  ...(isLinux ? ([['one of its connections', oneConnection]] as [string, () => number][]) : []),
];

test.each(KINDS)(
  'kill -9 of %s under load: 503 at most, then everything answers again, and nothing acknowledged is lost',
  async (_what, victim) => {
    for (let done = 0; done < KILLS_OF_POSTGRES;) {
      const facts = await start();
      const load = startLoad(facts);
      for (let kill = 0; kill < KILLS_A_START && done < KILLS_OF_POSTGRES; kill += 1, done += 1) {
        await load.untilAllAnswer();
        await pause(Math.random() * 150);
        process.kill(victim(), 'SIGKILL');
        await pause(50);
        await load.untilAllAnswer();
      }
      await load.stop();
      await check(load);
      expect(await lostAuthors(facts, load.acknowledged)).toEqual([]);
      expect(running.output()).not.toMatch(/unexpected error|left behind/i);
      const began = performance.now();
      await running.stop();
      expect(running.process.exitCode).toBe(0);
      // So long PostgreSQL is asked to stop in order, before it is made to.
      expect(performance.now() - began).toBeLessThan(8000);
    }
    await start();
    expect(running.output()).not.toMatch(/warning|left behind/i);
  },
);

test.each([
  ['the backend', false],
  ['the backend and PostgreSQL', true],
])('kill -9 of %s under load: the next start is clean, and nothing acknowledged is lost', async (_, both) => {
  const acknowledged: string[] = [];
  for (let done = 0; done < KILLS_OF_BACKENDS; done += 1) {
    const facts = await start();
    let killed = false;
    const load = startLoad(facts, () => killed);
    await load.untilAllAnswer();
    await pause(Math.random() * 150);
    const orphan = postmasterOf(dataDir);
    killed = true;
    running.process.kill('SIGKILL');
    if (both) process.kill(orphan, 'SIGKILL');
    await running.exited;
    await load.stop();
    await check(load);
    acknowledged.push(...load.acknowledged);
    const next = await start();
    expect(next.publishableKey).toBe(facts.publishableKey);
    expect(postmasterOf(dataDir)).not.toBe(orphan);
    expect(postgresOf(dataDir)).not.toContain(orphan);
    expect(await lostAuthors(next, acknowledged)).toEqual([]);
    await running.stop();
  }
});
