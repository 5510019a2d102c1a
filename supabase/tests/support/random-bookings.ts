import { FIRST_NAMES, LAST_NAMES } from '../../seed/names';
import type { Random } from '../../seed/random';
import { importLines, line } from './bank';
import { match } from './bank-matches';
import { sql } from './database';
import type { TestAgency } from './test-agency';

/** A booking of the agency, as a judge sees it: what it is called, and what is open of it. */
export interface Booking {
  commission: string;
  reference: string;
  vendor: string;
  traveler: string;
  /** In cents; nothing where it was cancelled. */
  open: number;
  /** In cents, the whole commission. */
  agreed: number;
}

/** Names that share words with each other, with towns and with people. */
export const VENDORS = [
  'Halcyon Ocean Lines',
  'Halcyon River Cruises',
  'Ocean Gate Hotels',
  'Silk Gate Journeys',
  'Harper Tours',
  'Morgan Villas',
  'Lindau Resorts',
  'Savannah Rail',
  'Northern Fjord Voyages',
  'Aurora Expeditions',
  'Blue Meridian Charter',
  'Castillo Safaris',
] as const;

const CONSONANTS = 'BCDFGHJKLMNPQRSTVWXZ';
const digits = (random: Random, length: number) =>
  String(random.between(10 ** (length - 1), 10 ** length - 1));

const FORMS: readonly ((random: Random) => string)[] = [
  (random) => `CR-${digits(random, 5)}`,
  (random) => digits(random, 5),
  (random) => digits(random, 8),
  (random) => Array.from({ length: 6 }, () => random.pick([...CONSONANTS])).join(''),
  (random) => `${digits(random, 7)}/1`,
];

/** The number of a reference without its prefix and its tail; of letters, the letters. */
export const numberOf = (reference: string): string => /\d{4,}/.exec(reference)?.[0] ?? reference;

/** References of all forms, no number twice; each vendor keeps to two of the forms. */
function references(random: Random, count: number): string[] {
  const taken = new Set<string>();
  return Array.from({ length: count }, (_, n) => {
    for (;;) {
      const form = FORMS[((n % VENDORS.length) + (n % 2) * random.between(0, 1)) % FORMS.length];
      const reference = form?.(random) ?? '';
      if (taken.has(numberOf(reference))) continue;
      taken.add(numberOf(reference));
      return reference;
    }
  });
}

const dayOf = (offset: number) => new Date(Date.UTC(2026, 1, 1 + offset)).toISOString().slice(0, 10);

/** One deposit for each of these commissions, of a third of it: less is open than was agreed. */
async function payInPart(agency: TestAgency, account: string, commissions: readonly string[]) {
  const rows = await sql<{ id: string; amount: string }>(
    'select id, amount from public.commissions where id = any($1) order by id',
    [commissions],
  );
  const parts = rows.map(({ id, amount }) => ({ id, third: (Number(amount) / 3).toFixed(2) }));
  const imported = await importLines(
    agency.admin,
    account,
    parts.map(({ third }, n) => line(n + 1, `DEPOSIT BRANCH ${n}`, third, { booked_on: '2026-02-20' })),
  );
  for (const [n, row] of imported.rows.entries())
    await match(agency.admin, row, [{ commission_id: parts[n]?.id, amount: parts[n]?.third }]);
}

/**
 * Fills an agency with bookings of a dozen vendors, long before the money comes: amounts that several have in common, some bookings
 * cancelled, some paid in part.
 */
export async function createBookings(
  agency: TestAgency,
  account: string,
  count: number,
  random: Random,
): Promise<Booking[]> {
  const { organizationId, agent } = agency;
  const vendors = await sql<{ id: string; name: string }>(
    `insert into public.vendors (organization_id, name) select $1, unnest($2::text[]) returning id, name`,
    [organizationId, VENDORS],
  );
  await sql(
    `update public.vendor_terms set expected_payment_days = 20, expected_payment_basis = 'booking' where vendor_id = any($1)`,
    [vendors.map(({ id }) => id)],
  );
  const customers = await sql<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name)
     select $1, * from unnest($2::text[], $3::text[]) returning id`,
    [
      organizationId,
      Array.from({ length: 200 }, () => random.pick(FIRST_NAMES)),
      Array.from({ length: 200 }, () => random.pick(LAST_NAMES)),
    ],
  );
  const amounts = Array.from({ length: count }, () => random.between(40_00, 900_00));
  const sales = references(random, count).map((reference, n) => ({
    booking_reference: reference,
    vendor_id: vendors[n % vendors.length]?.id,
    customer_id: random.pick(customers).id,
    sale_date: dayOf(random.between(0, 90)),
    commission_amount: random.pick(amounts) / 100,
  }));
  await sql(
    `insert into public.sales (organization_id, agent_id, booking_reference, vendor_id, customer_id, sale_date, commission_basis,
       commission_amount, total_amount, created_at)
     select $1, $2, s.booking_reference, s.vendor_id, s.customer_id, s.sale_date, 'amount', s.commission_amount,
       10 * s.commission_amount, '2026-01-05'
     from jsonb_to_recordset($3) s(booking_reference text, vendor_id uuid, customer_id uuid, sale_date date, commission_amount numeric)`,
    [organizationId, agent.id, JSON.stringify(sales)],
  );
  const entered = await sql<{ sale: string; commission: string }>(
    `select s.id as sale, c.id as commission from public.sales s join public.commissions c on c.sales_id = s.id
     where s.organization_id = $1 order by s.booking_reference`,
    [organizationId],
  );
  await sql(`update public.sales set status = 'cancelled' where id = any($1)`, [
    entered.slice(0, count / 20).map(({ sale }) => sale),
  ]);
  await payInPart(
    agency,
    account,
    entered.slice(-count / 20).map(({ commission }) => commission),
  );
  return sql<Booking>(
    `select c.id as commission, s.booking_reference as reference, v.name as vendor, u.first_name || ' ' || u.last_name as traveler,
       (case when s.status = 'cancelled' then 0 else 100 * c.open_amount end)::int as open, (100 * c.amount)::int as agreed
     from public.sales s join public.commissions c on c.sales_id = s.id join public.vendors v on v.id = s.vendor_id
       join public.customers u on u.id = s.customer_id
     where s.organization_id = $1 order by s.booking_reference`,
    [organizationId],
  );
}
