import { sql, sqlOne } from '../support/database';
import { setStatus, tryCreate } from '../support/sales';
import { override, shareSale } from '../support/shares';
import {
  createMember,
  createTestAgency,
  saleInput,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/** What a person with a share sees: their part, counted by share, and of the agency once. */
let agency: TestAgency;
let third: Person;
let shared: string;
beforeAll(async () => {
  agency = await createTestAgency();
  third = await createMember(agency.organizationId, 'agent', 50);
  await sql('update public.user_terms set commission_split = 50 where user_id = any ($1)', [
    [agency.agent.id, agency.rival.id],
  ]);
  const { data, error } = await tryCreate(
    agency.agent,
    saleInput(agency, {
      booking_reference: 'TOGETHER-77',
      sale_date: '2026-03-03',
      total_amount: 1000,
      commission_basis: 'amount',
      commission_amount: 100,
      notes: 'Seller’s own words',
      co_sellers: [{ user_id: agency.rival.id, role: 'co_seller', percent: 40 }],
    }),
  );
  if (error) throw error;
  shared = (data as { id: string }).id;
  await tryCreate(
    agency.agent,
    saleInput(agency, {
      booking_reference: 'ALONE-1',
      sale_date: '2026-03-04',
      total_amount: 500,
      commission_basis: 'amount',
      commission_amount: 50,
    }),
  );
});

interface Figures {
  count: number;
  amount: number;
  commission_amount?: number;
  agent_amount?: number;
}
interface Listed {
  rows: Record<string, unknown>[];
  count: number;
  by_status: Record<string, Figures>;
  stats: Record<string, Figures>;
}
const listed = ({ data, error }: { data: unknown; error: { message: string } | null }) => {
  if (error) throw new Error(error.message);
  return data as Listed;
};
const sales = async (person: Person, args: object = {}) => listed(await person.api.rpc('list_sales', args));
const commissions = async (person: Person, args: object = {}) =>
  listed(await person.api.rpc('list_commissions', args));

const settled = async (read: () => Promise<void>) => {
  await read();
  await sql('select private.refresh_totals_of($1, null)', [agency.organizationId]);
  expect(await sql('select * from private.check_totals($1)', [agency.organizationId])).toEqual([]);
  await read();
};

test('sales count by share for people, and once for the agency, from rows and from totals', () =>
  settled(async () => {
    const [seller, other, none, all] = await Promise.all(
      [agency.agent, agency.rival, third, agency.admin].map((p) => sales(p)),
    );
    expect(seller!.by_status.total).toEqual({ count: 2, amount: 1100, commission_amount: 110 });
    expect(other!.by_status.total).toEqual({ count: 1, amount: 400, commission_amount: 40 });
    expect(none!.count).toBe(0);
    expect(all!.by_status.total).toEqual({ count: 2, amount: 1500, commission_amount: 150 });
    expect((await sales(agency.admin, { agent_id: agency.rival.id })).by_status.total).toEqual({
      count: 1,
      amount: 400,
      commission_amount: 40,
    });
  }));

test.each([
  'sale_date',
  'total_amount',
  'commission_amount',
  'customer',
  'vendor',
  'agent',
  'status',
  'travel_date',
  'booking_reference',
])('the row of a co-seller has their part, and nothing of the seller’s: by %s', async (sort) => {
  const { rows } = await sales(agency.rival, { sort });
  expect(rows).toMatchObject([
    {
      id: shared,
      total_amount: 400,
      commission_amount: 40,
      share_percent: 40,
      notes: null,
      commission: { status: 'unpaid', agent_amount: 20 },
    },
  ]);
  const mine = await sales(agency.agent, { sort, customer_search: 'together' });
  expect(mine.rows).toMatchObject([
    {
      id: shared,
      total_amount: 600,
      share_percent: 60,
      notes: 'Seller’s own words',
      commission: { agent_amount: 30 },
    },
  ]);
  expect((await sales(agency.admin, { sort })).rows.find(({ id }) => id === shared)).toMatchObject({
    total_amount: 1000,
    commission: { agent_amount: 50 },
  });
});

test('a search finds a shared sale for who has a share, by its reference and its customer, and for nobody else', async () => {
  for (const customer_search of ['TOGETHER-77', 'gether'])
    for (const [person, count] of [
      [agency.rival, 1],
      [third, 0],
      [agency.agent, 1],
      [agency.admin, 1],
    ] as const)
      expect(await sales(person, { customer_search })).toMatchObject({ count });
  expect((await commissions(agency.rival, { search: 'TOGETHER-77' })).count).toBe(1);
  expect((await commissions(third, { search: 'TOGETHER-77' })).count).toBe(0);
});

test('commissions are sorted by every column, those of a person by their part, whatever they were found by', async () => {
  const own = await createTestAgency();
  // To its seller 600 of the larger one.
  const { id } = await own.sale({ reference: 'TOGETHER-9', amount: 1000 });
  await shareSale(own, id, [{ person: own.rival, percent: 40 }]);
  await own.sale({ reference: 'ALONE-9', amount: 700 });
  await sql(`update public.commissions set due_on = '2020-01-01' where organization_id = $1`, [
    own.organizationId,
  ]);
  const found = async (person: Person, args: object) =>
    (await commissions(person, args)).rows.map((row) => row['booking_reference']);
  for (const chosen of [{}, { status: 'unpaid' }, { overdue: true }])
    for (const searched of [{}, { search: 'fleet' }]) {
      const args = { ...chosen, ...searched, sort: 'total_amount' };
      expect(await found(own.agent, args)).toEqual(['ALONE-9', 'TOGETHER-9']);
      expect(await found(own.admin, args)).toEqual(['TOGETHER-9', 'ALONE-9']);
    }
  for (const sort of [
    ...['created_at', 'sale_date', 'amount', 'booking_reference'],
    ...['status', 'customer', 'vendor', 'agent'],
  ])
    expect((await found(own.agent, { search: 'fleet', sort })).sort()).toEqual(['ALONE-9', 'TOGETHER-9']);
});

test('by customer, each commission of who has shares of others’ sales is on one page', async () => {
  const own = await createTestAgency();
  // Of this customer, the first by name, the agent has shares alone.
  const first = await sqlOne<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name) values ($1, 'Ada', 'Aal') returning id`,
    [own.organizationId],
  );
  const sold = (agentId: string, customerId: string, count: number) =>
    sql<{ id: string }>(
      `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, total_amount, commission_basis, commission_rate)
       select $1, $2, $3, $4, 'BY-' || $5::text || '-' || n, 100, 'rate', 10 from generate_series(1, $5::int) n returning id`,
      [own.organizationId, customerId, own.vendorId, agentId, count],
    );
  await sold(own.agent.id, own.customerId, 1001);
  for (const { id } of await sold(own.rival.id, first.id, 4))
    await shareSale(own, id, [{ person: own.agent, percent: 40 }]);
  const pages = await Promise.all(
    Array.from({ length: 11 }, (_, n) =>
      commissions(own.agent, { sort: 'customer', descending: false, page: n + 1, page_size: 100 }),
    ),
  );
  expect(pages[0]?.count).toBe(1005);
  expect(new Set(pages.flatMap(({ rows }) => rows.map((row) => row['id']))).size).toBe(1005);
});

test('commissions: own part, own status and own sums', () =>
  settled(async () => {
    for (const args of [
      {},
      { sort: 'customer' },
      { sort: 'amount' },
      { search: 'gether' },
      { vendor_id: agency.vendorId },
    ]) {
      const { rows, stats } = await commissions(agency.rival, args);
      expect(stats.total).toEqual({ count: 1, amount: 40, agent_amount: 20 });
      expect(rows).toMatchObject([
        {
          amount: 40,
          agent_amount: 20,
          commission_split: 50,
          total_amount: 400,
          share_percent: 40,
          open: 40,
          owed: 0,
        },
      ]);
    }
    expect((await commissions(agency.agent)).stats.total).toEqual({
      count: 2,
      amount: 110,
      agent_amount: 55,
    });
    // The agents' shares of the agency are the sum of all of them.
    expect((await commissions(agency.admin)).stats.total).toEqual({
      count: 2,
      amount: 150,
      agent_amount: 75,
    });
  }));

test('exports say the same', async () => {
  const { data } = await agency.rival.api.rpc('export_sales', {});
  expect(JSON.stringify(data)).toContain('400');
  for (const word of ['1000', 'own words']) expect(JSON.stringify(data)).not.toContain(word);
  const { data: paid } = await agency.rival.api.rpc('export_commissions', {});
  expect(JSON.stringify(paid)).toContain('TOGETHER-77');
  expect(JSON.stringify(paid)).not.toContain('100');
});

test('vendors and agents of the dashboard count by share', () =>
  settled(async () => {
    const range = { start_date: '2026-03-01', end_date: '2026-03-31' };
    for (const days of [range, { start_date: '2026-03-02', end_date: '2026-03-05' }]) {
      const { data } = await agency.rival.api.rpc('get_top_vendors', days);
      expect(data).toMatchObject([{ sales_count: 1, total_revenue: 400, total_commission: 40 }]);
      const { data: people } = await agency.admin.api.rpc('get_top_agents', days);
      expect(people).toMatchObject([
        { id: agency.agent.id, total_revenue: 1100 },
        { id: agency.rival.id, total_revenue: 400, sales_count: 1 },
      ]);
      const { data: ours } = await agency.admin.api.rpc('get_top_vendors', days);
      expect(ours).toMatchObject([{ sales_count: 2, total_revenue: 1500, total_commission: 150 }]);
    }
  }));

test('the tables stay shut: no sale, no commission and no share of anybody else', async () => {
  for (const table of [
    'sales',
    'commissions',
    'sales_history',
    'commission_history',
    'sale_travelers',
  ] as const) {
    const { data } = await agency.rival.api
      .from(table)
      .select('*')
      .eq('organization_id', agency.organizationId);
    expect(data).toEqual([]);
  }
  const { data: own } = await agency.rival.api.from('commission_shares').select('user_id');
  expect(own).toEqual([{ user_id: agency.rival.id }]);
  const { data: sold } = await agency.agent.api.from('commission_shares').select('user_id, role');
  expect(sold?.filter(({ user_id, role }) => user_id !== agency.agent.id || role !== 'seller')).toEqual([]);
  expect((await setStatus(agency.rival, shared, 'cancelled')).error).toMatchObject({
    message: 'This sale does not exist, or it is not yours.',
  });
  const { status } = await sqlOne<{ status: string }>('select status from public.sales where id = $1', [
    shared,
  ]);
  expect(status).toBe('booked');
});

test('the search finds the part of a shared sale, for who has a share alone', async () => {
  for (const query of ['TOGETHER-77', 'gether-7']) {
    const found = async (person: Person) =>
      JSON.stringify((await person.api.rpc('search_everything', { query })).data);
    expect(await found(agency.rival)).toContain('"amount":400');
    expect(await found(agency.rival)).not.toContain('1000');
    expect(await found(agency.agent)).toContain('"amount":600');
    expect(await found(third)).not.toContain('TOGETHER');
    expect(await found(agency.admin)).toContain('"amount":1000');
  }
});

// Holds sales-41
test('the page: each their own, the seller the percents, admins all', async () => {
  const shares = async (person: Person) =>
    (await person.api.rpc('get_sale_shares', { sale_id: shared })).data;
  const hidden = { percent: null, gross_part: null, split: null, amount: null, status: null };
  expect(await shares(agency.rival)).toMatchObject({
    agency: null,
    shares: [
      { user_id: agency.agent.id, role: 'seller', ...hidden },
      {
        user_id: agency.rival.id,
        role: 'co_seller',
        percent: 40,
        gross_part: 40,
        split: 50,
        amount: 20,
        status: 'unpaid',
      },
    ],
  });
  expect(await shares(agency.agent)).toMatchObject({
    agency: null,
    shares: [
      { percent: 60, amount: 30 },
      { ...hidden, percent: 40 },
    ],
  });
  expect(await shares(agency.admin)).toMatchObject({ agency: 50, shares: [{ amount: 30 }, { amount: 20 }] });
  expect(await shares(third)).toBeNull();
  const page = async (person: Person) => (await person.api.rpc('get_shared_sale', { sale_id: shared })).data;
  expect(await page(agency.rival)).toMatchObject({
    total_amount: 400,
    commission_amount: 40,
    share_percent: 40,
    commission: { agent_amount: 20 },
  });
  for (const person of [agency.agent, agency.admin, third]) expect(await page(person)).toBeNull();
  const stranger = await createTestAgency();
  expect(await page(stranger.admin)).toBeNull();
  expect(await shares(stranger.admin)).toBeNull();
});

// Holds sales-42
test('the page of a sale with one seller has what is beside the commission: to admins all, to others their own', async () => {
  const sale = await agency.sale({ reference: 'BESIDE-1', commission: 300 });
  const page = async (person: Person) => (await person.api.rpc('get_sale_shares', { sale_id: sale.id })).data;
  const embedded = async (person: Person) =>
    (
      await person.api
        .from('sales')
        .select('shares:commission_shares!commission_shares_sales_id_fkey(role)')
        .eq('id', sale.id)
        .order('role', { referencedTable: 'shares' })
    ).data;
  // Nothing is beside it.
  expect(await page(agency.admin)).toBeNull();
  expect(await embedded(agency.admin)).toEqual([{ shares: [{ role: 'seller' }] }]);
  await override(agency, sale.commissionId, { person: third, amount: 15 });
  await override(agency, sale.commissionId, { person: agency.agent, amount: -15, role: 'override_charge' });
  await override(agency, sale.commissionId, { person: agency.owner, amount: 0 });
  expect(await page(agency.admin)).toMatchObject({
    shares: [],
    beside: [
      { user_id: third.id, role: 'override', amount: 15, paid: false },
      { user_id: agency.agent.id, role: 'override_charge', amount: -15, paid: false },
    ],
    agency: 150,
  });
  const own = await page(agency.agent);
  expect(own).toMatchObject({
    shares: [],
    beside: [{ user_id: agency.agent.id, role: 'override_charge', amount: -15 }],
    agency: null,
  });
  expect(await embedded(agency.agent)).toEqual([
    { shares: [{ role: 'override_charge' }, { role: 'seller' }] },
  ]);
  for (const person of [third, agency.rival]) {
    expect(await page(person)).toBeNull();
    expect(await embedded(person)).toEqual([]);
  }
});

test('the page with a service fee: one seller has a part of both, and the sums say what is theirs and what is due', async () => {
  const fee = (amount: number) => ({
    ...{ kind: 'service_fee', text: 'Planning', amount, earns: 'nothing', rate: 0, commission: 0 },
  });
  const line = { kind: 'tour', text: 'Rail pass', amount: 900, earns: 'amount', rate: 0, commission: 100 };
  const { data, error } = await tryCreate(
    agency.agent,
    saleInput(agency, { booking_reference: 'FEE-1', lines: [line, fee(60)] }),
  );
  if (error) throw error;
  const { id } = data as { id: string };
  const page = async (person: Person) => (await person.api.rpc('get_sale_shares', { sale_id: id })).data;
  const own = {
    ...{ role: 'seller', percent: 100, gross_part: 100, split: 50, amount: 50, status: 'unpaid', total: 80 },
    fee: { gross_part: 60, split: 50, amount: 30, status: 'unpaid' },
  };
  expect(await page(agency.agent)).toMatchObject({
    ...{ shares: [own], total: 80, due: 0, agency: null, fee: null, beside: [] },
  });
  expect(await page(agency.rival)).toBeNull();
  const whole = { total: 80, due: 0, agency: 50, fee: { amount: 60, agency: 30 } };
  expect(await page(agency.admin)).toMatchObject(whole);
  // The customer has paid: so is the fee received, and the commission, where no deposits count.
  expect((await setStatus(agency.admin, id, 'paid')).error).toBeNull();
  expect(await page(agency.agent)).toMatchObject({ total: 80, due: 80 });
  // The commission alone is cancelled: nothing is kept or paid of it, and the fee stands.
  const moved = await agency.admin.api.from('commissions').update({ status: 'cancelled' }).eq('sales_id', id);
  expect(moved.error).toBeNull();
  expect(await page(agency.admin)).toMatchObject({
    shares: [{ amount: 50, status: 'cancelled', total: 30 }],
    ...{ total: 30, due: 30, agency: 0, fee: { amount: 60, agency: 30 } },
  });
  expect((await setStatus(agency.admin, id, 'cancelled')).error).toBeNull();
  expect(await page(agency.admin)).toMatchObject({
    shares: [{ fee: null, total: 50 }],
    agency: 0,
    fee: null,
  });
});
