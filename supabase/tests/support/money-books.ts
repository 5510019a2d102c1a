import { ask } from './bank';
import { addDays } from './dashboard';
import { outcome, type MoneyHistory, type Operation, type Weighted } from './money-history';
import { judge } from './money-judge';
import { closedReports, expected, readers, told, type Told } from './money-reports';
import type { Done } from './payouts';
import type { Definition } from './report-oracle';

/** What closed months said when the books were closed, as each reader was told it. */
export type Snapshots = Map<string, Told>;

const endOfMonth = (day: string, months: number) => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month + months, 0)).toISOString().slice(0, 10);
};

/** Of a report by payment what a closed month holds: how many, what was expected and what was paid. */
function heldOf({ basis }: Definition, { total, groups }: Told): Told {
  if (basis !== 'paid') return { total, groups };
  const held = (figures: object) => {
    const { n, expected: gross, paid } = figures as Record<string, number>;
    return { n, expected: gross, paid };
  };
  return {
    total: held(total),
    groups: Object.fromEntries(Object.entries(groups).map(([key, figures]) => [key, held(figures)])),
  };
}

/** What is said of the months through that day now. */
export async function closedMonths(history: MoneyHistory, through: string): Promise<Snapshots> {
  const snapshots: Snapshots = new Map();
  for (const reader of readers(history))
    for (const definition of closedReports(through))
      snapshots.set(
        JSON.stringify([reader.person.email, definition]),
        heldOf(definition, await told(reader.person, definition)),
      );
  return snapshots;
}

/** What the judge says of the months through that day. */
export async function judgedMonths(history: MoneyHistory, through: string): Promise<Snapshots> {
  const rows = await judge(history.agency.organizationId, history.journal);
  const snapshots: Snapshots = new Map();
  for (const reader of readers(history))
    for (const definition of closedReports(through))
      snapshots.set(
        JSON.stringify([reader.person.email, definition]),
        heldOf(definition, expected(history, rows, reader, definition).told),
      );
  return snapshots;
}

/** Operations of the owner's books, and what closed months keep saying. */
export function booksOf(): { operations: readonly Weighted[]; kept: () => Snapshots } {
  let kept: Snapshots = new Map();

  const close: Operation = async (history) => {
    const { agency, journal, ledger, today, below } = history;
    const from = journal.closedThrough;
    const through = from
      ? below(3)
        ? endOfMonth(addDays(from, 1), 0)
        : addDays(from, 1 + below(40))
      : endOfMonth(today, -8 + below(3));
    // Some of what happens needs a month that is open.
    if (through > addDays(today, -40)) return false;
    const before = await closedMonths(history, through);
    const judged = await judgedMonths(history, through);
    const done = outcome(await ask<Done>(agency.owner, 'close_books', { through }));
    if (done !== true) return done;
    ledger.close(await judge(agency.organizationId, journal), through);
    journal.closedThrough = through;
    if (!journal.reopened) expect(before).toEqual(judged);
    kept = before;
    return true;
  };

  const reopen: Operation = async (history) => {
    const { agency, journal, below } = history;
    const { closedThrough } = journal;
    if (!closedThrough) return false;
    const through = below(3) ? endOfMonth(closedThrough, -1 - below(2)) : null;
    const before = through ? await closedMonths(history, through) : new Map();
    const done = outcome(
      await ask<Done>(agency.owner, 'reopen_books', { through, reason: 'A receipt is missing' }),
    );
    if (done !== true) return done;
    journal.closedThrough = through;
    journal.reopened = true;
    kept = before;
    return true;
  };

  return {
    operations: [
      ['close the books', 3, close],
      ['reopen the books', 1, reopen],
    ],
    kept: () => kept,
  };
}
