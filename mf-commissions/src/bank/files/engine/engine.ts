import type { IsoDate } from '@paperplane/shared/domain';
import {
  decode,
  fileHash,
  FileProblem,
  guessEncoding,
  type TextEncoding,
} from '@paperplane/shared/import/files';
import { readCamt } from '../camt';
import { csvRows } from '../csv/grammar';
import type { Row } from '../csv/rows';
import { readCsv } from '../csv/read';
import {
  guessReading,
  headersOf,
  readingProblem,
  recalledReading,
  rowsBelow,
  type CsvReading,
  type Recalled,
} from '../csv/reading';
import type { BankFormat } from '../formats';
import { FILE_LIMITS } from '../limits';
import { readMt940 } from '../mt940';
import { readOfx } from '../ofx';
import { qifNotation, readQif } from '../qif';
import { checkBytes, recognise } from '../recognise';
import { turnover, twins } from '../statements';
import type { Balance, Balances, BankFile, BankLine, LeftOut, Notation, Problem } from '../types';

/** What the file leaves open, as guessed: null for formats that say it all. */
export type Reading = CsvReading | Notation | null;

/** A file that was opened. */
export interface OpenedBankFile {
  name: string;
  bytes: number;
  /** SHA-256 of its content, hex. */
  hash: string;
  format: BankFormat;
  reading: Reading;
  /** Names of a CSV file's columns; empty for other formats and where no line names them. */
  headers: string[];
}

/** The movements of one account, without the movements. */
export interface StatementSummary {
  account: string | null;
  institution: string | null;
  currency: string | null;
  count: number;
  first: IsoDate | null;
  last: IsoDate | null;
  /** In cents, both positive. */
  turnover: { in: number; out: number };
  balances: Balances[];
  balance: Balance | null;
}

/** What a reading makes of the file. */
export interface ReadBankFile {
  statements: StatementSummary[];
  problems: Problem[];
  leftOut: LeftOut[];
  /** What has to be said before the lines can be read; the rest is empty then. */
  question: string | null;
  headers: string[];
}

/** A line with its number among its equals in the file, and its cells as they stand in a CSV file. */
export interface NumberedLine extends BankLine {
  twin: number;
  cells: string[] | null;
}

/** How formats are read that leave nothing open. */
const READERS: Readonly<Record<Exclude<BankFormat, 'csv' | 'qif'>, (text: string) => BankFile>> = {
  ofx: readOfx,
  qfx: readOfx,
  camt: readCamt,
  mt940: readMt940,
};

/** Lines that move no money are no movements, in every format. */
function withoutEmpty(file: BankFile): BankFile {
  for (const statement of file.statements) {
    const nothing = statement.lines.filter(({ amount }) => amount === '0.00');
    file.leftOut.push(
      ...nothing.map(({ line, text }) => ({ line, why: 'It moves no money.', source: text })),
    );
    statement.lines = statement.lines.filter(({ amount }) => amount !== '0.00');
  }
  return file;
}

/** Reads one bank file at a time. Lives in a worker; nothing in here touches the page. */
export class BankFileEngine {
  private bytes = new ArrayBuffer(0);
  private encoding: TextEncoding = 'utf-8';
  private text = '';
  private currency: string | undefined;
  private format: BankFormat = 'csv';
  private rows: Row[] = [];
  private delimiter: CsvReading['delimiter'] | null = null;
  private lines: NumberedLine[][] = [];

  /**
   * @param currency the agency's: amounts with another one's sign are refused
   * @throws FileProblem with a message for people when this is no file to import
   */
  async open(file: File, currency?: string): Promise<OpenedBankFile> {
    if (file.size > FILE_LIMITS.bytes)
      throw new FileProblem('The file is larger than 30 MB. Download a shorter time at the bank.');
    this.bytes = await file.arrayBuffer();
    this.lines = [];
    this.currency = currency;
    checkBytes(new Uint8Array(this.bytes));
    this.encoding = guessEncoding(this.bytes);
    this.text = decode(this.bytes, this.encoding);
    this.format = recognise(this.text);
    let reading: Reading = null;
    let headers: string[] = [];
    if (this.format === 'csv') {
      this.split(null);
      const guess = guessReading(this.rows, this.delimiter ?? ',', this.encoding);
      headers = headersOf(this.rows, guess.headerLine);
      reading = guess;
    } else if (this.format === 'qif') reading = qifNotation(this.text);
    return {
      name: file.name.slice(0, 255),
      bytes: file.size,
      hash: await fileHash(this.bytes),
      format: this.format,
      reading,
      headers,
    };
  }

