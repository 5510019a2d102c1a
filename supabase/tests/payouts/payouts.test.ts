import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { approve, faults, pageOf, pay, type Done, type MyPayouts } from '../support/payouts';
import {
  commissionOf,
  createTestAgency,
  readyToPay,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});
afterEach(async () => {
  expect(await faults(agency.organizationId)).toEqual([]);
});

const mine = (person: Person) => ask<MyPayouts>(person, 'get_my_payouts');
const setting = (values: string) =>
  sql(`update public.organizations set ${values} where id = $1`, [agency.organizationId]);
const adjust = (agent: Person, kind: string, amount: number) =>
  ask<Done>(agency.admin, 'add_payout_adjustment', { agent_id: agent.id, kind, amount, note: 'Said why' });
const statuses = (ids: string[]) =>
  sql<{ status: string }>('select status from public.commissions where id = any ($1) order by id', [
    ids,
  ]).then((rows) => rows.map(({ status }) => status));

// Holds payouts-33
test('a payout collects what can be paid, is approved and pays all of it, each agent with a statement', async () => {
  const first = await agency.sale({ reference: 'PAY-1', paid: true });
  const second = await agency.sale({ agent: agency.rival, reference: 'PAY-2', amount: 2000, paid: true });
  await agency.sale({ reference: 'OPEN-1' });
  await adjust(agency.agent, 'bonus', 15.5);
  const told = await mine(agency.agent);
  expect([told.amount, told.waiting.map(({ obstacle, count }) => [obstacle, count])]).toEqual([
    75.5,
    [['vendor', 1]],
  ]);

  const id = await agency.payout({ planned: '2026-06-15' });
  const page = await pageOf(agency.admin, id);
  expect(
    page.lines.map(({ kind, amount, booking_reference: reference }) => [kind, amount, reference]),
  ).toEqual([
    ['commission', 60, 'PAY-1'],
    ['commission', 160, 'PAY-2'],
    ['bonus', 15.5, null],
  ]);
  expect(page.payout).toMatchObject({ status: 'draft', amount: 235.5, commissions: 2 });
  expect((await mine(agency.agent)).amount).toBe(75.5);
  expect((await ask<Done>(agency.admin, 'start_payout')).error).toBe(
    'There is a payout already that is not paid yet.',
  );
  expect((await pay(agency.admin, id, randomUUID())).error).toBe('Approve this payout first.');

  expect(await approve(agency.admin, id)).toMatchObject({ success: true });
  const key = randomUUID();
  expect(await pay(agency.admin, id, key)).toMatchObject({ success: true, statements: 2 });
  expect(await statuses([first.commissionId, second.commissionId])).toEqual(['agent_paid', 'agent_paid']);
  // The same payment again is the same payment; another one is refused.
  expect(await pay(agency.admin, id, key)).toMatchObject({ success: true, statements: 2 });
  expect(await pay(agency.admin, id, randomUUID())).toMatchObject({
    success: false,
    ...CODED,
    error: 'This payout is paid.',
  });
  const statement = await sqlOne<{ id: string; number: string; paid_amount: string }>(
    'select id, number, paid_amount from public.payout_statements where agent_id = $1',
    [agency.agent.id],
  );
  expect(statement).toMatchObject({ number: expect.stringMatching(/^2026-06-0[12]$/), paid_amount: '75.50' });
  expect(await ask(agency.agent, 'get_statement', { statement_id: statement.id })).toMatchObject({
    number: statement.number,
    amount: 75.5,
    lines: [
      { booking_reference: 'PAY-1', customer: 'Vera Lind', amount: 60 },
      { kind: 'bonus', amount: 15.5 },
    ],
    paid_this_year: 75.5,
  });
  expect(
    await sqlOne(
      `select count(*)::int as n from public.notifications where user_id = $1 and type = 'payout'`,
      [agency.agent.id],
    ),
  ).toEqual({ n: 1 });
});

