import fc from 'fast-check';
import { Client } from 'pg';
import { backend } from '../support/backend';
import { sql, sqlOne, type Sql } from '../support/database';
import { SEED } from '../support/soak';
import { createCustomer, createTestAgency, type TestAgency } from '../support/test-agency';
import { differences, misread, oneByOne, refresh, stateOf } from '../support/totals';

let agency: TestAgency;

beforeEach(async () => {
  agency = await createTestAgency();
});

const RANGES: [string, string][] = [
  ['1900-01-01', '2199-12-31'],
  ['2025-01-05', '2025-01-25'],
  ['2024-12-20', '2025-02-10'],
];

const state = () => stateOf(agency.organizationId);
const wholeAgain = async (query: Sql = sql) => {
  expect(await differences(agency.organizationId, query)).toEqual([]);
  expect(await misread(agency.organizationId, RANGES, query)).toEqual([]);
};

/** A connection of its own, ended after the test. */
const clients: Client[] = [];
async function connect(): Promise<{ client: Client; query: Sql }> {
  const client = new Client(backend.dbUrl);
  // Some are ended by the server.
  client.on('error', () => undefined);
  await client.connect();
  clients.push(client);
  const query: Sql = async (statement, values = []) => (await client.query(statement, values)).rows as never;
  return { client, query };
}
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end().catch(() => undefined)));
});

const recordOneByOne = (count: number, customer?: string) => oneByOne(agency, count, customer);

test('a job adds up the stale days of every agency, every ten seconds', async () => {
  const job = await sqlOne<{ schedule: string; command: string }>(
    `select schedule, command from cron.job where jobname = 'refresh-totals'`,
  );
  expect(job.schedule).toBe('10 seconds');
  await sql(recordOneByOne(30));
  const first = agency;
  agency = await createTestAgency();
  await sql(recordOneByOne(10));
  expect(await state()).toEqual({ marks: 20, days: 0, months: 0 });
  // One run has about a second: what other tests marked may take it.
  const marked = async () => (await stateOf(first.organizationId))?.marks || (await state())?.marks || 0;
  for (let run = 0; run < 30 && (await marked()) > 0; run += 1) await sql(job.command);
  expect(await state()).toEqual({ marks: 0, days: 10, months: 1 });
  await wholeAgain();
  agency = first;
  expect(await state()).toEqual({ marks: 0, days: 20, months: 1 });
  await wholeAgain();
});

test('without a job readers are right all the same', async () => {
  await sql(recordOneByOne(300));
  await sql(
    `update public.sales set status = 'paid', agent_id = $2 where organization_id = $1 and total_amount > 250`,
    [agency.organizationId, agency.rival.id],
  );
  expect(await state()).toMatchObject({ days: 0 });
  await wholeAgain();
});

test('a write marks its days in its own transaction, and takes the marks back with it', async () => {
  await agency.sale({ sold: '2025-01-03' });
  const before = await state();
  const { client, query } = await connect();
  await client.query('begin');
  await client.query(recordOneByOne(50));
  expect(await stateOf(agency.organizationId, query)).toMatchObject({ marks: 100 + (before?.marks ?? 0) });
  await wholeAgain(query);
  // Nobody else sees row or mark.
  expect(await state()).toEqual(before);
  await wholeAgain();
  // Added up in that transaction, too.
  await refresh(query);
  await wholeAgain(query);
  await client.query('rollback');
  expect(await state()).toEqual(before);
  await wholeAgain();
});

test('who writes on the same day waits for nobody', async () => {
  const customer = await createCustomer(agency.organizationId);
  const { client } = await connect();
  const { client: other } = await connect();
  await client.query('begin');
  await client.query(recordOneByOne(20));
  await other.query(`set lock_timeout = '1s'`);
  await other.query(recordOneByOne(20, customer));
  await wholeAgain();
  await client.query('commit');
  await refresh();
  await wholeAgain();
});

test('nobody waits for the job, and what they write meanwhile stays marked for the next', async () => {
  await agency.sale({ sold: '2025-01-03' });
  const { client, query } = await connect();
  await client.query('begin');
  await refresh(query);
  await sql(`set lock_timeout = '1s'`);
  try {
    await sql(recordOneByOne(300));
    const { marks } = (await state()) ?? {};
    expect(marks).toBeGreaterThanOrEqual(600);
    await wholeAgain();
    // A second job leaves it to the first.
    await refresh();
    expect(await state()).toMatchObject({ marks });
    await client.query('commit');
    expect(await state()).toMatchObject({ marks: 600 });
    await wholeAgain();
    await refresh();
    expect(await state()).toEqual({ marks: 0, days: 20, months: 1 });
    await wholeAgain();
  } finally {
    await sql('reset lock_timeout');
  }
});

test('a job that dies half-way leaves everything as it was, and the next does it', async () => {
  await sql(recordOneByOne(40));
  const before = await state();
  const { client, query } = await connect();
  await client.query('begin');
  await refresh(query);
  const { pid } = (await query<{ pid: number }>('select pg_backend_pid() as pid'))[0] ?? {};
  await sql('select pg_terminate_backend($1, 5000)', [pid]);
  expect(await state()).toEqual(before);
  await wholeAgain();
  await refresh();
  expect(await state()).toEqual({ marks: 0, days: 20, months: 1 });
  await wholeAgain();
});

