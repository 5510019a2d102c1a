import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { ACCOUNT, approve, dayToCome, letDayCome, pay, SENDER, type Done } from '../support/payouts';
import {
  EU_AGENT,
  EU_PAYER,
  gaps,
  notesOf,
  saveDetails,
  saveSettings,
  US_PAYER,
  yearOf,
} from '../support/taxes';
import { createMember, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/taxes.md, Credit notes. */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
  await saveSettings(agency.owner, EU_PAYER);
});
afterEach(async () => {
  expect(await gaps(agency)).toEqual([]);
});

const write = (person: Person = agency.admin) =>
  ask<Done & { written: number }>(person, 'write_credit_notes');
const noteOf = (person: Person, id: string) => ask(person, 'get_credit_note', { note_id: id });
const sell = (reference: string, more: object = {}) =>
  agency.sale({ reference, commission: 1000, paid: true, ...more });

async function voidStatement(batch: string, agent: Person = agency.agent) {
  const { id } = await sqlOne<{ id: string }>(
    'select id from public.payout_statements where batch_id = $1 and agent_id = $2',
    [batch, agent.id],
  );
  return ask<Done>(agency.admin, 'void_statement_payment', { statement_id: id, reason: 'Account closed' });
}

// Holds taxes-33
test('paying numbers one note an agent, and what was paid is its gross to the cent', async () => {
  await saveDetails(agency.agent, EU_AGENT);
  await saveDetails(agency.rival, {
    ...EU_AGENT,
    number_kind: 'national',
    number: '22/345/67890',
    vat_status: 'small_business',
  });
  await sell('N-1');
  await sell('N-2', { agent: agency.rival, commission: 333.33 });
  await agency.payout({ paid: true });
  const notes = await notesOf(agency.admin);
  // 600 with 19 percent in it; 266.66 without.
  expect(notes.find(({ agent_id: id }) => id === agency.agent.id)).toMatchObject({
    net: 504.2,
    vat: 95.8,
    gross: 600,
    vat_status: 'registered',
  });
  expect(notes.find(({ agent_id: id }) => id === agency.rival.id)).toMatchObject({
    net: 266.66,
    vat: 0,
    gross: 266.66,
    vat_status: 'small_business',
  });
  expect(notes.map(({ label }) => label)).toEqual(['001-0001', '002-0001']);
  expect(
    await noteOf(agency.agent, notes.find(({ agent_id: id }) => id === agency.agent.id)?.id ?? ''),
  ).toMatchObject({
    agency: { legal_name: 'Hafen Reisen GmbH', tax_number: 'DE246813579' },
    agent: { legal_name: 'Jonas Weber', number: 'DE987654321' },
    statement: expect.stringMatching(/^2026-06-0[12]$/) as string,
  });
});

// Holds taxes-36
test('with reverse charge no VAT is on it', async () => {
  await saveDetails(agency.agent, { ...EU_AGENT, vat_status: 'reverse_charge', vat_rate: '19' });
  await sell('N-3');
  await agency.payout({ paid: true });
  expect(await notesOf(agency.agent)).toMatchObject([
    { net: 600, vat: 0, gross: 600, vat_status: 'reverse_charge' },
  ]);
});

// Holds taxes-34
test('a payment alone has its note, too; nothing paid has none', async () => {
  await saveDetails(agency.agent, EU_AGENT);
  await sell('N-4', { agentPaid: '2026-06-01' });
  expect(await notesOf(agency.admin)).toMatchObject([{ gross: 600 }]);
  await agency.sale({ reference: 'N-5', amount: 1000, rate: 0, paid: true });
  await agency.payout({ paid: true });
  expect(await notesOf(agency.admin)).toHaveLength(1);
});

// Holds taxes-44
test('a void gives a counter note with the next number; what is paid again has a note of its own', async () => {
  await saveDetails(agency.agent, EU_AGENT);
  await sell('N-6');
  const batch = await agency.payout({ paid: true });
  // Details of another day do not change what the counter note says.
  await saveDetails(agency.agent, { ...EU_AGENT, legal_name: 'Jonas Weber e.K.', vat_rate: '7' });
  expect(await voidStatement(batch)).toMatchObject({ success: true });
  await agency.payout({ paid: true });
  const notes = await notesOf(agency.agent);
  expect(notes).toMatchObject([
    { label: '001-0001', kind: 'note', net: 504.2, vat: 95.8, gross: 600 },
    { label: '001-0002', kind: 'counter', net: -504.2, vat: -95.8, gross: -600, counters: '001-0001' },
    { label: '001-0003', kind: 'note', gross: 600, vat: 39.25 },
  ]);
  expect(await noteOf(agency.agent, notes[0]?.id ?? '')).toMatchObject({
    countered_by: { label: '001-0002' },
  });
  expect(await noteOf(agency.agent, notes[1]?.id ?? '')).toMatchObject({
    agent: { legal_name: 'Jonas Weber' },
  });
});

