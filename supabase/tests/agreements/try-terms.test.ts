import { ask } from '../support/bank';
import { sqlOne } from '../support/database';
import { dayFromToday, saveTerms, sellToday, splitOf, tiersOf } from '../support/terms';
import { createTestAgency, createVendor, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
let halcyon: string;
beforeAll(async () => {
  other = await createTestAgency();
});
beforeEach(async () => {
  agency = await createTestAgency();
  halcyon = await createVendor(agency.organizationId);
});

interface Tried {
  split: number;
  by: string;
  vendor: number | null;
  category: number | null;
  tier: number | null;
  default: number;
  amount: number | null;
  version: number | null;
}
const tryOut = async (sale: object = {}, by: Person = agency.agent, of: Person = agency.agent) =>
  ask<Tried | null>(by, 'try_terms', {
    ...{ member_id: of.id, day: await dayFromToday(), commission: 1000, ...sale },
  });
const TERMS = {
  default_split: 55,
  category_splits: [
    { category: 'insurance', split: 50 },
    { category: 'service_fee', split: 80 },
  ],
  tiers: tiersOf([
    [1000, 65],
    [5000, 70],
  ]),
};
const terms = () => ({ ...TERMS, vendor_splits: [{ vendor_id: halcyon, split: 68 }] });

// Holds agreements-27
test('says which rule wins and what each of them says, in their order', async () => {
  await saveTerms(agency.admin, agency.agent, terms());
  expect(await tryOut({ vendor_id: halcyon, category: 'insurance' })).toEqual({
    ...{ split: 68, by: 'vendor', vendor: 68, category: 50, tier: 55, default: 55, amount: 680, version: 2 },
    split_parts: [],
  });
  expect(await tryOut({ vendor_id: agency.vendorId, category: 'insurance' })).toMatchObject({
    ...{ split: 50, by: 'category', vendor: null, category: 50, amount: 500 },
  });
  expect(await tryOut({ category: 'hotel' })).toMatchObject({
    split: 55,
    by: 'tier',
    category: null,
    tier: 55,
  });
  await sellToday(agency, 1500);
  expect(await tryOut()).toMatchObject({ split: 65, by: 'tier', tier: 65, default: 55, amount: 650 });
});

test('a service fee has no vendor: its category counts', async () => {
  await saveTerms(agency.admin, agency.agent, terms());
  expect(await tryOut({ vendor_id: halcyon, category: 'service_fee' })).toMatchObject({
    ...{ split: 80, by: 'category', vendor: null, category: 80 },
  });
});

// Holds agreements-29
test('a sale that crosses a step has the split of its parts, as when it is recorded', async () => {
  await saveTerms(agency.admin, agency.agent, terms());
  const tried = await tryOut({ commission: 400, total: 4000 });
  // A quarter at 55, the rest at 65.
  expect(tried).toMatchObject({ split: 62.5, by: 'tier', amount: 250 });
  const sold = await sellToday(agency, 4000);
  expect([sold.split, sold.amount]).toEqual([tried?.split, tried?.amount]);
});

// Holds agreements-28
test.each(['fare', 'insurance', null])('says of %s what a recorded sale then has', async (category) => {
  await saveTerms(agency.admin, agency.agent, { ...terms(), default_split: 57.25, tiers: null });
  for (const vendor_id of [halcyon, agency.vendorId]) {
    const tried = await tryOut({ vendor_id, category, commission: 123.45 });
    const lines = category ? [{ kind: category, amount: 1000, earns: 'amount', commission: 123.45 }] : [];
    const sold = await sellToday(agency, 1000, {
      ...{ vendor_id, commission_basis: 'amount', commission_amount: 123.45, ...(category ? { lines } : {}) },
    });
    expect(await splitOf(sold.id)).toMatchObject({ split: tried?.split, amount: tried?.amount });
  }
});

test('the day decides which version counts; without one it is the person’s split', async () => {
  expect(await tryOut({ commission: null })).toEqual({
    ...{ split: 60, by: 'default', vendor: null, category: null, tier: null, default: 60 },
    ...{ amount: null, version: null, split_parts: null },
  });
  await saveTerms(agency.admin, agency.agent, { default_split: 70 });
  await saveTerms(agency.admin, agency.agent, { default_split: 75 }, await dayFromToday(30));
  const splits = [-1, 0, 29, 30].map(
    async (days) => (await tryOut({ day: await dayFromToday(days) }))?.split,
  );
  expect(await Promise.all(splits)).toEqual([60, 70, 70, 75]);
});

// Holds agreements-30
test('is for the person and admins', async () => {
  expect(await tryOut({}, agency.admin)).toMatchObject({ split: 60 });
  expect(await tryOut({}, agency.agent, agency.rival)).toBeNull();
  expect(await tryOut({}, other.owner)).toBeNull();
  expect(await tryOut({}, agency.inactive).catch(() => null)).toBeNull();
});

test('writes nothing', async () => {
  const count = () =>
    sqlOne<{ n: number }>(
      `select (select count(*) from public.sales where organization_id = $1)::int
         + (select count(*) from public.commissions where organization_id = $1)::int as n`,
      [agency.organizationId],
    );
  const before = await count();
  await tryOut({ vendor_id: halcyon });
  expect(await count()).toEqual(before);
});
