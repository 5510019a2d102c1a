import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { launchBackend, ROOT, type BackendProcess } from './backend-process';

interface Shared {
  process: BackendProcess;
  dataDir: string;
}

/** How set-up hands the running backend to tear-down, which Jest runs in the same process. */
export const shared: { current?: Shared } = ((
  globalThis as typeof globalThis & { paperplaneTestBackend?: { current?: Shared } }
).paperplaneTestBackend ??= {});

/** No job runs by itself: a test that wants what one does runs it, and knows when. */
async function stopJobs(dbUrl: string): Promise<void> {
  const client = new Client(dbUrl);
  await client.connect();
  await client.query('select cron.alter_job(jobid, active => false) from cron.job');
  await client.end();
}

/** Starts one backend on a fresh data directory and free ports for all database tests. */
export default async function globalSetup(): Promise<void> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-test-'));
  fs.chmodSync(dataDir, 0o711);
  const ports = ['--port', '0', '--db-port', '0', '--mail-port', '0'];
  const limits = ['--sign-in-limit', '100000', '--request-limit', '100000', '--mail-interval', '0'];
  const started = launchBackend(['--workdir', ROOT, '--data', dataDir, ...ports, ...limits]);
  shared.current = { process: started, dataDir };
  const facts = await started.ready;
  await stopJobs(facts.dbUrl);
  process.env.PAPERPLANE_TEST_API_URL = facts.apiUrl;
  process.env.PAPERPLANE_TEST_MAIL_URL = facts.mailUrl;
  process.env.PAPERPLANE_TEST_DB_URL = facts.dbUrl;
  process.env.PAPERPLANE_TEST_PUBLISHABLE_KEY = facts.publishableKey;
  process.env.PAPERPLANE_TEST_SECRET_KEY = facts.secretKey;
  process.env.PAPERPLANE_TEST_JWT_SECRET = facts.jwtSecret;
}
