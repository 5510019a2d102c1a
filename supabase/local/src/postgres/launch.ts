import { spawn, type ChildProcess } from 'node:child_process';
import { LOOPBACK, freePort } from '../instance/ports.js';
import type { Log } from '../log.js';
import type { Binaries } from './binaries.js';
import { postgresEnv } from './cluster.js';
import type { RunAs } from './run-as.js';

/** What one PostgreSQL process needs. */
export interface LaunchPlan {
  pgData: string;
  binaries: Binaries;
  user: RunAs;
  log: Log;
  /** Settings beside those that every PostgreSQL here has. */
  settings?: Record<string, string>;
}

/** One PostgreSQL process which accepts connections. */
export interface Launched {
  port: number;
  pid: number;
  exited: Promise<string>;
  signal(name: 'SIGINT' | 'SIGQUIT' | 'SIGKILL'): void;
}

class LaunchError extends Error {}

const READY = /database system is ready to accept (read-only )?connections/;
const RETRY_OTHER_PORT = /could not bind|Address already in use|could not create any TCP\/IP sockets/i;
const RETRY_LATER = /pre-existing shared memory block|lock file ".*" already exists|starting up/i;

function settings(port: number, more: Record<string, string> = {}): string[] {
  const values: Record<string, string> = {
    listen_addresses: LOOPBACK,
    unix_socket_directories: '',
    wal_level: 'logical',
    max_connections: '60',
    shared_preload_libraries: 'pg_stat_statements',
    log_timezone: 'UTC',
    timezone: 'UTC',
    // A statement may hold personal data: neither failing nor slow ones are written down.
    log_min_error_statement: 'panic',
    ...more,
  };
  return [
    '-p',
    String(port),
    ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];
}

function once(plan: LaunchPlan, port: number): Promise<Launched> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(
      plan.binaries.postgres,
      ['-D', plan.pgData, ...settings(port, plan.settings)],
      {
        ...plan.user,
        env: postgresEnv(),
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
        // Its own process group: Ctrl-C in the terminal reaches only us, and we stop it in order.
        detached: process.platform !== 'win32',
      },
    );
    let output = '';
    let ready = false;
    const exited = new Promise<string>((done) => {
      child.once('exit', (code, signal) => done(signal ? `signal ${signal}` : `code ${code}`));
    });
    child.stderr?.on('data', (data: Buffer) => {
      const text = data.toString();
      plan.log(text.trimEnd(), 'debug');
      if (ready) return;
      output = (output + text).slice(-20_000);
      if (!READY.test(output)) return;
      ready = true;
      resolve({ port, pid: child.pid ?? 0, exited, signal: (name) => void child.kill(name) });
    });
    child.once('error', reject);
    void exited.then((how) =>
      reject(new LaunchError(`PostgreSQL ended with ${how} while starting:\n${output}`)),
    );
  });
}

/**
 * Starts PostgreSQL on the wanted port, or another when that one is taken, and waits until it serves. Right after
 * a crash its predecessor's shared memory can still be in use: that is waited for.
 */
export async function launchPostgres(plan: LaunchPlan, wantedPort: number): Promise<Launched> {
  let port = await freePort(wantedPort);
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await once(plan, port);
    } catch (error) {
      const text = error instanceof LaunchError ? error.message : '';
      if (Date.now() > end || !(RETRY_OTHER_PORT.test(text) || RETRY_LATER.test(text))) throw error;
      await new Promise((resolve) => setTimeout(resolve, 250));
      if (RETRY_OTHER_PORT.test(text)) port = await freePort();
    }
  }
}
