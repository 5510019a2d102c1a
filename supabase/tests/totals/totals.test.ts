import { sql, sqlOne } from '../support/database';
import {
  commissionOf,
  createVendor,
  createTestAgency,
  readyToPay,
  type TestAgency,
} from '../support/test-agency';
import { differences, misread, refresh, stateOf } from '../support/totals';

let agency: TestAgency;
let vendors: string[];

beforeAll(async () => {
  agency = await createTestAgency();
  vendors = [agency.vendorId, await createVendor(agency.organizationId)];
});

const RANGES: [string, string][] = [
  ['1900-01-01', '2199-12-31'],
  ['2026-02-27', '2026-04-02'],
];

/** With the days that are stale, and once the job has added them up. */
const wholeAgain = async () => {
  for (const step of [async () => undefined, refresh]) {
    await step();
    expect(await differences(agency.organizationId)).toEqual([]);
    expect(await misread(agency.organizationId, RANGES)).toEqual([]);
  }
};

describe('the totals follow', () => {
  test('a sale through its life', async () => {
    const sale = await agency.sale({ sold: '2026-03-01', amount: 100.1 });
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
    const sale = await agency.sale({ sold: '2026-03-01' });
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
    const sale = await agency.sale({ sold: '2026-04-01', amount: 5000 });
    const payment = await readyToPay(agency, sale.id);
    await agency.admin.api.rpc('record_agent_payment', payment);
    const history = () =>
      sql('select new_data from public.commission_history where commission_id = $1', [payment.commission_id]);
    const before = await history();
    await agency.agent.api.from('sales').update({ sale_date: '2026-04-30' }).eq('id', sale.id);
    expect(
      await sql(
        `select day::text, status, record_count::int as count, commission_amount::float as amount, agent_amount::float
         from private.totals('commission', $1, $2, '2026-04-01', '2026-04-30')`,
        [agency.organizationId, agency.agent.id],
      ),
    ).toEqual([{ day: '2026-04-30', status: 'agent_paid', count: 1, amount: 500, agent_amount: 300 }]);
    expect(await history()).toEqual(before);
    await wholeAgain();
  });

  test('a commission that moves alone', async () => {
    const sale = await agency.sale();
    for (const status of ['funds_received', 'cancelled']) {
      await agency.admin.api.from('commissions').update({ status }).eq('id', sale.commissionId);
      expect(await commissionOf(sale.id)).toMatchObject({ status });
      await wholeAgain();
    }
  });

  test('what is refused, or changes nothing that is added up, not at all', async () => {
    const sale = await agency.sale();
    const stamps = () =>
      sql(
        `select xmin::text, ctid::text, day from private.stale_days where organization_id = $1
         union all select xmin::text, ctid::text, last_sale_date from private.customer_totals where organization_id = $1
         order by 1, 2, 3`,
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
    const sale = await other.sale();
    await refresh();
    expect(await stateOf(other.organizationId)).toEqual({ marks: 0, days: 1, months: 1 });
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
    for (const step of [async () => undefined, refresh]) {
      await step();
      expect(await differences(other.organizationId)).toEqual([]);
      expect(await misread(other.organizationId, RANGES)).toEqual([]);
    }
    expect(await stateOf(other.organizationId)).toEqual({ marks: 0, days: 0, months: 0 });
  });
});

test('a thousand sales in one statement mark their days, each once', async () => {
  const imported = await createTestAgency();
  const isRight = async () => {
    expect(await differences(imported.organizationId)).toEqual([]);
    expect(await misread(imported.organizationId, [['2025-01-20', '2025-03-10'], ...RANGES])).toEqual([]);
  };
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
     select $1, $2, $3, $4, 'IMPORT-' || n, date '2025-01-01' + n % 100, n from generate_series(1, 1000) n`,
    [imported.organizationId, imported.customerId, imported.vendorId, imported.agent.id],
  );
  // By the sales, and by their commissions.
  expect(await stateOf(imported.organizationId)).toEqual({ marks: 200, days: 0, months: 0 });
  await isRight();
  await refresh();
  expect(await stateOf(imported.organizationId)).toEqual({ marks: 0, days: 100, months: 4 });
  expect(
    await sql(
      `select count(*)::int as rows from private.daily_totals
       where organization_id = $1 and subject_id = $2 and status = 'unpaid' and record_count = 10`,
      [imported.organizationId, imported.agent.id],
    ),
  ).toEqual([{ rows: 100 }]);
  await isRight();
  const { count } = await sqlOne<{ count: string }>(
    'select count(*)::text from public.commissions where organization_id = $1',
    [imported.organizationId],
  );
  expect(count).toBe('1000');
  await sql(`update public.sales set status = 'paid', sale_date = sale_date + 1 where organization_id = $1`, [
    imported.organizationId,
  ]);
  await isRight();
  await refresh();
  await isRight();
});

test('rebuilding mends what an import without triggers, or a hand, has broken, and checking finds it', async () => {
  const broken = await createTestAgency();
  await broken.sale({ amount: 1234.56 });
  await refresh();
  const [{ day } = {}] = await sql<{ day: string }>(
    `update private.daily_totals set total_amount = total_amount + 1
     where organization_id = $1 and subject_id = $1 and status = 'booked' returning day::text`,
    [broken.organizationId],
  );
  await sql('delete from private.daily_totals where subject_id = $1', [broken.agent.id]);
  await sql(
    `insert into private.monthly_totals values ($1, $1, 'vendor', '2020-01-01', gen_random_uuid(), 1, 1, 1)`,
    [broken.organizationId],
  );
  const found = await differences(broken.organizationId);
  expect(found.map(({ totals, kept }) => `${totals} ${kept}`).sort()).toEqual([
    'daily_totals false',
    'daily_totals false',
    'daily_totals false',
    'daily_totals true',
    'monthly_totals true',
  ]);
  expect((await misread(broken.organizationId, RANGES)).length).toBeGreaterThan(0);
  // A mark is enough to make readers right.
  await sql('insert into private.stale_days values ($1, $2), ($1, $3)', [
    broken.organizationId,
    day,
    '2020-01-17',
  ]);
  expect(await misread(broken.organizationId, RANGES)).toEqual([]);
  await sql('delete from private.stale_days where organization_id = $1', [broken.organizationId]);
  await sql('select private.rebuild_totals(), private.rebuild_customer_totals()');
  expect(await differences(broken.organizationId)).toEqual([]);
  expect(await misread(broken.organizationId, RANGES)).toEqual([]);
});

test('one organization is rebuilt without the others', async () => {
  const [one, other] = [await createTestAgency(), await createTestAgency()];
  for (const each of [one, other]) await each.sale();
  await refresh();
  for (const { organizationId } of [one, other])
    await sql('delete from private.daily_totals where organization_id = $1', [organizationId]);
  await sql('select private.rebuild_totals($1)', [one.organizationId]);
  expect(await differences(one.organizationId)).toEqual([]);
  expect(await differences(other.organizationId)).not.toEqual([]);
  await sql('select private.rebuild_totals($1)', [other.organizationId]);
  expect(await differences(other.organizationId)).toEqual([]);
});