test('what is held waits with its reason, and comes back when it is released', async () => {
  const sale = await agency.sale({ reference: 'HOLD-1', paid: true });
  const id = await agency.payout();
  const hold = (reason: string) =>
    ask<Done>(agency.admin, 'hold_commission', { commission_id: sale.commissionId, reason });
  expect(await hold(' ')).toMatchObject({ success: false, field: 'reason' });
  expect(await hold('Waiting for their letter')).toMatchObject({ success: true });
  expect(await pageOf(agency.admin, id)).toMatchObject({
    lines: [],
    held: [{ booking_reference: 'HOLD-1', reason: 'Waiting for their letter' }],
  });
  expect(await mine(agency.agent)).toMatchObject({
    amount: 0,
    waiting: [{ obstacle: 'held', count: 1, amount: 60 }],
  });
  expect(await approve(agency.admin, id)).toMatchObject({ error: 'There is nothing in this payout.' });
  expect(await ask(agency.admin, 'record_agent_payment', await readyToPay(agency, sale.id))).toMatchObject({
    success: false,
    ...CODED,
    error: 'This commission is held. Release it first.',
  });
  expect(
    await ask<Done>(agency.admin, 'release_commission', { commission_id: sale.commissionId }),
  ).toMatchObject({ success: true });
  expect((await pageOf(agency.admin, id)).lines).toHaveLength(1);
});

// Holds payouts-13
test.each([
  ['departure', '2199-01-01', null, 'travel'],
  ['return', '2020-01-01', '2199-01-01', 'travel'],
  ['departure', '2020-01-01', '2199-01-01', null],
  ['off', '2199-01-01', null, null],
])('held until %s: a trip from %s to %s', async (until, departs, returns, obstacle) => {
  await setting(`payout_hold_until = '${until}'`);
  await agency.sale({ reference: 'TRIP-1', departs, returns, paid: true });
  const told = await mine(agency.agent);
  expect([told.amount, told.waiting.map((group) => group.obstacle)]).toEqual(
    obstacle ? [0, [obstacle]] : [60, []],
  );
});

// Holds payouts-14
test('less than the minimum waits, more does not', async () => {
  await setting('payout_minimum_amount = 100');
  await agency.sale({ reference: 'LOW-1', paid: true });
  expect(await mine(agency.agent)).toMatchObject({ amount: 0, waiting: [{ obstacle: 'later', count: 1 }] });
  await agency.sale({ reference: 'LOW-2', paid: true });
  expect((await mine(agency.agent)).amount).toBe(120);
});

// Holds payouts-57
test('a recall is given back with the next payouts, never below zero', async () => {
  const sale = await agency.sale({ reference: 'GONE-1', amount: 3000, paid: true });
  const recall = (amount: number) =>
    ask<Done>(agency.admin, 'record_recall', {
      commission_id: sale.commissionId,
      amount,
      note: 'The cruise line took it back',
    });
  expect((await recall(10)).error).toContain('has not been paid');
  await agency.payout({ name: 'May', paid: true });
  expect(await recall(180.01)).toMatchObject({ field: 'amount' });
  expect(await recall(150)).toMatchObject({ success: true });
  expect(await recall(40)).toMatchObject({
    field: 'amount',
    error: 'At most 30.00 can be taken back: what the agent was paid for it.',
  });
  expect(await commissionOf(sale.id)).toMatchObject({ status: 'agent_paid' });

  await agency.sale({ reference: 'NEXT-1', paid: true });
  const second = await agency.payout({ name: 'June' });
  expect((await pageOf(agency.admin, second)).agents).toMatchObject([
    { commissions: 60, adjustments: -150, amount: 0, carried_out: -90 },
  ]);
  await approve(agency.admin, second);
  expect(await pay(agency.admin, second, randomUUID())).toMatchObject({ success: true });
  expect(await mine(agency.agent)).toMatchObject({ carried_in: -90, amount: 0 });
  await agency.sale({ reference: 'NEXT-2', amount: 2000, paid: true });
  expect(await mine(agency.agent)).toMatchObject({ carried_in: -90, amount: 30 });
  await agency.payout({ name: 'July', paid: true });
  expect(await mine(agency.agent)).toMatchObject({ carried_in: 0, amount: 0 });
});

