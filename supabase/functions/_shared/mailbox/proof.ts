import type { HeaderField } from './letter.ts';

/** What this installation believes of the service that hands mails over. */
export interface Trust {
  /** The names under which it writes its results (`authserv-id`); what stands under another name is anybody's word. */
  servers: readonly string[];
  /** Whether the fields of its forms are its own word: some services post headers of the mail as fields, too. */
  forms: boolean;
  /** Whether a mail of which it says nothing is from whom it names. */
  always: boolean;
}

/** A result that stands in no header. */
export interface Found {
  method: 'spf' | 'dkim' | 'dmarc';
  result: string;
  /** Whom it is about; empty where that is not said. */
  domain: string;
}

/** The word for the fields of forms in `INBOUND_MAIL_RESULTS_BY`. */
const FORMS = 'form-fields';

/**
 * What the environment says: `INBOUND_MAIL_RESULTS_BY`, names with commas between, `form-fields` among them; `INBOUND_MAIL_TRUSTED` is
 * `always` or nothing.
 */
export function trustOf(resultsBy = '', trusted = ''): Trust {
  const names = resultsBy
    .toLowerCase()
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  return {
    servers: names.filter((name) => name !== FORMS),
    forms: names.includes(FORMS),
    always: trusted.trim().toLowerCase() === 'always',
  };
}

/** A text without what stands in quotes; a quote that nobody ends stays. Looked at once from end to end: a stranger wrote it. */
function withoutQuotes(text: string): string {
  let plain = '';
  for (let at = 0; ;) {
    const open = text.indexOf('"', at);
    let close = open + 1;
    if (open >= 0) while (close < text.length && text[close] !== '"') close += text[close] === '\\' ? 2 : 1;
    if (open < 0 || close >= text.length) return plain + text.slice(at);
    plain += text.slice(at, open);
    at = close + 1;
  }
}

/**
 * What a header of results says, part by part, without what a sender may have written into it: comments and quoted texts. Null where
 * it cannot be told what is whose.
 */
function partsIn(results: string): string[] | null {
  let [plain, depth] = ['', 0];
  for (const sign of withoutQuotes(results)) {
    if (sign === '(') depth += 1;
    if (depth === 0) plain += sign;
    if (sign === ')') depth -= 1;
    if (depth < 0) return null;
  }
  return depth > 0 || plain.includes('"') ? null : plain.split(';').map((check) => check.trim());
}

/** A domain as DNS has it; empty for what is none. An address counts by its domain. */
export function domainOf(text: string): string {
  const domain = text.trim().toLowerCase().replace(/^.*@/, '').replace(/\.$/, '');
  return /^([a-z0-9_]([a-z0-9_-]*[a-z0-9])?\.)+[a-z0-9-]+$/.test(domain) ? domain : '';
}

