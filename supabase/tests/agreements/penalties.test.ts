import { randomUUID } from 'node:crypto';
import { sql } from '../support/database';
import { createSale, saleRow } from '../support/sales';
import { commissionOf, createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
});

const sale = async () =>
  (await createSale(agency.agent, agency, { total_amount: 2000, commission_rate: 10 })).id;

const cancel = (who: Person, sale_id: string, amount: number | null, more: object = {}) =>
  who.api.rpc('cancel_sale_with_penalty', { sale_id, amount: amount as number, ...more });

const penaltiesOf = (saleId: string) =>
  sql<{ amount: string; status: string; due_on: string | null; vendor_id: string }>(
    `select amount::text, status, due_on::text, vendor_id from public.other_commissions
     where sales_id = $1 and kind = 'penalty'`,
    [saleId],
  );

// Holds sales-17
test('a sale is cancelled, and what the vendor still pays is divided as a commission', async () => {
  const id = await sale();
  const { data } = await cancel(agency.agent, id, 80, { due_on: '2027-03-01', note: 'The customer is ill' });
  expect(data).toEqual({ id, status: 'cancelled', version: 2 });
  expect(await commissionOf(id)).toMatchObject({ status: 'cancelled' });
  expect(await penaltiesOf(id)).toEqual([
    { amount: '80.00', status: 'unpaid', due_on: '2027-03-01', vendor_id: agency.vendorId },
  ]);
  const shares = await sql<{ user_id: string; gross_part: string; split: string }>(
    `select s.user_id, s.gross_part::text, s.split::text from public.commission_shares s
     join public.other_commissions o on o.id = s.other_commission_id where o.sales_id = $1`,
    [id],
  );
  expect(shares).toMatchObject([{ user_id: agency.agent.id, gross_part: '80.00' }]);
  const { data: history } = await agency.agent.api.rpc('get_sale_history', { sale_id: id });
  expect(history).toMatchObject({ penalty: { amount: 80, due_on: '2027-03-01', status: 'unpaid' } });
});

// Holds sales-18
test.each([0, -1, null, 0.001, 200.01])('%j is no penalty, and the sale stays as it is', async (amount) => {
  const id = await sale();
  expect((await cancel(agency.agent, id, amount)).error).toMatchObject({ code: 'P0001', hint: 'amount' });
  expect((await saleRow(id)).status).toBe('booked');
  expect(await penaltiesOf(id)).toEqual([]);
});

test('it is for the seller and admins, happens once, and never to a sale that was cancelled', async () => {
  const id = await sale();
  for (const stranger of [agency.rival, other.owner, agency.inactive])
    expect((await cancel(stranger, id, 10)).error).not.toBeNull();
  const request_key = randomUUID();
  const answers = await Promise.all([1, 2, 3].map(() => cancel(agency.admin, id, 10, { request_key })));
  expect(answers.map(({ data }) => (data as { version: number }).version)).toEqual([2, 2, 2]);
  expect((await cancel(agency.admin, id, 10)).error).toMatchObject({
    message: 'This sale is already cancelled.',
  });
  expect(await penaltiesOf(id)).toHaveLength(1);
  expect((await agency.rival.api.rpc('get_sale_history', { sale_id: id })).data).toMatchObject({
    penalty: null,
  });
});
