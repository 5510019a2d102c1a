import { randomUUID } from 'node:crypto';
import { ask } from '../support/bank';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { ACCOUNT, approve, faults, pageOf, pay, SENDER, type Done, type MyPayouts } from '../support/payouts';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/payouts.md, Payments that come back. */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});
afterEach(async () => {
  expect(await faults(agency.organizationId)).toEqual([]);
});

interface Statement {
  id: string;
  number: string;
  amount: number;
  adjustment_amount: number;
  void: { voided_on: string; reason: string; by: string } | null;
  returned: { number: string | null; booking_reference: string | null; paid_on: string; amount: number }[];
  lines: { kind: string; amount: number; note: string | null; funded?: boolean }[];
  paid_this_year: number;
}

const read = (person: Person, id: string) => ask<Statement>(person, 'get_statement', { statement_id: id });
const voidStatement = (person: Person, id: string, reason: string | null = 'Account closed') =>
  ask<Done>(person, 'void_statement_payment', { statement_id: id, reason });
const voidPayment = (person: Person, id: string, reason: string | null = 'Check lost') =>
  ask<Done>(person, 'void_agent_payment', { payment_id: id, reason });

/** Pays what can be paid now. Answers the agent's statement of it. */
async function payout(agent: Person = agency.agent): Promise<Statement> {
  const id = await agency.payout({ paid: true });
  const { id: statement } = await sqlOne<{ id: string }>(
    'select id from public.payout_statements where batch_id = $1 and agent_id = $2',
    [id, agent.id],
  );
  return read(agency.admin, statement);
}

/** A commission of the agent that was paid on its own: its id and that of the payment. */
async function paidAlone(reference: string) {
  const sale = await agency.sale({ reference, agentPaid: true });
  const { id, amount } = await sqlOne<{ id: string; amount: number }>(
    'select id, amount::float8 as amount from public.agent_payments where commission_id = $1',
    [sale.commissionId],
  );
  return { commissionId: sale.commissionId, paymentId: id, amount };
}

const voids = () =>
  sql<{ amount: number; reason: string }>(
    'select amount::float8 as amount, reason from public.payment_voids where organization_id = $1 order by created_at',
    [agency.organizationId],
  );

// Holds payouts-67
test('a payment that came back is paid again by the next payout, whose statement names the old one beside its sum', async () => {
  const sale = await agency.sale({ reference: 'VD-1', paid: true });
  const first = await payout();
  expect(await voidStatement(agency.admin, first.id)).toMatchObject({ success: true });

  // Nothing of the past is changed; the page says what happened, to the agent as well.
  for (const person of [agency.admin, agency.agent])
    expect(await read(person, first.id)).toMatchObject({
      amount: first.amount,
      lines: [{ kind: 'commission' }],
      void: { reason: 'Account closed' },
      paid_this_year: 0,
    });
  expect(await sqlOne('select status from public.commissions where id = $1', [sale.commissionId])).toEqual({
    status: 'agent_paid',
  });
  expect(await voids()).toEqual([{ amount: -first.amount, reason: 'Account closed' }]);
  const mine = await ask<MyPayouts & { paid_this_year: number; statements: { voided_on: string | null }[] }>(
    agency.agent,
    'get_my_payouts',
  );
  expect(mine).toMatchObject({
    amount: first.amount,
    paid_this_year: 0,
    lines: [
      { kind: 'returned', amount: first.amount, note: 'Payment of June 15, 2026 came back: Account closed' },
    ],
    statements: [{ voided_on: expect.any(String) as string }],
  });

  const second = await payout();
  expect(second).toMatchObject({
    amount: first.amount,
    adjustment_amount: first.amount,
    void: null,
    returned: [{ number: first.number, paid_on: '2026-06-15', amount: first.amount }],
    paid_this_year: first.amount,
  });
  expect(
    await sql(
      `select message from public.notifications where user_id = $1 and commentable_id = $2 and message like '%came back%'`,
      [agency.agent.id, first.id],
    ),
  ).toHaveLength(1);
});

// Holds payouts-67
test('a payment that pays another again may come back, too', async () => {
  await agency.sale({ reference: 'VD-2', paid: true });
  let statement = await payout();
  for (const reason of ['Account closed', 'Check lost', 'Returned to sender']) {
    expect(await voidStatement(agency.admin, statement.id, reason)).toMatchObject({ success: true });
    const next = await payout();
    expect(next).toMatchObject({ amount: statement.amount, paid_this_year: statement.amount });
    expect(next.returned).toMatchObject([{ number: statement.number }]);
    statement = next;
  }
  expect(await voids()).toHaveLength(3);
});

