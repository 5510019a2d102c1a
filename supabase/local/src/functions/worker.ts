import { spawn } from 'node:child_process';
import crypto from 'node:crypto';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { FoundFunction } from './find-functions.js';
import { noteWorker } from './leftovers.js';
import { eachLine } from './lines.js';

const HERE = fileURLToPath(import.meta.url);
/** Compiled where this file is. */
const BOOT = path.join(path.dirname(HERE), `boot${path.extname(HERE)}`);
/** Stopped before it serves, it would have to begin anew, on a machine that has no time for it. */
const BOOT_MS = 30_000;
/** As on hosted. */
const MEMORY_MB = 256;
/** How V8 ends when there is no memory left. */
const OUT_OF_MEMORY = new Set(['SIGABRT', 'SIGTRAP', 'SIGILL']);

/** What every worker is started with. */
export interface WorkerOptions {
  deno: string;
  /** Folder for what Deno keeps, compiled modules, and for what is known of the processes. */
  folder: string;
  /** Folders that functions may read: the functions and the packages they import. */
  readable: string[];
  environment: Record<string, string>;
  say(line: string): void;
}

/** How a worker ended. */
export type WorkerEnd = 'stopped' | 'error' | 'resources';

/** A Deno process that serves one function. */
export interface Worker {
  port: number;
  /** To be sent with each request. */
  headers: Record<string, string>;
  agent: http.Agent;
  /** Resolves when the process has ended. */
  ended: Promise<WorkerEnd>;
  stop(): Promise<void>;
}

function commandLine(
  { config, entrypoint, importMap, folders }: FoundFunction,
  readable: string[],
): string[] {
  return [
    'run',
    '--quiet',
    '--no-prompt',
    '--cached-only',
    '--no-lock',
    '--node-modules-dir=manual',
    // An answered request is no aborted one.
    '--unstable-no-legacy-abort',
    `--v8-flags=--max-old-space-size=${MEMORY_MB}`,
    // Its environment holds nothing but what it may know.
    '--allow-env',
    '--allow-net',
    `--allow-read=${[...readable, ...folders].join(',')}`,
    ...(config ? ['--config', config] : []),
    ...(importMap ? ['--import-map', importMap] : []),
    BOOT,
    pathToFileURL(entrypoint).href,
  ];
}

/** Starts a function's process; rejects when it ends before it serves. */
export async function startWorker(found: FoundFunction, options: WorkerOptions): Promise<Worker> {
  const token = crypto.randomBytes(24).toString('hex');
  const { SYSTEMROOT } = process.env;
  const child = spawn(options.deno, commandLine(found, options.readable), {
    cwd: path.dirname(found.entrypoint),
    env: {
      ...options.environment,
      DENO_DIR: options.folder,
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
      // Without it no Windows program opens a socket.
      ...(SYSTEMROOT ? { SYSTEMROOT } : {}),
      LOCAL_FUNCTIONS_TOKEN: token,
    },
    stdio: 'pipe',
    windowsHide: true,
  });
  const agent = new http.Agent({ keepAlive: true });
  let isStopping = false;
  const forget = child.pid === undefined ? () => undefined : noteWorker(options.folder, child.pid);
  const ended = new Promise<WorkerEnd>((resolve) => {
    const end = (signal: string | null) => {
      agent.destroy();
      forget();
      resolve(isStopping ? 'stopped' : OUT_OF_MEMORY.has(signal ?? '') ? 'resources' : 'error');
    };
    child.once('error', () => end(null));
    child.once('exit', (_code, signal) => end(signal));
  });
  // It reads until the end, and may have gone before.
  child.stdin.on('error', () => undefined);
  eachLine(child.stderr, options.say);
  async function stop(): Promise<void> {
    isStopping = true;
    // It holds nothing that needs an orderly end: a transaction it has open is rolled back.
    child.kill('SIGKILL');
    await ended;
  }
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(why));
    const timer = setTimeout(() => {
      fail(`it does not serve after ${BOOT_MS / 1000} seconds`);
      void stop();
    }, BOOT_MS);
    void ended.then(() => {
      clearTimeout(timer);
      fail('it ended before it served');
    });
    eachLine(child.stdout, (line) => {
      if (!line.startsWith(token)) return options.say(line);
      clearTimeout(timer);
      resolve(Number(line.slice(token.length)));
    });
  });
  return { port, headers: { 'x-local-functions-token': token }, agent, ended, stop };
}
