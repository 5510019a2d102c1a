import { Client } from 'pg';
import { backend } from './support/backend';
import { database, sql, sqlOne } from './support/database';
import { createWorld, recordSale, type World } from './support/world';

let world: World;

beforeEach(async () => {
  world = await createWorld();
});

/** What the rollups of the organization say differently from its rows. */
const differences = () =>
  sql(
    `select rollup, kept, row_data from private.check_rollups() where row_data ->> 'organization_id' = $1`,
    [world.organizationId],
  );

/** Notes that wait, and days of the organization that are folded. */
const state = () =>
  sqlOne<{ notes: number; days: number }>(
    `select (select count(*) from private.unfolded where organization_id = $1)::int as notes,
       (select count(*) from private.folded_by_day where whose = $1)::int as days`,
    [world.organizationId],
  );

const fold = () => sql('select private.fold_figures($1)', [world.organizationId]);

/** So many sales, each in a statement of its own. */
const recordOneByOne = (count: number) => `do $$ begin
  for n in 1..${count} loop
    insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
    values ('${world.organizationId}', '${world.customerId}', '${world.vendorId}', '${world.agent.id}', 'ONE-' || n,
      date '2025-01-01' + n % 20, n);
  end loop;
end $$`;

test('what is noted is folded sooner or later, by those who write', async () => {
  await sql(recordOneByOne(800));
  const { notes, days } = await state();
  expect(days).toBe(20);
  // One sale in fifty folds: that none of the last 700 does happens once in a million times.
  expect(notes).toBeLessThan(1500);
  expect(await differences()).toEqual([]);
});

test('folding changes nothing that anybody reads', async () => {
  const sale = await recordSale(world.agent, world, { sale_date: '2025-06-30', total_amount: 100.1 });
  await recordSale(world.rival, world, { sale_date: '2025-07-01', total_amount: 200 });
  await world.agent.api.from('sales').update({ status: 'paid' }).eq('id', sale.id);
  const shown = async () => {
    const pages = [];
    for (const who of [world.admin, world.agent]) {
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
  await world.agent.api.from('sales').update({ sale_date: '2025-07-01' }).eq('id', sale.id);
  await fold();
  expect(await differences()).toEqual([]);
});

test('nobody waits for whoever folds, and what they write meanwhile is folded by the next', async () => {
  await recordSale(world.agent, world);
  const folding = new Client(backend.dbUrl);
  await folding.connect();
  await folding.query('begin');
  try {
    await folding.query('select private.fold_figures($1)', [world.organizationId]);
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
  await recordSale(world.agent, world);
  const before = await state();
  const client = await database();
  await client.query('begin');
  await client.query(recordOneByOne(200));
  await client.query('select private.fold_figures($1)', [world.organizationId]);
  await client.query('rollback');
  expect(await state()).toEqual(before);
  expect(await differences()).toEqual([]);
});
