import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { approve, letDayCome, pageOf, pay, schedule, type Done, type MyPayouts } from '../support/payouts';
import { override, sharePayment, shareRow, shareSale } from '../support/shares';
import {
  commissionOf,
  createTestAgency,
  readyToPay,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

/** Every statement is the sum of its lines, and nobody is paid twice for one thing. */
afterEach(async () => {
  expect(
    await sql(
      `select 'lines' as rule, s.number as about from public.payout_statements s where s.organization_id = $1
         and s.commission_amount + s.adjustment_amount <> (select coalesce(sum(l.amount), 0) from public.payout_lines l
           where l.organization_id = s.organization_id and l.batch_id = s.batch_id and l.agent_id = s.agent_id)
       union all
       select 'paid share without payment', h.id::text from public.commission_shares h where h.organization_id = $1
         and h.status = 'paid' and h.role <> 'override_charge'
         and (select count(*) from public.agent_payments p where p.share_id = h.id and p.amount = h.agent_amount) <> 1
       union all
       select 'agent_paid before the last share', c.id::text from public.commissions c
       join public.commission_shares h on h.commission_id = c.id and h.place is not null and h.status = 'open'
       where c.organization_id = $1 and c.status = 'agent_paid'`,
      [agency.organizationId],
    ),
  ).toEqual([]);
});

/** A paid sale with a commission of 300: three quarters the agent's (135.00), a quarter the rival's (60.00). */
async function shared(reference = 'SH-1') {
  const sale = await agency.sale({ reference, commission: 300 });
  const [share = ''] = await shareSale(agency, sale.id, [{ person: agency.rival, percent: 25 }]);
  const payment = await readyToPay(agency, sale.id);
  return { ...sale, share, payment };
}

const statusOf = async (saleId: string) => (await commissionOf(saleId)).status;
const mine = (person: Person) => ask<MyPayouts>(person, 'get_my_payouts');

// Holds payouts-15
test('one payout pays both shares, and the statement of each has its own line', async () => {
  const { id, share } = await shared();
  expect((await mine(agency.rival)).lines).toMatchObject([
    {
      kind: 'commission',
      part: 'share',
      amount: 60,
      booking_reference: 'SH-1',
      commission: 75,
      split: 80,
      note: 'Co-seller, 25%',
    },
  ]);
  const payout = await agency.payout({ paid: true });
  const { payout: row, lines } = await pageOf(agency.admin, payout);
  expect(row).toMatchObject({ amount: 195, commissions: 2 });
  expect(lines.map(({ kind, part, amount }) => [kind, part, amount])).toEqual([
    ['commission', undefined, 135],
    ['commission', 'share', 60],
  ]);
  expect(await statusOf(id)).toBe('agent_paid');
  expect(await shareRow(share)).toMatchObject({ status: 'paid', paid_on: '2026-06-15' });
  const statements = await sql<{ agent_id: string; paid_amount: string; commission_amount: string }>(
    'select agent_id, paid_amount, commission_amount from public.payout_statements where organization_id = $1 order by paid_amount',
    [agency.organizationId],
  );
  expect(statements).toEqual([
    { agent_id: agency.rival.id, paid_amount: '60.00', commission_amount: '60.00' },
    { agent_id: agency.agent.id, paid_amount: '135.00', commission_amount: '135.00' },
  ]);
});

// Holds payouts-16
test('a held share stays behind, its agent reads why, and the commission is not agent_paid without it', async () => {
  const { id, share } = await shared();
  const payout = await agency.payout();
  const { lines } = await pageOf(agency.admin, payout);
  const line_ids = lines.filter(({ part }) => part === 'share').map((line) => line.id);
  expect(
    await ask<Done>(agency.admin, 'hold_payout_lines', { batch_id: payout, line_ids, reason: 'Dispute' }),
  ).toMatchObject({ success: true });
  expect((await pageOf(agency.admin, payout)).held).toMatchObject([
    { booking_reference: 'SH-1', reason: 'Dispute', share_id: share },
  ]);
  expect((await mine(agency.rival)).waiting).toMatchObject([
    { obstacle: 'held', amount: 60, rows: [{ reason: 'Dispute' }] },
  ]);
  expect(await ask<Done>(agency.admin, 'record_share_payment', sharePayment(share, 60))).toMatchObject({
    error: 'This commission is held. Release it first.',
  });
  await approve(agency.admin, payout);
  await pay(agency.admin, payout, randomUUID());
  expect(await statusOf(id)).toBe('funds_received');
  // The seller is not payable again.
  expect((await mine(agency.agent)).lines).toEqual([]);
  expect(await ask<Done>(agency.admin, 'release_share', { share_id: share })).toMatchObject({
    success: true,
  });
  await agency.payout({ paid: true });
  expect(await statusOf(id)).toBe('agent_paid');
  expect(await ask<Done>(agency.admin, 'release_share', { share_id: share })).toMatchObject({
    error: 'This share is not held.',
  });
});

// Holds payouts-17
test('the seller is paid alone, the other by a payout: agent_paid with the last, and nobody twice', async () => {
  const { id, payment, share } = await shared();
  expect(await ask<Done>(agency.admin, 'record_agent_payment', payment)).toMatchObject({ success: true });
  expect(await statusOf(id)).toBe('funds_received');
  expect(await ask<Done>(agency.admin, 'record_agent_payment', payment)).toMatchObject({
    error: 'The agent has already been paid for this commission.',
  });
  const { error } = await agency.admin.api
    .from('commissions')
    .update({ status: 'agent_paid' })
    .eq('sales_id', id);
  expect(error?.message).toBe('Record the payment to mark this commission as Agent paid.');
  const cancelling = await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', id);
  expect(cancelling.error?.message).toBe('The agent has been paid, so this sale can no longer be cancelled.');
  const payout = await agency.payout({ paid: true });
  expect((await pageOf(agency.admin, payout)).lines).toMatchObject([
    { kind: 'commission', part: 'share', amount: 60 },
  ]);
  expect(await statusOf(id)).toBe('agent_paid');
  expect(await ask<Done>(agency.admin, 'record_share_payment', sharePayment(share, 60))).toMatchObject({
    error: 'The agent has already been paid for this commission.',
  });
});

// Holds payouts-18
test('a share paid alone keeps the sale from being cancelled, and the seller is paid after it', async () => {
  const { id, share, payment } = await shared();
  expect(await ask<Done>(agency.admin, 'record_share_payment', sharePayment(share, 59.99))).toMatchObject({
    field: 'amount',
    error: "Enter exactly 60.00, the agent's share.",
  });
  const request_key = randomUUID();
  const once = { ...sharePayment(share, 60), request_key };
  expect(await ask<Done>(agency.admin, 'record_share_payment', once)).toMatchObject({ success: true });
  expect(await ask<Done>(agency.admin, 'record_share_payment', once)).toMatchObject({ success: true });
  expect(
    await sqlOne('select count(*)::int as n from public.agent_payments where organization_id = $1', [
      agency.organizationId,
    ]),
  ).toEqual({ n: 1 });
  const { error } = await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', id);
  expect(error?.message).toBe('The agent has been paid, so this sale can no longer be cancelled.');
  await ask(agency.admin, 'record_agent_payment', payment);
  expect(await statusOf(id)).toBe('agent_paid');
});

// Holds payouts-17
test('a payment alone and a payout of the same share at once: one of them pays', async () => {
  const { share } = await shared();
  const payout = await agency.payout({ approved: true });
  const [alone, together] = await Promise.all([
    ask<Done>(agency.admin, 'record_share_payment', sharePayment(share, 60)),
    pay(agency.owner, payout, randomUUID()),
  ]);
  expect([alone.success, together.success].filter(Boolean)).toHaveLength(1);
  expect(
    await sqlOne('select count(*)::int as n from public.agent_payments where share_id = $1', [share]),
  ).toEqual({ n: 1 });
});

// Holds payouts-20
test('what is in a scheduled payout stays: not paid alone, not cancelled, and paid on its day', async () => {
  const { id, share } = await shared();
  const payout = await agency.payout({ approved: true });
  expect(await schedule(agency.admin, agency, payout)).toMatchObject({ state: 'scheduled' });
  expect(await ask<Done>(agency.admin, 'record_share_payment', sharePayment(share, 60))).toMatchObject({
    success: false,
    field: 'share_id',
    error: expect.stringContaining('planned for'),
  });
  const { error } = await agency.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', id);
  expect(error?.message).toContain('planned for');
  await expect(
    sql(`update public.commission_shares set status = 'cancelled' where id = $1`, [share]),
  ).rejects.toThrow('planned for');
  await sql('update public.commission_shares set agent_amount = 1 where id = $1', [share]);
  expect(await shareRow(share)).toMatchObject({ agent_amount: '60.00' });
  await letDayCome(payout);
  expect(await statusOf(id)).toBe('agent_paid');
});

// Holds payouts-49
test('who would be paid last alone is refused at the field while an override is in a scheduled payout, and paid after it', async () => {
  const together = await shared();
  const alone = await agency.sale({ reference: 'SH-2', paid: true });
  const payment = await readyToPay(agency, alone.id);
  const commissions = [await commissionOf(together.id), await commissionOf(alone.id)];
  for (const { id } of commissions) await override(agency, id, { person: agency.owner, amount: 15 });
  const payout = await agency.payout({ name: 'November' });
  const { lines } = await pageOf(agency.admin, payout);
  const line_ids = lines.filter(({ part }) => part !== 'override').map(({ id }) => id);
  expect(line_ids).toHaveLength(3);
  await ask(agency.admin, 'remove_payout_lines', { batch_id: payout, line_ids });
  await approve(agency.admin, payout);
  expect(await schedule(agency.admin, agency, payout)).toMatchObject({ state: 'scheduled' });
  const paySeller = () => ask<Done>(agency.admin, 'record_agent_payment', payment);
  const payShare = () => ask<Done>(agency.admin, 'record_share_payment', sharePayment(together.share, 60));
  // Not the last: the commission stays as it is.
  expect(await ask<Done>(agency.admin, 'record_agent_payment', together.payment)).toMatchObject({
    success: true,
  });
  const refused = {
    success: false,
    code: 'in_planned_payout',
    params: { payout: 'November' },
    error: expect.stringMatching(/^This is in the November payout, planned for /),
  };
  expect(await paySeller()).toMatchObject({ ...refused, field: 'commission_id', commission: null });
  expect(await payShare()).toMatchObject({ ...refused, field: 'share_id' });
  expect(await shareRow(together.share)).toMatchObject({ status: 'open' });
  await letDayCome(payout);
  for (const pay of [paySeller, payShare]) expect(await pay()).toMatchObject({ success: true });
  expect([await statusOf(together.id), await statusOf(alone.id)]).toEqual(['agent_paid', 'agent_paid']);
});

// Holds payouts-21
test('a payment of a share that came back is voided, and the next payout pays it again', async () => {
  const { id, share } = await shared();
  await ask(agency.admin, 'record_share_payment', sharePayment(share, 60));
  const { payment_id } = await sqlOne<{ payment_id: string }>(
    'select id as payment_id from public.agent_payments where share_id = $1',
    [share],
  );
  expect(
    await ask<Done>(agency.admin, 'void_agent_payment', { payment_id, reason: 'Account closed' }),
  ).toMatchObject({ success: true });
  expect((await mine(agency.rival)).lines).toMatchObject([{ kind: 'returned', amount: 60 }]);
  expect(await shareRow(share)).toMatchObject({ status: 'paid' });
  await agency.payout({ paid: true });
  expect(await statusOf(id)).toBe('agent_paid');
  // The seller reads nothing of it.
  const history = await sql<{ params: object }>(
    `select params from public.commission_history h join public.commissions c on c.id = h.commission_id where c.sales_id = $1`,
    [id],
  );
  expect(JSON.stringify(history)).not.toContain('60');
});

// Holds payouts-22
test('an override is an adjustment of the payout in which the share under it can be paid', async () => {
  const { commissionId, share } = await shared();
  await override(agency, commissionId, { person: agency.owner, amount: 11.25 });
  await override(agency, commissionId, { person: agency.owner, amount: 3.75, under: share });
  const payout = await agency.payout();
  const { lines, agents } = await pageOf(agency.admin, payout);
  expect(
    lines
      .filter(({ part }) => part === 'override')
      .map(({ amount }) => amount)
      .sort(),
  ).toEqual([11.25, 3.75]);
  expect(agents.find(({ id }) => id === agency.owner.id)).toMatchObject({
    commissions: 0,
    adjustments: 15,
    amount: 15,
  });
  // What is under it is held: so is it.
  await ask(agency.admin, 'hold_payout_lines', {
    batch_id: payout,
    line_ids: lines.filter(({ part }) => part === 'share').map(({ id }) => id),
    reason: 'Dispute',
  });
  expect((await pageOf(agency.admin, payout)).problems).toMatchObject([{ code: 'held' }]);
  await ask(agency.admin, 'remove_payout_lines', {
    batch_id: payout,
    line_ids: lines.filter(({ amount }) => amount === 3.75).map(({ id }) => id),
  });
  await approve(agency.admin, payout);
  await pay(agency.admin, payout, randomUUID());
  const statement = await sqlOne<{ adjustment_amount: string; lines: { note: string }[] }>(
    `select adjustment_amount, content -> 'lines' as lines from public.payout_statements where agent_id = $1`,
    [agency.owner.id],
  );
  expect(statement).toMatchObject({
    adjustment_amount: '11.25',
    lines: [{ note: 'Override: 5% of agent Test’s commission', booking_reference: 'SH-1' }],
  });
});

// Holds payouts-26
test('a charge takes an agent below zero: it is carried over and taken off the next payout', async () => {
  const { commissionId } = await shared();
  const charge = await override(agency, commissionId, {
    person: agency.inactive,
    amount: -20,
    role: 'override_charge',
  });
  expect(await ask<Done>(agency.admin, 'record_share_payment', sharePayment(charge, -20))).toMatchObject({
    error: 'What is taken off an agent is settled by a payout.',
  });
  const first = await agency.payout({ paid: true });
  expect(
    (await pageOf(agency.admin, first)).agents.find(({ id }) => id === agency.inactive.id),
  ).toMatchObject({
    amount: 0,
    carried_out: -20,
  });
  expect(await sql('select 1 from public.agent_payments where share_id = $1', [charge])).toEqual([]);
  await ask(agency.admin, 'add_payout_adjustment', {
    agent_id: agency.inactive.id,
    kind: 'bonus',
    amount: 50,
    note: 'Thanks',
  });
  const second = await agency.payout({ paid: true });
  expect((await pageOf(agency.admin, second)).agents).toMatchObject([{ carried_in: -20, amount: 30 }]);
});

// Holds payouts-29
test('nobody reads or pays the shares of others: rows, functions, another agency', async () => {
  const { share, commissionId } = await shared();
  const other = await createTestAgency();
  const read = async (person: Person) =>
    (await untyped(person.api, 'commission_shares').select('id')).data?.length;
  expect([await read(agency.rival), await read(agency.agent), await read(other.admin)]).toEqual([1, 1, 0]);
  expect(await ask(agency.agent, 'get_commission_shares', { commission_id: commissionId })).toEqual([]);
  expect(await ask(agency.rival, 'get_commission_shares', { commission_id: commissionId })).toMatchObject([
    { id: share, agent_amount: 60 },
  ]);
  expect(await ask(other.admin, 'get_commission_shares', { commission_id: commissionId })).toEqual([]);
  expect(await ask<Done>(agency.rival, 'record_share_payment', sharePayment(share, 60))).toMatchObject({
    error: 'You do not have permission to record agent payments.',
  });
  expect(await ask<Done>(other.admin, 'record_share_payment', sharePayment(share, 60))).toMatchObject({
    error: 'This share does not exist.',
  });
  await expect(ask(agency.rival, 'release_share', { share_id: share })).rejects.toThrow('42501');
  const { error } = await untyped(agency.rival.api, 'commission_shares')
    .update({ agent_amount: 999 })
    .eq('id', share);
  expect(error?.code).toBe('42501');
});
