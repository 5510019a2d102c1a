import { sql, sqlOne } from './support/database';
import {
  commissionOf,
  createVendor,
  createTestAgency,
  readyToPay,
  recordSale,
  type TestAgency,
} from './support/test-agency';

let agency: TestAgency;
let vendors: string[];

beforeAll(async () => {
  agency = await createTestAgency();
  vendors = [agency.vendorId, await createVendor(agency.organizationId)];
});

/** What the rollups of one organization say differently from its rows. */
const differences = (organizationId: string) =>
  sql(
    `select rollup, kept, row_data from private.check_rollups() where row_data ->> 'organization_id' = $1`,
    [organizationId],
  );

const wholeAgain = async () => expect(await differences(agency.organizationId)).toEqual([]);

describe('the rollups follow', () => {
  test('a sale through its life', async () => {
    const sale = await recordSale(agency.agent, agency, { sale_date: '2026-03-01', total_amount: 100.1 });
    await wholeAgain();
    await agency.agent.api.from('sales').update({ total_amount: 333.33 }).eq('id', sale.id);
    await wholeAgain();
    await agency.agent.api.from('sales').update({ vendor_id: vendors[1] }).eq('id', sale.id);
    await wholeAgain();
    await agency.admin.api.from('sales').update({ agent_id: agency.rival.id }).eq('id', sale.id);
    await wholeAgain();
    await agency.admin.api.from('sales').update({ sale_date: '2024-02-29' }).eq('id', sale.id);
    await wholeAgain();
    const payment = await readyToPay(agency, sale.id);
    await wholeAgain();
    expect((await agency.admin.api.rpc('record_agent_payment', payment)).data).toMatchObject({
      success: true,
    });
    await wholeAgain();
  });

  test('a sale that changes in every way at once', async () => {
    const sale = await recordSale(agency.agent, agency, { sale_date: '2026-03-01' });
    const { error } = await agency.admin.api
      .from('sales')
      .update({
        sale_date: '2026-03-02',
        total_amount: 77.77,
        agent_id: agency.rival.id,
        vendor_id: vendors[1],
        status: 'cancelled',
      })
      .eq('id', sale.id);
    expect(error).toBeNull();
    await wholeAgain();
  });

  test('a moved date with the commission, whatever became of it, and without a word in its history', async () => {
    const sale = await recordSale(agency.agent, agency, { sale_date: '2026-04-01', total_amount: 5000 });
    const payment = await readyToPay(agency, sale.id);
    await agency.admin.api.rpc('record_agent_payment', payment);
    const history = () =>
      sql('select new_data from public.commission_history where commission_id = $1', [payment.commission_id]);
    const before = await history();
    await agency.agent.api.from('sales').update({ sale_date: '2026-04-30' }).eq('id', sale.id);
    expect(
      await sql(
        `select day::text, status, sum(commissions_count)::int as count, sum(amount)::float as amount,
           sum(agent_amount)::float as agent_amount
         from private.commissions_by_day
         where whose = $1 and day between '2026-04-01' and '2026-04-30'
         group by 1, 2 having sum(commissions_count) <> 0`,
        [agency.agent.id],
      ),
    ).toEqual([{ day: '2026-04-30', status: 'agent_paid', count: 1, amount: 500, agent_amount: 300 }]);
    expect(await history()).toEqual(before);
    await wholeAgain();
  });

  test('a commission that moves alone', async () => {
    const sale = await recordSale(agency.agent, agency);
    const commission = await commissionOf(sale.id);
    for (const status of ['funds_received', 'cancelled']) {
      await agency.admin.api.from('commissions').update({ status }).eq('id', commission.id);
      expect(await commissionOf(sale.id)).toMatchObject({ status });
      await wholeAgain();
    }
  });

  test('what is refused, or only noted, not at all', async () => {
    const sale = await recordSale(agency.agent, agency);
    const stamps = () =>
      sql(
        `select xmin::text, whose, day from private.folded_by_day where organization_id = $1
         union all select xmin::text, agent_id, day from private.unfolded where organization_id = $1 order by 1, 2, 3`,
        [agency.organizationId],
      );
    const before = await stamps();
    await agency.agent.api.from('sales').update({ notes: 'Window seats' }).eq('id', sale.id);
    await agency.agent.api.from('sales').update({ total_amount: -1 }).eq('id', sale.id);
    await agency.rival.api.from('sales').update({ total_amount: 1 }).eq('id', sale.id);
    expect(await stamps()).toEqual(before);
  });

  test('a deletion by the operator', async () => {
    const other = await createTestAgency();
    const sale = await recordSale(other.agent, other);
    await sql(
      `do $$ begin
         alter table public.sales_history disable trigger user;
         alter table public.commission_history disable trigger user;
         delete from public.sales_history where sales_id = '${sale.id}';
         delete from public.commission_history where commission_id in
           (select id from public.commissions where sales_id = '${sale.id}');
         delete from public.commissions where sales_id = '${sale.id}';
         delete from public.sales where id = '${sale.id}';
         set constraints all immediate;
         alter table public.sales_history enable trigger user;
         alter table public.commission_history enable trigger user;
       end $$`,
    );
    expect(await differences(other.organizationId)).toEqual([]);
    const left = await sqlOne<{ sum: string }>(
      'select sum(sales_count)::text from private.sales_daily where organization_id = $1',
      [other.organizationId],
    );
    expect(left.sum).toBe('0');
  });
});

