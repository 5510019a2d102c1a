import { LIMITS, toCsv } from '@paperplane/shared/domain';
import Papa from 'papaparse';
import { decode } from '../rules/decode';
import type { ImportKind } from '../rules/fields';
import type { Mapping } from '../rules/mapping';
import { readRow, type RowError } from '../rules/read-row';

/** A file that was read. */
export interface OpenedFile {
  name: string;
  /** SHA-256 of its content, hex. */
  hash: string;
  headers: string[];
  rowCount: number;
  /** The first rows, for a look at what the columns hold; longer than what is shown, so that dates can be guessed. */
  samples: string[][];
}

/** What a mapping makes of the rows. */
export interface Checked {
  good: number;
  bad: number;
  /** The first of them. */
  errors: RowError[];
}

/** Rows to send, and where the next ones begin: null at the end. */
export interface Portion {
  rows: Record<string, unknown>[];
  /** Index behind the last row that was looked at. */
  next: number | null;
  /** Rows among them that are wrong. */
  refused: number;
}

export const MAX_FILE_BYTES = 25_000_000;
const SAMPLES = 200;
const ERRORS_SHOWN = 100;

/** Refusals to read a file, for people. */
class FileProblem extends Error {}
const count = LIMITS.importRows.toLocaleString('en-US');

const hex = (bytes: ArrayBuffer): string =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Reads one file, checks its rows and hands them out in portions. Lives in a worker; nothing in here touches the page. */
export class ImportEngine {
  private headers: string[] = [];
  private rows: string[][] = [];

  /** @throws Error with a message for people when this is no file to import */
  async open(file: File): Promise<OpenedFile> {
    if (file.size > MAX_FILE_BYTES)
      throw new FileProblem('The file is larger than 25 MB. Split it into several files.');
    const bytes = await file.arrayBuffer();
    const { data } = Papa.parse<string[]>(decode(bytes), { skipEmptyLines: 'greedy' });
    const [head, ...rows] = data;
    if (!head || rows.length === 0)
      throw new FileProblem('The file has no rows under its first line, which names the columns.');
    if (data.some((row) => row.some((text) => text.includes('\0'))))
      throw new FileProblem('This is not a CSV file. Save the spreadsheet as CSV first.');
    if (head.length > 200) throw new FileProblem('The file has more than 200 columns.');
    if (rows.length > LIMITS.importRows)
      throw new FileProblem(
        `The file has ${rows.length.toLocaleString('en-US')} rows. Import at most ${count} at a time.`,
      );
    this.headers = head.map((text, index) => text.trim().slice(0, 90) || `Column ${index + 1}`);
    this.rows = rows;
    return {
      name: file.name.slice(0, 255),
      hash: hex(await crypto.subtle.digest('SHA-256', bytes)),
      headers: this.headers,
      rowCount: rows.length,
      samples: rows.slice(0, SAMPLES),
    };
  }

  /** Reads every row as the mapping says. */
  check(kind: ImportKind, mapping: Mapping): Checked {
    let bad = 0;
    const errors: RowError[] = [];
    this.rows.forEach((cells, index) => {
      const read = readRow(kind, cells, mapping, index + 1);
      if (read.ok) return;
      bad += 1;
      if (errors.length < ERRORS_SHOWN) errors.push(...read.errors);
    });
    return { good: this.rows.length - bad, bad, errors };
  }

  /** The next good rows from an index on, at most `size`. */
  portion(kind: ImportKind, mapping: Mapping, from: number, size: number): Portion {
    const rows: Record<string, unknown>[] = [];
    let refused = 0;
    let index = from;
    for (; index < this.rows.length && rows.length < size; index += 1) {
      const read = readRow(kind, this.rows[index] ?? [], mapping, index + 1);
      if (read.ok) rows.push(read.row);
      else refused += 1;
    }
    return { rows, refused, next: index < this.rows.length ? index : null };
  }

  /** The rows that are wrong by the mapping, and those the database refused, as a file: what is wrong, then the row as it was. */
  badRows(kind: ImportKind, mapping: Mapping, refused: readonly RowError[], until: number): string {
    const reasons = new Map<number, string[]>();
    const add = ({ row, field, message }: RowError) =>
      reasons.set(row, [...(reasons.get(row) ?? []), field ? `${field}: ${message}` : message]);
    this.rows.slice(0, until).forEach((cells, index) => {
      const read = readRow(kind, cells, mapping, index + 1);
      if (!read.ok) read.errors.forEach(add);
    });
    refused.forEach(add);
    return this.table([...reasons].map(([row, words]) => ({ row, problem: words.join(' ') })));
  }

  /** Rows of the file with a word about each, as a file. */
  table(chosen: readonly { row: number; problem: string }[]): string {
    return toCsv(
      ['Row', 'Problem', ...this.headers],
      [...chosen]
        .sort((a, b) => a.row - b.row)
        .map(({ row, problem }) => [
          row,
          problem,
          ...this.headers.map((_header, index) => this.rows[row - 1]?.[index] ?? ''),
        ]),
    );
  }
}
