import type { Client, Db } from './client-types';
import { asOfOf, createFreshness, type Freshness } from './freshness';
import { READS, type Carried } from './reads';

/** How long a replica may take, in milliseconds; then the primary is asked. */
const PATIENCE = 10_000;

/** Values that are no typing: an id, a number, a day or moment; and words of ours. */
const VALUE = /^[\da-f:.tz+-]*$/i;
const WORD = /^[a-z_]+$/;

function mayCarry(kind: Carried, value: unknown): boolean {
  if (typeof value !== 'string') return typeof value === 'number' || typeof value === 'boolean';
  return kind.startsWith('word') ? WORD.test(value) : kind.startsWith('value') && VALUE.test(value);
}

/**
 * What an address carries of a call, which others may read in logs on its way.
 * @returns null for a call that only the primary may answer: it writes, is about payouts, or is asked with typed text or JSON
 */
export function carriedArgs(name: string, args: object = {}): Record<string, unknown> | null {
  const kinds = Object.hasOwn(READS, name) ? READS[name] : null;
  if (!kinds) return null;
  const given = Object.entries(args).filter(([, value]) => value !== undefined);
  const carried: Record<string, unknown> = {};
  for (const [arg, value] of given) {
    const kind = kinds[arg];
    if (value === null && kind?.endsWith('?')) continue;
    if (!kind || !mayCarry(kind, value)) return null;
    carried[arg] = value;
  }
  return carried;
}

const REST = '/rest/v1/';
const nameOf = (url: string): string => /\/rest\/v1\/rpc\/(\w+)/.exec(url)?.[1] ?? '';

/** Whether a request can change what reads show: all that is no question. Tokens are Auth's own. */
const isWrite = (url: string, method: string): boolean =>
  method !== 'GET' &&
  method !== 'HEAD' &&
  !url.includes('/auth/v1/token') &&
  !Object.hasOwn(READS, nameOf(url));

/** Sends to a replica. @returns null when no answer begins in time */
async function sent(url: string, init: RequestInit): Promise<Response | null> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), PATIENCE);
  const signal = init.signal ? AbortSignal.any([init.signal, patience.signal]) : patience.signal;
  try {
    return await fetch(url, { ...init, signal });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends to the primary, and notes what its answers tell of its clock and of own writes. */
async function askPrimary(fresh: Freshness, url: string, init: RequestInit | undefined): Promise<Response> {
  const writes = isWrite(url, init?.method ?? 'GET');
  const sentAt = performance.now();
  const answered = fresh.asksPrimary();
  try {
    const answer = await fetch(url, init);
    const asOf = asOfOf(answer);
    answered(asOf);
    if (writes) fresh.wrote(asOf, performance.now() - sentAt);
    return answer;
  } catch (error) {
    // It may have arrived.
    if (writes) fresh.wrote(null, 0);
    throw error;
  }
}

/** Whether an answer is that there is no such record: somebody may have made it a moment ago, and sent its address. */
const saysNone = async (answer: Response): Promise<boolean> =>
  answer.headers.get('content-length') === '4' && (await answer.clone().text()) === 'null';

/** Asks a replica; the primary where it refuses, gives no answer, or knows not yet what this tab must find again, or of no such record. */
async function askReplica(
  fresh: Freshness,
  readsUrl: string,
  url: string,
  init: RequestInit,
): Promise<Response> {
  const address = readsUrl.replace(/\/$/, '') + url.slice(url.indexOf(REST));
  const answer = await sent(address, init);
  init.signal?.throwIfAborted();
  // A token that has run out is renewed by who sends.
  if (answer?.status === 401) return answer;
  if (!answer?.ok || !fresh.isFresh(asOfOf(answer))) fresh.failed();
  else if (!(await saysNone(answer))) return answer;
  return askPrimary(fresh, url, init);
}

/** What the one client needs where reads go to replicas. */
export interface Replicas {
  /** Sends the client's requests: questions asked by GET to a replica. */
  fetch: typeof fetch;
  /** What requests get of the client: calls that a replica may answer are asked by GET. */
  db: (client: Client) => Db;
  /** A live message has come. */
  heard: () => void;
}

/** @param readsUrl where a balancer sends GET to replicas */
export function createReplicas(readsUrl: string): Replicas {
  const fresh = createFreshness();
  return {
    fetch: (input, init) => {
      const url = typeof input === 'string' ? input : (input as URL).href;
      const isQuestion = init?.method === 'GET' && nameOf(url) !== '';
      return isQuestion ? askReplica(fresh, readsUrl, url, init) : askPrimary(fresh, url, init);
    },
    db: (client) => {
      const rpc: Db['rpc'] = (name, args, options) => {
        const carried = options || fresh.needsPrimary() ? null : carriedArgs(name, args);
        // Whom it asks in place of a replica is decided by us.
        return carried
          ? client.rpc(name, carried as typeof args, { get: true }).retry(false)
          : client.rpc(name, args, options);
      };
      return Object.create(client, { rpc: { value: rpc } }) as Db;
    },
    heard: () => fresh.heard(),
  };
}
