import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import type { Done } from '../support/payouts';
import { saveDetails, saveSettings, US_AGENT, US_PAYER, yearOf, type TaxPerson } from '../support/taxes';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/taxes.md, 1099-NEC. */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
  await saveSettings(agency.owner, US_PAYER);
});

interface TaxFile {
  payer: { tax_number: string; region: string };
  forms: { agent_id: string; number: string; amount: number; is_correction: boolean }[];
  left: { agent_id: string; paid: number }[];
}

const request = (person: Person, more: object = {}) =>
  ask<string>(person, 'request_tax_file', { year: 2026, scope: 'all', ...more });
const read = (person: Person, disclosure: string) =>
  ask<TaxFile>(person, 'read_tax_file', { disclosure_id: disclosure });
const exported = async (more: object = {}) => read(agency.owner, await request(agency.owner, more));
const setThreshold = (person: Person, input: object) =>
  ask<Done>(person, 'set_tax_threshold', { year: 2026, ...input });

async function of(person: Person, year = 2026): Promise<TaxPerson | undefined> {
  return (await yearOf(agency.admin, year)).people.find(({ id }) => id === person.id);
}

/** Pays the agent alone: 60 percent of it is theirs. */
async function pays(commission: number, day: string, agent: Person = agency.agent) {
  const { commissionId } = await agency.sale({
    agent,
    reference: `T-${Math.random()}`,
    sold: '2025-05-04',
    commission,
    agentPaid: day,
  });
  return sqlOne<{ id: string }>('select id from public.agent_payments where commission_id = $1', [
    commissionId,
  ]);
}

// Holds taxes-16
test('a year is what was paid in it, by payouts and alone, whatever was earned in it, without what came back', async () => {
  await agency.sale({ reference: 'Y-1', commission: 1000, paid: true });
  await agency.payout({ paid: '2026-06-15' });
  await pays(500, '2026-01-01');
  await pays(700, '2026-12-31');
  await pays(900, '2025-12-31');
  await pays(900, '2027-01-01');
  const { id } = await pays(300, '2026-03-01');
  expect(await of(agency.agent)).toMatchObject({ paid: 600 + 300 + 420 + 180 });
  expect(await of(agency.agent, 2025)).toMatchObject({ paid: 540 });
  expect(await ask(agency.admin, 'void_agent_payment', { payment_id: id, reason: 'Lost' })).toMatchObject({
    success: true,
  });
  expect(await of(agency.agent)).toMatchObject({ paid: 600 + 300 + 420 });
});

// Holds taxes-17
test('what was taken back and carried over is off it, and a bonus is in it', async () => {
  const sale = await agency.sale({ reference: 'Y-2', commission: 1000, paid: true });
  await agency.payout({ paid: '2026-06-15' });
  await ask(agency.admin, 'record_recall', { commission_id: sale.commissionId, amount: 100, note: 'Refund' });
  await ask(agency.admin, 'add_payout_adjustment', {
    agent_id: agency.agent.id,
    kind: 'bonus',
    amount: 50,
    note: 'Best of the month',
  });
  await agency.sale({ reference: 'Y-3', commission: 500, paid: true });
  await agency.payout({ paid: '2026-07-15' });
  expect(await of(agency.agent)).toMatchObject({ paid: 600 + 300 - 100 + 50 });
});

// Holds taxes-18
test('what was paid by card is in the sum and said beside it', async () => {
  const { id } = await pays(1000, '2026-03-01');
  await pays(1000, '2026-03-02');
  await sql(`update public.agent_payments set payment_method = 'card' where id = $1`, [id]);
  expect(await of(agency.agent)).toMatchObject({ paid: 1200, by_card: 600 });
});

