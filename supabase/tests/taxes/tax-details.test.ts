import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { sql } from '../support/database';
import { approve, pay } from '../support/payouts';
import { refusalOf } from '../support/second-factor';
import { EU_AGENT, EU_PAYER, saveDetails, saveSettings, US_AGENT, US_PAYER, yearOf } from '../support/taxes';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/taxes.md, Tax details. */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const request = (person: Person, agent: Person) =>
  ask<string>(person, 'request_tax_number', { agent_id: agent.id });
const read = (person: Person, disclosure: string) =>
  ask<string>(person, 'read_tax_number', { disclosure_id: disclosure });
const mine = (person: Person) =>
  ask<{ scheme: string; details: object | null; is_whole: boolean; asked_at: string | null } | null>(
    person,
    'get_my_tax_details',
  );

// Holds taxes-6
test.each([
  ['us', { ...US_AGENT, tax_class: undefined }, 'tax_class'],
  ['us', { ...US_AGENT, tax_class: 'club' }, 'tax_class'],
  ['eu', { ...EU_AGENT, kind: 'club' }, 'kind'],
  ['us', { ...US_AGENT, legal_name: ' ' }, 'legal_name'],
  ['us', { ...US_AGENT, legal_name: 'x'.repeat(81) }, 'legal_name'],
  ['us', { ...US_AGENT, legal_name: 'A\nB' }, 'legal_name'],
  ['us', { ...US_AGENT, street: '' }, 'street'],
  ['us', { ...US_AGENT, city: '' }, 'city'],
  ['us', { ...US_AGENT, region: 'Maine' }, 'region'],
  ['us', { ...US_AGENT, postal_code: '4401' }, 'postal_code'],
  ['us', { ...US_AGENT, country: 'XX' }, 'country'],
  ['us', { ...US_AGENT, number_kind: 'vat' }, 'number_kind'],
  ['us', { ...US_AGENT, number: '666-09-9999' }, 'number'],
  ['us', { ...US_AGENT, number: '219-00-9999' }, 'number'],
  ['us', { ...US_AGENT, number: '219-09-999' }, 'number'],
  ['us', { ...US_AGENT, number_kind: 'ein', number: '00-1234567' }, 'number'],
  ['eu', { ...EU_AGENT, vat_status: 'rich' }, 'vat_status'],
  ['eu', { ...EU_AGENT, vat_rate: '0' }, 'vat_rate'],
  ['eu', { ...EU_AGENT, vat_rate: '31' }, 'vat_rate'],
  ['eu', { ...EU_AGENT, vat_rate: null }, 'vat_rate'],
  ['eu', { ...EU_AGENT, number: 'US987654321' }, 'number'],
  ['eu', { ...EU_AGENT, number_kind: 'ssn' }, 'number_kind'],
  ['eu', { ...EU_AGENT, number_kind: 'national', number: '22/345/67890' }, 'number_kind'],
  ['us', 'nonsense', 'tax_class'],
])('of %s refuses %j at %s, without repeating the number', async (scheme, details, field) => {
  await saveSettings(agency.owner, scheme === 'us' ? US_PAYER : EU_PAYER);
  const answer = await saveDetails(agency.agent, details);
  expect(answer).toMatchObject({ success: false, field });
  expect(JSON.stringify(answer)).not.toMatch(/9999|987654321|67890/);
  expect(await mine(agency.agent)).toMatchObject({ details: null, is_whole: false });
});

