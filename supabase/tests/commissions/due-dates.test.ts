import { sql, sqlOne } from '../support/database';
import { vendorProfile } from '../support/directory';
import { createVendor, createTestAgency, untyped, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const agree = async (days: number | null, basis = 'departure', vendorId = agency.vendorId) => {
  const { error } = await agency.admin.api
    .from('vendor_terms')
    .update({ expected_payment_days: days, expected_payment_basis: basis })
    .eq('vendor_id', vendorId);
  if (error) throw new Error(error.message);
};
const commission = (saleId: string) =>
  sqlOne<{ id: string; due_on: string | null; vendor_id: string; status: string }>(
    'select id, due_on::text, vendor_id, status from public.commissions where sales_id = $1',
    [saleId],
  );
const dueOn = async (saleId: string) => (await commission(saleId)).due_on;
const DATES = { departs: '2026-07-10', returns: '2026-07-20' };

test.each<[number | null, string, object, string | null]>([
  [null, 'departure', DATES, null],
  [30, 'booking', DATES, '2026-06-03'],
  [30, 'departure', DATES, '2026-08-09'],
  [0, 'departure', DATES, '2026-07-10'],
  [30, 'return', DATES, '2026-08-19'],
  // A trip without a return ends with its departure; without a departure nobody knows yet.
  [30, 'return', { departs: '2026-07-10' }, '2026-08-09'],
  [30, 'return', {}, null],
  [30, 'departure', {}, null],
  [10, 'booking', {}, '2026-05-14'],
  // With the final payment.
  [30, 'before_departure', DATES, '2026-06-10'],
  [30, 'before_departure', {}, null],
  [730, 'return', { departs: '2199-12-01', returns: '2199-12-31' }, '2199-12-31'],
])('%p days, %s, of %p: due on %p', async (days, basis, dates, expected) => {
  await agree(days, basis);
  const sale = await agency.sale(dates);
  expect(await commission(sale.id)).toMatchObject({ due_on: expected, vendor_id: agency.vendorId });
});

// Holds commissions-19
test('the day follows the dates and the vendor of the sale while anything is open, whatever the customer paid', async () => {
  await agree(30, 'return');
  const other = await createVendor(agency.organizationId);
  await agree(5, 'booking', other);
  const sale = await agency.sale(DATES);
  const change = async (fields: object) => {
    const { error } = await untyped(agency.agent.api, 'sales').update(fields).eq('id', sale.id);
    if (error) throw new Error(error.message);
    return dueOn(sale.id);
  };
  expect(await change({ return_date: '2026-07-30' })).toBe('2026-08-29');
  expect(await change({ travel_date: null, return_date: null })).toBeNull();
  expect(await change({ travel_date: '2026-07-11' })).toBe('2026-08-10');
  expect(await change({ vendor_id: other })).toBe('2026-05-09');
  expect((await commission(sale.id)).vendor_id).toBe(other);
  expect(await change({ sale_date: '2026-05-05' })).toBe('2026-05-10');
  expect(await change({ notes: 'nothing new', total_amount: 1200 })).toBe('2026-05-10');
  expect(await change({ status: 'paid' })).toBe('2026-05-10');
  // The customer paid, the vendor did not: what it owes is due by the dates of now.
  expect(await change({ travel_date: '2026-08-01', sale_date: '2026-05-06' })).toBe('2026-05-11');
  const { id } = await commission(sale.id);
  const receive = (receipt: { received_on?: string; received_amount?: number }) =>
    agency.admin.api.rpc('record_receipt', { commission_id: id, ...receipt });
  await receive({ received_on: '2026-05-12', received_amount: 1000 });
  // Received: the day it was expected is part of the history, until the receipt is taken back.
  expect(await change({ sale_date: '2026-05-08' })).toBe('2026-05-11');
  await receive({});
  expect(await dueOn(sale.id)).toBe('2026-05-13');
});

test('new terms move all open commissions of the vendor at once, and no others', async () => {
  const other = await createVendor(agency.organizationId);
  const [unpaid, undated, paid, cancelled, elsewhere] = [
    await agency.sale(DATES),
    await agency.sale({ agent: agency.rival }),
    await agency.sale({ ...DATES, paid: true }),
    await agency.sale({ ...DATES, cancelled: true }),
    await agency.sale({ vendor: other, ...DATES }),
  ];
  await agree(14);
  const days = [unpaid, undated, paid, cancelled, elsewhere].map(({ id }) => dueOn(id));
  expect(await Promise.all(days)).toEqual(['2026-07-24', null, '2026-07-24', null, null]);
  await agree(14, 'booking');
  expect([await dueOn(unpaid.id), await dueOn(undated.id)]).toEqual(['2026-05-18', '2026-05-18']);
  // One for another vendor’s sale that has the same agent, and nothing for a change of the name.
  const before = await sql('select id, updated_at from public.commissions order by id');
  await agency.admin.api.from('vendors').update({ name: 'Renamed' }).eq('id', agency.vendorId);
  expect(await sql('select id, updated_at from public.commissions order by id')).toEqual(before);
  await agree(null);
  expect([await dueOn(unpaid.id), await dueOn(undated.id)]).toEqual([null, null]);
  // It follows from what both tell already.
  expect(
    await sql(
      `select change_type from public.commission_history h join public.commissions c on c.id = h.commission_id where c.sales_id = $1`,
      [unpaid.id],
    ),
  ).toEqual([{ change_type: 'create' }]);
});

test('nobody sets the day by hand', async () => {
  const sale = await agency.sale(DATES);
  for (const who of ['owner', 'admin', 'agent'] as const) {
    const { error } = await untyped(agency[who].api, 'commissions')
      .update({ due_on: '2026-01-01' })
      .eq('sales_id', sale.id);
    expect(error?.code).toBe('42501');
  }
});

test('sales and terms that change at the same moment agree in the end', async () => {
  const other = await createVendor(agency.organizationId);
  const sales = await Promise.all(
    Array.from({ length: 6 }, (_, n) => agency.sale({ ...DATES, reference: `B-${n}` })),
  );
  const moves: (() => PromiseLike<{ error: { code: string } | null }>)[] = [];
  for (let n = 0; n < 24; n += 1) {
    const sale = sales[n % sales.length]?.id ?? '';
    moves.push(
      () =>
        agency.admin.api
          .from('vendor_terms')
          .update({ expected_payment_days: n })
          .eq('vendor_id', n % 3 ? agency.vendorId : other),
      () =>
        agency.agent.api
          .from('sales')
          .update({ travel_date: `2026-07-${String(1 + (n % 9)).padStart(2, '0')}` })
          .eq('id', sale),
      () =>
        agency.owner.api
          .from('sales')
          .update({ vendor_id: n % 2 ? other : agency.vendorId })
          .eq('id', sale),
      () =>
        agency
          .sale({
            agent: agency.rival,
            vendor: n % 2 ? agency.vendorId : other,
            ...DATES,
            reference: `N-${n}`,
          })
          .then(() => ({ error: null })),
    );
  }
  const answers = await Promise.all(moves.map((move) => move()));
  expect(answers.map(({ error }) => error?.code).filter(Boolean)).toEqual([]);
  expect(
    await sql(
      `select c.id from public.commissions c join public.sales s on s.id = c.sales_id join public.vendor_terms v on v.vendor_id = s.vendor_id
       where c.organization_id = $1 and (c.vendor_id <> s.vendor_id or c.due_on is distinct from private.due_on(
         v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date))`,
      [agency.organizationId],
    ),
  ).toEqual([]);
});

test('expected, received and overdue of a vendor', async () => {
  await agree(10, 'booking');
  const today = new Date().toISOString().slice(0, 10);
  const late = await agency.sale({ sold: '2026-01-05', amount: 100 });
  await agency.sale({ agent: agency.rival, sold: '2026-01-06', amount: 200 });
  await agency.sale({ sold: today, amount: 400 });
  const received = await agency.sale({ amount: 800, paid: true });
  await agency.sale({ amount: 1600, agentPaid: true });
  await agency.sale({ sold: '2026-01-07', amount: 3200, cancelled: true });
  expect((await vendorProfile(agency.admin, agency.vendorId))?.figures).toEqual({
    sales_count: 5,
    total_amount: 3100,
    expected: { count: 1, amount: 40, agent_amount: 24 },
    // The customers paid; nobody has seen the vendor's money.
    received: { count: 0, amount: 0, owed: 0, taken_back: 0, net: 0 },
    funds_received: { count: 1, amount: 80, agent_amount: 48 },
    agent_paid: { count: 1, amount: 160, agent_amount: 96 },
    overdue: {
      count: 2,
      amount: 30,
      agent_amount: 22,
      agents_paid: { count: 0, amount: 0, advanced: 0 },
      paid_short: { count: 0, amount: 0 },
      tracked_since: null,
    },
  });
  // Less came than was owed: what was received counts, and the commissions stay what they are.
  const { data } = await agency.admin.api.rpc('record_receipt', {
    commission_id: received.commissionId,
    received_on: '2026-06-01',
    received_amount: 75,
  });
  expect(data).toMatchObject({ success: true });
  await agree(null);
  expect((await vendorProfile(agency.admin, agency.vendorId))?.figures).toMatchObject({
    expected: { count: 3, amount: 70 },
    received: { count: 1, amount: 75, owed: 80 },
    funds_received: { count: 1, amount: 80 },
    overdue: { count: 0, amount: 0 },
  });
  expect(await dueOn(late.id)).toBeNull();
});
