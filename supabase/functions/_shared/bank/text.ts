/** Half a sign counts too: no database takes one. */
const CONTROL = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\s]+/gu;
const CREDENTIALS = /\/\/[^/\s@]*@/g;

/** A text of a provider in one line, without control signs and without the credentials that an address may carry. */
export function cleanText(value: unknown, longest: number): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  const clean = text.replace(CONTROL, ' ').replace(CREDENTIALS, '//…@').trim().slice(0, longest);
  // Where it was cut within a sign, without the half that is left.
  return clean.replace(/\p{Cs}$/u, '').trim();
}

/** The same, null for an empty one. */
export const textOrNull = (value: unknown, longest: number): string | null =>
  cleanText(value, longest) || null;

/** The UTC day of seconds since 1970; null for none, and for what no calendar holds. */
export function dayOfSeconds(seconds: unknown): string | null {
  const number = Number(seconds);
  if (!Number.isFinite(number) || number <= 0 || number > 7_258_118_400) return null;
  return new Date(number * 1000).toISOString().slice(0, 10);
}

/** What looks like a day of the calendar at the beginning of a text. */
export const dayOf = (value: unknown): string | null =>
  (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0]) || null;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects of a list; nothing for what is no list. */
export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? (value as unknown[]).filter(isObject) : [];
