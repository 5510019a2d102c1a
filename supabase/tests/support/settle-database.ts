import { Client } from 'pg';

async function asAdmin(dbUrl: string, ...statements: string[]): Promise<void> {
  const url = new URL(dbUrl);
  url.username = 'supabase_admin';
  const client = new Client(url.href);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

/** No commit waits for the disk: nothing of a test's database has to outlive a power cut. Crashes of PostgreSQL lose nothing all the same. */
export const waitForNoDisk = (dbUrl: string): Promise<void> =>
  asAdmin(
    dbUrl,
    'alter system set fsync = off',
    'alter system set full_page_writes = off',
    'select pg_reload_conf()',
  );

/** A run of tests makes in an hour what no installation does: its ceilings are higher. */
export const raiseCeilings = (dbUrl: string): Promise<void> =>
  asAdmin(
    dbUrl,
    `select vault.create_secret('1000000', c.name)
     from unnest('{invitations_per_hour,requests_per_hour,sign_ups_per_hour}'::text[]) c(name)
     where not exists (select from vault.secrets s where s.name = c.name)`,
  );

/**
 * Makes a database that has just started one of tests. No job runs by itself: a test that wants what one does runs it, and knows when. No
 * commit waits for the disk.
 */
export async function settleDatabase(dbUrl: string): Promise<void> {
  await asAdmin(dbUrl, 'select cron.alter_job(jobid, active => false) from cron.job');
  await waitForNoDisk(dbUrl);
  await raiseCeilings(dbUrl);
}
