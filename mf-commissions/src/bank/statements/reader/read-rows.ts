import { decimalOf, notationOf, type MoneyReading } from '@paperplane/shared/domain';
import { FileProblem } from '@paperplane/shared/import/files';
import { centsText, decimalIn, readAmount } from '../../files/amount';
import type { Row } from '../../files/csv/rows';
import { amountColumns, columnsBeside, hasDecimals, type CellReading, type Columns } from './columns';
import { knownIn, looksLikeReference } from './references';
import { tablesOf, type Table } from './tables';
import { STATEMENT_MOST, type LeftOutWhy, type ReadStatement, type StatementHints } from './types';
import { isFee, isSum } from './words';

const AT_MOST_TRIED = 200;
const textOf = (row: Row): string =>
  row.cells
    .map((cell) => cell.trim())
    .filter(Boolean)
    .join(' ')
    .slice(0, 300);

/** What a row of a table is, before it is clear which column has the commission. */
type Kind = 'booking' | 'sum' | 'fee' | 'text';

interface Sorted {
  table: Table;
  kinds: Map<Row, Kind>;
  bookings: Row[];
  fees: Row[];
  columns: number[];
}

/** Numbers of an agency or a batch above the first head, where the amounts below have decimals. */
const isLetterhead = ({ table, bookings, columns }: Sorted, all: readonly Sorted[]): boolean =>
  table.head.length === 0 &&
  !hasDecimals(bookings, columns) &&
  all.some((other) => other.table.head.length > 0 && hasDecimals(other.bookings, other.columns));

/** Everything one choice of columns makes of the rows. */
interface Taken {
  parts: { sorted: Sorted; columns: Columns | null }[];
  total: number;
}

class StatementReader {
  private readonly reading: CellReading;
  private readonly decimal;

  constructor(
    private readonly rows: readonly Row[],
    private readonly money: MoneyReading,
    private readonly hints: StatementHints,
  ) {
    const written = rows.flatMap((row) => row.cells).filter((cell) => /\d[.,]\d{2}(?!\d)/.test(cell));
    this.decimal =
      (written.length > 0 ? decimalIn(written) : null) ??
      decimalOf(money.notation ?? notationOf(money.currency));
    this.reading = {
      cents: (cell) => {
        const read = readAmount(cell, this.decimal);
        return read.ok ? read.cents : null;
      },
      knows: knownIn(hints.references ?? []),
    };
  }

  private amountsOf = (row: Row): number[] =>
    row.cells.flatMap((cell) => {
      const cents = this.reading.cents(cell);
      return cents === null ? [] : [cents];
    });

  private isMoney = (cell: string): boolean => this.reading.cents(cell) !== null;

  /** The words of a row: what is neither an amount nor a percentage. */
  private wordsOf = (row: Row): string =>
    row.cells
      .filter((cell) => !this.isMoney(cell) && !/^\s*-?[\d.,]+\s*%\s*$/.test(cell))
      .map((cell) => cell.trim())
      .filter(Boolean)
      .join(' ');

  /** A row that names a booking stays one, whatever else it says. */
  private kindOf(row: Row): Kind {
    if (this.amountsOf(row).length === 0) return row.cells.some(this.reading.knows) ? 'booking' : 'text';
    if (row.cells.some(this.reading.knows)) return 'booking';
    const words = this.wordsOf(row);
    const named = row.cells.some(
      (cell) => looksLikeReference(cell) && !this.isMoney(cell) && !isSum(cell) && !isFee(cell),
    );
    if (isFee(words) && !named) return 'fee';
    if (isSum(words) && (!named || isSum(row.cells.find((cell) => cell.trim() !== '') ?? ''))) return 'sum';
    return 'booking';
  }

  private sort(table: Table): Sorted {
    const kinds = new Map(table.rows.map((row) => [row, this.kindOf(row)]));
    const of = (kind: Kind) => table.rows.filter((row) => kinds.get(row) === kind);
    const bookings = of('booking').filter((row) => row.cells.filter((cell) => cell.trim() !== '').length > 1);
    const columns = amountColumns(table.head, bookings, this.reading);
    return { table, kinds, bookings, fees: of('fee'), columns };
  }

  private sumOf = (rows: readonly Row[], column: number): number =>
    rows.reduce((sum, row) => sum + (this.reading.cents(row.cells[column] ?? '') ?? 0), 0);

  private feeOf = (row: Row): number => Math.abs(this.amountsOf(row).at(-1) ?? 0);

  /** Which columns add up to the deposit, or to what the statement says; likeliest first, and those first where nothing adds up. */
  private choose(all: readonly Sorted[]): Taken {
    let choices: { columns: (number | null)[]; total: number; skipped: number }[] = [
      { columns: [], total: 0, skipped: 0 },
    ];
    for (const { columns, bookings } of all) {
      const own = [...columns.slice(0, 4), ...(all.length > 1 ? [null] : [])];
      choices = choices
        .flatMap((before) =>
          own.map((column) => ({
            columns: [...before.columns, column],
            total: before.total + (column === null ? 0 : this.sumOf(bookings, column)),
            skipped: before.skipped + (column === null ? 1 : 0),
          })),
        )
        .slice(0, AT_MOST_TRIED);
    }
    const fee = all.flatMap(({ fees }) => fees).reduce((sum, row) => sum + this.feeOf(row), 0);
    const byLeastSkipped = [...choices].sort((a, b) => a.skipped - b.skipped);
    const { deposit } = this.hints;
    const stated = new Set(
      all.flatMap(({ table, kinds }) =>
        table.rows.filter((row) => kinds.get(row) === 'sum').flatMap((row) => this.amountsOf(row)),
      ),
    );
    const found =
      (deposit === undefined
        ? undefined
        : byLeastSkipped.find(({ total }) => total === deposit || total - fee === deposit)) ??
      byLeastSkipped.find(
        ({ total, skipped }) => total !== 0 && skipped === 0 && fee !== 0 && stated.has(total - fee),
      ) ??
      this.likeliest(
        byLeastSkipped.filter(({ skipped }) => skipped === 0),
        stated,
      ) ??
      byLeastSkipped[0];
    return {
      total: found?.total ?? 0,
      parts: all.map((sorted, index) => {
        const column = found?.columns[index] ?? null;
        return {
          sorted,
          columns:
            column === null ? null : columnsBeside(column, sorted.table.head, sorted.bookings, this.reading),
        };
      }),
    };
  }

