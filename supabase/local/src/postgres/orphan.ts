import fs from 'node:fs';
import path from 'node:path';
import { commandOf, idIsTaken, isAlive, processesIn, waitUntil } from '../instance/process-info.js';
import type { Log } from '../log.js';

function recordedPid(pgData: string): number {
  try {
    return Number(fs.readFileSync(path.join(pgData, 'postmaster.pid'), 'utf8').split('\n')[0]) || 0;
  } catch {
    return 0;
  }
}

/** Only a process that is PostgreSQL and was started on exactly this directory is ours to stop. */
function isPostmasterOf(pid: number, pgData: string): boolean {
  if (!pid || !isAlive(pid)) return false;
  const command = commandOf(pid);
  return command.includes('postgres') && command.includes(pgData);
}

/**
 * Stops what a killed backend left behind on `pgData`: a postmaster (fast shutdown, then harder), and waits
 * for the children of a killed one. Throws when something of it does not end.
 */
export async function stopOrphan(pgData: string, log: Log): Promise<void> {
  const pid = recordedPid(pgData);
  if (isPostmasterOf(pid, pgData)) {
    log(`Stopping PostgreSQL process ${pid}, left behind by a backend that was killed`);
    for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
      try {
        process.kill(pid, signal);
      } catch {
        break;
      }
      if (await waitUntil(() => !isAlive(pid), 10_000)) break;
    }
    if (isAlive(pid)) throw new Error(`PostgreSQL process ${pid} on ${pgData} does not stop`);
  }
  // Children of a killed postmaster notice within moments; they must be gone before a new one starts.
  if (!(await waitUntil(() => processesIn(pgData).length === 0, 15_000))) {
    throw new Error(`Processes ${processesIn(pgData).join(', ')} still work on ${pgData}`);
  }
  // A recorded id that now belongs to someone else, or to a zombie, would make PostgreSQL refuse to start.
  if (pid && idIsTaken(pid)) fs.rmSync(path.join(pgData, 'postmaster.pid'), { force: true });
}
