import { ask } from './bank';
import { sql } from './database';
import type { Done } from './payouts';
import type { Person, TestAgency } from './test-agency';

export type Basis = 'expected' | 'received';

/** A line of the journal, as its one relation answers it. */
export interface EntryLine {
  day: string;
  entry_kind: string;
  entry_id: string;
  account: string;
  bank_account_id: string | null;
  user_id: string | null;
  sales_id: string | null;
  amount: number;
}

/** The journal of some days. */
export const entriesOf = (organizationId: string, basis: Basis, first = '1990-01-01', last = '2199-12-31') =>
  sql<EntryLine>(
    `select day::text, entry_kind, entry_id, account, bank_account_id, user_id, sales_id, amount::float as amount
     from private.journal_entries($1, $2, $3, $4) order by day, entry_kind, entry_id, account, amount`,
    [organizationId, basis, first, last],
  );

const cents = (amount: number) => Math.round(amount * 100);

/** What the lines come to by day, or by whatever a line says: `{'2026-05-04 receivable': 100}`, without what is nothing. */
export function sums(
  lines: readonly EntryLine[],
  by: (line: EntryLine) => string = ({ day, account }) => `${day} ${account}`,
): Record<string, number> {
  const all = new Map<string, number>();
  for (const line of lines) all.set(by(line), (all.get(by(line)) ?? 0) + cents(line.amount));
  return Object.fromEntries([...all].filter(([, sum]) => sum !== 0).map(([key, sum]) => [key, sum / 100]));
}

/** What the accounts say at the end of all days. */
export const balances = async (organizationId: string, basis: Basis) =>
  sums(await entriesOf(organizationId, basis), ({ account }) => account);

/** Entries that do not balance: none. */
export const unbalanced = (lines: readonly EntryLine[]) =>
  sums(lines, ({ day, entry_kind, entry_id }) => `${day} ${entry_kind} ${entry_id}`);

/** What the bank's lines and the payments say that its accounts have, line by line, against the journal: what differs. */
export const clearingFaults = (organizationId: string, basis: Basis) =>
  sql(
    `with bank as (
       select 'deposit' as kind, t.id, t.amount from public.bank_transactions t where t.organization_id = $1 and t.status = 'matched'
       union all
       select 'payment', p.id, -p.amount from public.agent_payments p where p.organization_id = $1 and p.batch_id is null
       union all
       select 'statement', s.id, -s.paid_amount from public.payout_statements s where s.organization_id = $1
       union all
       select 'void', v.id, -v.amount from public.payment_voids v where v.organization_id = $1),
     books as (
       select e.entry_kind as kind, e.entry_id as id, sum(e.amount) as amount
       from private.journal_entries($1, $2, '1990-01-01', '2199-12-31') e where e.account = 'bank' group by 1, 2)
     select coalesce(b.kind, j.kind) as kind, coalesce(b.id, j.id) as id, b.amount as bank, j.amount as books
     from bank b full join books j on j.kind = b.kind and j.id = b.id
     where coalesce(b.amount, 0) <> coalesce(j.amount, 0)`,
    [organizationId, basis],
  );

/** Commissions whose receivable is not what is open of them: none. */
export const receivableFaults = (organizationId: string) =>
  sql(
    `with books as (
       select e.sales_id, sum(e.amount) as amount from private.journal_entries($1, 'expected', '1990-01-01', '2199-12-31') e
       where e.account = 'receivable' group by 1),
     open as (
       select x.sales_id, sum(x.amount) as amount
       from (
         select c.sales_id, c.open_amount as amount from public.commissions c where c.organization_id = $1
         union all
         select o.sales_id, case when o.status = 'cancelled' then 0 else greatest(o.amount - coalesce(o.received_amount, 0), 0) end
         from public.other_commissions o where o.organization_id = $1 and o.kind <> 'service_fee') x group by 1)
     select coalesce(b.sales_id, o.sales_id) as sales_id, b.amount as books, o.amount as open
     from books b full join open o on coalesce(o.sales_id, $1) = coalesce(b.sales_id, $1)
     where coalesce(b.amount, 0) <> coalesce(o.amount, 0)`,
    [organizationId],
  );

/** Says how the books are kept; throws when that is refused. */
export async function keepBooks(
  owner: Person,
  basis: Basis,
  since: string,
  more: object = {},
): Promise<void> {
  const done = await ask<Done>(owner, 'save_journal_settings', { basis, since, ...more });
  if (!done.success) throw new Error(done.error ?? 'refused');
}

const ACCOUNTS = [
  'bank',
  'receivable',
  'commission_income',
  'fees_receivable',
  'service_fees',
  'agents_expense',
  'agents_payable',
  'recalled',
  'bank_fees',
  'written_off',
  'voided',
  'unclaimed',
  'undeposited',
  'customers_money',
];

/** Gives every account of the journal a number and a name. */
export async function mapAccounts(agency: TestAgency): Promise<void> {
  const banks = await sql<{ id: string }>(
    'select id from public.bank_accounts where organization_id = $1 order by created_at',
    [agency.organizationId],
  );
  const all = [
    ...ACCOUNTS.map((account) => ({ account })),
    ...banks.map(({ id }) => ({ account: 'bank', bank_account_id: id })),
  ];
  for (const [n, account] of all.entries()) {
    const done = await ask<Done>(agency.owner, 'map_journal_account', {
      ...account,
      number: String(1000 + n),
      name: `Account ${n}`,
    });
    if (!done.success) throw new Error(done.error ?? 'refused');
  }
}

/** Exports a month, as it is answered. */
export const exportMonth = (person: Person, month: string, format = 'csv', more: object = {}) =>
  ask<Done & { id: string; number: number }>(person, 'export_journal', { month, format, ...more });
