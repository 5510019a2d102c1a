import { randomUUID } from 'node:crypto';
import { ask, createAccount } from '../support/bank';
import { deposit, match } from '../support/bank-matches';
import { sql, sqlOne } from '../support/database';
import { approve, faults, letDayCome, pageOf, pay, schedule, type Done } from '../support/payouts';
import { createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});
afterEach(async () => {
  expect(await faults(agency.organizationId)).toEqual([]);
});

const settle = (agents_paid_on: 'expected' | 'received') =>
  agency.owner.api.from('organizations').update({ agents_paid_on }).eq('id', agency.organizationId);
const share = async (id: string) =>
  (
    await sqlOne<{ share: string }>('select agent_amount as share from public.commissions where id = $1', [
      id,
    ])
  ).share;
const corrections = (id: string) =>
  sql<{ amount: string; batch_id: string | null }>(
    "select amount, batch_id from public.payout_lines where commission_id = $1 and kind = 'correction' order by created_at, id",
    [id],
  );
/** Records a receipt of 250 for a commission of 300, the rest written off or open. */
const receive = (id: string, reason?: string, amount = 250) =>
  ask<Done>(agency.admin, 'record_receipt', {
    commission_id: id,
    received_on: '2026-05-02',
    received_amount: amount,
    ...(reason ? { write_off_reason: reason } : {}),
  });
const PARTS = (id: string) => [{ commission_id: id, amount: 250, write_off: 50, reason: 'Their rate fell' }];

// Holds payouts-83
test('by default the agency carries a short payment', async () => {
  const owes = await agency.sale({ reference: 'SP-1', commission: 300 });
  await match(agency.admin, await deposit(agency.admin, account, '250.00'), PARTS(owes.commissionId));
  expect(await share(owes.commissionId)).toBe('180.00');
});

// Holds payouts-84
test('where agents are paid on what is received, what is written off reduces the share, and comes back with its undoing', async () => {
  await settle('received');
  const owes = await agency.sale({ reference: 'SP-2', commission: 300 });
  // What stays open reduces nothing.
  await receive(owes.commissionId);
  expect(await share(owes.commissionId)).toBe('180.00');
  expect(await receive(owes.commissionId, 'Their rate fell')).toMatchObject({ success: true });
  expect(await share(owes.commissionId)).toBe('150.00');
  await receive(owes.commissionId);
  expect(await share(owes.commissionId)).toBe('180.00');
  const row = await deposit(agency.admin, account, '250.00');
  const { group_id: group } = await match(agency.admin, row, PARTS(owes.commissionId));
  expect(await share(owes.commissionId)).toBe('150.00');
  // A later choice is no reason to pay the agent less, or more, for what was settled before.
  await settle('expected');
  await agency.admin.api.from('commissions').update({ notes: 'looked at' }).eq('id', owes.commissionId);
  expect(await share(owes.commissionId)).toBe('150.00');
  await ask(agency.admin, 'undo_bank_decision', { group_id: group });
  expect(await share(owes.commissionId)).toBe('180.00');
});

// Holds payouts-85
test('after the agent was paid, the difference is a correction of the next payout, and goes with the write-off', async () => {
  await settle('received');
  const owes = await agency.sale({ reference: 'SP-3', commission: 300, agentPaid: true });
  await receive(owes.commissionId, 'Their rate fell');
  expect(await share(owes.commissionId)).toBe('180.00');
  expect(await corrections(owes.commissionId)).toEqual([{ amount: '-30.00', batch_id: null }]);
  // It is no gift of an admin: it stays.
  const { id: line } = await sqlOne<{ id: string }>(
    "select id from public.payout_lines where commission_id = $1 and kind = 'correction'",
    [owes.commissionId],
  );
  expect(await ask<Done>(agency.admin, 'delete_payout_adjustment', { line_id: line })).toMatchObject({
    success: false,
  });
  await receive(owes.commissionId, 'Their rate fell again', 200);
  expect(await corrections(owes.commissionId)).toEqual([{ amount: '-60.00', batch_id: null }]);
  await receive(owes.commissionId);
  expect(await corrections(owes.commissionId)).toEqual([]);

  await receive(owes.commissionId, 'Their rate fell');
  const id = await agency.payout();
  expect((await pageOf(agency.admin, id)).lines).toMatchObject([
    { kind: 'correction', amount: -30, booking_reference: 'SP-3' },
  ]);
  await approve(agency.admin, id);
  expect(await pay(agency.admin, id, randomUUID())).toMatchObject({ success: true });
  // Paid statements never change: what comes back is a line of its own.
  await receive(owes.commissionId);
  expect(await corrections(owes.commissionId)).toEqual([
    { amount: '-30.00', batch_id: id },
    { amount: '30.00', batch_id: null },
  ]);
});

