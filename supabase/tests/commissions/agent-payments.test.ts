import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { commissionOf, createTestAgency, readyToPay, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

type Payment = Awaited<ReturnType<typeof readyToPay>>;
const pay = (ofAgency: TestAgency, payment: object) =>
  ofAgency.admin.api.rpc('record_agent_payment', payment as Payment);

const paymentsOf = (commissionId: string) =>
  sql('select * from public.agent_payments where commission_id = $1', [commissionId]);

test('an admin pays the agent’s share; the row, the commission and the answer agree', async () => {
  const sale = await agency.sale({ amount: 2500 });
  const payment = await readyToPay(agency, sale.id);
  const { data } = await pay(agency, { ...payment, reference: ' TR-77 ', notes: '' });
  expect(data).toMatchObject({
    success: true,
    error: null,
    commission: { id: payment.commission_id, status: 'agent_paid', agent_amount: 150 },
  });
  expect(await paymentsOf(payment.commission_id)).toEqual([
    expect.objectContaining({
      organization_id: agency.organizationId,
      agent_id: agency.agent.id,
      created_by: agency.admin.id,
      amount: '150.00',
      payment_method: 'bank_transfer',
      reference: 'TR-77',
      notes: null,
    }),
  ]);
  const { data: seen } = await agency.agent.api
    .from('agent_payments')
    .select('amount')
    .eq('commission_id', payment.commission_id);
  expect(seen).toEqual([{ amount: 150 }]);
});

test('the owner may pay as well', async () => {
  const sale = await agency.sale();
  const payment = { ...(await readyToPay(agency, sale.id)), created_by: agency.owner.id };
  const { data } = await agency.owner.api.rpc('record_agent_payment', payment);
  expect(data).toMatchObject({ success: true });
});

const NOT_ALLOWED = 'You do not have permission to record agent payments.';

test.each(['agent', 'rival', 'inactive'] as const)('%s may not', async (who) => {
  const sale = await agency.sale();
  const payment = await readyToPay(agency, sale.id);
  const { data } = await agency[who].api.rpc('record_agent_payment', {
    ...payment,
    created_by: agency[who].id,
  });
  expect(data).toEqual({ success: false, ...CODED, error: NOT_ALLOWED, field: null, commission: null });
  expect(await paymentsOf(payment.commission_id)).toEqual([]);
  expect(await commissionOf(sale.id)).toMatchObject({ status: 'funds_received' });
});

test('an admin of another organization finds nothing', async () => {
  const sale = await agency.sale();
  const payment = await readyToPay(agency, sale.id);
  const { data } = await pay(otherAgency, {
    ...payment,
    organization_id: otherAgency.organizationId,
    created_by: otherAgency.admin.id,
  });
  expect(data).toMatchObject({ success: false, ...CODED, error: 'This commission does not exist.' });
  expect(await paymentsOf(payment.commission_id)).toEqual([]);
});

test.each<[string, (payment: Payment) => object, string, string]>([
  [
    'another amount',
    (p) => ({ ...p, amount: p.amount + 0.01 }),
    "Enter exactly 60.00, the agent's share.",
    'amount',
  ],
  ['no amount', (p) => ({ ...p, amount: null }), 'Enter the amount you paid.', 'amount'],
  [
    'a negative amount',
    (p) => ({ ...p, amount: -p.amount }),
    "Enter exactly 60.00, the agent's share.",
    'amount',
  ],
  ['no date', (p) => ({ ...p, payment_date: null }), 'Enter the payment date.', 'payment_date'],
  ['no method', (p) => ({ ...p, payment_method: null }), 'Choose how the agent was paid.', 'payment_method'],
  [
    'another agent',
    (p) => ({ ...p, agent_id: agency.rival.id }),
    'The commission belongs to another agent.',
    'agent_id',
  ],
  [
    'another creator',
    (p) => ({ ...p, created_by: agency.owner.id }),
    'A payment is recorded under your own name.',
    'created_by',
  ],
  [
    'another organization',
    (p) => ({ ...p, organization_id: otherAgency.organizationId }),
    'The commission belongs to another organization.',
    'organization_id',
  ],
  [
    'an unknown commission',
    (p) => ({ ...p, commission_id: '00000000-0000-4000-8000-000000000000' }),
    'This commission does not exist.',
    'commission_id',
  ],
])('%s is refused with the reason, at its field', async (_what, forge, error, field) => {
  const sale = await agency.sale();
  const payment = await readyToPay(agency, sale.id);
  const { data } = await pay(agency, forge(payment));
  expect(data).toEqual({ success: false, ...CODED, error, field, commission: null });
  expect(await paymentsOf(payment.commission_id)).toEqual([]);
  expect(await commissionOf(sale.id)).toMatchObject({ status: 'funds_received' });
});

test.each([
  ['an unknown method', { payment_method: 'shells' }, 'agent_payments_payment_method_known'],
  ['an over-long reference', { reference: 'x'.repeat(201) }, 'agent_payments_reference_length'],
  ['over-long notes', { notes: 'x'.repeat(5001) }, 'agent_payments_notes_length'],
  ['an impossible date', { payment_date: '0026-01-01' }, 'agent_payments_payment_date_range'],
])('%s is refused by its constraint', async (_what, wrong, constraint) => {
  const sale = await agency.sale();
  const payment = await readyToPay(agency, sale.id);
  const { error, status } = await pay(agency, { ...payment, ...wrong });
  expect([status, error?.code]).toEqual([400, '23514']);
  expect(error?.message).toContain(constraint);
  expect(await commissionOf(sale.id)).toMatchObject({ status: 'funds_received' });
});

test.each([
  ['booked', 'The customer has not paid this sale yet.'],
  ['cancelled', 'Agent cannot be paid for a cancelled sale'],
])('nobody is paid for a %s sale', async (status, error) => {
  const sale = await agency.sale();
  if (status !== 'booked') await agency.admin.api.from('sales').update({ status }).eq('id', sale.id);
  const commission = await commissionOf(sale.id);
  const { data } = await pay(agency, {
    commission_id: commission.id,
    agent_id: agency.agent.id,
    organization_id: agency.organizationId,
    created_by: agency.admin.id,
    amount: 60,
    payment_date: '2026-06-01',
    payment_method: 'cash',
  });
  expect(data).toMatchObject({ success: false, ...CODED, error });
});

test('of five simultaneous calls exactly one wins', async () => {
  for (let round = 0; round < 5; round += 1) {
    const sale = await agency.sale();
    const payment = await readyToPay(agency, sale.id);
    const answers = await Promise.all(Array.from({ length: 5 }, () => pay(agency, payment)));
    const said = answers.map(({ data, error }) => {
      expect(error).toBeNull();
      return data as { success: boolean; error: string | null };
    });
    expect(said.filter((answer) => answer.success)).toHaveLength(1);
    expect(new Set(said.flatMap((answer) => answer.error ?? []))).toEqual(
      new Set(['The agent has already been paid for this commission.']),
    );
    expect(await paymentsOf(payment.commission_id)).toHaveLength(1);
    const { count } = await sqlOne(
      `select count(*)::int from public.commission_history where commission_id = $1 and new_status = 'agent_paid'`,
      [payment.commission_id],
    );
    expect(count).toBe(1);
  }
});

test('a sale is cancelled while its commission is paid: one wins, and the state is that of the winner', async () => {
  const wins = { paid: 0, cancelled: 0 };
  for (let round = 0; round < 40; round += 1) {
    const sale = await agency.sale();
    const payment = await readyToPay(agency, sale.id);
    const cancel = () => agency.agent.api.from('sales').update({ status: 'cancelled' }).eq('id', sale.id);
    const reject = () =>
      agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('id', payment.commission_id);
    // A third hand reaches for the commission alone: the order of locks must hold for it too.
    const third = round % 4 === 0 ? reject() : Promise.resolve(null);
    const [paid, cancelled] = await (round % 2
      ? Promise.all([pay(agency, payment), cancel(), third])
      : Promise.all([cancel(), pay(agency, payment), third]).then(([c, p]) => [p, c] as const));
    const { success, error } = paid.data as { success: boolean; error: string | null };
    const state = await sqlOne<{ sale: string; commission: string; payments: number }>(
      `select s.status as sale, c.status as commission,
         (select count(*)::int from public.agent_payments p where p.commission_id = c.id) as payments
       from public.sales s join public.commissions c on c.sales_id = s.id where s.id = $1`,
      [sale.id],
    );
    if (success) {
      wins.paid += 1;
      expect(cancelled.error?.message).toBe(
        'The agent has been paid, so this sale can no longer be cancelled.',
      );
      expect(state).toEqual({ sale: 'paid', commission: 'agent_paid', payments: 1 });
    } else {
      wins.cancelled += 1;
      expect(cancelled.error).toBeNull();
      expect(error).toMatch(
        /^(Agent cannot be paid for a cancelled sale|A cancelled commission cannot be paid\.)$/,
      );
      expect(state).toEqual({ sale: 'cancelled', commission: 'cancelled', payments: 0 });
    }
  }
  expect(wins.paid + wins.cancelled).toBe(40);
});

test('many hands on few sales never deadlock, and no half-done state remains', async () => {
  const sales = await Promise.all(Array.from({ length: 3 }, () => agency.sale()));
  const moves = Array.from({ length: 60 }, (_, index) => {
    const at = index % sales.length;
    const [saleId, commissionId] = [sales[at]?.id ?? '', sales[at]?.commissionId ?? ''];
    const sale = (change: object) => agency.agent.api.from('sales').update(change).eq('id', saleId);
    const commission = (change: object) =>
      agency.admin.api.from('commissions').update(change).eq('id', commissionId);
    switch (index % 5) {
      case 0:
        return sale({ total_amount: 1000 + index });
      case 1:
        return commission({ notes: `note ${index}` });
      case 2:
        return sale({ notes: `note ${index}` });
      case 3:
        return index < 40 ? sale({ commission_rate: 5 + (index % 7) }) : sale({ status: 'paid' });
      default:
        return index < 50 ? commission({ notes: null }) : commission({ status: 'cancelled' });
    }
  });
  const answers = await Promise.all(moves);
  for (const { error } of answers) expect([null, 'P0001']).toContain(error?.code ?? null);
  for (const sale of sales) {
    const row = await sqlOne(
      `select s.status, c.status as commission, c.amount = s.commission_amount as same,
         (select new_data from public.sales_history h where h.sales_id = s.id order by created_at desc limit 1) is not null as told
       from public.sales s join public.commissions c on c.sales_id = s.id where s.id = $1`,
      [sale.id],
    );
    expect(row).toMatchObject({ same: true, told: true });
  }
});
