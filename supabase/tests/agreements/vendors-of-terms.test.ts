import { ask } from '../support/bank';
import { sqlOne } from '../support/database';
import type { Done } from '../support/payouts';
import { DONE } from '../support/team';
import { dayFromToday, saveTerms } from '../support/terms';
import { createTestAgency, createVendor, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const remove = async (vendorId: string) => {
  const { data, error } = await agency.admin.api.rpc('delete_vendor', { vendor_id: vendorId });
  return error ? error.message : data;
};
const isThere = async (vendorId: string) =>
  (await sqlOne<{ n: number }>('select count(*)::int as n from public.vendors where id = $1', [vendorId])).n;

// Holds agreements-32
test('a vendor that a version names stays, also when that version is over or was replaced', async () => {
  const [now, planned, free] = [
    await createVendor(agency.organizationId),
    await createVendor(agency.organizationId),
    await createVendor(agency.organizationId),
  ];
  const named = (vendorId: string) => ({
    default_split: 60,
    vendor_splits: [{ vendor_id: vendorId, split: 68 }],
  });
  await saveTerms(agency.admin, agency.agent, named(now));
  await saveTerms(agency.admin, agency.agent, named(planned), await dayFromToday(10));
  await saveTerms(agency.admin, agency.agent, { default_split: 70 });
  for (const vendor of [now, planned]) {
    expect(await remove(vendor)).toContain('A vendor that somebody');
    expect(await isThere(vendor)).toBe(1);
    expect(await ask<Done>(agency.admin, 'archive_vendor', { vendor_id: vendor, archived: true })).toEqual(
      DONE,
    );
  }
  expect(await remove(free)).toMatchObject(DONE);
  expect(await isThere(free)).toBe(0);
});

test('terms that name an archived vendor are saved again as they stand', async () => {
  const vendor = await createVendor(agency.organizationId);
  const terms = { default_split: 60, vendor_splits: [{ vendor_id: vendor, split: 68 }] };
  await saveTerms(agency.admin, agency.agent, terms);
  await ask<Done>(agency.admin, 'archive_vendor', { vendor_id: vendor, archived: true });
  expect(await saveTerms(agency.admin, agency.agent, { ...terms, default_split: 61 })).toEqual(DONE);
});

test('another agency’s terms keep nobody', async () => {
  const other = await createTestAgency();
  const vendor = await createVendor(agency.organizationId);
  await sqlOne(
    `insert into public.agreement_versions (organization_id, user_id, number, valid_from, default_split, vendor_splits)
     values ($1, $2, 1, '2026-01-01', 60, jsonb_build_array(jsonb_build_object('vendor_id', $3::uuid, 'split', 50))) returning id`,
    [other.organizationId, other.agent.id, vendor],
  );
  expect(await remove(vendor)).toMatchObject(DONE);
});
