import {
  addCustomer,
  addPassport,
  auditOf,
  customerRow,
  differences,
  listCustomers,
  profileOf,
  reveal,
  tripAhead,
  undoMerge,
} from '../support/customers';
import { sql } from '../support/database';
import { merged, pair } from '../support/merges';
import { historyOf, saleRow, travelersOf, updateSale } from '../support/sales';
import { createTestAgency, untyped, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});
afterEach(async () => {
  expect(await differences(agency.organizationId)).toEqual([]);
});

/** Everything a merge may move, for comparing before and after. Merging and undoing are changes: the version counts them. */
const snapshot = async (ids: string[]) => ({
  customers: await sql(
    `select to_jsonb(c) - '{updated_at,version}'::text[] as row from public.customers c where c.id = any ($1) order by c.id`,
    [ids],
  ),
  sales: await sql(
    `select s.id, s.customer_id, s.traveler_ids::text from public.sales s where s.organization_id = $1 order by s.id`,
    [agency.organizationId],
  ),
  travelers: await sql(
    'select sale_id, customer_id from public.sale_travelers where organization_id = $1 order by 1, 2',
    [agency.organizationId],
  ),
  companions: await sql('select * from public.customer_companions where organization_id = $1 order by id', [
    agency.organizationId,
  ]),
  passports: await sql(
    'select id, customer_id from private.passports where organization_id = $1 order by id',
    [agency.organizationId],
  ),
});

