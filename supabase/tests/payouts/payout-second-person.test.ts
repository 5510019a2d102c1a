import { randomUUID } from 'node:crypto';
import { createAccount, ask, importLines, line } from '../support/bank';
import { CODED } from '../support/coded';
import { sql } from '../support/database';
import { approve, pageOf, pay, type Done } from '../support/payouts';
import {
  createMember,
  createTestAgency,
  readyToPay,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
/** Ana starts payouts, Ben is the other one, Cleo a third. */
let ana: Person;
let ben: Person;
let cleo: Person;
let id: string;
beforeEach(async () => {
  agency = await createTestAgency();
  [ana, ben] = [agency.admin, agency.owner];
  cleo = await createMember(agency.organizationId, 'admin');
  await sql('update public.organizations set payout_second_approval = true where id = $1', [
    agency.organizationId,
  ]);
  await agency.sale({ reference: 'TWO-1', paid: true });
  id = await agency.payout();
});

const bonus = (person: Person, note = 'Said why') =>
  ask<Done>(person, 'add_payout_adjustment', { agent_id: agency.agent.id, kind: 'bonus', amount: 5, note });
const handOver = async (from: Person, to: { id: string }, more: object = {}) =>
  ask<Done>(from, 'hand_over_payout', {
    batch_id: id,
    user_id: to.id,
    expected_version: (await pageOf(from, id)).payout.version,
    ...more,
  });
/** Who could approve now. */
const able = async () =>
  ((await pageOf(ana, id)).approvers ?? [])
    .filter((each) => each.can_approve)
    .map((each) => Object.entries({ ana, ben, cleo }).find(([, person]) => person.id === each.id)?.[0])
    .sort();
const SECOND = { success: false, ...CODED, error: expect.stringContaining('A second person approves') };

// Holds payouts-37
test('everybody who changed it is counted, not the last one alone', async () => {
  expect(await able()).toEqual(['ben', 'cleo']);
  await bonus(ben);
  await bonus(cleo);
  expect(await able()).toEqual([]);
  for (const person of [ana, ben, cleo]) expect(await approve(person, id)).toMatchObject(SECOND);
  const { approvers } = await pageOf(ana, id);
  expect(approvers?.find((each) => each.id === ana.id)?.changes).toMatchObject([{ action: 'started' }]);
  expect(approvers?.find((each) => each.id === ben.id)?.changes).toMatchObject([{ action: 'adjusted' }]);
});

test('its page says to whom it is: to somebody else than who changed it, while it is a draft', async () => {
  const said = async () => {
    const pages = await Promise.all([ana, ben].map((person) => pageOf(person, id)));
    return pages.map(({ payout }) => payout.needs_other_person);
  };
  expect(await said()).toEqual([true, false]);
  await approve(ben, id);
  expect(await said()).toEqual([false, false]);
});

// Holds payouts-38
test('what the bank takes back arrives by itself and is nobody’s change', async () => {
  // Ben paid it alone and matches what the bank says; Ana's draft stays for him to approve.
  const account = await createAccount(ben);
  const owes = await agency.sale({ reference: 'BACK-1', commission: 300 });
  const match = async (amount: number) => {
    const { rows } = await importLines(ben, account, [line(1, `TRANSFER ${amount}`, amount.toFixed(2))]);
    await ask(ben, 'match_bank_transaction', {
      transaction_id: rows[0]?.id,
      expected_version: rows[0]?.version,
      parts: [{ commission_id: owes.commissionId, amount }],
    });
  };
  await match(300);
  await ask(ana, 'record_agent_payment', await readyToPay(agency, owes.id));
  const { payout } = await pageOf(ana, id);
  await match(-100);
  const page = await pageOf(ana, id);
  expect(page.lines).toMatchObject([{ kind: 'commission' }, { kind: 'recall', amount: -60 }]);
  // It is a new draft to look at, and still Ana's.
  expect(page.payout.version).toBeGreaterThan(payout.version);
  expect(page.events[0]).toMatchObject({
    action: 'adjusted',
    by: null,
    details: { booking_reference: 'BACK-1' },
  });
  expect(await able()).toEqual(['ben', 'cleo']);
  expect(await approve(ben, id)).toMatchObject({ success: true });
});

// Holds payouts-39
test('handed over, the other approves although they changed it before; who handed it over does not', async () => {
  await bonus(ben);
  expect(await approve(ben, id)).toMatchObject(SECOND);
  expect(await handOver(ana, ben)).toMatchObject({ success: true });
  expect(await able()).toEqual(['ben', 'cleo']);
  expect(await approve(ana, id)).toMatchObject(SECOND);
  expect(
    await sql(
      `select message from public.notifications where user_id = $1 and commentable_type = 'payouts'`,
      [ben.id],
    ),
  ).toMatchObject([{ message: expect.stringMatching(/^admin Test handed the .+ payout over to you/) }]);
  expect((await pageOf(ana, id)).events[0]).toMatchObject({ action: 'handed_over', by: 'admin Test' });
  expect(await approve(ben, id)).toMatchObject({ success: true });
});

// Holds payouts-40
test('nobody finishes alone: who changes it after it was handed over needs another again', async () => {
  expect(await handOver(ana, ana)).toMatchObject({ success: false, field: 'user_id' });
  await bonus(ben);
  await handOver(ana, ben);
  await bonus(ben, 'One more');
  expect(await able()).toEqual(['cleo']);
  expect(await approve(ben, id)).toMatchObject(SECOND);
  // Ben handing it back makes it his, and Ana the one who approves: two people still finish.
  expect(await handOver(ben, ana)).toMatchObject({ success: true });
  expect(await approve(ben, id)).toMatchObject(SECOND);
  expect(await approve(ana, id)).toMatchObject({ success: true });
});

test('a bonus that waited is a change of who wrote it, also after it was handed over', async () => {
  await ask(ana, 'discard_payout', { batch_id: id });
  await bonus(ben, 'Waited');
  id = await agency.payout();
  expect(await able()).toEqual(['cleo']);
  const { lines } = await pageOf(ana, id);
  const waited = lines.filter(({ kind }) => kind === 'bonus').map((each) => each.id);
  await ask(ana, 'remove_payout_lines', { batch_id: id, line_ids: waited });
  await handOver(ana, ben);
  expect(await able()).toEqual(['ben', 'cleo']);
  // It comes in again, by Cleo: Ben wrote it.
  await ask(cleo, 'collect_payout', { batch_id: id });
  expect(await able()).toEqual([]);
  expect(await approve(ben, id)).toMatchObject(SECOND);
});

// Holds payouts-41
test('it is handed over as it was seen, to an admin, where a second person is asked for', async () => {
  const seen = (await pageOf(ana, id)).payout.version;
  await bonus(ben, 'Slipped in');
  expect(await handOver(ana, ben, { expected_version: seen })).toMatchObject({
    success: false,
    ...CODED,
    error: 'Somebody changed this payout meanwhile. Look at it again.',
  });
  for (const other of [agency.agent, agency.inactive, { id: '00000000-0000-4000-8000-000000000000' }])
    expect(await handOver(ana, other)).toMatchObject({ success: false, field: 'user_id' });
  await sql('update public.organizations set payout_second_approval = false where id = $1', [
    agency.organizationId,
  ]);
  expect(await handOver(ana, ben)).toMatchObject({ success: false });
  expect((await pageOf(ana, id)).approvers).toBeNull();
});

test('what was approved was seen: only what is changed afterwards needs another person again', async () => {
  await approve(ben, id);
  await ask(ana, 'reopen_payout', { batch_id: id, reason: 'One more' });
  expect(await able()).toEqual(['ana', 'ben', 'cleo']);
  await bonus(ben);
  expect(await able()).toEqual(['ana', 'cleo']);
});

test('what follows from a write-off is a change of who wrote it off, or took that back', async () => {
  await sql(`update public.organizations set agents_paid_on = 'received' where id = $1`, [
    agency.organizationId,
  ]);
  const owes = await agency.sale({ reference: 'SHORT-1', commission: 300, agentPaid: true });
  const receive = (more: object = {}) =>
    ask(ben, 'record_receipt', {
      commission_id: owes.commissionId,
      received_on: '2026-05-02',
      received_amount: 250,
      ...more,
    });
  await receive({ write_off_reason: 'Their rate fell' });
  expect(await able()).toEqual(['cleo']);
  await approve(cleo, id);
  await pay(ana, id, randomUUID());
  // In the next one the agent gets it back.
  await agency.sale({ reference: 'TWO-2', paid: true });
  id = await agency.payout();
  expect(await able()).toEqual(['ben', 'cleo']);
  await receive();
  expect((await pageOf(ben, id)).lines).toMatchObject([
    { kind: 'commission' },
    { kind: 'correction', amount: 30 },
  ]);
  expect(await able()).toEqual(['cleo']);
  expect(await approve(ben, id)).toMatchObject(SECOND);
});

test('a payment that came back, and a recall, that waited are changes of who recorded them', async () => {
  await approve(ben, id);
  await pay(ana, id, randomUUID());
  const [statement] = await sql<{ id: string }>(
    'select id from public.payout_statements where batch_id = $1',
    [id],
  );
  await ask(ben, 'void_statement_payment', { statement_id: statement?.id, reason: 'Account closed' });
  const sale = await agency.sale({ reference: 'TWO-3', agentPaid: true });
  await ask(cleo, 'record_recall', { commission_id: sale.commissionId, amount: 10, note: 'Cancelled' });
  id = await agency.payout();
  const { lines } = await pageOf(ana, id);
  expect(lines.map(({ kind }) => kind).sort()).toEqual(['recall', 'returned']);
  expect(await able()).toEqual([]);
  expect(await approve(ben, id)).toMatchObject(SECOND);
  // Of two, one hands over what the other did.
  await handOver(ana, ben);
  expect(await approve(ben, id)).toMatchObject({ success: true });
});