// Holds taxes-19
test('the threshold is that of the year with its source, or what the owner says, who has to say why', async () => {
  expect((await yearOf(agency.admin, 2025)).threshold).toMatchObject({ amount: 600, is_usual: true });
  expect((await yearOf(agency.admin, 2025)).threshold.source).toContain('IRS');
  for (const year of [2026, 2027]) {
    const { threshold } = await yearOf(agency.admin, year);
    expect(threshold).toMatchObject({ amount: 2000, is_usual: true });
    expect(threshold.source).toContain('Public Law 119-21');
  }
  expect(await setThreshold(agency.admin, { amount: 1000, source: 'x' })).toMatchObject({ success: false });
  expect(await setThreshold(agency.owner, { amount: 1000 })).toMatchObject({
    success: false,
    field: 'source',
  });
  for (const amount of [0, -1, 1000.001])
    expect(await setThreshold(agency.owner, { amount, source: 'x' })).toMatchObject({
      success: false,
      field: 'amount',
    });
  expect(await setThreshold(agency.owner, { amount: 1000, source: 'State of Maine' })).toMatchObject({
    success: true,
  });
  expect((await yearOf(agency.admin)).threshold).toMatchObject({
    amount: 1000,
    source: 'State of Maine',
    is_usual: false,
    usual_amount: 2000,
  });
  expect((await yearOf(agency.admin, 2025)).threshold).toMatchObject({ amount: 600 });
  await setThreshold(agency.owner, {});
  expect((await yearOf(agency.admin)).threshold).toMatchObject({ amount: 2000, is_usual: true });
});

// Holds taxes-20
test('the threshold itself is reported, a cent less is not', async () => {
  await setThreshold(agency.owner, { amount: 600, source: 'x' });
  await pays(1000, '2026-03-01');
  await pays(749.98, '2026-03-01', agency.rival);
  expect(await of(agency.agent)).toMatchObject({ paid: 600, state: 'missing' });
  expect(await of(agency.rival)).toMatchObject({ paid: 599.98, state: 'below' });
  await saveDetails(agency.agent, US_AGENT);
  expect(await of(agency.agent)).toMatchObject({ state: 'ready' });
  expect((await yearOf(agency.admin)).sums).toMatchObject({ reported: 1, amount: 600, ready: 1, missing: 0 });
});

// Holds taxes-24, security-24
test('only an owner exports, once each, with the whole numbers, and it is written down before', async () => {
  await pays(4000, '2026-03-01');
  await pays(4000, '2026-03-01', agency.rival);
  await expect(request(agency.owner)).rejects.toThrow('There is no form to export');
  await saveDetails(agency.agent, US_AGENT);
  for (const person of [agency.admin, agency.agent])
    await expect(request(person)).rejects.toThrow('Only an owner can export tax forms.');
  const disclosure = await request(agency.owner);
  expect(
    await sql(
      `select actor_id, details from private.audit_log where organization_id = $1 and action = 'tax_file_requested'`,
      [agency.organizationId],
    ),
  ).toEqual([{ actor_id: agency.owner.id, details: { year: 2026, scope: 'all', count: 1 } }]);
  for (const person of [agency.admin, agency.agent])
    await expect(read(person, disclosure)).rejects.toThrow('This can be read once');
  expect(await read(agency.owner, disclosure)).toMatchObject({
    payer: { tax_number: '246813579', region: 'ME' },
    forms: [{ agent_id: agency.agent.id, number: '219099999', amount: 2400, is_correction: false }],
    left: [{ agent_id: agency.rival.id, paid: 3200 }],
  });
  await expect(read(agency.owner, disclosure)).rejects.toThrow('This can be read once');
});

// Holds taxes-25
test('a form that was exported and would say something else today has changed, and is exported as a correction', async () => {
  const { id } = await pays(4000, '2026-03-01');
  await saveDetails(agency.agent, US_AGENT);
  await exported();
  expect(await of(agency.agent)).toMatchObject({ state: 'exported', exported_amount: 2400 });
  await expect(request(agency.owner, { scope: 'changed' })).rejects.toThrow('There is no form to export');

  // A void after the export: below the threshold by now, and still to be corrected.
  await ask(agency.admin, 'void_agent_payment', { payment_id: id, reason: 'Lost' });
  expect(await of(agency.agent)).toMatchObject({ state: 'changed', paid: 0, exported_amount: 2400 });
  expect((await yearOf(agency.admin)).sums).toMatchObject({ changed: 1 });
  expect((await exported({ scope: 'changed' })).forms).toMatchObject([{ amount: 0, is_correction: true }]);
  expect(await of(agency.agent)).toMatchObject({ state: 'exported', exported_amount: 0 });

  // Another number, too.
  await saveDetails(agency.agent, { ...US_AGENT, number: '219-09-8888' });
  expect(await of(agency.agent)).toMatchObject({ state: 'changed' });
  expect((await exported({ scope: 'changed' })).forms).toMatchObject([{ number: '219098888' }]);
  expect((await yearOf(agency.admin)).exports.map(({ scope }) => scope)).toEqual([
    'changed',
    'changed',
    'all',
  ]);
});

