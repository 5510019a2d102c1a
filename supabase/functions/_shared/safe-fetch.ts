import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, literalAddress } from './addresses.ts';

/** Why nothing came: not asked at all (`refused`), no answer in time, none at all, more than was to be read, or a way to elsewhere. */
export type FetchFailureCode = 'refused' | 'slow' | 'unreachable' | 'too_large' | 'redirect';

/** An address outside that gave no answer. Its message holds no address, header or answer, so that it may be logged. */
export class FetchFailure extends Error {
  override name = 'FetchFailure';

  constructor(
    readonly code: FetchFailureCode,
    /** Of an answer that was none of use. */
    readonly status: number | null = null,
  ) {
    super(code);
  }
}

export interface SafeRequest {
  method?: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

export interface SafeAnswer {
  status: number;
  text: string;
  /** When it may be asked again, where the answer says so. */
  retryAt: string | null;
}

/** What holds for one kind of address outside. */
export interface SafeRules {
  /** Origins that may be asked although they are not public or not https. */
  allowed: readonly string[];
  /** Longer nobody is waited for, the answer's last byte included. */
  milliseconds: number;
  /** The most that is read of an answer. */
  mostBytes: number;
  /** Of a longer or slower answer its beginning is enough: its status has been given. */
  beginningIsEnough?: boolean;
}

interface Resolved {
  address: string;
  family: number;
}

/** Origins as an environment lists them. */
export const originsIn = (list: string | undefined): string[] => (list ?? '').split(/[\s,]+/).filter(Boolean);

/** Whether an address may be asked as far as it says itself; which addresses its name has is seen when it is asked. */
export function isAskable(url: URL, allowed: readonly string[]): boolean {
  if (url.username || url.password) return false;
  if (allowed.includes(url.origin)) return true;
  const literal = literalAddress(url);
  return url.protocol === 'https:' && (literal === null || isPublicAddress(literal));
}

/** Where a name leads; an end with `refused` where any of it is not public. */
async function resolvePublic(hostname: string, milliseconds: number): Promise<Resolved[]> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new FetchFailure('slow')), milliseconds).unref(),
  );
  const asked = lookup(hostname, { all: true, verbatim: true }).catch(() => {
    throw new FetchFailure('unreachable');
  });
  const found = await Promise.race([asked, late]);
  if (found.length === 0) throw new FetchFailure('unreachable');
  if (!found.every(({ address }) => isPublicAddress(address))) throw new FetchFailure('refused');
  return found;
}

/** Hands out what was checked: nobody asks the name a second time, when it could lead elsewhere. */
const pinned =
  (found: Resolved[]): LookupFunction =>
  (_hostname, options, done) => {
    const [first] = found;
    if (options.all) done(null, found);
    else done(null, first?.address ?? '', first?.family);
  };

function retryTime(header: string | undefined): string | null {
  if (!header) return null;
  const seconds = Number(header);
  const at = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : Date.parse(header);
  // Nobody is told to come back in a year.
  return Number.isNaN(at) ? null : new Date(Math.min(at, Date.now() + 86_400_000)).toISOString();
}

/** The text of the first bytes of what came. */
function textOf(parts: Uint8Array[], mostBytes: number): string {
  const bytes = new Uint8Array(
    Math.min(
      parts.reduce((sum, { length }) => sum + length, 0),
      mostBytes,
    ),
  );
  let at = 0;
  for (const part of parts) {
    bytes.set(part.subarray(0, bytes.length - at), at);
    at = Math.min(at + part.length, bytes.length);
  }
  return new TextDecoder().decode(bytes);
}

/**
 * Asks an address outside: https and the public internet only (or an origin that is allowed), no redirect followed, with limits of time
 * and size. Neither what it throws nor what it logs holds an address, a header or an answer.
 * @throws FetchFailure
 */
export async function safeFetch(url: URL, request: SafeRequest, rules: SafeRules): Promise<SafeAnswer> {
  const { allowed, milliseconds, mostBytes, beginningIsEnough = false } = rules;
  if (!isAskable(url, allowed)) throw new FetchFailure('refused');
  const isFree = allowed.includes(url.origin) || literalAddress(url) !== null;
  const begun = Date.now();
  const found = isFree ? null : await resolvePublic(url.hostname, milliseconds);
  return new Promise((resolve, reject) => {
    const { request: ask } = url.protocol === 'https:' ? https : http;
    const asked = ask(url, {
      method: request.method ?? 'GET',
      // Each request has a connection of its own: a kept one could be another's.
      agent: false,
      headers: {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Paperplane',
        'content-length': String(new TextEncoder().encode(request.body ?? '').length),
        ...request.headers,
      },
      ...(found && { lookup: pinned(found) }),
    });
    let fail = (failure: FetchFailure) => reject(failure);
    const timer = setTimeout(() => end(new FetchFailure('slow')), milliseconds - (Date.now() - begun));
    function end(failure: FetchFailure): void {
      clearTimeout(timer);
      fail(failure);
      asked.destroy();
    }
    asked.on('error', () => end(new FetchFailure('unreachable')));
    asked.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400) return end(new FetchFailure('redirect', status));
      const parts: Uint8Array[] = [];
      let size = 0;
      const take = () => {
        clearTimeout(timer);
        resolve({
          status,
          text: textOf(parts, mostBytes),
          retryAt: retryTime(response.headers['retry-after']),
        });
      };
      if (beginningIsEnough) fail = take;
      response.on('error', () => end(new FetchFailure('unreachable')));
      response.on('aborted', () => end(new FetchFailure('unreachable')));
      response.on('data', (part: Uint8Array) => {
        size += part.length;
        parts.push(part);
        if (size > mostBytes) end(new FetchFailure('too_large'));
      });
      response.on('end', take);
    });
    asked.end(request.body);
  });
}
