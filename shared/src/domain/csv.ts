/** A value of a table that becomes a file. */
export type CsvValue = string | number | boolean | Digits | null | undefined;

/** Digits of an account, which a spreadsheet is to take for no number: it would lose zeros in front, and digits after the fifteenth. */
export interface Digits {
  digits: string;
}

/**
 * A text that no spreadsheet takes for a formula: what starts like one gets an apostrophe in front, also behind blanks and in the wide
 * signs of East Asian keyboards. Plain numbers stay, a negative amount too; a phone number with a plus does not.
 */
export function neutralize(text: string): string {
  return /^(?:[\t\r\n]|[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠])/u.test(text) && !/^-?\d+(\.\d+)?$/.test(text)
    ? `'${text}`
    : text;
}

function cell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object')
    return /^(0\d+|\d{16,})$/.test(value.digits) ? `"=""${value.digits}"""` : cell(value.digits);
  if (typeof value !== 'string') return String(value);
  const text = neutralize(value);
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A table as CSV (RFC 4180) that Excel reads as UTF-8: with its mark, lines end with CR LF, dates and numbers stay as they are.
 * @param head names of the columns
 */
export function toCsv(head: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${[head, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** `agent_amount` -> `Agent amount`: the head of a column. */
export const columnHead = (name: string): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll('_', ' ');
