import type pg from 'pg';
import { openServicePool } from '../database/service-pool.js';
import { messageOf, type Log } from '../log.js';

const TICK_MS = 1000;
/** A run that takes longer is given up, so that the others get their turn. */
const LONGEST_MS = 60_000;

interface Job extends pg.QueryResultRow {
  jobid: string;
  jobname: string;
  command: string;
  every: number;
}

const JOBS = `select jobid, jobname, command, split_part(schedule, ' ', 1)::integer as every from cron.job
  where active order by jobid`;

/**
 * Runs what `cron.schedule` scheduled, as `postgres`: one job after the other, each so many seconds after its last run began. A
 * job that fails is logged and runs again in its turn; while PostgreSQL is away nothing does. `stop` resolves when nothing runs
 * any more.
 * @param url connection as `postgres`
 */
export function runJobs(url: string, log: Log): { stop(): Promise<void> } {
  const db = openServicePool(url, 'cron', log, LONGEST_MS);
  const began = new Map<string, number>();
  let stopped = false;
  let work: Promise<void> | null = null;

  async function run({ jobid, jobname, command }: Job): Promise<void> {
    began.set(jobid, Date.now());
    try {
      await db.rows(command);
    } catch (error) {
      log(`cron: ${jobname}: ${messageOf(error)}`, 'warn');
    }
  }

  async function runThoseDue(): Promise<void> {
    for (const job of await db.rows<Job>(JOBS)) {
      // A timer may be some milliseconds early.
      const due = (began.get(job.jobid) ?? 0) + job.every * 1000 - TICK_MS / 2;
      if (!stopped && due <= Date.now()) await run(job);
    }
  }

  const timer = setInterval(() => {
    work ??= runThoseDue()
      .catch((error: unknown) => log(`cron: ${messageOf(error)}`, 'debug'))
      .finally(() => (work = null));
  }, TICK_MS);
  timer.unref();
  return {
    async stop() {
      stopped = true;
      clearInterval(timer);
      await work;
      await db.close();
    },
  };
}
