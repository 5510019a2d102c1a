import fs from 'node:fs';
import os from 'node:os';
import type pg from 'pg';

/** What the database has done until now. */
export interface Cost {
  /** Seconds that statements took to plan and execute, of requests and of jobs and services beside them (pg_stat_statements). */
  requests: number;
  beside: number;
  /** Statements of requests. */
  calls: number;
  /** Processor seconds of PostgreSQL's processes, and of the gateway with REST and Auth. */
  postgres: number;
  gateway: number;
  wal: number;
  size: number;
  messages: number;
}

/** Linux counts processor time in these. */
const TICKS = 100;

const statOf = (pid: number | string): string[] =>
  fs
    .readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');

/** Processor seconds of a PostgreSQL: its first process, with those that have ended, and all that run now. */
function processorSeconds(backend: number): number {
  if (os.platform() !== 'linux') return NaN;
  const postmaster = Number(statOf(backend)[1]);
  const ticks = ([, , , , , , , , , , , user, system]: string[]) => Number(user) + Number(system);
  const first = statOf(postmaster);
  const ended = Number(first[13]) + Number(first[14]);
  const children = fs.readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) ? [statOf(pid)] : [];
    } catch {
      return []; // It has ended meanwhile.
    }
  });
  const running = children.filter(([, parent]) => Number(parent) === postmaster);
  return [first, ...running].reduce((sum, stat) => sum + ticks(stat), ended) / TICKS;
}

/** Has planning counted, too. */
export async function countPlanning(superuser: pg.Client): Promise<void> {
  await superuser.query('alter system set pg_stat_statements.track_planning = on');
  await superuser.query('select pg_reload_conf()');
}

/** @param superuser connection that may read everybody's statistics */
export async function costUntilNow(superuser: pg.Client): Promise<Cost> {
  const { rows } = await superuser.query<
    Record<'requests' | 'beside' | 'calls' | 'wal' | 'size' | 'messages' | 'pid', string>
  >(
    `select sum(took) filter (where asked) / 1000 as requests, sum(took) filter (where not asked) / 1000 as beside,
       sum(calls) filter (where asked) as calls, pg_current_wal_insert_lsn() - '0/0' as wal, pg_database_size(current_database()) as size,
       (select n_tup_ins from pg_stat_all_tables where relid = 'realtime.messages'::regclass) as messages, pg_backend_pid() as pid
     from (select calls, total_plan_time + total_exec_time as took, r.rolname in ('authenticated', 'anon', 'local_rest', 'supabase_auth_admin') as asked
       from extensions.pg_stat_statements s join pg_roles r on r.oid = s.userid where r.rolname <> 'supabase_admin') s`,
  );
  const row = rows[0];
  if (!row) throw new Error('There are no statistics');
  const { user, system } = process.cpuUsage();
  return {
    requests: Number(row.requests),
    beside: Number(row.beside),
    calls: Number(row.calls),
    postgres: processorSeconds(Number(row.pid)),
    gateway: (user + system) / 1e6,
    wal: Number(row.wal),
    size: Number(row.size),
    messages: Number(row.messages),
  };
}

export const difference = (after: Cost, before: Cost): Cost =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => [name, (value as number) - before[name as keyof Cost]]),
  ) as unknown as Cost;
