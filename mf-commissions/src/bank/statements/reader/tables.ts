import type { Row } from '../../files/csv/rows';
import { isHeadRow } from './words';

/** Rows with the same columns: those below one head, and below its repetitions on other pages. */
export interface Table {
  head: readonly string[];
  rows: Row[];
}

const headKey = (cells: readonly string[]): string =>
  cells.map((cell) => cell.trim().toLowerCase()).join('\u001f');

/**
 * Parts the rows by what looks like a head. Where none does, all of them are one table.
 * @returns the tables, and the rows that are heads
 */
export function tablesOf(
  rows: readonly Row[],
  hasAmount: (row: Row) => boolean,
): { tables: Table[]; heads: Row[] } {
  const byHead = new Map<string, Table>();
  const heads: Row[] = [];
  let current: Table = { head: [], rows: [] };
  byHead.set('', current);
  for (const row of rows) {
    if (hasAmount(row) || !isHeadRow(row.cells)) {
      current.rows.push(row);
      continue;
    }
    heads.push(row);
    const key = headKey(row.cells);
    const known = byHead.get(key);
    current = known ?? { head: row.cells, rows: [] };
    if (!known) byHead.set(key, current);
  }
  const tables = [...byHead.values()].filter((table) => table.rows.some(hasAmount));
  return { tables, heads };
}
