import type { Pointer, Registry, RegistryEntry } from '../registry/types';
import { moment, readState, type State } from './state';
import { Conflict, type Storage, type Stored } from './storage';

const REGISTRY = 'remotes.json';
const ATTEMPTS = 200;

const entryOf = ({ hashes: _hashes, ...entry }: Pointer): RegistryEntry => entry;

const registryOf = (states: readonly State[]): Registry => ({
  remotes: states.map(({ current, staged }) => ({
    ...entryOf(current),
    ...(staged && staged.percent > 0
      ? { staged: { percent: staged.percent, entry: entryOf(staged.pointer) } }
      : {}),
  })),
});

/** The states of all remotes of a site, in the order of their names. */
export async function allStates(storage: Storage): Promise<State[]> {
  const names = await storage.folders('remotes');
  const states = await Promise.all(names.map((name) => readState(storage, name)));
  return states.filter((state) => state !== null);
}

/** Whether `remotes.json` says what the pointers say, and both. In this order: pointers switched after it was read make a write fail. */
export async function compareRegistry(
  storage: Storage,
): Promise<{ found: Stored | null; wanted: Registry; text: string; matches: boolean }> {
  const found = await storage.read(REGISTRY);
  const wanted = registryOf(await allStates(storage));
  const text = JSON.stringify(wanted);
  return { found, wanted, text, matches: found?.content.toString() === text };
}

/**
 * Writes `remotes.json` from all pointers, until it matches them: after each write both are read again. Of several deployments at the
 * same time none is lost: whoever wrote an old list sees the newer pointers when looking again. Where the storage compares before it
 * writes, an old list does not even get there.
 */
export async function assemble(storage: Storage): Promise<Registry> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { found, wanted, text, matches } = await compareRegistry(storage);
    if (matches) return wanted;
    try {
      await storage.write(REGISTRY, Buffer.from(text), { found: found?.etag ?? null });
    } catch (error) {
      if (!(error instanceof Conflict)) throw error;
      await moment(attempt);
    }
  }
  throw new Error(
    'The registry is changed by others all the time; npm run remotes -- assemble finishes the work',
  );
}
