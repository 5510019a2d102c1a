import { sql, sqlOne } from './support/database';
import {
  commissionOf,
  createCustomer,
  createWorld,
  recordSale,
  saleInput,
  untyped,
  type World,
} from './support/world';

let world: World;
let abroad: World;
let saleId: string;
let commissionId: string;

beforeAll(async () => {
  [world, abroad] = [await createWorld(), await createWorld()];
  saleId = (await recordSale(world.agent, world)).id;
  commissionId = (await commissionOf(saleId)).id;
});

const everybody = ['owner', 'admin', 'agent', 'inactive'] as const;
const table = (who: (typeof everybody)[number], name: string) => untyped(world[who].api, name);

const TABLES = [
  'users',
  'user_terms',
  'customers',
  'vendors',
  'sales',
  'commissions',
  'sales_history',
  'commission_history',
  'agent_payments',
  'invitations',
  'notifications',
];

/** A fingerprint of all that both agencies have: an attack must leave it as it was. */
const everything = () =>
  sqlOne(
    `select md5(string_agg(t, '|' order by t)) as sum from (
       select to_jsonb(x)::text as t from public.organizations x where x.id = any ($1)
       ${TABLES.map((name) => `union all select to_jsonb(x)::text from public.${name} x where x.organization_id = any ($1)`).join('\n')}) s`,
    [[world.organizationId, abroad.organizationId]],
  );

async function refused(attack: PromiseLike<{ error: { code: string } | null; status: number }>) {
  const before = await everything();
  const { error, status } = await attack;
  expect([status, error?.code]).toEqual([403, '42501']);
  expect(await everything()).toEqual(before);
}

describe.each(everybody)('%s', (who) => {
  test.each([
    ['sales_history', { sales_id: 'SALE', organization_id: 'ORG', change_type: 'update', notes: 'forged' }],
    [
      'commission_history',
      {
        commission_id: 'COMMISSION',
        organization_id: 'ORG',
        change_type: 'status_change',
        new_status: 'unpaid',
      },
    ],
    [
      'commissions',
      {
        sales_id: 'SALE',
        organization_id: 'ORG',
        agent_id: 'ME',
        amount: 9999,
        commission_split: 100,
        agent_amount: 9999,
      },
    ],
    [
      'agent_payments',
      {
        commission_id: 'COMMISSION',
        organization_id: 'ORG',
        agent_id: 'ME',
        amount: 1,
        payment_date: '2026-01-01',
        payment_method: 'cash',
      },
    ],
    ['notifications', { organization_id: 'ORG', user_id: 'ME', type: 'mention', message: 'forged' }],
    [
      'users',
      { id: 'ME', organization_id: 'ORG', email: 'x@y.test', first_name: 'X', last_name: 'Y', role: 'owner' },
    ],
    ['user_terms', { user_id: 'ME', organization_id: 'ORG', commission_split: 100 }],
    ['organizations', { name: 'Mine', email: 'x@y.test' }],
  ])('cannot insert into %s', async (name, row) => {
    const real: Record<string, string> = {
      SALE: saleId,
      COMMISSION: commissionId,
      ORG: world.organizationId,
      ME: world[who].id,
    };
    const values = Object.fromEntries(
      Object.entries(row).map(([key, value]) => [key, real[String(value)] ?? value]),
    );
    await refused(table(who, name).insert(values));
  });

  test.each(['sales_history', 'commission_history', 'agent_payments', 'user_terms'])(
    'cannot change %s',
    async (name) => {
      await refused(
        table(who, name)
          .update(name === 'user_terms' ? { commission_split: 100 } : { notes: 'forged' })
          .eq('organization_id', world.organizationId),
      );
    },
  );

  test.each([
    'sales',
    'customers',
    'vendors',
    'users',
    'organizations',
    'commissions',
    'sales_history',
    'commission_history',
    'agent_payments',
    'notifications',
    'user_terms',
  ])('cannot delete from %s', async (name) => {
    await refused(
      table(who, name)
        .delete()
        .not(name === 'organizations' ? 'id' : 'organization_id', 'is', null),
    );
  });

  test.each([
    ['users', { role: 'owner' }],
    ['users', { is_active: true }],
    ['users', { organization_id: 'ABROAD' }],
    ['users', { email: 'boss@agency.test' }],
    ['users', { id: 'ABROAD' }],
    ['sales', { organization_id: 'ABROAD' }],
    ['sales', { created_by: 'ABROAD' }],
    ['sales', { created_at: '2020-01-01' }],
    ['commissions', { amount: 1 }],
    ['commissions', { agent_amount: 1 }],
    ['commissions', { agent_id: 'ABROAD' }],
    ['commissions', { commission_split: 100 }],
    ['organizations', { id: 'ABROAD' }],
    ['notifications', { message: 'forged' }],
    ['notifications', { user_id: 'ABROAD' }],
    ['customers', { organization_id: 'ABROAD' }],
    ['vendors', { organization_id: 'ABROAD' }],
  ])('cannot set on %s: %j', async (name, change) => {
    const values = Object.fromEntries(
      Object.entries(change).map(([key, value]) => [key, value === 'ABROAD' ? abroad.organizationId : value]),
    );
    await refused(table(who, name).update(values).not('id', 'is', null));
  });

  test.each([
    ['sales', { organization_id: 'ABROAD' }],
    ['sales', { created_by: 'OWNER' }],
    ['sales', { status: 'paid' }],
    ['sales', { id: '11111111-1111-4111-8111-111111111111' }],
    ['customers', { organization_id: 'ABROAD' }],
    ['customers', { created_by: 'OWNER' }],
    ['vendors', { organization_id: 'ABROAD' }],
  ])('cannot record a row of %s with a forged %j', async (name, forged) => {
    const real: Record<string, string> = { ABROAD: abroad.organizationId, OWNER: world.owner.id };
    const values = Object.fromEntries(
      Object.entries(forged).map(([key, value]) => [key, real[value] ?? value]),
    );
    const row =
      name === 'sales'
        ? saleInput(world)
        : name === 'vendors'
          ? { name: 'C' }
          : { first_name: 'A', last_name: 'B' };
    await refused(table(who, name).insert({ ...row, ...values }));
  });
});

