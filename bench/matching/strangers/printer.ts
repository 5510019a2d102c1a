import type { Agency } from './remit';
import type { Line, StrangersMonth } from './types';

/** A bank's own way with texts and files. */
export interface Printer {
  /** The text of a line as the bank has it; made once, running numbers are in it. */
  print(line: Line): string;
  /** Whether its files begin with the newest line. */
  newestFirst: boolean;
  file(
    rows: { line: Line; text: string }[],
    month: { first: number; last: number; opening: number },
  ): StrangersMonth['file'];
}

export type { Agency };

/** Cents with a point, as 1234.50, or with thousands as 1,234.50. */
export function money(cents: number, thousands = false): string {
  const [whole = '', rest = ''] = (Math.abs(cents) / 100).toFixed(2).split('.');
  const grouped = thousands ? whole.replace(/\B(?=(\d{3})+$)/g, ',') : whole;
  return `${cents < 0 ? '-' : ''}${grouped}.${rest}`;
}

/** A CSV cell, quoted where it must be or always. */
export const cell = (text: string, always = false): string =>
  always || /[",\n;]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;

/** A field of a fixed width: cut and filled. */
export const fixed = (text: string, width: number): string => text.slice(0, width).padEnd(width);
