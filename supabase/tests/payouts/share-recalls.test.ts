import { randomUUID } from 'node:crypto';
import { ask, createAccount, importLines, line } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { pageOf, type Done } from '../support/payouts';
import { override, sharePayment, shareSale } from '../support/shares';
import { commissionOf, createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});

async function bank(id: string, amount: number, more: object = {}) {
  const { rows } = await importLines(agency.admin, account, [
    line(1, `TRANSFER ${randomUUID()}`, amount.toFixed(2)),
  ]);
  return ask<Done & { group_id: string }>(agency.admin, 'match_bank_transaction', {
    transaction_id: rows[0]?.id,
    expected_version: rows[0]?.version,
    parts: [{ commission_id: id, amount, ...more }],
  });
}

/** 300 of which the agent has three quarters (135.00), the rival one (60.00), and the owner an override of 15.00. */
async function shared() {
  const sale = await agency.sale({ reference: 'RC-1', commission: 300 });
  const [share = ''] = await shareSale(agency, sale.id, [{ person: agency.rival, percent: 25 }]);
  await override(agency, sale.commissionId, { person: agency.owner, amount: 15 });
  await override(agency, sale.commissionId, {
    person: agency.inactive,
    amount: -15,
    role: 'override_charge',
  });
  return { ...sale, share };
}

const lines = () =>
  sql<{ kind: string; amount: string; agent_id: string }>(
    `select kind, amount, agent_id from public.payout_lines where organization_id = $1 and kind in ('recall', 'correction') order by amount`,
    [agency.organizationId],
  );

// Holds payouts-30
test('what a vendor takes back is divided by the shares that were paid, overrides with it, and comes back with the match', async () => {
  const { id, commissionId } = await shared();
  await bank(commissionId, 300);
  await readyToPay(agency, id);
  await agency.payout({ paid: true });
  expect(await commissionOf(id)).toMatchObject({ status: 'agent_paid' });
  const { group_id } = await bank(commissionId, -100);
  // 75.00 at 60 percent, 25.00 at 80, a third of the override, and a third of what it cost.
  expect(await lines()).toEqual([
    { kind: 'recall', amount: '-45.00', agent_id: agency.agent.id },
    { kind: 'recall', amount: '-20.00', agent_id: agency.rival.id },
    { kind: 'recall', amount: '-5.00', agent_id: agency.owner.id },
    { kind: 'correction', amount: '5.00', agent_id: agency.inactive.id },
  ]);
  expect(await ask<Done>(agency.admin, 'undo_bank_decision', { group_id })).toMatchObject({ success: true });
  expect(await lines()).toEqual([]);
  await bank(commissionId, -300);
  expect((await lines()).map(({ amount }) => amount)).toEqual(['-135.00', '-60.00', '-15.00', '15.00']);
  const payout = await agency.payout({ paid: true });
  const { agents } = await pageOf(agency.admin, payout);
  expect(agents.reduce((sum, { carried_out }) => sum + carried_out, 0)).toBe(-210);
});

// Holds payouts-31
test('of a commission of which one share is paid, that one alone gives back, at most what was paid', async () => {
  const { id, commissionId, share } = await shared();
  await bank(commissionId, 300);
  await readyToPay(agency, id);
  await ask(agency.admin, 'record_share_payment', sharePayment(share, 60));
  await bank(commissionId, -300);
  expect(await lines()).toEqual([{ kind: 'recall', amount: '-60.00', agent_id: agency.rival.id }]);
  // The rest waits for the vendor: it is not paid, and the sale is not cancelled.
  expect((await commissionOf(id)).status).not.toBe('agent_paid');
});

