import { Client } from 'pg';
import { makeKey, runAs, type MadeKey } from '../support/api-keys';
import { backend } from '../support/backend';
import { ask, createAccount, importLines, line } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { randomOf, SEED } from '../support/soak';
import { createTestAgency, saleInput, type TestAgency } from '../support/test-agency';

/** Lists of what has changed since a moment, for programs that keep a copy. */
type Row = Record<string, unknown> & { id: string; updated_at: string };

let agency: TestAgency;
let key: MadeKey;
beforeAll(async () => {
  agency = await createTestAgency();
  key = await makeKey(agency);
  const other = await createTestAgency();
  for (const each of [agency, other]) await fill(each);
});

/** Several records of every kind, of different moments. */
async function fill(of: TestAgency): Promise<void> {
  const { organizationId } = of;
  for (const reference of ['A', 'B', 'C']) await of.sale({ by: of.admin, reference });
  for (const name of ['One', 'Two']) {
    const columns = '(organization_id, first_name, last_name) values ($1, $2, $2)';
    await sql(`insert into public.customers ${columns}`, [organizationId, name]);
    await sql('insert into public.vendors (organization_id, name) values ($1, $2)', [organizationId, name]);
  }
  const account = await createAccount(of.owner);
  for (const n of [1, 2, 3]) await importLines(of.owner, account, [line(n, `LINE ${n}`, `${n}.00`)]);
  for (let n = 0; n < 2; n++) {
    await of.sale({ reference: `PAID ${n}`, paid: true, received: '2026-05-02' });
    await of.payout({ paid: true });
  }
}

const EPOCH = '1970-01-01T00:00:00Z';

