import { makeKey, runAs } from '../support/api-keys';
import { ask } from '../support/bank';
import { sql } from '../support/database';
import { listCommissions, listSales } from '../support/lists';
import { sharedWorld } from '../support/shared-world';
import { HISTORY_SEED } from '../support/soak';
import type { World } from '../support/agreements-world';

/**
 * What the API says of commissions and sales is what lists and files say, field for field, in an agency with shares, overrides, fees and
 * commissions that count as settled (docs/product/integrations.md, API).
 */
jest.setTimeout(240_000);

type Row = Record<string, unknown>;

let world: World;
let key: string;
beforeAll(async () => {
  world = await sharedWorld(HISTORY_SEED);
  key = (await makeKey(world.agency)).id;
});

const money = (value: unknown) => (value === null || value === undefined ? null : Number(value).toFixed(2));

/** All pages of a list of the API. */
async function fromApi(operation: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  do {
    const { answer, code } = await runAs(key, operation, {
      query: { limit: '40', ...(cursor && { cursor }) },
    });
    if (code) throw new Error(code);
    const { data, next_cursor } = answer as { data: Row[]; next_cursor: string | null };
    rows.push(...data);
    cursor = next_cursor ?? undefined;
  } while (cursor);
  return rows;
}

/** All pages of a list that an admin reads. */
async function fromList(list: typeof listSales): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const answer = await list(world.agency.admin, { page, page_size: 100 });
    pages = answer.total_pages;
    rows.push(...(answer.rows as unknown as Row[]));
  }
  return rows;
}

/** The file of an admin, by booking reference; each is of one sale in this agency. */
async function fromFile(name: 'export_sales' | 'export_commissions'): Promise<Map<unknown, Row>> {
  const { columns, rows } = await ask<{ columns: string[]; rows: unknown[][] }>(world.agency.admin, name);
  const objects = rows.map((row) => Object.fromEntries(columns.map((column, n) => [column, row[n]])));
  // What a sale comes to stands in its first line.
  return new Map(
    objects.filter(({ total_amount }) => total_amount !== null).map((row) => [row['booking_reference'], row]),
  );
}

const by = (rows: readonly Row[], field: string) => new Map(rows.map((row) => [row[field], row]));

// Holds integrations-30
test('commissions: the API, the list and the file say the same of each', async () => {
  const [said, listed, filed] = [
    await fromApi('list_commissions'),
    by(await fromList(listCommissions), 'id'),
    await fromFile('export_commissions'),
  ];
  expect(said).toHaveLength(world.sales.length);
  expect(filed.size).toBe(said.length);
  const ofApi = said.map((row) => {
    const { id, sale_id, agent_id, status, sale_date, due_on, amount, agent_amount, open_amount } = row;
    const { overdue_amount, received_amount, received_on, currency } = row;
    const whose = { id, sale_id, agent_id, status, sale_date, due_on, received_on, currency };
    return { ...whose, amount, agent_amount, open_amount, overdue_amount, received_amount };
  });
  const ofScreens = said.map(({ id }) => {
    const row = listed.get(id) ?? {};
    const file = filed.get(row['booking_reference']) ?? {};
    // What both of them have is one.
    expect([
      row['status'],
      ...[row['amount'], row['agent_amount'], row['open'], row['owed'], row['total_amount']].map(money),
    ]).toEqual([
      file['status'],
      ...['commission_amount', 'agent_amount', 'open_amount', 'overdue_amount', 'total_amount'].map((name) =>
        money(file[name]),
      ),
    ]);
    return {
      id,
      ...{ sale_id: row['sales_id'], agent_id: (row['agent'] as Row)['id'], status: row['status'] },
      ...{ sale_date: row['sale_date'], due_on: row['due_on'], received_on: file['received_on'] },
      ...{
        currency: file['currency'],
        amount: money(row['amount']),
        agent_amount: money(row['agent_amount']),
      },
      ...{ open_amount: money(row['open']), overdue_amount: money(row['owed']) },
      received_amount: money(file['received_amount']),
    };
  });
  expect(ofApi).toEqual(ofScreens);
  const settled = await sql<{ n: number }>(
    `select count(*)::int as n from private.commission_money m where m.organization_id = $1 and m.open <> m.open_amount`,
    [world.agency.organizationId],
  );
  // Where everything counts, nothing is proved.
  expect(settled[0]?.n).toBeGreaterThan(0);
  expect(said.some(({ overdue_amount }) => Number(overdue_amount) > 0)).toBe(true);
});

interface Part {
  user_id: string;
  role: string;
  amount: string;
  paid: boolean;
}

// Holds integrations-31
test('what people get of a commission comes to what all of them get and were paid, and is what each of them reads', async () => {
  const said = await fromApi('list_commissions');
  const sum = (parts: readonly Part[]) =>
    parts.reduce((cents, { amount }) => cents + Math.round(Number(amount) * 100), 0);
  const own = new Map<string, Map<unknown, Row>>();
  for (const person of world.people) {
    const { rows } = await listCommissions(person, { page_size: 100 });
    own.set(person.id, by(rows, 'id'));
  }
  const roles = new Set<string>();
  for (const { id, agent_id, agent_amount, seller_amount, agents_paid_amount, people } of said) {
    const parts = people as Part[];
    for (const { role } of parts) roles.add(role);
    expect([money(sum(parts) / 100), money(sum(parts.filter(({ paid }) => paid)) / 100)]).toEqual([
      agent_amount,
      agents_paid_amount,
    ]);
    const [seller] = parts;
    expect([seller?.role, seller?.user_id, seller?.amount]).toEqual(['seller', agent_id, seller_amount]);
    for (const { user_id, role, amount } of parts)
      if (['seller', 'co_seller', 'referral'].includes(role))
        expect([id, user_id, money(own.get(user_id)?.get(id)?.['agent_amount'])]).toEqual([
          id,
          user_id,
          amount,
        ]);
  }
  expect([...roles].sort()).toEqual(expect.arrayContaining(['co_seller', 'override', 'referral', 'seller']));
});

// Holds integrations-32
test('sales: the API, the list and the file say the same of each', async () => {
  const [said, listed, filed] = [
    await fromApi('list_sales'),
    by(await fromList(listSales), 'id'),
    await fromFile('export_sales'),
  ];
  expect(said).toHaveLength(world.sales.length);
  const NAMES = [
    'status',
    'sale_date',
    'travel_date',
    'return_date',
    'currency',
    'booking_reference',
  ] as const;
  const AMOUNTS = ['total_amount', 'commission_amount', 'commission_rate'] as const;
  const plain = (row: Row) => [...NAMES.map((name) => row[name]), ...AMOUNTS.map((name) => money(row[name]))];
  expect(said.map(plain)).toEqual(said.map(({ id }) => plain(listed.get(id) ?? {})));
  expect(said.map(plain)).toEqual(
    said.map(({ booking_reference }) => plain(filed.get(booking_reference) ?? {})),
  );
});
