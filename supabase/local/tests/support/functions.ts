import { execFileSync } from 'node:child_process';
import path from 'node:path';

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
