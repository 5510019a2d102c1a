import path from 'node:path';
import { claim, liveHolder, type Claim, type Holder } from './claim.js';

interface Details {
  startedAt: string;
  apiUrl: string;
  mailUrl?: string;
  dbPort?: number;
}

/** Who runs on a data directory; written into `owner.json` there. */
export type Owner = Holder & Details;

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

/** The live owner of a data directory, or null. */
export const liveOwner = (dataDir: string): Owner | null => liveHolder<Details>(fileIn(dataDir));

/** Takes the data directory for this process. Throws AlreadyRunningError when a live process holds it. */
export const acquireLock = (dataDir: string, apiUrl: string): Promise<Claim<Details>> =>
  claim<Details>(fileIn(dataDir), { startedAt: new Date().toISOString(), apiUrl }, (live) =>
    alreadyRunning(dataDir, live),
  );