// Holds payouts-35
test('with a second person asked for, neither who started it, wrote an adjustment nor changed it approves', async () => {
  await setting('payout_second_approval = true');
  await agency.sale({ reference: 'TWO-1', paid: true });
  const id = await agency.payout();
  expect((await approve(agency.admin, id)).error).toContain('A second person approves');
  const bonus = await ask<Done>(agency.owner, 'add_payout_adjustment', {
    agent_id: agency.agent.id,
    kind: 'bonus',
    amount: 5,
    note: 'x',
  });
  expect((await approve(agency.owner, id)).error).toContain('A second person approves');
  // A change by somebody else afterwards does not make it theirs.
  await adjust(agency.agent, 'correction', -1);
  expect((await approve(agency.owner, id)).error).toContain('A second person approves');
  // Nor does deleting what they wrote undo that they changed it; who hands it over stands for that.
  await ask(agency.admin, 'delete_payout_adjustment', { line_id: bonus.id });
  expect((await approve(agency.owner, id)).error).toContain('A second person approves');
  await ask(agency.admin, 'hand_over_payout', { batch_id: id, user_id: agency.owner.id });
  expect(await approve(agency.owner, id)).toMatchObject({ success: true });
  // Back in draft it has to be approved again.
  expect(await ask<Done>(agency.admin, 'reopen_payout', { batch_id: id })).toMatchObject({ success: true });
  expect((await pay(agency.admin, id, randomUUID())).error).toBe('Approve this payout first.');
});

// Holds payouts-109
test('what is taken out or held is kept in the history as it was, and put back', async () => {
  const out = await agency.sale({ reference: 'OUT-1', paid: true });
  const held = await agency.sale({ agent: agency.rival, reference: 'HELD-1', paid: true });
  const bonus = (await adjust(agency.agent, 'bonus', 5)).id ?? '';
  const id = await agency.payout();
  const { lines } = await pageOf(agency.admin, id);
  await ask(agency.admin, 'remove_payout_lines', {
    batch_id: id,
    line_ids: lines.filter(({ agent_id: agent }) => agent === agency.agent.id).map((each) => each.id),
  });
  await ask(agency.admin, 'hold_commission', { commission_id: held.commissionId, reason: 'Their letter' });
  expect((await pageOf(agency.admin, id)).lines).toEqual([]);
  const back = { batch_id: id, commission_ids: [out.commissionId], adjustment_ids: [bonus] };
  expect(await ask<Done>(agency.admin, 'add_payout_lines', back)).toMatchObject({ success: true, added: 2 });
  expect(await ask<Done>(agency.admin, 'add_payout_lines', back)).toMatchObject({
    success: false,
    ...CODED,
    error: 'It cannot be put back any more.',
  });
  // What is held comes back when it is released, and not by this.
  expect(
    await ask<Done>(agency.admin, 'add_payout_lines', { batch_id: id, commission_ids: [held.commissionId] }),
  ).toMatchObject({ success: false });
  await approve(agency.admin, id);
  await pay(agency.admin, id, randomUUID());
  const items = [
    { kind: 'commission', booking_reference: 'OUT-1', agent: 'agent Test', amount: 60 },
    { kind: 'bonus', agent: 'agent Test', amount: 5, note: 'Said why' },
  ];
  expect(
    (await pageOf(agency.admin, id)).events.map(({ action, details }) => [action, details]),
  ).toMatchObject([
    ['paid', {}],
    ['approved', {}],
    ['added', { lines: 2, items }],
    ['held', { booking_reference: 'HELD-1', agent: 'agent Test', amount: 80, reason: 'Their letter' }],
    ['removed', { lines: 2, items }],
    ['started', {}],
  ]);
});

