import type { Journal } from './money-journal';
import type { JudgedRow } from './money-judge';
import { figuresOf, rowsAskedFor, type Definition } from './report-oracle';

/** The date by which closed books hold all that a month said; by payment only what was paid is held (`ofPayments`). */
export type Held = 'received';
export const HELD: readonly Held[] = ['received'];

/** A row of a report by receipt; a minus takes back what a closed month said. */
export interface Entry {
  sign: 1 | -1;
  row: JudgedRow;
}

type Figures = ReturnType<typeof figuresOf>;

/** What of a row its month says. */
const said = ({ agent, vendor, gross, received, share, writtenOff, open, late, payment }: JudgedRow) =>
  JSON.stringify([agent, vendor, gross, received, share, writtenOff, open, late, payment]);

const on = (row: JudgedRow, held: Held, day: string): JudgedRow => ({
  ...row,
  days: { ...row.days, [held]: day },
});

/**
 * docs/product/commissions.md, Closed books: what months said when they were closed, and what the open ones say besides, as the difference to what the
 * rows say now.
 */
export class Ledger {
  private readonly closed: Record<Held, Map<string, Entry[]>> = { received: new Map() };

  constructor(private readonly journal: Journal) {}

  /** All rows of a report by that date. */
  entries(rows: readonly JudgedRow[], held: Held): Entry[] {
    return rows.flatMap((row) => [
      ...(this.closed[held].get(row.commission) ?? []),
      ...this.openEntries(row, held),
    ]);
  }

  private openEntries(row: JudgedRow, held: Held): Entry[] {
    const last = this.closed[held].get(row.commission)?.at(-1);
    const before = last?.sign === 1 ? last.row : null;
    const day = row.status === 'cancelled' ? null : row.days[held];
    if (day === null) {
      if (!before) return [];
      // Reopened since, only what all months come to is told: its own day will do.
      return [{ sign: -1, row: on(before, held, this.journal.booked(before.days[held] ?? '')) }];
    }
    if (before && said(before) === said(row)) return [];
    const booked = this.journal.booked(day);
    const now: Entry = { sign: 1, row: on(row, held, booked) };
    return before ? [{ sign: -1, row: on(before, held, booked) }, now] : [now];
  }

  /** The books are being closed through this day: what stands there now stays. */
  close(rows: readonly JudgedRow[], through: string): void {
    for (const held of HELD)
      for (const row of rows) {
        const entries = this.openEntries(row, held).filter(
          ({ row: { days } }) => (days[held] ?? '') <= through,
        );
        const kept = this.closed[held].get(row.commission) ?? [];
        if (entries.length > 0) this.closed[held].set(row.commission, [...kept, ...entries]);
      }
  }
}

/** Adds entries up, the minuses taken off. */
export function figuresOfEntries(entries: readonly Entry[], definition: Definition): Figures {
  const of = (sign: 1 | -1) =>
    figuresOf(
      entries.filter((entry) => entry.sign === sign).map(({ row }) => row),
      definition,
    );
  const [plus, minus] = [of(1), of(-1)];
  const cents = (name: keyof Figures) => Math.round(plus[name] * 100) - Math.round(minus[name] * 100);
  return Object.fromEntries(
    (Object.keys(plus) as (keyof Figures)[]).map((name) => [name, cents(name) / 100]),
  ) as Figures;
}

/** Those a definition asks for. */
export const entriesAskedFor = (entries: readonly Entry[], definition: Definition): Entry[] =>
  entries.filter(({ row }) => rowsAskedFor([row], definition).length > 0);