// Holds taxes-22
test('no form is made of corporations and who is tax-exempt; what was reported of one before is taken back', async () => {
  await pays(5000, '2026-03-01');
  await pays(4000, '2026-03-01', agency.rival);
  await saveDetails(agency.agent, { ...US_AGENT, tax_class: 'llc_partnership' });
  for (const tax_class of [
    'c_corporation',
    's_corporation',
    'llc_c_corporation',
    'llc_s_corporation',
    'exempt',
  ]) {
    await saveDetails(agency.rival, { ...US_AGENT, tax_class });
    expect(await of(agency.rival)).toMatchObject({ paid: 3200, state: 'exempt' });
  }
  expect((await yearOf(agency.admin)).sums).toEqual({
    ...{ reported: 1, amount: 3000, ready: 1, missing: 0, changed: 0, exempt: 1 },
  });
  const { forms, left } = await exported();
  expect([forms.map(({ agent_id }) => agent_id), left]).toEqual([[agency.agent.id], []]);

  await saveDetails(agency.agent, { ...US_AGENT, tax_class: 'llc_c_corporation' });
  expect(await of(agency.agent)).toMatchObject({ state: 'changed' });
  expect((await exported({ scope: 'changed' })).forms).toMatchObject([
    { agent_id: agency.agent.id, amount: 0, is_correction: true },
  ]);
  expect(await of(agency.agent)).toMatchObject({ state: 'exempt' });
  await expect(request(agency.owner)).rejects.toThrow('There is no form to export');

  await saveDetails(agency.agent, US_AGENT);
  expect((await exported({ scope: 'changed' })).forms).toMatchObject([{ amount: 3000, is_correction: true }]);
});

// Holds taxes-26
test('details that change between the two calls are told by neither', async () => {
  await pays(4000, '2026-03-01');
  await saveDetails(agency.agent, US_AGENT);
  const disclosure = await request(agency.owner);
  await saveDetails(agency.agent, { ...US_AGENT, number: '219-09-8888' });
  await expect(read(agency.owner, disclosure)).rejects.toThrow('This can be read once');
});

// Holds taxes-27
test('who was deactivated keeps details and form, and an owner may write them down', async () => {
  await pays(4000, '2026-03-01');
  await saveDetails(agency.agent, US_AGENT);
  await pays(4000, '2026-03-01', agency.rival);
  await sql('update public.users set is_active = false where id = any ($1)', [
    [agency.agent.id, agency.rival.id],
  ]);
  expect(await of(agency.agent)).toMatchObject({ state: 'ready', is_active: false });
  expect(await of(agency.rival)).toMatchObject({ state: 'missing' });
  expect(await ask(agency.owner, 'ask_for_tax_details', { agent_ids: [agency.rival.id] })).toMatchObject({
    asked: 0,
  });
  expect(await saveDetails(agency.owner, US_AGENT, agency.rival)).toMatchObject({ success: true });
  expect((await exported()).forms).toHaveLength(2);
});

// Holds taxes-28
test('agents and other agencies see no year; a wrong year or scope is refused', async () => {
  for (const person of [agency.agent, agency.inactive])
    await expect(yearOf(person)).rejects.toThrow('permission denied');
  await expect(request(agency.owner, { year: 1 })).rejects.toThrow('Choose a year.');
  await expect(request(agency.owner, { scope: 'some' })).rejects.toThrow('There is no such file');
  const other = await createTestAgency();
  await saveSettings(other.owner, US_PAYER);
  await pays(4000, '2026-03-01');
  await saveDetails(agency.agent, US_AGENT);
  await expect(request(other.owner)).rejects.toThrow('There is no form to export');
  await expect(read(other.owner, await request(agency.owner))).rejects.toThrow('This can be read once');
});

// Holds taxes-29
test('exports are never changed', async () => {
  await pays(4000, '2026-03-01');
  await saveDetails(agency.agent, US_AGENT);
  await exported();
  for (const table of ['tax_exports', 'tax_export_forms'])
    for (const act of [
      `delete from private.${table}`,
      `update private.${table} set organization_id = organization_id`,
    ])
      await expect(sql(`${act} where organization_id = $1`, [agency.organizationId])).rejects.toThrow(
        'History can be neither changed nor deleted.',
      );
});
