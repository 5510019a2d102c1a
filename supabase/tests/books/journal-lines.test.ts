import { ask, createAccount } from '../support/bank';
import { matchDeposit } from '../support/books';
import { sql, sqlOne } from '../support/database';
import { entriesOf, exportMonth, keepBooks, mapAccounts } from '../support/journal';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/books.md, Entries of the journal (the list); Formats of the journal (names in QuickBooks). */

const MAY = '2026-05-01';

interface Line {
  line: number;
  entry: number;
  day: string;
  kind: string;
  text: string;
  sales_id: string | null;
  transaction_id: string | null;
  statement_id: string | null;
  account: string;
  bank_account: string | null;
  agent: string | null;
  reference: string | null;
  amount: number;
}
interface Listed {
  rows: Line[];
  count: number;
  total_pages: number;
  month: string;
  debit: number;
  credit: number;
}
const list = (person: Person, more: object = {}) =>
  ask<Listed | null>(person, 'list_journal', { month: MAY, page: 1, page_size: 500, ...more });
const cents = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0) / 100;

/** All pages of three lines, one behind the other. */
async function pagesOf(person: Person): Promise<Line[]> {
  const rows: Line[] = [];
  for (let page = 1; ; page += 1) {
    const part = (await list(person, { page, page_size: 3 }))!;
    expect(part.rows.length).toBe(Math.min(3, part.count - rows.length));
    rows.push(...part.rows);
    if (page >= part.total_pages) return rows;
  }
}

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
  await keepBooks(agency.owner, 'expected', MAY);
});

/** Two sales, a deposit and a payout, all of May. @returns the id of the first sale */
async function trade() {
  const sale = await agency.sale({ commission: 100, paid: true });
  await agency.sale({ reference: 'BF-2', sold: '2026-05-09', commission: 30.01, agent: agency.rival });
  await matchDeposit(agency.admin, account, {
    day: '2026-05-20',
    amount: 100,
    commissionId: sale.commissionId,
  });
  await agency.payout({ paid: '2026-05-28' });
  return sale.id;
}

// Holds books-14
test('the pages of a month come to its sums, to what the one relation says and to what leaves', async () => {
  const saleId = await trade();
  const journal = await ask<{ debit: number; credit: number; entries: number }>(agency.admin, 'get_journal', {
    month: MAY,
  });
  const rows = await pagesOf(agency.admin);
  const debits = rows.filter(({ amount }) => amount > 0).map(({ amount }) => amount);
  const credits = rows.filter(({ amount }) => amount < 0).map(({ amount }) => -amount);
  expect([cents(debits), cents(credits)]).toEqual([journal.debit, journal.credit]);
  expect(rows.map(({ line }) => line)).toEqual(rows.map((_, n) => n + 1));
  expect(rows.at(-1)?.entry).toBe(journal.entries);
  const relation = await entriesOf(agency.organizationId, 'expected', MAY, '2026-05-31');
  const said = ({ day, account: of, amount }: { day: string; account: string; amount: number }) =>
    `${day} ${of} ${amount}`;
  expect(rows.map(said).sort()).toEqual(relation.map(said).sort());

  const first = (kind: string) => rows.find((row) => row.kind === kind);
  const { transaction_id } = await sqlOne<{ transaction_id: string }>(
    'select id as transaction_id from public.bank_transactions where organization_id = $1',
    [agency.organizationId],
  );
  const { statement_id } = await sqlOne<{ statement_id: string }>(
    'select id as statement_id from public.payout_statements where organization_id = $1',
    [agency.organizationId],
  );
  expect(first('sale')).toMatchObject({ sales_id: saleId, transaction_id: null, statement_id: null });
  expect(first('deposit')).toMatchObject({ transaction_id, sales_id: null });
  expect(first('statement')).toMatchObject({ statement_id, sales_id: null });

  await mapAccounts(agency);
  await exportMonth(agency.owner, MAY);
  const exported = await pagesOf(agency.admin);
  expect(exported).toEqual(rows);
});

// Holds books-15
test('an exported month is listed as it left, whatever changes afterwards', async () => {
  await trade();
  await mapAccounts(agency);
  await exportMonth(agency.owner, MAY);
  const before = await list(agency.admin);
  await sql(
    `update public.sales set commission_amount = 150 where organization_id = $1 and booking_reference = 'BF-2'`,
    [agency.organizationId],
  );
  await ask(agency.owner, 'map_journal_account', { account: 'receivable', number: '9', name: 'Another' });
  expect(await list(agency.admin)).toEqual(before);
  expect(before?.rows.find((row) => row.account === 'agents_payable')?.agent).toMatch(/\S+ \S+/);
});

// Holds books-16
test('admins list their own; agents get nothing, another agency nothing of it; a page behind the last is empty', async () => {
  await trade();
  const other = await createTestAgency();
  expect(await list(agency.agent)).toBeNull();
  expect(await list(other.owner)).toMatchObject({ rows: [], count: 0, total_pages: 0, debit: 0 });
  const { count, total_pages } = (await list(agency.owner, { page_size: 3 }))!;
  expect(total_pages).toBe(Math.ceil(count / 3));
  expect(await list(agency.owner, { page: total_pages + 1, page_size: 3 })).toMatchObject({
    rows: [],
    count,
  });
  for (const name of ['get_journal', 'list_journal'] as const) {
    for (const month of ['1600-01-01', '2200-01-01', 'infinity'])
      expect((await agency.owner.api.rpc(name, { month })).error?.message).toBe('Choose the first month.');
    expect(await ask(agency.agent, name, { month: '1600-01-01' })).toBeNull();
  }
});

// Holds books-45
test('names stand in files for QuickBooks alone, and only where the owner asks for them: agents, and vendors of receivables', async () => {
  await trade();
  await mapAccounts(agency);
  const names = async (month: string, format: string, quickbooks_names: boolean) => {
    await keepBooks(agency.owner, 'expected', MAY, { quickbooks_names });
    const { id } = await exportMonth(agency.owner, month, format);
    return ask<{ account: string; party: string | null; text: string }[]>(
      agency.owner,
      'read_journal_export',
      {
        export_id: id,
      },
    );
  };
  const vendor = await sqlOne<{ name: string }>('select name from public.vendors where id = $1', [
    agency.vendorId,
  ]);
  const agent = await sqlOne<{ name: string }>(
    `select first_name || ' ' || last_name as name from public.users where id = $1`,
    [agency.agent.id],
  );
  const may = await names(MAY, 'quickbooks', true);
  const partiesOf = (of: string) =>
    new Set(may.filter((line) => line.account === of).map(({ party }) => party));
  expect(partiesOf('receivable')).toEqual(new Set([vendor.name]));
  expect(partiesOf('agents_payable')).toContain(agent.name);
  expect(partiesOf('agents_payable')).not.toContain(null);
  for (const unnamed of ['bank', 'commission_income']) expect(partiesOf(unnamed)).toEqual(new Set([null]));

  for (const [month, day, format, asked] of [
    ['2026-06-01', '2026-06-09', 'quickbooks', false],
    ['2026-07-01', '2026-07-09', 'csv', true],
  ] as const) {
    await agency.sale({ reference: `BF-${month}`, sold: day, commission: 10 });
    const lines = await names(month, format, asked);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter(({ party }) => party !== null)).toEqual([]);
  }
});