/** Whether one of two domains is the other, or above it. Two below a third are not: it may be a host where anybody has one. */
function isAligned(one: string, other: string): boolean {
  if (one === '' || other === '') return false;
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Where each check says whom it is about, the first one first. What a server greets with (`smtp.helo`) is nobody's name. */
const ABOUT = {
  spf: ['smtp.mailfrom'],
  dkim: ['header.d', 'header.i'],
  dmarc: ['header.from'],
} as const;

/** A check as a result; null for another one. Each begins with its name: what follows, as an address, is the sender's word. */
function checkIn(check: string): Found | null {
  const [, named] = /^(spf|dkim|dmarc)\b/.exec(check) ?? [];
  if (!named) return null;
  const method = named as Found['method'];
  // What cannot be read is no pass, and of DMARC no silence.
  const [, result = 'unknown'] = /^[a-z]+(?:\/1)?\s*=\s*([a-z]+)(?:\s|$)/.exec(check) ?? [];
  const properties = new Map<string, string>();
  for (const [, name = '', value = ''] of check.matchAll(/\s([a-z]+\.[a-z]+)\s*=\s*(\S+)/g))
    // Said twice, one of them is the sender's.
    properties.set(name, properties.has(name) ? '' : value);
  const about = ABOUT[method].find((name) => properties.has(name));
  // A result about something that is no domain is about nobody, never about whom the mail names.
  return { method, result, domain: about ? domainOf(properties.get(about) ?? '') || '?' : '' };
}

/** The name under which a header stands (`mx.vendor.test 1`). */
const serverOf = (parts: readonly string[]): string => parts[0]?.split(/\s/)[0] ?? '';

/**
 * What the service's own headers say; null where one of them cannot be taken apart. A pass counts from the topmost that speaks of its check:
 * headers stack upwards, so what a sender wrote under the service's name stands below.
 */
function inHeaders(headers: readonly HeaderField[], { servers, always }: Trust): Found[] | null {
  const found: Found[] = [];
  const spoken = new Set<Found['method']>();
  for (const { name, value } of headers) {
    if (name.toLowerCase() !== 'authentication-results') continue;
    const small = value.toLowerCase();
    const parts = partsIn(small);
    // Where nobody said which are its own, and all is believed that says nothing, any of them may speak against the mail.
    const isOwn =
      servers.length > 0
        ? servers.includes(serverOf(parts ?? [small.trim().split(/[\s;]/)[0] ?? '']))
        : always;
    if (!isOwn) continue;
    if (!parts) return null;
    const here = parts.slice(1).flatMap((part) => checkIn(part) ?? []);
    found.push(...here.filter(({ method, result }) => result !== 'pass' || !spoken.has(method)));
    for (const { method } of here) spoken.add(method);
  }
  return found;
}

const QUOTED = /"(?:[^"\\]|\\.)*"/;
const ADDRESS = /[^\s<>()[\],;:\\"@]+@[^\s<>()[\],;:\\"@]+/;
const PLAIN_FROM = new RegExp(
  `^(?:(?:${QUOTED.source}|[^<>()[\\],;:\\\\"@])*<${ADDRESS.source}>|\\s*${ADDRESS.source})\\s*$`,
);

/** Whether the mail names one sender, in a way that nobody can read as another. */
function isPlain(headers: readonly HeaderField[]): boolean {
  const from = headers.filter(({ name }) => name.toLowerCase() === 'from');
  return from.length === 1 && PLAIN_FROM.test(from[0]?.value ?? '');
}

const FAILED = /^(soft|hard|perm)?(fail|error)$/;

/**
 * Whether a mail is from whom it names, as the service that received it found: DMARC passed, or SPF or DKIM passed for the sender's domain,
 * one above or one below it. DMARC, which looks at the name that people see, overrules the two. Where nothing is found nothing is proven,
 * unless the installation always trusts the service.
 */
export function isProven(
  {
    headers,
    sender,
    found = [],
  }: { headers: readonly HeaderField[]; sender: string; found?: readonly Found[] },
  trust: Trust,
): boolean {
  if (headers.filter(({ name }) => name.toLowerCase() === 'from').length > 1) return false;
  const own = inHeaders(headers, trust);
  if (!own) return false;
  // Where the form says what was found, a header of the mail proves nothing: it speaks against it alone.
  const isTold = trust.forms && found.length > 0;
  const all = isTold ? [...own.filter(({ result }) => result !== 'pass'), ...found] : own;
  const from = domainOf(sender);
  const of = (method: Found['method']) => all.filter((each) => each.method === method);
  if (of('dmarc').some(({ result }) => result !== 'pass' && result !== 'none')) return false;
  const passed = (each: Found) => each.result === 'pass' && isAligned(each.domain, from);
  // DMARC is about the sender, also where that is not said again.
  const dmarc = of('dmarc').some(
    (each) => each.result === 'pass' && (each.domain === '' ? isPlain(headers) : passed(each)),
  );
  // A mail comes from one server: what is said of it twice, and not alike, is not known.
  const spf = of('spf').length > 0 && of('spf').every(passed);
  const isFound = dmarc || spf || of('dkim').some(passed);
  if (!trust.always) return isFound;
  return isFound || !all.some(({ method, result }) => method !== 'dmarc' && FAILED.test(result));
}