  /** The first choice, unless only others are what the statement says it adds up to. */
  private likeliest<T extends { total: number }>(
    choices: readonly T[],
    stated: ReadonlySet<number>,
  ): T | undefined {
    const [first] = choices;
    if (!first || stated.has(first.total)) return first;
    return choices.find(({ total }) => total !== 0 && stated.has(total)) ?? first;
  }

  read(): ReadStatement {
    const { tables, heads } = tablesOf(this.rows, (row) => this.amountsOf(row).length > 0);
    const withAmounts = tables.map((table) => this.sort(table)).filter(({ columns }) => columns.length > 0);
    const all = withAmounts.filter((sorted) => !isLetterhead(sorted, withAmounts));
    if (all.length === 0) throw new FileProblem('No line of this has an amount.');
    const { parts } = this.choose(all);
    const read: ReadStatement = { lines: [], total: 0, fees: [], fee: 0, leftOut: [], problems: [] };
    const seen = new Set<Row>();
    for (const { sorted, columns } of parts) {
      for (const row of sorted.table.rows) {
        seen.add(row);
        this.take(row, sorted, columns, read);
      }
    }
    const leave = (row: Row, why: LeftOutWhy) =>
      read.leftOut.push({ line: row.line, why, text: textOf(row) });
    for (const row of this.rows) if (!seen.has(row)) leave(row, heads.includes(row) ? 'head' : 'text');
    read.leftOut.sort((a, b) => a.line - b.line);
    read.lines.sort((a, b) => a.line - b.line);
    this.withoutUntakenFees(read);
    if (read.lines.length > STATEMENT_MOST)
      throw new FileProblem(`A statement has at most ${STATEMENT_MOST} lines.`);
    return read;
  }

  /** Where the deposit is the whole sum, nobody kept the fee. */
  private withoutUntakenFees(read: ReadStatement): void {
    if (read.fee === 0 || read.total !== this.hints.deposit) return;
    for (const { line, text } of read.fees) read.leftOut.push({ line, why: 'sum', text });
    read.fees = [];
    read.fee = 0;
  }

  private take(row: Row, { kinds, bookings }: Sorted, columns: Columns | null, read: ReadStatement): void {
    const kind = kinds.get(row);
    const leave = (why: LeftOutWhy) => read.leftOut.push({ line: row.line, why, text: textOf(row) });
    if (kind === 'fee') {
      const cents = this.feeOf(row);
      if (cents === 0) return void leave('sum');
      read.fees.push({ line: row.line, text: this.wordsOf(row).slice(0, 100), amount: centsText(cents) });
      read.fee += cents;
      return;
    }
    if (kind === 'sum') return void leave('sum');
    if (columns === null) return void leave(kind === 'booking' ? 'other_table' : 'text');
    const cell = (column: number) => row.cells[column]?.trim().slice(0, 300) || null;
    const reference = cell(columns.reference);
    const written = cell(columns.amount);
    const amount = readAmount(written ?? '', this.decimal, this.money.currency);
    if (!amount.ok) {
      const names = reference !== null && looksLikeReference(reference);
      if (names && written !== null) read.problems.push({ line: row.line, why: amount.why });
      else leave('text');
      return;
    }
    if (!bookings.includes(row)) return void leave('text');
    const name = cell(columns.name);
    // A sum that says nothing: only the amount stands there, and it is what came before.
    if (reference === null && name === null && amount.cents === read.total) return void leave('sum');
    const taken = [columns.amount, columns.reference, columns.name, columns.gross, ...columns.days];
    const gross = columns.gross < 0 ? null : this.reading.cents(row.cells[columns.gross] ?? '');
    const rest = row.cells
      .filter((_, column) => !taken.includes(column))
      .map((each) => each.trim())
      .filter(Boolean)
      .join(' · ');
    read.total += amount.cents;
    read.lines.push({
      line: row.line,
      reference,
      name,
      amount: centsText(amount.cents),
      dates:
        columns.days
          .flatMap((column) => cell(column) ?? [])
          .join(' – ')
          .slice(0, 60) || null,
      gross: gross === null ? null : centsText(gross),
      text: rest.slice(0, 300) || null,
    });
  }
}

/**
 * Reads a vendor's statement from its rows. Which column is what is told by what stands in it: references that are known, and amounts that add
 * up to the deposit, or to the sum that the statement names; heads only help. Sums are left out, fees are taken by themselves.
 * @throws FileProblem when it is no table that can be read
 */
export const readRows = (
  rows: readonly Row[],
  money: MoneyReading,
  hints: StatementHints = {},
): ReadStatement => new StatementReader(rows, money, hints).read();
