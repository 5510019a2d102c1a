import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

/** Root of the repository. */
export const ROOT = path.resolve(__dirname, '../../..');

/** Where `compileBackend` puts the program. */
export const COMPILED_BACKEND = path.join(ROOT, 'supabase', 'local', 'dist');

/** What a started backend reports. */
export interface BackendFacts {
  apiUrl: string;
  readsUrl: string | null;
  replicaUrls: string[];
  mailUrl: string;
  dbUrl: string;
  publishableKey: string;
  secretKey: string;
  jwtSecret: string;
}

/** A backend in a process of its own: the program people start, compiled (they compile it while it starts, as browser tests do). */
export interface BackendProcess {
  /** Resolves when it serves; rejects with its output when it ends before. */
  ready: Promise<BackendFacts>;
  exited: Promise<number | null>;
  process: ChildProcess;
  output(): string;
  /** Asks it to stop and waits for the end. */
  stop(): Promise<void>;
}

/** Starts the command-line program of supabase/local with these arguments. It ends when this process ends. */
export function launchBackend(args: string[], env: NodeJS.ProcessEnv = {}): BackendProcess {
  const child = spawn(process.execPath, [path.join(COMPILED_BACKEND, 'cli.js'), ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  const collect = (data: Buffer) => (output = (output + data.toString()).slice(-50_000));
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const exited = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  const ready = new Promise<BackendFacts>((resolve, reject) => {
    child.on('message', (message: { type?: string } & BackendFacts) => {
      if (message.type === 'ready') resolve(message);
    });
    void exited.then((code) => reject(new Error(`The backend ended with ${String(code)}:\n${output}`)));
  });
  // Whoever is interested awaits it; nobody has to.
  ready.catch(() => undefined);
  return {
    ready,
    exited,
    process: child,
    output: () => output,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
      await exited;
    },
  };
}
