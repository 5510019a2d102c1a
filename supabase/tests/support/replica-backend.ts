import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { setReplicaLag } from '../../local/src/index';
import { launchBackend, ROOT, type BackendFacts } from './backend-process';
import { settleDatabase } from './settle-database';

/** A backend with a replica. */
export interface ReplicaBackend {
  facts: BackendFacts & { readsUrl: string };
  /** Sets how far the replica stays behind from now on. */
  lag(time: string): Promise<void>;
  /** Waits until the replica knows all that the primary has. */
  caughtUp(): Promise<void>;
  stop(): Promise<void>;
}

async function open(url: string): Promise<Client> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Starts a backend with a replica that follows at once, which is that of this file's tests from then on; no job runs by itself. */
export async function startReplicaBackend(): Promise<ReplicaBackend> {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-test-'));
  fs.chmodSync(dataDir, 0o711);
  const ports = ['--port', '0', '--db-port', '0', '--mail-port', '0', '--reads-port', '0'];
  const started = launchBackend([
    ...['--workdir', ROOT, '--data', dataDir, ...ports, '--deno', 'off', '--replicas', '1'],
  ]);
  const facts = await started.ready;
  const [replicaUrl = ''] = facts.replicaUrls;
  await settleDatabase(facts.dbUrl);
  const [primary, replica] = [await open(facts.dbUrl), await open(replicaUrl)];
  process.env['PAPERPLANE_TEST_BACKENDS'] = JSON.stringify([facts]);
  return {
    facts: { ...facts, readsUrl: facts.readsUrl ?? '' },
    lag: (time) => setReplicaLag(replicaUrl, time),
    async caughtUp() {
      const { rows } = await primary.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at');
      const isThere = async () =>
        (
          await replica.query<{ there: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as there', [
            rows[0]?.at,
          ])
        ).rows[0]?.there;
      while (!(await isThere())) await new Promise((resolve) => setTimeout(resolve, 10));
    },
    async stop() {
      await Promise.all([primary.end(), replica.end()]);
      await started.stop();
      fs.rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