test('a thousand sales in one statement are folded into one row a day', async () => {
  const imported = await createTestAgency();
  const insert = (count: number) =>
    sql(
      `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
       select $1, $2, $3, $4, 'IMPORT-' || n, date '2025-01-01' + n % 100, n from generate_series(1, $5::int) n`,
      [imported.organizationId, imported.customerId, imported.vendorId, imported.agent.id, count],
    );
  const calls = () =>
    sqlOne<{ rows: string }>(
      `select count(*)::text as rows from private.folded_by_day where whose = $1 and unpaid_count = 10`,
      [imported.agent.id],
    );
  await insert(1000);
  await sql('select private.fold_figures($1)', [imported.organizationId]);
  expect(await calls()).toEqual({ rows: '100' });
  expect(await differences(imported.organizationId)).toEqual([]);
  const { count } = await sqlOne<{ count: string }>(
    'select count(*)::text from public.commissions where organization_id = $1',
    [imported.organizationId],
  );
  expect(count).toBe('1000');
  await sql(`update public.sales set status = 'paid', sale_date = sale_date + 1 where organization_id = $1`, [
    imported.organizationId,
  ]);
  expect(await differences(imported.organizationId)).toEqual([]);
});

test('rebuilding mends what an import without triggers, or a hand, has broken, and checking finds it', async () => {
  const broken = await createTestAgency();
  await recordSale(broken.agent, broken, { total_amount: 1234.56 });
  await sql('select private.fold_figures($1)', [broken.organizationId]);
  await sql('update private.folded_by_day set booked_amount = booked_amount + 1 where whose = $1', [
    broken.organizationId,
  ]);
  await sql('delete from private.folded_by_day where whose = $1', [broken.agent.id]);
  await sql(
    `insert into private.folded_by_quarter values ($1, $1, 'vendor', '2020-01-01', gen_random_uuid(), 1, 1, 1)`,
    [broken.organizationId],
  );
  const found = await differences(broken.organizationId);
  expect(found.map(({ rollup, kept }) => `${rollup} ${kept}`).sort()).toEqual([
    'figures_by_day false',
    'figures_by_day false',
    'figures_by_day true',
    'figures_by_quarter true',
  ]);
  await sql('select private.rebuild_rollups()');
  expect(await differences(broken.organizationId)).toEqual([]);
});
