import { lookup } from 'node:dns/promises';
import { Client } from 'undici';
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

/** The most that is read of an answer's headers. */
const MOST_HEADER_BYTES = 16 * 1024;

/** Origins as an environment lists them. */
export const originsIn = (list: string | undefined): string[] => (list ?? '').split(/[\s,]+/).filter(Boolean);

/** Whether an address may be asked as far as it says itself; which addresses its name has is seen when it is asked. */
export function isAskable(url: URL, allowed: readonly string[]): boolean {
  if (url.username || url.password) return false;
  if (allowed.includes(url.origin)) return true;
  const literal = literalAddress(url);
  return url.protocol === 'https:' && (literal === null || isPublicAddress(literal));
}

/** The first address that a name leads to; an end with `refused` where any of them is not public. */
async function publicAddressOf(hostname: string, signal: AbortSignal): Promise<string> {
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new FetchFailure('slow'))),
  );
  const asked = lookup(hostname, { all: true, verbatim: true }).catch(() => {
    throw new FetchFailure('unreachable');
  });
  const [first, ...more] = await Promise.race([asked, late]);
  if (!first) throw new FetchFailure('unreachable');
  if (![first, ...more].every(({ address }) => isPublicAddress(address))) throw new FetchFailure('refused');
  return first.address;
}

/**
 * A connection to an address that was checked, for this one request: nobody asks the name a second time, when it could lead elsewhere.
 * The certificate has to be that of the name. Not `node:https`, which sends over `fetch` in hosted's Deno 2.1: there it knows neither an
 * own connection nor an own way to look names up, and would ask the name again.
 */
function clientAt(url: URL, address: string): Client {
  const host = address.includes(':') ? `[${address}]` : address;
  return new Client(`${url.protocol}//${host}${url.port && `:${url.port}`}`, {
    connect: literalAddress(url) === null ? { servername: url.hostname } : {},
    pipelining: 0,
    // The whole request has its time: see `safeFetch`.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: MOST_HEADER_BYTES,
  });
}

function retryTime(header: string | string[] | undefined): string | null {
  if (!header) return null;
  const said = String(header);
  const seconds = Number(said);
  const at = Number.isFinite(seconds) ? Date.now() + seconds * 1000 : Date.parse(said);
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
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), milliseconds);
  const parts: Uint8Array[] = [];
  let client: Client | undefined;
  let begun: Omit<SafeAnswer, 'text'> | undefined;
  try {
    const address = isFree ? url.hostname : await publicAddressOf(url.hostname, late.signal);
    client = clientAt(url, address.replace(/^\[|\]$/g, ''));
    const { statusCode, headers, body } = await client.request({
      path: `${url.pathname}${url.search}`,
      method: request.method ?? 'GET',
      headers: {
        host: url.host,
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'Paperplane',
        ...request.headers,
      },
      body: request.body ?? null,
      signal: late.signal,
    });
    if (statusCode >= 300 && statusCode < 400) throw new FetchFailure('redirect', statusCode);
    begun = { status: statusCode, retryAt: retryTime(headers['retry-after']) };
    let size = 0;
    for await (const part of body as AsyncIterable<Uint8Array>) {
      parts.push(part);
      size += part.length;
      if (size > mostBytes) throw new FetchFailure('too_large');
    }
    return { ...begun, text: textOf(parts, mostBytes) };
  } catch (error) {
    if (begun && beginningIsEnough) return { ...begun, text: textOf(parts, mostBytes) };
    if (error instanceof FetchFailure) throw error;
    throw new FetchFailure(late.signal.aborted ? 'slow' : 'unreachable');
  } finally {
    clearTimeout(timer);
    client?.destroy().catch(() => undefined);
  }
}
