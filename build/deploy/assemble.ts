import type { Pointer, Registry, RegistryEntry } from '../registry/types';
import { moment, readState, type State } from './state';
import { Conflict, type Storage } from './storage';

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

/** What `remotes.json` has to say now, and what it says. */
export async function compareRegistry(storage: Storage): Promise<{ wanted: Registry; found: string | null }> {
  const found = (await storage.read(REGISTRY))?.content.toString() ?? null;
  return { wanted: registryOf(await allStates(storage)), found };
}

/**
 * Writes `remotes.json` from all pointers; again, until it matches them after the write, so that of several deployments at the same time
 * none is lost: whoever wrote an old list sees the newer pointers when looking again. Where the storage compares before it writes, an old
 * list does not even get there.
 */
export async function assemble(storage: Storage): Promise<Registry> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    // In this order: pointers switched after the list was read make the write fail, or the look after it.
    const stored = await storage.read(REGISTRY);
    const text = JSON.stringify(registryOf(await allStates(storage)));
    if (stored?.content.toString() !== text) {
      try {
        await storage.write(REGISTRY, Buffer.from(text), { found: stored?.etag ?? null });
      } catch (error) {
        if (!(error instanceof Conflict)) throw error;
        await moment();
        continue;
      }
    }
    const { wanted, found } = await compareRegistry(storage);
    if (found === text && JSON.stringify(wanted) === text) return wanted;
    await moment();
  }
  throw new Error(
    'The registry is changed by others all the time; npm run remotes -- assemble finishes the work',
  );
}
