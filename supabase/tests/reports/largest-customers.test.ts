import { closeBooks } from '../support/books';
import { sql } from '../support/database';
import { merged } from '../support/merges';
import { paySellers } from '../support/paid-sellers';
import { reportRowsOf, rowsAskedFor, type Definition, type ReportRow } from '../support/report-oracle';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** A report by customer shows those with the largest bookings (docs/product/reports.md, Reports), of many found among a few (decision 030). */

const MOST = 3;
let agency: TestAgency;
let customerIds: string[];
let rows: ReportRow[];

/** Amounts of few kinds, so that many customers have bought for as much as each other; every third is archived. */
beforeAll(async () => {
  agency = await createTestAgency();
  const { organizationId, agent, rival, vendorId } = agency;
  const customers = await sql<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name)
     select $1, 'Customer', n::text from generate_series(1, 60) n returning id`,
    [organizationId],
  );
  customerIds = customers.map(({ id }) => id);
  await sql(
    `update public.vendor_terms set expected_payment_days = 30, expected_payment_basis = 'booking' where organization_id = $1`,
    [organizationId],
  );
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, total_amount)
     select $1, ($2::uuid[])[1 + n % 60], $3, ($4::uuid[])[1 + n % 7 / 5], 'L-' || n, date '2024-06-01' + n * 37 % 700,
       date '2024-08-01' + n * 37 % 700, (1 + n * 11 % 4) * 100
     from generate_series(1, 260) n`,
    [organizationId, customerIds, vendorId, [agent.id, rival.id]],
  );
  const end = (change: string, of: string) =>
    sql(`update ${change} and organization_id = $1 and ${of}`, [organizationId]);
  await end(`public.sales set status = 'paid' where status = 'booked'`, 'abs(hashtext(id::text)) % 4 > 0');
  await end(
    `public.commissions set status = 'funds_received', received_on = sale_date + 20, received_how = 'word', received_amount = amount
     where status = 'unpaid'`,
    'abs(hashtext(id::text)) % 3 > 0',
  );
  await paySellers(
    organizationId,
    `c.status = 'funds_received' and s.status = 'paid' and abs(hashtext(c.id::text)) % 2 = 0`,
    'c.sale_date + 40',
  );
  await end(
    `public.sales set status = 'cancelled' where status = 'booked'`,
    'abs(hashtext(id::text)) % 8 = 0',
  );
  await sql(
    `update public.customers set archived_at = now() where organization_id = $1 and last_name::text ~ '^\\d*[369]$'`,
    [organizationId],
  );
  await merged(agency, customerIds[0] as string, customerIds[1] as string);
  rows = await reportRowsOf(organizationId);
});

/** Those found when the report says it has so many rows: of few all are added up, of many a few customers. */
async function found(definition: Partial<Definition>, rowCount: number): Promise<string[]> {
  const [row] = await sql<{ ids: string[] }>(
    `select private.largest_customers(p, $2, $3) as ids
     from jsonb_populate_record(private.read_report($4, '2026-01-01'), jsonb_build_object('organization_id', $1::uuid)) p`,
    [agency.organizationId, rowCount, MOST, JSON.stringify({ ...definition, group: 'customer' })],
  );
  return row?.ids ?? [];
}

/** The same from the rows, one by one. */
function expectedOf(definition: Definition): string[] {
  const booked = new Map<string, number>();
  for (const { customer, total } of rowsAskedFor(rows, definition))
    booked.set(customer, (booked.get(customer) ?? 0) + total);
  return [...booked]
    .sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))
    .slice(0, MOST)
    .map(([id]) => id);
}

const MANY = 1_000_000;
const RANGES = [
  ['2024-01-01', '2027-12-31'],
  ['2025-01-01', '2025-06-30'],
] as const;

test.each([
  ['sales', 'sale', ['booked', 'cancelled']],
  ['sales', 'travel', ['paid']],
  ['commissions', 'sale', ['unpaid']],
  ['commissions', 'due', ['funds_received', 'cancelled']],
  ['commissions', 'received', []],
  ['commissions', 'paid', []],
] as const)('%s by %s: the same among many as among few, ties by id', async (report, basis, statuses) => {
  for (const [from, to] of RANGES) {
    for (const status of [undefined, ...statuses]) {
      for (const agent_id of [undefined, agency.agent.id, agency.rival.id]) {
        const definition: Definition = {
          report,
          basis,
          range: 'custom',
          from,
          to,
          ...(status && { status }),
          ...(agent_id && { agent_id }),
        };
        const expected = expectedOf(definition);
        expect([definition, await found(definition, MANY)]).toEqual([definition, expected]);
        expect([definition, await found(definition, 0)]).toEqual([definition, expected]);
      }
    }
  }
});

test('who bought nothing that stands is found by what a closed month keeps', async () => {
  const { id } = await agency.sale({
    customer: customerIds[5],
    sold: '2025-02-01',
    amount: 90_000,
    paid: true,
    received: '2025-02-20',
  });
  await closeBooks(agency, '2025-03-31');
  await sql(`update public.sales set status = 'cancelled' where id = $1`, [id]);
  const definition: Definition = {
    report: 'commissions',
    basis: 'received',
    range: 'custom',
    from: '2025-02-01',
    to: '2025-02-28',
  };
  const few = await found(definition, 0);
  expect(few[0]).toBe(customerIds[5]);
  expect(await found(definition, MANY)).toEqual(few);
});
