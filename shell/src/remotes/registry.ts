import { RemoteFailure } from './failure';
import type { Registry, RegistryEntry } from './registry-types';
import { TIMEOUT } from './timeouts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const isContract = (value: unknown) =>
  isObject(value) && typeof value['major'] === 'number' && typeof value['minor'] === 'number';

const isAssets = (value: unknown) =>
  isObject(value) && Array.isArray(value['js']) && Array.isArray(value['css']);

const isSlot = (value: unknown) =>
  isObject(value) && typeof value['card'] === 'string' && Array.isArray(value['types']);

function isEntry(value: unknown): value is RegistryEntry {
  return (
    isObject(value) &&
    typeof value['name'] === 'string' &&
    /^mf_[a-z0-9_]+$/.test(value['name']) &&
    typeof value['version'] === 'string' &&
    typeof value['url'] === 'string' &&
    typeof value['entry'] === 'string' &&
    isContract(value['contract']) &&
    Array.isArray(value['routes']) &&
    isAssets(value['assets']) &&
    isObject(value['pages']) &&
    (value['slots'] === undefined || (Array.isArray(value['slots']) && value['slots'].every(isSlot)))
  );
}

/**
 * Checks what came from `/remotes.json`. An entry that makes no sense is left out: it must not take its neighbours along.
 * @throws RemoteFailure when it is no registry at all
 */
export function parseRegistry(value: unknown): Registry {
  if (!isObject(value) || !Array.isArray(value['remotes'])) {
    throw new RemoteFailure('registry', 'is not a list of remotes', 200);
  }
  // The boot script decides which version this browser gets; its own copy of the registry has been decided on.
  const { choose } = window.paperplaneBoot ?? {};
  return { remotes: (choose ? value['remotes'].map(choose) : value['remotes']).filter(isEntry) };
}

async function fetchRegistry(): Promise<unknown> {
  const response = await fetch('/remotes.json', { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok) throw new RemoteFailure('registry', `answered ${response.status}`, response.status);
  return response.json().catch(() => {
    throw new RemoteFailure('registry', 'is not JSON', response.status);
  });
}

/**
 * Reads the registry: what the boot script already has, else a request of its own.
 * @param fresh leave the boot script's answer aside, for attempts after a failure
 * @throws RemoteFailure of stage `registry`
 */
export async function loadRegistry(fresh = false): Promise<Registry> {
  const early = fresh ? undefined : window.paperplaneBoot?.registry;
  const answer = (early ?? fetchRegistry()).catch((error: unknown) => {
    if (early) return fetchRegistry();
    throw error;
  });
  try {
    return parseRegistry(await answer);
  } catch (error) {
    throw RemoteFailure.from('registry', error);
  }
}
