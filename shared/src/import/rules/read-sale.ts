import { canEarn, type LineKind } from '../../domain';
import { fieldOf } from './fields';
import type { Mapping } from './mapping';
import { readCells, shapeRow, type ReadRow, type RowError } from './read-row';
import { LINE_FIELDS } from './sale-fields';
import { vendorKey } from './usual-terms';

/** A row of the file and its number, from 1. */
export interface FileRow {
  number: number;
  cells: readonly string[];
}

/** A line as the database takes it; one that earns a rate and says none earns the sale's or the vendor's. */
interface SentLine {
  kind: unknown;
  text: unknown;
  amount: unknown;
  earns: 'rate' | 'amount' | 'nothing';
  rate?: number;
  commission?: number;
}

const isLine = (key: string): boolean => LINE_FIELDS.includes(key);
const labelOf = (key: string): string => fieldOf('sales', key)?.label ?? '';
/** As two cells are the same: letters of any size, days and amounts however they are written. */
const same = (value: unknown): unknown => (typeof value === 'string' ? value.trim().toLowerCase() : value);

/**
 * Whether rows belong together: the sale's number where a column has it, else vendor and booking reference.
 * @returns '' for a row that says neither
 */
export function saleKey({ columns }: Pick<Mapping, 'columns'>, cells: readonly string[]): string {
  const said = (key: string) => vendorKey(cells[columns.indexOf(key)]);
  if (said('sale_number')) return `number ${said('sale_number')}`;
  return said('booking_reference') && `${said('vendor')} ${said('booking_reference')}`;
}

/** Whether a row says anything of a line. */
export const saysLine = ({ columns }: Pick<Mapping, 'columns'>, cells: readonly string[]): boolean =>
  columns.some((key, index) => isLine(key) && (cells[index] ?? '').trim() !== '');

/** What tells what a line earns. */
const EARNINGS = ['line_commissionable', 'line_rate', 'line_commission'];

/**
 * What the vendor pays for a line. An amount holds to the cent, unless it is what the rate comes to.
 * @param told whether the file has a column for it: without one every line earns the sale's rate, or the vendor's
 */
function earning(
  values: Record<string, unknown>,
  told: boolean,
): Pick<SentLine, 'earns' | 'rate' | 'commission'> {
  const { line_commissionable: earns, line_rate: rate, line_commission: commission } = values;
  const amount = Number(values['line_amount']);
  const isNothing = commission === 0 && earns !== 'yes';
  if (typeof commission === 'number' && !(isNothing && typeof rate !== 'number')) {
    const isRate = typeof rate === 'number' && Math.abs((amount * rate) / 100 - commission) < 0.0051;
    return isRate ? { earns: 'rate', rate } : { earns: 'amount', commission };
  }
  if (typeof rate === 'number') return { earns: 'rate', rate };
  return { earns: !told || (earns === 'yes' && commission === undefined) ? 'rate' : 'nothing' };
}

function readLine(values: Record<string, unknown>, number: number, told: boolean): SentLine | RowError {
  const wrong = (key: string, message: string): RowError => ({ row: number, field: labelOf(key), message });
  const { line_kind: kind, line_text: text, line_amount: amount, line_commissionable: earns } = values;
  if (kind === undefined) return wrong('line_kind', 'Choose what this line is.');
  if (amount === undefined) return wrong('line_amount', 'Enter the amount of this line.');
  const paid = (['line_rate', 'line_commission'] as const).find((key) => Number(values[key] ?? 0) !== 0);
  if (paid && (earns === 'no' || !canEarn(kind as LineKind)))
    return wrong(
      paid,
      earns === 'no'
        ? 'This line is not commissionable, and earns something.'
        : 'A line of this kind earns nothing from a vendor.',
    );
  const earned =
    earns === 'no' || !canEarn(kind as LineKind) ? ({ earns: 'nothing' } as const) : earning(values, told);
  return { kind, text: text ?? null, amount, ...earned };
}

/**
 * Reads the rows of one sale: each is a line of it, and whatever else they say they say alike. Everything wrong with them is listed, each at
 * its row.
 */
export function readSale(rows: readonly FileRow[], mapping: Mapping, currency: string): ReadRow {
  const errors: RowError[] = [];
  const sale: Record<string, unknown> = {};
  /** Which row said a value first. */
  const saidBy: Record<string, FileRow> = {};
  const lines: SentLine[] = [];
  const told = mapping.columns.some((key) => EARNINGS.includes(key));
  for (const row of rows) {
    const { values, errors: wrong } = readCells('sales', row.cells, mapping, row.number, currency);
    errors.push(...wrong);
    for (const [key, value] of Object.entries(values)) {
      if (isLine(key) || value === undefined) continue;
      const first = saidBy[key];
      if (!first) {
        saidBy[key] = row;
        sale[key] = value;
      } else if (same(sale[key]) !== same(value)) {
        const other = (first.cells[mapping.columns.indexOf(key)] ?? '').trim();
        const message = `Row ${first.number} of this sale says “${other}”. All of its rows have to say the same.`;
        errors.push({ row: row.number, field: labelOf(key), message });
      }
    }
    if (wrong.length > 0) continue;
    const line = readLine(values, row.number, told);
    if ('row' in line) errors.push(line);
    else lines.push(line);
  }
  if (errors.length > 0) return { ok: false, errors };
  const { sale_number: _number, commission_rate: rate, ...rest } = sale;
  // Beside an amount, too: it is that of the lines that say none.
  const read = shapeRow('sales', rest, rows[0]?.number ?? 0, lines);
  return read.ok && rate !== undefined ? { ok: true, row: { ...read.row, commission_rate: rate } } : read;
}
