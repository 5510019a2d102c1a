import { neutralize, toCsv } from '@paperplane/shared/domain';
import writeExcelFile from 'write-excel-file/universal';

/** A column of a file. */
export interface FileColumn {
  label: string;
  kind: 'text' | 'date' | 'money' | 'count';
}
export type FileValue = string | number | null;

/** Sums have formats, never formulas; a text that begins like one is kept as a text with an apostrophe. */
const WIDTHS = { text: 24, date: 12, money: 14, count: 10 };

const cellOf = (value: FileValue, kind: FileColumn['kind']) => {
  if (value === null) return null;
  if (kind === 'money') return { value: Number(value), type: Number, format: '#,##0.00' };
  if (kind === 'count') return { value: Number(value), type: Number };
  if (kind === 'date') return { value: new Date(`${value}T00:00:00Z`), type: Date, format: 'yyyy-mm-dd' };
  return { value: neutralize(String(value)), type: String };
};

/** Makes files of tables that come in parts; behind messages in a worker, so that a page stays free. */
export class FileEngine {
  private columns: readonly FileColumn[] = [];
  private rows: FileValue[][] = [];

  /** Begins a table. */
  start(columns: readonly FileColumn[]): void {
    this.columns = columns;
    this.rows = [];
  }

  /** Adds rows, values in the order of the columns, days as `yyyy-mm-dd`. @returns how many there are now */
  add(rows: readonly FileValue[][]): number {
    for (const row of rows) this.rows.push(row);
    return this.rows.length;
  }

  /** The table as CSV. */
  csv(): Blob {
    return new Blob(
      [
        toCsv(
          this.columns.map(({ label }) => label),
          this.rows,
        ),
      ],
      { type: 'text/csv;charset=utf-8' },
    );
  }

  /** The table as a workbook: numbers as numbers, days as days. @param sheet its name, at most 31 letters */
  xlsx(sheet: string): Promise<Blob> {
    const head = this.columns.map(({ label }) => ({
      value: label,
      type: String,
      fontWeight: 'bold' as const,
    }));
    const data = this.rows.map((row) =>
      row.map((value, index) => cellOf(value, this.columns[index]?.kind ?? 'text')),
    );
    return writeExcelFile(
      [head, ...data] as never,
      {
        sheet: sheet.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31),
        stickyRowsCount: 1,
        columns: this.columns.map(({ kind }) => ({ width: WIDTHS[kind] })),
        // What a workbook calls midnight is no zone's.
        dateFormat: 'yyyy-mm-dd',
      } as never,
    ).toBlob();
  }
}
