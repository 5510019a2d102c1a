import { sql, sqlOne } from '../support/database';
import { saleRow } from '../support/sales';
import {
  commissionOf,
  createCustomer,
  createTestAgency,
  saleInput,
  untyped,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
let saleId: string;
let commissionId: string;

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  saleId = (await agency.sale()).id;
  commissionId = (await commissionOf(saleId)).id;
});

const everybody = ['owner', 'admin', 'agent', 'inactive'] as const;
const table = (who: (typeof everybody)[number], name: string) => untyped(agency[who].api, name);

const TABLES = [
  'users',
  'user_emails',
  'user_terms',
  'customers',
  'vendors',
  'sales',
  'commissions',
  'sales_history',
  'commission_history',
  'agent_payments',
  'customer_payments',
  'payment_dues',
  'invitations',
  'notifications',
];

/** A fingerprint of all that both agencies have: an attack must leave it as it was. */
const everything = () =>
  sqlOne(
    `select md5(string_agg(t, '|' order by t)) as sum from (
       select to_jsonb(x)::text as t from public.organizations x where x.id = any ($1)
       ${TABLES.map((name) => `union all select to_jsonb(x)::text from public.${name} x where x.organization_id = any ($1)`).join('\n')}) s`,
    [[agency.organizationId, otherAgency.organizationId]],
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
    ['users', { id: 'ME', organization_id: 'ORG', first_name: 'X', last_name: 'Y', role: 'owner' }],
    ['user_emails', { user_id: 'ME', organization_id: 'ORG', email: 'x@y.test' }],
    ['user_terms', { user_id: 'ME', organization_id: 'ORG', commission_split: 100 }],
    ['organizations', { name: 'Mine', email: 'x@y.test' }],
  ])('cannot insert into %s', async (name, row) => {
    const real: Record<string, string> = {
      SALE: saleId,
      COMMISSION: commissionId,
      ORG: agency.organizationId,
      ME: agency[who].id,
    };
    const values: object = Object.fromEntries(
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
          .eq('organization_id', agency.organizationId),
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
    'user_emails',
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
    ['users', { organization_id: 'OTHER_AGENCY' }],
    ['user_emails', { email: 'boss@agency.test' }],
    ['users', { id: 'OTHER_AGENCY' }],
    ['sales', { organization_id: 'OTHER_AGENCY' }],
    ['sales', { created_by: 'OTHER_AGENCY' }],
    ['sales', { created_at: '2020-01-01' }],
    ['commissions', { amount: 1 }],
    ['commissions', { agent_amount: 1 }],
    ['commissions', { agent_id: 'OTHER_AGENCY' }],
    ['commissions', { commission_split: 100 }],
    ['organizations', { id: 'OTHER_AGENCY' }],
    ['notifications', { message: 'forged' }],
    ['notifications', { user_id: 'OTHER_AGENCY' }],
    ['customers', { organization_id: 'OTHER_AGENCY' }],
    ['vendors', { organization_id: 'OTHER_AGENCY' }],
  ])('cannot set on %s: %j', async (name, change) => {
    const values = Object.fromEntries(
      Object.entries(change).map(([key, value]) => [
        key,
        value === 'OTHER_AGENCY' ? otherAgency.organizationId : value,
      ]),
    );
    await refused(
      table(who, name)
        .update(values)
        .not(name === 'user_emails' ? 'user_id' : 'id', 'is', null),
    );
  });

  test.each([
    ['sales', { organization_id: 'OTHER_AGENCY' }],
    ['sales', { created_by: 'OWNER' }],
    ['sales', { status: 'paid' }],
    ['sales', { id: '11111111-1111-4111-8111-111111111111' }],
    ['customers', { organization_id: 'OTHER_AGENCY' }],
    ['customers', { created_by: 'OWNER' }],
    ['vendors', { organization_id: 'OTHER_AGENCY' }],
  ])('cannot record a row of %s with a forged %j', async (name, forged) => {
    const real: Record<string, string> = { OTHER_AGENCY: otherAgency.organizationId, OWNER: agency.owner.id };
    const values = Object.fromEntries(
      Object.entries(forged).map(([key, value]) => [key, real[value] ?? value]),
    );
    const row =
      name === 'sales'
        ? saleInput(agency)
        : name === 'vendors'
          ? { name: 'C' }
          : { first_name: 'A', last_name: 'B' };
    await refused(table(who, name).insert({ ...row, ...values }));
  });
});

