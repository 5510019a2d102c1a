import { addCustomer, differences, listCustomers, merge } from '../support/customers';
import { fillCustomers } from '../support/customers-oracle';
import { sql } from '../support/database';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;

beforeAll(async () => {
  agency = await createTestAgency();
  await fillCustomers(agency, 400);
}, 120_000);

test('the tags in use are counted whatever their case, and follow every change', async () => {
  const own = await createTestAgency();
  const ids = [
    await addCustomer(own.agent, { tags: ['VIP', 'Cruises'] }),
    await addCustomer(own.agent, { tags: ['vip'] }),
    await addCustomer(own.agent, { tags: ['Rail'] }),
  ];
  const tags = async (state = 'active') =>
    (await listCustomers(own.agent, { state })).tags.map(({ tag, count }) => [tag.toLowerCase(), count]);
  expect(await tags()).toEqual([
    ['vip', 2],
    ['cruises', 1],
    ['rail', 1],
  ]);
  await own.agent.api
    .from('customers')
    .update({ tags: ['Rail', 'VIP'] } as never)
    .eq('id', ids[1] ?? '');
  await own.agent.api.rpc('archive_customer', { customer_id: ids[0] ?? '', archived: true });
  expect(await tags()).toEqual([
    ['rail', 2],
    ['vip', 1],
  ]);
  expect(await tags('all')).toEqual([
    ['rail', 2],
    ['vip', 2],
    ['cruises', 1],
  ]);
  await merge(own.admin, ids[2] ?? '', ids[1] ?? '');
  expect(await tags()).toEqual([['rail', 1]]);
  await own.admin.api.rpc('delete_customer', { customer_id: ids[2] ?? '' });
  expect(await differences(own.organizationId)).toEqual([]);
});

describe('the totals', () => {
  test('stay whole through any changes, and are rebuilt as they were', async () => {
    expect(await differences(agency.organizationId)).toEqual([]);
    await sql(
      `update public.sales set sale_date = sale_date - 40 where organization_id = $1 and right(booking_reference, 1) = '1'`,
      [agency.organizationId],
    );
    await sql(
      `update public.sales set customer_id = $2 where organization_id = $1 and right(booking_reference, 1) = '2'`,
      [agency.organizationId, agency.customerId],
    );
    expect(await differences(agency.organizationId)).toEqual([]);
    await sql('select private.rebuild_totals(), private.rebuild_customer_totals()');
    expect(await sql('select * from private.check_totals()')).toEqual([]);
  });

  test('know the sale before, once the latest is given to another agent', async () => {
    const own = await createTestAgency();
    const sold = async (sale_date: string) => (await own.sale({ sold: sale_date, amount: 100 })).id;
    const [may, june, july] = [await sold('2026-05-05'), await sold('2026-06-06'), await sold('2026-07-07')];
    const give = (id: string, to: Person) =>
      sql('update public.sales set agent_id = $2 where id = $1', [id, to.id]);
    const latest = async () => {
      const rows = await sql<{ agent_id: string; day: string }>(
        `select agent_id, last_sale_date::text as day from private.customer_totals_by_agent
         where customer_id = $1 and sales_count > 0`,
        [own.customerId],
      );
      const of = (person: Person) => rows.find(({ agent_id }) => agent_id === person.id)?.day;
      return [of(own.agent), of(own.rival)];
    };
    await give(july, own.rival);
    expect(await latest()).toEqual(['2026-06-06', '2026-07-07']);
    await give(may, own.rival);
    expect(await latest()).toEqual(['2026-06-06', '2026-07-07']);
    await give(june, own.rival);
    expect(await latest()).toEqual([undefined, '2026-07-07']);
    await give(july, own.agent);
    expect(await latest()).toEqual(['2026-07-07', '2026-06-06']);
    expect(await differences(own.organizationId)).toEqual([]);
  });

  test('stay whole when many write about the same customer at once', async () => {
    const own = await createTestAgency();
    const sell = (person: Person, n: number) =>
      person.api.rpc('create_sale', {
        sale: {
          customer_id: own.customerId,
          vendor_id: own.vendorId,
          booking_reference: `C-${n}`,
          sale_date: `2026-03-${String(1 + (n % 28)).padStart(2, '0')}`,
          total_amount: n,
        },
      });
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, n) => sell(n % 2 ? own.agent : own.rival, n)),
    );
    expect(answers.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
    const { data: sales } = await own.admin.api.from('sales').select('id, agent_id');
    // What is one agent's becomes the other's, all at once.
    const given = await Promise.all(
      (sales ?? []).map(({ id, agent_id }) => {
        const other = agent_id === own.agent.id ? own.rival : own.agent;
        return own.admin.api.from('sales').update({ agent_id: other.id }).eq('id', id);
      }),
    );
    expect(given.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
    expect(await differences(own.organizationId)).toEqual([]);
    const cancelled = await Promise.all([
      ...(sales ?? [])
        .slice(0, 12)
        .map(async ({ id }) => own.admin.api.from('sales').update({ status: 'cancelled' }).eq('id', id)),
      ...(sales ?? [])
        .slice(12)
        .map(async ({ id }) => own.admin.api.from('sales').update({ sale_date: '2026-01-01' }).eq('id', id)),
    ]);
    expect(cancelled.flatMap(({ error }) => error?.message ?? [])).toEqual([]);
    expect(await differences(own.organizationId)).toEqual([]);
  });
});
