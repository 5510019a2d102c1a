import { oneOf, type World } from './agreements-world';
import { pursesOf } from './agreements-facts';
import { ask } from './bank';
import { sql } from './database';
import { endOfMonth } from './journal-books-deeds';
import type { Books } from './journal-deeds';
import { asText, type Basis, type JournalLedger, type LedgerLine } from './journal-ledger';

const BASES = ['expected', 'received'] as const;
const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** The journal as its relation tells it, each account of an entry as one line. */
const journalOf = (organizationId: string, basis: Basis) =>
  sql<LedgerLine>(
    `select day::text, entry_kind || ' ' || entry_id as origin,
       case when account = 'bank' then 'bank ' || coalesce(bank_account_id::text, 'null') else account end as account,
       (sum(amount) * 100)::float8 as cents
     from private.journal_entries($1, $2, '1900-01-01', '2199-12-31') group by 1, 2, 3 having sum(amount) <> 0`,
    [organizationId, basis],
  );

/** Of two lists what only one has. */
function apart(told: readonly string[], kept: readonly string[]) {
  const [inTold, inKept] = [new Set(told), new Set(kept)];
  const [more, missing] = [
    told.filter((each) => !inKept.has(each)),
    kept.filter((each) => !inTold.has(each)),
  ];
  return more.length + missing.length > 0 ? [{ told: more, kept: missing }] : [];
}

/** Every line of every month, and both sides of every entry. */
async function wrongLines(organizationId: string, ledger: JournalLedger): Promise<unknown[]> {
  const wrong: unknown[] = [];
  for (const basis of BASES) {
    const told = await journalOf(organizationId, basis);
    for (const each of apart(asText(told), asText(ledger.lines(basis)))) wrong.push({ basis, ...each });
    const entries = new Map<string, number>();
    for (const { day, origin, cents } of told)
      entries.set(`${day} ${origin}`, (entries.get(`${day} ${origin}`) ?? 0) + cents);
    wrong.push(...[...entries].filter(([, cents]) => cents !== 0).map((entry) => ({ basis, uneven: entry })));
  }
  return wrong;
}

/** The accounts of the bank, line by line: what deposits brought less what agents were paid, and nothing else. */
async function wrongClearing(organizationId: string): Promise<unknown[]> {
  const lines = await sql<{ origin: string; account: string; cents: number }>(
    `select 'deposit ' || id as origin, account_id::text as account, (amount * 100)::float8 as cents from public.bank_transactions
     where organization_id = $1 and status = 'matched'
     union all
     select 'payment ' || id, '', (-amount * 100)::float8 from public.agent_payments where organization_id = $1 and batch_id is null
     union all
     select 'statement ' || id, '', (-paid_amount * 100)::float8 from public.payout_statements where organization_id = $1
     union all
     select 'void ' || id, '', (-amount * 100)::float8 from public.payment_voids where organization_id = $1`,
    [organizationId],
  );
  const wrong: unknown[] = [];
  for (const basis of BASES) {
    const told = new Map<string, number>();
    for (const { origin, account, cents } of await journalOf(organizationId, basis)) {
      if (!account.startsWith('bank ')) continue;
      const key = origin.startsWith('deposit ') ? `${origin} ${account.slice(5)}` : `${origin} `;
      told.set(key, (told.get(key) ?? 0) + cents);
    }
    const text = (all: readonly (readonly [string, number])[]) =>
      all.filter(([, cents]) => cents !== 0).map(([key, cents]) => `${key} ${cents}`);
    const kept = lines.map(({ origin, account, cents }) => [`${origin} ${account}`, cents] as const);
    for (const each of apart(text([...told]), text(kept))) wrong.push({ basis, clearing: each });
  }
  return wrong;
}

