import { randomUUID } from 'node:crypto';
import { sql, sqlOne } from '../support/database';
import { createSale, setStatus, tryCreate } from '../support/sales';
import {
  createTestAgency,
  createVendor,
  saleInput,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

interface Result {
  success: boolean;
  error: string | null;
  field: string | null;
  id?: string;
  version?: number;
}

const call = async (person: Person, name: string, args: object) => {
  const { data, error } = await person.api.rpc(name as never, args as never);
  if (error) return { success: false, error: (error as { message: string }).message, field: null } as Result;
  return data as unknown as Result;
};
const rate = (
  vendor_id: string,
  value: number,
  valid_from: string,
  category?: string,
  person = agency.admin,
) =>
  call(person, 'save_vendor_rate', { vendor_id, rate: value, valid_from, ...(category ? { category } : {}) });
const rateOn = async (vendorId: string, day: string, category: string | null = null) =>
  (
    await sqlOne<{ rate: number | null }>('select private.vendor_rate($1, $2, $3, $4::date)::float as rate', [
      agency.organizationId,
      vendorId,
      category,
      day,
    ])
  ).rate;

interface Terms {
  rates: { id: string; state: string; rate: number }[];
  bonus_owed: number;
  bonuses: {
    id: string;
    reached: number;
    percent: number;
    bonus: number;
    next: { from: number; percent: number; missing: number } | null;
    expected: { amount: number; status: string } | null;
  }[];
}
const terms = async (vendor_id: string, person = agency.admin) =>
  (await person.api.rpc('get_vendor_terms', { vendor_id })).data as unknown as Terms | null;

const newVendor = async (defaultRate = 10) => {
  const id = await createVendor(agency.organizationId);
  await sql('update public.vendors set default_commission_rate = $2 where id = $1', [id, defaultRate]);
  return id;
};

// Holds vendors-1
test('the rate of a day: of the kind of line before that of all, the latest that has begun, else the default', async () => {
  const id = await newVendor(10);
  expect(await rateOn(id, '2026-06-01', 'cruise')).toBe(10);
  await rate(id, 12, '2026-01-01');
  await rate(id, 15, '2026-03-01', 'cruise');
  await rate(id, 16, '2027-01-01', 'cruise');
  const cases: [string, string | null, number][] = [
    ['2025-12-31', null, 10],
    ['2025-12-31', 'cruise', 10],
    ['2026-01-01', null, 12],
    ['2026-02-28', 'cruise', 12],
    ['2026-03-01', 'cruise', 15],
    ['2026-12-31', 'cruise', 15],
    ['2027-01-01', 'cruise', 16],
    ['2027-01-01', 'air', 12],
    ['2027-01-01', null, 12],
  ];
  for (const [day, category, expected] of cases) expect(await rateOn(id, day, category)).toBe(expected);
  await rate(id, 13, '2026-01-01');
  expect(await rateOn(id, '2026-01-01')).toBe(13);
  expect(
    (
      await sqlOne<{ rate: number | null }>(
        'select private.vendor_rate($1, $2, null, current_date) as rate',
        [otherAgency.organizationId, id],
      )
    ).rate,
  ).toBeNull();
});

// Holds vendors-3
test('a sale without a rate takes that of its day; what was recorded before keeps its own', async () => {
  const vendorId = await newVendor(10);
  const record = async (sale_date: string) => {
    const { commission_rate: _rate, ...input } = saleInput({ ...agency, vendorId }, { sale_date }) as Record<
      string,
      unknown
    >;
    return ((await tryCreate(agency.agent, input)).data as unknown as { id: string }).id;
  };
  const recorded = (id: string) =>
    sqlOne<{ rate: number }>('select commission_rate::float as rate from public.sales where id = $1', [id]);
  const before = await record('2026-02-01');
  await rate(vendorId, 14, '2026-02-01');
  expect(await recorded(before)).toEqual({ rate: 10 });
  expect(await recorded(await record('2026-01-31'))).toEqual({ rate: 10 });
  expect(await recorded(await record('2026-02-01'))).toEqual({ rate: 14 });
});

// Holds vendors-4
test('rates are for admins of the agency, and none that has begun is taken back', async () => {
  const id = await newVendor();
  expect(await rate(id, 5, '2026-01-01', undefined, agency.agent)).toMatchObject({
    error: 'You do not have permission to manage vendors.',
  });
  expect(await rate(id, 5, '2026-01-01', undefined, otherAgency.owner)).toMatchObject({
    error: 'This vendor does not exist.',
  });
  expect(await rate(id, 101, '2026-01-01')).toMatchObject({ field: 'rate' });
  expect(await rate(id, 5, '2026-01-01', 'service_fee')).toMatchObject({ field: 'category' });
  const begun = await rate(id, 5, '2026-01-01');
  const planned = await rate(id, 6, '2190-01-01');
  expect(await call(agency.admin, 'remove_vendor_rate', { rate_id: begun.id })).toMatchObject({
    error: 'A rate that has begun stays. Add a new one from a later day.',
  });
  expect(await call(otherAgency.owner, 'remove_vendor_rate', { rate_id: planned.id })).toMatchObject({
    success: false,
  });
  expect((await terms(id))?.rates.map(({ state }) => state)).toEqual(['planned', 'current']);
  expect(await call(agency.admin, 'remove_vendor_rate', { rate_id: planned.id })).toMatchObject({
    success: true,
  });
  expect((await terms(id))?.rates).toHaveLength(1);
  expect(await terms(id, agency.agent)).toBeNull();
  expect(await terms(id, otherAgency.owner)).toBeNull();
  const direct = await untyped(agency.admin.api, 'vendor_rates').update({ rate: 50 }).eq('id', begun.id);
  expect(direct.error?.code).toBe('42501');
  expect((await untyped(agency.agent.api, 'vendor_bonus_terms').select('id')).data).toEqual([]);
  const actions = await sql<{ action: string }>(
    'select action from private.audit_log where subject_id = $1',
    [id],
  );
  expect(actions.filter(({ action }) => action === 'vendor_terms_changed')).toHaveLength(3);
});

const STEPS = [
  { from: 1000, percent: 1 },
  { from: 5000, percent: 2.5 },
];
const bonus = (vendor_id: string, more: object = {}, person = agency.admin) =>
  call(person, 'save_vendor_bonus_terms', {
    vendor_id,
    period_start: '2026-01-01',
    period_end: '2026-12-31',
    basis: 'sales',
    steps: STEPS,
    ...more,
  });

// Holds vendors-5
test('the bonus is the percent of the step that is reached, of the whole volume, without cancelled sales', async () => {
  const vendorId = await newVendor();
  expect(await bonus(vendorId)).toMatchObject({ success: true });
  const sell = (total_amount: number, sale_date = '2026-05-01') =>
    createSale(agency.agent, { ...agency, vendorId }, { total_amount, sale_date });
  const reached = async () => (await terms(vendorId))?.bonuses[0];
  expect(await reached()).toMatchObject({
    reached: 0,
    percent: 0,
    bonus: 0,
    next: { from: 1000, percent: 1, missing: 1000 },
  });
  await sell(999.99);
  expect(await reached()).toMatchObject({ percent: 0, next: { missing: 0.01 } });
  await sell(0.01);
  expect(await reached()).toMatchObject({
    reached: 1000,
    percent: 1,
    bonus: 10,
    next: { from: 5000, missing: 4000 },
  });
  await sell(9999, '2025-12-31');
  const last = await sell(4333.33);
  expect(await reached()).toMatchObject({ reached: 5333.33, percent: 2.5, bonus: 133.33, next: null });
  await setStatus(agency.agent, last.id, 'cancelled');
  expect(await reached()).toMatchObject({ reached: 1000, percent: 1, bonus: 10 });
});

// Holds vendors-6
test('steps rise, periods of a vendor do not meet, and two changes at once are not both saved', async () => {
  const vendorId = await newVendor();
  expect(await bonus(vendorId, { steps: [...STEPS].reverse() })).toMatchObject({
    error: 'Each step begins above the one before.',
  });
  expect(await bonus(vendorId, { steps: [] })).toMatchObject({ error: 'Enter 1 to 20 steps.' });
  expect(await bonus(vendorId, { steps: [{ from: 1, percent: 101 }] })).toMatchObject({ success: false });
  expect(await bonus(vendorId, { period_end: '2025-12-31' })).toMatchObject({ field: 'period_end' });
  expect(await bonus(vendorId, {}, agency.agent)).toMatchObject({ success: false });
  expect(await bonus(vendorId, {}, otherAgency.admin)).toMatchObject({ success: false });
  const saved = await bonus(vendorId);
  expect(await bonus(vendorId, { period_start: '2026-12-31', period_end: '2027-12-31' })).toMatchObject({
    error: 'Another bonus of this vendor is for some of these days.',
  });
  const answers = await Promise.all(
    [1, 2].map((n) =>
      bonus(vendorId, { terms_id: saved.id, expected_version: 1, steps: [{ from: n, percent: n }] }),
    ),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
});

// Holds vendors-7
test('a bonus is expected once for a vendor and period, by an admin, and is no commission for a sale', async () => {
  const vendorId = await newVendor();
  await bonus(vendorId);
  const expect_ = (person: Person, more: object = {}) =>
    call(person, 'expect_volume_bonus', {
      vendor_id: vendorId,
      period_start: '2026-01-01',
      period_end: '2026-12-31',
      amount: 250.55,
      due_on: '2027-02-28',
      ...more,
    });
  for (const person of [agency.agent, otherAgency.owner])
    expect(await expect_(person)).toMatchObject({ success: false });
  expect(await expect_(agency.admin, { amount: 0 })).toMatchObject({ field: 'amount' });
  const answers = await Promise.all([expect_(agency.admin), expect_(agency.owner)]);
  expect(answers.map(({ error }) => error).sort()).toEqual([
    'The bonus of this vendor for this period is expected already.',
    null,
  ]);
  expect(
    await sql(
      `select kind, amount::float, counted_on::text, sales_id from public.other_commissions where vendor_id = $1`,
      [vendorId],
    ),
  ).toEqual([{ kind: 'volume_bonus', amount: 250.55, counted_on: '2026-12-31', sales_id: null }]);
  expect(await terms(vendorId)).toMatchObject({
    bonus_owed: 250.55,
    bonuses: [{ expected: { amount: 250.55, status: 'unpaid' } }],
  });
  expect(
    (
      await sqlOne<{ n: number }>('select count(*)::int as n from public.commissions where vendor_id = $1', [
        vendorId,
      ])
    ).n,
  ).toBe(0);
});

test('the same request sent twice adds one rate', async () => {
  const vendor_id = await newVendor();
  const args = { vendor_id, rate: 9, valid_from: '2026-01-01', request_key: randomUUID() };
  const [one, two] = [
    await call(agency.admin, 'save_vendor_rate', args),
    await call(agency.admin, 'save_vendor_rate', args),
  ];
  expect(two).toEqual(one);
  expect((await terms(vendor_id))?.rates).toHaveLength(1);
});
