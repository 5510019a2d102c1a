import { CODED } from '../support/coded';
import {
  addCustomer,
  addPassport,
  ask,
  auditOf,
  customerRow,
  differences,
  erase,
  listCustomers,
  merge,
  profileOf,
  reveal,
  undoMerge,
} from '../support/customers';
import { asCaller } from '../support/claims';
import { sql } from '../support/database';
import { historyOf, saleRow, setStatus, tryCreate, updateSale } from '../support/sales';
import { findText } from '../support/find-text';
import { createTestAgency, readyToPay, saleInput, untyped, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const PERSON = {
  first_name: 'Quirina',
  last_name: 'Zapfenstreich',
  email: 'quirina@mail.test',
  phone: '+43 660 1234567',
  address_line_1: 'Zapfengasse 7',
  city: 'Zapfendorf',
  country: 'AT',
  birthday: '1971-03-04',
  notes: 'Quirina likes windows',
  more_emails: [{ label: null, value: 'zapfen@mail.test' }],
  emergency_name: 'Zapfen senior',
  tags: ['Zapfen'],
  preferences: { allergies: 'Zapfen' },
};
/** But for what the tests themselves are called. */
const WORDS = 'quirina|zapfen|1234567|1971-03-04';

test('an export holds all there is about the person, with passports masked, and is written down', async () => {
  const id = await addCustomer(agency.agent, PERSON);
  const friend = await addCustomer(agency.agent, { first_name: 'Ada', last_name: 'Friend' });
  await untyped(agency.agent.api, 'customer_companions').insert({
    customer_id: friend,
    companion_id: id,
    relation: 'Aunt',
  });
  await addPassport(agency.admin, id, { number: 'Q1234567' });
  await agency.sale({ customer: id, notes: 'window seat' });
  await agency.sale({ agent: agency.rival, travelers: [id] });
  const disclosure = await ask<string>(agency.admin, 'export_customer_data', { customer_id: id });
  const data = await ask<Record<string, unknown>>(agency.admin, 'read_customer_data', {
    disclosure_id: disclosure,
  });
  expect(data).toMatchObject({
    customer: {
      first_name: 'Quirina',
      preferences: { allergies: 'Zapfen' },
      emergency_name: 'Zapfen senior',
    },
    companions: [{ first_name: 'Ada', relation: 'Aunt' }],
    passports: [{ number: '•••• 4567', country: 'US' }],
    purchases: [{ booking_reference: 'BF-1001', notes: 'window seat', total_amount: 1000 }],
    travels_on: [{ booking_reference: 'BF-1001' }],
  });
  expect(JSON.stringify(data)).not.toContain('Q1234567');
  expect((await auditOf(agency, id)).map(({ action }) => action)).toEqual([
    'passport_added',
    'customer_exported',
  ]);
  for (const person of [agency.agent, agency.inactive, otherAgency.owner]) {
    await expect(ask(person, 'export_customer_data', { customer_id: id })).rejects.toThrow('P0001');
  }
  const other = await ask<string>(agency.admin, 'export_customer_data', { customer_id: id });
  const refused = `P0001: This can be read once, within a minute. Ask for it again.`;
  // Told already, asked for by somebody else, and of another kind.
  for (const [person, name, asked] of [
    [agency.admin, 'read_customer_data', disclosure],
    [agency.owner, 'read_customer_data', other],
    [otherAgency.owner, 'read_customer_data', other],
    [agency.admin, 'read_passport_number', other],
  ] as const)
    await expect(ask(person, name, { disclosure_id: asked })).rejects.toThrow(refused);
  await erase(agency.owner, id, 'Quirina Zapfenstreich');
});

test('erasing takes the person out of everything, and leaves the sales and their sums', async () => {
  expect(await findText(WORDS)).toEqual([]);
  const id = await addCustomer(agency.agent, PERSON);
  const double = await addCustomer(agency.agent, { ...PERSON, first_name: 'Quirina M.' });
  const friend = await addCustomer(agency.agent, { first_name: 'Ada', last_name: 'Friend' });
  await untyped(agency.agent.api, 'customer_companions').insert({
    customer_id: friend,
    companion_id: id,
    relation: 'Aunt',
  });
  const passport = await addPassport(agency.admin, id, { number: 'Q1234567', given_names: 'Quirina' });
  await reveal(agency.admin, passport);
  const sale = await agency.sale({ customer: id, notes: 'For Quirina' });
  await updateSale(agency.agent, sale.id, 1, { notes: 'Quirina is late' });
  const trip = await agency.sale({
    agent: agency.rival,
    customer: friend,
    notes: 'with Quirina Zapfenstreich',
    travelers: [id, double],
  });
  const cancelled = await agency.sale({ agent: agency.rival, customer: friend, travelers: [id] });
  await updateSale(agency.rival, cancelled.id, 1, {}, []);
  const old = await agency.sale({ customer: double });
  const { merge_id } = await merge(agency.admin, id, double);
  const payment = await readyToPay(agency, sale.id);
  await agency.admin.api.rpc('record_agent_payment', {
    ...payment,
    notes: 'Share for Quirina Zapfenstreich',
  });
  await setStatus(agency.agent, old.id, 'cancelled', 'Quirina called');
  const { data: commission } = await untyped(agency.admin.api, 'commissions')
    .select('id')
    .eq('sales_id', trip.id)
    .single<{ id: string }>();
  await untyped(agency.admin.api, 'commissions')
    .update({ notes: 'Ask Quirina Zapfenstreich' })
    .eq('id', commission?.id);
  const before = (await profileOf(agency.admin, id))?.totals;
  expect((await findText(WORDS)).length).toBeGreaterThan(5);

  expect(await erase(agency.admin, id, 'Quirina')).toMatchObject({ success: false, field: 'confirmation' });
  expect(await erase(agency.admin, id, 'Quirina Zapfenstreich')).toMatchObject({ success: true });
  expect(await findText(WORDS)).toEqual([]);
  expect(await customerRow(id)).toMatchObject({
    first_name: 'Erased',
    last_name: 'customer',
    tags: [],
    preferences: {},
  });
  expect((await profileOf(agency.admin, id))?.totals).toEqual(before);
  expect(await saleRow(sale.id)).toMatchObject({
    customer_id: id,
    total_amount: '1000.00',
    status: 'paid',
    notes: null,
  });
  expect((await historyOf(trip.id)).map(({ new_data }) => new_data['travelers'])).toEqual(
    expect.arrayContaining([expect.arrayContaining(['Erased customer'])]),
  );
  expect(await saleRow(trip.id)).toMatchObject({ notes: 'with Erased customer' });
  expect(await reveal(agency.admin, passport)).toMatchObject({ success: false });
  expect(await undoMerge(agency.admin, merge_id)).toMatchObject({ success: false });
  expect((await listCustomers(agency.admin, { search: 'quirina', state: 'all' })).count).toBe(0);
  expect((await auditOf(agency, id)).at(-1)).toMatchObject({
    action: 'customer_erased',
    actor_id: agency.admin.id,
  });
  expect(await differences(agency.organizationId)).toEqual([]);

  // Once is enough, and nobody comes back.
  expect(await erase(agency.admin, id, 'Erased customer')).toMatchObject({ success: true });
  expect(
    (await untyped(agency.admin.api, 'customers').update({ city: 'Graz' }).eq('id', id)).error?.code,
  ).toBe('P0001');
  expect((await tryCreate(agency.agent, saleInput({ ...agency, customerId: id }))).error).toMatchObject({
    hint: 'customer_id',
  });
  expect(await agency.agent.api.rpc('archive_customer', { customer_id: id, archived: false })).toMatchObject({
    data: { success: false },
  });
});

test('whoever is merged into a person while their erasure waits is erased with them', async () => {
  const kept = await addCustomer(agency.agent);
  const gone = await addCustomer(agency.agent, {
    first_name: 'Tardy',
    last_name: 'Merge',
    email: 'tardy@mail.test',
  });
  let erasing: ReturnType<typeof erase> | undefined;
  await asCaller(agency.admin, async (client) => {
    await client.query('select public.merge_customers($1, $2)', [kept, gone]);
    erasing = erase(agency.admin, kept, 'Vera Lind');
    // Long enough for the erasure to arrive and wait for the merge.
    await client.query('select pg_sleep(1)');
    await client.query('commit');
    await client.query('begin');
  });
  expect(await erasing).toMatchObject({ success: true });
  expect(await customerRow(gone)).toMatchObject({ first_name: 'Erased', email: null });
});

test('is for admins of the organization alone', async () => {
  const id = await addCustomer(agency.agent);
  for (const person of [agency.agent, agency.inactive]) {
    expect(await erase(person, id, 'Vera Lind')).toMatchObject({
      success: false,
      ...CODED,
      error: 'Only admins can erase a customer.',
    });
  }
  expect(await erase(otherAgency.owner, id, 'Vera Lind')).toMatchObject({
    success: false,
    ...CODED,
    error: 'This customer does not exist.',
  });
  expect(await customerRow(id)).toMatchObject({ first_name: 'Vera' });
});

test('histories stay closed to everything else', async () => {
  const { id } = await agency.sale();
  await expect(sql(`update public.sales_history set notes = 'x' where sales_id = $1`, [id])).rejects.toThrow(
    'History can be',
  );
  await sql(`select set_config('paperplane.mode', 'erasing', false)`);
  try {
    await expect(
      sql(`update public.sales_history set changed_by = null where sales_id = $1`, [id]),
    ).rejects.toThrow('History can be');
    await expect(sql('delete from public.sales_history where sales_id = $1', [id])).rejects.toThrow(
      'History can be',
    );
  } finally {
    await sql(`select set_config('paperplane.mode', '', false)`);
  }
});
