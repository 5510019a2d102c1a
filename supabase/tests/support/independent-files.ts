import { ask } from './bank';
import { cents, total } from './independent-money';
import type { Tally } from './independent-tally';
import type { AuditWorld } from './independent-world';

interface Report {
  rows: { key: string; figures: Record<string, number> }[];
  total: Record<string, number>;
}

/** What agents were paid in the year, without what came back, by agent and by month, in the report and as each reads it. */
export async function compareYear(world: AuditWorld, tally: Tally): Promise<void> {
  const { books, agency } = world;
  const paid = books.payments.filter(({ voided }) => !voided);
  for (const group of ['agent', 'month']) {
    const definition = { report: 'agents_year', range: 'this_year', group };
    const report = await ask<Report>(agency.admin, 'run_report', { definition });
    tally.same(
      'year total',
      cents(report.total['paid']),
      total(paid, ({ amount }) => amount),
    );
    for (const { key, figures } of report.rows) {
      const own = paid.filter(({ person, day }) =>
        group === 'agent' ? person === key : day.startsWith(key.slice(0, 7)),
      );
      tally.same(
        `year by ${group}`,
        cents(figures['paid']),
        total(own, ({ amount }) => amount),
      );
      tally.same(
        `year by ${group} carried in`,
        cents(figures['carried_in'] ?? 0),
        total(own, ({ carriedIn }) => carriedIn),
      );
      tally.same(
        `year by ${group} carried out`,
        cents(figures['carried_out'] ?? 0),
        total(own, ({ carriedOut }) => carriedOut),
      );
      const sum = ['commissions', 'adjustments', 'carried_in'].reduce(
        (all, name) => all + cents(figures[name] ?? 0),
        0,
      );
      tally.same(
        `year by ${group} adds up`,
        sum - cents(figures['carried_out'] ?? 0),
        cents(figures['paid']),
      );
    }
  }
  for (const one of world.sellers) {
    const own = total(
      paid.filter(({ person }) => person === one.id),
      ({ amount }) => amount,
    );
    const mine = await ask<{ paid_this_year: number } | null>(one, 'get_my_payouts');
    if (mine) tally.same('my payouts paid this year', cents(mine.paid_this_year), own);
  }
}

/** Files of commissions and sales, column by column. */
export async function compareExports(world: AuditWorld, tally: Tally): Promise<void> {
  const { books, agency } = world;
  type File = { columns: string[]; rows: unknown[][] };
  for (const name of ['export_commissions', 'export_sales']) {
    const file = await ask<File>(agency.admin, name);
    const at = (row: unknown[], column: string) => row[file.columns.indexOf(column)];
    for (const row of file.rows) {
      const sale = books.sales.find(({ reference }) => row.includes(reference));
      if (!sale) continue;
      const figures: Record<string, number> = {
        total_amount: sale.total,
        commission_amount: sale.amount,
        amount: sale.amount,
        received_amount: books.received(sale),
        taken_back_amount: books.takenBack(sale),
        written_off: books.writtenOff(sale),
        written_off_amount: books.writtenOff(sale),
        open_amount: books.open(sale),
        overdue_amount: books.isOverdue(sale) ? books.open(sale) : 0,
        ...(!sale.cancelled && { agent_amount: books.has(sale, null) }),
      };
      for (const [column, mine] of Object.entries(figures))
        if (
          file.columns.includes(column) &&
          !(name === 'export_sales' && at(row, column) === null) &&
          !(sale.cancelled && column.startsWith('written'))
        )
          tally.same(`${name} ${column}`, cents(at(row, column) ?? 0), mine);
    }
  }
}

interface Journal {
  accounts: { account: string; debit: number; credit: number }[];
}

/** The journal of all months by account, whatever was closed: what its rows say now, and what was corrected. */
export async function compareJournal(world: AuditWorld, tally: Tally): Promise<void> {
  const { books, agency } = world;
  if (!world.deeds.has('journal')) {
    await ask(agency.owner, 'save_journal_settings', { basis: 'expected', since: '2026-01-01' });
    world.deeds.set('journal', 1);
  }
  const sums = new Map<string, number>();
  for (let month = 1; month <= 12; month += 1) {
    const day = `2026-${String(month).padStart(2, '0')}-01`;
    if (day > books.today) continue;
    const journal = await ask<Journal | null>(agency.admin, 'get_journal', { month: day });
    let balance = 0;
    for (const { account, debit, credit } of journal?.accounts ?? []) {
      const net = cents(debit) - cents(credit);
      balance += net;
      sums.set(account, (sums.get(account) ?? 0) + net);
    }
    tally.same('journal balance of a month', balance, 0);
  }
  const stands = books.sales.filter((sale) => !sale.cancelled);
  const gone = books.sales.filter((sale) => sale.cancelled);
  const same = (account: string, mine: number) =>
    tally.same(`journal ${account}`, sums.get(account) ?? 0, mine);
  same('receivable', total(stands, books.open));
  same('commission_income', -total(stands, ({ amount }) => amount) - total(gone, books.received));
  same('written_off', total(stands, books.writtenOff));
  same('recalled', total(books.sales, books.takenBack));
  same(
    'undeposited',
    total(
      books.sales.filter(({ deposits }) => deposits.length === 0),
      (sale) => sale.manual?.amount ?? 0,
    ),
  );
  same(
    'fees_receivable',
    total(
      books.sales.filter(({ status }) => status === 'booked'),
      ({ fee }) => fee,
    ),
  );
}
