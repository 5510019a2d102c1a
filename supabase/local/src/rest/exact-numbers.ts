import crypto from 'node:crypto';

/**
 * Numbers which JavaScript cannot hold exactly (bigint above 2^53, numeric of more than 15 digits) pass through the REST
 * library as texts that begin with a mark. No client can know it: it is new in every process and taken off again.
 */
const MARK = `exact${crypto.randomBytes(12).toString('hex')}`;
const NUMBER = `${MARK}n:`;
const TEXT = `${MARK}t:`;

const NUMERIC = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;
/** Fifteen significant digits survive in every case. */
const SAFE_DIGITS = 15;
const LONG = /[\d.]{16}/;
/** A string, with the colon behind it when it is a key, or a number. */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function isExact(text: string): boolean {
  const digits = text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= SAFE_DIGITS && Number.isFinite(Number(text));
}

/** How many marks this process has made. */
let made = 0;

function mark(kind: string, text: string): string {
  made += 1;
  return kind + text;
}

/** A value of `numeric` or `bigint` as the library may handle it. NaN and Infinity are texts, as PostgREST writes them. */
export function parseExact(text: string): number | string {
  if (!NUMERIC.test(text)) return text;
  return isExact(text) ? Number(text) : mark(NUMBER, text);
}

/** A floating-point value: it always fits, but NaN and Infinity are texts. */
export function parseFloating(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) ? value : text;
}

/** JSON in which the numbers that would lose digits are marked; with `texts`, so are texts that look like such numbers. */
export function markJson(json: string, { texts }: { texts: boolean }): string {
  if (!LONG.test(json)) return json;
  return json.replace(TOKEN, (token: string, string?: string, colon?: string) => {
    if (string === undefined) return isExact(token) ? token : `"${mark(NUMBER, token)}"`;
    const inner = string.slice(1, -1);
    const looksLikeOne = texts && colon === undefined && NUMERIC.test(inner) && !isExact(inner);
    return looksLikeOne ? `"${mark(TEXT, inner)}"` : token;
  });
}

/** JSON as it was before it was marked. */
export function unmarkJson(json: string): string {
  if (!json.includes(MARK)) return json;
  return json
    .replace(new RegExp(`"${NUMBER}([^"]*)"`, 'g'), '$1')
    .replaceAll(NUMBER, '')
    .replaceAll(TEXT, '');
}

/** A parameter of a statement without its mark; lists are looked through. */
export function unmarkParameter(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarkParameter);
  if (typeof value !== 'string' || !value.includes(MARK)) return value;
  if (value.startsWith(NUMBER)) return value.slice(NUMBER.length);
  return value.startsWith(TEXT) ? value.slice(TEXT.length) : unmarkJson(value);
}

/** Answers a request with its numbers exact: body and headers. What was made without a mark passes as it is. */
export async function answerExactly(answer: () => Promise<Response>): Promise<Response> {
  const before = made;
  const response = await answer();
  if (made === before || !response.body) return response;
  const headers = new Headers(response.headers);
  const location = headers.get('location');
  if (location) headers.set('location', location.replaceAll(NUMBER, ''));
  headers.delete('content-length');
  return new Response(unmarkJson(await response.text()), { status: response.status, headers });
}
