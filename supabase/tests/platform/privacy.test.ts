import { sql } from '../support/database';
import {
  api,
  commissionOf,
  createTestAgency,
  signIn,
  untyped,
  type Api,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
/** A paid-out sale of the rival, and a booked one of the agent. */
let rivalSale: string;
let rivalCommission: string;
let ownSale: string;

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  const secret = { agent: agency.rival, amount: 7777, reference: 'SECRET-7', agentPaid: true };
  ({ id: rivalSale, commissionId: rivalCommission } = await agency.sale(secret));
  await agency.owner.api.from('invitations').insert({ email: `secret.${agency.owner.id}@agency.test` });
  ownSale = (await agency.sale({ amount: 500 })).id;
  await sql(
    `insert into public.notifications (organization_id, user_id, type, message) values ($1, $2, 'mention', 'for the rival')`,
    [agency.organizationId, agency.rival.id],
  );
});

const TABLES = [
  'organizations',
  'users',
  'user_terms',
  'customers',
  'vendors',
  'sales',
  'sales_history',
  'commissions',
  'commission_history',
  'agent_payments',
  'notifications',
  'invitations',
  'commissions_with_sale_date',
] as const;

const ids = async (client: Api, table: (typeof TABLES)[number]): Promise<unknown[]> => {
  // Of vendors some columns are closed to everybody (privacy-columns.test.ts).
  const columns = table === 'vendors' ? 'id, organization_id' : '*';
  const { data, error } = await untyped(client, table).select(columns);
  if (error) throw new Error(`${table}: ${error.message}`);
  return data;
};

describe('an agent', () => {
  const MONEY = ['sales', 'commissions', 'agent_payments', 'commissions_with_sale_date'] as const;

  test.each(MONEY)('reads only own rows of %s', async (table) => {
    const { data, count } = await untyped(agency.agent.api, table).select('agent_id', { count: 'exact' });
    const own = table === 'agent_payments' ? 0 : 1;
    expect(count).toBe(own);
    expect(data).toEqual(Array.from({ length: own }, () => ({ agent_id: agency.agent.id })));
  });

  test.each(MONEY)(
    'finds nothing of another agent in %s by filter, search, order or count',
    async (table) => {
      const by = await untyped(agency.agent.api, table)
        .select('*', { count: 'exact' })
        .eq('agent_id', agency.rival.id);
      expect([by.data, by.count]).toEqual([[], 0]);
      const not = await untyped(agency.agent.api, table)
        .select('*', { count: 'exact', head: true })
        .neq('agent_id', agency.agent.id);
      expect(not.count).toBe(0);
    },
  );

  test('finds nothing by id, reference, amount or text', async () => {
    const { data: byId } = await agency.agent.api.from('sales').select('*').eq('id', rivalSale);
    const { data: byText } = await agency.agent.api
      .from('sales')
      .select('*')
      .ilike('booking_reference', '%secret%');
    const { data: byAmount } = await agency.agent.api.from('sales').select('*').gt('total_amount', 7000);
    const { data: byView } = await agency.agent.api
      .from('commissions_with_sale_date')
      .select('*')
      .eq('booking_reference', 'SECRET-7');
    expect([byId, byText, byAmount, byView]).toEqual([[], [], [], []]);
  });

  test('sees no sales of others embedded in customers, vendors or people', async () => {
    const { data: customers } = await agency.agent.api
      .from('customers')
      .select('id, sales!sales_customer_id_fkey(id)');
    const { data: vendors } = await agency.agent.api
      .from('vendors')
      .select('id, sales!sales_vendor_id_fkey(id)');
    const { data: users } = await agency.agent.api
      .from('users')
      .select('id, sales!sales_agent_id_fkey(id), commissions!commissions_agent_id_fkey(id)')
      .eq('id', agency.rival.id);
    expect(customers).toEqual([{ id: agency.customerId, sales: [{ id: ownSale }] }]);
    expect(vendors).toEqual([{ id: agency.vendorId, sales: [{ id: ownSale }] }]);
    expect(users).toEqual([{ id: agency.rival.id, sales: [], commissions: [] }]);
  });

  test('reads no history of others', async () => {
    const sales = await agency.agent.api.from('sales_history').select('sales_id');
    const commissions = await agency.agent.api.from('commission_history').select('commission_id');
    const own = await commissionOf(ownSale);
    expect(sales.data).toEqual([{ sales_id: ownSale }]);
    expect(commissions.data).toEqual([{ commission_id: own.id }]);
  });

  test('reads only own terms and own notifications', async () => {
    const terms = await agency.agent.api.from('user_terms').select('user_id');
    expect(terms.data).toEqual([{ user_id: agency.agent.id }]);
    expect(await ids(agency.agent.api, 'notifications')).toEqual([]);
  });

  test('gets sums over own sales only', async () => {
    const { data: sales } = await agency.agent.api.rpc('get_sales_by_status', {});
    expect(sales).toMatchObject({
      booked: { count: 1, amount: 500 },
      paid: { count: 0, amount: 0 },
      total: { count: 1, amount: 500 },
    });
    const { data: commissions } = await agency.agent.api.rpc('get_commissions_by_status', {});
    expect(commissions).toMatchObject({
      unpaid: { count: 1, amount: 50 },
      agent_paid: { count: 0, amount: 0 },
    });
    const { data: customer } = await agency.agent.api.rpc('get_customer_page', {
      customer_id: agency.customerId,
    });
    expect(customer).toMatchObject({ totals: { sales_count: 1, total_amount: 500 } });
    const { data: vendor } = await agency.agent.api.rpc('get_vendor_page', { vendor_id: agency.vendorId });
    expect(vendor).toBeNull();
  });

  test('changes nothing of another agent', async () => {
    const sale = await agency.agent.api
      .from('sales')
      .update({ notes: 'mine now' })
      .eq('id', rivalSale)
      .select();
    const status = await agency.agent.api
      .from('sales')
      .update({ status: 'cancelled' })
      .eq('id', rivalSale)
      .select();
    expect([sale.data, status.data]).toEqual([[], []]);
    expect(await sql('select status, notes from public.sales where id = $1', [rivalSale])).toEqual([
      { status: 'paid', notes: null },
    ]);
  });

  test('never changes a commission, not even their own', async () => {
    const own = await commissionOf(ownSale);
    const answer = await agency.agent.api
      .from('commissions')
      .update({ status: 'cancelled' })
      .eq('id', own.id)
      .select();
    expect(answer.data).toEqual([]);
    expect(await commissionOf(ownSale)).toMatchObject({ status: 'unpaid', notes: null });
  });

  test('who takes a sale over does not learn what the other one earned', async () => {
    const sale = await agency.sale({ agent: agency.rival, reference: 'HANDED-OVER' });
    await agency.admin.api.from('sales').update({ agent_id: agency.agent.id }).eq('id', sale.id);
    const { data } = await agency.agent.api
      .from('commission_history')
      .select('*')
      .eq('commission_id', sale.commissionId);
    expect(data).toHaveLength(2);
    expect(JSON.stringify(data)).not.toMatch(/split|agent_amount/);
    const rivals = await agency.rival.api
      .from('commission_history')
      .select('id')
      .eq('commission_id', sale.commissionId);
    expect(rivals.data).toEqual([]);
  });
});

