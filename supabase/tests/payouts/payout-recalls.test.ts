import { randomUUID } from 'node:crypto';
import { ask, createAccount, importLines, line } from '../support/bank';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { approve, faults, pageOf, pay, type Done, type MyPayouts } from '../support/payouts';
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

interface CommissionPayout {
  payout: { id?: string; name: string; status: string } | null;
  statement: { id: string; number: string } | null;
  hold: { reason: string } | null;
  recalls: { amount: number; note: string; transaction_id?: string; payout: string | null }[];
}
const about = async (id: string, person = agency.admin) =>
  (await ask<{ payout: CommissionPayout | null }>(person, 'get_commission_record', { commission_id: id }))
    .payout;

/** Matches one transaction of the bank with a commission. */
async function bank(id: string, amount: number) {
  const { rows } = await importLines(agency.admin, account, [
    line(1, `TRANSFER ${randomUUID()}`, amount.toFixed(2)),
  ]);
  return ask<Done & { group_id: string }>(agency.admin, 'match_bank_transaction', {
    transaction_id: rows[0]?.id,
    expected_version: rows[0]?.version,
    parts: [{ commission_id: id, amount }],
  });
}

/** A commission of 300 whose agent was paid their 180 after the vendor's deposit. */
async function paidOut(reference: string) {
  const owes = await agency.sale({ reference, commission: 300 });
  await bank(owes.commissionId, 300);
  await ask(agency.admin, 'record_agent_payment', await readyToPay(agency, owes.id));
  return owes.commissionId;
}

// Holds payouts-86
test('what the bank takes back of a paid commission is given back with the next payout, and linked', async () => {
  const id = await paidOut('BK-1');
  const { group_id: group } = await bank(id, -100);
  expect(await about(id)).toMatchObject({
    recalls: [
      {
        amount: 60,
        note: 'Blue Fleet took commission back on May 10, 2026',
        transaction_id: expect.any(String),
        payout: null,
      },
    ],
  });
  // The agent is told, without the bank's ids.
  const told = (await about(id, agency.agent))?.recalls ?? [];
  expect(told).toMatchObject([{ amount: 60 }]);
  expect(Object.keys(told[0] ?? {})).not.toContain('transaction_id');
  expect(await about(id, agency.rival)).toBeNull();
  expect(
    await sqlOne(
      `select status, (select notes from public.commission_history h where h.commission_id = c.id and h.notes like 'Taken back%')
         as notes from public.commissions c where id = $1`,
      [id],
    ),
  ).toEqual({
    status: 'agent_paid',
    notes: 'Taken back from the agent: Blue Fleet took commission back on May 10, 2026',
  });
  // Taken back, the match takes its line along.
  await ask(agency.admin, 'undo_bank_decision', { group_id: group });
  expect((await about(id))?.recalls).toEqual([]);
});

test('a recall stands in the open draft and on the statement; then its match stays', async () => {
  const id = await paidOut('BK-2');
  await agency.sale({ reference: 'NEXT-1', amount: 5000, paid: true });
  const batch = await agency.payout({ name: 'June' });
  const { group_id: group } = await bank(id, -300);
  expect((await pageOf(agency.admin, batch)).agents).toMatchObject([
    { commissions: 300, adjustments: -180, amount: 120 },
  ]);
  expect(await ask<MyPayouts>(agency.agent, 'get_my_payouts')).toMatchObject({ amount: 120 });
  await approve(agency.admin, batch);
  const refused = {
    success: false,
    ...CODED,
    error: 'The agent gives it back with the June payout already.',
  };
  expect(await ask(agency.admin, 'undo_bank_decision', { group_id: group })).toMatchObject(refused);
  await pay(agency.admin, batch, randomUUID());
  const { statement } = (await about(
    (
      await sqlOne<{ id: string }>(
        `select commission_id as id from public.payout_lines where kind = 'commission'
      and organization_id = $1`,
        [agency.organizationId],
      )
    ).id,
    agency.agent,
  )) ?? { statement: null };
  expect(await ask(agency.agent, 'get_statement', { statement_id: statement?.id })).toMatchObject({
    amount: 120,
    lines: [{ kind: 'commission' }, { kind: 'recall', booking_reference: 'BK-2', amount: -180 }],
    // 180 was paid alone, 120 by the payout.
    paid_this_year: 300,
  });
  expect(await ask(agency.admin, 'undo_bank_decision', { group_id: group })).toMatchObject(refused);
});

// Holds payouts-87
test('by hand and by the bank together never more than was paid is taken back', async () => {
  const id = await paidOut('BK-3');
  await ask(agency.admin, 'record_recall', { commission_id: id, amount: 150, note: 'Their letter' });
  await bank(id, -300);
  expect((await about(id))?.recalls.map(({ amount }) => amount)).toEqual([150, 30]);
  const [transaction] = await sql<{ id: string }>(
    'select transaction_id as id from public.payout_lines where organization_id = $1 and transaction_id is not null',
    [agency.organizationId],
  );
  expect(
    await ask(agency.admin, 'record_recall', {
      commission_id: id,
      amount: 1,
      note: 'Again',
      transaction_id: transaction?.id,
    }),
  ).toMatchObject({ success: false });
});

test('before the agent was paid the bank takes nothing back from them', async () => {
  const owes = await agency.sale({ reference: 'BK-4', commission: 300 });
  await bank(owes.commissionId, 300);
  await bank(owes.commissionId, -300);
  expect((await about(owes.commissionId))?.recalls).toEqual([]);
});
