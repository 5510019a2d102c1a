import fc from 'fast-check';
import { Client } from 'pg';
import { backend } from '../support/backend';
import { dashboardOf, todayIn } from '../support/dashboard';
import { expectedDashboard } from '../support/dashboard-oracle';
import { sql, sqlOne, type Sql } from '../support/database';
import { SOAK } from '../support/soak';
import {
  createCustomer,
  createMember,
  createVendor,
  createTestAgency,
  type TestAgency,
} from '../support/test-agency';
import { differences, misread, refresh } from '../support/totals';
import { totalsWrite, type TotalsWrite } from '../support/totals-writes';

/** Writes, and how often more than this a payment, a move, a merge, its undoing and a day that is due must come of them. */
const [OPERATIONS, LEAST] = SOAK ? [3000, [20, 50, 10, 10, 2]] : [1000, [6, 16, 3, 2, 2]];

let agency: TestAgency;
let vendors: string[];
let agents: string[];
let customers: string[];

beforeAll(async () => {
  agency = await createTestAgency();
  vendors = [agency.vendorId, await createVendor(agency.organizationId)];
  agents = [agency.agent.id, agency.rival.id, (await createMember(agency.organizationId, 'agent', 33.33)).id];
  customers = [agency.customerId];
  for (let n = 0; n < 5; n += 1) customers.push(await createCustomer(agency.organizationId));
});

/** All, months whole and in part, a day. */
const RANGES: [string, string][] = [
  ['1900-01-01', '2199-12-31'],
  ['2026-01-31', '2026-02-01'],
  ['2026-01-05', '2026-02-26'],
  ['2026-01-31', '2026-01-31'],
];

const wholeAgain = async () => {
  expect(await differences(agency.organizationId)).toEqual([]);
  expect(await misread(agency.organizationId, RANGES)).toEqual([]);
};

