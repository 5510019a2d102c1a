import { bareNumber, LIMITS, provenDecimal, toCsv } from '../../domain';
import Papa from 'papaparse';
import { decode, fileHash, FileProblem, findDelimiter, mayBeIn, provenOrder } from '../files';
import type { PresetId } from '../presets/preset';
import { findProgram } from '../presets/recognise';
import { bareName, toldColumns } from '../presets/told-columns';
import { isDay, type ImportField } from '../rules/field';
import { fieldOf, type ImportKind } from '../rules/fields';
import { findHead, isNoRow } from '../rules/find-head';
import { guessColumns } from '../rules/guess-columns';
import type { Mapping } from '../rules/mapping';
import { meaningOf, readCell } from '../rules/read-cell';
import { readRow, type RowError } from '../rules/read-row';
import { readSale, saleKey, saysLine, type FileRow } from '../rules/read-sale';
import { hasLines } from '../rules/sale-fields';
import { usualRates, vendorKey, type VendorTerms } from '../rules/usual-terms';
import { own, plainWords } from '../rules/words';
import type { FoundReading, FoundWord, OpenedFile } from './found';

export type { FoundReading, FoundWord, OpenedFile } from './found';

/** Which rows of the file are a sale with several lines, by its first row; the order is that of its lines. */
export type LineRows = Record<number, number[]>;

/** Rows to send, and where the next ones begin: null at the end. */
export interface Portion {
  rows: Record<string, unknown>[];
  /** Of sales with lines among those that were looked at. */
  lineRows: LineRows;
  /** How many rows, or sales of several rows, are wrong. */
  wrong: number;
  /** Index behind the last row that was looked at. */
  next: number | null;
  /** What is wrong with the others among them. */
  errors: RowError[];
}

export const MAX_FILE_BYTES = 25_000_000;
const SAMPLES = 200;
/** Words of a column of choices that are asked about. */
const WORDS = 60;
/** What tells a vendor's usual rate. */
const USUAL = [
  'vendor',
  'total_amount',
  'commission_rate',
  'commission_amount',
  'line_amount',
  'line_rate',
  'line_commission',
];

const count = LIMITS.importRows.toLocaleString('en-US');

/** Reads one file, checks its rows and hands them out in portions. Lives in a worker; nothing in here touches the page. */
export class ImportEngine {
  private headers: string[] = [];
  private rows: string[][] = [];
  private currency = '';
  private rates: { of: Mapping; found: ReadonlyMap<string, number> } | null = null;
  private sales: { of: Mapping; found: ReadonlyMap<number, FileRow[]> } | null = null;

  /**
   * @param currency the agency's, in which amounts are read
   * @param from the program it is said to come from
   * @throws Error with a message for people when this is no file to import
   */
  async open(
    kind: ImportKind,
    file: File,
    currency: string,
    from: PresetId | null = null,
  ): Promise<OpenedFile> {
    if (file.size > MAX_FILE_BYTES)
      throw new FileProblem('The file is larger than 25 MB. Split it into several files.');
    const bytes = await file.arrayBuffer();
    const { text, delimiter } = findDelimiter(decode(bytes));
    const { data: lines } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
    if (lines.some((row) => row.some((cell) => cell.includes('\0'))))
      throw new FileProblem('This is not a CSV file. Save the spreadsheet as CSV first.');
    const program = findProgram(kind, lines, from);
    const place = program?.place ?? findHead(kind, lines);
    const head = lines[place] ?? lines[0]?.map(() => '') ?? [];
    const below = lines.slice(place + 1);
    const rows = below.filter((cells) => !isNoRow(kind, cells, head));
    if (rows.length === 0)
      throw new FileProblem('The file has no rows under the line that names the columns.');
    if (head.length > 200) throw new FileProblem('The file has more than 200 columns.');
    if (rows.length > LIMITS.importRows)
      throw new FileProblem(
        `The file has ${rows.length.toLocaleString('en-US')} rows. Import at most ${count} at a time.`,
      );
    this.headers = head.map((name, index) => name.trim().slice(0, 90) || `Column ${index + 1}`);
    this.rows = rows;
    this.currency = currency;
    this.rates = null;
    this.sales = null;
    return {
      name: file.name.slice(0, 255),
      hash: await fileHash(bytes),
      headers: this.headers,
      rowCount: rows.length,
      samples: rows.slice(0, SAMPLES),
      above: Math.max(place, 0),
      leftOut: below
        .filter((cells) => isNoRow(kind, cells, head))
        .map((cells) =>
          cells
            .filter((cell) => cell.trim())
            .join(' ')
            .slice(0, 120),
        ),
      preset: program?.preset ?? null,
      empty: head.flatMap((_name, index) => (rows.some((row) => row[index]?.trim()) ? [] : [index])),
    };
  }

