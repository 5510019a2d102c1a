import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { workspaceFolders } from '../../build/lib/workspace.mjs';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const PACKAGES = '@paperplane';

/** A copy of this checkout that a test may change: its sources and builds are its own, its libraries are this one's. */
export interface CheckoutCopy {
  folder: string;
  remove: () => void;
}

const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: REPOSITORY, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\0')
    .filter(Boolean);

/** Links every library; our own packages lead into the copy. */
function linkLibraries(from: string, to: string): void {
  fs.mkdirSync(path.join(to, PACKAGES), { recursive: true });
  for (const name of fs.readdirSync(from)) {
    if (name !== PACKAGES) fs.symlinkSync(path.join(from, name), path.join(to, name));
  }
  for (const name of fs.readdirSync(path.join(from, PACKAGES))) {
    // Relative, as npm writes them: they find the copy's folders.
    fs.symlinkSync(fs.readlinkSync(path.join(from, PACKAGES, name)), path.join(to, PACKAGES, name));
  }
}

/** Copies what git knows, and what it would take in, with the builds of the given packages. */
export function copyCheckout(builds: readonly string[] = []): CheckoutCopy {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-checkout-'));
  fs.chmodSync(folder, 0o711);
  for (const file of git('ls-files', '-z', '--cached', '--others', '--exclude-standard')) {
    const target = path.join(folder, file);
    if (!fs.existsSync(path.join(REPOSITORY, file))) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(path.join(REPOSITORY, file), target);
  }
  linkLibraries(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'));
  for (const name of workspaceFolders(REPOSITORY)) {
    const own = path.join(REPOSITORY, name, 'node_modules');
    if (fs.existsSync(own)) fs.symlinkSync(own, path.join(folder, name, 'node_modules'));
  }
  for (const name of builds) {
    fs.cpSync(path.join(REPOSITORY, name, 'dist'), path.join(folder, name, 'dist'), { recursive: true });
  }
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

/** A program that runs until it is stopped. */
export interface Running {
  /** Waits until it has said something. @throws Error with all it said, when it ends before */
  says: (what: RegExp) => Promise<void>;
  stop: () => Promise<void>;
}

/** Starts a program; its output is kept for the error, and shown to nobody else. */
export function start(command: string, args: string[], cwd: string, env: NodeJS.ProcessEnv): Running {
  const child: ChildProcess = spawn(command, args, {
    cwd,
    env: { ...process.env, NODE_OPTIONS: '', ...env },
  });
  let output = '';
  const listeners = new Set<() => void>();
  const collect = (chunk: Buffer) => {
    output += chunk.toString();
    listeners.forEach((listener) => listener());
  };
  child.stdout?.on('data', collect);
  child.stderr?.on('data', collect);
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  return {
    says: (what) =>
      new Promise((resolve, reject) => {
        const look = () => what.test(output) && resolve();
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`It ended without ${what.source}:\n${output}`)));
      }),
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
