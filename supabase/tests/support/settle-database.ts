import { Client } from 'pg';

/**
 * Makes a database that has just started one of tests. No job runs by itself: a test that wants what one does runs it, and knows when. No commit waits
 * for the disk: nothing of it has to outlive a power cut. Crashes of PostgreSQL lose nothing all the same.
 */
export async function settleDatabase(dbUrl: string): Promise<void> {
  const url = new URL(dbUrl);
  url.username = 'supabase_admin';
  const client = new Client(url.href);
  await client.connect();
  await client.query('select cron.alter_job(jobid, active => false) from cron.job');
  await client.query('alter system set fsync = off');
  await client.query('alter system set full_page_writes = off');
  await client.query('select pg_reload_conf()');
  await client.end();
}
