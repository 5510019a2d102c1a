/** Child processes that never outlive this one. */
import { spawn } from 'node:child_process';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/** @param {import('node:child_process').ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup(child, signal) {
  try {
    if (process.platform === 'win32' || !child.pid) child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended meanwhile.
  }
}

/** Ends every child with all of its own children; called on the way out. */
export function endChildren(signal = 'SIGTERM') {
  for (const child of running) signalGroup(child, signal);
}

process.on('exit', () => endChildren('SIGKILL'));

/**
 * Runs a program to its end, its output on ours.
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number, quiet?: boolean, onOutput?: (text: string) => void }}
 *   [options] timeout in milliseconds; quiet collects the output instead of showing it, and tells `onOutput` of each piece
 * @returns {Promise<{ code: number, output: string, timedOut: boolean }>}
 */
export function run(command, args, { cwd, env, timeout, quiet = false, onOutput } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // A group of its own, so that all of it can be ended at once.
      detached: process.platform !== 'win32',
    });
    running.add(child);
    let output = '';
    let timedOut = false;
    const collect = (data) => {
      output += String(data);
      onOutput?.(String(data));
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    const timer = timeout
      ? setTimeout(() => {
          timedOut = true;
          signalGroup(child, 'SIGTERM');
          setTimeout(() => signalGroup(child, 'SIGKILL'), 5000).unref();
        }, timeout)
      : undefined;
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      resolve({ code, output, timedOut });
    };
    child.once('error', (error) => {
      output += error.message;
      end(127);
    });
    child.once('close', (code) => end(code ?? 1));
  });
}

/** Ends children and this process on Ctrl-C and its relatives. @param {() => Promise<void> | void} [before] */
export function endOnSignals(before) {
  let ending = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      endChildren('SIGTERM');
      await before?.();
      process.exit(signal === 'SIGINT' ? 130 : 143);
    });
  }
}
