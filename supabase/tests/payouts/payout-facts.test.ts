import { ask } from '../support/bank';
import { sql } from '../support/database';
import { exportsOf } from '../support/contract';
import { letDayCome, pageOf, schedule, SENDER, type Done } from '../support/payouts';
import { createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

const { PROBLEM_CODES } = exportsOf<{ PROBLEM_CODES: string[] }>('shared/src/words/payout-problems.ts');

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

// That words are the texts is proved of whatever answers tell (support/facts-in-words.ts): here is each of them once.
test('each thing that can stand in the way of paying has its code, and the app its words', async () => {
  const sell = async (code: string, more: object = {}) => ({
    ...(await agency.sale({ reference: code, paid: true, ...more })),
    code,
  });
  const [cancelled, paid, another, share, held] = [
    await sell('cancelled'),
    await sell('agent_paid'),
    await sell('agent_changed'),
    await sell('share_changed'),
    await sell('held'),
  ];
  const trip = await sell('travel');
  await agency.admin.api.from('sales').update({ travel_date: '2199-01-01' }).eq('id', trip.id);
  const id = await agency.payout();
  const unpaid = [await sell('vendor', { paid: false }), await sell('customer', { paid: false })];
  await agency.admin.api
    .from('commissions')
    .update({ status: 'funds_received' })
    .eq('id', unpaid[1]?.commissionId ?? '');
  await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('id', cancelled.commissionId);
  await ask<Done>(agency.admin, 'record_agent_payment', await readyToPay(agency, paid.id));
  await sql('update public.payout_lines set agent_id = $1 where commission_id = $2', [
    agency.rival.id,
    another.commissionId,
  ]);
  await sql('update public.payout_lines set amount = amount + 1 where commission_id = $1', [
    share.commissionId,
  ]);
  await sql(
    `insert into public.payout_holds (organization_id, share_id, reason, held_by) select $1, (private.sellers_share($1, $2)).id, 'x', $3`,
    [agency.organizationId, held.commissionId, agency.admin.id],
  );
  await sql(
    `insert into public.payout_lines (organization_id, batch_id, agent_id, kind, commission_id, share_id, amount)
     select h.organization_id, $1, h.user_id, 'commission', h.commission_id, h.id, h.agent_amount from public.commission_shares h
     where h.commission_id = any ($2) and h.role = 'seller'`,
    [id, unpaid.map(({ commissionId }) => commissionId)],
  );
  await sql(`update public.organizations set payout_hold_until = 'departure' where id = $1`, [
    agency.organizationId,
  ]);
  const { problems } = await pageOf(agency.admin, id);
  expect(problems.map(({ booking_reference: reference, code }) => [reference, code])).toEqual(
    [...PROBLEM_CODES].sort().map((code) => [code, code]),
  );
  expect(problems.find(({ code }) => code === 'share_changed')).toMatchObject({ params: { amount: 60 } });
  // What the history keeps of them when they are taken out.
  await ask(agency.admin, 'remove_payout_lines', {
    batch_id: id,
    line_ids: problems.map(({ line_id: line }) => line),
  });
  const [removed] = (await pageOf(agency.admin, id)).events;
  const items = removed?.details['items'] as { code: string }[] | undefined;
  expect(items?.map(({ code }) => code).sort()).toEqual([...PROBLEM_CODES].sort());
});

test('a payout that cannot be recorded on its day says so as a code, on its page and to the admins', async () => {
  const { commissionId } = await agency.sale({ reference: 'FACT-1', paid: true });
  const id = await agency.payout({ approved: true });
  await schedule(agency.admin, agency, id);
  // Another payment of the commission, which nobody could record.
  await sql(
    `insert into public.agent_payments (commission_id, share_id, organization_id, agent_id, created_by, amount, payment_date, payment_method)
     select h.commission_id, h.id, h.organization_id, h.user_id, $2, h.agent_amount, '2026-01-15', 'check'
     from public.commission_shares h where h.commission_id = $1 and h.role = 'seller'`,
    [commissionId, agency.admin.id],
  );
  await letDayCome(id);
  const failure = { code: 'not_recorded', params: { error: expect.stringContaining('duplicate key') } };
  const { payout, events } = await pageOf(agency.admin, id);
  expect(payout).toMatchObject({ state: 'scheduled', schedule_failure: failure });
  expect(events[0]).toMatchObject({ action: 'not_paid', details: failure });
  expect(
    await sql(
      `select distinct params -> 'failure' as failure from public.notifications where commentable_id = $1 and code = 'payout_not_paid'`,
      [id],
    ),
  ).toEqual([{ failure }]);
});

test('whom a payment file leaves out is told as a code', async () => {
  await ask(agency.owner, 'save_payout_account', { details: SENDER });
  await agency.sale({ paid: true });
  const id = await agency.payout({ approved: true });
  expect(
    await ask(agency.admin, 'read_payment_file', {
      disclosure_id: await ask<string>(agency.admin, 'request_payment_file', { batch_id: id }),
    }),
  ).toMatchObject({
    payments: [],
    left: [{ agent_id: agency.agent.id, code: 'no_bank_details', params: {}, reason: 'No bank details' }],
  });
});