// Holds payouts-34
test('what changed meanwhile refuses the whole payout, with the list', async () => {
  const paidAlone = await agency.sale({ reference: 'ALONE-1', paid: true });
  const cancelled = await agency.sale({ reference: 'CANC-1', paid: true });
  const fine = await agency.sale({ agent: agency.rival, reference: 'FINE-1', paid: true });
  const id = await agency.payout({ approved: true });
  await ask(agency.admin, 'record_agent_payment', await readyToPay(agency, paidAlone.id));
  await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('id', cancelled.commissionId);
  const refused = await pay(agency.admin, id, randomUUID());
  expect(refused.problems?.map(({ booking_reference: reference, problem }) => [reference, problem])).toEqual([
    ['ALONE-1', 'Paid on its own meanwhile'],
    ['CANC-1', 'Cancelled meanwhile'],
  ]);
  expect(await statuses([fine.commissionId])).toEqual(['funds_received']);
  expect(await ask<Done>(agency.admin, 'discard_payout', { batch_id: id })).toMatchObject({ success: true });
  expect((await pageOf(agency.admin, await agency.payout())).lines).toMatchObject([
    { booking_reference: 'FINE-1' },
  ]);
});

/** What each place says can be paid to agents now: the list, the dashboard, the payouts, the member's page, the agents themselves. */
async function readyEverywhere() {
  const figures = async (person: Person) => {
    const { count, stats } = await ask<{
      count: number;
      stats: { ready: { count: number; agent_amount: number } };
    }>(person, 'list_commissions', { ready: true, status: 'funds_received' });
    const all = await ask<typeof stats>(person, 'get_commission_stats');
    expect([all.ready.count, count]).toEqual([stats.ready.count, stats.ready.count]);
    return stats.ready.agent_amount;
  };
  const { to_do: todo } = await ask<{ to_do: { payable: { amount: number } } }>(
    agency.admin,
    'get_dashboard',
  );
  const { strip } = await ask<{ strip: { ready: { amount: number } } }>(agency.admin, 'list_payouts');
  const { payable } = await ask<{ payable: { now: { amount: number }; rows: { reason: string }[] } }>(
    agency.agent,
    'get_dashboard',
  );
  const { figures: member } = await ask<{ figures: { ready: { agent_amount: number } } }>(
    agency.admin,
    'get_member_profile',
    { member_id: agency.agent.id },
  );
  const told = await mine(agency.agent);
  return {
    agency: [await figures(agency.admin), todo.payable.amount, strip.ready.amount],
    agent: [await figures(agency.agent), payable.now.amount, member.ready.agent_amount, told.amount],
    reasons: payable.rows.map(({ reason }) => reason).sort(),
  };
}

// Holds payouts-1
test('list, dashboard, payouts, member and agent agree on what can be paid, whatever stands in the way', async () => {
  const held = await agency.sale({ reference: 'R-HELD', paid: true });
  await agency.sale({ reference: 'R-TRIP', departs: '2199-01-01', paid: true });
  await agency.sale({ reference: 'R-OPEN', amount: 500, paid: true });
  await agency.sale({ agent: agency.rival, reference: 'R-RIVAL', amount: 100, paid: true });
  expect(await readyEverywhere()).toMatchObject({ agency: [158, 158, 158], agent: [150, 150, 150, 150] });
  await ask(agency.admin, 'hold_commission', { commission_id: held.commissionId, reason: 'x' });
  expect(await readyEverywhere()).toMatchObject({ agency: [98, 98, 98], agent: [90, 90, 90, 90] });
  await setting(`payout_hold_until = 'departure'`);
  expect(await readyEverywhere()).toMatchObject({
    agency: [38, 38, 38],
    agent: [30, 30, 30, 30],
    reasons: ['held', 'ready', 'travel'],
  });
  await setting('payout_minimum_amount = 20');
  expect(await readyEverywhere()).toMatchObject({ agency: [30, 30, 30], agent: [30, 30, 30, 30] });
  await setting('payout_minimum_amount = 31');
  expect(await readyEverywhere()).toMatchObject({ agency: [0, 0, 0], agent: [0, 0, 0, 0] });
  // In a draft it is ready, whatever its agent gets.
  await setting('payout_minimum_amount = 0');
  await agency.payout();
  await setting('payout_minimum_amount = 31');
  expect(await readyEverywhere()).toMatchObject({ agency: [38, 38, 38], agent: [30, 30, 30, 30] });
  await setting(`commission_received_on = 'deposit_matched'`);
  expect(await readyEverywhere()).toMatchObject({ agency: [0, 0, 0] });
});
