import { createHash } from 'node:crypto';
import type { FailureCode } from './failures.ts';
import type { BroughtAccount, Line, OfferedAccount, Span } from './provider.ts';
import { cleanText, dayOfSeconds, objectsIn, textOrNull } from './text.ts';

type Json = Record<string, unknown>;

/** The address where a setup token is claimed: base64, or the form of it for addresses; null for what is no token. */
export function claimAddress(token: string): URL | null {
  const text = token.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/');
  if (!/^[A-Za-z0-9+/]{8,4000}={0,2}$/.test(text)) return null;
  try {
    return new URL(atob(text));
  } catch {
    return null;
  }
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** An answer without the credentials that it was asked with, if a bridge should say them again. */
export function withoutCredentials(text: string, authorization: string): string {
  const basic = authorization.replace('Basic ', '');
  const plain = new TextDecoder().decode(Uint8Array.from(atob(basic), (sign) => sign.charCodeAt(0)));
  const password = plain.slice(plain.indexOf(':') + 1);
  // Shorter ones are words, and would be found everywhere.
  return [basic, password]
    .filter(({ length }) => length >= 12)
    .reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}

/** An access address as a request needs it: what is asked, and the credentials as a header. Null for one without credentials. */
export function readAccess(secret: string): { base: URL; authorization: string } | null {
  const text = secret.trim();
  if (text.length > 4000 || !URL.canParse(text)) return null;
  const base = new URL(text);
  const { username, password } = base;
  const plain = decoded(`${username}:${password}`);
  if (!username || !password || plain === null) return null;
  base.username = base.password = base.hash = base.search = '';
  const bytes = new TextEncoder().encode(plain);
  return { base, authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` };
}

const seconds = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 1000;

/** What is asked of the days of a span: the end is the first moment that does not belong to it. */
export function accountsAddress(base: URL, span: Span | null): URL {
  const url = new URL(`${base.href.replace(/\/+$/, '')}/accounts`);
  url.searchParams.set('version', '2');
  url.searchParams.set('pending', '0');
  if (span) {
    url.searchParams.set('start-date', String(seconds(span.since)));
    url.searchParams.set('end-date', String(seconds(span.until) + 86_400));
  } else url.searchParams.set('balances-only', '1');
  return url;
}

/** What an answer's status says; null where it says nothing bad. */
export function failureOf(status: number): FailureCode | null {
  if (status >= 200 && status < 300) return null;
  const named: Record<number, FailureCode> = {
    401: 'reauthenticate',
    402: 'payment_required',
    403: 'reauthenticate',
    404: 'not_found',
    408: 'slow',
    410: 'not_found',
    429: 'too_many',
    504: 'slow',
  };
  return named[status] ?? (status >= 500 ? 'unreachable' : 'wrong_answer');
}

/** Four digits at the end of a name, where a sign says that they are the end of an account's number. */
const NUMBER = /(?:\(|[*xX•·…#]|\.{2}|\bending(?: in)?\s|[-–]\s|\s)\s*(\d{4})\s*\)?$/;

/** A name without the number at its end, and that number, which an id may say, too. */
function nameAndNumber(said: string, id: string): { name: string; last_four: string | null } {
  const found = NUMBER.exec(said);
  const last_four = found?.[1] ?? /[*xX•…]+(\d{4})$/.exec(id)?.[1] ?? null;
  const name = said.slice(0, found?.index).replace(found ? /[\s(*•·….#–-]*(\b[xX]+)?$/ : '', '');
  return { name: name || said, last_four };
}

const KINDS: readonly (readonly [RegExp, string])[] = [
  [/mortgage|\bloan\b|line of credit/i, 'loan'],
  [/credit card|\bcard\b|visa|mastercard|amex/i, 'credit card'],
  [/saving/i, 'savings'],
  [/check|chequ|operating|current/i, 'checking'],
];
const kindOf = (name: string): string | null => KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** The host of an address, as a name for an institution. */
const hostIn = (url: unknown): string | null =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : null;

/** Institutions by connection (version 2 of the protocol), or of the account itself (version 1). */
function institutionOf(account: Json, connections: readonly Json[]): string | null {
  const org = objectsIn([account['org']])[0];
  if (org) return textOrNull(org['name'], 100) ?? textOrNull(org['domain'], 100);
  const connection = connections.find(({ conn_id }) => conn_id != null && conn_id === account['conn_id']);
  if (!connection) return null;
  const { org_name, name, org_url } = connection;
  return textOrNull(org_name, 100) ?? textOrNull(name, 100) ?? hostIn(org_url);
}

/** An id, as it is but for what no database takes: NUL and half signs. */
const idOf = (value: unknown): string =>
  typeof value === 'string'
    ? value.replace(/[\0\p{Cs}]/gu, '').trim()
    : typeof value === 'number'
      ? String(value)
      : '';

/** Accounts of an answer: those with an id and a currency. Points and miles have an address for a currency and are no money. */
function accountsIn(answer: Json): Json[] {
  return objectsIn(answer['accounts']).filter(
    ({ id, currency }) => idOf(id) !== '' && /^[A-Za-z]{3}$/.test(cleanText(currency, 10)),
  );
}

/** An id that two accounts of an answer have says too little of either. */
function hasTwins(accounts: readonly Json[]): boolean {
  return new Set(accounts.map(({ id }) => idOf(id))).size < accounts.length;
}

/** The accounts that an answer offers; null where it is no answer of this protocol. */
export function offeredAccounts(answer: Json): OfferedAccount[] | null {
  const accounts = accountsIn(answer);
  if (!Array.isArray(answer['accounts']) || hasTwins(accounts)) return null;
  const connections = objectsIn(answer['connections']);
  return accounts.map((account) => {
    const said = cleanText(account['name'], 100);
    return {
      provider_account_id: idOf(account['id']),
      ...nameAndNumber(said, idOf(account['id'])),
      institution: institutionOf(account, connections),
      kind: kindOf(said),
      currency: cleanText(account['currency'], 10).toUpperCase(),
      balance: textOrNull(account['balance'], 40),
      balance_on: dayOfSeconds(account['balance-date']),
    };
  });
}

/** The id of a line; of one that is too long to be kept, what tells it from others. */
function lineIdOf(value: unknown): string {
  const id = idOf(value);
  return id.length > 300 ? createHash('sha256').update(id).digest('hex') : id;
}

/** A booked line; null for one that is pending. What it lacks is judged where lines are kept. */
function lineOf(transaction: Json): Line | null {
  const { id, posted, amount, description, memo, payee, pending } = transaction;
  const booked_on = dayOfSeconds(posted);
  if (pending === true || booked_on === null) return null;
  const [text, more] = [cleanText(description, 1500), cleanText(memo, 400)];
  return {
    id: lineIdOf(id),
    booked_on,
    value_on: null,
    amount: cleanText(amount, 40),
    // Some banks put the reference there, and only there.
    text: more && !text.includes(more) ? `${text} ${more}`.trim() : text,
    counterparty: textOrNull(payee, 300),
    reference: null,
  };
}

/** What came of these accounts; null where it is no answer of this protocol. */
export function broughtAccounts(answer: Json, accountIds: readonly string[]): BroughtAccount[] | null {
  const accounts = accountsIn(answer);
  if (!Array.isArray(answer['accounts']) || hasTwins(accounts)) return null;
  return accounts
    .filter(({ id }) => accountIds.includes(idOf(id)))
    .map((account) => ({
      provider_account_id: idOf(account['id']),
      currency: cleanText(account['currency'], 10).toUpperCase(),
      balance: textOrNull(account['balance'], 40),
      balance_on: dayOfSeconds(account['balance-date']),
      lines: objectsIn(account['transactions']).flatMap((transaction) => lineOf(transaction) ?? []),
    }));
}

/** Whether an error of the list is about these accounts: it names one of them, or its connection, or nothing in particular. */
function concerns(error: Json, answer: Json, accountIds: readonly string[]): boolean {
  const { account_id, conn_id } = error;
  if (account_id != null) return accountIds.includes(idOf(account_id));
  if (conn_id == null) return true;
  return objectsIn(answer['accounts']).some(
    (account) => account['conn_id'] === conn_id && accountIds.includes(idOf(account['id'])),
  );
}

/** The words of an answer about these accounts (all of them: null), those of version 2 before those of version 1. */
export function wordsIn(answer: Json, accountIds: readonly string[] | null): string[] {
  const { errors, errlist } = answer;
  const listed = objectsIn(errlist)
    .filter((error) => accountIds === null || concerns(error, answer, accountIds))
    .map(({ msg, message }) => cleanText(msg ?? message, 500));
  const plain = Array.isArray(errors) ? errors.map((error) => cleanText(error, 500)) : [];
  const words = Array.isArray(errlist) ? listed : plain;
  return [...new Set(words.filter(Boolean))].slice(0, 20);
}
