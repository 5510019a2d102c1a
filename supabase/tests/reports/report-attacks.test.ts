import { createAccount, importLines, line } from '../support/bank';
import { sql } from '../support/database';
import { createTestAgency, untyped, type Person, type TestAgency } from '../support/test-agency';

/** A definition is a stranger's: what it may say, whose rows it reads, and who keeps, asks and shares. */

let agency: TestAgency;
let other: TestAgency;

beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  await agency.sale({ amount: 100, sold: '2026-03-01' });
  await agency.sale({ agent: agency.rival, amount: 7000, sold: '2026-03-01' });
  await other.sale({ amount: 90_000, sold: '2026-03-01' });
});

const MARCH = { report: 'sales', range: 'custom', from: '2026-03-01', to: '2026-03-31' };

async function totalOf(person: Person, definition: unknown, key?: string): Promise<number> {
  const { data, error } =
    key === undefined
      ? await person.api.rpc('run_report', { definition: definition as never })
      : await person.api.rpc('get_report_rows', { definition: definition as never, key });
  if (error) throw new Error(error.message);
  const { total, figures } = data as unknown as Record<'total' | 'figures', { total: number }>;
  return (figures ?? total).total;
}

test.each([
  ['no object', []],
  ['a text', 'sales'],
  ['nothing', null],
  ['an unknown report', { report: 'users' }],
  ['SQL as report', { report: `sales'; drop table public.sales; --` }],
  ['SQL as group', { ...MARCH, group: 'month) union select * from auth.users --' }],
  ['SQL as basis', { ...MARCH, basis: 'sale_date' }],
  ['a column that exists as status', { ...MARCH, status: 'agent_id' }],
  ['a status of other records', { ...MARCH, status: 'agent_paid' }],
  ['a number', { ...MARCH, status: 7 }],
  ['a list', { ...MARCH, vendor_id: Array.from({ length: 5_000 }, () => crypto.randomUUID()) }],
  ['an object', { ...MARCH, agent_id: { $ne: null } }],
  ['no id', { ...MARCH, agent_id: 'all' }],
  ['no date', { ...MARCH, from: '2026-02-30' }],
  ['a date with more', { ...MARCH, from: '2026-03-01; select 1' }],
  ['infinity', { ...MARCH, to: 'infinity' }],
  ['a reversed range', { ...MARCH, from: '2026-04-01' }],
  ['a range of centuries', { ...MARCH, from: '1900-01-01', to: '2199-12-31' }],
  ['a custom range without days', { report: 'sales', range: 'custom' }],
  ['what it does not know', { ...MARCH, organization_id: crypto.randomUUID() }],
  ['much', { ...MARCH, category: 'x'.repeat(10_000) }],
  ['a basis of another report', { report: 'agents_year', basis: 'sale' }],
  ['an age of a report without', { ...MARCH, age: 'overdue' }],
])('refuses %s', async (_what, definition) => {
  for (const name of ['run_report', 'get_report_rows'] as const) {
    const { data, error } = await agency.admin.api.rpc(name, { definition: definition as never });
    expect(data).toBeNull();
    expect(error?.code).toBe('P0001');
  }
  const { error } = await agency.admin.api
    .from('saved_reports')
    .insert({ name: 'Mine', definition: definition as never });
  expect(error).not.toBeNull();
});

// Holds reports-12
test('ids and categories that are not one’s own find nothing', async () => {
  expect(await totalOf(agency.admin, MARCH)).toBe(7100);
  expect(await totalOf(agency.admin, { ...MARCH, agent_id: other.agent.id })).toBe(0);
  expect(await totalOf(agency.admin, { ...MARCH, vendor_id: other.vendorId })).toBe(0);
  expect(await totalOf(agency.admin, { ...MARCH, category: `' or 1=1 --` })).toBe(0);
  for (const [group, id] of [
    ['agent', other.agent.id],
    ['vendor', other.vendorId],
    ['customer', other.customerId],
  ] as const)
    expect(await totalOf(agency.admin, { ...MARCH, group }, id)).toBe(0);
});

// Holds reports-13
test('an agent is told of themself alone, however they ask', async () => {
  for (const group of ['month', 'agent', 'vendor', 'customer', 'category'])
    expect(await totalOf(agency.agent, { ...MARCH, group })).toBe(100);
  expect(await totalOf(agency.agent, { ...MARCH, agent_id: agency.rival.id })).toBe(0);
  expect(await totalOf(agency.agent, { ...MARCH, group: 'agent' }, agency.rival.id)).toBe(0);
  expect(await totalOf(agency.agent, { ...MARCH, group: 'vendor' }, agency.vendorId)).toBe(100);
});

test('nobody without a live session is told anything', async () => {
  const { error } = await agency.inactive.api.rpc('run_report', { definition: MARCH });
  expect(error?.code).toBe('42501');
});

