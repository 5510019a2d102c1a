import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Config } from 'jest';
import { Client } from 'pg';
import { writeMade } from '../../made/make';
import { launchBackend, ROOT, type BackendFacts, type BackendProcess } from './backend-process';
import { compileBackend } from './compile-backend';
import { settleDatabase } from './settle-database';

interface Shared {
  process: BackendProcess;
  dataDir: string;
}

/** How set-up hands the running backends to tear-down, which Jest runs in the same process. */
export const shared: Shared[] = ((
  globalThis as typeof globalThis & { paperplaneTestBackends?: Shared[] }
).paperplaneTestBackends ??= []);

/** A fault to be noticed by the tests: SQL that takes the place of what the migrations made (`npm run test:soak mutants`). */
async function putFault(dbUrl: string): Promise<void> {
  const file = process.env['PAPERPLANE_MUTANT'];
  if (!file) return;
  const client = new Client(dbUrl);
  await client.connect();
  try {
    await client.query(fs.readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The mutant is no SQL: ${String(error)}`, { cause: error });
  } finally {
    await client.end();
  }
}

/** Starts a backend on a fresh data directory and free ports. */
async function startBackend(): Promise<BackendFacts> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-test-'));
  fs.chmodSync(dataDir, 0o711);
  const ports = ['--port', '0', '--db-port', '0', '--mail-port', '0'];
  const limits = ['--sign-in-limit', '100000', '--request-limit', '100000', '--mail-interval', '0'];
  // Neither does a function: a test of one starts a backend of its own.
  const none = ['--deno', 'off'];
  const started = launchBackend(['--workdir', ROOT, '--data', dataDir, ...ports, ...limits, ...none]);
  shared.push({ process: started, dataDir });
  const facts = await started.ready;
  await settleDatabase(facts.dbUrl);
  await putFault(facts.dbUrl);
  return facts;
}

/** A backend for each of Jest's workers: what a test does to all of a database (totals, jobs, locks) disturbs no other. */
export default async function globalSetup({ maxWorkers }: Config): Promise<void> {
  compileBackend();
  await writeMade(ROOT);
  const backends = Array.from({ length: Number(maxWorkers ?? 1) }, startBackend);
  process.env['PAPERPLANE_TEST_BACKENDS'] = JSON.stringify(await Promise.all(backends));
}