describe('a second organization', () => {
  test.each(TABLES)('sees nothing of the first in %s', async (table) => {
    const rows = (await ids(otherAgency.owner.api, table)) as Record<string, unknown>[];
    for (const row of rows) {
      const organizationId = table === 'organizations' ? row['id'] : row['organization_id'];
      expect(organizationId).toBe(otherAgency.organizationId);
    }
  });

  test('gets nothing about foreign ids, and changes nothing there', async () => {
    const { data } = await otherAgency.owner.api.rpc('get_customer_page', {
      customer_id: agency.customerId,
    });
    expect(data).toBeNull();
    for (const [table, id, change] of [
      ['customers', agency.customerId, { notes: 'x' }],
      ['vendors', agency.vendorId, { city: 'x' }],
      ['sales', rivalSale, { notes: 'x' }],
      ['commissions', rivalCommission, { notes: 'x' }],
      ['organizations', agency.organizationId, { name: 'x' }],
      ['users', agency.agent.id, { first_name: 'x' }],
    ] as const) {
      const answer = await untyped(otherAgency.owner.api, table).update(change).eq('id', id).select('id');
      expect([table, answer.data]).toEqual([table, []]);
    }
  });
});

describe('nobody signed in', () => {
  test.each(TABLES)('reads nothing of %s', async (table) => {
    const { error, status } = await untyped(api(), table).select('*');
    expect([status, error?.code]).toEqual([401, '42501']);
  });

  test('writes nothing', async () => {
    const { error } = await api().from('customers').insert({ first_name: 'A', last_name: 'B' });
    expect(error?.code).toBe('42501');
  });
});

describe('an inactive person', () => {
  test('reads their own row and organization, so that the screen can say so', async () => {
    const { data } = await agency.inactive.api
      .from('users')
      .select('id, is_active, organizations!users_organization_id_fkey(id, name)');
    expect(data).toEqual([
      {
        id: agency.inactive.id,
        is_active: false,
        organizations: { id: agency.organizationId, name: 'Agency' },
      },
    ]);
  });

  test.each(TABLES.filter((table) => table !== 'users' && table !== 'organizations'))(
    'reads nothing of %s',
    async (table) => {
      expect(await ids(agency.inactive.api, table)).toEqual([]);
    },
  );

  test('writes nothing and counts nothing', async () => {
    const insert = await agency.inactive.api.from('customers').insert({ first_name: 'A', last_name: 'B' });
    expect([insert.status, insert.error?.code]).toEqual([403, '42501']);
    const rename = await agency.inactive.api
      .from('users')
      .update({ first_name: 'X' })
      .eq('id', agency.inactive.id)
      .select('id');
    expect(rename.data).toEqual([]);
    for (const name of ['get_sales_by_status', 'get_commissions_by_status'] as const) {
      const { data } = await agency.inactive.api.rpc(name, {});
      expect(data).toMatchObject({ total: { count: 0 } });
    }
  });
});

// Holds security-27
test('a revoked session is shut out at once, though its token is still good', async () => {
  const client = await signIn(agency.admin.email);
  expect(await ids(client, 'sales')).not.toEqual([]);
  await sql('delete from auth.sessions where user_id = $1', [agency.admin.id]);
  expect(await ids(client, 'sales')).toEqual([]);
  const payment = await client.rpc('record_agent_payment', {
    commission_id: rivalCommission,
    agent_id: agency.rival.id,
    organization_id: agency.organizationId,
    created_by: agency.admin.id,
    amount: 1,
    payment_date: '2026-01-01',
    payment_method: 'cash',
  });
  expect(payment.data).toMatchObject({ success: false });
});

test('someone set inactive is shut out at the next request', async () => {
  const client = await signIn(agency.rival.email);
  expect(await ids(client, 'sales')).not.toEqual([]);
  await sql('update public.users set is_active = false where id = $1', [agency.rival.id]);
  expect(await ids(client, 'sales')).toEqual([]);
  await sql('update public.users set is_active = true where id = $1', [agency.rival.id]);
});