test('an agent records sales for themselves only, and gives none away', async () => {
  const before = await everything();
  const forged = await agency.agent.api
    .from('sales')
    .insert(saleInput(agency, { agent_id: agency.rival.id }));
  expect(forged.error).toMatchObject({
    code: 'P0001',
    message: 'Only an admin can record a sale for another agent.',
    hint: 'agent_id',
  });
  const given = await agency.agent.api.from('sales').update({ agent_id: agency.rival.id }).eq('id', saleId);
  expect(given.error).toMatchObject({
    code: 'P0001',
    message: 'Only an admin can give a sale to another agent.',
  });
  expect(await everything()).toEqual(before);
});

test('an admin records a sale for an agent: it is the agent’s, entered by the admin', async () => {
  const sale = await agency.sale({ by: agency.admin });
  expect(await saleRow(sale.id)).toMatchObject({
    agent_id: agency.agent.id,
    created_by: agency.admin.id,
  });
});

// Holds security-14
test('references never leave the organization', async () => {
  const before = await everything();
  for (const [change, constraint] of [
    [{ customer_id: otherAgency.customerId }, 'sales_customer_id_fkey'],
    [{ vendor_id: otherAgency.vendorId }, 'sales_vendor_id_fkey'],
    [{ agent_id: otherAgency.agent.id }, 'sales_agent_id_fkey'],
    [{ customer_id: '00000000-0000-4000-8000-000000000000' }, 'sales_customer_id_fkey'],
  ] as const) {
    const insert = await agency.admin.api.from('sales').insert(saleInput(agency, change));
    const update = await agency.admin.api.from('sales').update(change).eq('id', saleId);
    for (const { error, status } of [insert, update]) {
      expect([status, error?.code]).toEqual([409, '23503']);
      expect(error?.message).toContain(constraint);
    }
  }
  expect(await everything()).toEqual(before);
});

test('agents manage no vendors, members change their own name only', async () => {
  const before = await everything();
  const add = await agency.agent.api.from('vendors').insert({ name: 'Mine' });
  expect([add.status, add.error?.code]).toEqual([403, '42501']);
  const change = await agency.agent.api
    .from('vendors')
    .update({ name: 'Mine' })
    .eq('id', agency.vendorId)
    .select('id');
  const rename = await agency.owner.api
    .from('users')
    .update({ first_name: 'X' })
    .eq('id', agency.agent.id)
    .select('id');
  const settings = await agency.admin.api
    .from('organizations')
    .update({ name: 'Mine' })
    .eq('id', agency.organizationId)
    .select();
  expect([change.data, rename.data, settings.data]).toEqual([[], [], []]);
  expect(await everything()).toEqual(before);
  const own = await agency.agent.api
    .from('users')
    .update({ first_name: 'Ada' })
    .eq('id', agency.agent.id)
    .select('first_name');
  expect(own.data).toEqual([{ first_name: 'Ada' }]);
});

test('a mass change reaches own rows only', async () => {
  const rivals = (await agency.sale({ agent: agency.rival, notes: 'rival' })).id;
  await agency.agent.api.from('sales').update({ notes: 'mass' }).not('id', 'is', null);
  expect(await sqlOne('select notes from public.sales where id = $1', [rivals])).toEqual({ notes: 'rival' });
  const all = await otherAgency.owner.api
    .from('customers')
    .update({ notes: 'mass' })
    .not('id', 'is', null)
    .select('organization_id');
  expect(all.data).toEqual([{ organization_id: otherAgency.organizationId }]);
  const elsewhere = await sql(
    `select 1 from public.customers where notes = 'mass' and organization_id <> $1`,
    [otherAgency.organizationId],
  );
  expect(elsewhere).toEqual([]);
});

test('an upsert takes over no foreign row', async () => {
  const foreign = await createCustomer(otherAgency.organizationId);
  await refused(table('admin', 'customers').upsert({ id: foreign, first_name: 'Taken', last_name: 'Over' }));
});

// Holds security-15
test('even the owner of the tables cannot rewrite history', async () => {
  await expect(sql(`update public.sales_history set notes = 'forged'`)).rejects.toThrow(
    'History can be neither changed nor deleted.',
  );
  await expect(sql('delete from public.commission_history')).rejects.toThrow(
    'History can be neither changed nor deleted.',
  );
});