test('a correction that comes into a draft changes what is approved, and no more is taken than was paid', async () => {
  await settle('received');
  const owes = await agency.sale({ reference: 'SP-4', commission: 300, agentPaid: true });
  const bonus = { agent_id: agency.agent.id, kind: 'bonus', amount: 500, note: 'Well sold' };
  await ask(agency.admin, 'add_payout_adjustment', bonus);
  const id = await agency.payout();
  const { version } = (await pageOf(agency.admin, id)).payout;
  await ask(agency.admin, 'record_recall', {
    commission_id: owes.commissionId,
    amount: 170,
    note: 'Taken back',
  });
  await receive(owes.commissionId, 'Their rate fell');
  // Of 180 paid 170 were taken back.
  expect(await corrections(owes.commissionId)).toEqual([{ amount: '-10.00', batch_id: id }]);
  expect(
    await ask<Done>(agency.admin, 'approve_payout', { batch_id: id, expected_version: version }),
  ).toMatchObject({ success: false });
  expect(
    await ask<Done>(agency.admin, 'record_recall', {
      commission_id: owes.commissionId,
      amount: 1,
      note: 'More',
    }),
  ).toMatchObject({
    success: false,
    field: 'amount',
  });
});

test('a part that is written off reduces the share by that part alone, and other amounts move with it', async () => {
  await settle('received');
  const owes = await agency.sale({ reference: 'SP-5', commission: 300 });
  const part = { commission_id: owes.commissionId, amount: 100, write_off: 50, reason: 'Their rate fell' };
  await match(agency.admin, await deposit(agency.admin, account, '100.00'), [part]);
  // 150 of it is still expected.
  expect(await share(owes.commissionId)).toBe('150.00');
  const sold = async (commission_amount: number) => {
    const { error } = await agency.admin.api.from('sales').update({ commission_amount }).eq('id', owes.id);
    expect(error).toBeNull();
    return share(owes.commissionId);
  };
  expect(await sold(400)).toBe('210.00');
  // No less than what was received.
  expect(await sold(90)).toBe('54.00');
});

test('the share of a cancelled commission follows what is written off of it, too', async () => {
  await settle('received');
  const owes = await agency.sale({ reference: 'SP-5B', commission: 300 });
  const short = { commission_id: owes.commissionId, amount: 100, write_off: 200, reason: 'Their rate fell' };
  await match(agency.admin, await deposit(agency.admin, account, '100.00'), [short]);
  await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('id', owes.commissionId);
  expect(await share(owes.commissionId)).toBe('60.00');
  const { id } = await sqlOne<{ id: string }>(
    `select group_id as id from public.bank_decisions where organization_id = $1 order by decided_at desc limit 1`,
    [agency.organizationId],
  );
  expect(await ask<Done>(agency.admin, 'undo_bank_decision', { group_id: id })).toMatchObject({
    success: true,
  });
  expect(await share(owes.commissionId)).toBe('180.00');
});

test('what was written off under another choice stays the agency’s loss, whatever comes later', async () => {
  const owes = await agency.sale({ reference: 'SP-6', commission: 300, paid: true });
  await match(agency.admin, await deposit(agency.admin, account, '250.00'), PARTS(owes.commissionId));
  await ask(agency.admin, 'record_agent_payment', await readyToPay(agency, owes.id));
  await settle('received');
  await match(agency.admin, await deposit(agency.admin, account, '20.00'), [
    { commission_id: owes.commissionId, amount: 20 },
  ]);
  expect(await corrections(owes.commissionId)).toEqual([]);
});

