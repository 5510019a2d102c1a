import { createAccount } from './bank';
import { addDays } from './dashboard';
import { sql, sqlOne } from './database';
import { Journal } from './money-journal';
import { judge, type JudgedRow } from './money-judge';
import { Ledger } from './money-ledger';
import { createOwedHistory } from './owed-history';
import type { TestAgency } from './test-agency';

/** An agency through whose random history a test goes, and all that the test knows of it. */
export interface MoneyHistory {
  agency: TestAgency;
  vendors: readonly string[];
  account: string;
  today: string;
  journal: Journal;
  ledger: Ledger;
  below: (limit: number) => number;
  /** How often each operation was done; how often it was refused, and the latest reason. */
  done: Map<string, number>;
  refused: Map<string, string[]>;
  /** What was done, in order, with the booking it was done to: to read where a figure went wrong. */
  log: string[];
}

/** One operation: true where it was done, a text where it was refused, false where there was nothing to do. */
export type Operation = (history: MoneyHistory) => Promise<boolean | string>;

/** An operation by its name, and how often it is drawn. */
export type Weighted = readonly [name: string, weight: number, run: Operation];

/** An agency with two agents and five vendors, each with other terms. */
export async function createMoneyHistory(below: (limit: number) => number): Promise<MoneyHistory> {
  const { agency, vendors } = await createOwedHistory(0, below);
  const { today } = await sqlOne<{ today: string }>(
    'select (now() at time zone time_zone)::date::text as today from public.organizations where id = $1',
    [agency.organizationId],
  );
  const more = await sql<{ id: string }>(
    `insert into public.vendors (organization_id, name, category)
     values ($1, 'Silk Gate', 'hotel'), ($1, 'North Line', 'rail') returning id`,
    [agency.organizationId],
  );
  await sql(
    `update public.vendor_terms t set (expected_payment_days, expected_payment_basis)
       = (case when v.category = 'hotel' then 5 else 15 end, case when v.category = 'hotel' then 'return' else 'before_departure' end)
     from public.vendors v where v.id = t.vendor_id and v.id = any ($1)`,
    [more.map(({ id }) => id)],
  );
  const journal = new Journal();
  return {
    agency,
    vendors: [...vendors, ...more.map(({ id }) => id)],
    account: await createAccount(agency.admin),
    ...{ today, journal, ledger: new Ledger(journal), below, done: new Map(), refused: new Map(), log: [] },
  };
}

export const oneOf = <Item>({ below }: MoneyHistory, items: readonly Item[]): Item | undefined =>
  items[below(Math.max(items.length, 1))];

/** A day of the last months; nearly always one that is open. */
export function aDay({ below, today, journal }: MoneyHistory, back = 300): string {
  const day = addDays(today, -below(back));
  if (!journal.isClosed(day) || below(8) === 0) return day;
  const open = (Date.parse(today) - Date.parse(journal.firstOpen)) / 86_400_000;
  return addDays(today, -below(open + 1));
}

/** One of the sales that are so. */
export async function aSale(
  history: MoneyHistory,
  is: (row: JudgedRow) => boolean,
): Promise<JudgedRow | undefined> {
  const found = oneOf(history, (await judge(history.agency.organizationId, history.journal)).filter(is));
  if (found) history.log.push(`  ${found.reference}`);
  return found;
}

/** What a function answered, as an operation says it. */
export const outcome = ({ success, error }: { success: boolean; error: string | null }): true | string =>
  success || (error ?? 'refused');

/** What the database refused by an error, as an operation says it. */
export const written = ({ error }: { error: { message: string } | null }): true | string =>
  error ? error.message : true;

/** Does one operation, and keeps what came of it; the journal sees what is due afterwards. */
export async function act(history: MoneyHistory, [name, , run]: Weighted): Promise<void> {
  let came: boolean | string;
  try {
    came = await run(history);
  } catch (thrown) {
    const text = String(thrown);
    // Anything but a rule that says no is a fault.
    if (!/(P0001|23514|42501): /.test(text)) throw thrown;
    came = text;
  }
  history.log.push(`${name}: ${came}`);
  if (came === true) history.done.set(name, (history.done.get(name) ?? 0) + 1);
  if (typeof came === 'string') history.refused.set(name, [...(history.refused.get(name) ?? []), came]);
  await judge(history.agency.organizationId, history.journal);
}

/** Does what chance has left out; the others go on meanwhile. Answers what could not be done, with what refused it. */
export async function actTheRest(history: MoneyHistory, operations: readonly Weighted[]): Promise<string[]> {
  const missing = () => operations.filter(([name]) => !history.done.has(name));
  for (let n = 0; n < 40 && missing().length > 0; n += 1) {
    for (const operation of missing()) await act(history, operation);
    await act(history, drawn(history, operations));
  }
  return missing().map(([name]) => `${name}: ${history.refused.get(name)?.at(-1) ?? 'nothing to do'}`);
}

/** Draws one by weight. */
export function drawn({ below }: MoneyHistory, operations: readonly Weighted[]): Weighted {
  let left = below(operations.reduce((all, [, weight]) => all + weight, 0));
  const found = operations.find(([, weight]) => (left -= weight) < 0) ?? operations[0];
  if (!found) throw new Error('No operations');
  return found;
}