describe('merging', () => {
  test('moves sales, travelers, companions and passports, and fills what is empty', async () => {
    const [kept, gone] = await pair(
      agency,
      { phone: '1', city: 'Galway', tags: ['VIP'] },
      {
        phone: '2',
        email: 'gus@mail.test',
        city: 'Cork',
        country: 'IE',
        tags: ['Cruises'],
        preferences: { seat: 'Aisle' },
      },
    );
    const friend = await addCustomer(agency.agent, { last_name: 'Friend' });
    const paid = await agency.sale({ customer: gone, notes: 'as it was', travelers: [kept, friend] });
    const travels = await agency.sale({ customer: friend, travelers: [gone] });
    await untyped(agency.agent.api, 'customer_companions').insert([
      { customer_id: friend, companion_id: gone, relation: 'Friend' },
    ]);
    const passport = await addPassport(agency.admin, gone);

    const id = await merged(agency, kept, gone);
    expect((await saleRow(paid.id)).customer_id).toBe(kept);
    expect(await travelersOf(paid.id)).toEqual([friend]);
    expect(await travelersOf(travels.id)).toEqual([kept]);
    expect((await historyOf(paid.id)).at(-1)).toMatchObject({
      changed_by: agency.admin.id,
      changed_fields: ['customer_id', 'travelers'],
      previous_data: { customer_id: gone },
    });
    expect(await customerRow(kept)).toMatchObject({
      phone: '1',
      email: 'gus@mail.test',
      city: 'Galway',
      country: null,
      tags: ['VIP'],
      preferences: { seat: 'Aisle' },
    });
    expect(await profileOf(agency.admin, kept)).toMatchObject({
      totals: { sales_count: 1, total_amount: 1000 },
      companions: [{ customer_id: friend, relation: 'Friend' }],
      passports: [{ id: passport }],
      merges: [{ id, merged_name: 'Gus Gone', merged_by_name: 'admin Test', can_undo: true }],
    });
    expect((await profileOf(agency.agent, kept))?.merges).toMatchObject([{ id, can_undo: false }]);
    expect(await auditOf(agency, kept)).toMatchObject([
      { action: 'customers_merged', actor_id: agency.admin.id, subject_id: gone },
    ]);
    expect((await customerRow(gone)).merged_into).toBe(kept);
    for (const state of ['active', 'archived', 'all']) {
      expect((await listCustomers(agency.admin, { search: 'gone', state })).count).toBe(0);
    }
  });

  test('and undoing puts everything back as it was', async () => {
    const [kept, gone] = await pair(
      agency,
      {},
      {
        email: 'gus@mail.test',
        birthday: '1980-01-01',
        tags: ['Cruises'],
        more_phones: [{ label: null, value: '1' }],
      },
    );
    const friend = await addCustomer(agency.agent, { last_name: 'Friend' });
    await agency.sale({ customer: gone, travelers: [kept, friend] });
    await agency.sale({ customer: kept, travelers: [gone] });
    await agency.sale({ customer: friend, travelers: [gone, kept] });
    await untyped(agency.agent.api, 'customer_companions').insert([
      { customer_id: friend, companion_id: gone, relation: 'Friend' },
      { customer_id: kept, companion_id: friend, relation: 'Aunt' },
      { customer_id: gone, companion_id: kept, relation: 'Same?' },
    ]);
    await addPassport(agency.admin, gone);
    await addPassport(agency.admin, kept);
    const before = await snapshot([kept, gone, friend]);
    const id = await merged(agency, kept, gone);
    expect(await snapshot([kept, gone, friend])).not.toEqual(before);
    expect(await undoMerge(agency.owner, id)).toMatchObject({ success: true, customer_id: gone });
    expect(await snapshot([kept, gone, friend])).toEqual(before);
    expect((await profileOf(agency.admin, kept))?.merges).toEqual([]);
    expect(
      (await listCustomers(agency.admin, { search: 'gone', page_size: 100 })).rows.map((row) => row.id),
    ).toContain(gone);
    expect((await auditOf(agency, kept)).map(({ action }) => action)).toEqual([
      'passport_added',
      'customers_merged',
      'merge_undone',
    ]);
    // Once more changes nothing and says so.
    expect(await undoMerge(agency.owner, id)).toMatchObject({ success: true, customer_id: gone });
    expect(await snapshot([kept, gone, friend])).toEqual(before);
  });

  // Holds customers-2
  test('the one who stays is a customer since the first of the two; undone, each since their own day', async () => {
    const [kept, gone] = await pair(agency);
    const since = (id: string, moment: string) =>
      sql('update public.customers set created_at = $2 where id = $1', [id, moment]);
    await since(kept, '2025-05-05T10:00:00.123456Z');
    await since(gone, '2021-02-03T10:00:00.654321Z');
    const before = await snapshot([kept, gone]);
    const id = await merged(agency, kept, gone);
    expect((await customerRow(kept)).created_at).toEqual(new Date('2021-02-03T10:00:00.654Z'));
    await undoMerge(agency.admin, id);
    expect(await snapshot([kept, gone])).toEqual(before);
    const other = await merged(agency, gone, kept);
    expect((await customerRow(gone)).created_at).toEqual(new Date('2021-02-03T10:00:00.654Z'));
    await undoMerge(agency.admin, other);
    expect(await snapshot([kept, gone])).toEqual(before);
  });

  test('an archived one comes back archived', async () => {
    const [kept, gone] = await pair(agency);
    await agency.agent.api.rpc('archive_customer', { customer_id: gone, archived: true });
    const { archived_at } = await customerRow(gone);
    const id = await merged(agency, kept, gone);
    await undoMerge(agency.admin, id);
    expect((await customerRow(gone)).archived_at).toEqual(archived_at);
  });

  test('undoing leaves alone what somebody has moved or written since', async () => {
    const [kept, gone] = await pair(agency, {}, { email: 'gus@mail.test', phone: '2' });
    const third = await addCustomer(agency.agent, { last_name: 'Third' });
    const [moved, stays] = [await agency.sale({ customer: gone }), await agency.sale({ customer: gone })];
    const trip = await agency.sale({ travelers: [gone] });
    const passport = await addPassport(agency.admin, gone);
    const id = await merged(agency, kept, gone);
    await agency.agent.api.from('sales').update({ customer_id: third }).eq('id', moved.id);
    await updateSale(agency.agent, trip.id, 2, {}, [kept, third]);
    const later = await agency.sale({ customer: kept });
    await untyped(agency.agent.api, 'customers').update({ email: 'new@mail.test' }).eq('id', kept);
    await agency.admin.api.rpc('delete_passport', { passport_id: passport });
    expect(await undoMerge(agency.admin, id)).toMatchObject({ success: true });
    expect((await saleRow(moved.id)).customer_id).toBe(third);
    expect((await saleRow(stays.id)).customer_id).toBe(gone);
    expect((await saleRow(later.id)).customer_id).toBe(kept);
    expect(await travelersOf(trip.id)).toEqual([gone, third].sort());
    expect(await customerRow(kept)).toMatchObject({ email: 'new@mail.test', phone: null });
    expect(await profileOf(agency.admin, gone)).toMatchObject({ passports: [], totals: { sales_count: 1 } });
  });
});

test('the number of a passport that moved is told by the same rule', async () => {
  const [kept, gone] = await pair(agency);
  const passport = await addPassport(agency.admin, gone);
  await agency.sale({ customer: kept, ...tripAhead() });
  expect(await reveal(agency.agent, passport)).toMatchObject({ success: false });
  await merged(agency, kept, gone);
  expect(await reveal(agency.agent, passport)).toMatchObject({ success: true });
});
