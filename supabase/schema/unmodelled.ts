import type pg from 'pg';

/**
 * What `@supabase/pg-delta` does not manage, one line each: extended statistics, policies on tables of the platform, buckets,
 * scheduled jobs, settings of the API's role, and rows that the schema files insert. A change of these is written into a
 * migration by hand; `npm run db:diff` and `npm run db:check` compare the two lists and say what is missing.
 */
const LINES = `
  select format('statistics: %s (%s) on %s (%s)', s.stxname, array_to_string(s.stxkind, ''), s.stxrelid::regclass, (
    select string_agg(a.attname, ', ' order by a.attname) from pg_attribute a
    where a.attrelid = s.stxrelid and a.attnum = any (s.stxkeys))) as line
  from pg_statistic_ext s
  union all
  select format('policy: %I on %I.%I for %s to %s, permissive %s, using (%s) with check (%s)',
    p.policyname, p.schemaname, p.tablename, p.cmd, array_to_string(p.roles, ', '), p.permissive, p.qual, p.with_check)
  from pg_policies p where p.schemaname not in ('public', 'private')
  union all
  select 'bucket: ' || jsonb_build_array(b.id, b.name, b.public, b.file_size_limit, b.allowed_mime_types)::text from storage.buckets b
  union all
  select format('job: %s, %s: %s', j.jobname, j.schedule, j.command) from cron.job j
  union all
  select format('setting of %s: %s', s.setrole::regrole, k.setting)
  from pg_db_role_setting s cross join lateral unnest(s.setconfig) k(setting) where s.setrole <> 0
  order by line`;

/** Reads those lines. `db` may be a database without the product: then there are none of its own. */
export async function unmodelledLines(db: pg.Client): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(LINES);
  const { rows: found } = await db.query<{ here: boolean }>(
    "select to_regclass('private.secrets') is not null as here",
  );
  const secrets = found[0]?.here
    ? await db.query<{ name: string }>(
        'select name from private.secrets union select name from vault.secrets order by name',
      )
    : { rows: [] };
  return [...rows.map(({ line }) => line), ...secrets.rows.map(({ name }) => `secret: ${name}`)];
}