// Holds payouts-69
test('a single payment is voided alone; its commission says so and stays paid', async () => {
  const { commissionId, paymentId, amount } = await paidAlone('VD-3');
  expect(await voidPayment(agency.admin, paymentId)).toMatchObject({ success: true });
  const about = (person: Person) =>
    ask<{ payout: { void: object | null }; history: { entries: { notes: string | null }[] } }>(
      person,
      'get_commission_record',
      { commission_id: commissionId },
    );
  for (const person of [agency.admin, agency.agent]) {
    const { payout: told, history } = await about(person);
    expect(told.void).toMatchObject({ reason: 'Check lost' });
    expect(history.entries.at(-1)?.notes).toBe('Payment voided: Check lost');
  }
  const next = await payout();
  expect(next).toMatchObject({ amount, paid_this_year: amount });
  expect(next.returned).toMatchObject([{ number: null, booking_reference: 'VD-3', amount }]);
});

// Holds payouts-70
test('of a payout that left something to carry, or collected a recall, the next one pays what came back and no more', async () => {
  const sale = await agency.sale({ reference: 'VD-4', paid: true });
  const first = await payout();
  // The vendor takes back a part; the void changes nothing about it.
  const recall = { commission_id: sale.commissionId, amount: 30, note: 'No-show' };
  expect(await ask<Done>(agency.admin, 'record_recall', recall)).toMatchObject({ success: true });
  await ask(agency.admin, 'add_payout_adjustment', {
    agent_id: agency.agent.id,
    kind: 'correction',
    amount: -first.amount,
    note: 'Advance',
  });
  const below = await payout();
  expect(below).toMatchObject({ amount: 0, carried_out: -30 - first.amount });
  expect(await voidStatement(agency.admin, first.id)).toMatchObject({ success: true });
  await agency.sale({ reference: 'VD-5', paid: true });
  const next = await payout();
  expect(next).toMatchObject({ carried_in: -30 - first.amount, adjustment_amount: first.amount });
  expect(
    (
      await sqlOne<{ left: number }>(
        'select private.recallable_share(private.sellers_share($1, $2))::float8 as left',
        [agency.organizationId, sale.commissionId],
      )
    ).left,
  ).toBe(first.amount - 30);
  expect(await voidStatement(agency.admin, below.id)).toMatchObject({
    success: false,
    ...CODED,
    error: 'Nothing was paid: there is nothing to void.',
  });
});

// Holds payouts-71
test('in an open draft it stands at once, cannot be deleted, and may be left for the next payout', async () => {
  const { paymentId, amount } = await paidAlone('VD-6');
  await agency.sale({ reference: 'VD-7', paid: true });
  const id = await agency.payout();
  await voidPayment(agency.admin, paymentId);
  const { lines } = await pageOf(agency.admin, id);
  const returned = lines.find(({ kind }) => kind === 'returned');
  expect(returned).toMatchObject({ amount });
  expect(await ask<Done>(agency.admin, 'delete_payout_adjustment', { line_id: returned?.id })).toMatchObject({
    success: false,
  });
  await ask(agency.admin, 'remove_payout_lines', { batch_id: id, line_ids: [returned?.id] });
  expect((await pageOf(agency.admin, id)).lines.map(({ kind }) => kind)).toEqual(['commission']);
  await ask(agency.admin, 'discard_payout', { batch_id: id });
  expect((await payout()).returned).toHaveLength(1);
});

// Holds payouts-72
test('a voided payment is out of the payment file', async () => {
  await ask(agency.owner, 'save_payout_account', { details: SENDER });
  await ask(agency.agent, 'save_bank_details', { details: ACCOUNT });
  await agency.sale({ reference: 'VD-8', paid: true });
  const { id } = await payout();
  await voidStatement(agency.admin, id);
  const { batch_id: batch } = await sqlOne<{ batch_id: string }>(
    'select batch_id from public.payout_statements where id = $1',
    [id],
  );
  const disclosure = await ask<string>(agency.admin, 'request_payment_file', { batch_id: batch });
  const file = await ask<{ payments: unknown[]; left: { reason: string }[] }>(
    agency.admin,
    'read_payment_file',
    {
      disclosure_id: disclosure,
    },
  );
  expect([file.payments, file.left]).toEqual([[], [expect.objectContaining({ reason: 'Voided' })]]);
});

