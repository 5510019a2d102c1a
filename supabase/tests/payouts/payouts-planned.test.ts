import { randomUUID } from 'node:crypto';
import { addDays, bankDaysNextTo } from '../../../shared/src/domain';
import { ask } from '../support/bank';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import {
  ACCOUNT,
  approve,
  dayToCome,
  faults,
  letDayCome,
  pageOf,
  pay,
  schedule,
  SENDER,
  type Done,
} from '../support/payouts';
import { createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});
afterEach(async () => {
  expect(await faults(agency.organizationId)).toEqual([]);
});

const reopen = (id: string, more: object = {}) =>
  ask<Done>(agency.admin, 'reopen_payout', { batch_id: id, ...more });

/** An approved payout named November of the agent's commission of 60, both by accounts. */
async function approved() {
  await ask(agency.owner, 'save_payout_account', { details: SENDER });
  await ask(agency.agent, 'save_bank_details', { details: ACCOUNT });
  const sale = await agency.sale({ reference: 'PLAN-1', paid: true });
  const id = await agency.payout({ name: 'November', approved: true });
  return { id, sale };
}

const readFile = async (id: string) =>
  ask<{ planned_on: string; payments: { amount: number }[] }>(agency.admin, 'read_payment_file', {
    disclosure_id: await ask<string>(agency.admin, 'request_payment_file', { batch_id: id }),
  });

// Holds payouts-43
test('a day to come schedules a payout: nothing is paid before it, and on it all of it as it was said', async () => {
  const { id, sale } = await approved();
  await agency.sale({ agent: agency.rival, reference: 'PLAN-2', paid: true });
  const [day, key] = [await dayToCome(agency), randomUUID()];
  const answer = await pay(agency.admin, id, key, { paid_on: day, reference: 'PAY-11' });
  expect(answer).toMatchObject({ success: true, state: 'scheduled', planned_on: day, statements: 0 });
  // Sent again it is the same payment.
  expect(await pay(agency.admin, id, key)).toMatchObject({ success: true, state: 'scheduled' });
  expect((await pay(agency.admin, id, randomUUID())).error).toMatch(/^This payout is planned for .+\. Take/);
  // Clients of before know it as approved.
  expect((await pageOf(agency.admin, id)).payout).toMatchObject({
    status: 'approved',
    state: 'scheduled',
    planned_on: day,
    amount: 60,
  });
  expect(await ask(agency.admin, 'list_payouts')).toMatchObject({
    rows: [{ status: 'approved', state: 'scheduled', planned_on: day }],
  });
  expect(await ask(agency.agent, 'get_my_payouts')).toMatchObject({
    payout: { name: 'November', status: 'approved', state: 'scheduled', planned_on: day },
    amount: 60,
  });
  expect(
    await ask(agency.agent, 'get_commission_record', { commission_id: sale.commissionId }),
  ).toMatchObject({
    payout: { payout: { status: 'approved', state: 'scheduled', planned_on: day } },
  });
  expect((await ask<Done>(agency.admin, 'start_payout')).error).toBe(
    'There is a payout already that is not paid yet.',
  );
  expect((await readFile(id)).planned_on).toBe(day);

  // The job leaves it alone until its day.
  await sql('select private.pay_scheduled_payouts()');
  expect((await pageOf(agency.admin, id)).payout.state).toBe('scheduled');
  await letDayCome(id);
  const { payout, events } = await pageOf(agency.admin, id);
  expect(payout).toMatchObject({ status: 'paid', state: 'paid', amount: 60 });
  expect(payout.paid_on).toBe(payout.planned_on);
  expect(events[0]).toMatchObject({ action: 'paid', by: 'admin Test', details: { by_itself: true } });
  expect(
    await sqlOne(
      `select b.paid_by, p.created_by, p.payment_date = b.planned_on as same_day, p.payment_method, p.reference, c.status
       from public.payout_batches b join public.agent_payments p on p.batch_id = b.id
       join public.commissions c on c.id = p.commission_id where b.id = $1`,
      [id],
    ),
  ).toEqual({
    paid_by: agency.admin.id,
    created_by: agency.admin.id,
    same_day: true,
    payment_method: 'bank_transfer',
    reference: 'PAY-11',
    status: 'agent_paid',
  });
  expect(
    await sql(`select 1 from public.notifications where user_id = $1 and type = 'payout'`, [agency.agent.id]),
  ).toHaveLength(1);
  expect((await pageOf(agency.admin, await agency.payout())).lines).toMatchObject([
    { booking_reference: 'PLAN-2' },
  ]);
});

