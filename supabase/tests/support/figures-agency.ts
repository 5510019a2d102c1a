import { sql } from './database';
import { paySellers } from './paid-sellers';
import { randomOf } from './soak';
import { createTestAgency, createVendor, type Person, type TestAgency } from './test-agency';

/** An agency with sales in every state there is, drawn at random. */
export interface FiguresAgency extends TestAgency {
  /** Everybody who sells. */
  sellers: Person[];
  vendorIds: string[];
  customerIds: string[];
}

/** What becomes of a sale and its commission; the commission may be cancelled alone. */
const ENDS = [
  'unpaid',
  'unpaid',
  'early',
  'early-cancelled',
  'written-off-booked',
  'payable',
  'payable',
  'paid-out',
  'paid-out',
  'written-off',
  'cancelled',
  'cancelled-paid',
] as const;

export async function createFiguresAgency(seed: number, sales = 400): Promise<FiguresAgency> {
  const agency = await createTestAgency();
  const { organizationId, owner, agent, rival } = agency;
  const sellers = [agent, rival, owner];
  const vendorIds = [agency.vendorId];
  for (let n = 0; n < 4; n += 1) vendorIds.push(await createVendor(organizationId, 5.55 * n));
  await sql(
    `update public.vendor_terms set expected_payment_days = 30, expected_payment_basis = 'booking'
     where organization_id = $1 and vendor_id <> $2`,
    [organizationId, agency.vendorId],
  );
  const customers = await sql<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name)
     select $1, 'Customer', n::text from generate_series(1, 9) n returning id`,
    [organizationId],
  );
  const customerIds = customers.map(({ id }) => id);

  const below = randomOf(seed);
  const one = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  const drawn = Array.from({ length: sales }, (_, n) => ({
    customer_id: one(customerIds),
    vendor_id: one(vendorIds),
    agent_id: one(sellers).id,
    booking_reference: `F-${n}-${one(ENDS)}`,
    sale_date: new Date(Date.UTC(2024, 10, 1) + below(600) * 86_400_000).toISOString().slice(0, 10),
    total_amount: below(5_000_000) / 100,
    commission_rate: below(2_000) / 100,
  }));
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount,
       commission_basis, commission_rate)
     select $1, d.customer_id, d.vendor_id, d.agent_id, d.booking_reference, d.sale_date, d.total_amount, 'rate',
       d.commission_rate
     from jsonb_to_recordset($2) d(customer_id uuid, vendor_id uuid, agent_id uuid, booking_reference text, sale_date date,
       total_amount numeric, commission_rate numeric)`,
    [organizationId, JSON.stringify(drawn)],
  );
  await decide(organizationId);
  return { ...agency, sellers, vendorIds, customerIds };
}

/** Moves each sale and its commission to where its reference says it ends. */
async function decide(organizationId: string): Promise<void> {
  const ends = (ending: string) => `s.booking_reference ~ '^F-\\d+-(${ending})$'`;
  const commissions = (ending: string, change: string) =>
    sql(
      `update public.commissions c set ${change} from public.sales s
       where s.id = c.sales_id and s.organization_id = $1 and ${ends(ending)}`,
      [organizationId],
    );
  const moveSales = (ending: string, status: string) =>
    sql(`update public.sales s set status = '${status}' where s.organization_id = $1 and ${ends(ending)}`, [
      organizationId,
    ]);
  await commissions('early|early-cancelled', `status = 'funds_received'`);
  await moveSales('payable|paid-out|written-off|cancelled-paid', 'paid');
  // Two thirds of what counts as received has a receipt, mostly of another amount.
  const luck = 'abs(hashtext(c.id::text)) % 3';
  const withReceipt = (value: string) => `case when ${luck} > 0 then ${value} end`;
  await commissions(
    'early|early-cancelled|payable|paid-out|written-off|cancelled-paid',
    `received_on = ${withReceipt('c.sale_date + 9')}, received_how = ${withReceipt("'word'")},
     received_amount = ${withReceipt(`round(c.amount * (90 + ${luck}) / 100, 2)`)}`,
  );
  await commissions('early-cancelled|written-off|written-off-booked', `status = 'cancelled'`);
  await moveSales('cancelled|cancelled-paid', 'cancelled');
  await paySellers(organizationId, ends('paid-out'));
}
