import { sql } from '../support/database';
import { createListAgency, listSales, type ListAgency } from '../support/lists';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

interface Table {
  columns: string[];
  rows: (string | number | null)[][];
  truncated: boolean;
}

let agency: ListAgency;
let foreign: TestAgency;
beforeAll(async () => {
  agency = await createListAgency(300);
  foreign = await createTestAgency();
  // The sales of a list are written past their triggers.
  await sql('select private.rebuild_customer_totals()');
});

type Name = 'export_sales' | 'export_commissions' | 'export_customers' | 'export_vendors' | 'export_team';
const NAMES: Name[] = [
  'export_sales',
  'export_commissions',
  'export_customers',
  'export_vendors',
  'export_team',
];

async function table(person: Person, name: Name, args: object = {}): Promise<Table> {
  const { data, error } = await person.api.rpc(name, args as never);
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as unknown as Table;
}
const column = ({ columns, rows }: Table, name: string) => {
  const index = columns.indexOf(name);
  expect(index).toBeGreaterThanOrEqual(0);
  return rows.map((row) => row[index]);
};

test.each([
  [{}],
  [{ status: 'paid' }],
  [{ sort: 'total_amount', descending: false }],
  [{ sort: 'vendor' }],
  [{ sort: 'agent', descending: false, status: 'booked' }],
  [{ customer_search: 'anna lind' }],
  [{ customer_search: 'nobody at all' }],
  [{ start_date: '2026-06-30', end_date: '2026-01-01' }],
  [{ sort: "'; drop table sales", status: 'stolen' }],
])('sales leave as the list shows them: %j', async (args) => {
  for (const person of [agency.owner, agency.agent]) {
    const { customer_search: search, ...question } = args as Record<string, string>;
    const listed = [];
    for (let page = 1; page <= 4; page += 1) {
      listed.push(...(await listSales(person, { ...question, search, page, page_size: 100 })).rows);
    }
    const exported = await table(person, 'export_sales', args);
    expect(column(exported, 'booking_reference')).toEqual(
      (listed as unknown as { booking_reference: string }[]).map((row) => row.booking_reference),
    );
    expect(exported.truncated).toBe(false);
    expect(exported.rows.every((row) => row.length === exported.columns.length)).toBe(true);
  }
});

test('an agent takes along own sales and commissions only, whatever is asked', async () => {
  const own = await sql<{ n: string }>('select count(*) as n from public.sales where agent_id = $1', [
    agency.agent.id,
  ]);
  for (const name of ['export_sales', 'export_commissions'] as const) {
    const mine = await table(agency.agent, name);
    expect(mine.rows).toHaveLength(Number(own[0]?.n));
    expect((await table(agency.agent, name, { agent_id: agency.rival.id })).rows).toEqual([]);
    const all = await table(agency.admin, name);
    expect(all.rows).toHaveLength(300);
    expect((await table(agency.admin, name, { agent_id: agency.agent.id })).rows).toEqual(mine.rows);
  }
});

test('customers come with what the caller sold them, and never with a passport', async () => {
  const [mine, all] = [
    await table(agency.agent, 'export_customers'),
    await table(agency.owner, 'export_customers'),
  ];
  expect(mine.rows.length).toBe(all.rows.length);
  const count = (of: Table) => column(of, 'sales_count').reduce<number>((sum, n) => sum + Number(n), 0);
  const sold = await sql<{ mine: string; all: string }>(
    `select count(*) filter (where agent_id = $2) as mine, count(*) as all from public.sales
     where organization_id = $1 and status <> 'cancelled'`,
    [agency.organizationId, agency.agent.id],
  );
  expect([count(mine), count(all)]).toEqual([Number(sold[0]?.mine), Number(sold[0]?.all)]);
  expect(all.columns.join()).not.toMatch(/passport/);
  const found = await table(agency.agent, 'export_customers', { search: 'angstrom elodie' });
  expect(column(found, 'last_name')).toEqual(['Ångström']);
});

test('vendors and the team are for admins', async () => {
  for (const name of ['export_vendors', 'export_team'] as const) {
    expect((await table(agency.agent, name)).rows).toEqual([]);
    expect((await table(agency.admin, name)).rows.length).toBeGreaterThan(3);
  }
  expect(column(await table(agency.admin, 'export_team', { status: 'inactive' }), 'email')).toEqual([
    agency.inactive.email,
  ]);
  const { rows } = await table(agency.admin, 'export_vendors', { search: 'zebra' });
  expect(rows[0]?.[0]).toBe('Zebra Tours');
});

test('strangers take nothing along', async () => {
  for (const name of NAMES) {
    expect((await table(agency.inactive, name)).rows).toEqual([]);
    const theirs = JSON.stringify((await table(foreign.owner, name)).rows);
    expect(theirs).not.toMatch(/Zebra Tours|Ångström/);
  }
});
