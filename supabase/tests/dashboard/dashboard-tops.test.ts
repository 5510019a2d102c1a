import fc from 'fast-check';
import { addDays, dashboardOf } from '../support/dashboard';
import { sql } from '../support/database';
import { SEED } from '../support/soak';
import { createMember, createVendor, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;

/**
 * Sixty vendors and a dozen agents, most of them near to each other, some far behind, some only with cancelled sales or with
 * sales of nothing: who is among the best depends on the days at the edges of the range.
 */
beforeAll(async () => {
  agency = await createTestAgency();
  const { organizationId, customerId, agent, rival } = agency;
  const vendors = [agency.vendorId];
  for (let n = 0; n < 59; n += 1) vendors.push(await createVendor(organizationId));
  const agents = [agent.id, rival.id];
  for (let n = 0; n < 10; n += 1) agents.push((await createMember(organizationId, 'agent', 50)).id);
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
     select $1, $2, v.id, ($4::uuid[])[1 + h / 60 % 12], 'TOPS-' || g, date '2024-11-15' + h / 7 % 500,
       case when v.n % 15 = 14 then 0 when v.n % 3 = 0 then h % 50 else 100 + h % 10 end
     from generate_series(1, 2400) g cross join lateral (select abs(hashint4(g)) as h) r
     join unnest($3::uuid[]) with ordinality v(id, n) on v.n = 1 + h % 60`,
    [organizationId, customerId, vendors, agents],
  );
  await sql(
    `update public.sales set status = case when right(booking_reference, 1) = '3' then 'cancelled' else 'paid' end
     where organization_id = $1 and (right(booking_reference, 1) in ('1', '3', '4') or vendor_id = $2)`,
    [organizationId, vendors[7]],
  );
  // The commission alone: the sale still counts.
  await sql(
    `update public.commissions set status = 'cancelled'
     where organization_id = $1 and status <> 'cancelled' and abs(hashtext(sales_id::text)) % 7 = 0`,
    [organizationId],
  );
});

const summed = (who: 'agent' | 'vendor', [start, end]: [string, string]) =>
  sql(
    `select ${who}_id as id, count(*)::int as sales_count, sum(total_amount)::float as total_revenue,
       coalesce(sum((select c.amount from public.commissions c where c.sales_id = s.id and c.status <> 'cancelled')), 0)::float
         as total_commission
     from public.sales s where organization_id = $1 and status <> 'cancelled' and sale_date between $2 and $3
     group by 1 order by sum(total_amount) desc, count(*) desc, 1`,
    [agency.organizationId, start, end],
  );

const figures = (rows: unknown) =>
  (rows as Record<string, unknown>[]).map(({ id, sales_count, total_revenue, total_commission }) => ({
    id,
    sales_count,
    total_revenue,
    total_commission,
  }));

async function agrees(range: [string, string]): Promise<void> {
  const [start_date, end_date] = range;
  const [agents, vendors] = [await summed('agent', range), await summed('vendor', range)];
  const shown = await dashboardOf(agency.admin, {
    start_date,
    end_date,
    parts: ['top_agents', 'top_vendors'],
  });
  expect([range, figures(shown.top_agents), figures(shown.top_vendors)]).toEqual([
    range,
    agents.slice(0, 5),
    vendors.slice(0, 5),
  ]);
  for (const max_rows of [1, 12, 100]) {
    const asked = { start_date, end_date, max_rows };
    const [best, sold] = await Promise.all([
      agency.admin.api.rpc('get_top_agents', asked),
      agency.admin.api.rpc('get_top_vendors', asked),
    ]);
    expect([range, figures(best.data), figures(sold.data)]).toEqual([
      range,
      agents.slice(0, max_rows),
      vendors.slice(0, max_rows),
    ]);
  }
}

test.each<[string, string]>([
  ['2024-11-15', '2026-03-30'],
  ['1900-01-01', '2199-12-31'],
  ['2025-01-01', '2025-12-31'],
  ['2025-02-01', '2025-02-28'],
  ['2025-02-02', '2025-02-27'],
  ['2025-01-31', '2025-02-01'],
  ['2025-01-20', '2025-03-10'],
  ['2025-12-31', '2025-12-31'],
  ['2019-01-01', '2019-12-31'],
])('the best from %s to %s are those whose sales are worth most', (start, end) => agrees([start, end]));

test(`whatever the range (seed ${SEED})`, async () => {
  const day = fc.nat({ max: 540 }).map((n) => addDays('2024-11-01', n));
  await fc.assert(
    fc.asyncProperty(day, day, (one, other) => agrees(one < other ? [one, other] : [other, one])),
    { numRuns: 25, seed: SEED },
  );
});