/** A commission of 300 in a scheduled payout, of which 50 are written off meanwhile. */
async function writtenOffWhileScheduled(reference: string) {
  await settle('received');
  const owes = await agency.sale({ reference, commission: 300, paid: true });
  const id = await agency.payout({ approved: true });
  await schedule(agency.admin, agency, id);
  await receive(owes.commissionId, 'Their rate fell');
  expect(await share(owes.commissionId)).toBe('180.00');
  expect(await corrections(owes.commissionId)).toEqual([{ amount: '-30.00', batch_id: null }]);
  return { id: owes.commissionId, payout: id };
}

test.each<[string, string | undefined, string]>([
  ['written off, it is reduced once', 'Their rate fell', '150.00'],
  ['no longer written off, it is whole', undefined, '180.00'],
])('when a scheduled payout is a draft again, the share itself follows: %s', async (_, reason, amount) => {
  const { id, payout } = await writtenOffWhileScheduled('SP-7');
  await ask(agency.admin, 'reopen_payout', { batch_id: payout, reason: 'Their rate fell' });
  expect(await share(id)).toBe('150.00');
  expect((await pageOf(agency.admin, payout)).problems).toMatchObject([{ booking_reference: 'SP-7' }]);
  await receive(id, reason);
  expect(await share(id)).toBe(amount);
  expect(await corrections(id)).toEqual([]);
});

test('paid by itself on its day, the share stays what was paid, and the correction what it was', async () => {
  const { id, payout } = await writtenOffWhileScheduled('SP-8');
  await letDayCome(payout);
  expect((await pageOf(agency.admin, payout)).payout.state).toBe('paid');
  expect(await share(id)).toBe('180.00');
  const next = await agency.payout({ paid: true });
  // Nothing more comes back than was taken.
  await receive(id);
  expect(await corrections(id)).toEqual([
    { amount: '-30.00', batch_id: next },
    { amount: '30.00', batch_id: null },
  ]);
});

test('written off again, no more is taken back than was paid; a recall that is taken back leaves what was written off', async () => {
  await settle('received');
  const owes = await agency.sale({ reference: 'SP-9', commission: 300, paid: true });
  await receive(owes.commissionId, 'Their rate fell');
  await ask(agency.admin, 'record_agent_payment', await readyToPay(agency, owes.id));
  await receive(owes.commissionId);
  expect(await corrections(owes.commissionId)).toMatchObject([{ amount: '30.00' }]);
  // All that the agent gets for it: 150, and 30 with the next payout, which then has to stay.
  await ask(agency.admin, 'record_recall', {
    commission_id: owes.commissionId,
    amount: 180,
    note: 'Cancelled',
  });
  await receive(owes.commissionId, 'Their rate fell');
  expect(await corrections(owes.commissionId)).toMatchObject([{ amount: '30.00' }]);
});

test('a recall of the bank that is taken back leaves what was written off meanwhile', async () => {
  await settle('received');
  const owes = await agency.sale({ reference: 'SP-10', commission: 300 });
  const row = await deposit(agency.admin, account, '250.00');
  const brought = await match(agency.admin, row, [{ commission_id: owes.commissionId, amount: 250 }]);
  await ask(agency.admin, 'record_agent_payment', await readyToPay(agency, owes.id));
  const back = await match(agency.admin, await deposit(agency.admin, account, '-250.00'), [
    { commission_id: owes.commissionId, amount: -250 },
  ]);
  await ask(agency.admin, 'record_recall', { commission_id: owes.commissionId, amount: 20, note: 'More' });
  // Of 180 paid 170 were taken back: 10 of 30 are left to correct.
  expect(
    await match(agency.admin, { ...row, version: brought.version }, PARTS(owes.commissionId)),
  ).toMatchObject({
    success: true,
  });
  expect(await corrections(owes.commissionId)).toMatchObject([{ amount: '-10.00' }]);
  await ask(agency.admin, 'undo_bank_decision', { group_id: back.group_id });
  expect(await corrections(owes.commissionId)).toMatchObject([{ amount: '-30.00' }]);
});
