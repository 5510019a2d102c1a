import { sql } from './database';
import { allOf, type Ask } from './demo-person';
import { asTold, owedFigures, type Demo } from './demo-rows';
import { sumOf, type Findings } from './figure-tree';

/** One line of a bank's file. */
interface Transaction {
  id: string;
  account: string;
  import: string;
  day: string;
  amount: number;
  status: 'open' | 'suggested' | 'matched' | 'set_aside';
  certainty: string | null;
  unclaimed: number;
  /** How many commissions it pays. */
  parts: number;
}

const readTransactions = ({ person }: Demo) =>
  sql<Transaction>(
    `select t.id, t.account_id as account, t.import_id as import, t.booked_on::text as day, t.amount::float8 as amount, t.status, t.certainty,
       t.unclaimed_amount::float8 as unclaimed,
       (select count(*)::int from public.bank_allocations a where a.transaction_id = t.id) as parts
     from public.bank_transactions t where t.organization_id = $1`,
    [person.organizationId],
  );

const isWaiting = ({ status }: Transaction) => status === 'open' || status === 'suggested';

/** How many transactions wait for somebody, as the tabs of Commissions say. */
export const toReview = async (demo: Demo): Promise<number> =>
  (await readTransactions(demo)).filter(isWaiting).length;

/** What was left unclaimed as a whole is settled, and matches nothing (docs/product/bank.md, Unclaimed). */
const isMatched = ({ status, parts }: Transaction) => status === 'matched' && parts > 0;

const inAndOut = (rows: readonly Transaction[]) => ({
  count: rows.length,
  amount_in: sumOf(rows, ({ amount }) => Math.max(amount, 0)),
  amount_out: sumOf(rows, ({ amount }) => Math.max(-amount, 0)),
});

/** What of a deposit somebody said what it is for. */
const explained = ({ amount, unclaimed }: Transaction) => amount - unclaimed;

/** Which list is which. */
const VIEWS: Record<string, (row: Transaction) => boolean> = {
  review: isWaiting,
  matched: isMatched,
  unclaimed: ({ unclaimed }) => unclaimed !== 0,
  set_aside: ({ status }) => status === 'set_aside',
  all: () => true,
};

/** The groups of what is to review. */
const GROUPS: Record<string, (row: Transaction) => boolean> = {
  certain: ({ certainty }) => certainty === 'certain',
  review: ({ status, certainty }) => status === 'suggested' && certainty !== 'certain',
  none: ({ status }) => status === 'open',
};

interface ImportRow {
  id: string;
  added: number;
  settled: number;
}

interface Inbox {
  counts: Record<string, number>;
  groups: Record<string, object>;
  imports: ImportRow[];
  strip: { overdue: object };
  directions: { in: number; out: number } | null;
}

interface Row {
  id: string;
  amount: number;
  unclaimed_amount: number;
  group: string | null;
}

function importFigures(id: string, rows: readonly Transaction[]) {
  const own = rows.filter((row) => row.import === id);
  return { added: own.length, settled: own.filter((row) => !isWaiting(row)).length };
}

/** The month of today, and the one before. */
function months(today: string): [string, string] {
  const before = new Date(Date.parse(`${today.slice(0, 7)}-01`) - 86_400_000).toISOString();
  return [today.slice(0, 7), before.slice(0, 7)];
}

/** The strip, groups and counts over each list, and its rows. */
async function checkInbox(
  ask: Ask,
  demo: Demo,
  rows: readonly Transaction[],
  findings: Findings,
): Promise<void> {
  const [month, before] = months(demo.person.today);
  const unclaimed = rows.filter(({ unclaimed: left }) => left !== 0);
  const matched = (of: string) => rows.filter((row) => isMatched(row) && row.day.startsWith(of));
  for (const [view, is] of Object.entries(VIEWS)) {
    const where = `${demo.person.login}: bank, ${view}`;
    const { rows: told, ...answer } = await allOf<Row, Inbox>(ask, 'get_bank_inbox', { view });
    const real = rows.filter(is);
    findings.compare(
      where,
      { ...answer, imports: answer.imports.map(figuresOfImport) },
      {
        count: real.length,
        directions: answer.directions && {
          in: real.filter(({ amount }) => amount > 0).length,
          out: real.filter(({ amount }) => amount < 0).length,
        },
        counts: Object.fromEntries(Object.entries(VIEWS).map(([name, of]) => [name, rows.filter(of).length])),
        groups: Object.fromEntries(
          Object.entries(GROUPS).flatMap(([name, of]) => {
            const some = rows.filter((row) => isWaiting(row) && of(row));
            return some.length > 0
              ? [[name, { ...inAndOut(some), amount: sumOf(some, ({ amount }) => amount) }]]
              : [];
          }),
        ),
        strip: {
          review: inAndOut(rows.filter(isWaiting)),
          matched: {
            count: matched(month).length,
            amount: sumOf(matched(month), explained),
            amount_before: sumOf(matched(before), explained),
          },
          unclaimed: { count: unclaimed.length, amount: sumOf(unclaimed, (row) => row.unclaimed) },
          overdue: asTold(answer.strip.overdue, owedFigures(demo.rows, demo)),
        },
        imports: answer.imports.map(({ id }) => importFigures(id, rows)),
      },
    );
    // The rows of the list are the rows that it counts, and say what the bank said.
    const amounts = (some: readonly { id: string; amount: number }[]) =>
      some
        .map(({ id, amount }) => `${id} ${amount}`)
        .sort()
        .join();
    if (amounts(told) !== amounts(real))
      findings.wrong.push(`${where}: ${told.length} rows are not the ${real.length} it counts`);
    for (const [name, of] of Object.entries(GROUPS)) {
      const shown = told.filter(({ group }) => group === name);
      const some = real.filter((row) => isWaiting(row) && of(row));
      if (view === 'review' && amounts(shown) !== amounts(some))
        findings.wrong.push(`${where}: the group ${name} has other rows than it counts`);
    }
    findings.compare(
      `${where}, unclaimed of its rows`,
      sumOf(told, (row) => row.unclaimed_amount),
      sumOf(real, (row) => row.unclaimed),
    );
  }
}

const figuresOfImport = ({ added, settled }: ImportRow) => ({ added, settled });

/** Accounts and files. */
async function checkAccounts(
  ask: Ask,
  demo: Demo,
  rows: readonly Transaction[],
  findings: Findings,
): Promise<void> {
  const { login } = demo.person;
  const accounts = await ask<{ id: string; open_count: number }[]>('list_bank_accounts');
  for (const { id, open_count } of accounts) {
    const own = rows.filter(({ account }) => account === id);
    findings.compare(`${login}: bank account`, { open_count }, { open_count: own.filter(isWaiting).length });
    for (const [view, is] of Object.entries(VIEWS)) {
      const { rows: told, count } = await allOf<Row>(ask, 'get_bank_inbox', { view, account_id: id });
      findings.compare(
        `${login}: bank account, ${view}`,
        { count, rows: told.length },
        { count: own.filter(is).length, rows: own.filter(is).length },
      );
    }
  }
  const { rows: files } = await allOf<ImportRow>(ask, 'list_bank_imports');
  for (const file of files)
    findings.compare(`${login}: bank file`, figuresOfImport(file), importFigures(file.id, rows));
}

/** Everything that screens of the bank say; admins only. */
export async function checkBank(ask: Ask, demo: Demo, findings: Findings): Promise<void> {
  const rows = await readTransactions(demo);
  await checkInbox(ask, demo, rows, findings);
  await checkAccounts(ask, demo, rows, findings);
}