/** Everything that is in a list, page by page. @param between done before each further page */
async function read(
  list: string,
  query: Record<string, string>,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Row[]> {
  const met: Row[] = [];
  let cursor: string | undefined;
  do {
    const asked = await runAs(key.id, list, { query: { ...query, ...(cursor && { cursor }) } });
    const page = asked.answer as { data: Row[]; next_cursor: string | null };
    met.push(...page.data);
    cursor = page.next_cursor ?? undefined;
    if (cursor) await between();
  } while (cursor);
  return met;
}

const TABLES = {
  list_sales: 'sales',
  list_customers: 'customers',
  list_vendors: 'vendors',
  list_commissions: 'commissions',
  list_payouts: 'payout_batches',
  list_bank_transactions: 'bank_transactions',
};

// Holds integrations-24
test.each(Object.entries(TABLES))(
  '%s: what has changed from a moment on, the longest ago first, of the own agency alone',
  async (list, table) => {
    const rows = await sql<{ id: string; at: string }>(
      `select id, private.api_time(updated_at) as at from public.${table} where organization_id = $1 order by updated_at`,
      [agency.organizationId],
    );
    const ids = rows.map(({ id }) => id);
    const moments = new Set(rows.map(({ at }) => at));
    expect(moments.size).toBeGreaterThan(1);
    const all = await read(list, { updated_since: EPOCH, limit: '2' });
    expect(all.map(({ updated_at }) => updated_at)).toEqual(rows.map(({ at }) => at));
    expect(all.map(({ id }) => id).sort()).toEqual([...ids].sort());
    for (const since of moments) {
      const later = rows.filter(({ at }) => at >= since).map(({ id }) => id);
      const met = await read(list, { updated_since: since });
      expect(met.map(({ id }) => id).sort()).toEqual(later.sort());
    }
    expect(await read(list, { updated_since: '2199-01-01T00:00:00Z' })).toEqual([]);
  },
);

test('other filters narrow what has changed', async () => {
  const met = await read('list_sales', { updated_since: EPOCH, status: 'paid' });
  expect(met.map((sale) => sale['status'])).toEqual(['paid', 'paid']);
});

// Holds integrations-27
test('every list says when a record was changed last', async () => {
  for (const list of [...Object.keys(TABLES), 'list_agents', 'list_bank_accounts']) {
    const [row] = await read(list, { limit: '100' });
    expect([list, row?.updated_at]).toEqual([list, expect.stringMatching(/^\d{4}-.*Z$/)]);
  }
});

/** Reads what has changed since the last time, less five minutes, into a copy; how programs are told to do it. */
async function follow(copy: Map<string, Row>, between?: () => Promise<unknown>): Promise<void> {
  const last = [...copy.values()]
    .map(({ updated_at }) => updated_at)
    .sort()
    .at(-1);
  const since = last ? new Date(Date.parse(last) - 5 * 60_000).toISOString() : EPOCH;
  const met = await read('list_customers', { updated_since: since, limit: '7' }, between);
  for (const row of met) copy.set(row.id, row);
}

const said = () =>
  sql<{ id: string; version: number; city: string | null }>(
    'select id, version, city from public.customers where organization_id = $1 order by id',
    [agency.organizationId],
  );
const saidBy = (copy: Map<string, Row>) =>
  [...copy.values()]
    .map(({ id, version, city }) => ({ id, version, city }))
    .sort((one, other) => (one.id < other.id ? -1 : 1));

// Holds integrations-25
test(`a copy is the agency's records whatever changes between two pages, also many at one moment (seed ${SEED})`, async () => {
  const random = randomOf(SEED);
  // More than a page of one moment.
  await sql(
    `insert into public.customers (organization_id, first_name, last_name)
     select $1, 'Twin', n::text from generate_series(1, 40) n`,
    [agency.organizationId],
  );
  let cities = 0;
  const change = () =>
    sql(
      `update public.customers set city = $2 where id in (
         select id from public.customers where organization_id = $1 order by md5(id::text || $2) limit $3)`,
      [agency.organizationId, `City ${(cities += 1)}`, cities < 12 ? 1 + random(5) : 0],
    );
  const copy = new Map<string, Row>();
  await follow(copy, change);
  expect(saidBy(copy)).toEqual(await said());
  expect(cities).toBeGreaterThan(5);
});

// Holds integrations-26
test('a change that is committed after later ones were read is met by beginning five minutes earlier', async () => {
  const copy = new Map<string, Row>();
  await follow(copy);
  const slow = new Client(backend.dbUrl);
  await slow.connect();
  try {
    await slow.query('begin');
    await slow.query("update public.customers set city = 'Late' where id = $1", [agency.customerId]);
    await sql("update public.customers set city = 'Soon' where organization_id = $1 and first_name = 'One'", [
      agency.organizationId,
    ]);
    await follow(copy);
    await slow.query('commit');
  } finally {
    await slow.end();
  }
  const last =
    [...copy.values()]
      .map(({ updated_at }) => updated_at)
      .sort()
      .at(-1) ?? '';
  const missed = await read('list_customers', { updated_since: last });
  expect(missed.map(({ id }) => id)).not.toContain(agency.customerId);
  await follow(copy);
  expect(saidBy(copy)).toEqual(await said());
});

/** What is in a list from the moment of its last row on. */
async function changedBy(list: string, deed: () => Promise<unknown>): Promise<string[]> {
  const before = await read(list, { updated_since: EPOCH });
  const versions = new Map(before.map(({ id, updated_at }) => [id, updated_at]));
  await deed();
  const after = await read(list, { updated_since: EPOCH });
  return after.filter(({ id, updated_at }) => versions.get(id) !== updated_at).map(({ id }) => id);
}

// Holds integrations-28
test('what a customer pays of a plan changes the sale that says what is open, in the same version', async () => {
  const { id } = await ask<{ id: string }>(agency.admin, 'create_sale', {
    sale: saleInput(agency, {
      agent_id: agency.agent.id,
      total_amount: 1000,
      payment_plan: [
        { kind: 'deposit', due_on: '2027-01-05', amount: 300 },
        { kind: 'final', due_on: '2027-02-05', amount: null },
      ],
    }),
  });
  const pay = { sale_id: id, amount: 250, paid_on: '2026-06-01', payment_method: 'card' };
  expect(await changedBy('list_sales', () => ask(agency.admin, 'record_customer_payment', pay))).toEqual([
    id,
  ]);
  const { answer } = await runAs(key.id, 'get_sale', { id });
  expect(answer).toMatchObject({
    version: 1,
    plan: [
      { kind: 'deposit', due_on: '2027-01-05', amount: '300.00', open_amount: '50.00' },
      { kind: 'final', due_on: '2027-02-05', amount: '700.00', open_amount: '700.00' },
    ],
  });
});

// Holds integrations-29
test('a payment that is voided changes the payout that says so', async () => {
  const { id, batch_id } = await sqlOne<{ id: string; batch_id: string }>(
    'select id, batch_id from public.payout_statements where organization_id = $1 and paid_amount > 0 order by id limit 1',
    [agency.organizationId],
  );
  const there = { statement_id: id, reason: 'Account closed' };
  const changed = await changedBy('list_payouts', () => ask(agency.admin, 'void_statement_payment', there));
  expect(changed).toEqual([batch_id]);
  const { answer } = await runAs(key.id, 'get_payout', { id: batch_id });
  expect(answer).toMatchObject({ payments: [{ id, voided: true }] });
  // Refused the second time, and nothing is told.
  expect(await changedBy('list_payouts', () => ask(agency.admin, 'void_statement_payment', there))).toEqual(
    [],
  );
});
