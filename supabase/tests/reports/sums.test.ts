import { commissionOf, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;

beforeAll(async () => {
  agency = await createTestAgency();
  await agency.sale({ amount: 100.1, sold: '2026-01-01' });
  await agency.sale({ agent: agency.rival, amount: 200.2, sold: '2026-02-01' });
  await agency.sale({ amount: 400, sold: '2026-02-15', paid: true });
  await agency.sale({ amount: 800, sold: '2026-03-01', agentPaid: true });
  const cancelled = await agency.sale({ amount: 1600, sold: '2026-03-31', cancelled: true });
  expect(await commissionOf(cancelled.id)).toMatchObject({ status: 'cancelled' });
});

const of = (count: number, amount: number) => ({ count, amount });

const byStatus = async (days: { start_date?: string; end_date?: string }) => ({
  sales: (await agency.admin.api.rpc('get_sales_by_status', days)).data,
  commissions: (await agency.admin.api.rpc('get_commissions_by_status', days)).data,
});

test('the dashboard adds up everything an admin may see', async () => {
  expect(await byStatus({})).toEqual({
    sales: {
      booked: of(2, 300.3),
      paid: of(2, 1200),
      cancelled: of(1, 1600),
      total: of(5, 3100.3),
      active_total: of(4, 1500.3),
    },
    commissions: {
      unpaid: of(2, 30.03),
      funds_received: of(1, 40),
      agent_paid: of(1, 80),
      cancelled: of(1, 160),
      total: of(5, 310.03),
    },
  });
});

test('both ends of a range count, by the date of the sale', async () => {
  expect(await byStatus({ start_date: '2026-02-01', end_date: '2026-03-01' })).toMatchObject({
    sales: { booked: of(1, 200.2), paid: of(2, 1200), total: of(3, 1400.2) },
    commissions: { unpaid: of(1, 20.02), total: of(3, 140.02) },
  });
});

test('a range without sales is all zeros, not nothing', async () => {
  const { data } = await agency.admin.api.rpc('get_sales_by_status', {
    start_date: '2020-01-01',
    end_date: '2020-12-31',
  });
  const zero = of(0, 0);
  expect(data).toEqual({ booked: zero, paid: zero, cancelled: zero, total: zero, active_total: zero });
});

test('totals of a customer or vendor leave the cancelled sales out', async () => {
  const expected = { sales_count: 4, total_amount: 1500.3 };
  const customer = await agency.admin.api.rpc('get_customer_page', { customer_id: agency.customerId });
  const vendor = await agency.admin.api.rpc('get_vendor_page', { vendor_id: agency.vendorId });
  expect([customer.data, vendor.data]).toMatchObject([{ totals: expected }, { figures: expected }]);
});

// Holds first-version-3
test('the commissions list reads one view, sorted and counted', async () => {
  const { data, count } = await agency.admin.api
    .from('commissions_with_sale_date')
    .select('amount, status, sale_status, customer_last_name, vendor_name, agent_first_name', {
      count: 'exact',
    })
    .gte('sale_date', '2026-02-01')
    .order('sale_date', { ascending: false })
    .range(0, 0);
  expect(count).toBe(4);
  expect(data).toEqual([
    {
      amount: 160,
      status: 'cancelled',
      sale_status: 'cancelled',
      customer_last_name: 'Lind',
      vendor_name: 'Blue Fleet',
      agent_first_name: 'agent',
    },
  ]);
});
