import { runBench, withBackend } from '../backend';
import { fill } from '../database/fill';
import { agenciesOf } from './agencies';
import { withClient } from '../../supabase/local/src/database/with-client';

async function main([most, sales, count, kept]: string[]): Promise<void> {
  const agencies = agenciesOf(Number(most ?? 1_000_000), Number(sales ?? 10_000_000), Number(count ?? 1000));
  await withBackend(async (_backend, superuser) => {
    const start = Date.now();
    await withClient(superuser, async (client) => {
      for (const s of [
        'full_page_writes = off',
        'autovacuum = off',
        "max_wal_size = '6GB'",
        "checkpoint_timeout = '30min'",
        'synchronous_commit = off',
      ])
        await client.query('alter system set ' + s);
      await client.query('select pg_reload_conf()');
    });
    await fill(superuser, agencies.all, (line) => console.log(new Date().toISOString(), line));
    console.log(`filled in ${Math.round((Date.now() - start) / 1000)} s`);
    await withClient(superuser, async (client) => {
      const { rows } = await client.query(
        `select pg_size_pretty(pg_database_size('postgres')) as size, (select count(*) from public.sales) as sales, (select count(*) from private.daily_totals) d, (select count(*) from private.report_totals) r`,
      );
      console.log(rows);
    });
  }, kept);
}

runBench(main);
