import type { Json } from '../../../shared/src/platform/api/database.types';
import { sql } from '../support/database';
import { historyOf, saleRow, setStatus, tryCreate, tryUpdate, updateSale } from '../support/sales';
import { createTestAgency, saleInput, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const deposit = (amount: Json, due_on: Json = '2027-01-21', more: { [key: string]: Json } = {}) => ({
  kind: 'deposit',
  due_on,
  amount,
  ...more,
});
const final = (due_on: Json = '2027-02-20', more: { [key: string]: Json } = {}) => ({
  kind: 'final',
  due_on,
  ...more,
});

const withPlan = async (plan: unknown) =>
  tryCreate(agency.agent, saleInput(agency, { total_amount: 9990, payment_plan: plan }));

const dues = (saleId: string) =>
  sql<{ kind: string; due_on: string; amount: string; open_amount: string; remind: boolean }>(
    `select kind, due_on::text, amount::text, open_amount::text, remind from public.payment_dues
     where sales_id = $1 order by place`,
    [saleId],
  );

describe('payment dates of a sale', () => {
  it('are kept in one form, and as rows with what is open; a final payment without an amount is the rest', async () => {
    const { data } = await withPlan([deposit('1200', '2027-01-21', { remind: true }), final()]);
    const { id } = data as { id: string };
    const [{ payment_plan: kept } = { payment_plan: null }] = await sql<{ payment_plan: unknown }>(
      'select payment_plan from public.sales where id = $1',
      [id],
    );
    expect(kept).toEqual([
      { kind: 'deposit', due_on: '2027-01-21', amount: 1200, remind: true },
      { kind: 'final', due_on: '2027-02-20', amount: null, remind: false },
    ]);
    expect(await dues(id)).toEqual([
      { kind: 'deposit', due_on: '2027-01-21', amount: '1200.00', open_amount: '1200.00', remind: true },
      { kind: 'final', due_on: '2027-02-20', amount: '8790.00', open_amount: '8790.00', remind: false },
    ]);
    await updateSale(agency.agent, id, 1, { total_amount: 5000 });
    expect((await dues(id)).map((due) => due.amount)).toEqual(['1200.00', '3800.00']);
    await updateSale(agency.agent, id, 2, { payment_plan: [final()] });
    expect((await dues(id)).map((due) => due.amount)).toEqual(['5000.00']);
    expect((await historyOf(id))[2]?.changed_fields).toContain('payment_plan');
    await updateSale(agency.agent, id, 3, { payment_plan: null });
    expect(await dues(id)).toEqual([]);
  });

  const wrong: [string, unknown, string, string][] = [
    ['no amount of a deposit', [deposit(null)], 'payment_plan.0.amount', 'Enter the amount of the deposit.'],
    ['nothing', [deposit(0)], 'payment_plan.0.amount', 'Enter an amount above 0, with two decimals at most.'],
    [
      'less than nothing',
      [deposit(-5)],
      'payment_plan.0.amount',
      'Enter an amount above 0, with two decimals at most.',
    ],
    [
      'parts of cents',
      [deposit(1.005)],
      'payment_plan.0.amount',
      'Enter an amount above 0, with two decimals at most.',
    ],
    [
      'not a number',
      [deposit('NaN')],
      'payment_plan.0.amount',
      'Enter an amount above 0, with two decimals at most.',
    ],
    [
      'a text',
      [deposit('1e3')],
      'payment_plan.0.amount',
      'Enter an amount above 0, with two decimals at most.',
    ],
    ['no day', [deposit(5, null)], 'payment_plan.0.due_on', 'Enter the day it is due.'],
    ['no such day', [deposit(5, '2027-02-30')], 'payment_plan.0.due_on', 'Enter a date like 11/19/2026.'],
    [
      'a day of long ago',
      [deposit(5, '0026-02-03')],
      'payment_plan.0.due_on',
      'Enter a date like 11/19/2026.',
    ],
    ['a number as day', [deposit(5, 20270203)], 'payment_plan.0.due_on', 'Enter a date like 11/19/2026.'],
    [
      'another kind',
      [{ ...deposit(5), kind: 'tip' }],
      'payment_plan.0.kind',
      'Choose deposit or final payment.',
    ],
    [
      'a text for a payment',
      ['deposit'],
      'payment_plan.0',
      'Send each payment with its kind, day and amount.',
    ],
    [
      'another field',
      [deposit(5, '2027-01-21', { paid: true })],
      'payment_plan.0',
      'Send each payment with its kind, day and amount.',
    ],
    [
      'days out of order',
      [deposit(5), deposit(5, '2027-01-20')],
      'payment_plan.1.due_on',
      'This is due before the payment above it.',
    ],
    [
      'a final payment before a deposit',
      [deposit(5), final('2027-01-20')],
      'payment_plan.1.due_on',
      'This is due before the payment above it.',
    ],
    [
      'something behind the final payment',
      [final(), deposit(5, '2027-03-01')],
      'payment_plan.1.kind',
      'The final payment is the last one.',
    ],
    [
      'two final payments',
      [final(), final('2027-03-01')],
      'payment_plan.1.kind',
      'The final payment is the last one.',
    ],
    [
      'more than the total',
      [deposit(9000), deposit(990.01)],
      'payment_plan.1.amount',
      'The payments come to more than the total of 9,990.00.',
    ],
    [
      'a maybe',
      [deposit(5, '2027-01-21', { remind: 'maybe' })],
      'payment_plan.0.remind',
      'Say whether to remind with yes or no.',
    ],
    [
      'thirteen',
      Array.from({ length: 13 }, () => deposit(5)),
      'payment_plan',
      'A plan has at most 12 payments.',
    ],
    ['no list', { kind: 'final' }, 'payment_plan', 'Send the payment plan as a list.'],
  ];
  // Holds sales-8
  test.each(wrong)('%s is refused at its field', async (_what, plan, hint, message) => {
    expect((await withPlan(plan)).error).toMatchObject({ hint, message });
  });

  it('are checked as well where a program writes the table itself', async () => {
    const { id } = await agency.sale();
    const { error } = await agency.agent.api
      .from('sales')
      .update({ payment_plan: [deposit(0)] })
      .eq('id', id);
    expect(error).toMatchObject({ hint: 'payment_plan.0.amount' });
  });

  it('cannot change once the sale is not booked any more', async () => {
    const { id } = (await withPlan([deposit(1000)])).data as { id: string };
    await setStatus(agency.agent, id, 'cancelled');
    expect((await tryUpdate(agency.admin, id, 2, { payment_plan: [] })).error).toMatchObject({
      hint: 'payment_plan',
      message: 'The payment dates of this sale cannot change any more: the sale is cancelled.',
    });
    expect((await dues(id)).map((due) => due.open_amount)).toEqual(['0.00']);
    expect((await saleRow(id)).version).toBe(2);
  });

  it('are read by the seller and admins, and by nobody else', async () => {
    const other = await createTestAgency();
    const { id } = (await withPlan([deposit(1000)])).data as { id: string };
    const seen = async ({ api }: TestAgency['agent']) =>
      (await api.from('payment_dues').select('place').eq('sales_id', id)).data?.length;
    expect(await Promise.all([agency.agent, agency.admin, agency.rival, other.owner].map(seen))).toEqual([
      1, 1, 0, 0,
    ]);
  });
});
