import fc from 'fast-check';
import { sql } from '../support/database';
import { SEED } from '../support/soak';
import { createVendor, createTestAgency, type TestAgency } from '../support/test-agency';
import { differences, refresh } from '../support/totals';

let agency: TestAgency;
let vendors: string[];

/** Sales of two agents over five years, edges of years included, in all statuses. */
beforeAll(async () => {
  agency = await createTestAgency();
  vendors = [agency.vendorId];
  for (let n = 0; n < 3; n += 1) vendors.push(await createVendor(agency.organizationId));
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
     select $1, $2, ($3::uuid[])[1 + n * 7 % 4], ($4::uuid[])[1 + n % 2], 'TOP-' || n,
       case when n % 9 = 0 then date '2023-12-31' + 366 * (n % 3) + n % 2 else date '2022-07-01' + n * 17 % 1800 end, n % 40 * 12.34
     from generate_series(1, 1200) n`,
    [agency.organizationId, agency.customerId, vendors, [agency.agent.id, agency.rival.id]],
  );
  await sql(
    `update public.sales set status = case when right(booking_reference, 1) = '3' then 'cancelled' else 'paid' end
     where organization_id = $1 and right(booking_reference, 1) in ('1', '3', '4')`,
    [agency.organizationId],
  );
  await refresh();
  // What the job has added up, and what is stale since.
  await sql(
    `update public.sales set total_amount = total_amount + 0.01 where organization_id = $1 and booking_reference in ('TOP-7', 'TOP-70')`,
    [agency.organizationId],
  );
});

const summed = (start: string | null, end: string | null) =>
  sql(
    `select vendor_id as id, count(*)::int as sales_count, sum(total_amount)::float as total_revenue,
       coalesce(sum((select c.amount from public.commissions c where c.sales_id = s.id and c.status <> 'cancelled')), 0)::float
         as total_commission
     from public.sales s
     where organization_id = $1 and agent_id = $2 and status <> 'cancelled'
       and sale_date >= coalesce($3, '-infinity'::date) and sale_date <= coalesce($4, 'infinity'::date)
     group by 1 order by sum(total_amount) desc, count(*) desc, 1`,
    [agency.organizationId, agency.agent.id, start, end],
  );

const answered = async (start: string | null, end: string | null) => {
  const { data, error } = await agency.agent.api.rpc('get_top_vendors', {
    ...(start === null ? {} : { start_date: start }),
    ...(end === null ? {} : { end_date: end }),
    max_rows: 100,
  });
  if (error) throw new Error(error.message);
  return (data as unknown as Record<string, unknown>[]).map((row) => ({
    id: row['id'],
    sales_count: row['sales_count'],
    total_revenue: row['total_revenue'],
    total_commission: row['total_commission'],
  }));
};

const day = fc
  .integer({ min: 0, max: 2200 })
  .map((n) => new Date(Date.UTC(2022, 0, 1 + n)).toISOString().slice(0, 10));

test.each([
  [null, null],
  ['2023-01-01', '2023-12-31'],
  ['2024-01-01', '2024-12-31'],
  ['2023-12-31', '2024-01-01'],
  ['2024-07-01', '2024-12-31'],
  ['2024-01-01', '2024-07-01'],
  ['2024-07-02', '2025-07-02'],
  ['2024-02-29', null],
  [null, '2025-02-28'],
])('from %s to %s an agent gets the sums of their own rows', async (start, end) => {
  expect(await answered(start, end)).toEqual(await summed(start, end));
});

test(`whatever the range (seed ${SEED})`, async () => {
  await fc.assert(
    fc.asyncProperty(day, day, async (one, other) => {
      const [start, end] = [one, other].sort() as [string, string];
      expect(await answered(start, end)).toEqual(await summed(start, end));
    }),
    { seed: SEED, numRuns: 60 },
  );
});

test.each(['daily_totals', 'monthly_totals'])(
  '%s are looked at by the check, and mended by rebuilding',
  async (table) => {
    const amounts = await sql<{ name: string }>(
      `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0
       and atttypid in ('integer'::regtype, 'numeric'::regtype)`,
      [`private.${table}`],
    );
    expect(amounts).toHaveLength(table === 'daily_totals' ? 4 : 3);
    const differing = async () =>
      new Set((await differences(agency.organizationId)).map(({ totals }) => totals));
    await refresh();
    expect(await differing()).toEqual(new Set());
    for (const { name } of amounts) {
      await sql(`update private.${table} set ${name} = ${name} + 1 where organization_id = $1`, [
        agency.organizationId,
      ]);
      expect(await differing()).toEqual(new Set([table]));
      await sql('select private.rebuild_totals()');
      expect(await differing()).toEqual(new Set());
    }
  },
);

test.each(['sales', 'commissions', 'agent_payments', 'sales_history', 'commission_history'])(
  '%s cannot be emptied behind the back of sums and histories',
  async (table) => {
    await expect(sql(`truncate public.${table} cascade`)).rejects.toThrow('cannot be emptied by TRUNCATE');
  },
);
