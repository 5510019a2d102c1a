/** Which version of a remote, or of the shell, is current: one small file each, `current.json`, changed by comparing and writing. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnyPointer, Pointer } from '../registry/types';
import { Conflict, type Storage } from './storage';

/** What made a version current. */
export type Cause = 'deploy' | 'rollback' | 'promote' | 'watch';

/** A version that only some browsers get. */
export interface Staged<P extends AnyPointer = Pointer> {
  readonly pointer: P;
  /** Of all browsers, 0 to 100. */
  readonly percent: number;
  /** ISO time. */
  readonly since: string;
}

export interface State<P extends AnyPointer = Pointer> {
  /** Unique for each change: after a lost answer it tells whether the write arrived. */
  readonly change: string;
  readonly current: P;
  readonly by: Cause;
  /** ISO time at which the current version became so. */
  readonly since: string;
  readonly staged?: Staged<P>;
  /** Versions that were current before, the latest last: where a rollback leads. */
  readonly before: readonly string[];
}

/** How many earlier versions are remembered; all of them stay where they are. */
const REMEMBERED = 20;
const ATTEMPTS = 200;

/** Where everything of a remote, or of the shell, lies. */
export const homeOf = (name: string): string => (name === 'shell' ? 'shell' : `remotes/${name}`);

const fileOf = (name: string) => `${homeOf(name)}/current.json`;

/** Random back-off that grows with each attempt, so that concurrent writers stop colliding. */
export const moment = (attempt: number): Promise<void> =>
  sleep(5 + Math.random() * 50 * Math.min(attempt + 1, 10));

/** A site of an older release has the bare pointer there. */
function parseState<P extends AnyPointer>(text: string): State<P> {
  const found = JSON.parse(text) as State<P> | P;
  if ('current' in found) return found;
  return { change: '', current: found, by: 'deploy', since: new Date(0).toISOString(), before: [] };
}

/** The state of a remote, or of the shell; null where it was never deployed. */
export async function readState<P extends AnyPointer = Pointer>(
  storage: Storage,
  name: string,
): Promise<State<P> | null> {
  const stored = await storage.read(fileOf(name));
  return stored && parseState<P>(stored.content.toString());
}

/** What a change makes of a state; `change` is filled in. */
export type Next<P extends AnyPointer> = Omit<State<P>, 'change'>;

/**
 * Changes a state; again from the beginning when somebody else has changed it meanwhile.
 * @param decide gives the new state, or null to leave it as it is; may be called several times
 */
export async function changeState<P extends AnyPointer>(
  storage: Storage,
  name: string,
  decide: (before: State<P> | null) => Next<P> | null | Promise<Next<P> | null>,
): Promise<State<P> | null> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const stored = await storage.read(fileOf(name));
    const before = stored && parseState<P>(stored.content.toString());
    const decided = await decide(before);
    if (!decided) return before;
    const next: State<P> = { ...decided, change: randomUUID() };
    try {
      await storage.write(fileOf(name), Buffer.from(JSON.stringify(next)), { found: stored?.etag ?? null });
      return next;
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      const now = await storage.read(fileOf(name));
      // The first attempt of a repeated request may have been written already.
      if (now && parseState<P>(now.content.toString()).change === next.change) return next;
      await moment(attempt);
    }
  }
  throw new Error(`${name} is changed by others all the time; try again later`);
}

/** The state with another version as the current one; going back to an earlier one forgets what came after it. */
export function switched<P extends AnyPointer>(state: State<P> | null, pointer: P, by: Cause): Next<P> {
  const before =
    state && state.current.version !== pointer.version
      ? [...state.before, state.current.version]
      : (state?.before ?? []);
  const back = before.lastIndexOf(pointer.version);
  return {
    current: pointer,
    by,
    since: new Date().toISOString(),
    before: (back < 0 ? before : before.slice(0, back)).slice(-REMEMBERED),
  };
}
