import { COMMISSIONS, SALES } from '../support/list-oracle';
import { listCommissions, listSales, type Question } from '../support/lists';
import { sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

const LISTS = [
  ['list_sales', SALES, listSales],
  ['list_commissions', COMMISSIONS, listCommissions],
] as const;

let agency: TestAgency;

beforeAll(async () => {
  agency = await createTestAgency();
  await sql(
    `update public.customers set first_name = $2, last_name = $3, email = null where organization_id = $1`,
    [agency.organizationId, '50%_off', `O'Neil "Ünal" \\`],
  );
  for (let day = 1; day <= 12; day += 1)
    await agency.sale({ sold: `2026-05-${String(day).padStart(2, '0')}`, reference: `REF-${day}` });
});

describe.each(LISTS)('%s', (_name, shape, list) => {
  const count = async (question: Question) => (await list(agency.admin, question)).count;

  test.each([
    ['%', 12],
    ['_', 12],
    ['0%_o', 12],
    ['%%', 0],
    ['5_%', 0],
    ['\\', 12],
    ['\\\\', 0],
    ["'", 12],
    ["o'neil", 12],
    ['"ünal"', 12],
    ['ÜNAL', 12],
    ["'; drop table public.sales; --", 0],
    ['   off   50%   ', 12],
    ['50% nobody', 0],
    ['', 12],
    [' \t\n ', 12],
    ['{a,b}', 0],
    ['x'.repeat(5000), 0],
    ['off '.repeat(1250), 12],
    [Array.from({ length: 2500 }, (_, n) => n).join(' '), 0],
  ])('a search for %j is taken by the letter', async (search, due) => {
    expect(await count({ search })).toBe(due);
  });

  test('nothing given, or null, is the default', async () => {
    const plain = await list(agency.admin);
    expect(plain).toMatchObject({ count: 12, page: 1, page_size: 10, total_pages: 2 });
    const nulls: Question = {
      status: null,
      agent_id: null,
      vendor_id: null,
      start_date: null,
      end_date: null,
      search: null,
      sort: null,
      descending: null,
      page: null,
      page_size: null,
    };
    expect(await list(agency.admin, nulls)).toEqual(plain);
    expect(await list(agency.admin, { sort: shape.sort, descending: true })).toEqual(plain);
  });

  test.each([
    [{ sort: 'nothing' }],
    [{ sort: 'id; drop table public.sales' }],
    [{ sort: '' }],
    [{ sort: 'notes' }],
    [{ status: 'unknown' }],
    [{ status: '' }],
    [{ status: "paid' or true --" }],
    [{ page: 0 }],
    [{ page: -7 }],
    [{ page: -2147483648 }],
  ])('%j is as if it were not there', async (question) => {
    expect(await list(agency.admin, question)).toEqual(await list(agency.admin));
  });

  test.each([
    [-5, 1],
    [0, 1],
    [1, 1],
    [7, 7],
    [100, 100],
    [101, 100],
    [2147483647, 100],
  ])('page size %i is %i', async (page_size, due) => {
    const answer = await list(agency.admin, { page_size });
    expect(answer).toMatchObject({ page_size: due, total_pages: Math.ceil(12 / due), count: 12 });
    expect(answer.rows).toHaveLength(Math.min(due, 12));
  });

  test.each([3, 1000, 2147483647])('page %i lies beyond the last: no rows, the right count', async (page) => {
    const { rows, ...numbers } = await list(agency.admin, { page });
    const first = await list(agency.admin);
    expect(rows).toEqual([]);
    expect(numbers).toEqual({ ...first, rows: undefined, page });
  });

  test('numbers and dates that are none are refused, not guessed', async () => {
    await expect(list(agency.admin, { page: 2147483648 })).rejects.toThrow(/22003|22P02/);
    await expect(list(agency.admin, { start_date: 'yesterdayish' })).rejects.toThrow(/22007/);
    await expect(list(agency.admin, { agent_id: 'nobody' })).rejects.toThrow(/22P02/);
  });

  test('both ends of a range count, and a range the wrong way round is the same range', async () => {
    const range = { start_date: '2026-05-03', end_date: '2026-05-05' };
    expect(await count(range)).toBe(3);
    expect(await count({ start_date: range.end_date, end_date: range.start_date })).toBe(3);
    expect(await count({ start_date: '2026-05-12' })).toBe(1);
    expect(await count({ end_date: '2026-05-12' })).toBe(12);
    expect(await count({ start_date: '0001-01-01', end_date: '9999-12-31' })).toBe(12);
    expect(await count({ start_date: 'infinity' })).toBe(0);
  });
});

test('a row of the sales list carries what the list shows', async () => {
  const { rows } = await listSales(agency.agent, {
    search: 'off',
    sort: 'booking_reference',
    descending: false,
    page_size: 1,
  });
  const { sales, users, customers, vendors } = await related();
  // Who entered it, its travelers, what it is made of and where it was imported from are the sale page's.
  const {
    created_by: _creator,
    traveler_ids: _travelers,
    import_batch_id: _batch,
    import_row: _row,
    lines: _lines,
    fee_amount: _fee,
    co_sellers: _shares,
    payment_plan: _plan,
    group_id: _group,
    ...columns
  } = sales;
  expect(rows).toEqual([
    {
      ...columns,
      customer: customers,
      agent: users,
      vendor: vendors,
      commission: { id: expect.any(String), status: 'unpaid', agent_amount: expect.any(Number) },
    },
  ]);
});

test('a row of the commissions list carries what the list shows', async () => {
  const { rows } = await listCommissions(agency.agent, {
    search: 'ref-1',
    sort: 'sale_date',
    descending: false,
    page_size: 1,
  });
  const { sales, users, customers, vendors } = await related();
  expect(rows).toEqual([
    {
      id: expect.any(String),
      status: 'unpaid',
      amount: 100,
      agent_amount: 60,
      commission_split: 60,
      due_on: null,
      open: 100,
      owed: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*\+00:00$/),
      sales_id: sales.id,
      booking_reference: 'REF-1',
      sale_date: '2026-05-01',
      sale_status: 'booked',
      total_amount: 1000,
      customer: { id: customers.id, first_name: customers.first_name, last_name: customers.last_name },
      vendor: { id: vendors.id, name: vendors.name, logo_url: null },
      agent: { id: users.id, first_name: users.first_name, last_name: users.last_name, avatar_url: null },
    },
  ]);
});

/** The rows behind the first sale, over the API as the tables give them. */
async function related() {
  const { api, id } = agency.agent;
  const [sales, users, customers, vendors] = await Promise.all([
    api.from('sales').select('*').eq('booking_reference', 'REF-1').single(),
    api.from('users').select('id, first_name, last_name, avatar_url').eq('id', id).single(),
    api
      .from('customers')
      .select('id, first_name, last_name, email, phone')
      .eq('id', agency.customerId)
      .single(),
    api
      .from('vendors')
      .select('id, name, logo_url, default_commission_rate')
      .eq('id', agency.vendorId)
      .single(),
  ]);
  if (!sales.data || !users.data || !customers.data || !vendors.data) throw new Error('A row is missing');
  return { sales: sales.data, users: users.data, customers: customers.data, vendors: vendors.data };
}
