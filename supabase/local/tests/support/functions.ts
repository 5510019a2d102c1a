import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { idIsTaken, waitUntil } from '../../src/instance/process-info';

/** A small project with functions that behave, and some that do not. */
export const FUNCTIONS_PROJECT = path.resolve(__dirname, '../functions-project');

/** Ids of the processes that run functions for a backend. */
export function workersOf(backend: number): number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...args]) => Number(parent) === backend && args.join(' ').includes('functions/boot'))
    .map(([pid]) => Number(pid));
}

/**
 * Kills what runs functions for a backend. It has taken notice when this resolves: a request right after a kill may still be given to
 * who is dead, and hear so.
 * @returns how many were killed
 */
export async function killWorkers(backend: number): Promise<number> {
  const workers = workersOf(backend);
  for (const pid of workers) process.kill(pid, 'SIGKILL');
  if (!(await waitUntil(() => !workers.some(idIsTaken), 20_000)))
    throw new Error('a killed worker is still there');
  return workers.length;
}
