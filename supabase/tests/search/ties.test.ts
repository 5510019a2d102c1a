import { sql } from '../support/database';
import type { Person, TestAgency } from '../support/test-agency';
import { createTestAgency } from '../support/test-agency';

/**
 * Rows that are alike in what a list is sorted by, as an import leaves them: of one day, recorded in one moment. The reference says
 * which comes first, in every list (docs/product/pages.md, Paging and sorting).
 */

let agency: TestAgency;
/** References as a file has them, in no order: more than a list collects before it sorts. */
const MANY = 1300;
const SHUFFLED = Array.from({ length: MANY }, (_, n) => `TIE-${String(1000 + ((n * 7) % MANY))}`);
const UP = SHUFFLED.toSorted();
const DOWN = UP.toReversed();

beforeAll(async () => {
  agency = await createTestAgency();
  const { organizationId, customerId, vendorId, agent } = agency;
  // Three months ago, so that what is due is overdue; leaving soon, and paid for by the customer in part.
  await sql(
    `update public.vendor_terms set expected_payment_days = 1, expected_payment_basis = 'booking' where organization_id = $1`,
    [organizationId],
  );
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, total_amount,
       payment_plan)
     select $1, $2, $3, $4, r, current_date - 90, current_date + 9, 1000,
       jsonb_build_array(jsonb_build_object('kind', 'final', 'amount', 1000, 'due_on', current_date + 3))
     from unnest($5::text[]) r`,
    [organizationId, customerId, vendorId, agent.id, SHUFFLED],
  );
});

const ask = async (person: Person, call: string, args: object) => {
  const { data, error } = await person.api.rpc(call as 'list_sales', args as never);
  expect(error).toBeNull();
  return data as unknown as Record<string, unknown>;
};
interface Row {
  booking_reference: string;
}
const references = (rows: unknown) => (rows as Row[]).map(({ booking_reference }) => booking_reference);

/** Pages of a list: its beginning, its middle from either side, its end. */
async function expectListed(person: Person, call: string, args: object, all: string[]) {
  for (const page of [1, 7, 8, 13]) {
    const { rows } = await ask(person, call, { ...args, page, page_size: 100 });
    expect(references(rows)).toEqual(all.slice((page - 1) * 100, page * 100));
  }
}

const SALES = [
  'sale_date',
  'created_at',
  'travel_date',
  'total_amount',
  'commission_amount',
  'booking_reference',
  'status',
  'customer',
  'vendor',
  'agent',
];
const COMMISSIONS = [
  'created_at',
  'sale_date',
  'amount',
  'total_amount',
  'booking_reference',
  'status',
  'customer',
  'vendor',
  'agent',
];

describe.each(['admin', 'agent'] as const)('to the %s', (who) => {
  // Holds pages-4
  test.each(SALES)('sales sorted by %s', async (sort) => {
    await expectListed(agency[who], 'list_sales', { sort, descending: true }, DOWN);
    await expectListed(agency[who], 'list_sales', { sort, descending: false }, UP);
  });

  // Holds pages-5
  test.each(COMMISSIONS)('commissions sorted by %s', async (sort) => {
    await expectListed(agency[who], 'list_commissions', { sort, descending: true }, DOWN);
    await expectListed(agency[who], 'list_commissions', { sort, descending: false }, UP);
  });

  test('what is searched for, overdue, or leaves soon', async () => {
    const person = agency[who];
    await expectListed(person, 'list_sales', { customer_search: 'tie' }, DOWN);
    await expectListed(person, 'list_commissions', { search: 'tie' }, DOWN);
    await expectListed(person, 'list_sales', { departing: true, sort: 'travel_date', descending: false }, UP);
    await expectListed(person, 'list_commissions', { overdue: true }, UP);
    const found = await ask(person, 'search_everything', { query: 'tie-229' });
    const texts = JSON.stringify(found).match(/TIE-\d{4}/g) ?? [];
    expect([...new Set(texts)]).toEqual(DOWN.slice(0, new Set(texts).size));
    expect(texts).not.toEqual([]);
  });

  test('the newest sales of a customer', async () => {
    const page = await ask(agency[who], 'get_customer_page', { customer_id: agency.customerId });
    expect(references((page.sales as { rows: Row[] }).rows)).toEqual(DOWN.slice(0, 5));
    expect(references(page.trips)).toEqual(UP.slice(0, 6));
  });

  test('payments due', async () => {
    const { payments_due: due } = await ask(agency[who], 'get_dashboard', { parts: ['payments_due'] });
    expect(references((due as { rows: Row[] }).rows)).toEqual(UP.slice(0, 8));
  });
});

test('the newest sales of a member and of a vendor', async () => {
  const member = await ask(agency.admin, 'get_member_page', { member_id: agency.agent.id });
  const vendor = await ask(agency.admin, 'get_vendor_page', { vendor_id: agency.vendorId });
  for (const { sales } of [member, vendor])
    expect(references((sales as { rows: Row[] }).rows)).toEqual(DOWN.slice(0, 5));
});

test('departures of an agent, and what they wait for', async () => {
  const { departures, payable } = await ask(agency.agent, 'get_dashboard', {});
  expect(references(departures)).toEqual(UP.slice(0, 5));
  expect(references((payable as { rows: Row[] }).rows)).toEqual(UP.slice(0, 5));
});