describe('concurrent writes', () => {
  test('a sale that waits for new terms of its vendor keeps nobody from its customer', async () => {
    const [terms, sale, merge] = [0, 1, 2].map(() => new Client(backend.dbUrl)) as [Client, Client, Client];
    await Promise.all([terms, sale, merge].map((client) => client.connect()));
    const customer = await createCustomer(agency.organizationId);
    await terms.query('begin');
    await terms.query(
      'update public.vendor_terms set expected_payment_days = coalesce(expected_payment_days, 0) + 1 where vendor_id = $1',
      [agency.vendorId],
    );
    const { rows } = await sale.query<{ pid: number }>('select pg_backend_pid() as pid');
    const recorded = run(
      sale,
      { kind: 'insert', date: '2026-02-01', cents: 1, which: 0, rows: 1 },
      [],
      [customer],
    );
    const blocked = () => sql('select 1 where cardinality(pg_blocking_pids($1)) > 0', [rows[0]?.pid]);
    while ((await blocked()).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await merge.query('select 1 from public.customers where id = $1 for update nowait', [customer]);
    await terms.query('rollback');
    await recorded;
    await Promise.all([terms, sale, merge].map((client) => client.end()));
  });

  /** As the admin, in a transaction: merging is not for the operator. */
  async function asAdmin(client: Client, statement: string, values: string[]): Promise<void> {
    await client.query('begin');
    try {
      await client.query(
        `select set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', $1::text,
           'session_id', (select max(id::text) from auth.sessions where user_id = $1::uuid))::text, true)`,
        [agency.admin.id],
      );
      await client.query(statement, values);
      await client.query('commit');
    } catch (error) {
      await client.query('rollback');
      throw error;
    }
  }

  /** Everything that may happen to sales, as the operator's statements: nothing between them and the triggers. */
  async function run(
    client: Client,
    operation: TotalsWrite,
    sales: string[],
    buyers = customers,
  ): Promise<void> {
    const pick = (list: string[], n: number) => list[n % list.length] ?? '';
    const { which: n } = operation;
    if (operation.kind === 'insert') {
      const { rows } = await client.query<{ id: string }>(
        `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount,
           commission_basis, commission_rate)
         select $1, $2, $3, $4, 'CONCURRENT', $5::date + n % 2, $6::numeric + n, 'rate', 12.5 from generate_series(1, $7::int) n returning id`,
        [
          agency.organizationId,
          pick(buyers, n >> 3),
          pick(vendors, n),
          pick(agents, n),
          operation.date,
          operation.cents,
          operation.rows,
        ],
      );
      sales.push(...rows.map(({ id }) => id));
    } else if (operation.kind === 'update') {
      const { vendor, agent, customer, ...plain } = operation.change;
      const values = {
        ...plain,
        ...(vendor === undefined ? {} : { vendor_id: pick(vendors, vendor) }),
        ...(agent === undefined ? {} : { agent_id: pick(agents, agent) }),
        ...(customer === undefined ? {} : { customer_id: pick(customers, customer) }),
      };
      const columns = Object.keys(values);
      if (!columns.length || !sales.length) return;
      // Several sales in one statement: all locked first and in one order, as everybody must who changes several.
      const ids = Array.from({ length: operation.rows }, (_, i) => pick(sales, n + i));
      await client.query(
        `update public.sales s set ${columns.map((c) => `${c} = v.${c}`).join(', ')}
         from jsonb_populate_record(null::public.sales, $1) v
         where s.id = any (array(select id from public.sales where id = any ($2) order by id for no key update))`,
        [JSON.stringify(values), ids],
      );
    } else if (operation.kind === 'commission') {
      await client.query('update public.commissions set status = $1 where sales_id = $2', [
        operation.status,
        pick(sales, n) || null,
      ]);
    } else if (operation.kind === 'terms') {
      await client.query(
        'update public.vendor_terms set expected_payment_days = $2, expected_payment_basis = $3 where vendor_id = $1',
        [pick(vendors, n), operation.days, operation.basis],
      );
    } else if (operation.kind === 'merge') {
      await asAdmin(client, 'select public.merge_customers($1, $2)', [
        pick(customers, n),
        pick(customers, operation.other),
      ]);
    } else if (operation.kind === 'undo') {
      await asAdmin(
        client,
        `select public.undo_merge((select id from private.customer_merges where organization_id = $1 and undone_at is null
           order by md5(id::text || $2) limit 1))`,
        [agency.organizationId, String(n)],
      );
    } else {
      await client.query('begin');
      try {
        const id = pick(sales, n) || null;
        await client.query('select 1 from public.sales where id = $1 for no key update', [id]);
        await client.query(
          `select private.write_payments(h.organization_id, array[h.id], '{cash}', '{null}', '2026-06-01', null, null)
           from public.commissions c join public.commission_shares h on h.commission_id = c.id and h.role = 'seller' and h.status = 'open'
           where c.sales_id = $1 and c.status = 'funds_received' for no key update of c`,
          [id],
        );
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
    }
  }

  test('of a thousand writes and more on few days, agents and vendors leaves them whole, and nobody in a deadlock', async () => {
    const clients = Array.from({ length: 8 }, () => new Client(backend.dbUrl));
    await Promise.all(clients.map((client) => client.connect()));
    const operations = fc.sample(totalsWrite, { numRuns: OPERATIONS, seed: 20261121 });
    const sales: string[] = [];
    const outcomes: Record<string, number> = {};
    // What locks several rows (new terms of a vendor, a merge, a statement over several sales or with another customer) may meet
    // another such in a different order: one of them is taken back, and asked again as the application does. Nothing else
    // may ever be: no sale recorded or paid, no commission moved.
    const mayMeet = (one: TotalsWrite) =>
      one.kind === 'update'
        ? one.rows > 1 || one.change.customer !== undefined
        : ['terms', 'merge', 'undo'].includes(one.kind);
    const attempt = async (client: Client, next: TotalsWrite): Promise<string> => {
      const code = await run(client, next, sales).then(
        () => 'done',
        (error: { code?: string }) => error.code ?? 'unknown',
      );
      if (code !== '40P01') return code;
      return mayMeet(next) ? attempt(client, next) : `40P01 of ${next.kind}`;
    };
    // Rebuilding in the midst of it loses nothing. What rebuilds the customers' makes writers wait.
    const operator = new Client(backend.dbUrl);
    await operator.connect();
    const rebuilding = (async () => {
      for (let i = 0; i < 3; i++)
        await operator.query('select private.rebuild_totals(), private.rebuild_customer_totals()');
    })();
    // Two jobs, as if a run took longer than until the next.
    let isRunning = true;
    let runs = 0;
    const jobs = [new Client(backend.dbUrl), new Client(backend.dbUrl)];
    const refreshing = jobs.map(async (job) => {
      await job.connect();
      for (; isRunning; runs += 1) await job.query('select private.refresh_totals()');
    });
    // Stale or added up, what is read is right at every moment, not only in the end.
    const looked: unknown[][] = [];
    const watching = [differences, (id: string, query: Sql) => misread(id, RANGES, query)].map(
      async (look) => {
        const reader = new Client(backend.dbUrl);
        await reader.connect();
        const query: Sql = async (statement, values = []) =>
          (await reader.query(statement, values)).rows as never;
        while (isRunning) looked.push(await look(agency.organizationId, query));
        await reader.end();
      },
    );
    await Promise.all(
      clients.map(async (client) => {
        for (let next = operations.shift(); next; next = operations.shift()) {
          const outcome = await attempt(client, next);
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
        }
      }),
    );
    isRunning = false;
    await Promise.all([rebuilding, ...refreshing, ...watching]);
    expect(runs).toBeGreaterThan(5);
    expect(looked.length).toBeGreaterThan(5);
    expect(looked.flat()).toEqual([]);
    await Promise.all([...clients, ...jobs, operator].map((client) => client.end()));
    await wholeAgain();
    await refresh();
    await wholeAgain();
    // And what a commission carries of its sale and the vendor's terms.
    expect(
      await sql(
        `select s.id from public.sales s join public.commissions c on c.sales_id = s.id join public.vendor_terms v on v.vendor_id = s.vendor_id
         where s.organization_id = $1 and ((c.sale_paid, c.agent_id, c.vendor_id, c.sale_date)
             is distinct from (s.status = 'paid', s.agent_id, s.vendor_id, s.sale_date)
           or c.status = 'unpaid' and c.due_on is distinct from private.due_on(v.expected_payment_days,
             v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date))`,
        [agency.organizationId],
      ),
    ).toEqual([]);
    // What the writes left is what the dashboards show.
    const range = { start: '2026-01-01', end: '2026-02-28', timeZone: 'UTC', today: todayIn('UTC') };
    for (const who of ['admin', 'agent', 'rival'] as const)
      expect(await dashboardOf(agency[who], { start_date: range.start, end_date: range.end })).toEqual(
        await expectedDashboard(agency[who], range, who === 'admin'),
      );
    // Done, or refused by the state machine (P0001): nothing else, and above all no 40P01.
    expect(Object.keys(outcomes).sort()).toEqual(['P0001', 'done']);
    expect(outcomes['done']).toBeGreaterThan(OPERATIONS / 3);
    const { paid, moved, merged, undone, due } = await sqlOne<Record<string, string>>(
      `select (select count(*) from public.agent_payments where organization_id = $1)::text as paid,
         (select count(*) from public.sales_history where organization_id = $1 and 'sale_date' = any (changed_fields)
           and change_type <> 'create')::text as moved,
         (select count(*) from private.customer_merges where organization_id = $1)::text as merged,
         (select count(*) from private.customer_merges where organization_id = $1 and undone_at is not null)::text as undone,
         (select count(distinct due_on) from public.commissions where organization_id = $1)::text as due`,
      [agency.organizationId],
    );
    expect([paid, moved, merged, undone, due].map(Number).map((n, i) => n > (LEAST[i] ?? 0))).toEqual(
      Array(5).fill(true),
    );
  }, 180_000);
});