// Holds payouts-44
test('what is in a scheduled payout stays as it is, with the reason', async () => {
  const { id, sale } = await approved();
  await schedule(agency.admin, agency, id);
  const reason = expect.stringMatching(
    /^This is in the November payout, planned for [A-Z][a-z]{2} \d+(, \d{4})?\.$/,
  );
  const by = agency.admin.api;
  for (const refused of [
    await by.from('commissions').update({ status: 'cancelled' }).eq('id', sale.commissionId),
    await by.from('sales').update({ status: 'cancelled' }).eq('id', sale.id),
    await by.from('sales').update({ total_amount: 1 }).eq('id', sale.id),
    await by.from('sales').update({ agent_id: agency.rival.id }).eq('id', sale.id),
  ])
    expect(refused.error?.message).toEqual(reason);
  for (const refused of [
    await ask<Done>(agency.admin, 'hold_commission', { commission_id: sale.commissionId, reason: 'x' }),
    await ask<Done>(agency.admin, 'record_agent_payment', await readyToPay(agency, sale.id)),
    await ask<Done>(agency.agent, 'save_bank_details', { details: { ...ACCOUNT, account_number: '4417' } }),
    await ask<Done>(agency.agent, 'delete_bank_details'),
    await ask<Done>(agency.owner, 'save_payout_account', { details: SENDER }),
  ])
    expect(refused).toMatchObject({ success: false, ...CODED, error: reason });
  const { lines } = await pageOf(agency.admin, id);
  for (const [name, more] of [
    ['remove_payout_lines', { line_ids: lines.map((line) => line.id) }],
    ['add_payout_lines', {}],
    ['collect_payout', {}],
    ['discard_payout', {}],
  ] as const)
    expect(await ask<Done>(agency.admin, name, { batch_id: id, ...more })).toMatchObject({
      success: false,
      ...CODED,
      error: expect.stringMatching(/^This payout is planned for/),
    });
  // Who has nothing in it changes what they like; what a person notes stays possible.
  expect(await ask<Done>(agency.rival, 'save_bank_details', { details: ACCOUNT })).toMatchObject({
    success: true,
  });
  expect((await by.from('commissions').update({ notes: 'x' }).eq('id', sale.commissionId)).error).toBeNull();
  // Taken back, all of it is free again.
  expect(await reopen(id, { reason: 'Wrong day' })).toMatchObject({ success: true });
  expect((await by.from('sales').update({ status: 'cancelled' }).eq('id', sale.id)).error).toBeNull();
  expect(await ask<Done>(agency.agent, 'delete_bank_details')).toMatchObject({ success: true });
});

// Holds payouts-45
test('what cannot be paid on its day stays scheduled, and owners and admins are told once', async () => {
  const { id, sale } = await approved();
  await schedule(agency.admin, agency, id);
  await sql(`update public.organizations set payout_hold_until = 'departure' where id = $1`, [
    agency.organizationId,
  ]);
  await agency.admin.api.from('sales').update({ travel_date: '2199-01-01' }).eq('id', sale.id);
  const told = async () =>
    (
      await sql<{ user_id: string; message: string }>(
        `select user_id, message from public.notifications where organization_id = $1 and commentable_type = 'payouts'`,
        [agency.organizationId],
      )
    ).map(({ user_id: user, message }) => [user, message.replace(/for [A-Z].*?,/, 'for …,')]);
  await letDayCome(id);
  await letDayCome(id);
  const { payout, problems, events } = await pageOf(agency.admin, id);
  const why = '1 commission cannot be paid any more: PLAN-1 (Waits for the trip)';
  expect(payout).toMatchObject({ state: 'scheduled', schedule_problem: why });
  expect(problems).toMatchObject([{ booking_reference: 'PLAN-1', problem: 'Waits for the trip' }]);
  expect(events[0]).toMatchObject({ action: 'not_paid', by: null, details: { reason: why } });
  const message = `The November payout, planned for …, was not paid: ${why}`;
  expect((await told()).sort()).toEqual(
    [
      [agency.admin.id, message],
      [agency.owner.id, message],
    ].sort(),
  );
  expect(await sql('select 1 from public.payout_statements where batch_id = $1', [id])).toEqual([]);
  // The reason is gone: the next run pays it.
  await sql(`update public.organizations set payout_hold_until = 'off' where id = $1`, [
    agency.organizationId,
  ]);
  await sql('select private.pay_scheduled_payouts()');
  expect((await pageOf(agency.admin, id)).payout).toMatchObject({ state: 'paid', schedule_problem: null });
});

// Holds payouts-46
test('one payout that cannot be paid keeps no other from its day', async () => {
  const { id, sale } = await approved();
  await schedule(agency.admin, agency, id);
  await sql(`update public.organizations set payout_hold_until = 'departure' where id = $1`, [
    agency.organizationId,
  ]);
  await agency.admin.api.from('sales').update({ travel_date: '2199-01-01' }).eq('id', sale.id);
  const first = agency;
  agency = await createTestAgency();
  const other = await approved();
  await schedule(agency.admin, agency, other.id);
  await sql('update public.payout_batches set planned_on = current_date - 1 where id = any ($1)', [
    [id, other.id],
  ]);
  await letDayCome(other.id);
  expect((await pageOf(first.admin, id)).payout.state).toBe('scheduled');
  expect((await pageOf(agency.admin, other.id)).payout.state).toBe('paid');
});

