import {
  addCustomer,
  addPassport,
  auditOf,
  customerRow,
  differences,
  listCustomers,
  merge,
  profileOf,
  reveal,
  undoMerge,
  type Outcome,
} from './support/customers';
import { sql, sqlOne } from './support/database';
import {
  createSale,
  historyOf,
  saleRow,
  travelersOf,
  tryCreate,
  tryUpdate,
  updateSale,
} from './support/sales';
import { createWorld, recordSale, saleInput, untyped, type Person, type World } from './support/world';

let world: World;
let abroad: World;
beforeAll(async () => {
  [world, abroad] = [await createWorld(), await createWorld()];
});
afterEach(async () => {
  expect(await differences(world.organizationId)).toEqual([]);
});

async function pair(keptInput: object = {}, goneInput: object = {}): Promise<[string, string]> {
  return [
    await addCustomer(world.agent, { first_name: 'Kim', last_name: 'Kept', ...keptInput }),
    await addCustomer(world.agent, { first_name: 'Gus', last_name: 'Gone', ...goneInput }),
  ];
}

async function merged(kept: string, gone: string): Promise<string> {
  const { merge_id, error } = await merge(world.admin, kept, gone);
  if (!merge_id) throw new Error(error ?? 'No merge');
  return merge_id;
}

/** Everything a merge may move, for comparing before and after. */
/** Merging and undoing are changes: the version counts them. */
const snapshot = async (ids: string[]) => ({
  customers: await sql(
    `select to_jsonb(c) - '{updated_at,version}'::text[] as row from public.customers c where c.id = any ($1) order by c.id`,
    [ids],
  ),
  sales: await sql(
    `select s.id, s.customer_id, s.traveler_ids::text from public.sales s where s.organization_id = $1 order by s.id`,
    [world.organizationId],
  ),
  travelers: await sql(
    'select sale_id, customer_id from public.sale_travelers where organization_id = $1 order by 1, 2',
    [world.organizationId],
  ),
  companions: await sql('select * from public.customer_companions where organization_id = $1 order by id', [
    world.organizationId,
  ]),
  passports: await sql(
    'select id, customer_id from private.passports where organization_id = $1 order by id',
    [world.organizationId],
  ),
});

