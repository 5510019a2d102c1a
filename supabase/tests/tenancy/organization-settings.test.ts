import { Client } from 'pg';
import { backend } from '../support/backend';
import { sql, sqlOne } from '../support/database';
import { ask } from '../support/bank';
import { saleRow } from '../support/sales';
import { createMember, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const KEEP = 'An organization always keeps at least one active owner.';
const settings = (change: object) =>
  agency.owner.api.from('organizations').update(change).eq('id', agency.organizationId).select().single();

test('the owner changes name, time zone and default split', async () => {
  const { data } = await settings({
    name: 'New name',
    time_zone: 'Europe/Paris',
    default_commission_split: 55,
  });
  expect(data).toMatchObject({ name: 'New name', time_zone: 'Europe/Paris', default_commission_split: 55 });
  const agent = await createMember(agency.organizationId, 'agent');
  expect(
    await sqlOne('select commission_split from public.user_terms where user_id = $1', [agent.id]),
  ).toEqual({
    commission_split: '55.00',
  });
});

test('the support address is the owner’s to set, in the shape of an address', async () => {
  expect((await settings({ support_email: 'help@agency.test' })).data).toMatchObject({
    support_email: 'help@agency.test',
  });
  expect((await settings({ support_email: null })).error).toBeNull();
  expect((await settings({ support_email: 'the desk' })).error?.message).toContain(
    'organizations_support_email_format',
  );
  expect((await settings({ support_email: `${'x'.repeat(250)}@x.test` })).error?.message).toContain(
    'organizations_support_email_length',
  );
});

// docs/product/platform.md, Reading offline
// Holds platform-42
test('whose devices keep what they opened is the owner’s to say: agents’ at first, in the log, and told to everybody', async () => {
  const told = async () =>
    (await agency.agent.api.from('organizations').select('offline_reading').single()).data;
  expect(await told()).toEqual({ offline_reading: 'agents' });
  for (const person of [agency.admin, agency.agent])
    expect(
      (
        await person.api
          .from('organizations')
          .update({ offline_reading: 'everybody' })
          .eq('id', agency.organizationId)
          .select()
      ).data,
    ).toEqual([]);
  expect((await settings({ offline_reading: 'always' })).error?.message).toContain(
    'organizations_offline_reading_known',
  );
  expect((await settings({ offline_reading: 'off' })).error).toBeNull();
  expect(await told()).toEqual({ offline_reading: 'off' });
  const log = await ask<{ rows: { changes: unknown }[] }>(agency.owner, 'get_audit_log', { page_size: 1 });
  expect(log.rows[0]?.changes).toEqual([{ field: 'offline_reading', before: 'agents', after: 'off' }]);
});

const DETAILS = {
  email: 'office@harbourvale.test',
  phone: '+1 (212) 555-0148 x3',
  postal_address: '48 Chandlers Wharf\nNew York, NY 10004',
  tax_number: 'EIN 00-4815162',
};

// Holds tenancy-75
test('a statement keeps who paid as it was printed, whatever the owner writes later', async () => {
  expect((await settings({ ...DETAILS, support_email: 'help@agency.test' })).data).toMatchObject(DETAILS);
  await agency.sale({ reference: 'PRINT-1', paid: true });
  await agency.payout({ paid: true });
  await settings({ phone: null, postal_address: 'Moved', email: 'new@agency.test' });
  const [statement] = await sql<{ id: string }>(
    'select id from public.payout_statements where organization_id = $1',
    [agency.organizationId],
  );
  expect(await ask(agency.agent, 'get_statement', { statement_id: statement?.id })).toMatchObject({
    agency: { ...DETAILS, support_email: 'help@agency.test' },
  });
});

// Holds tenancy-74
test.each([
  [{ phone: 'call us' }, 'organizations_phone_format'],
  [{ phone: '' }, 'organizations_phone_format'],
  [{ phone: '1'.repeat(51) }, 'organizations_phone_length'],
  [{ postal_address: 'a\nb\nc\nd\ne\nf\ng' }, 'organizations_postal_address_lines'],
  [{ postal_address: ' \n ' }, 'organizations_postal_address_lines'],
  [{ postal_address: 'x'.repeat(301) }, 'organizations_postal_address_length'],
  [{ tax_number: 'one\ntwo' }, 'organizations_tax_number_line'],
  [{ tax_number: '9'.repeat(51) }, 'organizations_tax_number_length'],
])('what statements print has its bounds: %j', async (change, constraint) => {
  expect((await settings(change)).error?.message).toContain(constraint);
});

test.each(['admin', 'agent', 'inactive'] as const)('%s reads the settings and changes none', async (who) => {
  const before = await sqlOne('select * from public.organizations where id = $1', [agency.organizationId]);
  for (const change of [
    { name: 'Mine' },
    { support_email: 'me@x.test' },
    { tax_number: '1' },
    { postal_address: 'Here' },
    { default_commission_split: 100 },
    { amount_notation: 'comma' },
    { date_order: 'ymd' },
    { commission_received_on: 'deposit_matched' },
  ]) {
    const { data } = await agency[who].api
      .from('organizations')
      .update(change)
      .eq('id', agency.organizationId)
      .select();
    expect(data).toEqual([]);
  }
  const { data } = await agency[who].api.from('organizations').select('id, support_email');
  expect(data).toEqual([{ id: agency.organizationId, support_email: null }]);
  expect(await sqlOne('select * from public.organizations where id = $1', [agency.organizationId])).toEqual(
    before,
  );
});

test('time zones and currencies must exist', async () => {
  const zone = await settings({ time_zone: 'Atlantis/Capital' });
  expect(zone.error).toMatchObject({ code: 'P0001', hint: 'time_zone' });
  const currency = await settings({ currency: 'ZZZ' });
  expect(currency.error?.code).toBe('23514');
  expect(currency.error?.message).toContain('organizations_currency_known');
});

// Holds tenancy-76
test('the owner says how amounts and dates are typed, in a notation that is known', async () => {
  expect((await settings({ amount_notation: 'comma', date_order: 'ymd' })).data).toMatchObject({
    amount_notation: 'comma',
    date_order: 'ymd',
  });
  expect((await settings({ amount_notation: 'roman' })).error?.message).toContain(
    'organizations_amount_notation_known',
  );
  expect((await settings({ date_order: 'dym' })).error?.message).toContain('organizations_date_order_known');
});

test('the currency can change until the first sale, then it is fixed; sales carry no other', async () => {
  expect((await settings({ currency: 'EUR' })).data).toMatchObject({ currency: 'EUR' });
  const sale = await agency.sale();
  expect(await saleRow(sale.id)).toMatchObject({ currency: 'EUR' });
  const change = await settings({ currency: 'USD' });
  expect(change.error).toMatchObject({
    code: 'P0001',
    message: 'The currency is fixed after the first sale: sums would mix EUR and USD.',
    hint: 'currency',
  });
  await expect(agency.sale({ currency: 'USD' })).rejects.toThrow(
    'Use the currency of your organization, EUR.',
  );
  const edit = await agency.agent.api.from('sales').update({ currency: 'USD' }).eq('id', sale.id);
  expect(edit.error).toMatchObject({ code: 'P0001', hint: 'currency' });
});

test.each([
  ['demoted', `update public.users set role = 'admin' where id = $1`],
  ['set inactive', 'update public.users set is_active = false where id = $1'],
])('the last active owner cannot be %s, an additional one can', async (_how, statement) => {
  await expect(sql(statement, [agency.owner.id])).rejects.toThrow(KEEP);
  const second = await createMember(agency.organizationId, 'owner');
  await sql(statement, [second.id]);
  await expect(sql(statement, [agency.owner.id])).rejects.toThrow(KEEP);
});

test('of two owners who step down at the same moment, one stays', async () => {
  const second = await createMember(agency.organizationId, 'owner');
  const clients = [new Client(backend.dbUrl), new Client(backend.dbUrl)];
  for (const client of clients) await client.connect();
  try {
    for (const client of clients) await client.query('begin');
    const stepDown = async (client: Client | undefined, id: string) => {
      try {
        await client?.query(`update public.users set role = 'agent' where id = $1`, [id]);
        await client?.query('commit');
        return 'stepped down';
      } catch (error) {
        await client?.query('rollback');
        return (error as Error).message;
      }
    };
    const outcome = await Promise.all([
      stepDown(clients[0], agency.owner.id),
      stepDown(clients[1], second.id),
    ]);
    expect(outcome.sort()).toEqual([KEEP, 'stepped down']);
  } finally {
    for (const client of clients) await client.end();
  }
  const { count } = await sqlOne(
    `select count(*)::int from public.users where organization_id = $1 and role = 'owner' and is_active`,
    [agency.organizationId],
  );
  expect(count).toBe(1);
});

test('the first steps of a new agency, for its admins alone', async () => {
  const steps = async (who: 'owner' | 'admin' | 'agent' | 'inactive') => {
    const { data, error } = await agency[who].api.rpc('get_first_steps');
    expect(error).toBeNull();
    return data;
  };
  // The test's agency begins with a vendor.
  await sql('delete from public.vendors where organization_id = $1', [agency.organizationId]);
  const begun = {
    agency: false,
    split: false,
    vendor: false,
    sale: false,
    people: true,
    bank: false,
    vendors_without_terms: 0,
    default_split: 100,
    received_on: 'sale_paid',
  };
  expect(await steps('owner')).toEqual(begun);
  await settings({ currency: 'EUR' });
  expect(await steps('admin')).toEqual({ ...begun, agency: true });
  await settings({ default_commission_split: 55, commission_received_on: 'deposit_matched' });
  expect(await steps('admin')).toMatchObject({
    split: true,
    default_split: 55,
    received_on: 'deposit_matched',
  });
  for (const who of ['agent', 'inactive'] as const) expect(await steps(who)).toBeNull();
});

// Holds dashboard-13
test.each([
  [{ default_commission_split: 60 }, { agency: false, split: true }],
  [{ commission_received_on: 'deposit_matched' }, { agency: false, split: true }],
  [{ amount_notation: 'comma' }, { agency: true, split: false }],
  [{ time_zone: 'Europe/Vienna' }, { agency: true, split: false }],
  [{ support_email: 'help@agency.test' }, { agency: false, split: false }],
])('saving %j ticks that first step alone', async (changes, ticked) => {
  await settings(changes);
  const { data } = await agency.admin.api.rpc('get_first_steps');
  expect(data).toMatchObject(ticked);
});

// Holds core-6
test.each([
  ['point', 'USD', '$1,234', 1234],
  ['point', 'USD', '1,234.56', 1234.56],
  ['point', 'USD', '1,234', 1234],
  ['point', 'USD', '1.234,56 ', 1234.56],
  ['point', 'USD', '1.234', null],
  ['comma', 'EUR', '1.234', 1234],
  ['comma', 'EUR', '1.234,5 €', 1234.5],
  ['comma', 'EUR', 'EUR 1 234', 1234],
  ['comma', 'EUR', '12,50', 12.5],
  ['comma', 'EUR', 'USD 12,50', null],
  ['comma', 'EUR', '1.234.567', 1234567],
  ['comma', 'EUR', 'MC-1234', null],
  ['comma', 'EUR', '555 1234 56 78 90 12', null],
] as const)(
  'in a notation with a %s, in %s, %p is looked for as %p',
  async (notation, currency, typed, amount) => {
    await settings({ amount_notation: notation, currency });
    const { found } = await sqlOne('select private.typed_amount($1, $2)::float8 as found', [
      typed,
      agency.organizationId,
    ]);
    expect(found).toBe(amount);
  },
);

// Holds dashboard-15
test('vendors without due days are counted, of the dashboard those with something unpaid', async () => {
  const lacking = async () => {
    const { data: first } = await agency.admin.api.rpc('get_first_steps');
    const { data: page } = await agency.admin.api.rpc('get_dashboard', { parts: ['to_do'] });
    const { to_do } = page as { to_do: { vendors_without_terms: number } };
    return [(first as { vendors_without_terms: number }).vendors_without_terms, to_do.vendors_without_terms];
  };
  const terms = (days: number | null) =>
    sql('update public.vendor_terms set expected_payment_days = $2 where organization_id = $1', [
      agency.organizationId,
      days,
    ]);
  await terms(null);
  expect(await lacking()).toEqual([1, 0]);
  await agency.sale();
  expect(await lacking()).toEqual([1, 1]);
  await terms(30);
  expect((await lacking())[0]).toBe(0);
  expect((await lacking())[1]).toBe(0);
});

test('a vendor and a sale are steps of their own', async () => {
  const steps = async () => (await agency.admin.api.rpc('get_first_steps')).data;
  expect(await steps()).toMatchObject({ vendor: true, sale: false });
  await agency.sale();
  expect(await steps()).toMatchObject({ vendor: true, sale: true });
});

// Holds dashboard-12
test('the dashboard has the first steps of each admin until they dismiss them, also after the first sale', async () => {
  type Who = 'owner' | 'admin' | 'agent';
  const shown = async (who: Who) => {
    const { data } = await agency[who].api.rpc('get_dashboard');
    return (data as { first_steps?: { sale: boolean } }).first_steps;
  };
  await agency.sale();
  expect(await shown('owner')).toMatchObject({ sale: true, bank: false });
  expect(await shown('admin')).toMatchObject({ sale: true, bank: false });
  expect(await shown('agent')).toBeUndefined();
  const dismiss = (who: Who, whose: Who) =>
    agency[who].api.from('users').update({ sees_first_steps: false }).eq('id', agency[whose].id).select('id');
  expect((await dismiss('owner', 'admin')).data).toEqual([]);
  expect((await dismiss('admin', 'admin')).data).toHaveLength(1);
  expect(await shown('admin')).toBeUndefined();
  expect(await shown('owner')).toMatchObject({ sale: true });
});