// Holds reports-14
test('saved reports: one’s own and shared ones are read, one’s own changed, shared ones removed by admins', async () => {
  const definition = { report: 'sales' };
  const table = (person: Person) => person.api.from('saved_reports');
  const names = async (person: Person) =>
    ((await table(person).select('name').order('name')).data ?? []).map(({ name }) => name);
  await table(agency.rival).insert({ name: ' Private ', definition });
  await table(agency.rival).insert({ name: 'Shared', definition, shared: true });
  expect(await names(agency.rival)).toEqual(['Private', 'Shared']);
  expect(await names(agency.agent)).toEqual(['Shared']);
  expect(await names(agency.admin)).toEqual(['Shared']);
  expect(await names(other.owner)).toEqual([]);

  const twice = await table(agency.rival).insert({ name: 'shared', definition });
  expect(twice.error?.code).toBe('23505');
  const forged = await untyped(agency.agent.api, 'saved_reports').insert({
    name: 'Forged',
    definition,
    owner_id: agency.rival.id,
  });
  expect(forged.error?.code).toBe('42501');
  await table(agency.agent).update({ name: 'Taken' }).eq('name', 'Shared');
  await table(agency.agent).delete().eq('name', 'Shared');
  expect(await names(agency.rival)).toEqual(['Private', 'Shared']);
  await table(agency.admin).delete().eq('name', 'Private');
  await table(agency.admin).delete().eq('name', 'Shared');
  expect(await names(agency.rival)).toEqual(['Private']);
  await table(agency.rival).update({ name: 'Mine' }).eq('name', 'Private');
  expect(await names(agency.rival)).toEqual(['Mine']);
});

// Holds reports-42
test('aging: what is owed by age, who was asked when, and who is not asked', async () => {
  const { admin, agent, vendorId, organizationId } = agency;
  await sql(
    `update public.commissions set due_on = case when agent_id = $2 then current_date - 40 else current_date + 5 end
     where organization_id = $1`,
    [organizationId, agent.id],
  );
  const aging = async (person: Person, more = {}) => {
    const { data } = await person.api.rpc('run_report', { definition: { report: 'aging', ...more } });
    return data as unknown as {
      buckets: { bucket: string; amount: number }[];
      vendors: { amount: number; asked_on: string | null; deposit_waits: boolean }[];
    };
  };
  const amounts = async (person: Person) =>
    Object.fromEntries((await aging(person)).buckets.map(({ bucket, amount }) => [bucket, amount]));
  expect(await amounts(admin)).toEqual({
    not_due: 700,
    '0-30': 0,
    '31-60': 10,
    '61-90': 0,
    '90+': 0,
    no_due_day: 0,
  });
  expect(await amounts(agent)).toEqual({
    not_due: 0,
    '0-30': 0,
    '31-60': 10,
    '61-90': 0,
    '90+': 0,
    no_due_day: 0,
  });
  const { data: rows } = await admin.api.rpc('get_report_rows', {
    definition: { report: 'aging', age: '31-60' },
    key: vendorId,
  });
  expect(rows).toMatchObject({ figures: { open: 10, n: 1 } });

  const ask = async (person: Person) =>
    (await person.api.rpc('record_vendor_asked', { vendor_id: vendorId })).data;
  expect(await ask(agent)).toMatchObject({ success: false });
  expect(await ask(other.admin)).toMatchObject({ success: false });
  expect(await ask(admin)).toMatchObject({ success: true });
  expect((await aging(admin)).vendors).toMatchObject([{ amount: 10, deposit_waits: false }]);
  expect((await aging(admin)).vendors[0]?.asked_on).not.toBeNull();
  expect((await aging(agent)).vendors[0]?.asked_on).toBeNull();
  expect((await agent.api.from('vendor_askings').select()).data).toEqual([]);

  // A deposit of it waits: asked only by somebody who says so, and that is kept.
  await sql(`update public.vendors set name = 'Halcyon Ocean Lines' where id = $1`, [vendorId]);
  await importLines(admin, await createAccount(admin), [line(1, 'HALCYON OCEAN LINES REMIT', '77.77')]);
  expect((await aging(admin)).vendors).toMatchObject([{ deposit_waits: true }]);
  expect(await ask(admin)).toMatchObject({ success: false });
  const anyway = { vendor_id: vendorId, although_deposit_waits: true };
  expect((await agent.api.rpc('record_vendor_asked', anyway)).data).toMatchObject({ success: false });
  expect((await admin.api.rpc('record_vendor_asked', anyway)).data).toMatchObject({ success: true });
  const { data: askings } = await admin.api
    .from('vendor_askings')
    .select('although_deposit_waits')
    .order('created_at');
  expect(askings).toEqual([{ although_deposit_waits: false }, { although_deposit_waits: true }]);
});
