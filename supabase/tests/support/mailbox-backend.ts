import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { launchBackend, ROOT } from './backend-process';

/** What the mail service that hands mails over knows. */
export const INBOUND_MAIL_SECRET = 'known-to-the-mail-service-alone';

/** Starts a backend with functions, which is that of this file's tests from then on; no job runs by itself. Answers how it is stopped. */
export async function startMailboxBackend(): Promise<() => Promise<void>> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-test-'));
  fs.chmodSync(dataDir, 0o711);
  const ports = ['--port', '0', '--db-port', '0', '--mail-port', '0'];
  const limits = ['--sign-in-limit', '100000', '--request-limit', '100000', '--mail-interval', '0'];
  const started = launchBackend(['--workdir', ROOT, '--data', dataDir, ...ports, ...limits], {
    INBOUND_MAIL_SECRET,
  });
  const facts = await started.ready;
  const db = new Client(facts.dbUrl);
  await db.connect();
  await db.query('select cron.alter_job(jobid, active => false) from cron.job');
  await db.end();
  process.env['PAPERPLANE_TEST_BACKENDS'] = JSON.stringify([facts]);
  return async () => {
    await started.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  };
}