  /** What each column holds, as the program it comes from, its name or its cells say. */
  guess(kind: ImportKind, preset: PresetId | null = null): string[] {
    // A name that the engine gave says nothing.
    const names = this.headers.map((name, index) => (name === `Column ${index + 1}` ? '' : bareName(name)));
    return guessColumns(kind, names, this.rows.slice(0, 2000), toldColumns(kind, preset, this.headers));
  }

  /**
   * How all rows together write dates and amounts in these columns, and which words stand for choices. What no row decides is null; what was
   * remembered or said stays where no row disproves it.
   */
  reading(
    kind: ImportKind,
    columns: readonly string[],
    said: Pick<Mapping, 'dates' | 'decimal'>,
  ): FoundReading {
    /** What stands in such columns, each text once. */
    const cells = (is: (field: ImportField) => boolean): string[] => {
      const found = new Set<string>();
      columns.forEach((key, index) => {
        const field = fieldOf(kind, key);
        if (field && is(field)) for (const row of this.rows) found.add(row[index]?.trim() ?? '');
      });
      found.delete('');
      return [...found];
    };
    const days = cells(isDay);
    const amounts = cells(({ reading }) => reading === 'money').map((cell) => bareNumber(cell)?.digits ?? '');
    return {
      dates: provenOrder(days) ?? (said.dates && mayBeIn(said.dates, days) ? said.dates : null),
      decimal: provenDecimal(amounts) ?? said.decimal,
      words: this.words(kind, columns),
    };
  }

  private words(kind: ImportKind, columns: readonly string[]): FoundWord[] {
    return columns.flatMap((key, index) => {
      const field = fieldOf(kind, key);
      if (field?.reading !== 'choice') return [];
      const found = new Map<string, FoundWord>();
      for (const row of this.rows) {
        const text = row[index]?.trim() ?? '';
        const word = plainWords(text);
        const before = found.get(word);
        if (before) before.rows += 1;
        else if (word !== '' && word.length <= 60 && found.size < WORDS)
          found.set(word, { field: key, text, word, rows: 1, known: meaningOf(field, text) });
      }
      return [...found.values()];
    });
  }

  private usual(mapping: Mapping): ReadonlyMap<string, number> {
    if (this.rates?.of !== mapping) {
      const told = USUAL.flatMap((key) => {
        const [index, field] = [mapping.columns.indexOf(key), fieldOf('sales', key)];
        return field && index >= 0 ? [{ key, index, field }] : [];
      });
      const reading = { ...mapping, currency: this.currency };
      const rows = this.rows.map((cells) => {
        const said = Object.fromEntries(
          told.map(({ key, index, field }) => {
            const cell = readCell(cells[index] ?? '', field, reading);
            return [key, cell.ok ? cell.value : null];
          }),
        );
        // Of a line what it earns; of a sale what it earns altogether.
        const { line_amount: total, line_rate: rate, line_commission: amount } = said;
        return typeof total === 'number' && (typeof rate === 'number' || typeof amount === 'number')
          ? { vendor: said['vendor'], total_amount: total, commission_rate: rate, commission_amount: amount }
          : said;
      });
      this.rates = { of: mapping, found: usualRates(rows) };
    }
    return this.rates.found;
  }

