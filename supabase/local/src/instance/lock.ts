import fs from 'node:fs';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { isAlive, startMarkOf } from './process-info.js';

/** Who runs on a data directory; written into `owner.json` there. */
export interface Owner {
  pid: number;
  startMark: string;
  startedAt: string;
  apiUrl: string;
  mailUrl?: string;
  dbPort?: number;
}

/** A start that was killed while it looked for an owner keeps others out for so long, in milliseconds. */
const STALE = 5000;
/** Ten seconds, a look every 25 milliseconds. */
const PATIENCE = { retries: 400, factor: 1, minTimeout: 25, maxTimeout: 25 };

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
  const update = (details: Partial<Owner>) => {
    owner = { ...owner, ...details };
    fs.writeFileSync(`${file}.new`, JSON.stringify(owner), { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  };
  // Of two starts at once the second one looks when the first has written its name.
  const leave = await lockfile.lock(dataDir, {
    lockfilePath: path.join(dataDir, 'owner.takeover'),
    stale: STALE,
    retries: PATIENCE,
  });
  try {
    const live = liveOwner(dataDir);
    if (live) throw alreadyRunning(dataDir, live);
    update({});
  } finally {
    await leave();
  }
  return {
    update,
    release() {
      if (read(file)?.pid === process.pid) fs.rmSync(file, { force: true });
    },
  };
}