// Holds taxes-7, security-23
test('the number is kept encrypted and shown by its end; only an owner sees it whole, once, and it is written down before', async () => {
  await saveSettings(agency.owner, US_PAYER);
  expect(await saveDetails(agency.agent, US_AGENT)).toMatchObject({ success: true });
  const [row] = await sql<{ text: string }>(
    `select d::text || encode(d.numbers_encrypted, 'escape') as text from private.tax_details d where agent_id = $1`,
    [agency.agent.id],
  );
  expect(row?.text).not.toMatch(/219099999|219-09-9999/);
  expect(await mine(agency.agent)).toMatchObject({
    is_whole: true,
    details: { last_four: '9999', region: 'ME', number_kind: 'ssn' },
  });
  expect(JSON.stringify(await yearOf(agency.admin))).not.toContain('21909');

  for (const person of [agency.admin, agency.agent, agency.rival])
    await expect(request(person, agency.agent)).rejects.toThrow('Only an owner can see tax numbers.');
  await expect(request(agency.owner, agency.rival)).rejects.toThrow('There are no tax details');
  const disclosure = await request(agency.owner, agency.agent);
  expect(
    await sql(
      `select actor_id, subject_id, details ->> 'last_four' as last from private.audit_log
       where organization_id = $1 and action = 'tax_number_revealed'`,
      [agency.organizationId],
    ),
  ).toEqual([{ actor_id: agency.owner.id, subject_id: agency.agent.id, last: '9999' }]);
  await expect(read(agency.admin, disclosure)).rejects.toThrow('This can be read once');
  expect(await read(agency.owner, disclosure)).toBe('219099999');
  await expect(read(agency.owner, disclosure)).rejects.toThrow('This can be read once');
});

// Holds taxes-13
test('nobody gives details for others but an owner, who tells them; nobody gives any where no forms are made', async () => {
  expect(await saveDetails(agency.agent, US_AGENT)).toMatchObject({ success: false, code: 'no_tax_forms' });
  expect(await mine(agency.agent)).toBeNull();
  await saveSettings(agency.owner, US_PAYER);
  for (const person of [agency.admin, agency.rival])
    expect(await saveDetails(person, US_AGENT, agency.agent)).toMatchObject({
      success: false,
      code: 'tax_details_are_for_owners',
    });
  expect(await saveDetails(agency.owner, US_AGENT, agency.agent)).toMatchObject({ success: true });
  expect(
    await sql(`select 1 from public.notifications where user_id = $1 and code = 'tax_details_written'`, [
      agency.agent.id,
    ]),
  ).toHaveLength(1);
  expect(refusalOf(await agency.inactive.api.rpc('save_tax_details', { details: US_AGENT }))).toBe(
    'not_in_organization',
  );
});

// Holds taxes-14
test('another agency’s member is nobody: not asked, not written, not revealed', async () => {
  const other = await createTestAgency();
  for (const one of [agency, other]) await saveSettings(one.owner, US_PAYER);
  await saveDetails(other.agent, US_AGENT);
  expect(await saveDetails(agency.owner, US_AGENT, other.rival)).toMatchObject({
    success: false,
    code: 'member_not_found',
  });
  await expect(request(agency.owner, other.agent)).rejects.toThrow('There are no tax details');
  expect(await ask(agency.admin, 'ask_for_tax_details', { agent_ids: [other.rival.id] })).toMatchObject({
    success: true,
    asked: 0,
  });
  expect(JSON.stringify(await yearOf(agency.owner))).not.toContain(other.agent.id);
});

// Holds taxes-11
test('who is missing is asked once a day, who gave all is not', async () => {
  await saveSettings(agency.owner, US_PAYER);
  await saveDetails(agency.agent, US_AGENT);
  const everybody = { agent_ids: [agency.agent, agency.rival, agency.inactive].map(({ id }) => id) };
  expect(await ask(agency.agent, 'ask_for_tax_details', everybody)).toMatchObject({ success: false });
  expect(await ask(agency.admin, 'ask_for_tax_details', everybody)).toMatchObject({ asked: 1 });
  expect(await ask(agency.owner, 'ask_for_tax_details', everybody)).toMatchObject({ asked: 0 });
  expect(
    await sql(
      `select user_id, commentable_type from public.notifications where organization_id = $1 and code = 'tax_details_asked'`,
      [agency.organizationId],
    ),
  ).toEqual([{ user_id: agency.rival.id, commentable_type: 'my_payouts' }]);
  await sql(`update private.tax_requests set asked_at = asked_at - interval '25 hours' where agent_id = $1`, [
    agency.rival.id,
  ]);
  expect(await ask(agency.admin, 'ask_for_tax_details', everybody)).toMatchObject({ asked: 1 });
  expect((await mine(agency.rival))?.asked_at).not.toBeNull();
});