  /** The rows of each sale with lines, by the index of the first; none in a file without lines. */
  private saleRows(mapping: Mapping): ReadonlyMap<number, FileRow[]> {
    if (this.sales?.of !== mapping) {
      const sales = new Map<string, FileRow[]>();
      if (hasLines(mapping.columns))
        this.rows.forEach((cells, index) => {
          const key = saleKey(mapping, cells);
          const row = { number: index + 1, cells };
          if (key === '') sales.set(`row ${index}`, [row]);
          else if (!sales.get(key)?.push(row)) sales.set(key, [row]);
        });
      // A sale of which no row says a line is none of these.
      const withLines = [...sales.values()].filter((rows) =>
        rows.some(({ cells }) => saysLine(mapping, cells)),
      );
      const found = new Map(withLines.flatMap((rows) => rows.map((row) => [row.number - 1, rows] as const)));
      this.sales = { of: mapping, found };
    }
    return this.sales.found;
  }

  /** The next good rows from an index on, at most `size`. Those of sales say with which rate and terms a vendor who is new is added. */
  portion(kind: ImportKind, mapping: Mapping, from: number, size: number, terms: VendorTerms = {}): Portion {
    // What was posted is another object each time: only the first portion reads all rows for it.
    if (from === 0) this.rates = this.sales = null;
    const rates = kind === 'sales' ? this.usual(this.rates?.of ?? mapping) : null;
    const sales = kind === 'sales' ? this.saleRows(this.sales?.of ?? mapping) : null;
    const portion: Portion = { rows: [], lineRows: {}, wrong: 0, errors: [], next: null };
    let index = from;
    for (; index < this.rows.length && portion.rows.length < size; index += 1) {
      const ofSale = sales?.get(index);
      // A sale stands where its first row does.
      if (ofSale && ofSale[0]?.number !== index + 1) continue;
      if (ofSale) portion.lineRows[index + 1] = ofSale.map(({ number }) => number);
      const read = ofSale
        ? readSale(ofSale, mapping, this.currency)
        : readRow(kind, this.rows[index] ?? [], mapping, index + 1, this.currency);
      if (!read.ok) {
        portion.errors.push(...read.errors);
        portion.wrong += 1;
      } else if (!rates) portion.rows.push(read.row);
      else {
        const key = vendorKey(read.row['vendor']);
        const rate = rates.get(key);
        const said = own(terms, key);
        portion.rows.push({
          ...read.row,
          ...(rate !== undefined && { vendor_rate: rate }),
          ...(said && { vendor_payment_days: said.days, vendor_payment_basis: said.basis }),
        });
      }
    }
    // What is left may be rows of sales that were looked at.
    while (sales && index < this.rows.length && (sales.get(index)?.[0]?.number ?? Infinity) <= index)
      index += 1;
    return { ...portion, next: index < this.rows.length ? index : null };
  }

  /** The usual rates of vendors in the file's sales, by `vendorKey`, in percent. */
  usualRates(mapping: Mapping): Record<string, number> {
    this.rates = null;
    return Object.fromEntries(this.usual(mapping));
  }

  /** Rows by their numbers, as the mapping reads them: dates in ISO, amounts as numbers, what cannot be read as it is written. */
  look(kind: ImportKind, mapping: Mapping, numbers: readonly number[]): string[][] {
    return numbers.map((number) =>
      this.headers.map((_header, index) => {
        const text = this.rows[number - 1]?.[index] ?? '';
        const field = fieldOf(kind, mapping.columns[index] ?? '');
        if (!field || !(isDay(field) || field.reading === 'money' || field.reading === 'percent'))
          return text;
        const cell = readCell(text, field, { ...mapping, currency: this.currency });
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
