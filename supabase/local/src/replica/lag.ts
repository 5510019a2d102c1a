import { setTimeout } from 'node:timers/promises';
import { withClient } from '../database/with-client.js';

const TIME = /^\d+(ms|s|min)?$/;

/** A lag in PostgreSQL's words (`500ms`, `8s`, 0). @throws Error that says what is wrong */
export function readLag(lag: string): string {
  if (!TIME.test(lag)) throw new Error(`The lag of a replica is a time such as 500ms or 8s, not "${lag}"`);
  return lag;
}

const isTrue = async (url: string, condition: string, value: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ yes: boolean }>(`select ${condition} as yes`, [value]);
    return rows[0]?.yes === true;
  });

/**
 * Sets how far a running replica stays behind. It holds when this returns; from a lag to a shorter one that may take as long as the shorter.
 * @param url connection to it, as the superuser
 */
export async function setReplicaLag(url: string, lag: string): Promise<void> {
  const before = await withClient(url, async (client) => {
    await client.query(`alter system set recovery_min_apply_delay = '${readLag(lag)}'`);
    const { rows } = await client.query<{ at: string }>('select pg_conf_load_time()::text as at');
    await client.query('select pg_reload_conf()');
    return rows[0]?.at ?? '';
  });
  // PostgreSQL tells its processes before it accepts the connection that knows of it; the one that replays has read it once it pauses.
  while (!(await isTrue(url, 'pg_conf_load_time() > $1::timestamptz', before))) await setTimeout(10);
  await withClient(url, (client) => client.query('select pg_wal_replay_pause()'));
  while (!(await isTrue(url, 'pg_get_wal_replay_pause_state() = $1', 'paused'))) await setTimeout(10);
  await withClient(url, (client) => client.query('select pg_wal_replay_resume()'));
}