/** What some accounts come to is what other pages say: open commissions, sale by sale, agents' purses, unclaimed money, payouts that came back. */
async function wrongBalances({ agency }: World): Promise<unknown[]> {
  const { organizationId } = agency;
  const told = await sql<{ of: string; cents: number }>(
    `select account || coalesce(' ' || case account when 'agents_payable' then user_id::text
         when 'receivable' then sales_id::text when 'fees_receivable' then sales_id::text end, '') as of, (sum(amount) * 100)::float8 as cents
     from private.journal_entries($1, 'expected', '1900-01-01', '2199-12-31')
     where account in ('receivable', 'fees_receivable', 'agents_payable', 'unclaimed', 'voided') group by 1`,
    [organizationId],
  );
  const has = await sql<{ of: string; cents: number }>(
    `select case when kind = 'service_fee' then 'fees_receivable' else 'receivable' end || coalesce(' ' || sale, '') as of,
       (sum(open) * 100)::float8 as cents
     from (select 'vendor' as kind, sales_id as sale, open_amount as open from public.commissions where organization_id = $1
       union all
       select kind, sales_id, greatest(amount - coalesce(received_amount, 0), 0) from public.other_commissions
       where organization_id = $1 and status <> 'cancelled') o group by 1
     union all
     select 'unclaimed', (-sum(unclaimed_amount) * 100)::float8 from public.bank_transactions where organization_id = $1
     union all
     select 'voided', (-sum(l.amount) * 100)::float8 from public.payment_voids v join public.payout_lines l on l.id = v.line_id
     left join public.payout_batches b on b.id = l.batch_id where v.organization_id = $1 and b.status is distinct from 'paid'`,
    [organizationId],
  );
  const purses = (await pursesOf(organizationId)).map(({ person, open, carried }) => ({
    ...{ of: `agents_payable ${person}`, cents: -(open + carried) },
  }));
  const text = (all: readonly { of: string; cents: number }[]) =>
    all
      .map(({ of, cents }) => ({ of, cents: Math.round(cents) }))
      .filter(({ cents }) => cents !== 0)
      .map(({ of, cents }) => `${of} ${cents}`);
  return apart(text(told), text([...has, ...purses])).map((balances) => ({ balances }));
}

interface Page {
  entries: number;
  debit: number;
  credit: number;
  accounts: { account: string; bank_account_id: string | null; debit: number; credit: number }[];
}

/** What the page says of a month: each account comes to what the ledger says, and its sides to the lines of the relation. */
async function wrongPage(
  world: World,
  ledger: JournalLedger,
  { paying }: Books,
  basis: Basis,
): Promise<unknown[]> {
  const months = [...new Set(ledger.lines(basis).map(({ day }) => `${day.slice(0, 7)}-01`))].sort();
  const month = oneOf(world, months);
  if (!month) return [];
  const { entries, debit, credit, accounts } = await ask<Page>(world.agency.admin, 'get_journal', { month });
  const lines = await sql<{ cents: number; entry: string }>(
    `select (amount * 100)::float8 as cents, day || ' ' || entry_kind || ' ' || entry_id as entry
     from private.journal_entries($1, $2, $3, $4)`,
    [world.agency.organizationId, basis, month, endOfMonth(month)],
  );
  const side = (sign: 1 | -1) => sum(lines.map(({ cents }) => Math.max(sign * Math.round(cents), 0)));
  const kept = new Map<string, number>();
  // An exported month stays as it was.
  for (const { day, account, cents } of ledger.lines(basis, paying.get(month)))
    if (day >= month && day <= endOfMonth(month)) kept.set(account, (kept.get(account) ?? 0) + cents);
  const text = (all: readonly (readonly [string, number])[]) =>
    all.filter(([, cents]) => cents !== 0).map(([account, cents]) => `${account} ${cents}`);
  const told = accounts.map((each): [string, number] => [
    each.account === 'bank' ? `bank ${each.bank_account_id}` : each.account,
    Math.round(each.debit * 100) - Math.round(each.credit * 100),
  ]);
  const head = (count: number, ...sides: number[]) => `${count} entries ${sides.join(' ')}`;
  const cents = (of: (each: Page['accounts'][number]) => number) => Math.round(sum(accounts.map(of)) * 100);
  return apart(
    [
      ...text(told),
      head(entries, Math.round(debit * 100), Math.round(credit * 100)),
      head(
        0,
        cents((each) => each.debit),
        cents((each) => each.credit),
      ),
    ],
    [
      ...text([...kept]),
      head(new Set(lines.map(({ entry }) => entry)).size, side(1), side(-1)),
      head(0, side(1), side(-1)),
    ],
  ).map((page) => ({ month, page }));
}

/** All that the journal says otherwise than the ledger, or than other pages. */
export async function wrongJournal(
  world: World,
  ledger: JournalLedger,
  books: Books,
  basis: Basis,
): Promise<unknown[]> {
  const { organizationId } = world.agency;
  return [
    ...(await wrongLines(organizationId, ledger)),
    ...(await wrongClearing(organizationId)),
    ...(await wrongBalances(world)),
    ...(books.since ? await wrongPage(world, ledger, books, basis) : []),
  ];
}