  private split(delimiter: CsvReading['delimiter'] | null): void {
    const split = csvRows(this.text, delimiter);
    this.rows = split.rows;
    this.delimiter = split.delimiter;
  }

  /** Guesses anew after another encoding, delimiter or header line was chosen. */
  reguess(encoding: TextEncoding, delimiter: CsvReading['delimiter'], headerLine: number): CsvReading {
    this.prepare(encoding, delimiter);
    return guessReading(this.rows, delimiter, encoding, headerLine);
  }

  /** What is remembered of files like this one, as far as no line of it says otherwise; null where nothing fits. */
  recall(saved: unknown, guessed: CsvReading): Recalled | null {
    return recalledReading(saved, guessed, this.rows);
  }

  private prepare(encoding: TextEncoding, delimiter: CsvReading['delimiter']): void {
    const changed = encoding !== this.encoding;
    if (changed) {
      this.encoding = encoding;
      this.text = decode(this.bytes, encoding);
    }
    if (changed || delimiter !== this.delimiter) this.split(delimiter);
  }

  private parse(reading: Reading): BankFile {
    if (this.format === 'csv' || this.format === 'qif') {
      if (!reading) throw new Error('A reading is missing.');
      if (this.format === 'csv') return readCsv(this.rows, reading as CsvReading, this.currency);
      return readQif(this.text, reading, this.currency);
    }
    return READERS[this.format](this.text);
  }

  /** What must be said first. */
  private question(reading: Reading): string | null {
    if (this.format === 'csv') return readingProblem(reading as CsvReading);
    if (this.format !== 'qif') return null;
    return readingProblem({
      ...(reading ?? { dates: null, decimal: null }),
      columns: ['date', 'amount', 'text'],
    } as CsvReading);
  }

  /**
   * Reads every line.
   * @throws FileProblem when there is none
   */
  read(reading: Reading): ReadBankFile {
    if (this.format === 'csv' && reading) {
      const { encoding, delimiter } = reading as CsvReading;
      this.prepare(encoding, delimiter);
    }
    const question = this.question(reading);
    const headers = this.format === 'csv' ? headersOf(this.rows, (reading as CsvReading).headerLine) : [];
    if (question) {
      this.lines = [];
      return { statements: [], problems: [], leftOut: [], question, headers };
    }
    const file = withoutEmpty(this.parse(reading));
    const cells = new Map(this.format === 'csv' ? this.rows.map((row) => [row.line, row.cells]) : []);
    this.lines = file.statements.map(({ lines }) => {
      const numbers = twins(lines);
      return lines.map((line, index) => ({
        ...line,
        twin: numbers[index] ?? 1,
        cells: cells.get(line.line) ?? null,
      }));
    });
    if (file.problems.length === 0 && this.lines.every((each) => each.length === 0))
      throw new FileProblem('The file holds no movements.');
    return {
      statements: file.statements.map(({ lines, ...statement }) => {
        const days = lines.map(({ bookedOn }) => bookedOn).sort();
        return {
          ...statement,
          count: lines.length,
          first: days[0] ?? null,
          last: days.at(-1) ?? null,
          turnover: turnover(lines),
        };
      }),
      problems: file.problems,
      leftOut: file.leftOut,
      question: null,
      headers,
    };
  }

  /** Some lines of a statement, by their place in it. */
  portion(statement: number, from: number, size: number): NumberedLine[] {
    return this.lines[statement]?.slice(from, from + size) ?? [];
  }

  /** The first lines below the header as they stand, for a look while something is still to be said. */
  samples(headerLine: number, size: number): Row[] {
    return rowsBelow(this.rows, headerLine).slice(0, size);
  }

  /** Cells of lines that cannot be read, as they stand. */
  cellsOf(lines: readonly number[]): Row[] {
    const wanted = new Set(lines);
    return this.rows.filter(({ line }) => wanted.has(line));
  }
}
