import { randomUUID } from 'node:crypto';
import { ask, createAccount } from '../support/bank';
import { matchDeposit, reopenBooks } from '../support/books';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { entriesOf, exportMonth, keepBooks, mapAccounts, sums } from '../support/journal';
import {
  createMember,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/** docs/product/books.md, Export and close; Accounts. */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

interface Line {
  line: number;
  entry: number;
  day: string;
  account: string;
  number: string | null;
  name: string | null;
  amount: number;
  reference: string | null;
  text: string;
}
interface Journal {
  entries: number;
  debit: number;
  credit: number;
  exported: boolean;
  next_month: string | null;
  accounts: { account: string; number: string | null; debit: number; credit: number }[];
  exports: { id: string; number: number; month: string }[];
}
const journal = (person: Person, month: string) => ask<Journal | null>(person, 'get_journal', { month });
const read = (person: Person, exportId: string, after = 0) =>
  ask<Line[]>(person, 'read_journal_export', { export_id: exportId, after_line: after });
const refused = (error: string, field: string | null) => ({ success: false, ...CODED, error, field });
const closedThrough = async () =>
  (
    await sqlOne<{ day: string | null }>(
      'select books_closed_through::text as day from public.organizations where id = $1',
      [agency.organizationId],
    )
  ).day;
const ready = async (basis: 'expected' | 'received' = 'expected') => {
  await createAccount(agency.admin);
  await keepBooks(agency.owner, basis, '2026-05-01');
  await mapAccounts(agency);
};
const april = { sold: '2026-04-04', reference: 'AP-1', commission: 40 };

// Holds books-34
test('a month leaves once, with a number, closes the books, and is as it was whatever changes afterwards', async () => {
  await ready();
  const sale = await agency.sale({ commission: 100 });
  const before = await journal(agency.admin, '2026-05-01');
  expect(before).toMatchObject({
    entries: 1,
    debit: 160,
    credit: 160,
    exported: false,
    next_month: '2026-05-01',
  });
  const exported = await exportMonth(agency.owner, '2026-05-01', 'quickbooks');
  expect(exported).toMatchObject({ success: true, number: 1 });
  expect(await closedThrough()).toBe('2026-05-31');
  const lines = await read(agency.owner, exported.id);
  expect(lines.map(({ account, amount }) => [account, amount])).toEqual([
    ['receivable', 100],
    ['agents_expense', 60],
    ['commission_income', -100],
    ['agents_payable', -60],
  ]);
  expect(lines[0]).toMatchObject({
    line: 1,
    entry: 1,
    day: '2026-05-04',
    number: '1001',
    name: 'Account 1',
    reference: 'BF-1001',
  });
  await sql('update public.sales set commission_amount = 150 where id = $1', [sale.id]);
  await ask(agency.owner, 'map_journal_account', { account: 'receivable', number: '9999', name: 'Another' });
  expect(await read(agency.owner, exported.id)).toEqual(lines);
  // Within the hour; after that whoever has opened it reads it, and nobody else.
  await sql(`
    alter table private.audit_log disable trigger audit_log_keep;
    update private.audit_log set created_at = created_at - interval '61 minutes' where subject_id = '${exported.id}';
    alter table private.audit_log enable trigger audit_log_keep`);
  expect(await read(agency.owner, exported.id)).toEqual([]);
  await ask(agency.owner, 'open_journal_export', { export_id: exported.id });
  expect(await read(agency.owner, exported.id)).toEqual(lines);
  const { accounts: _now, ...after } = (await journal(agency.admin, '2026-05-01')) as Journal;
  expect(after).toMatchObject({
    entries: 1,
    debit: 160,
    credit: 160,
    exported: true,
    next_month: '2026-06-01',
  });
  expect(await exportMonth(agency.owner, '2026-05-01')).toMatchObject(
    refused('This month was exported already.', 'month'),
  );
  const next = await exportMonth(agency.owner, '2026-06-01');
  expect(next).toMatchObject({ success: true, number: 2 });
  expect((await read(agency.owner, next.id)).map(({ account, amount }) => [account, amount])).toEqual([
    ['receivable', 50],
    ['agents_expense', 30],
    ['commission_income', -50],
    ['agents_payable', -30],
  ]);
});

// Holds books-24
test('reopened books change nothing of an exported month; what is dated there is of the next one', async () => {
  await ready('received');
  const account = await createAccount(agency.admin);
  await mapAccounts(agency);
  const sale = await agency.sale({ commission: 100 });
  const { id } = await exportMonth(agency.owner, '2026-05-01');
  expect(await read(agency.owner, id)).toEqual([]);
  await reopenBooks(agency, null);
  await matchDeposit(agency.admin, account, {
    day: '2026-05-20',
    amount: 100,
    commissionId: sale.commissionId,
  });
  expect(sums(await entriesOf(agency.organizationId, 'received'))).toEqual({
    '2026-06-01 bank': 100,
    '2026-06-01 commission_income': -100,
  });
});

// Holds books-25
test('what was before the first month is not exported; what changes of it is of the first one', async () => {
  const sale = await agency.sale(april);
  await ready();
  await sql('update public.sales set commission_amount = 50 where id = $1', [sale.id]);
  const { id } = await exportMonth(agency.owner, '2026-05-01');
  expect((await read(agency.owner, id)).map(({ account, amount }) => [account, amount])).toEqual([
    ['receivable', 10],
    ['agents_expense', 6],
    ['commission_income', -10],
    ['agents_payable', -6],
  ]);
});

// Holds books-35
test('held: recognition not said, an amount without an account, another month first, a month that runs, no format', async () => {
  await agency.sale({ commission: 100 });
  expect(await exportMonth(agency.owner, '2026-05-01')).toEqual(
    refused('Choose when commission is recognized.', 'basis'),
  );
  await keepBooks(agency.owner, 'expected', '2026-05-01');
  expect(await exportMonth(agency.owner, '2026-05-01')).toEqual(
    refused('Say of each amount which account it goes to.', 'agents_expense'),
  );
  await mapAccounts(agency);
  await ask(agency.owner, 'map_journal_account', { account: 'receivable', number: '1200' });
  expect(await exportMonth(agency.owner, '2026-05-01', 'quickbooks')).toEqual(
    refused('Say of each amount which account it goes to.', 'receivable'),
  );
  await ask(agency.owner, 'map_journal_account', {
    account: 'receivable',
    number: '12A',
    name: 'Receivable',
  });
  const datev = { datev_consultant: 29_098, datev_client: 55_003 };
  expect(await exportMonth(agency.owner, '2026-05-01', 'datev')).toEqual(
    refused('DATEV asks for a consultant and a client number.', 'datev_consultant'),
  );
  await keepBooks(agency.owner, 'expected', '2026-05-01', datev);
  expect(await exportMonth(agency.owner, '2026-05-01', 'datev')).toEqual(
    refused('Say of each amount which account it goes to.', 'receivable'),
  );
  expect(await exportMonth(agency.owner, '2026-06-01')).toEqual(
    refused('Months are exported in their order. Export May 2026 first.', 'month'),
  );
  const { month } = await sqlOne<{ month: string }>(
    `select date_trunc('month', now() at time zone time_zone)::date::text as month from public.organizations where id = $1`,
    [agency.organizationId],
  );
  expect(await exportMonth(agency.owner, '2026-05-01', 'pdf')).toEqual(refused('Choose a format.', 'format'));
  await keepBooks(agency.owner, 'expected', month);
  expect(await exportMonth(agency.owner, month)).toEqual(refused('This month has not ended.', 'month'));
  expect(await closedThrough()).toBeNull();
});

// Holds books-37
test('recognition and first month stay once a month was exported, the rest may change', async () => {
  await ready();
  await exportMonth(agency.owner, '2026-05-01');
  const started = 'This stays as it is once a month was exported.';
  await expect(keepBooks(agency.owner, 'received', '2026-05-01')).rejects.toThrow(started);
  await expect(keepBooks(agency.owner, 'expected', '2026-06-01')).rejects.toThrow(started);
  await keepBooks(agency.owner, 'expected', '2026-05-01', { xero_tax_rate: 'No VAT' });
});

// Holds books-31
test('owners map, say and export; admins see; nobody else, and no other agency', async () => {
  await ready();
  const { id } = await exportMonth(agency.owner, '2026-05-01');
  const other = await createTestAgency();
  for (const person of [agency.admin, agency.agent]) {
    const answers = [
      await exportMonth(person, '2026-06-01'),
      await ask(person, 'map_journal_account', { account: 'bank', number: '1' }),
      await ask(person, 'save_journal_settings', { basis: 'received', since: '2026-05-01' }),
    ];
    for (const answer of answers)
      expect(answer).toEqual(refused('Only an owner can say how the books are kept.', null));
    for (const name of ['open_journal_export', 'read_journal_export'])
      expect((await person.api.rpc(name as never, { export_id: id } as never)).error).toMatchObject({
        code: '42501',
      });
  }
  expect(await journal(agency.admin, '2026-05-01')).toMatchObject({ exports: [{ id, number: 1 }] });
  expect(await journal(agency.agent, '2026-05-01')).toBeNull();
  expect(await journal(other.owner, '2026-05-01')).toMatchObject({ exports: [], next_month: null });
  expect(await read(other.owner, id)).toEqual([]);
  expect(await ask(other.owner, 'open_journal_export', { export_id: id })).toBeNull();
  const foreign = await createAccount(other.admin);
  expect(
    await ask(agency.owner, 'map_journal_account', {
      account: 'bank',
      bank_account_id: foreign,
      number: '1',
    }),
  ).toEqual(refused('This account does not exist.', 'account'));
  for (const table of [
    'journal_kept',
    'journal_exports',
    'journal_export_lines',
    'journal_settings',
    'journal_accounts',
  ])
    expect((await untyped(agency.owner.api, table).select('*')).error).not.toBeNull();
});

// Holds books-38
test('sent twice, or by two owners at once, a month leaves once', async () => {
  await ready();
  await agency.sale({ commission: 100 });
  const second = await createMember(agency.organizationId, 'owner');
  const key = { request_key: randomUUID() };
  const [first, again] = await Promise.all([
    exportMonth(agency.owner, '2026-05-01', 'csv', key),
    exportMonth(agency.owner, '2026-05-01', 'csv', key),
  ]);
  expect(again).toEqual(first);
  const both = await Promise.all([
    exportMonth(agency.owner, '2026-06-01'),
    exportMonth(second, '2026-06-01'),
  ]);
  expect(both.map(({ success }) => success).sort()).toEqual([false, true]);
  expect(
    await sql('select number from private.journal_exports where organization_id = $1 order by 1', [
      agency.organizationId,
    ]),
  ).toEqual([{ number: 1 }, { number: 2 }]);
});

// Holds books-33
test('mapping, settings, export and each download are in the audit log', async () => {
  await createAccount(agency.admin);
  await keepBooks(agency.owner, 'received', '2026-05-01');
  await keepBooks(agency.owner, 'received', '2026-05-01');
  await ask(agency.owner, 'map_journal_account', { account: 'recalled', number: '4090', name: 'Recalls' });
  await ask(agency.owner, 'map_journal_account', { account: 'recalled', number: '4090', name: 'Recalls' });
  await ask(agency.owner, 'map_journal_account', { account: 'recalled' });
  const { id } = await exportMonth(agency.owner, '2026-05-01');
  expect(await ask(agency.owner, 'open_journal_export', { export_id: id })).toMatchObject({
    number: 1,
    lines: 0,
  });
  expect(
    await sql(
      `select action, kind, actor_id = $2 as own, details -> 'changes' -> 0 as change from private.audit_log
       where organization_id = $1 and action like 'journal%' order by id`,
      [agency.organizationId, agency.owner.id],
    ),
  ).toMatchObject([
    { action: 'journal_settings_saved', kind: 'money', own: true },
    {
      action: 'journal_account_mapped',
      kind: 'money',
      change: { field: 'account', before: null, after: '4090 Recalls' },
    },
    { action: 'journal_account_mapped', change: { before: '4090 Recalls', after: null } },
    { action: 'journal_exported', kind: 'data_out' },
    { action: 'journal_downloaded', kind: 'data_out' },
  ]);
});

// Holds books-39
test('lines come in parts, in their order, and each entry balances', async () => {
  await ready();
  await agency.sale({ commission: 100 });
  await agency.sale({ reference: 'BF-2', sold: '2026-05-09', commission: 30 });
  const { id } = await exportMonth(agency.owner, '2026-05-01');
  const lines = await read(agency.owner, id);
  expect(lines.map(({ line }) => line)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(await read(agency.owner, id, 6)).toEqual(lines.slice(6));
  expect(lines.map(({ entry }) => entry)).toEqual([1, 1, 1, 1, 2, 2, 2, 2]);
  expect(lines.map(({ text }) => text.split(',')[0])).toEqual([
    ...Array.from({ length: 4 }, () => 'Sale BF-1001'),
    ...Array.from({ length: 4 }, () => 'Sale BF-2'),
  ]);
});
