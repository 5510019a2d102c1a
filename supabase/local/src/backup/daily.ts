import fs from 'node:fs/promises';
import path from 'node:path';
import { messageOf, type Log } from '../log.js';
import { makeBackup, type BackupPlan, type Source } from './make-backup.js';
import { inMegabytes } from './space.js';

/** Whose backups are kept, and where. */
export interface DailyPlan extends Omit<BackupPlan, 'to'> {
  folder: string;
  log: Log;
}

const KEPT = 7;
/** A start has better things to do in its first minute; whoever starts every morning still has one of each day. */
const FIRST_MS = 60_000;
const AGAIN_MS = 60 * 60 * 1000;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A day by the clock of this machine, as `2026-11-26`. */
const nameOf = (day: Date) => new Intl.DateTimeFormat('sv-SE').format(day);

/** Removes all but the newest seven of the days, and what was killed half-way; whatever else is there stays. */
async function rotate(folder: string): Promise<void> {
  const names = await fs.readdir(folder);
  const days = names.filter((name) => DAY.test(name)).sort();
  const unfinished = names.filter((name) => name.endsWith('.partial') && DAY.test(path.parse(name).name));
  for (const name of [...days.slice(0, -KEPT), ...unfinished])
    await fs.rm(path.join(folder, name), { recursive: true, force: true });
}

/** Makes the backup of a day, unless it is there, and then removes older ones. Says in one line of the log what came of it. */
export async function backUpDay(plan: DailyPlan, source: Source, day: Date): Promise<void> {
  const { folder, log, ...rest } = plan;
  const to = path.join(folder, nameOf(day));
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    if ((await fs.readdir(folder)).includes(path.basename(to))) return;
    const began = performance.now();
    const { bytes } = await makeBackup({ ...rest, to }, source);
    await rotate(folder);
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    log(`Backup of the day: ${to} (${inMegabytes(bytes)} in ${seconds} s)`);
  } catch (error) {
    if (plan.signal?.aborted) return;
    const reason = messageOf(error).replace(/\.$/, '');
    log(`The backup of the day failed and is tried again in an hour: ${reason}`, 'warn');
  }
}

/** Keeps a backup of each day on which the backend runs. `stop` ends one that is being made. */
export function keepDaily(plan: DailyPlan, source: Source, firstMs = FIRST_MS): { stop(): Promise<void> } {
  const ending = new AbortController();
  let making: Promise<void> = Promise.resolve();
  const make = () => {
    making = backUpDay({ ...plan, signal: ending.signal }, source, new Date()).then(() => {
      if (!ending.signal.aborted) timer = setTimeout(make, AGAIN_MS).unref();
    });
  };
  let timer = setTimeout(make, firstMs).unref();
  return {
    stop() {
      ending.abort();
      clearTimeout(timer);
      return making;
    },
  };
}
