import { CODED } from '../support/coded';
import { sqlOne, sql } from '../support/database';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

const paymentOf = (commissionId: string) =>
  sqlOne<{ id: string }>(
    `select id, amount::float, agent_id, payment_date::text, payment_method, reference, notes, created_by
     from public.agent_payments where commission_id = $1`,
    [commissionId],
  );

/** An agent who was paid, as readyToPay says: on June 1, by bank transfer. */
async function paid() {
  const sale = await agency.sale();
  const payment = { ...(await readyToPay(agency, sale.id)), reference: 'TR-1' };
  await agency.admin.api.rpc('record_agent_payment', payment);
  return { commissionId: payment.commission_id, before: await paymentOf(payment.commission_id) };
}

const CORRECTED = { payment_date: '2026-05-30', payment_method: 'check', reference: ' CHK-9 ' };

const correct = async ({ api }: Person, payment_id: string, correction: object = CORRECTED) => {
  const { data, error } = await api.rpc('correct_agent_payment', { payment_id, ...correction } as never);
  return error ? error.code : (data as unknown);
};

const toldOf = (commissionId: string) =>
  sql(
    `select changed_by, previous_data, new_data, notes from public.commission_history
     where commission_id = $1 and notes = 'Payment corrected'`,
    [commissionId],
  );

// Holds commissions-52
test('day, method and reference are corrected, the rest stands, and the history keeps what it was', async () => {
  const { commissionId, before } = await paid();
  expect(await correct(agency.owner, before.id)).toEqual({ success: true, error: null, field: null });
  expect(await paymentOf(commissionId)).toEqual({
    ...before,
    payment_date: '2026-05-30',
    payment_method: 'check',
    reference: 'CHK-9',
  });
  expect(await toldOf(commissionId)).toEqual([
    {
      changed_by: agency.owner.id,
      previous_data: {
        payment_date: '2026-06-01',
        payment_method: 'bank_transfer',
        payment_reference: 'TR-1',
      },
      new_data: { payment_date: '2026-05-30', payment_method: 'check', payment_reference: 'CHK-9' },
      notes: 'Payment corrected',
    },
  ]);
});

test('what is the same is no correction', async () => {
  const { commissionId, before } = await paid();
  const same = { payment_date: '2026-06-01', payment_method: 'bank_transfer', reference: 'TR-1' };
  expect(await correct(agency.admin, before.id, same)).toMatchObject({ success: true });
  expect(await toldOf(commissionId)).toEqual([]);
});

test.each<[string, object, unknown]>([
  [
    'no day',
    { payment_date: null },
    { success: false, ...CODED, error: 'Enter the payment date.', field: 'payment_date' },
  ],
  ['no method', { payment_method: null }, { success: false, field: 'payment_method' }],
  ['an unknown method', { payment_method: 'gold' }, '23514'],
  ['an endless reference', { reference: 'x'.repeat(201) }, '23514'],
])('refuses %s', async (_what, wrong, refusal) => {
  const { commissionId, before } = await paid();
  const answer = await correct(agency.admin, before.id, { ...CORRECTED, ...wrong });
  if (typeof refusal === 'string') expect(answer).toBe(refusal);
  else expect(answer).toMatchObject(refusal as object);
  expect(await paymentOf(commissionId)).toEqual(before);
});

test('agents, and admins of another agency, correct nothing', async () => {
  const { commissionId, before } = await paid();
  for (const person of [agency.agent, agency.rival, agency.inactive, otherAgency.admin])
    expect(await correct(person, before.id)).toMatchObject({ success: false });
  expect(await paymentOf(commissionId)).toEqual(before);
  expect(await toldOf(commissionId)).toEqual([]);
});

test('who is erased leaves the corrected references as well', async () => {
  const { commissionId, before } = await paid();
  await correct(agency.admin, before.id, { ...CORRECTED, reference: 'For Vera Lind' });
  await correct(agency.admin, before.id);
  await agency.admin.api.rpc('erase_customer', {
    customer_id: agency.customerId,
    confirmation: 'Vera Lind',
  });
  const told = JSON.stringify(await toldOf(commissionId));
  expect(told).toContain('Erased customer');
  expect(told).not.toContain('Vera');
});
