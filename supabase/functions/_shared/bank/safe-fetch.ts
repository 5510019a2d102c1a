import { lookup } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { env } from '../env.ts';
import { isPublicAddress, literalAddress } from './addresses.ts';
import { BankFailure } from './failures.ts';

/** The most that is read of an answer. */
export const MOST_BYTES = 8 * 1024 * 1024;

/** Longer no provider is waited for, the answer's last byte included. */
const SECONDS = 25;

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

interface Resolved {
  address: string;
  family: number;
}

/** Origins that may be asked although they are not public or not https: a bridge for tests and for trying out. */
const allowedOrigins = (): string[] => (env('BANK_BRIDGES_ALLOWED') ?? '').split(/[\s,]+/).filter(Boolean);

/** Whether an address may be asked as far as it says itself; which addresses its name has is seen when it is asked. */
export function isAskable(url: URL): boolean {
  if (url.username || url.password) return false;
  if (allowedOrigins().includes(url.origin)) return true;
  const literal = literalAddress(url);
  return url.protocol === 'https:' && (literal === null || isPublicAddress(literal));
}

/** Where a name leads; an end with `refused` where any of it is not public. */
async function resolvePublic(hostname: string, milliseconds: number): Promise<Resolved[]> {
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new BankFailure('slow')), milliseconds).unref(),
  );
  const asked = lookup(hostname, { all: true, verbatim: true }).catch(() => {
    throw new BankFailure('unreachable');
  });
  const found = await Promise.race([asked, late]);
  if (found.length === 0) throw new BankFailure('unreachable');
  if (!found.every(({ address }) => isPublicAddress(address))) throw new BankFailure('refused');
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

/**
 * Asks an address outside: https and the public internet only (or an origin that BANK_BRIDGES_ALLOWED names), no redirect
 * followed, with limits of time and size. Neither what it throws nor what it logs holds an address, a header or an answer.
 * @throws BankFailure refused, slow, unreachable, too_large, wrong_answer (a redirect)
 */
export async function safeFetch(url: URL, request: SafeRequest = {}): Promise<SafeAnswer> {
  if (!isAskable(url)) throw new BankFailure('refused');
  const isFree = allowedOrigins().includes(url.origin) || literalAddress(url) !== null;
  const milliseconds = Number(env('BANK_TIMEOUT_SECONDS') ?? SECONDS) * 1000;
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
    const timer = setTimeout(() => end(new BankFailure('slow')), milliseconds);
    function end(failure: BankFailure): void {
      clearTimeout(timer);
      reject(failure);
      asked.destroy();
    }
    asked.on('error', () => end(new BankFailure('unreachable')));
    asked.on('response', (response) => {
      const status = response.statusCode ?? 0;
      if (status >= 300 && status < 400) return end(new BankFailure('wrong_answer'));
      const parts: Uint8Array[] = [];
      let size = 0;
      response.on('error', () => end(new BankFailure('unreachable')));
      response.on('aborted', () => end(new BankFailure('unreachable')));
      response.on('data', (part: Uint8Array) => {
        size += part.length;
        if (size > MOST_BYTES) return end(new BankFailure('too_large'));
        parts.push(part);
      });
      response.on('end', () => {
        clearTimeout(timer);
        const bytes = new Uint8Array(size);
        let at = 0;
        for (const part of parts) {
          bytes.set(part, at);
          at += part.length;
        }
        const text = new TextDecoder().decode(bytes);
        resolve({ status, text, retryAt: retryTime(response.headers['retry-after']) });
      });
    });
    asked.end(request.body);
  });
}

/** An answer's JSON object; `wrong_answer` for anything else, whatever its content type says. */
export function objectIn(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new BankFailure('wrong_answer');
}
