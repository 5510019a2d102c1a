import fs from 'node:fs';
import path from 'node:path';
import { isAlive, startMarkOf, waitUntil } from './process-info.js';

/** Who runs on a data directory; written into `owner.json` there. */
export interface Owner {
  pid: number;
  startMark: string;
  startedAt: string;
  apiUrl: string;
  mailUrl?: string;
  dbPort?: number;
}

/** Thrown when another live backend holds the data directory or the port. */
export class AlreadyRunningError extends Error {
  override name = 'AlreadyRunningError';
}

/** The refusal, in words that name the one who runs. */
export function alreadyRunning(where: string, owner: Pick<Owner, 'pid' | 'apiUrl'> & { startedAt?: string }) {
  const since = owner.startedAt ? ` since ${owner.startedAt}` : '';
  return new AlreadyRunningError(
    `Another backend already runs on ${where}: process ${owner.pid} at ${owner.apiUrl}${since}. ` +
      'Use that one, stop it first, or start with another --data and --port.',
  );
}

const fileIn = (dataDir: string) => path.join(dataDir, 'owner.json');

function read(file: string): Owner | null {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8')) as Owner;
  } catch {
    return null;
  }
}

/** The live owner of a data directory, or null. A process that only inherited the id does not count. */
export function liveOwner(dataDir: string): Owner | null {
  const owner = read(fileIn(dataDir));
  if (!owner || !isAlive(owner.pid)) return null;
  const mark = startMarkOf(owner.pid);
  return mark && owner.startMark && mark !== owner.startMark ? null : owner;
}

/** Creates the file with its whole content at once, or returns false when it exists. */
function createWhole(file: string, content: string): boolean {
  const own = `${file}.${process.pid}`;
  fs.writeFileSync(own, content, { mode: 0o600 });
  try {
    fs.linkSync(own, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    fs.rmSync(own, { force: true });
  }
}

/** Removes a dead owner's file. Serialised by a directory: two starters must not remove each other's lock. */
async function clearStale(dataDir: string): Promise<void> {
  const mutex = path.join(dataDir, 'owner.takeover');
  const entered = await waitUntil(() => {
    try {
      fs.mkdirSync(mutex);
      return true;
    } catch {
      const age = Date.now() - (fs.statSync(mutex, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > 5000) fs.rmSync(mutex, { recursive: true, force: true });
      return false;
    }
  }, 10_000);
  if (!entered) throw new Error(`${mutex} does not go away; remove it when no backend is starting`);
  try {
    if (!liveOwner(dataDir)) fs.rmSync(fileIn(dataDir), { force: true });
  } finally {
    fs.rmSync(mutex, { recursive: true, force: true });
  }
}

/** The held lock: details may be added while starting, and it is given back at the end. */
export interface OwnerLock {
  update(details: Partial<Owner>): void;
  release(): void;
}

/** Takes the data directory for this process. Throws AlreadyRunningError when a live process holds it. */
export async function acquireLock(dataDir: string, apiUrl: string): Promise<OwnerLock> {
  const file = fileIn(dataDir);
  let owner: Owner = {
    pid: process.pid,
    startMark: startMarkOf(process.pid),
    startedAt: new Date().toISOString(),
    apiUrl,
  };
  for (let attempt = 0; !createWhole(file, JSON.stringify(owner)); attempt += 1) {
    const live = liveOwner(dataDir);
    if (live) throw alreadyRunning(dataDir, live);
    if (attempt > 20) throw new Error(`Cannot take ${file}`);
    await clearStale(dataDir);
  }
  return {
    update(details) {
      owner = { ...owner, ...details };
      fs.writeFileSync(`${file}.new`, JSON.stringify(owner), { mode: 0o600 });
      fs.renameSync(`${file}.new`, file);
    },
    release() {
      if (read(file)?.pid === process.pid) fs.rmSync(file, { force: true });
    },
  };
}