// Holds taxes-5
test('details for US forms do not do for credit notes: after the change everybody is asked anew', async () => {
  await saveSettings(agency.owner, US_PAYER);
  await saveDetails(agency.agent, US_AGENT);
  await saveSettings(agency.owner, EU_PAYER);
  expect(await mine(agency.agent)).toMatchObject({ scheme: 'eu', is_whole: false });
  expect(await ask(agency.admin, 'ask_for_tax_details', { agent_ids: [agency.agent.id] })).toMatchObject({
    asked: 1,
  });
});

// Holds taxes-15
test('where credit notes are made, details stay as they are while a planned payout holds them', async () => {
  await saveSettings(agency.owner, EU_PAYER);
  await saveDetails(agency.agent, EU_AGENT);
  await agency.sale({ reference: 'PLAN-1', paid: true });
  const id = await agency.payout();
  await approve(agency.admin, id);
  expect(await pay(agency.admin, id, randomUUID(), { paid_on: '2199-06-13' })).toMatchObject({
    success: true,
  });
  expect(await saveDetails(agency.agent, { ...EU_AGENT, vat_rate: '7' })).toMatchObject({
    success: false,
    code: 'in_planned_payout',
  });
  expect(await saveDetails(agency.rival, EU_AGENT)).toMatchObject({ success: true });
});

// Holds taxes-1
test.each([
  [{ ...US_PAYER, scheme: 'uk' }, 'scheme'],
  [{ ...US_PAYER, tax_number: '123' }, 'tax_number'],
  [{ ...US_PAYER, country: 'DE' }, 'country'],
  [{ ...US_PAYER, region: '' }, 'region'],
  [{ ...US_PAYER, state_number: 'x;y' }, 'state_number'],
  [{ ...EU_PAYER, tax_number: '12-3456789' }, 'tax_number'],
  [{ ...EU_PAYER, notes_from: 'soon' }, 'notes_from'],
  [{ ...EU_PAYER, legal_name: '' }, 'legal_name'],
])('settings are refused: %j at %s', async (settings, field) => {
  expect(await saveSettings(agency.owner, settings)).toMatchObject({ success: false, field });
  expect((await yearOf(agency.admin)).settings.scheme).toBe('none');
});

// Holds taxes-3
test('an agency that works in another currency makes no data of a form in dollars', async () => {
  await sql(`update public.organizations set currency = 'EUR' where id = $1`, [agency.organizationId]);
  expect(await saveSettings(agency.owner, US_PAYER)).toMatchObject({ success: false, field: 'scheme' });
  expect(await saveSettings(agency.owner, EU_PAYER)).toMatchObject({ success: true });
});

// Holds taxes-2
test('only an owner chooses what is made, and the choice is in the audit log', async () => {
  for (const person of [agency.admin, agency.agent])
    expect(await saveSettings(person, US_PAYER)).toMatchObject({ success: false });
  expect(await saveSettings(agency.owner, US_PAYER)).toMatchObject({ success: true });
  expect(await saveSettings(agency.owner, { scheme: 'none' })).toMatchObject({ success: true });
  const rows = await sql<{ changes: { field: string; after: unknown }[] }>(
    `select details -> 'changes' as changes from private.audit_log
     where organization_id = $1 and action = 'tax_settings_changed' order by id`,
    [agency.organizationId],
  );
  expect(rows.map(({ changes }) => changes.find(({ field }) => field === 'scheme')?.after)).toEqual([
    'us',
    'none',
  ]);
});