test('a snapshot says the same before, while and after days are added up, and is right', async () => {
  await sql(recordOneByOne(40));
  await refresh();
  await sql(recordOneByOne(10));
  const { client, query } = await connect();
  await client.query('begin isolation level repeatable read');
  const shown = () =>
    query(`select * from private.totals('sale', $1, null, '1900-01-01', '2199-12-31') order by day, status`, [
      agency.organizationId,
    ]);
  const before = await shown();
  await wholeAgain(query);
  await refresh();
  expect(await shown()).toEqual(before);
  await wholeAgain(query);
  await sql(recordOneByOne(30));
  await refresh();
  expect(await shown()).toEqual(before);
  await wholeAgain(query);
  await client.query('commit');
  expect(await shown()).not.toEqual(before);
  await wholeAgain(query);
});

test('adding up changes nothing that anybody reads', async () => {
  const sale = await agency.sale({ sold: '2025-06-30', amount: 100.1, paid: true });
  await agency.sale({ agent: agency.rival, sold: '2025-07-01', amount: 200 });
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
  await refresh();
  expect(await state()).toEqual({ marks: 0, days: 2, months: 2 });
  expect(await shown()).toEqual(before);
  // Again there is nothing to do, and what came down to nothing is gone.
  await refresh();
  await agency.agent.api.from('sales').update({ sale_date: '2025-07-01' }).eq('id', sale.id);
  await refresh();
  expect(await state()).toEqual({ marks: 0, days: 1, months: 1 });
  await wholeAgain();
});

test('only totals that are different are written', async () => {
  // Otherwise the agents' part of its commission is another one.
  await sql('update public.user_terms set commission_split = 60 where user_id = $1', [agency.rival.id]);
  const sale = await agency.sale({ sold: '2025-03-03', amount: 50 });
  await refresh();
  const written = async () => {
    const totals = await sql<{ id: string; by: string }>(
      `select subject_id || record_type as id, xmin::text as by from private.daily_totals where organization_id = $1
       union all
       select subject_id || grouped_by || group_id, xmin::text from private.monthly_totals where organization_id = $1`,
      [agency.organizationId],
    );
    return Object.fromEntries(totals.map(({ id, by }) => [id, by]));
  };
  const before = await written();
  await sql('update public.sales set agent_id = $2 where id = $1', [sale.id, agency.rival.id]);
  await refresh();
  const after = await written();
  const { organizationId, vendorId, agent, rival } = agency;
  for (const id of [
    `${organizationId}sale`,
    `${organizationId}commission`,
    `${organizationId}vendor${vendorId}`,
  ])
    expect([id, after[id]]).toEqual([id, before[id] ?? 'nothing']);
  for (const { id } of [agent, rival]) {
    const [had, has] = [before, after].map(
      (rows) => Object.keys(rows).filter((key) => key.includes(id)).length,
    );
    expect([had, has]).toEqual(id === agent.id ? [4, 0] : [0, 4]);
  }
  await wholeAgain();
});

// Holds platform-160
test('a slice takes three months at most, and the next slices the others', async () => {
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
     select $1, $2, $3, $4, 'OLD-' || n, date '2022-01-15' + n * interval '1 month', n from generate_series(1, 36) n`,
    [agency.organizationId, agency.customerId, agency.vendorId, agency.agent.id],
  );
  const left = [];
  for (let run = 0; run < 4; run += 1) {
    left.push((await state())?.marks);
    await wholeAgain();
    await sql('select private.refresh_totals_slice($1)', [agency.organizationId]);
  }
  expect(left).toEqual([72, 66, 60, 54]);
  await refresh();
  expect((await state())?.marks).toBe(0);
  await wholeAgain();
});

/** Days of fourteen months, their edges above all. */
const day = fc
  .tuple(fc.nat({ max: 13 }), fc.constantFrom(0, 1, 2, 13, 14, 15, 16, 26, 27, 28, 29, 30))
  .map(([month, n]) => new Date(Date.UTC(2024, month, 1 + n)).toISOString().slice(0, 10));

test(`whatever is stale, whatever is asked for (seed ${SEED})`, async () => {
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount)
     select $1, $2, $3, ($4::uuid[])[1 + n % 2], 'ANY-' || n, date '2024-01-01' + n * 7 % 430, n % 13 from generate_series(1, 900) n`,
    [agency.organizationId, agency.customerId, agency.vendorId, [agency.agent.id, agency.rival.id]],
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(day, day, fc.constantFrom('paid', 'cancelled')), { maxLength: 4 }),
      fc.array(fc.tuple(day, day), { minLength: 1, maxLength: 8 }),
      fc.boolean(),
      async (changes, ranges, refreshed) => {
        if (refreshed) await refresh();
        for (const [from, to, status] of changes)
          await sql(
            `update public.sales set sale_date = $3, total_amount = total_amount + 0.01, status = $4
             where id = (select id from public.sales where organization_id = $1 and sale_date >= $2 and status = 'booked'
               order by sale_date, id limit 1)`,
            [agency.organizationId, from, to, status],
          );
        const sorted = ranges.map((range) => [...range].sort() as [string, string]);
        expect(await misread(agency.organizationId, sorted)).toEqual([]);
      },
    ),
    { seed: SEED, numRuns: 40 },
  );
  await wholeAgain();
});