describe('merging', () => {
  test('moves sales, travelers, companions and passports, and fills what is empty', async () => {
    const [kept, gone] = await pair(
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
    const friend = await addCustomer(world.agent, { last_name: 'Friend' });
    const paid = await createSale(world.agent, { ...world, customerId: gone }, { notes: 'as it was' }, [
      kept,
      friend,
    ]);
    const travels = await createSale(world.agent, { ...world, customerId: friend }, {}, [gone]);
    await untyped(world.agent.api, 'customer_companions').insert([
      { customer_id: friend, companion_id: gone, relation: 'Friend' },
    ]);
    const passport = await addPassport(world.agent, gone);

    const id = await merged(kept, gone);
    expect((await saleRow(paid.id)).customer_id).toBe(kept);
    expect(await travelersOf(paid.id)).toEqual([friend]);
    expect(await travelersOf(travels.id)).toEqual([kept]);
    expect((await historyOf(paid.id)).at(-1)).toMatchObject({
      changed_by: world.admin.id,
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
    expect(await profileOf(world.admin, kept)).toMatchObject({
      totals: { sales_count: 1, total_amount: 1000 },
      companions: [{ customer_id: friend, relation: 'Friend' }],
      passports: [{ id: passport }],
      merges: [{ id, merged_name: 'Gus Gone', merged_by_name: 'admin Test', can_undo: true }],
    });
    expect((await profileOf(world.agent, kept))?.merges).toMatchObject([{ id, can_undo: false }]);
    expect(await auditOf(world, kept)).toMatchObject([
      { action: 'customers_merged', actor_id: world.admin.id, subject_id: gone },
    ]);
    expect((await customerRow(gone)).merged_into).toBe(kept);
    for (const state of ['active', 'archived', 'all']) {
      expect((await listCustomers(world.admin, { search: 'gone', state })).count).toBe(0);
    }
  });

  test('and undoing puts everything back as it was', async () => {
    const [kept, gone] = await pair(
      {},
      {
        email: 'gus@mail.test',
        birthday: '1980-01-01',
        tags: ['Cruises'],
        more_phones: [{ label: null, value: '1' }],
      },
    );
    const friend = await addCustomer(world.agent, { last_name: 'Friend' });
    await createSale(world.agent, { ...world, customerId: gone }, {}, [kept, friend]);
    await createSale(world.agent, { ...world, customerId: kept }, {}, [gone]);
    await createSale(world.agent, { ...world, customerId: friend }, {}, [gone, kept]);
    await untyped(world.agent.api, 'customer_companions').insert([
      { customer_id: friend, companion_id: gone, relation: 'Friend' },
      { customer_id: kept, companion_id: friend, relation: 'Aunt' },
      { customer_id: gone, companion_id: kept, relation: 'Same?' },
    ]);
    await addPassport(world.agent, gone);
    await addPassport(world.agent, kept);
    const before = await snapshot([kept, gone, friend]);
    const id = await merged(kept, gone);
    expect(await snapshot([kept, gone, friend])).not.toEqual(before);
    expect(await undoMerge(world.owner, id)).toMatchObject({ success: true, customer_id: gone });
    expect(await snapshot([kept, gone, friend])).toEqual(before);
    expect((await profileOf(world.admin, kept))?.merges).toEqual([]);
    expect(
      (await listCustomers(world.admin, { search: 'gone', page_size: 100 })).rows.map((row) => row.id),
    ).toContain(gone);
    expect((await auditOf(world, kept)).map(({ action }) => action)).toEqual([
      'passport_added',
      'customers_merged',
      'merge_undone',
    ]);
    // Once more changes nothing and says so.
    expect(await undoMerge(world.owner, id)).toMatchObject({ success: true, customer_id: gone });
    expect(await snapshot([kept, gone, friend])).toEqual(before);
  });

  test('an archived one comes back archived', async () => {
    const [kept, gone] = await pair();
    await world.agent.api.rpc('archive_customer', { customer_id: gone, archived: true });
    const { archived_at } = await customerRow(gone);
    const id = await merged(kept, gone);
    await undoMerge(world.admin, id);
    expect((await customerRow(gone)).archived_at).toEqual(archived_at);
  });

  test('undoing leaves alone what somebody has moved or written since', async () => {
    const [kept, gone] = await pair({}, { email: 'gus@mail.test', phone: '2' });
    const third = await addCustomer(world.agent, { last_name: 'Third' });
    const [moved, stays] = [
      await recordSale(world.agent, world, { customer_id: gone }),
      await recordSale(world.agent, world, { customer_id: gone }),
    ];
    const trip = await createSale(world.agent, world, {}, [gone]);
    const passport = await addPassport(world.agent, gone);
    const id = await merged(kept, gone);
    await world.agent.api.from('sales').update({ customer_id: third }).eq('id', moved.id);
    await updateSale(world.agent, trip.id, 2, {}, [kept, third]);
    const later = await recordSale(world.agent, world, { customer_id: kept });
    await untyped(world.agent.api, 'customers').update({ email: 'new@mail.test' }).eq('id', kept);
    await world.agent.api.rpc('delete_passport', { passport_id: passport });
    expect(await undoMerge(world.admin, id)).toMatchObject({ success: true });
    expect((await saleRow(moved.id)).customer_id).toBe(third);
    expect((await saleRow(stays.id)).customer_id).toBe(gone);
    expect((await saleRow(later.id)).customer_id).toBe(kept);
    expect(await travelersOf(trip.id)).toEqual([gone, third].sort());
    expect(await customerRow(kept)).toMatchObject({ email: 'new@mail.test', phone: null });
    expect(await profileOf(world.admin, gone)).toMatchObject({ passports: [], totals: { sales_count: 1 } });
  });
});

describe('is refused', () => {
  test('to agents, strangers and people who left', async () => {
    const [kept, gone] = await pair();
    const id = await merged(...(await pair()));
    for (const person of [world.agent, world.rival, world.inactive]) {
      expect(await merge(person, kept, gone)).toMatchObject({
        success: false,
        error: 'Only admins can merge customers.',
      });
      expect(await undoMerge(person, id)).toMatchObject({ success: false });
    }
    expect(await merge(abroad.owner, kept, gone)).toMatchObject({
      success: false,
      error: 'This customer does not exist.',
    });
    expect(await merge(world.admin, kept, abroad.customerId)).toMatchObject({
      success: false,
      error: 'This customer does not exist.',
      field: 'merged_id',
    });
    expect(await merge(world.admin, abroad.customerId, gone)).toMatchObject({
      success: false,
      field: 'kept_id',
    });
    expect(await undoMerge(abroad.owner, id)).toMatchObject({
      success: false,
      error: 'This merge does not exist.',
    });
    expect((await customerRow(gone)).merged_into).toBeNull();
  });

  test('with oneself, with nobody, and with somebody who is merged already', async () => {
    const [kept, gone] = await pair();
    const third = await addCustomer(world.agent);
    expect(await merge(world.admin, kept, kept)).toMatchObject({ success: false, field: 'merged_id' });
    const { error } = await world.admin.api.rpc('merge_customers', {
      kept_id: kept,
      merged_id: null as never,
    });
    expect(error ?? { code: 'answered' }).toBeDefined();
    await merged(kept, gone);
    expect(await merge(world.admin, third, gone)).toMatchObject({ success: false, field: 'merged_id' });
    expect(await merge(world.admin, gone, third)).toMatchObject({ success: false, field: 'kept_id' });
  });

  test('when it is over: after thirty days, or when the kept one went on into another', async () => {
    const [kept, gone] = await pair();
    const third = await addCustomer(world.agent);
    const id = await merged(kept, gone);
    const next = await merged(third, kept);
    expect(await undoMerge(world.admin, id)).toMatchObject({
      success: false,
      error: expect.stringContaining('Undo that merge first') as string,
    });
    expect(await undoMerge(world.admin, next)).toMatchObject({ success: true });
    await sql(`update private.customer_merges set created_at = now() - interval '31 days' where id = $1`, [
      id,
    ]);
    expect(await undoMerge(world.admin, id)).toMatchObject({
      success: false,
      error: 'A merge can be undone for 30 days.',
    });
    expect((await profileOf(world.admin, kept))?.merges).toMatchObject([{ id, can_undo: false }]);
  });

  test('to touch whoever was merged: no changes, no sales, no trips, no passports', async () => {
    const [kept, gone] = await pair();
    const sale = await recordSale(world.agent, world, {});
    await merged(kept, gone);
    const { error } = await untyped(world.agent.api, 'customers').update({ city: 'Cork' }).eq('id', gone);
    expect(error).toMatchObject({ code: 'P0001', message: 'This customer was merged into another one.' });
    const told = 'Gus Gone was merged into Kim Kept. Choose them instead.';
    expect((await tryCreate(world.agent, saleInput({ ...world, customerId: gone }))).error).toMatchObject({
      message: told,
      hint: 'customer_id',
    });
    expect((await tryCreate(world.agent, saleInput(world), [gone])).error).toMatchObject({
      message: told,
      hint: 'traveler_ids',
    });
    expect((await tryUpdate(world.agent, sale.id, 1, { customer_id: gone })).error).toMatchObject({
      message: told,
    });
    expect(
      await world.agent.api.rpc('archive_customer', { customer_id: gone, archived: false }),
    ).toMatchObject({ data: { success: false } });
    expect(await world.agent.api.rpc('delete_customer', { customer_id: kept })).toMatchObject({
      data: { success: false },
    });
  });
});

describe('at the same moment', () => {
  const many = <Answer>(count: number, run: (n: number) => Promise<Answer>) =>
    Promise.all(Array.from({ length: count }, (_, n) => run(n)));
  const by = (n: number): Person => (n % 2 ? world.admin : world.owner);

  test('merging the same two in both directions leaves one of them', async () => {
    const [kept, gone] = await pair();
    const answers = await many(8, (n) => (n % 4 < 2 ? merge(by(n), kept, gone) : merge(by(n), gone, kept)));
    const merges = new Set(answers.filter(({ success }) => success).map(({ merge_id }) => merge_id));
    expect(merges.size).toBe(1);
    const rows = [await customerRow(kept), await customerRow(gone)];
    expect(rows.filter((row) => row.merged_into)).toHaveLength(1);
  });

  test('undoing twice, and merging again meanwhile, loses nothing', async () => {
    const [kept, gone] = await pair();
    const sale = await recordSale(world.agent, world, { customer_id: gone });
    const id = await merged(kept, gone);
    const answers: Outcome[] = await many(6, (n) =>
      n % 3 ? undoMerge(by(n), id) : merge(by(n), kept, gone),
    );
    expect(answers.every(({ success }) => success)).toBe(true);
    const { merged_into } = await customerRow(gone);
    expect((await saleRow(sale.id)).customer_id).toBe(merged_into ? kept : gone);
  });

  test('sales recorded and changed during a merge end up with the one who stays', async () => {
    const [kept, gone] = await pair();
    const sales = await many(3, (n) =>
      recordSale(n ? world.agent : world.rival, world, { customer_id: gone }),
    );
    const merging = merge(world.admin, kept, gone);
    const creating = many(6, async (n) =>
      tryCreate(n % 2 ? world.agent : world.rival, saleInput({ ...world, customerId: gone })),
    );
    const paying = many(3, async (n) =>
      world.admin.api
        .from('sales')
        .update({ status: 'paid' })
        .eq('id', sales[n]?.id ?? ''),
    );
    const moving = world.admin.api
      .from('sales')
      .update({ customer_id: kept })
      .eq('id', sales[0]?.id ?? '');
    const results = [...(await creating), ...(await paying), await moving];
    expect(await merging).toMatchObject({ success: true });
    // Refused in words, if at all: no deadlock, no time-out.
    expect(results.flatMap(({ error }) => error?.code ?? []).filter((code) => code !== 'P0001')).toEqual([]);
    const { left } = await sqlOne<{ left: number }>(
      'select count(*)::int as left from public.sales where customer_id = $1',
      [gone],
    );
    expect(left).toBe(0);
  });
});

test('the number of a passport that moved is told by the same rule', async () => {
  const [kept, gone] = await pair();
  const passport = await addPassport(world.rival, gone);
  await recordSale(world.agent, world, { customer_id: kept });
  expect(await reveal(world.agent, passport)).toMatchObject({ success: false });
  await merged(kept, gone);
  expect(await reveal(world.agent, passport)).toMatchObject({ success: true });
});