// Holds payouts-73
test('is refused where it makes no sense, at the field that is wrong', async () => {
  const { paymentId } = await paidAlone('VD-9');
  await agency.sale({ reference: 'VD-10', paid: true });
  const { id } = await payout();
  const { payment } = await sqlOne<{ payment: string }>(
    'select id as payment from public.agent_payments where organization_id = $1 and batch_id is not null',
    [agency.organizationId],
  );
  for (const reason of [null, '  '])
    expect(await voidStatement(agency.admin, id, reason)).toMatchObject({
      error: 'Say why. The agent reads it.',
      field: 'reason',
    });
  expect(await voidPayment(agency.admin, paymentId, 'x'.repeat(501))).toMatchObject({
    error: 'Use at most 500 characters.',
    field: 'reason',
  });
  expect(await voidPayment(agency.admin, payment)).toMatchObject({
    error: 'A payout paid this. Void the payment on its statement.',
  });
  expect(await voidStatement(agency.admin, randomUUID())).toMatchObject({
    error: 'This payment does not exist.',
  });
  expect(await voidPayment(agency.admin, randomUUID())).toMatchObject({
    error: 'This payment does not exist.',
  });
  const other = await createTestAgency();
  expect(await voidStatement(other.admin, id)).toMatchObject({ error: 'This payment does not exist.' });
  await expect(voidStatement(agency.agent, id)).rejects.toThrow('permission denied');
  await expect(voidPayment(agency.agent, paymentId)).rejects.toThrow('permission denied');
  expect(await voidPayment(agency.admin, paymentId, 'x'.repeat(500))).toMatchObject({ success: true });
  expect(await voidPayment(agency.admin, paymentId)).toMatchObject({
    error: expect.stringMatching(/^This payment was voided on .* already\.$/) as string,
  });
});

// Holds payouts-74
test('where a second person approves payouts, only owners void', async () => {
  const { paymentId } = await paidAlone('VD-11');
  await sql('update public.organizations set payout_second_approval = true where id = $1', [
    agency.organizationId,
  ]);
  expect(await voidPayment(agency.admin, paymentId)).toMatchObject({
    success: false,
    ...CODED,
    error: 'Only an owner can void a payment where a second person approves payouts.',
  });
  expect(await voidPayment(agency.owner, paymentId)).toMatchObject({ success: true });
});

// Holds payouts-75
test('two at once void a payment once', async () => {
  await agency.sale({ reference: 'VD-12', paid: true });
  const { id } = await payout();
  const { paymentId } = await paidAlone('VD-13');
  const both = [agency.admin, agency.owner];
  for (const act of [voidStatement, voidPayment]) {
    const answers = await Promise.all(
      both.map((person) => act(person, act === voidStatement ? id : paymentId)),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
  }
  expect(await voids()).toHaveLength(2);
});

test('a payout that is being paid meanwhile takes what came back, or leaves it for the next one', async () => {
  const { paymentId, amount } = await paidAlone('VD-14');
  await agency.sale({ reference: 'VD-15', paid: true });
  const id = await agency.payout();
  const [voided] = await Promise.all([
    voidPayment(agency.owner, paymentId),
    (async () => {
      await approve(agency.admin, id);
      await pay(agency.admin, id, randomUUID());
    })(),
  ]);
  expect(voided).toMatchObject({ success: true });
  const { payout: state } = await pageOf(agency.admin, id);
  if (state.status !== 'paid') {
    // The void came in between: what is approved was looked at again.
    await approve(agency.admin, id);
    await pay(agency.admin, id, randomUUID());
  }
  const [line] = await sql<{ batch_id: string | null }>(
    `select batch_id from public.payout_lines where organization_id = $1 and kind = 'returned'`,
    [agency.organizationId],
  );
  if (line?.batch_id === null) expect(await payout()).toMatchObject({ amount });
  else expect(line?.batch_id).toBe(id);
});

// Holds payouts-76
test('nobody writes, changes or deletes a void but by these functions, and others read none', async () => {
  const { paymentId } = await paidAlone('VD-16');
  await voidPayment(agency.admin, paymentId);
  const rows = async (person: Person) =>
    (await person.api.from('payment_voids').select('payment_id')).data?.length;
  expect(await rows(agency.admin)).toBe(1);
  expect(await rows(agency.agent)).toBe(1);
  expect(await rows(agency.rival)).toBe(0);
  const [voided] = await sql<{ id: string }>(
    'select id from public.payment_voids where organization_id = $1',
    [agency.organizationId],
  );
  for (const change of [
    `update public.payment_voids set amount = -1 where id = '${voided?.id}'`,
    `delete from public.payment_voids where id = '${voided?.id}'`,
  ])
    await expect(sql(change)).rejects.toThrow('History can be neither changed nor deleted.');
});
