import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { launchBackend, ROOT, type BackendFacts, type BackendProcess } from './backend-process';
import { settleDatabase } from './settle-database';

/** A backend whose Edge Functions run. */
export interface FunctionsBackend {
  process: BackendProcess;
  facts: BackendFacts;
  stop(): Promise<void>;
}

/**
 * Starts a backend with functions, which is that of this file's tests from then on; no job runs by itself.
 * @param env what functions find in their environment
 */
export async function startFunctionsBackend(env: NodeJS.ProcessEnv = {}): Promise<FunctionsBackend> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-test-'));
  fs.chmodSync(dataDir, 0o711);
  const ports = ['--port', '0', '--db-port', '0', '--mail-port', '0'];
  const limits = ['--sign-in-limit', '100000', '--request-limit', '100000', '--mail-interval', '0'];
  const process_ = launchBackend(['--workdir', ROOT, '--data', dataDir, ...ports, ...limits], env);
  const facts = await process_.ready;
  await settleDatabase(facts.dbUrl);
  process.env['PAPERPLANE_TEST_BACKENDS'] = JSON.stringify([facts]);
  return {
    process: process_,
    facts,
    async stop() {
      await process_.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
