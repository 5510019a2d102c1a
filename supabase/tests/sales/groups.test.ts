import { randomUUID } from 'node:crypto';
import { sql, sqlOne } from '../support/database';
import { createSale, setStatus, tryCreate, tryUpdate } from '../support/sales';
import {
  createCustomer,
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

interface SavedGroup {
  outcome: 'saved' | 'conflict';
  id: string;
  version: number;
}

const trySave = (person: Person, sale_group: object, more: object = {}) =>
  person.api.rpc('save_sale_group', { sale_group, ...more } as never);

async function group(person: Person = agency.admin, fields: object = {}): Promise<string> {
  const { data, error } = await trySave(person, {
    name: `Fjords ${randomUUID().slice(0, 8)}`,
    vendor_id: agency.vendorId,
    ...fields,
  });
  if (error) throw new Error(error.message);
  return (data as unknown as SavedGroup).id;
}

const sell = (groupId: string, person: Person = agency.agent, extra: object = {}) =>
  createSale(person, agency, { group_id: groupId, ...extra });

interface GroupPage {
  may_change: boolean;
  other_dates: number;
  notes: string | null;
  sales: { id: string }[];
  figures: Record<string, number>;
}

const page = async (person: Person, group_id: string) =>
  (await person.api.rpc('get_sale_group', { group_id })).data as unknown as GroupPage | null;

const refusal = ({ error }: { error: { message: string } | null }) => error?.message;

// Holds sales-21
test('a group sums the sales a reader may see: an agent their own, an admin all of them', async () => {
  const id = await group();
  const mine = await sell(id, agency.agent, { total_amount: 1000, commission_rate: 10 });
  await sell(id, agency.rival, { total_amount: 2000, commission_rate: 10 });
  const gone = await sell(id, agency.rival, { total_amount: 4000, commission_rate: 10 });
  await setStatus(agency.rival, gone.id, 'cancelled');
  await setStatus(agency.agent, mine.id, 'paid');

  expect((await page(agency.agent, id))?.figures).toMatchObject({
    sales: 1,
    booked: 0,
    paid: 1,
    cancelled: 0,
    total_amount: 1000,
    commission_amount: 100,
  });
  expect((await page(agency.agent, id))?.sales.map((sale) => sale.id)).toEqual([mine.id]);
  expect((await page(agency.admin, id))?.figures).toMatchObject({
    sales: 2,
    booked: 1,
    paid: 1,
    cancelled: 1,
    total_amount: 3000,
    commission_amount: 300,
  });
  const listed = (await agency.agent.api.rpc('list_sale_groups', {})).data as unknown as {
    rows: { id: string; figures: { total_amount: number } }[];
  };
  expect(listed.rows.find((row) => row.id === id)?.figures.total_amount).toBe(1000);
});

// Holds sales-22
test('what the vendor owes of a group is what is open of its commissions', async () => {
  const id = await group();
  for (const total_amount of [1000, 500]) await sell(id, agency.agent, { total_amount, commission_rate: 10 });
  const { owed } = await sqlOne<{ owed: number }>(
    `select sum(m.open)::float as owed from private.commission_money m join public.sales s on s.id = m.sales_id where s.group_id = $1`,
    [id],
  );
  expect(owed).toBe(150);
  expect((await page(agency.admin, id))?.figures).toMatchObject({ owed_amount: 150, owed_count: 2 });
});

// Holds sales-23
test('a sale has the vendor of its group, when it is recorded and when it changes', async () => {
  const id = await group();
  const vendorId = await createVendor(agency.organizationId);
  const wrong = saleInput({ ...agency, vendorId }, { group_id: id });
  expect(refusal(await tryCreate(agency.agent, wrong))).toMatch(/is of another vendor/);
  const sale = await sell(id);
  expect(refusal(await tryUpdate(agency.agent, sale.id, sale.version, { vendor_id: vendorId }))).toMatch(
    /is of another vendor/,
  );
  await tryUpdate(agency.agent, sale.id, sale.version, { vendor_id: vendorId, group_id: null });
  expect(await sqlOne('select group_id, vendor_id from public.sales where id = $1', [sale.id])).toEqual({
    group_id: null,
    vendor_id: vendorId,
  });
  await expect(
    sql('alter table public.sales disable trigger sales_14_guard_group').then(() =>
      sql('update public.sales set group_id = $2 where id = $1', [sale.id, id]),
    ),
  ).rejects.toThrow('sales_group_id_fkey');
  await sql('alter table public.sales enable trigger sales_14_guard_group');
});

// Holds sales-24
test('nobody joins, reads or changes a group of another agency', async () => {
  const id = await group();
  const sale = saleInput(otherAgency, { group_id: id });
  expect(refusal(await tryCreate(otherAgency.admin, sale))).toBe('Choose a group of your agency.');
  expect(await page(otherAgency.owner, id)).toBeNull();
  expect(
    refusal(await trySave(otherAgency.owner, { name: 'Mine' }, { group_id: id, expected_version: 1 })),
  ).toBe('This group does not exist.');
  for (const act of ['archive_sale_group', 'delete_sale_group'] as const)
    expect(
      await otherAgency.owner.api
        .rpc(act, { group_id: id, archived: true } as never)
        .then(({ data, error }) => data ?? error),
    ).not.toMatchObject({ success: true });
  expect((await untyped(otherAgency.owner.api, 'sale_groups').select('id').eq('id', id)).data).toEqual([]);
  expect(
    refusal(await otherAgency.owner.api.rpc('apply_group_dates', { group_id: id, expected_version: 1 })),
  ).toBe('This group does not exist.');
  expect(await sqlOne('select archived_at from public.sale_groups where id = $1', [id])).toEqual({
    archived_at: null,
  });
});

// Holds sales-25
test('an agent makes groups and changes those they made; others are for admins', async () => {
  const own = await group(agency.agent);
  const others = await group(agency.admin);
  expect((await page(agency.agent, own))?.may_change).toBe(true);
  expect((await page(agency.agent, others))?.may_change).toBe(false);
  const change = { notes: 'Twin beds' };
  expect(
    refusal(await trySave(agency.agent, change, { group_id: own, expected_version: 1 })),
  ).toBeUndefined();
  const text = 'Only admins and whoever made this group can change it.';
  expect(refusal(await trySave(agency.agent, change, { group_id: others, expected_version: 1 }))).toBe(text);
  expect(refusal(await trySave(agency.rival, change, { group_id: own, expected_version: 2 }))).toBe(text);
  expect((await agency.rival.api.rpc('delete_sale_group', { group_id: own })).data).toMatchObject({
    error: text,
  });
  expect(
    refusal(await trySave(agency.admin, change, { group_id: own, expected_version: 2 })),
  ).toBeUndefined();
  // Not past the functions either.
  const { error } = await untyped(agency.agent.api, 'sale_groups').update({ name: 'x' }).eq('id', others);
  expect(error?.code).toBe('42501');
});

// Holds sales-26
test('names are one agency’s once, whatever their case', async () => {
  const name = `Rowing ${randomUUID().slice(0, 8)}`;
  await group(agency.admin, { name });
  expect(
    refusal(await trySave(agency.agent, { name: ` ${name.toUpperCase()} `, vendor_id: agency.vendorId })),
  ).toBe('Another group has this name.');
  expect(
    refusal(await trySave(otherAgency.agent, { name, vendor_id: otherAgency.vendorId })),
  ).toBeUndefined();
  expect(refusal(await trySave(agency.agent, { name: ' ', vendor_id: agency.vendorId }))).toBe(
    'Enter the name of the group.',
  );
  expect(refusal(await trySave(agency.agent, { name: 'x', vendor_id: otherAgency.vendorId }))).toBe(
    'Choose the vendor of this group.',
  );
});

// Holds sales-27
test('of two changes at once one is saved, the other is a conflict', async () => {
  const id = await group();
  const answers = await Promise.all(
    [agency.admin, agency.owner].map((person, n) =>
      trySave(person, { notes: `change ${n}` }, { group_id: id, expected_version: 1 }),
    ),
  );
  expect(answers.map(({ data }) => (data as unknown as SavedGroup).outcome).sort()).toEqual([
    'conflict',
    'saved',
  ]);
  expect(await sqlOne('select version from public.sale_groups where id = $1', [id])).toEqual({ version: 2 });
});

// Holds sales-28
test('dates are applied when somebody says so, to the booked sales they may change and no others', async () => {
  const id = await group(agency.agent, { travel_date: '2027-05-21', return_date: '2027-05-31' });
  const [mine, paid] = [await sell(id), await sell(id)];
  const theirs = await sell(id, agency.rival);
  await setStatus(agency.agent, paid.id, 'paid');
  const days = (saleId: string) =>
    sqlOne<{ d: string | null }>('select travel_date::text as d from public.sales where id = $1', [
      saleId,
    ]).then(({ d }) => d);
  const before = await Promise.all([mine, paid, theirs].map(({ id: saleId }) => days(saleId)));
  expect((await page(agency.agent, id))?.other_dates).toBe(1);
  expect((await page(agency.admin, id))?.other_dates).toBe(2);
  expect(
    refusal(await agency.agent.api.rpc('apply_group_dates', { group_id: id, expected_version: 7 })),
  ).toMatch(/Somebody else changed this group/);
  expect(
    (await agency.agent.api.rpc('apply_group_dates', { group_id: id, expected_version: 1 })).data,
  ).toEqual({
    changed: 1,
  });
  expect(await Promise.all([mine, paid, theirs].map(({ id: saleId }) => days(saleId)))).toEqual([
    '2027-05-21',
    before[1],
    before[2],
  ]);
  expect((await page(agency.agent, id))?.other_dates).toBe(0);
});

// Holds sales-29
test('an archived group takes no sale and keeps those it has; one with sales is not deleted', async () => {
  const id = await group();
  const sale = await sell(id);
  expect((await agency.admin.api.rpc('delete_sale_group', { group_id: id })).data).toMatchObject({
    error: 'A group with sales cannot be deleted. Archive it instead.',
  });
  await agency.admin.api.rpc('archive_sale_group', { group_id: id, archived: true });
  expect(refusal(await tryCreate(agency.agent, saleInput(agency, { group_id: id })))).toMatch(/is archived/);
  expect(refusal(await tryUpdate(agency.agent, sale.id, 1, { notes: 'still here' }))).toBeUndefined();
  const empty = await group();
  expect((await agency.admin.api.rpc('delete_sale_group', { group_id: empty })).data).toMatchObject({
    success: true,
  });
  expect(await sql('select id from public.sale_groups where id = $1', [empty])).toEqual([]);
});

// Holds sales-30
test('the vendor of a group stays while it has sales', async () => {
  const id = await group();
  const vendor_id = await createVendor(agency.organizationId);
  await sell(id);
  expect(refusal(await trySave(agency.admin, { vendor_id }, { group_id: id, expected_version: 1 }))).toBe(
    'The vendor of a group with sales stays.',
  );
  const empty = await group();
  expect(
    refusal(await trySave(agency.admin, { vendor_id }, { group_id: empty, expected_version: 1 })),
  ).toBeUndefined();
});

// Holds sales-31
test('a sale recorded without a rate takes that of its group, and the list shows one group alone', async () => {
  const id = await group(agency.admin, { default_commission_rate: 17.5 });
  const { commission_rate: _rate, ...input } = saleInput(agency, {
    group_id: id,
    total_amount: 200,
  }) as Record<string, unknown>;
  const { data } = await tryCreate(agency.agent, input);
  const saleId = (data as unknown as { id: string }).id;
  expect(
    await sqlOne('select commission_rate::float as rate from public.sales where id = $1', [saleId]),
  ).toEqual({
    rate: 17.5,
  });
  await sell(id, agency.rival, { total_amount: 300 });
  const list = async (person: Person) =>
    (await person.api.rpc('list_sales', { group_id: id } as never)).data as unknown as {
      rows: { id: string }[];
      by_status: { total: { count: number; amount: number } };
    };
  expect((await list(agency.agent)).by_status.total).toMatchObject({ count: 1, amount: 200 });
  expect((await list(agency.admin)).by_status.total).toMatchObject({ count: 2, amount: 500 });
  expect((await list(agency.agent)).rows.map((row) => row.id)).toEqual([saleId]);
});

test('the history of a sale tells its group by name, and says nothing of groups to sales without one', async () => {
  const id = await group(agency.admin, { name: `Named ${randomUUID().slice(0, 8)}` });
  const sale = await createSale(agency.agent, agency);
  const plain = await sqlOne<{ has: boolean }>(
    `select new_data ? 'group_id' as has from public.sales_history where sales_id = $1`,
    [sale.id],
  );
  expect(plain.has).toBe(false);
  await tryUpdate(agency.agent, sale.id, 1, { group_id: id });
  const { names, entries } = (await agency.agent.api.rpc('get_sale_history', { sale_id: sale.id }))
    .data as unknown as { names: Record<string, string>; entries: { changed_fields: string[] }[] };
  expect(entries[0]?.changed_fields).toEqual(['group_id']);
  expect(names[id]).toMatch(/^Named /);
});

test('an erased customer leaves no trace in the texts of the groups they traveled in', async () => {
  const customerId = await createCustomer(agency.organizationId);
  await sql(
    `update public.customers set first_name = 'Wilhelmina', last_name = 'Sondergaard' where id = $1`,
    [customerId],
  );
  const ids = [];
  for (const name of ['Sondergaard wedding', 'Wilhelmina Sondergaard golf'])
    ids.push(await group(agency.admin, { name, notes: 'Wilhelmina Sondergaard asked' }));
  await createSale(agency.agent, { ...agency, customerId }, { group_id: ids[0] });
  const { data } = await agency.admin.api.rpc('erase_customer', {
    customer_id: customerId,
    confirmation: 'Wilhelmina Sondergaard',
  });
  expect(data).toMatchObject({ success: true });
  const texts = await sql('select name, notes from public.sale_groups where id = any ($1)', [ids]);
  expect(texts).toHaveLength(2);
  expect(JSON.stringify(texts)).not.toMatch(/sondergaard|wilhelmina/i);
});
