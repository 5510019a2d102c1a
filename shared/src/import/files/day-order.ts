import { readDay, type DateOrder } from '../../domain';

/** A date of numbers alone, whose order is to be found: its first part, what stands behind it, and its last. */
const NUMERIC = /^\s*(\d{1,4})\s*([-./\s])\s*\d{1,2}\s*[-./\s']\s*(\d{1,4})/;

/** What an order makes of the dates of a column. */
interface Judged {
  order: DateOrder;
  /** Dates that name no day in this order. */
  wrong: number;
  /** Years from the first to the last. */
  years: number;
}

/** Whether anybody writes such a date in this order: between dots the month never stands first, nor a year of two digits. */
function isWritten(order: DateOrder, [, first = '', mark, last = '']: RegExpExecArray): boolean {
  if (first.length > 2) return order === 'ymd';
  if (order === 'ymd') return last.length <= 2 && mark !== '.';
  return !(order === 'mdy' && mark === '.');
}

function judge(order: DateOrder, dates: readonly RegExpExecArray[]): Judged {
  const days = dates.map((date) => (isWritten(order, date) ? readDay(date.input, order) : null));
  const years = days.flatMap((day) => (day?.ok ? [Number(day.on.slice(0, 4))] : []));
  return {
    order,
    wrong: dates.length - years.length,
    years:
      years.reduce((last, year) => Math.max(last, year), 0) -
      years.reduce((first, year) => Math.min(first, year), years[0] ?? 0),
  };
}

/**
 * The orders of day, month and year that a column allows, as all of its lines have it: those in which fewest dates name no day. Where a
 * year of two digits could stand first or last, it stands where the file spans fewer years.
 * @param values texts of a column with dates
 * @returns one where it is proven, several where the file can be read in each; null where no date is of numbers alone
 */
export function dateOrders(values: readonly string[]): DateOrder[] | null {
  const dates = values.map((value) => NUMERIC.exec(value)).filter((date) => date !== null);
  if (dates.length === 0) return null;
  const judged = (['mdy', 'dmy', 'ymd'] as const).map((order) => judge(order, dates));
  const fewest = Math.min(...judged.map(({ wrong }) => wrong));
  const possible = judged.filter(({ wrong }) => wrong === fewest);
  const [yearLast, yearFirst] = [
    possible.filter(({ order }) => order !== 'ymd'),
    possible.filter(({ order }) => order === 'ymd'),
  ];
  const span = (some: readonly Judged[]) => Math.min(...some.map(({ years }) => years));
  const likelier =
    yearLast.length > 0 && yearFirst.length > 0 && span(yearLast) !== span(yearFirst)
      ? span(yearLast) < span(yearFirst)
        ? yearLast
        : yearFirst
      : possible;
  return likelier.map(({ order }) => order);
}

/** The order in which a column writes its days; null where its lines allow several. Dates with the name of a month need none. */
export function provenOrder(values: readonly string[]): DateOrder | null {
  const orders = dateOrders(values) ?? ['ymd'];
  return orders.length === 1 ? (orders[0] ?? null) : null;
}

/**
 * Whether a file may be read in an order that was remembered: no line disproves it. That years of two digits stand first is believed
 * only where the lines prove it: `03/04/26` would be a day of 2003.
 */
export function mayBeIn(order: DateOrder, values: readonly string[]): boolean {
  const orders = dateOrders(values);
  return orders === null || (orders.includes(order) && (order !== 'ymd' || orders.length === 1));
}
