import { withClient } from '../database/with-client.js';

const TIME = /^\d+(ms|s|min)?$/;

/** A lag in PostgreSQL's words (`500ms`, `8s`, 0). @throws Error that says what is wrong */
export function readLag(lag: string): string {
  if (!TIME.test(lag)) throw new Error(`The lag of a replica is a time such as 500ms or 8s, not "${lag}"`);
  return lag;
}

/** Sets how far a running replica stays behind, from its next change on. @param url connection to it, as the superuser */
export async function setReplicaLag(url: string, lag: string): Promise<void> {
  await withClient(url, async (client) => {
    await client.query(`alter system set recovery_min_apply_delay = '${readLag(lag)}'`);
    await client.query('select pg_reload_conf()');
  });
}
