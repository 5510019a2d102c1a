import { type Books, type Sale } from './independent-books';
import { total } from './independent-money';

/** What a report counts: amounts in cents, numbers as they are. */
export interface Figures {
  n: number;
  total: number;
  expected: number;
  received_n: number;
  received: number;
  taken_back: number;
  net: number;
  agents: number;
  agency: number;
  short_n: number;
  short: number;
  written_off: number;
  open: number;
  due_n: number;
  late_n: number;
  late_days: number;
  paid: number;
}
export const COUNTS: ReadonlySet<keyof Figures> = new Set([
  ...(['n', 'received_n', 'short_n', 'due_n', 'late_n', 'late_days'] as const),
]);

/** Something that a report counts: on a day, of a sale, for a person or for the agency. */
export interface Row {
  sale: Sale;
  day: string;
  person: string | null;
  figures: Figures;
}

export const none = (): Figures => ({
  ...{ n: 0, total: 0, expected: 0, received_n: 0, received: 0, taken_back: 0, net: 0, agents: 0, agency: 0 },
  ...{ short_n: 0, short: 0, written_off: 0, open: 0, due_n: 0, late_n: 0, late_days: 0, paid: 0 },
});

export function sumOf(rows: readonly Row[]): Figures {
  const sum = none();
  for (const { figures } of rows)
    for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += figures[key];
  return sum;
}

const days = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);

/** What a commission says: whole, or what of it is a person's. Without what was taken back. */
export function figuresOf(books: Books, sale: Sale, person: string | null): Figures {
  const place = person === null ? 0 : books.placeOf(sale, person);
  const isIn = place >= 0;
  const part = (amount: number) => (person === null ? amount : books.partOf(sale, person, amount));
  const receipt = books.receipt(sale);
  const expected = part(sale.amount);
  const received = receipt ? part(books.received(sale)) : 0;
  const isShort = receipt !== null && books.received(sale) < sale.amount;
  const agents = receipt ? books.has(sale, person) : 0;
  const late = receipt && sale.due !== null ? Math.max(days(sale.due, receipt.day), 0) : null;
  const counted = Number(isIn);
  return {
    ...none(),
    n: counted,
    total: part(sale.total),
    expected,
    received_n: receipt ? counted : 0,
    received,
    net: received,
    agents,
    agency: received - agents,
    short_n: isShort ? counted : 0,
    short: isShort ? part(sale.amount) - received : 0,
    written_off: part(books.writtenOff(sale)),
    open: part(books.open(sale)),
    due_n: late === null ? 0 : counted,
    late_n: late !== null && late > 0 ? counted : 0,
    late_days: isIn ? (late ?? 0) : 0,
  };
}

function takenBack(books: Books, sale: Sale, person: string | null, which = sale.recalls): Figures {
  const part = (amount: number) => (person === null ? amount : books.partOf(sale, person, amount));
  const amount = part(total(which, (one) => one.amount));
  const given = total(which, ({ givenBack }) =>
    total(givenBack, ([who, back]) => (person === null || who.startsWith(person) ? back : 0)),
  );
  return { ...none(), taken_back: amount, net: -amount, agents: -given, agency: given - amount };
}

const added = (a: Figures, b: Figures): Figures => {
  const sum = { ...a };
  for (const key of Object.keys(sum) as (keyof Figures)[]) sum[key] += b[key];
  return sum;
};

const concerns = (books: Books, sale: Sale, person: string | null) =>
  person === null || books.shares(sale).some((share) => share.person === person);

/** Commissions by a date: of the receipt each taking back is a row of its own day. */
export function commissionRows(
  books: Books,
  basis: 'sale' | 'due' | 'received',
  person: string | null,
  status: string | null,
): Row[] {
  const rows: Row[] = [];
  for (const sale of books.sales) {
    const is = books.status(sale, person);
    if (status === null ? is === 'cancelled' : is !== status) continue;
    if (!concerns(books, sale, person)) continue;
    const own = figuresOf(books, sale, person);
    if (basis !== 'received') {
      const day = basis === 'sale' ? sale.day : sale.due;
      if (day !== null) rows.push({ sale, day, person, figures: added(own, takenBack(books, sale, person)) });
      continue;
    }
    rows.push(...receivedRows(books, sale, person));
  }
  if (basis === 'received' && status === null && books.closed)
    rows.push(...keptRows(books, person, books.closed));
  return rows;
}

function receivedRows(books: Books, sale: Sale, person: string | null): Row[] {
  if (!concerns(books, sale, person)) return [];
  const receipt = books.receipt(sale);
  const rows = sale.recalls.map((one) => ({
    ...{ sale, day: one.posted, person, figures: takenBack(books, sale, person, [one]) },
  }));
  if (!receipt) return rows;
  return [{ sale, day: receipt.posted, person, figures: figuresOf(books, sale, person) }, ...rows];
}

export interface Kept {
  firstOpen: string;
  /** By sale and person what the closed months said. */
  rows: Map<string, Row[]>;
}

/** What the closed months say as they are closed. */
export function keep(books: Books, firstOpen: string): Kept {
  const rows = new Map<string, Row[]>();
  for (const sale of books.sales)
    for (const person of [null, ...books.people.map(({ id }) => id)])
      rows.set(
        `${sale.id} ${person ?? ''}`,
        sale.cancelled ? [] : receivedRows(books, sale, person).filter(({ day }) => day < firstOpen),
      );
  return { firstOpen, rows };
}

const minus = (figures: Figures): Figures => {
  const turned = { ...figures };
  for (const key of Object.keys(turned) as (keyof Figures)[]) turned[key] = 0 - turned[key];
  return turned;
};

/**
 * What turns what the rows say now into what the closed months said and what the first open day corrects: what is booked in them now
 * goes, what they said stays, and their difference is of the first open day.
 */
function keptRows(books: Books, person: string | null, { firstOpen, rows }: Kept): Row[] {
  return books.sales.flatMap((sale) => {
    const said = rows.get(`${sale.id} ${person ?? ''}`) ?? [];
    const now = sale.cancelled ? [] : receivedRows(books, sale, person).filter(({ day }) => day < firstOpen);
    const moved = (row: Row, figures: Figures, day: string) => ({ ...row, day, figures });
    return [
      ...now.flatMap((row) => [moved(row, minus(row.figures), row.day), moved(row, row.figures, firstOpen)]),
      ...said.flatMap((row) => [row, moved(row, minus(row.figures), firstOpen)]),
    ];
  });
}

/** Sales by a date: of one whose commission was cancelled alone the total, without a commission. */
export function saleRows(
  books: Books,
  basis: 'sale' | 'travel',
  person: string | null,
  status: string | null,
): Row[] {
  return books.sales.flatMap((sale) => {
    if (status === null ? sale.status === 'cancelled' : sale.status !== status) return [];
    const place = person === null ? 0 : books.placeOf(sale, person);
    const day = basis === 'sale' ? sale.day : sale.travel;
    if (place < 0 || day === null) return [];
    const part = (amount: number) => (person === null ? amount : books.partOf(sale, person, amount));
    const expected = sale.cancelled && sale.status !== 'cancelled' ? 0 : part(sale.amount);
    const figures = { ...none(), n: 1, total: part(sale.total), expected };
    return [{ sale, day, person, figures }];
  });
}
