/** A reference as it is compared: letters and digits. */
const keyOf = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
/** The number in a reference, without zeros before it; empty when it is short. */
const numberOf = (text: string): string => {
  const [digits = ''] = /\d{4,}/.exec(text) ?? [];
  return digits.replace(/^0+/, '');
};
/** `-01`: one of the bookings of a reference, or a version of it. */
const TAIL = /[-/.]\d{1,2}$/;

/** Whether a cell names one of the references that are known: as they are written, with a tail, with zeros before it, or by its number. */
export function knownIn(references: readonly string[]): (cell: string) => boolean {
  const keys = new Set(references.map(keyOf).filter((key) => key.length >= 3));
  const numbers = new Set(references.map(numberOf).filter((number) => number.length >= 4));
  return (cell) => {
    const text = cell.trim();
    if (text === '' || text.length > 60 || keys.size === 0) return false;
    const number = numberOf(text);
    return (
      keys.has(keyOf(text)) ||
      keys.has(keyOf(text.replace(TAIL, ''))) ||
      (number !== '' && numbers.has(number))
    );
  };
}

/** Whether a cell looks like a reference: one word or two, with a digit, and no amount with decimals. */
export const looksLikeReference = (cell: string): boolean => {
  const text = cell.trim();
  return (
    text.length <= 40 &&
    keyOf(text).length >= 3 &&
    /\d/.test(text) &&
    text.split(/\s+/).length <= 2 &&
    !/[$€£%]|\d[.,]\d{2}\s?(cr|dr|-)?$/i.test(text) &&
    /^[\p{L}\d][\p{L}\d\-/._# ]*$/u.test(text)
  );
};
