import { constraintError } from '../../../shared/src/domain/constraints';
import type { SaleWords } from '../../../shared/src/testing/words';
import { CODED } from '../support/coded';
import {
  addCustomer,
  ask,
  customerRow,
  differences,
  listCustomers,
  profileOf,
  type Outcome,
} from '../support/customers';
import { sql, sqlOne } from '../support/database';
import {
  createCustomer,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const FULL = {
  first_name: ' Ada ',
  last_name: 'Byrne',
  email: 'ada@mail.test',
  phone: '+1 415 555 0101',
  address_line_1: '1 Quay Street',
  address_line_2: ' ',
  city: 'Galway',
  region: 'Connacht',
  postal_code: 'H91',
  country: 'ie',
  birthday: '1980-02-29',
  more_emails: [{ label: ' Work ', value: ' ada@office.test ' }],
  more_phones: [{ label: null, value: '091 555 010' }],
  emergency_name: 'Bea Byrne',
  emergency_phone: '091 555 011',
  emergency_relation: 'Sister',
  tags: ['VIP', ' vip', 'Cruises', ''],
  preferences: {
    seat: 'Aisle',
    cabin: '',
    airlines: [{ airline: 'Aer Lingus', number: 'EI-1' }],
    hotels: [],
  },
};

test('everything a form knows is kept, without what says nothing', async () => {
  const id = await addCustomer(agency.agent, FULL);
  expect(await customerRow(id)).toMatchObject({
    first_name: 'Ada',
    address_line_2: null,
    country: 'IE',
    more_emails: [{ label: 'Work', value: 'ada@office.test' }],
    tags: ['VIP', 'Cruises'],
    preferences: { seat: 'Aisle', airlines: [{ airline: 'Aer Lingus', number: 'EI-1' }] },
    created_by: agency.agent.id,
  });
  const profile = await profileOf(agency.rival, id);
  expect(profile?.customer).toMatchObject({ id, city: 'Galway', birthday: '1980-02-29' });
});

const labelled = (count: number, value: string) =>
  Array.from({ length: count }, () => ({ label: null, value }));
test.each<[string, object, string]>([
  ['an unknown country', { country: 'XX' }, 'country'],
  ['a birthday long ago', { birthday: '1899-12-31' }, 'birthday'],
  ['an e-mail that is none', { more_emails: [{ label: null, value: 'ada' }] }, 'moreEmails'],
  ['eleven phones', { more_phones: labelled(11, '1') }, 'morePhones'],
  ['a phone that is an object', { more_phones: [{ value: { a: 1 } }] }, 'morePhones'],
  ['a phone with more to say', { more_phones: [{ label: 'x', value: '1', extra: true }] }, 'morePhones'],
  ['a list that is none', { more_phones: { value: '1' } }, 'morePhones'],
  ['twenty-one tags', { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, 'tags'],
  ['a tag too long', { tags: ['x'.repeat(41)] }, 'tags'],
  ['an unknown preference', { preferences: { passport: 'X4417RTA' } }, 'preferences'],
  ['a preference too long', { preferences: { seat: 'x'.repeat(101) } }, 'preferences'],
  ['a program without a name', { preferences: { airlines: [{ number: '1' }] } }, 'preferences'],
  ['preferences that are a text', { preferences: '"none"' }, 'preferences'],
  ['a relation too long', { emergency_relation: 'x'.repeat(51) }, 'emergencyRelation'],
])('%s is refused at its field', async (_name, input, field) => {
  const { error } = await untyped(agency.agent.api, 'customers').insert({
    first_name: 'A',
    last_name: 'B',
    ...input,
  });
  expect(error?.code).toBe('23514');
  expect(constraintError(error?.message ?? '')?.field).toBe(field);
});

test('nobody is born in the future', async () => {
  const { error } = await untyped(agency.agent.api, 'customers').insert({
    first_name: 'A',
    last_name: 'B',
    birthday: '2190-01-01',
  });
  expect(error).toMatchObject({ code: 'P0001', hint: 'birthday' });
});

test.each(['archived_at', 'merged_into', 'erased_at', 'organization_id', 'created_by'])(
  'no request writes %s',
  async (column) => {
    const value = column.endsWith('_at') ? '2026-01-01T00:00:00Z' : otherAgency.customerId;
    const id = await addCustomer(agency.admin);
    const { error } = await untyped(agency.admin.api, 'customers')
      .update({ [column]: value })
      .eq('id', id);
    expect(error?.code).toBe('42501');
  },
);

describe('companions', () => {
  const link = (person: Person, customer: string, companion: string, relation = 'Spouse') =>
    untyped(person.api, 'customer_companions').insert({
      customer_id: customer,
      companion_id: companion,
      relation,
    });

  test('one row for a pair, shown on both pages, changed and removed by any member', async () => {
    const [ada, bea] = [
      await addCustomer(agency.agent, { first_name: 'Ada' }),
      await addCustomer(agency.agent, { first_name: 'Bea' }),
    ];
    expect((await link(agency.agent, ada, bea)).error).toBeNull();
    const { error } = await link(agency.agent, bea, ada);
    expect(error?.code).toBe('23505');
    expect(constraintError(error?.message ?? '')?.field).toBe('companionId');
    for (const [one, other] of [
      [ada, bea],
      [bea, ada],
    ] as const) {
      expect((await profileOf(agency.rival, one))?.companions).toMatchObject([
        { customer_id: other, relation: 'Spouse' },
      ]);
    }
    const [row] = (await profileOf(agency.rival, ada))?.companions ?? [];
    await untyped(agency.rival.api, 'customer_companions').update({ relation: 'Sister' }).eq('id', row?.id);
    expect((await profileOf(agency.agent, bea))?.companions).toMatchObject([{ relation: 'Sister' }]);
    await untyped(agency.rival.api, 'customer_companions').delete().eq('id', row?.id);
    expect((await profileOf(agency.agent, bea))?.companions).toEqual([]);
  });

  test('nobody is their own companion, nor a foreigner’s', async () => {
    const ada = await addCustomer(agency.agent);
    expect((await link(agency.agent, ada, ada)).error?.code).toBe('23514');
    expect((await link(agency.agent, ada, otherAgency.customerId)).error?.code).toBe('23503');
    expect((await link(agency.inactive, ada, agency.customerId)).error?.code).toBe('42501');
    expect((await link(otherAgency.admin, ada, agency.customerId)).error).not.toBeNull();
  });

  test('others see and touch none of them', async () => {
    const [ada, bea] = [await addCustomer(agency.agent), await addCustomer(agency.agent)];
    await link(agency.agent, ada, bea);
    for (const stranger of [otherAgency.owner, agency.inactive]) {
      const table = () => untyped(stranger.api, 'customer_companions');
      expect((await table().select('*')).data).toEqual([]);
      expect((await table().update({ relation: 'x' }).eq('customer_id', ada).select()).data ?? []).toEqual(
        [],
      );
      expect((await table().delete().eq('customer_id', ada).select()).data ?? []).toEqual([]);
    }
    expect((await profileOf(agency.agent, ada))?.companions).toHaveLength(1);
  });
});

describe('archiving and deleting', () => {
  const archive = (person: Person, id: string, archived: boolean) =>
    ask<Outcome>(person, 'archive_customer', { customer_id: id, archived });
  const remove = (person: Person, id: string) => ask<Outcome>(person, 'delete_customer', { customer_id: id });

  test('every member archives and restores; the list follows, sales stay', async () => {
    const id = await addCustomer(agency.agent, { last_name: 'Archibald' });
    const sale = await agency.sale({ customer: id });
    const found = async (state: string) =>
      (await listCustomers(agency.agent, { search: 'archibald', state })).count;
    expect(await archive(agency.rival, id, true)).toMatchObject({ success: true });
    expect(await archive(agency.rival, id, true)).toMatchObject({ success: true });
    expect([await found('active'), await found('archived'), await found('all')]).toEqual([0, 1, 1]);
    const { data } = await untyped(agency.agent.api, 'sales')
      .select('customer_id')
      .eq('id', sale.id)
      .single();
    expect(data).toEqual({ customer_id: id });
    expect(await archive(agency.agent, id, false)).toMatchObject({ success: true });
    expect([await found('active'), await found('archived')]).toEqual([1, 0]);
    expect(await differences(agency.organizationId)).toEqual([]);
  });

  test('who is on a sale is not deleted, as payer or as traveler', async () => {
    const [payer, traveler] = [await addCustomer(agency.agent), await addCustomer(agency.agent)];
    await agency.sale({ customer: payer, travelers: [traveler] });
    for (const id of [payer, traveler]) {
      expect(await remove(agency.owner, id)).toMatchObject({
        success: false,
        ...CODED,
        error: 'A customer with sales cannot be deleted. Archive them instead.',
      });
    }
  });

  test('whoever may not delete a customer is not told whether there are sales', async () => {
    const [bought, idle] = [await addCustomer(agency.agent), await addCustomer(agency.agent)];
    await agency.sale({ customer: bought });
    for (const id of [bought, idle])
      expect(await remove(agency.rival, id)).toEqual({
        success: false,
        ...CODED,
        error: 'You can delete only customers you added yourself.',
        field: null,
      });
  });

  test('agents delete whom they added, admins anybody', async () => {
    const [mine, other] = [await addCustomer(agency.agent), await addCustomer(agency.agent)];
    expect(await remove(agency.rival, mine)).toMatchObject({ success: false });
    expect(await remove(agency.agent, mine)).toMatchObject({ success: true });
    expect(await remove(agency.admin, other)).toMatchObject({ success: true });
    expect(await sql('select 1 from public.customers where id = any ($1)', [[mine, other]])).toEqual([]);
    expect(await differences(agency.organizationId)).toEqual([]);
  });

  test('strangers are told what they are told of nobody', async () => {
    const nobody = { success: false, ...CODED, error: 'This customer does not exist.', field: null };
    for (const person of [otherAgency.owner, agency.inactive]) {
      expect(await archive(person, agency.customerId, true)).toEqual(nobody);
      expect(await remove(person, agency.customerId)).toEqual(nobody);
      expect(await profileOf(person, agency.customerId)).toBeNull();
    }
    expect(await customerRow(agency.customerId)).toMatchObject({ archived_at: null });
  });
});

describe('the profile', () => {
  test('adds up the sales the reader may see, without cancelled ones', async () => {
    const id = await createCustomer(agency.organizationId);
    const sell = (agent: Person, words: SaleWords) => agency.sale({ agent, customer: id, ...words });
    await sell(agency.agent, { sold: '2026-03-01', amount: 100, departs: '2190-05-01' });
    await sell(agency.rival, { sold: '2026-04-01', amount: 1000, departs: '2190-04-01' });
    await sell(agency.agent, { sold: '2026-05-01', amount: 5000, cancelled: true });
    const totals = async (person: Person) => (await profileOf(person, id))?.totals;
    expect(await totals(agency.agent)).toMatchObject({
      sales_count: 1,
      total_amount: 100,
      last_sale_date: '2026-03-01',
      next_departure: '2190-05-01',
      agent: { id: agency.agent.id },
    });
    expect(await totals(agency.admin)).toMatchObject({
      sales_count: 2,
      total_amount: 1100,
      last_sale_date: '2026-04-01',
      next_departure: '2190-04-01',
      agent: { id: agency.rival.id },
    });
  });
});

describe('possible duplicates', () => {
  const duplicates = (person: Person, customer: object, except?: string) =>
    ask<{ id: string; reasons: string[] }[]>(person, 'find_duplicate_customers', {
      customer,
      ...(except ? { except_id: except } : {}),
    });

  test('are found by e-mail, phone, and name with birthday, in any spelling', async () => {
    const id = await addCustomer(agency.agent, {
      first_name: 'Zoë',
      last_name: 'Núñez',
      email: 'zoe@mail.test',
      phone: '(415) 555-2671',
      birthday: '1990-01-02',
      more_emails: [{ label: null, value: 'Zoe@Work.test' }],
    });
    const reasons = async (customer: object) =>
      (await duplicates(agency.rival, customer)).map((d) => [d.id, ...d.reasons]);
    expect(await reasons({ email: 'ZOE@mail.test' })).toEqual([[id, 'email']]);
    expect(await reasons({ email: 'zoe@work.test' })).toEqual([[id, 'email']]);
    expect(await reasons({ phone: '415.555.2671' })).toEqual([[id, 'phone']]);
    expect(await reasons({ first_name: 'ZOE', last_name: 'Nunez', birthday: '1990-01-02' })).toEqual([
      [id, 'name_and_birthday'],
    ]);
    expect(await reasons({ first_name: 'Zoe', last_name: 'Nunez' })).toEqual([]);
    expect(await reasons({ email: 'oe@mail.test', phone: '555' })).toEqual([]);
    expect(await reasons({ email: '%@%', birthday: 'soon', phone: null })).toEqual([]);
    for (const birthday of ['soon', '1980-02-31', '', null]) {
      expect(await reasons({ first_name: 'Zoe', last_name: 'Nunez', birthday })).toEqual([]);
    }
    expect(await duplicates(agency.agent, { email: 'zoe@mail.test' }, id)).toEqual([]);
    for (const stranger of [otherAgency.owner, agency.inactive]) {
      expect(await duplicates(stranger, { email: 'zoe@mail.test' })).toEqual([]);
    }
  });
});

test('nobody without a session asks anything', async () => {
  const { count } = await sqlOne<{ count: number }>(
    `select count(*)::int as count from pg_proc p where p.pronamespace = 'public'::regnamespace
     and p.proname ~ '(customer|passport|merge)' and has_function_privilege('anon', p.oid, 'execute')`,
  );
  expect(count).toBe(0);
});
