import { LIMITS } from '@paperplane/shared/domain';
import type { Notation } from './types';

/** An amount in cents, or what is wrong with it. */
export type ReadAmount = { ok: true; cents: number } | { ok: false; why: string };

const no = (why: string): ReadAmount => ({ ok: false, why });
const MOST = Math.round(LIMITS.amountMax * 100);

const SYMBOL = /(?:US|C|CA|A|AU|NZ)?\$|[€£¥]/;
const CODE = /^[A-Z]{3}(?=[\s\d(+-])|(?<=[\s\d)+-])[A-Z]{3}$/;
const WORD_BEHIND = /\s?(-|\+|CR|DR|C|D|H|S)$/i;

/** Takes off the currency, and one sign: in front, behind, as a word, or brackets. Two signs are none. */
function unwrap(text: string): { digits: string; negative: boolean; signed: boolean } | null {
  const amount = text
    .replace(/[\u2212\u2013]/g, '-')
    .replace(SYMBOL, '')
    .replace(/\s+/g, ' ')
    .trim()
    .replace(CODE, '')
    .trim();
  const [, inside] = /^\((.*)\)$/.exec(amount) ?? [];
  const [, before] = /^([+-])/.exec(amount) ?? [];
  const [, behind] = WORD_BEHIND.exec(amount) ?? [];
  if (inside !== undefined) return { digits: inside.trim(), negative: true, signed: true };
  if (before && behind) return null;
  const negative = before === '-' || /^(-|DR|D|S)$/i.test(behind ?? '');
  return {
    digits: amount.replace(/^[+-]/, '').replace(WORD_BEHIND, '').trim(),
    negative,
    signed: before !== undefined || behind !== undefined,
  };
}

/** Whether an amount says by itself which way the money went: `-5.00`, `+5.00`, `(5.00)`, `5.00 DR`. */
export const hasSign = (text: string): boolean => unwrap(text)?.signed ?? false;

/**
 * Reads an amount exactly, as banks write it: `1,234.56`, `1.234,56`, `1 234,56`, `1'234.56`, `(1,234.56)`, `1234.56-`, `$1,234.56 CR`.
 * @param decimal the sign before the decimals
 * @returns cents, negative for money out; what does not follow the notation is refused, never guessed
 */
export function readAmount(text: string, decimal: '.' | ','): ReadAmount {
  if (/^\s*[=@]/.test(text)) return no('This is a formula, not an amount.');
  const found = unwrap(text);
  if (!found || !/\d/.test(found.digits)) return no('This is not an amount.');
  const thousands = decimal === '.' ? ",|'|’| " : "\\.|'|’| ";
  const shape = new RegExp(`^(?:\\d+|\\d{1,3}(${thousands})\\d{3}(?:\\1\\d{3})*|)(?:[${decimal}](\\d*))?$`);
  const match = shape.exec(found.digits);
  if (!match) {
    const other = decimal === '.' ? ',' : '.';
    return no(
      found.digits.includes(other)
        ? `This amount is not written with “${decimal}” before its decimals.`
        : 'This is not an amount.',
    );
  }
  const [whole = ''] = found.digits.split(decimal);
  const decimals = (match[2] ?? '').replace(/0+$/, '');
  if (decimals.length > 2) return no('This amount has more than two decimals.');
  const cents = Number(`${whole.replace(/\D/g, '') || '0'}${decimals.padEnd(2, '0')}`);
  if (cents > MOST) return no('This amount is too large.');
  return { ok: true, cents: found.negative && cents > 0 ? -cents : cents };
}

/** Cents as a decimal text: `-1234.50`. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The cents of a decimal text that `centsText` wrote. */
export const textCents = (text: string): number => Number(text.replace('.', ''));

/**
 * Which sign stands before the decimals, as far as the amounts prove it.
 * @returns null where every amount could be read both ways (`1,234`: a thousand or one and a bit); a point where no amount has a separator
 */
export function provenDecimal(amounts: readonly string[]): Notation['decimal'] {
  let open = false;
  for (const amount of amounts) {
    const digits = unwrap(amount)?.digits ?? '';
    const marks = digits.replace(/[^.,]/g, '');
    const last = marks.at(-1);
    if (last !== '.' && last !== ',') continue;
    const behind = digits.length - digits.lastIndexOf(last) - 1;
    if (new Set(marks).size === 2) return last;
    // Twice the same separates thousands; so it is not the decimals'.
    if (marks.length > 1) return last === '.' ? ',' : '.';
    if (behind !== 3 || /^0?[.,]/.test(digits)) return last;
    open = true;
  }
  return open ? null : '.';
}
