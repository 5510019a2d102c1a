import { sql } from './database';
import { PAYS, type LedgerFact } from './journal-ledger';

/** A commission of a vendor, or another one, as its row and its deposits have it. */
interface Earned {
  id: string;
  kind: 'vendor' | 'service_fee' | 'penalty' | 'volume_bonus';
  sale: string | null;
  day: string;
  status: string;
  amount: number;
  received: number | null;
  receivedDay: string | null;
  /** What deposits brought, without what was taken back. */
  brought: number;
  writtenOff: number;
  seller: string | null;
  sellerAmount: number;
  sellerPaid: boolean;
}

/** A row that moves an amount once. */
interface Moved {
  fact: string;
  id: string;
  day: string;
  cents: number;
  origin: string;
  bank: string | null;
  /** Whose it is. */
  person: string | null;
}

const earnedOf = (organizationId: string) =>
  sql<Earned>(
    `select c.id, 'vendor' as kind, s.id as sale, s.sale_date::text as day, c.status, (c.amount * 100)::float8 as amount,
       (c.received_amount * 100)::float8 as received, c.received_posted_on::text as "receivedDay",
       coalesce((select sum(a.amount) from public.bank_allocations a where a.commission_id = c.id and a.amount > 0), 0) * 100::float8 as brought,
       (c.manual_written_off + coalesce((select sum(a.write_off_amount) from public.bank_allocations a where a.commission_id = c.id), 0))
         * 100::float8 as "writtenOff", c.agent_id as seller,
       (c.agent_amount * 100)::float8 as "sellerAmount", c.seller_paid or c.status = 'agent_paid' as "sellerPaid"
     from public.commissions c join public.sales s on s.id = c.sales_id where c.organization_id = $1
     union all
     select o.id, o.kind, o.sales_id, case when o.kind = 'service_fee' then s.sale_date else o.counted_on end::text, o.status,
       (o.amount * 100)::float8, (o.received_amount * 100)::float8, o.received_posted_on::text, 0, 0, null, 0, false
     from public.other_commissions o left join public.sales s on s.id = o.sales_id where o.organization_id = $1`,
    [organizationId],
  );

const movedOf = (organizationId: string) =>
  sql<Moved>(
    `with matched as (
       select t.* from public.bank_transactions t where t.organization_id = $1 and t.status = 'matched'),
     lines as (
       select s.id, s.posted_on, l.kind, l.amount from public.payout_statements s
       join public.payout_lines l on l.batch_id = s.batch_id and l.agent_id = s.agent_id where s.organization_id = $1)
     select fact, id, day::text, (amount * 100)::float8 as cents, origin, bank, person from (
       select 'share' as fact, h.id, h.counted_on as day, case when h.status = 'cancelled' then 0 else h.agent_amount end as amount,
         coalesce('sale ' || h.sales_id, 'other ' || h.other_commission_id) as origin, null::uuid as bank,
         h.user_id as person
       from private.shares_beside_sellers h where h.organization_id = $1
       union all
       select case when a.amount > 0 then 'receipt' else 'recall' end, a.id, a.posted_on, abs(a.amount), 'deposit ' || a.transaction_id,
         t.account_id, null
       from public.bank_allocations a join public.bank_transactions t on t.id = a.transaction_id where a.organization_id = $1
       union all
       select 'deposited', a.id, t.booked_on, a.amount, 'deposit ' || t.id, t.account_id, null
       from public.bank_other_allocations a join public.bank_transactions t on t.id = a.transaction_id where a.organization_id = $1
       union all
       select 'fee', id, booked_on, fee_amount, 'deposit ' || id, account_id, null from matched
       union all
       select 'unclaimed', id, booked_on, unclaimed_amount, 'deposit ' || id, account_id, null from matched
       union all
       select 'paid', p.id, p.posted_on, p.amount, 'payment ' || p.id, null, null
       from public.agent_payments p where p.organization_id = $1 and p.batch_id is null
       union all
       select f.fact, l.id, l.posted_on, sum(l.amount), 'statement ' || l.id, null, null
       from lines l
       cross join lateral (select case when l.kind in ('commission', 'share', 'override') then 'paid' when l.kind = 'returned' then 'paid_again'
         else 'adjusted' end as fact) f
       group by 1, 2, 3
       union all
       select 'carried', s.id, s.posted_on, s.carried_in - s.carried_out, 'statement ' || s.id, null, null
       from public.payout_statements s where s.organization_id = $1
       union all
       select 'voided', v.id, v.posted_on, -v.amount, 'void ' || v.id, null, null from public.payment_voids v where v.organization_id = $1) f`,
    [organizationId],
  );

/** From which account payments are said to be paid. */
export async function payingAccount(organizationId: string): Promise<string | null> {
  const [said] = await sql<{ account: string | null }>(
    'select paying_account_id as account from private.journal_settings where organization_id = $1',
    [organizationId],
  );
  const all = await sql<{ id: string }>('select id from public.bank_accounts where organization_id = $1', [
    organizationId,
  ]);
  return said?.account ?? (all.length === 1 ? (all[0]?.id ?? null) : null);
}

/** What a commission says: expected, shared, recorded, written off and more than that. */
function earned(of: Earned): Omit<LedgerFact, 'bank'>[] {
  const { id, kind, sale, day, status, amount, sellerAmount, sellerPaid } = of;
  const isCancelled = status === 'cancelled';
  const own = kind === 'vendor' ? `commission ${id}` : `other ${id}`;
  const withSale = sale ? `sale ${sale}` : own;
  const fee = kind === 'service_fee';
  const facts: Omit<LedgerFact, 'bank' | 'key'>[] = [
    {
      fact: fee ? 'fee_expected' : 'expected',
      ...{ day, cents: isCancelled ? 0 : amount, origin: withSale },
    },
    { fact: 'share', day, cents: isCancelled && !sellerPaid ? 0 : sellerAmount, origin: withSale },
  ];
  if (of.received !== null && of.receivedDay !== null) {
    const on = { day: of.receivedDay, origin: own };
    facts.push(
      { fact: fee ? 'fee_received' : 'recorded', ...on, cents: of.received - of.brought },
      {
        fact: fee ? 'fee_surplus' : 'surplus',
        ...on,
        cents: isCancelled ? of.received : Math.max(of.received - amount, 0),
      },
      {
        fact: 'written_off',
        ...on,
        cents: isCancelled ? 0 : Math.max(Math.min(of.writtenOff, amount - of.received), 0),
      },
    );
  }
  return facts.map((fact) => ({
    ...{ ...fact, key: `${fact.fact} ${id}${fact.fact === 'share' ? ` ${of.seller}` : ''}` },
  }));
}

/** Everything that an agency's rows say to its books now. */
export async function ledgerFactsOf(organizationId: string): Promise<LedgerFact[]> {
  const commissions = await earnedOf(organizationId);
  const moved = await movedOf(organizationId);
  const isPaid = (origin: string) => /^(payment|statement|void) /.test(origin);
  return [
    ...commissions.flatMap(earned).map((fact) => ({ ...fact, bank: null })),
    ...moved.map(({ id, bank, person, ...fact }) => ({
      ...{ ...fact, key: `${fact.fact} ${id} ${person}` },
      bank: isPaid(fact.origin) ? PAYS : bank,
    })),
  ]
    .map((fact) => ({ ...fact, cents: Math.round(fact.cents) }))
    .filter(({ cents }) => cents !== 0);
}
