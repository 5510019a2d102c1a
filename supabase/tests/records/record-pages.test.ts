import { addCustomer, ask } from '../support/customers';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** The page of a customer, vendor or member with the sales beside it: one question, and nobody learns more than before. */
let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
});

interface Page {
  sales: { count: number; rows: { id: string; customer: object | null; vendor: { name: string } | null }[] };
  trips?: { id: string; customer_id: string }[];
}

const pageOf = (person: Person, noun: 'customer' | 'vendor' | 'member', id: string) =>
  ask<Page | null>(person, `get_${noun}_page`, { [`${noun}_id`]: id });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('the newest five sales one may see, and how many there are', async () => {
  const customer_id = await addCustomer(agency.agent);
  const dates = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05', '2026-01-06'];
  const ids: string[] = [];
  for (const sale_date of dates) ids.push((await agency.sale({ customer: customer_id, sold: sale_date })).id);
  const foreign = (await agency.sale({ agent: agency.rival, customer: customer_id, sold: '2026-02-01' })).id;

  const all = await pageOf(agency.admin, 'customer', customer_id);
  expect(all?.sales.count).toBe(7);
  expect(all?.sales.rows.map(({ id }) => id)).toEqual([foreign, ...ids.reverse().slice(0, 4)]);
  expect(all?.sales.rows[0]?.vendor).toEqual({ name: expect.any(String) });
  const own = await pageOf(agency.agent, 'customer', customer_id);
  expect(own?.sales.count).toBe(6);
  expect(JSON.stringify(own)).not.toContain(foreign);
  expect(await pageOf(otherAgency.admin, 'customer', customer_id)).toBeNull();
});

test('trips that have not ended, paid or traveled along, the next one first', async () => {
  const [payer, guest] = [await addCustomer(agency.agent), await addCustomer(agency.agent)];
  const sell = async (customer: string, days: number, travelers: string[] = []) =>
    (await agency.sale({ customer, departs: inDays(days), returns: inDays(days + 5), travelers })).id;
  const later = await sell(guest, 40);
  const along = await sell(payer, 20, [guest]);
  await sell(guest, -30);
  await agency.sale({ customer: guest, departs: inDays(50), returns: inDays(55), cancelled: true });
  const page = await pageOf(agency.agent, 'customer', guest);
  expect(page?.trips?.map(({ id, customer_id }) => [id, customer_id])).toEqual([
    [along, payer],
    [later, guest],
  ]);
  expect((await pageOf(agency.rival, 'customer', guest))?.trips).toEqual([]);
});

test('of a vendor for admins, of a member for admins and oneself', async () => {
  const { id } = await agency.sale();
  for (const [noun, of] of [
    ['vendor', agency.vendorId],
    ['member', agency.agent.id],
  ] as const) {
    expect((await pageOf(agency.admin, noun, of))?.sales.rows.map((row) => row.id)).toContain(id);
    expect(await pageOf(agency.rival, noun, of)).toBeNull();
    expect(await pageOf(otherAgency.admin, noun, of)).toBeNull();
  }
  expect(await pageOf(agency.agent, 'vendor', agency.vendorId)).toBeNull();
  expect((await pageOf(agency.agent, 'member', agency.agent.id))?.sales.count).toBeGreaterThan(0);
});