// Holds payouts-32
test('what is written off after a share was paid is corrected in the next payout, once', async () => {
  await sql(`update public.organizations set agents_paid_on = 'received' where id = $1`, [
    agency.organizationId,
  ]);
  const { id, commissionId, share } = await shared();
  await readyToPay(agency, id);
  await ask(agency.admin, 'record_share_payment', sharePayment(share, 60));
  const receipt = { commission_id: commissionId, received_on: '2026-06-02', received_amount: 200 };
  await ask(agency.admin, 'record_receipt', { ...receipt, write_off_reason: 'Fees' });
  expect(await lines()).toEqual([{ kind: 'correction', amount: '-20.00', agent_id: agency.rival.id }]);
  expect(await commissionOf(id)).toMatchObject({ agent_amount: '90.00' });
  await ask(agency.admin, 'record_receipt', { ...receipt, received_amount: 300 });
  expect(await lines()).toEqual([]);
});

// Holds payouts-88
test('an admin takes a share back by hand, at most what was paid of it, once it was paid, with a reason', async () => {
  const { id, commissionId, share } = await shared();
  const recall = (more: object = {}, person = agency.admin) =>
    ask<Done>(person, 'record_recall', {
      commission_id: commissionId,
      share_id: share,
      amount: 40,
      note: 'Cabin fell through',
      ...more,
    });
  expect(await recall()).toMatchObject({ success: false, field: 'commission_id' });
  await bank(commissionId, 300);
  await readyToPay(agency, id);
  await ask(agency.admin, 'record_share_payment', sharePayment(share, 60));
  expect(await recall({ amount: 60.01 })).toMatchObject({ success: false, field: 'amount' });
  expect(await recall({ note: ' ' })).toMatchObject({ success: false, field: 'note' });
  const other = await agency.sale({ commission: 100 });
  expect(await recall({ commission_id: other.commissionId })).toMatchObject({
    error: 'This commission does not exist.',
  });
  const elsewhere = await createTestAgency();
  expect(await recall({}, elsewhere.admin)).toMatchObject({ success: false });
  const key = randomUUID();
  expect(await recall({ request_key: key })).toMatchObject({ success: true });
  expect(await recall({ request_key: key })).toMatchObject({ success: true });
  expect(await recall({ amount: 20.01 })).toMatchObject({ success: false, field: 'amount' });
  expect(await lines()).toEqual([{ kind: 'recall', amount: '-40.00', agent_id: agency.rival.id }]);
  const shares = await ask<{ recallable: number }[]>(agency.admin, 'get_commission_shares', {
    commission_id: commissionId,
  });
  expect(shares[0]).toMatchObject({ recallable: 20 });
  expect(
    (await ask<object[]>(agency.rival, 'get_commission_shares', { commission_id: commissionId }))[0],
  ).not.toHaveProperty('recallable');
});

// Holds payouts-88
test('a share of a commission of another kind is taken back by the name of either, once it was paid', async () => {
  const sale = await agency.sale({ commission: 300 });
  const { id: penalty } = await sqlOne<{ id: string }>(
    `insert into public.other_commissions (organization_id, kind, sales_id, vendor_id, amount, counted_on)
     select organization_id, 'penalty', id, vendor_id, 100, sale_date from public.sales where id = $1 returning id`,
    [sale.id],
  );
  const { id: share } = await sqlOne<{ id: string }>(
    `insert into public.commission_shares (organization_id, other_commission_id, sales_id, user_id, role, place, percent, split, gross_part,
       agent_amount, counted_on)
     values ($1, $2, $3, $4, 'seller', 1, 100, 60, 100, 60, '2026-05-04') returning id`,
    [agency.organizationId, penalty, sale.id, agency.agent.id],
  );
  await ask(agency.admin, 'record_other_receipt', {
    other_commission_id: penalty,
    received_on: '2026-06-02',
    received_amount: 100,
  });
  const recall = (commission_id: string) =>
    ask<Done>(agency.admin, 'record_recall', {
      commission_id,
      share_id: share,
      amount: 25,
      note: 'Half of it',
    });
  expect(await recall(penalty)).toMatchObject({ success: false });
  await ask(agency.admin, 'record_share_payment', sharePayment(share, 60));
  expect(await recall(sale.commissionId)).toMatchObject({ success: false });
  expect(await recall(penalty)).toMatchObject({ success: true });
  expect(await lines()).toEqual([{ kind: 'recall', amount: '-25.00', agent_id: agency.agent.id }]);
});
