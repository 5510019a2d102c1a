import {
  bareNumber,
  currencyOfMark,
  LIMITS,
  moneyProblem,
  plainText,
  provenDecimal,
  readDigits,
  toCents,
  type BareNumber,
  type DecimalSign,
} from '@paperplane/shared/domain';
import type { Notation } from './types';

/** An amount in cents, or what is wrong with it. */
export type ReadAmount = { ok: true; cents: number } | { ok: false; why: string };

const no = (why: string): ReadAmount => ({ ok: false, why });
const MOST = toCents(LIMITS.amountMax);

/** Without the first bracket and the last that closes one: by a pattern that takes as long as the square of what a stranger wrote. */
function withoutBrackets(text: string): string {
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  return open < 0 || close < open
    ? text
    : text.slice(0, open) + text.slice(open + 1, close) + text.slice(close + 1);
}

/** Takes an amount out of what banks write around it: brackets for money out, one sign or word, a currency. Two signs are none. */
function unwrap(text: string): BareNumber | null {
  const amount = plainText(text);
  const [, word] = /(?:[\d)€£¥$]|[\s\d][A-Z]{3}\s)\s?(CR|DR|C|D|H|S)$/i.exec(amount) ?? [];
  const said = word ? amount.slice(0, -word.length).trim() : amount;
  const inside = withoutBrackets(said);
  const found = bareNumber(inside);
  if (!found || !found.marks.every(isOfMoney)) return null;
  const others = [word !== undefined, inside !== said, found.signed].filter(Boolean).length;
  if (others > 1) return null;
  const negative = found.negative || inside !== said || /^[DS]/i.test(word ?? '');
  return { ...found, negative, signed: others === 1 };
}

/** A currency, whosever: whether it may stand there is asked when the amount is read. */
const isOfMoney = (mark: string): boolean =>
  /^[A-Z]{3}$/.test(mark) || currencyOfMark(mark, 'USD') !== 'none';

/** Whether an amount says by itself which way the money went: `-5.00`, `+5.00`, `(5.00)`, `5.00 DR`. */
export const hasSign = (text: string): boolean => unwrap(text)?.signed ?? false;

/**
 * Reads an amount exactly, as banks write it: `1,234.56`, `1.234,56`, `1 234,56`, `1'234.56`, `(1,234.56)`, `1234.56-`, `$1,234.56 CR`.
 * @param decimal the sign before the decimals
 * @param currency the agency's: the sign or code of another one beside the amount is refused; without it any is taken off
 * @returns cents, negative for money out; what does not follow the notation is refused, never guessed
 */
export function readAmount(text: string, decimal: DecimalSign, currency?: string): ReadAmount {
  if (/^\s*[=@]/.test(text)) return no('This is a formula, not an amount.');
  const found = unwrap(text);
  if (!found) return no('This is not an amount.');
  if (currency && found.marks.some((mark) => currencyOfMark(mark, currency) !== 'own'))
    return no(moneyProblem('moneyOtherCurrency', currency));
  const read = readDigits(found.digits, decimal, true);
  if (read.ok) {
    if (read.hundredths > MOST) return no('This amount is too large.');
    return { ok: true, cents: found.negative && read.hundredths > 0 ? -read.hundredths : read.hundredths };
  }
  if (read.problem === 'tooManyDecimals') return no('This amount has more than two decimals.');
  return no(
    read.problem === 'otherSign'
      ? `This amount is not written with “${decimal}” before its decimals.`
      : 'This is not an amount.',
  );
}

/** Cents as a decimal text: `-1234.50`. */
export function centsText(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** The cents of a decimal text that `centsText` wrote. */
export const textCents = (text: string): number => Number(text.replace('.', ''));

/** Which sign stands before the decimals, as far as the amounts prove it (`provenDecimal`). */
export const decimalIn = (amounts: readonly string[]): Notation['decimal'] =>
  provenDecimal(amounts.map((amount) => unwrap(amount)?.digits ?? ''));