// Holds taxes-46
test('a note that was written is countered also when the agency makes none any more', async () => {
  await saveDetails(agency.agent, EU_AGENT);
  await sell('N-7');
  const batch = await agency.payout({ paid: true });
  await saveSettings(agency.owner, US_PAYER);
  await voidStatement(batch);
  await agency.payout({ paid: true });
  expect((await notesOf(agency.admin)).map(({ kind }) => kind)).toEqual(['note', 'counter']);
});

// Holds taxes-42
test('without details the payment goes through and its note waits; it is written once, when it is asked for', async () => {
  await sell('N-8');
  await sell('N-9', { agent: agency.rival });
  await agency.payout({ paid: true });
  expect(await notesOf(agency.admin)).toEqual([]);
  expect((await yearOf(agency.admin)).notes_waiting).toBe(2);
  expect(await write()).toMatchObject({ success: true, written: 0 });
  await saveDetails(agency.agent, EU_AGENT);
  const answers = await Promise.all([write(), write(agency.owner), write(), write(agency.owner)]);
  expect(answers.map(({ written }) => written).reduce((a, b) => a + b)).toBe(1);
  expect(await notesOf(agency.admin)).toHaveLength(1);
  expect((await yearOf(agency.admin)).notes_waiting).toBe(1);
  expect(await write(agency.agent)).toMatchObject({ success: false });
});

// Holds taxes-47
test('what was paid before the agency made notes, and what came back before, has none', async () => {
  await sell('N-10', { agentPaid: '2025-12-31', sold: '2025-05-04' });
  await sell('N-11');
  const batch = await agency.payout({ paid: true });
  await voidStatement(batch);
  await saveDetails(agency.agent, EU_AGENT);
  expect(await write()).toMatchObject({ written: 0 });
  expect(await notesOf(agency.admin)).toEqual([]);
});

// Holds taxes-39
test('many who pay, void and write at once leave no gap, number nothing twice and forget no payment', async () => {
  const agents = [agency.agent, agency.rival, await createMember(agency.organizationId, 'agent', 50)];
  for (const agent of agents) await saveDetails(agent, EU_AGENT);
  const sales = [];
  for (let n = 0; n < 18; n += 1)
    sales.push(await agency.sale({ agent: agents[n % 3], reference: `C-${n}`, commission: 100, paid: true }));
  const payments = sales.map(({ commissionId }, n) => async () => {
    const agent = agents[n % 3];
    const { amount } = await sqlOne<{ amount: number }>(
      'select agent_amount::float8 as amount from public.commissions where id = $1',
      [commissionId],
    );
    const paid = await ask<{ success: boolean }>(agency.admin, 'record_agent_payment', {
      commission_id: commissionId,
      agent_id: agent?.id,
      organization_id: agency.organizationId,
      created_by: agency.admin.id,
      amount,
      payment_date: '2026-06-01',
      payment_method: 'bank_transfer',
    });
    expect(paid).toMatchObject({ success: true });
    if (n % 4 !== 0) return;
    const { id } = await sqlOne<{ id: string }>(
      'select id from public.agent_payments where commission_id = $1',
      [commissionId],
    );
    await ask(agency.admin, 'void_agent_payment', { payment_id: id, reason: 'Lost' });
  });
  await Promise.all([...payments.map((act) => act()), write(), write(agency.owner), write()]);
  expect(await gaps(agency)).toEqual([]);
  const notes = await notesOf(agency.admin);
  expect(notes.filter(({ kind }) => kind === 'note')).toHaveLength(18);
  expect(notes.filter(({ kind }) => kind === 'counter')).toHaveLength(5);
  expect(new Set(notes.map(({ label }) => label)).size).toBe(23);
});