test('an agent records sales for themselves only, and gives none away', async () => {
  const before = await everything();
  const forged = await world.agent.api.from('sales').insert(saleInput(world, { agent_id: world.rival.id }));
  expect(forged.error).toMatchObject({
    code: 'P0001',
    message: 'Only an admin can record a sale for another agent.',
    hint: 'agent_id',
  });
  const given = await world.agent.api.from('sales').update({ agent_id: world.rival.id }).eq('id', saleId);
  expect(given.error).toMatchObject({
    code: 'P0001',
    message: 'Only an admin can give a sale to another agent.',
  });
  expect(await everything()).toEqual(before);
});

test('an admin records a sale for an agent: it is the agent’s, entered by the admin', async () => {
  const sale = await recordSale(world.admin, world, { agent_id: world.agent.id });
  expect(sale).toMatchObject({ agent_id: world.agent.id, created_by: world.admin.id });
});

test('references never leave the organization', async () => {
  const before = await everything();
  for (const [change, constraint] of [
    [{ customer_id: abroad.customerId }, 'sales_customer_id_fkey'],
    [{ vendor_id: abroad.vendorId }, 'sales_vendor_id_fkey'],
    [{ agent_id: abroad.agent.id }, 'sales_agent_id_fkey'],
    [{ customer_id: '00000000-0000-4000-8000-000000000000' }, 'sales_customer_id_fkey'],
  ] as const) {
    const insert = await world.admin.api.from('sales').insert(saleInput(world, change));
    const update = await world.admin.api.from('sales').update(change).eq('id', saleId);
    for (const { error, status } of [insert, update]) {
      expect([status, error?.code]).toEqual([409, '23503']);
      expect(error?.message).toContain(constraint);
    }
  }
  expect(await everything()).toEqual(before);
});

test('agents manage no vendors, members change their own name only', async () => {
  const before = await everything();
  const add = await world.agent.api.from('vendors').insert({ name: 'Mine' });
  expect([add.status, add.error?.code]).toEqual([403, '42501']);
  const change = await world.agent.api
    .from('vendors')
    .update({ name: 'Mine' })
    .eq('id', world.vendorId)
    .select();
  const rename = await world.owner.api
    .from('users')
    .update({ first_name: 'X' })
    .eq('id', world.agent.id)
    .select();
  const settings = await world.admin.api
    .from('organizations')
    .update({ name: 'Mine' })
    .eq('id', world.organizationId)
    .select();
  expect([change.data, rename.data, settings.data]).toEqual([[], [], []]);
  expect(await everything()).toEqual(before);
  const own = await world.agent.api
    .from('users')
    .update({ first_name: 'Ada' })
    .eq('id', world.agent.id)
    .select('first_name');
  expect(own.data).toEqual([{ first_name: 'Ada' }]);
});

test('a mass change reaches own rows only', async () => {
  const rivals = (await recordSale(world.rival, world, { notes: 'rival' })).id;
  await world.agent.api.from('sales').update({ notes: 'mass' }).not('id', 'is', null);
  expect(await sqlOne('select notes from public.sales where id = $1', [rivals])).toEqual({ notes: 'rival' });
  const all = await abroad.owner.api
    .from('customers')
    .update({ notes: 'mass' })
    .not('id', 'is', null)
    .select('organization_id');
  expect(all.data).toEqual([{ organization_id: abroad.organizationId }]);
  const elsewhere = await sql(
    `select 1 from public.customers where notes = 'mass' and organization_id <> $1`,
    [abroad.organizationId],
  );
  expect(elsewhere).toEqual([]);
});

test('an upsert takes over no foreign row', async () => {
  const foreign = await createCustomer(abroad.organizationId);
  await refused(table('admin', 'customers').upsert({ id: foreign, first_name: 'Taken', last_name: 'Over' }));
});

test('even the owner of the tables cannot rewrite history', async () => {
  await expect(sql(`update public.sales_history set notes = 'forged'`)).rejects.toThrow(
    'History can be neither changed nor deleted.',
  );
  await expect(sql('delete from public.commission_history')).rejects.toThrow(
    'History can be neither changed nor deleted.',
  );
});
