import { setTimeout } from 'node:timers/promises';
import type { Client } from 'pg';
import { withClient } from '../database/with-client.js';

const TIME = /^\d+(ms|s|min)?$/;

/** A lag in PostgreSQL's words (`500ms`, `8s`, 0). @throws Error that says what is wrong */
export function readLag(lag: string): string {
  if (!TIME.test(lag)) throw new Error(`The lag of a replica is a time such as 500ms or 8s, not "${lag}"`);
  return lag;
}

const configuredAt = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ at: string }>(
    'select extract(epoch from pg_conf_load_time())::text as at',
  );
  return rows[0]?.at ?? '';
};

/**
 * Sets how far a running replica stays behind. It holds when this returns; from a lag to a shorter one that may take as long as the shorter.
 * @param url connection to it, as the superuser
 */
export async function setReplicaLag(url: string, lag: string): Promise<void> {
  const before = await withClient(url, async (client) => {
    await client.query(`alter system set recovery_min_apply_delay = '${readLag(lag)}'`);
    const at = await configuredAt(client);
    await client.query('select pg_reload_conf()');
    return at;
  });
  // PostgreSQL tells its processes before it accepts the connection that knows of it; the one that replays has read it once it pauses.
  while ((await withClient(url, configuredAt)) === before) await setTimeout(10);
  await withClient(url, async (client) => {
    const isPaused = async () => {
      const { rows } = await client.query<{ state: string }>(
        'select pg_get_wal_replay_pause_state() as state',
      );
      return rows[0]?.state === 'paused';
    };
    await client.query('select pg_wal_replay_pause()');
    while (!(await isPaused())) await setTimeout(10);
    await client.query('select pg_wal_replay_resume()');
  });
}
