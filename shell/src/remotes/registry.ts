import * as v from 'valibot';
import { nextTurn } from '../next-turn';
import { withinTable } from '../router/rule-for';
import { RemoteFailure } from './failure';
import { registryEntry, registryFrame } from './registry-schema';
import type { Registry } from './registry-types';
import { TIMEOUT } from './timeouts';

/**
 * Checks what came from `/remotes.json`. A remote that makes no sense is left out, and of the others each route, tab, quick action and card that
 * makes none: they must not take their neighbours along. What is left keeps to the product's table of routes.
 * @throws RemoteFailure when it is no registry at all
 */
export function parseRegistry(value: unknown): Registry {
  const frame = v.safeParse(registryFrame, value);
  if (!frame.success) throw new RemoteFailure('registry', 'is not a list of remotes', 200);
  // The boot script decides which version this browser gets; its own copy of the registry has been decided on.
  const { choose = (entry: unknown) => entry } = window.paperplaneBoot ?? {};
  return {
    // Frozen, so that the store does not go through all of it to do the same.
    remotes: Object.freeze(
      frame.output.remotes.flatMap((listed) => {
        const { success, output } = v.safeParse(registryEntry, choose(listed));
        return success ? [withinTable(output)] : [];
      }),
    ),
  };
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
    const value = await answer;
    // Reading it takes a slow phone as long as what asks for it.
    await nextTurn();
    return parseRegistry(value);
  } catch (error) {
    throw RemoteFailure.from('registry', error);
  }
}
