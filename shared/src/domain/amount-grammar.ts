/** The sign before the decimals of a number. */
export type DecimalSign = '.' | ',';

/** How a number was read: exactly, in whole hundredths, or why not. */
export type ReadNumber =
  | { ok: true; hundredths: number }
  | { ok: false; problem: 'notANumber' | 'otherSign' | 'tooManyDecimals' };

/** A number taken out of its text. */
export interface BareNumber {
  /** Digits and separators, as they were written. */
  digits: string;
  negative: boolean;
  /** Whether a plus or minus stood there. */
  signed: boolean;
  /** What stood before and behind it: the sign or code of a currency, a percent sign, a word. */
  marks: readonly string[];
}

/** Any blank as a space (a hard one separates thousands too), any minus as `-`, any apostrophe as `'`. */
export const plainText = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/[\u2212\u2012-\u2014\uFE63\uFF0D]/g, '-')
    .replace(/[\u2019\u02BC\u00B4`]/g, "'")
    .trim();

/**
 * Takes a number out of its text: one sign and one mark before or behind it, in any order (`-$5`, `$-5`, `5 €-`).
 * A full stop behind letters is theirs: `Fr.5`. Null where no number stands there, or more than one sign.
 */
export function bareNumber(text: string): BareNumber | null {
  const [, before = '', digits, behind = ''] =
    /^((?:[^\d.,]|(?<=\p{L})[.,]|[.,](?!\d))*)((?:[.,](?=\d))?\d(?:[\d., ']*[\d.,])?)(\D*)$/u.exec(
      plainText(text),
    ) ?? [];
  if (digits === undefined) return null;
  const signs = `${before}${behind}`.replace(/[^+-]/g, '');
  if (signs.length > 1) return null;
  const marks = [before, behind].map((part) => part.replace(/[+-]/, '').trim()).filter(Boolean);
  return { digits, negative: signs === '-', signed: signs !== '', marks };
}

/**
 * Which sign stands before the decimals, as the digits themselves prove it: of two separators the last, of equal ones none of them, of one the
 * one that cannot separate thousands.
 * @returns null where both readings are possible (`1,234`), `undefined` where no point or comma is
 */
export function provenSign(digits: string): DecimalSign | null | undefined {
  const marks = digits.replace(/[^.,]/g, '');
  const last = marks.at(-1);
  if (last !== '.' && last !== ',') return undefined;
  if (new Set(marks).size === 2) return last;
  // Twice the same separates thousands; so it is not the decimals'.
  if (marks.length > 1) return last === '.' ? ',' : '.';
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits) ? null : last;
}

/**
 * Which sign stands before the decimals of all amounts of a file, as far as most of them prove it.
 * @param amounts digits and separators of each, as `bareNumber` finds them
 * @returns null where every amount could be read both ways (`1,234`: a thousand or one and a bit); a point where no amount has a separator
 */
export function provenDecimal(amounts: readonly string[]): DecimalSign | null {
  const proven = amounts.map(provenSign);
  const count = (sign: DecimalSign) => proven.filter((each) => each === sign).length;
  const [points, commas] = [count('.'), count(',')];
  if (points + commas > 0) return points >= commas ? '.' : ',';
  return proven.includes(null) ? null : '.';
}

const SHAPES = {
  '.': /^(\d+|[1-9]\d{0,2}([,' ])\d{3}(?:\2\d{3})*|)(?:\.(\d*))?$/,
  ',': /^(\d+|[1-9]\d{0,2}([.' ])\d{3}(?:\2\d{3})*|)(?:,(\d*))?$/,
} as const;

/**
 * Reads bare digits in a notation, exactly: `1,234.56`, `1.234,56`, `1 234,56`, `1'234.56`. What does not follow it is refused, never guessed.
 * @param trailing `true` where zeros after the second decimal count for nothing, as banks write them
 */
export function readDigits(digits: string, decimal: DecimalSign, trailing = false): ReadNumber {
  const match = SHAPES[decimal].exec(digits);
  if (!match || !/\d/.test(digits)) {
    const other = decimal === '.' ? ',' : '.';
    return { ok: false, problem: digits.includes(other) ? 'otherSign' : 'notANumber' };
  }
  const written = match[3] ?? '';
  const decimals = trailing ? written.replace(/0+$/, '') : written;
  if (decimals.length > 2) return { ok: false, problem: 'tooManyDecimals' };
  const whole = (match[1] ?? '').replace(/\D/g, '');
  return { ok: true, hundredths: Number(`${whole || '0'}${decimals.padEnd(2, '0')}`) };
}
