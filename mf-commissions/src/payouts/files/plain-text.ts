import { fromCents } from '@paperplane/shared/domain';
import { NoPaymentFile } from './payment-types';

/** Letters that do not come apart into a plain one and an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ł: 'l',
  Ł: 'L',
  ı: 'i',
};

/**
 * A text in the letters that every bank reads (the Latin set of SEPA, all of it ASCII): accents go, what has no such letter becomes
 * a space, so that nothing in a name can end a field, a line or an element. At most `length` characters.
 */
export function plainText(text: string, length: number): string {
  return [...text.normalize('NFKD')]
    .map((letter) => LETTERS[letter] ?? letter)
    .join('')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9/\-?:().,'+ ]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, length)
    .trimEnd();
}

/** `1925.64` of 192564 cents. */
export const decimal = (cents: number): string => fromCents(cents).toFixed(2);

/**
 * The name of who pays, in plain letters.
 * @throws NoPaymentFile when it has none
 */
export function senderName(holderName: string, length: number): string {
  const name = plainText(holderName, length);
  if (!isName(name))
    throw new NoPaymentFile(
      'The name on the account that pays has no letters that the file can say. An owner writes it in Latin letters.',
    );
  return name;
}

/** A letter or a digit: what a name needs to be one. */
export const isName = (text: string): boolean => /[A-Za-z0-9]/.test(text);
