import { sql, sqlOne } from '../support/database';
import {
  commissionOf,
  createCustomer,
  createVendor,
  createTestAgency,
  saleInput,
  untyped,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

interface SaleAmounts {
  total_amount: number;
  commission_rate: number;
  commission_amount: number;
  commission_basis: string;
}
const amounts = (sale: SaleAmounts) => [
  sale.total_amount,
  sale.commission_rate,
  sale.commission_amount,
  sale.commission_basis,
];

/** Inserts a sale with these columns, as what derives amounts sees it. */
async function insert(columns: object) {
  const { data, error } = await untyped(agency.agent.api, 'sales')
    .insert(saleInput(agency, columns))
    .select()
    .single<SaleAmounts & { id: string }>();
  if (error) throw new Error(error.message);
  return data;
}

async function edit(id: string, change: object) {
  const { data, error } = await agency.agent.api.from('sales').update(change).eq('id', id).select().single();
  if (error) throw new Error(error.message);
  return data;
}

test.each([
  ['the rate', { commission_basis: 'rate', commission_rate: 12.5 }, [1482.5, 12.5, 185.31, 'rate']],
  ['the amount', { commission_basis: 'amount', commission_amount: 185 }, [1482.5, 12.48, 185, 'amount']],
])('%s was typed, the other half is derived', async (_typed, half, expected) => {
  const typed = { total_amount: 1482.5, commission_rate: undefined, ...half };
  expect(amounts(await insert(typed))).toEqual(expected);
});

test('both were sent: the basis decides, the other one is not believed', async () => {
  const both = { commission_rate: 10, commission_amount: 999 };
  expect(amounts(await insert({ ...both, commission_basis: 'rate' }))).toEqual([1000, 10, 100, 'rate']);
  expect(amounts(await insert({ ...both, commission_basis: 'amount' }))).toEqual([1000, 99.9, 999, 'amount']);
});

test('without rate and amount the vendor’s default rate is picked up', async () => {
  const vendorId = await createVendor(agency.organizationId, 14.25);
  const { commission_rate: _rate, commission_basis: _basis, ...input } = saleInput({ ...agency, vendorId });
  const { data } = await agency.agent.api.from('sales').insert(input).select().single();
  expect(data && amounts(data)).toEqual([1000, 14.25, 142.5, 'rate']);
});

test('only an amount was sent: it is the basis', async () => {
  const input = { ...saleInput(agency), commission_rate: undefined, commission_basis: undefined };
  const { data } = await agency.agent.api
    .from('sales')
    .insert({ ...input, commission_amount: 70 })
    .select()
    .single();
  expect(data && amounts(data)).toEqual([1000, 7, 70, 'amount']);
});

test('at total 0 the rate of an amount is 0', async () => {
  const free = { total_amount: 0, commission_basis: 'amount', commission_amount: 0 };
  expect(amounts(await insert(free))).toEqual([0, 0, 0, 'amount']);
});

test('the basis holds when the total changes, and the unpaid commission follows', async () => {
  const byRate = await agency.sale({ rate: 7.5 });
  expect(amounts(await edit(byRate.id, { total_amount: 2000 }))).toEqual([2000, 7.5, 150, 'rate']);
  expect(await commissionOf(byRate.id)).toMatchObject({ amount: '150.00', agent_amount: '90.00' });

  const byAmount = await agency.sale({ commission: 80, amount: 1000 });
  expect(amounts(await edit(byAmount.id, { total_amount: 640 }))).toEqual([640, 12.5, 80, 'amount']);
  expect(await commissionOf(byAmount.id)).toMatchObject({ amount: '80.00', agent_amount: '48.00' });
  expect(amounts(await edit(byAmount.id, { commission_rate: 10 }))).toEqual([640, 10, 64, 'rate']);
  expect(amounts(await edit(byAmount.id, { commission_amount: 160 }))).toEqual([640, 25, 160, 'amount']);
});

test('left-out values: sale date is today in the organization’s time zone, currency its currency, agent the caller', async () => {
  await sql("update public.organizations set time_zone = 'Pacific/Kiritimati' where id = $1", [
    agency.organizationId,
  ]);
  const { sale_date: _date, ...input } = saleInput(agency);
  const { data } = await agency.agent.api.from('sales').insert(input).select().single();
  const { today } = await sqlOne<{ today: string }>(
    "select to_char(now() at time zone 'Pacific/Kiritimati', 'YYYY-MM-DD') as today",
  );
  expect(data).toMatchObject({
    sale_date: today,
    currency: 'USD',
    agent_id: agency.agent.id,
    created_by: agency.agent.id,
    organization_id: agency.organizationId,
    status: 'booked',
  });
});

test('the commission keeps the split of its creation; only a reassignment takes the other agent’s', async () => {
  const sale = await agency.sale();
  await sql('update public.user_terms set commission_split = 50 where user_id = $1', [agency.agent.id]);
  await edit(sale.id, { total_amount: 3000 });
  expect(await commissionOf(sale.id)).toMatchObject({ commission_split: '60.00', agent_amount: '180.00' });

  const given = await agency.admin.api
    .from('sales')
    .update({ agent_id: agency.rival.id })
    .eq('id', sale.id)
    .select()
    .single();
  expect(given.error).toBeNull();
  expect(await commissionOf(sale.id)).toMatchObject({
    agent_id: agency.rival.id,
    commission_split: '80.00',
    agent_amount: '240.00',
  });
  await sql('update public.user_terms set commission_split = 60 where user_id = $1', [agency.agent.id]);
});

test.each([
  [
    'paid',
    { total_amount: 2000 },
    'The total and commission of this sale cannot change any more: the sale is paid.',
  ],
  ['paid', { commission_rate: 20 }, 'The commission of this sale cannot change any more: the sale is paid.'],
  ['paid', { vendor_id: 'other' }, 'The vendor of this sale cannot change any more: the sale is paid.'],
  ['paid', { agent_id: 'other' }, 'The agent of this sale cannot change any more: the sale is paid.'],
  [
    'cancelled',
    { total_amount: 1 },
    'The total and commission of this sale cannot change any more: the sale is cancelled.',
  ],
  [
    'commission cancelled',
    { commission_rate: 20 },
    'The commission of this sale cannot change any more: its commission is already cancelled.',
  ],
])('on a sale that is %s, %j is locked', async (state, change, message) => {
  const sale = await agency.sale();
  if (state === 'commission cancelled') {
    const commission = await commissionOf(sale.id);
    await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('id', commission.id);
  } else {
    await agency.admin.api.from('sales').update({ status: state }).eq('id', sale.id);
  }
  const other: Record<string, string> = {
    vendor_id: await createVendor(agency.organizationId),
    agent_id: agency.rival.id,
  };
  const values = Object.fromEntries(
    Object.entries(change).map(([field, value]) => [field, value === 'other' ? other[field] : value]),
  );
  const { error } = await untyped(agency.admin.api, 'sales').update(values).eq('id', sale.id);
  expect({ code: error?.code, message: error?.message }).toEqual({ code: 'P0001', message });
  expect(
    await sqlOne('select total_amount, commission_rate from public.sales where id = $1', [sale.id]),
  ).toEqual({
    total_amount: '1000.00',
    commission_rate: '10.00',
  });
});

test('notes, dates and reference stay editable to the end, also when the form sends everything', async () => {
  const sale = await agency.sale({ agentPaid: true });
  const changed = await edit(sale.id, {
    ...saleInput(agency),
    notes: 'Aisle seats after all',
    booking_reference: 'BF-2002',
    sale_date: '2026-05-05',
    travel_date: '2026-07-01',
    return_date: '2026-07-14',
  });
  expect(changed).toMatchObject({
    notes: 'Aisle seats after all',
    booking_reference: 'BF-2002',
    status: 'paid',
  });
});

test('empty texts of a form are kept as nothing', async () => {
  const sale = await insert({ booking_reference: ' BF-9 ', notes: '  ' });
  expect(sale).toMatchObject({ booking_reference: 'BF-9', notes: null });
  const customerId = await createCustomer(agency.organizationId);
  const { data } = await agency.agent.api
    .from('customers')
    .update({ first_name: '  Ada ', phone: ' ' })
    .eq('id', customerId)
    .select('first_name, phone')
    .single();
  expect(data).toEqual({ first_name: 'Ada', phone: null });
});
