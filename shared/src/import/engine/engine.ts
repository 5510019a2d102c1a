import { LIMITS, toCsv } from '../../domain';
import Papa from 'papaparse';
import { decode, fileHash, FileProblem } from '../files';
import { isDay } from '../rules/field';
import { fieldOf, type ImportKind } from '../rules/fields';
import type { Mapping } from '../rules/mapping';
import { readCell } from '../rules/read-cell';
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

/** Rows to send, and where the next ones begin: null at the end. */
export interface Portion {
  rows: Record<string, unknown>[];
  /** Index behind the last row that was looked at. */
  next: number | null;
  /** What is wrong with the others among them. */
  errors: RowError[];
}

export const MAX_FILE_BYTES = 25_000_000;
const SAMPLES = 200;

const count = LIMITS.importRows.toLocaleString('en-US');

/** Reads one file, checks its rows and hands them out in portions. Lives in a worker; nothing in here touches the page. */
export class ImportEngine {
  private headers: string[] = [];
  private rows: string[][] = [];
  private money = { currency: '' };

  /**
   * @param currency the agency's, in which amounts are read
   * @throws Error with a message for people when this is no file to import
   */
  async open(file: File, currency: string): Promise<OpenedFile> {
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
    this.money = { currency };
    return {
      name: file.name.slice(0, 255),
      hash: await fileHash(bytes),
      headers: this.headers,
      rowCount: rows.length,
      samples: rows.slice(0, SAMPLES),
    };
  }

  /** The next good rows from an index on, at most `size`. */
  portion(kind: ImportKind, mapping: Mapping, from: number, size: number): Portion {
    const rows: Record<string, unknown>[] = [];
    const errors: RowError[] = [];
    let index = from;
    for (; index < this.rows.length && rows.length < size; index += 1) {
      const read = readRow(kind, this.rows[index] ?? [], mapping, index + 1, this.money);
      if (read.ok) rows.push(read.row);
      else errors.push(...read.errors);
    }
    return { rows, errors, next: index < this.rows.length ? index : null };
  }

  /** Rows by their numbers, as the mapping reads them: dates in ISO, amounts as numbers, what cannot be read as it is written. */
  look(kind: ImportKind, mapping: Mapping, numbers: readonly number[]): string[][] {
    return numbers.map((number) =>
      this.headers.map((_header, index) => {
        const text = this.rows[number - 1]?.[index] ?? '';
        const field = fieldOf(kind, mapping.columns[index] ?? '');
        if (!field || !(isDay(field) || field.reading === 'money' || field.reading === 'percent'))
          return text;
        const cell = readCell(text, field, mapping.dates, this.money);
        const value = cell.ok ? cell.value : null;
        return typeof value === 'string' || typeof value === 'number' ? String(value) : text;
      }),
    );
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
