import { sql, sqlOne } from '../support/database';
import { createSale, setStatus } from '../support/sales';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

/** So many days after the agency's today. */
const inDays = async (days: number) =>
  (
    await sqlOne<{ day: string }>(
      `select ((now() at time zone time_zone)::date + $2::int)::text as day from public.organizations where id = $1`,
      [agency.organizationId, days],
    )
  ).day;

const withDeposit = async (days: number, { by = agency.agent, remind = true, more = {} } = {}) =>
  createSale(by, agency, {
    agent_id: agency.agent.id,
    booking_reference: `PAY-${days}`,
    total_amount: 4000,
    payment_plan: [{ kind: 'deposit', due_on: await inDays(days), amount: 1000, remind }],
    ...more,
  });

const run = () => sql('select private.remind_of_payments()');

const told = async ({ api }: Person) =>
  (await api.from('notifications').select('message, type, code, commentable_id').eq('code', 'payment_due'))
    .data ?? [];

// Holds sales-15
test('a payment is reminded of within 7 days of its day, once, to the seller and the admin who recorded the sale', async () => {
  const { id } = await withDeposit(7, { by: agency.admin });
  await withDeposit(8);
  await withDeposit(3, { remind: false });
  await Promise.all([run(), run()]);
  await run();
  const message = expect.stringMatching(
    /^The deposit on the sale PAY-7 for Vera Lind is due [A-Z][a-z]{2} \d+, \d{4}\.$/,
  ) as unknown;
  const expected = [{ message, type: 'customer_payment', code: 'payment_due', commentable_id: id }];
  expect(await told(agency.agent)).toEqual(expected);
  expect(await told(agency.admin)).toEqual(expected);
  expect(await told(agency.owner)).toEqual([]);
  expect(await told(agency.rival)).toEqual([]);
});

test('what is paid, cancelled or over is not reminded of', async () => {
  const paid = await withDeposit(5);
  await agency.agent.api.rpc('record_customer_payment', {
    sale_id: paid.id,
    amount: 1000,
    paid_on: '2026-11-01',
    payment_method: 'cash',
  });
  const cancelled = await withDeposit(6);
  await setStatus(agency.agent, cancelled.id, 'cancelled');
  await withDeposit(-1);
  await run();
  expect(await told(agency.agent)).toEqual([]);
});

test('another day is reminded of anew, another amount is not', async () => {
  const { id } = await withDeposit(2);
  await run();
  const change = (due: string, amount: number, version: number) =>
    agency.agent.api.rpc('update_sale', {
      sale_id: id,
      expected_version: version,
      changes: { payment_plan: [{ kind: 'deposit', due_on: due, amount, remind: true }] },
    });
  expect((await change(await inDays(2), 900, 1)).error).toBeNull();
  await run();
  expect(await told(agency.agent)).toHaveLength(1);
  expect((await change(await inDays(4), 900, 2)).error).toBeNull();
  await run();
  expect(await told(agency.agent)).toHaveLength(2);
});

test('what is due soon or over is listed by its day: an agent’s own, all of the agency for admins', async () => {
  const over = await withDeposit(-2);
  await withDeposit(14);
  await withDeposit(15);
  await createSale(agency.rival, agency, {
    total_amount: 500,
    payment_plan: [{ kind: 'final', due_on: await inDays(1), amount: null }],
  });
  const ask = async ({ api }: Person) =>
    ((await api.rpc('get_dashboard', { parts: ['payments_due'] })).data as { payments_due?: unknown })
      .payments_due;
  expect(await ask(agency.agent)).toMatchObject({
    count: 2,
    overdue: 1,
    amount: 2000,
    rows: [
      { sales_id: over.id, booking_reference: 'PAY--2', kind: 'deposit', open: 1000, overdue: true },
      { booking_reference: 'PAY-14', overdue: false },
    ],
  });
  expect(await ask(agency.admin)).toMatchObject({
    count: 3,
    amount: 2500,
    rows: [{}, { kind: 'final', open: 500 }, {}],
  });
  const other = await createTestAgency();
  expect(await ask(other.owner)).toBeUndefined();
});