// Holds payouts-47
test('taken back with a reason; once its file was read only when the bank does not have it', async () => {
  const { id } = await approved();
  expect(await reopen(id, { reason: ' ' })).toMatchObject({ success: false, field: 'reason' });
  await schedule(agency.admin, agency, id);
  expect(await reopen(id)).toMatchObject({
    success: false,
    field: 'reason',
    error: 'Say why it is taken back.',
  });
  await readFile(id);
  expect((await pageOf(agency.admin, id)).payout.file_read_at).toEqual(expect.any(String));
  for (const bank_has_it of [undefined, true])
    expect(await reopen(id, { reason: 'Wrong day', bank_has_it })).toMatchObject({
      success: false,
      ...CODED,
      error: 'The payment file was read. If the bank has it, only a void is possible after it is paid.',
    });
  expect(await reopen(id, { reason: 'Wrong day', bank_has_it: false })).toMatchObject({ success: true });
  const { payout, events } = await pageOf(agency.admin, id);
  expect(payout).toMatchObject({ state: 'draft', status: 'draft' });
  expect(events[0]).toMatchObject({
    action: 'reopened',
    details: { reason: 'Wrong day', from: 'scheduled', bank_has_it: false },
  });
  // Its day comes, and nothing is paid.
  await sql('update public.payout_batches set planned_on = current_date where id = $1', [id]);
  await sql('select private.pay_scheduled_payouts()');
  expect((await pageOf(agency.admin, id)).payout.state).toBe('draft');
});

// Holds payouts-51
test('a day without banks is refused where somebody is paid by one, and the days next to it are offered', async () => {
  const { id } = await approved();
  let day = await dayToCome(agency);
  while (!bankDaysNextTo(['us'], day)) day = addDays(day, 1);
  const next = bankDaysNextTo(['us'], day);
  expect(await pay(agency.admin, id, randomUUID(), { paid_on: day })).toMatchObject({
    success: false,
    field: 'paid_on',
    error: expect.stringContaining('is no bank day'),
    bank_day_before: next?.before,
    bank_day_after: next?.after,
  });
  // By check any day will do.
  await reopen(id, { reason: 'By check' });
  await ask(agency.agent, 'delete_bank_details');
  await approve(agency.admin, id);
  expect(await pay(agency.admin, id, randomUUID(), { paid_on: day })).toMatchObject({
    success: true,
    state: 'scheduled',
  });
});

// Holds payouts-52
test('what a bank already did is recorded for whatever day it was', async () => {
  const { id } = await approved();
  // A Sunday.
  expect(await pay(agency.admin, id, randomUUID(), { paid_on: '2026-06-14' })).toMatchObject({
    success: true,
    state: 'paid',
  });
});

test('an agent who puts a trip off does not stop what is scheduled: the sale says why, and moves after it is paid', async () => {
  await sql(`update public.organizations set payout_hold_until = 'return' where id = $1`, [
    agency.organizationId,
  ]);
  const sale = await agency.sale({
    reference: 'PLAN-9',
    departs: '2026-06-01',
    returns: '2026-06-09',
    paid: true,
  });
  await agency.sale({ agent: agency.rival, reference: 'PLAN-10', paid: true });
  const id = await agency.payout({ name: 'November', approved: true });
  expect(await schedule(agency.admin, agency, id)).toMatchObject({ success: true });
  const move = (dates: object) => agency.agent.api.from('sales').update(dates).eq('id', sale.id);
  for (const dates of [{ return_date: '2028-06-09' }, { travel_date: '2028-06-01', return_date: null }])
    expect((await move(dates)).error?.message).toMatch(/^This is in the November payout, planned for /);
  // What does not keep it waiting may change.
  expect((await move({ travel_date: '2026-06-02', return_date: '2026-06-10' })).error).toBeNull();
  await letDayCome(id);
  expect((await pageOf(agency.admin, id)).payout.state).toBe('paid');
  expect((await move({ return_date: '2028-06-09' })).error).toBeNull();
});

test('a file that was asked for before the payout was approved anew is not told: it would count as not read', async () => {
  const { id } = await approved();
  const asked = await ask<string>(agency.admin, 'request_payment_file', { batch_id: id });
  await reopen(id, { reason: 'One more' });
  await approve(agency.admin, id);
  await schedule(agency.admin, agency, id);
  await expect(ask(agency.admin, 'read_payment_file', { disclosure_id: asked })).rejects.toThrow(
    'This can be read once, within a minute. Ask for it again.',
  );
  expect((await pageOf(agency.admin, id)).payout.file_read_at).toBeNull();
  await readFile(id);
  expect(await reopen(id, { reason: 'Wrong day' })).toMatchObject({ success: false, field: 'bank_has_it' });
});