// Holds taxes-45
test('a void and a late note of one payment know of each other: both notes, or none', async () => {
  const payments = [];
  for (let n = 0; n < 8; n += 1) {
    const { commissionId } = await sell(`R-${n}`, { agentPaid: '2026-06-01' });
    payments.push(
      await sqlOne<{ id: string }>('select id from public.agent_payments where commission_id = $1', [
        commissionId,
      ]),
    );
  }
  await saveDetails(agency.agent, EU_AGENT);
  const voids = payments
    .slice(0, 6)
    .map(({ id }) => ask<Done>(agency.admin, 'void_agent_payment', { payment_id: id, reason: 'Lost' }));
  await Promise.all([...voids.slice(0, 3), write(), ...voids.slice(3), write(agency.owner)]);
  await write();
  const told = await sql<{ is_voided: boolean; kinds: string[] }>(
    `select v.id is not null as is_voided, coalesce(array_agg(n.kind order by n.number) filter (where n.id is not null), '{}') as kinds
     from public.agent_payments p left join public.payment_voids v on v.payment_id = p.id
     left join private.credit_notes n on n.payment_id = p.id where p.organization_id = $1 group by p.id, v.id`,
    [agency.organizationId],
  );
  expect(told).toHaveLength(8);
  for (const { is_voided: isVoided, kinds } of told)
    expect(isVoided ? ['', 'note,counter'] : ['note']).toContain(kinds.join());
});

// Holds taxes-40
test('what fails takes its numbers back', async () => {
  await sell('N-12', { agentPaid: true });
  await saveDetails(agency.agent, EU_AGENT);
  await expect(
    sql(
      `do $$ begin
         perform 1 / (1 - private.write_notes('${agency.organizationId}', array['${agency.agent.id}'::uuid]));
       end $$`,
    ),
  ).rejects.toThrow('division by zero');
  expect(await notesOf(agency.admin)).toEqual([]);
  await write();
  expect((await notesOf(agency.admin)).map(({ label }) => label)).toEqual(['001-0001']);
});

// Holds taxes-41
test('a payout that is sent again is paid once, and numbered once', async () => {
  await saveDetails(agency.agent, EU_AGENT);
  await sell('N-17');
  const id = await agency.payout();
  await approve(agency.admin, id);
  const key = randomUUID();
  const answers = await Promise.allSettled([pay(agency.admin, id, key), pay(agency.admin, id, key)]);
  expect(answers.some(({ status }) => status === 'fulfilled')).toBe(true);
  expect((await notesOf(agency.admin)).map(({ label }) => label)).toEqual(['001-0001']);
});

// Holds taxes-35
test('a planned payout is numbered on its day, by the job that pays it', async () => {
  await saveDetails(agency.agent, EU_AGENT);
  await ask(agency.owner, 'save_payout_account', { details: SENDER });
  await ask(agency.agent, 'save_bank_details', { details: ACCOUNT });
  await sell('N-18');
  const id = await agency.payout({ approved: true });
  const day = await dayToCome(agency);
  expect(await pay(agency.admin, id, randomUUID(), { paid_on: day })).toMatchObject({ state: 'scheduled' });
  expect(await notesOf(agency.admin)).toEqual([]);
  await letDayCome(id);
  expect(await notesOf(agency.admin)).toMatchObject([{ label: '001-0001', gross: 600 }]);
});

// Holds taxes-48
test('agents read their own notes, admins all, other agencies none', async () => {
  await saveDetails(agency.agent, EU_AGENT);
  await saveDetails(agency.rival, EU_AGENT);
  await sell('N-13');
  await sell('N-14', { agent: agency.rival });
  await agency.payout({ paid: true });
  const own = await notesOf(agency.agent);
  expect(own.map(({ agent_id: id }) => id)).toEqual([agency.agent.id]);
  expect(await notesOf(agency.admin)).toHaveLength(2);
  expect(
    await ask(agency.agent, 'list_credit_notes', { year: 2026, agent_id: agency.rival.id }),
  ).not.toMatchObject({ rows: [{ agent_id: agency.rival.id }] });
  const other = await createTestAgency();
  expect(await notesOf(other.owner)).toEqual([]);
  for (const person of [agency.rival, agency.inactive, other.owner])
    expect(await noteOf(person, own[0]?.id ?? '')).toBeNull();
});

// Holds taxes-49
test('a note is never changed, and a deactivated agent’s stays', async () => {
  await saveDetails(agency.agent, EU_AGENT);
  await sell('N-15');
  await agency.payout({ paid: true });
  for (const act of [
    'delete from private.credit_notes',
    'update private.credit_notes set gross = 1, net = 1, vat = 0',
  ])
    await expect(sql(`${act} where organization_id = $1`, [agency.organizationId])).rejects.toThrow(
      'History can be neither changed nor deleted.',
    );
  await sql('update public.users set is_active = false where id = $1', [agency.agent.id]);
  expect(await notesOf(agency.admin)).toHaveLength(1);
});
