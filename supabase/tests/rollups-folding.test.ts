import { Client } from 'pg';
import { backend } from './support/backend';
import { database, sql, sqlOne } from './support/database';
import { createTestAgency, recordSale, type TestAgency } from './support/test-agency';

let agency: TestAgency;

beforeEach(async () => {
  agency = await createTestAgency();
});

/** What the rollups of the organization say differently from its rows. */
const differences = () =>
  sql(
    `select rollup, kept, row_data from private.check_rollups() where row_data ->> 'organization_id' = $1`,
    [agency.organizationId],
  );

/** Notes that wait, and days of the organization that are folded. */
const state = () =>
  sqlOne<{ notes: number; days: number }>(
    `select (select count(*) from private.unfolded where organization_id = $1)::int as notes,
       (select count(*) from private.folded_by_day where whose = $1)::int as days`,
    [agency.organizationId],
  );

const fold = () => sql('select private.fold_figures($1)', [agency.organizationId]);

/** So many sales, each in a statement of its own. */
const recordOneByOne = (count: number) => `do $$ begin
  for n in 1..${count} loop
    insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
    values ('${agency.organizationId}', '${agency.customerId}', '${agency.vendorId}', '${agency.agent.id}', 'ONE-' || n,
      date '2025-01-01' + n % 20, n);
  end loop;
end $$`;

test('a job folds what is noted of everybody, every ten seconds', async () => {
  const job = await sqlOne<{ schedule: string; command: string }>(
    `select schedule, command from cron.job where jobname = 'fold-figures'`,
  );
  expect(job.schedule).toBe('10 seconds');
  await sql(recordOneByOne(30));
  const first = agency;
  agency = await createTestAgency();
  await sql(recordOneByOne(10));
  expect(await state()).toEqual({ notes: 20, days: 0 });
  await sql(job.command);
  expect(await state()).toEqual({ notes: 0, days: 10 });
  expect(await differences()).toEqual([]);
  agency = first;
  expect(await state()).toEqual({ notes: 0, days: 20 });
  expect(await differences()).toEqual([]);
});

test('where no job is scheduled, those who write fold sooner or later', async () => {
  const client = await database();
  await client.query('begin');
  try {
    await sql(`delete from cron.job where jobname = 'fold-figures'`);
    await sql(recordOneByOne(800));
    const { notes, days } = await state();
    expect(days).toBe(20);
    // One sale in fifty folds: that none of the last 700 does happens once in a million times.
    expect(notes).toBeLessThan(1500);
    expect(await differences()).toEqual([]);
  } finally {
    await client.query('rollback');
  }
});

test('nothing is taken for a job where jobs are unknown', async () => {
  const admin = new Client(backend.dbUrl.replace('//postgres:', '//supabase_admin:'));
  await admin.connect();
  const hasJob = async () =>
    (await admin.query<{ has: boolean }>('select private.has_folding_job() as has')).rows[0]?.has;
  try {
    expect(await hasJob()).toBe(true);
    await admin.query('begin; alter schema cron rename to elsewhere');
    expect(await hasJob()).toBe(false);
  } finally {
    await admin.query('rollback');
    await admin.end();
  }
});

test('a sale that is given to another agent leaves the days of vendor and organization alone', async () => {
  // Otherwise the agents' part of its commission is another one.
  await sql('update public.user_terms set commission_split = 60 where user_id = $1', [agency.rival.id]);
  const sale = await recordSale(agency.agent, agency, { sale_date: '2025-03-03', total_amount: 50 });
  await fold();
  const written = async () => {
    const days = await sql<{ whose: string; by: string }>(
      'select whose, xmin::text as by from private.folded_by_day where organization_id = $1',
      [agency.organizationId],
    );
    return Object.fromEntries(days.map(({ whose, by }) => [whose, by]));
  };
  const before = await written();
  await sql('update public.sales set agent_id = $2 where id = $1', [sale.id, agency.rival.id]);
  await fold();
  const after = await written();
  for (const whose of [agency.organizationId, agency.vendorId]) expect(after[whose]).toBe(before[whose]);
  expect(after[agency.agent.id]).not.toBe(before[agency.agent.id]);
  expect(before[agency.rival.id]).toBeUndefined();
  expect(after[agency.rival.id]).toBeDefined();
  expect(await differences()).toEqual([]);
});

test('folding changes nothing that anybody reads', async () => {
  const sale = await recordSale(agency.agent, agency, { sale_date: '2025-06-30', total_amount: 100.1 });
  await recordSale(agency.rival, agency, { sale_date: '2025-07-01', total_amount: 200 });
  await agency.agent.api.from('sales').update({ status: 'paid' }).eq('id', sale.id);
  const shown = async () => {
    const pages = [];
    for (const who of [agency.admin, agency.agent]) {
      pages.push(
        (await who.api.rpc('get_dashboard', { start_date: '2025-01-01', end_date: '2025-12-31' })).data,
      );
      pages.push((await who.api.rpc('list_sales', { start_date: '2025-06-01' })).data);
      pages.push((await who.api.rpc('list_team', {})).data);
    }
    return pages;
  };
  const before = await shown();
  await fold();
  expect(await state()).toEqual({ notes: 0, days: 2 });
  expect(await shown()).toEqual(before);
  // Again there is nothing to do, and what came down to nothing stays so.
  await fold();
  await agency.agent.api.from('sales').update({ sale_date: '2025-07-01' }).eq('id', sale.id);
  await fold();
  expect(await differences()).toEqual([]);
});

test('nobody waits for whoever folds, and what they write meanwhile is folded by the next', async () => {
  await recordSale(agency.agent, agency);
  const folding = new Client(backend.dbUrl);
  await folding.connect();
  await folding.query('begin');
  try {
    await folding.query('select private.fold_figures($1)', [agency.organizationId]);
    await sql(recordOneByOne(300));
    // The other's work is not done yet, its notes still count.
    const { notes } = await state();
    expect(notes).toBeGreaterThanOrEqual(600);
    expect(await differences()).toEqual([]);
    await fold();
    expect(await state()).toMatchObject({ notes });
  } finally {
    await folding.query('rollback');
    await folding.end();
  }
  expect(await differences()).toEqual([]);
  await fold();
  expect(await state()).toEqual({ notes: 0, days: 21 });
  expect(await differences()).toEqual([]);
});

test('a write that is taken back takes its notes and its folding with it', async () => {
  await recordSale(agency.agent, agency);
  const before = await state();
  const client = await database();
  await client.query('begin');
  await client.query(recordOneByOne(200));
  await client.query('select private.fold_figures($1)', [agency.organizationId]);
  await client.query('rollback');
  expect(await state()).toEqual(before);
  expect(await differences()).toEqual([]);
});
