import type { Client } from 'pg';
import type { Agency } from './agency';
import { asPerson } from './as-person';
import type { Calendar } from './calendar';
import { VENDOR_KINDS } from './names';

interface Chosen {
  id: string;
  vendor: string;
  total: number;
  deposit_due: string;
  final_due: string;
  paid_on: string;
}

/** A booked trip, the first seller's where there is one, that starts in some months, and that nothing of the bank or a payout is about. */
const CHOOSE = `
  select s.id, s.vendor_id as vendor, s.total_amount::float8 as total, (s.sale_date + 7)::text as deposit_due,
    (s.travel_date - 30)::text as final_due, least(s.sale_date + 2, $3::date)::text as paid_on
  from public.sales s join public.commissions c on c.organization_id = s.organization_id and c.sales_id = s.id
  where s.organization_id = $1 and s.agent_id <> $5 and s.status = 'booked' and c.status = 'unpaid' and s.total_amount between 3500 and 30000
    and s.travel_date > $3::date + 45 and not exists (
      select from public.bank_suggestions b where b.organization_id = c.organization_id and b.parts @> jsonb_build_array(
        jsonb_build_object('commission_id', c.id)))
    and not exists (select from public.bank_allocations a where a.organization_id = c.organization_id and a.commission_id = c.id)
  order by s.vendor_id = any ($4) desc, s.agent_id = $2 desc, s.sale_date desc, s.id limit 1`;

/** What the total is made of: what earns, what does not, and the agency's own fee on top. */
const linesOf = (total: number, isCruise: boolean) => [
  {
    kind: isCruise ? 'cruise' : 'fare',
    text: isCruise ? 'Fare, balcony, 2 guests' : 'Fare, 2 guests',
    amount: total - 2860,
    earns: 'rate',
    rate: 15,
  },
  { kind: 'non_commissionable', text: 'Port charges', amount: 640, earns: 'nothing' },
  { kind: 'taxes', text: 'Government taxes', amount: 320, earns: 'nothing' },
  { kind: 'air', text: 'Flights, 2 seats', amount: 1384, earns: 'rate', rate: 5 },
  { kind: 'tour', text: 'Day by rail and ferry', amount: 420, earns: 'rate', rate: 10 },
  { kind: 'transfer', text: 'Pier transfers', amount: 96, earns: 'amount', commission: 12 },
  { kind: 'service_fee', text: 'Planning fee', amount: 150 },
];

/**
 * One sale as agencies agree it: lines with the agency's own fee, two who share it, and a customer who pays in parts. And what its
 * vendor owes beside: last year's bonus. All as the owner does it.
 */
export async function writeAgreedSale(client: Client, agency: Agency, { today }: Calendar): Promise<void> {
  const person = (firstName: string) => agency.sellers.find((seller) => seller.firstName === firstName);
  const [owner, seller, other] = [agency.sellers[0], person('Julia'), person('Kenji')];
  if (!owner || !seller || !other) return;
  const cruises = agency.vendors.filter(({ kind }) => kind === VENDOR_KINDS[0]).map(({ id }) => id);
  const { rows } = await client.query<Chosen>(CHOOSE, [agency.id, seller.id, today, cruises, other.id]);
  const [sale] = rows;
  if (!sale) return;
  await asPerson(client, owner.id, async () => {
    await client.query(
      `update public.sales set lines = $2, co_sellers = $3, payment_plan = $4 where id = $1`,
      [
        sale.id,
        JSON.stringify(linesOf(sale.total, cruises.includes(sale.vendor))),
        JSON.stringify([{ user_id: other.id, role: 'co_seller', percent: 40 }]),
        JSON.stringify([
          { kind: 'deposit', due_on: sale.deposit_due, amount: 1200, remind: true },
          { kind: 'final', due_on: sale.final_due, amount: null, remind: true },
        ]),
      ],
    );
    await client.query(`select public.record_customer_payment($1, 1200, $2, 'card')`, [
      sale.id,
      sale.paid_on,
    ]);
    const year = Number(today.slice(0, 4)) - 1;
    await client.query(`select public.expect_volume_bonus($1, $2, $3, 1250, $4)`, [
      sale.vendor,
      `${year}-01-01`,
      `${year}-12-31`,
      sale.final_due,
    ]);
  });
}
