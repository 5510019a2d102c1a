import { addCustomer } from '../support/customers';
import { sql } from '../support/database';
import { createVendor, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let secondVendor: string;
let emma: string;
const NEVER = '00000000-0000-4000-8000-000000000000';

async function customer(firstName: string): Promise<string> {
  const { data } = await agency.admin.api
    .from('customers')
    .insert({ first_name: firstName, last_name: 'Stone' })
    .select('id')
    .single();
  return data?.id ?? '';
}

beforeAll(async () => {
  agency = await createTestAgency();
  secondVendor = await createVendor(agency.organizationId);
  emma = await customer('Emma');
  await agency.sale({ amount: 100.1, sold: '2026-01-01' });
  await agency.sale({
    agent: agency.rival,
    amount: 200.2,
    sold: '2026-02-01',
    vendor: secondVendor,
    customer: emma,
  });
  await agency.sale({ amount: 400, sold: '2026-02-15', paid: true });
  await agency.sale({ agent: agency.rival, amount: 800, sold: '2026-03-01', agentPaid: true });
  await agency.sale({
    amount: 1600,
    sold: '2026-03-31',
    customer: emma,
    vendor: secondVendor,
    cancelled: true,
  });
});

const of = (count: number, amount: number, agentAmount: number) => ({
  count,
  amount,
  agent_amount: agentAmount,
});
const ZERO = of(0, 0, 0);
const stats = async (args: object) => {
  const { data, error } = await agency.admin.api.rpc('get_commission_stats', args);
  if (error) throw new Error(error.message);
  return data as unknown;
};

const ALL = {
  unpaid: of(2, 30.03, 22.03),
  funds_received: of(1, 40, 24),
  agent_paid: of(1, 80, 64),
  cancelled: of(1, 160, 96),
  total: of(5, 310.03, 206.03),
  active_total: of(4, 150.03, 110.03),
  ready: of(1, 40, 24),
};

describe('commission stats', () => {
  // Holds first-version-1
  test('count, amount and the agents’ part by status', async () => {
    expect(await stats({})).toEqual(ALL);
    expect(await stats({ start_date: null, end_date: null, status: null, agent_id: null })).toEqual(ALL);
  });

  // Holds dashboard-19, first-version-2
  test.each(['bogus', '', 'booked', 'UNPAID', "unpaid' or true"])('ignore the status %p', async (status) => {
    expect(await stats({ status })).toEqual(ALL);
  });

  test('of one status leave the others at zero', async () => {
    expect(await stats({ status: 'agent_paid' })).toEqual({
      unpaid: ZERO,
      funds_received: ZERO,
      agent_paid: of(1, 80, 64),
      cancelled: ZERO,
      total: of(1, 80, 64),
      active_total: of(1, 80, 64),
      ready: ZERO,
    });
  });

  test('of an agent, in a range with both ends, reversed or open', async () => {
    expect(await stats({ agent_id: agency.rival.id })).toMatchObject({
      unpaid: of(1, 20.02, 16.02),
      total: of(2, 100.02, 80.02),
    });
    expect(await stats({ agent_id: NEVER })).toMatchObject({ total: ZERO });
    const range = { start_date: '2026-02-01', end_date: '2026-03-01' };
    expect(await stats(range)).toMatchObject({ cancelled: ZERO, total: of(3, 140.02, 104.02) });
    expect(await stats({ start_date: range.end_date, end_date: range.start_date })).toEqual(
      await stats(range),
    );
    expect(await stats({ start_date: '2026-03-02' })).toMatchObject({ total: of(1, 160, 96) });
    expect(await stats({ end_date: '2026-01-31' })).toMatchObject({ total: of(1, 10.01, 6.01) });
    expect(await stats({ start_date: '-infinity', end_date: 'infinity' })).toEqual(ALL);
  });

  test('follow the date of a sale that moves', async () => {
    const other = await createTestAgency();
    const sale = await other.sale({ sold: '2026-05-01' });
    await other.agent.api.from('sales').update({ sale_date: '2025-05-01' }).eq('id', sale.id);
    const { data } = await other.admin.api.rpc('get_commission_stats', { end_date: '2025-12-31' });
    expect(data).toMatchObject({ unpaid: of(1, 100, 60), total: of(1, 100, 60) });
  });
});

test('commissions by status are the same without the agents’ part', async () => {
  const { data } = await agency.admin.api.rpc('get_commissions_by_status', { start_date: '2026-02-01' });
  expect(data).toEqual({
    unpaid: { count: 1, amount: 20.02 },
    funds_received: { count: 1, amount: 40 },
    agent_paid: { count: 1, amount: 80 },
    cancelled: { count: 1, amount: 160 },
    total: { count: 4, amount: 300.02 },
  });
});

describe('top lists', () => {
  test('agents by revenue, without cancelled sales', async () => {
    const { data } = await agency.admin.api.rpc('get_top_agents', {});
    const person = { first_name: 'agent', last_name: 'Test', avatar_url: null };
    expect(data).toEqual([
      { id: agency.rival.id, ...person, sales_count: 2, total_revenue: 1000.2, total_commission: 100.02 },
      { id: agency.agent.id, ...person, sales_count: 2, total_revenue: 500.1, total_commission: 50.01 },
    ]);
  });

  test('vendors by revenue, in a range', async () => {
    const vendor = { name: 'Blue Fleet', logo_url: null };
    const { data } = await agency.admin.api.rpc('get_top_vendors', {});
    expect(data).toEqual([
      { id: agency.vendorId, ...vendor, sales_count: 3, total_revenue: 1300.1, total_commission: 130.01 },
      { id: secondVendor, ...vendor, sales_count: 1, total_revenue: 200.2, total_commission: 20.02 },
    ]);
    const march = await agency.admin.api.rpc('get_top_vendors', {
      start_date: '2026-03-31',
      end_date: '2026-03-01',
    });
    expect(march.data).toEqual([
      { id: agency.vendorId, ...vendor, sales_count: 1, total_revenue: 800, total_commission: 80 },
    ]);
  });

  test('recent customers by their latest purchase', async () => {
    const { data } = await agency.admin.api.rpc('get_recent_customers', {});
    expect(data).toMatchObject([
      {
        id: agency.customerId,
        first_name: 'Vera',
        email: 'vera@mail.test',
        last_purchase_amount: 800,
        sale_date: '2026-03-01',
      },
      { id: emma, first_name: 'Emma', email: null, last_purchase_amount: 200.2, sale_date: '2026-02-01' },
    ]);
    const { data: before } = await agency.admin.api.rpc('get_recent_customers', { end_date: '2026-02-10' });
    expect((before as { id: string }[]).map(({ id }) => id)).toEqual([emma, agency.customerId]);
    expect(Object.keys((data as object[])[0] ?? {}).sort()).toEqual(
      ['id', 'first_name', 'last_name', 'email', 'sale_id', 'last_purchase_amount', 'sale_date'].sort(),
    );
  });

  test.each([
    [1, 1],
    [0, 1],
    [-5, 1],
    [100_000, 2],
    [null, 2],
  ])('of %p have %i', async (maxRows, length) => {
    for (const name of ['get_top_agents', 'get_top_vendors', 'get_recent_customers'] as const) {
      const { data } = await agency.admin.api.rpc(name, { max_rows: maxRows });
      expect([name, (data as unknown[]).length]).toEqual([name, length]);
    }
  });

  // Holds dashboard-1
  test('five unless told, and never more than a hundred', async () => {
    const many = await createTestAgency();
    await sql(
      `with made as (insert into public.customers (organization_id, first_name, last_name)
         select $1, 'C' || n, 'Many' from generate_series(1, 120) n returning id)
       insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
       select $1, id, $2, $3, 'MANY', '2026-01-01', 10 from made`,
      [many.organizationId, many.vendorId, many.agent.id],
    );
    const lengths = [];
    for (const max_rows of [undefined, 500]) {
      const { data } = await many.admin.api.rpc('get_recent_customers', max_rows ? { max_rows } : {});
      lengths.push((data as unknown[]).length);
    }
    expect(lengths).toEqual([5, 100]);
  });

  test('are found behind a hundred and fifty sales to one customer', async () => {
    const busy = await createTestAgency();
    const other = await addCustomer(busy.agent, { first_name: 'Other' });
    await sql(
      `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
       select $1, case n when 1 then $5 else $4 end::uuid, $2, $3, 'B-' || n, date '2026-01-01' + n / 2, n
       from generate_series(1, 150) n`,
      [busy.organizationId, busy.vendorId, busy.agent.id, busy.customerId, other],
    );
    for (const who of [busy.admin, busy.agent]) {
      const { data } = await who.api.rpc('get_recent_customers', {});
      const found = (data as { id: string; last_purchase_amount: number }[]).map(
        ({ id, last_purchase_amount }) => [id, last_purchase_amount],
      );
      expect(found).toEqual([
        [busy.customerId, 150],
        [other, 1],
      ]);
    }
  });

  test('without a sale are empty, not nothing', async () => {
    const empty = await createTestAgency();
    for (const name of ['get_top_agents', 'get_top_vendors', 'get_recent_customers'] as const) {
      expect((await empty.admin.api.rpc(name, {})).data).toEqual([]);
    }
  });
});
