import { randomUUID } from 'node:crypto';
import { ask, createAccount } from '../support/bank';
import { deposit, match, received } from '../support/bank-matches';
import { dashboardOf } from '../support/dashboard';
import { sql, sqlOne } from '../support/database';
import { agree, rule } from '../support/overrides';
import { approve, faults, letDayCome, pageOf, pay, schedule, type Done } from '../support/payouts';
import { sharePayment } from '../support/shares';
import {
  commissionOf,
  createMember,
  createTestAgency,
  readyToPay,
  type TestAgency,
} from '../support/test-agency';

/** Of an unpaid commission nobody was paid anything: what vendors owe is added up by that (private.owed_figures). */
let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
  // The commission of a deposit alone: nothing else would keep it received.
  await sql(`update public.organizations set commission_received_on = 'deposit_matched' where id = $1`, [
    agency.organizationId,
  ]);
  await sql('update public.user_terms set commission_split = 50 where user_id in ($1, $2)', [
    agency.owner.id,
    agency.admin.id,
  ]);
  const lead = await createMember(agency.organizationId, 'agent', 50);
  expect(await agree(agency, lead, [rule('all', { taken_from: 'agent' })])).toMatchObject({ success: true });
});

async function payLead(saleId: string) {
  const { id } = await sqlOne<{ id: string }>(
    `select id from public.commission_shares where sales_id = $1 and role = 'override'`,
    [saleId],
  );
  expect(await ask<Done>(agency.admin, 'record_share_payment', sharePayment(id, 5))).toMatchObject({
    success: true,
  });
}

/** An approved payout of these lines alone: of the lead's, of what is taken off the seller, of the seller's own. */
async function payoutOf(is: (amount: number) => boolean): Promise<string> {
  const id = await agency.payout();
  const { lines } = await pageOf(agency.admin, id);
  const line_ids = lines.filter(({ amount }) => !is(amount)).map((line) => line.id);
  await ask(agency.admin, 'remove_payout_lines', { batch_id: id, line_ids });
  await approve(agency.admin, id);
  return id;
}

/** It is carried over. */
async function takeOffSeller() {
  const id = await payoutOf((amount) => amount < 0);
  expect(await pay(agency.admin, id, randomUUID())).toMatchObject({ success: true });
}

/** A sale that its customer and, by a deposit, its vendor have paid. */
async function deposited() {
  const { id: sale } = await agency.sale();
  const { id } = await commissionOf(sale);
  const row = await deposit(agency.admin, await createAccount(agency.admin), '100.00');
  const { group_id } = await match(agency.admin, row, [{ commission_id: id, amount: 100 }]);
  return { sale, id, payment: await readyToPay(agency, sale), undo: { group_id } };
}

// Holds commissions-9
test.each<[string, (saleId: string) => Promise<void>, string | null]>([
  ['its lead was paid', payLead, null],
  ['something was taken off its seller', takeOffSeller, null],
  ['its lead was paid, and receipts are tracked', payLead, '2000-01-01'],
])(
  'a commission of one seller stays received without its deposit where %s, and what was advanced is the same everywhere',
  async (_what, payFirst, since) => {
    const { sale, id, payment, undo } = await deposited();
    await payFirst(sale);
    expect(await ask<Done>(agency.admin, 'undo_bank_decision', undo)).toMatchObject({ success: true });
    expect(await received(id)).toMatchObject({ status: 'funds_received', received_amount: null });
    // Its seller waits for the vendor again.
    expect(await ask<Done>(agency.admin, 'record_agent_payment', payment)).toMatchObject({
      success: false,
      code: 'vendor_money_missing',
    });
    await sql('update public.organizations set receipts_tracked_since = $2 where id = $1', [
      agency.organizationId,
      since,
    ]);
    await sql(`update public.commissions set due_on = '2020-01-01' where id = $1`, [id]);
    const { to_do: toDo } = await dashboardOf(agency.admin, { parts: ['to_do'] });
    const aging = await ask<{ agents_paid: object }>(agency.admin, 'run_report', {
      definition: { report: 'aging' },
    });
    expect(toDo?.overdue.agents_paid).toEqual(aging.agents_paid);
    expect(aging.agents_paid).toMatchObject({ advanced: since ? 5 : 0 });
    expect(await faults(agency.organizationId)).toEqual([]);
  },
);

// Holds commissions-10
test('a commission of which nobody was paid returns to unpaid with its deposit', async () => {
  const { id, undo } = await deposited();
  expect(await received(id)).toMatchObject({ status: 'funds_received' });
  await ask<Done>(agency.admin, 'undo_bank_decision', undo);
  expect(await received(id)).toMatchObject({ status: 'unpaid', received_amount: null });
});

// Holds payouts-48
test.each(['planned first', 'taken back first', 'both at once'])(
  'a payout of the lead alone is planned, or the deposit is taken back, never both: %s',
  async (order) => {
    const { id, undo } = await deposited();
    const payout = await payoutOf((amount) => amount === 5);
    const plan = async () => (await schedule(agency.admin, agency, payout)).success;
    const takeBack = async () => {
      const answer = await ask<Done>(agency.owner, 'undo_bank_decision', undo);
      if (!answer.success) expect(answer).toMatchObject({ code: 'in_planned_payout', field: null });
      return answer.success;
    };
    const back = order === 'taken back first' && takeBack();
    await back;
    const plans = plan();
    if (order === 'planned first') await plans;
    const [planned, takenBack] = await Promise.all([plans, back || takeBack()]);
    expect([planned, takenBack].filter(Boolean)).toEqual([true]);
    if (order !== 'both at once') expect(planned).toBe(order === 'planned first');
    expect(await received(id)).toMatchObject({ status: planned ? 'funds_received' : 'unpaid' });
    if (planned) await letDayCome(payout);
    expect((await pageOf(agency.admin, payout)).payout.state).toBe(planned ? 'paid' : 'approved');
    expect(await faults(agency.organizationId)).toEqual([]);
  },
);
