import type { AddedSale } from './import-api';

/** Somebody who is made with sales, and how many rows are theirs. */
export interface NewName {
  /** The row that makes them. */
  row: number;
  name: string;
  rows: number;
}

/** Who is made with the sales of a file, those with the most rows first. Namesakes stay apart: each is made by a row of their own. */
export function newNames(adds: readonly AddedSale[], what: 'vendor' | 'customer'): NewName[] {
  const made = new Map<number, NewName>();
  for (const sale of adds) {
    const row = sale[`${what}Row`];
    if (row === null || row === undefined) continue;
    const known = made.get(row);
    made.set(row, { row, name: sale[what], rows: (known?.rows ?? 0) + 1 });
  }
  return [...made.values()].sort((a, b) => b.rows - a.rows || a.name.localeCompare(b.name) || a.row - b.row);
}
