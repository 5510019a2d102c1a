import { execFileSync } from 'node:child_process';
import fs from 'node:fs';

/** True when the system knows this id, even for a dead process nobody has reaped yet. */
export function idIsTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** The fields of /proc/<pid>/stat behind the name in parentheses, which may hold blanks. */
function statOf(pid: number): string[] {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** True when a process with this id runs, whoever owns it. In a container zombies can stay for ever: dead. */
export function isAlive(pid: number): boolean {
  if (!idIsTaken(pid)) return false;
  if (process.platform !== 'linux') return true;
  try {
    return statOf(pid)[0] !== 'Z';
  } catch {
    return false;
  }
}

/** The command line of a process, arguments joined by blanks; empty when it is gone or cannot be read. */
export function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
    }
    if (process.platform === 'win32') {
      const script = `(Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}').CommandLine`;
      return execFileSync('powershell', ['-NoProfile', '-Command', script], { encoding: 'utf8' }).trim();
    }
    return execFileSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/**
 * A value that differs between two processes which got the same id one after the other: the
 * kernel's start time. Empty when it cannot be read.
 */
export function startMarkOf(pid: number): string {
  try {
    if (process.platform === 'linux') {
      return statOf(pid)[19] ?? '';
    }
    if (process.platform === 'win32') return '';
    return execFileSync('ps', ['-p', String(pid), '-o', 'lstart='], { encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}

/** Ids of processes whose working directory is `dir` (Linux only; elsewhere the list is empty). */
export function processesIn(dir: string): number[] {
  if (process.platform !== 'linux') return [];
  const real = fs.existsSync(dir) ? fs.realpathSync(dir) : dir;
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return fs.readlinkSync(`/proc/${pid}/cwd`) === real;
      } catch {
        return false;
      }
    });
}

/** Waits until `done()` is true; false when the time (in ms) ran out first. */
export async function waitUntil(done: () => boolean, timeoutMs: number, stepMs = 25): Promise<boolean> {
  const end = Date.now() + timeoutMs;
  while (!done()) {
    if (Date.now() > end) return false;
    await new Promise((resolve) => setTimeout(resolve, stepMs));
  }
  return true;
}
