import {
  ask,
  createAccount,
  importLines,
  line,
  sendLines,
  transactionsOf,
  type BankLine,
} from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { schedule } from '../support/payouts';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
beforeAll(async () => {
  agency = await createTestAgency();
});
beforeEach(async () => {
  account = await createAccount(agency.admin);
});

const count = async () =>
  Number(
    (await sqlOne('select count(*) as n from public.bank_transactions where account_id = $1', [account])).n,
  );
const preview = (lines: readonly object[], accountId = account) =>
  ask<{
    lines: {
      line: number;
      verdict: string;
      fate: string;
      why: string | null;
      twin: boolean;
      similar: boolean;
    }[];
    counts: object;
  }>(agency.admin, 'preview_bank_lines', { account_id: accountId, lines });

const month: BankLine[] = Array.from({ length: 20 }, (_, n) =>
  line(n + 1, `PAYER ${n} INV ${1000 + n}`, `${10 + n}.25`, {
    booked_on: `2026-05-${String(n + 1).padStart(2, '0')}`,
  }),
);

test('a file imported twice adds nothing, an overlapping one adds the rest', async () => {
  expect((await importLines(agency.admin, account, month.slice(0, 12))).sent).toMatchObject({
    added: 12,
    here: 0,
  });
  expect((await importLines(agency.admin, account, month.slice(0, 12))).sent).toMatchObject({
    added: 0,
    here: 12,
  });
  expect((await importLines(agency.admin, account, month.slice(6))).sent).toMatchObject({
    added: 8,
    here: 6,
  });
  expect(await count()).toBe(20);
});

test('the same lines sent again within an import add nothing', async () => {
  const { id, sent } = await sendLines(agency.admin, account, month);
  expect(sent.added).toBe(20);
  expect(await ask(agency.admin, 'import_bank_lines', { import_id: id, lines: month })).toMatchObject({
    added: 0,
    here: 20,
  });
});

// Holds platform-111
test('lines sent three times at the same moment within an import are there once', async () => {
  const { id } = await sendLines(agency.admin, account, []);
  const answers = await Promise.all(
    [1, 2, 3].map(() =>
      ask<{ added: number }>(agency.admin, 'import_bank_lines', { import_id: id, lines: month }),
    ),
  );
  expect(answers.map(({ added }) => added).sort()).toEqual([0, 0, 20]);
});

test('true twins stay two, in a second file as well', async () => {
  const fees = [
    line(1, 'MONTHLY SERVICE FEE', '-25.00'),
    line(2, 'MONTHLY SERVICE FEE', '-25.00', { twin: 2 }),
  ];
  expect((await importLines(agency.admin, account, fees)).sent.added).toBe(2);
  expect((await importLines(agency.admin, account, fees)).sent).toMatchObject({ added: 0, here: 2 });
  const third = [...fees, line(3, 'MONTHLY SERVICE FEE', '-25.00', { twin: 3 })];
  expect((await importLines(agency.admin, account, third)).sent).toMatchObject({ added: 1, here: 2 });
});

test('the bank’s own id tells a line, whatever its texts become; one that says nothing does not', async () => {
  await importLines(agency.admin, account, [line(1, 'HALCYON PENDING', '10.00', { bank_id: '20260510-1' })]);
  const again = [
    line(1, 'HALCYON OCEAN LINES POSTED', '10.00', { bank_id: '20260510-1', booked_on: '2026-05-11' }),
  ];
  expect((await importLines(agency.admin, account, again)).sent).toMatchObject({ added: 0, here: 1 });
  const unnamed = ['A', 'B'].map((text, n) => line(n + 1, text, '7.00', { bank_id: n ? 'NONREF' : '0000' }));
  expect((await importLines(agency.admin, account, unnamed)).sent.added).toBe(2);
  // An id used twice for different amounts loses neither.
  const twice = ['8.00', '9.00'].map((amount, n) => line(n + 1, 'X', amount, { bank_id: 'F-1' }));
  expect((await importLines(agency.admin, account, twice)).sent.added).toBe(2);
});

test('accounts do not share lines', async () => {
  await importLines(agency.admin, account, month.slice(0, 3));
  const other = await createAccount(agency.admin);
  expect((await importLines(agency.admin, other, month.slice(0, 3))).sent.added).toBe(3);
});

test('the preview says of every line what the import then does, and writes nothing', async () => {
  await importLines(agency.admin, account, month.slice(0, 2));
  const lines = [
    ...month.slice(1, 3),
    line(30, 'CHECK', '310.00', { booked_on: '2026-02-30' }),
    line(31, 'CHECK', '1.234,56'),
    line(32, 'NOTHING', '0.00'),
    line(33, 'EURO', '5.00', { currency: 'EUR' }),
    line(34, 'x'.repeat(2001), '5.00'),
    line(35, 'OTHER TEXT', '10.25', { booked_on: '2026-05-01' }),
    line(36, 'FEE', '-1.00'),
    line(37, 'FEE', '-1.00', { twin: 2 }),
  ];
  const before = await count();
  const told = await preview(lines);
  expect(await count()).toBe(before);
  expect(told.counts).toEqual({ new: 4, here: 1, broken: 5 });
  expect(told.lines.map(({ line: n, verdict, why }) => [n, verdict, why])).toEqual([
    [2, 'here', null],
    [3, 'new', null],
    [30, 'broken', 'There is no such day'],
    [31, 'broken', 'This is not an amount'],
    [32, 'broken', 'Its amount is zero'],
    [33, 'broken', 'It is in EUR, the account in USD'],
    [34, 'broken', 'Its text is too long'],
    [35, 'new', null],
    [36, 'new', null],
    [37, 'new', null],
  ]);
  // As deployed remotes know it.
  expect(told.lines.every(({ verdict, fate }) => verdict === fate)).toBe(true);
  expect(told.lines.filter(({ similar }) => similar).map((told) => told.line)).toEqual([35]);
  expect(told.lines.filter(({ twin }) => twin).map((told) => told.line)).toEqual([37]);
  expect((await importLines(agency.admin, account, lines)).sent).toMatchObject({ added: 4, here: 1 });
});

test('texts are kept to the letter, also those that look like formulas or SQL', async () => {
  const texts = [
    '=HYPERLINK("http://x")',
    "'; drop table public.sales; --",
    '<!DOCTYPE x [<!ENTITY a "b">]>',
    '+1 -2 @cmd',
  ];
  const { id } = await importLines(
    agency.admin,
    account,
    texts.map((text, n) => line(n + 1, text, `${n + 3}.00`)),
  );
  expect(
    await sql('select text from public.bank_transactions where import_id = $1 order by line_number', [id]),
  ).toEqual(texts.map((text) => ({ text })));
});

test.each([
  ['lines', { total_lines: 50_000 }, { total_lines: 50_001 }, 'A file may have 50,000 lines.'],
  // As the database writes them: {"x": "…"}, 20,000 bytes and one more.
  [
    'bytes of a mapping',
    { mapping: { x: 'a'.repeat(19_991) } },
    { mapping: { x: 'a'.repeat(19_992) } },
    'This mapping is too long.',
  ],
])('as many %s as a file may have are taken, one more is not', async (_, most, tooMany, refusal) => {
  const begin = (extra: object) =>
    ask(agency.admin, 'begin_bank_import', {
      account_id: account,
      file_name: 'a.csv',
      file_hash: 'b'.repeat(64),
      format: 'csv',
      total_lines: 1,
      ...extra,
    });
  expect(await begin(most)).toMatchObject({ import_id: expect.any(String) });
  await expect(begin(tooMany)).rejects.toThrow(refusal);
});

test('too many lines at once, or something else than lines, are refused and write nothing', async () => {
  const { id } = await sendLines(agency.admin, account, []);
  const many = Array.from({ length: 2001 }, (_, n) => line(n + 1, 'X', '1.00'));
  for (const lines of [many, 'x', {}, [1], [null], [{ text: 'x' }], [{ line: 'DROP' }]])
    await expect(ask(agency.admin, 'import_bank_lines', { import_id: id, lines })).rejects.toThrow(
      'Send at most 2,000 lines',
    );
  for (const lines of [
    [{ line: 1 }],
    [{ line: 1, booked_on: 7, amount: {}, text: [] }],
    [{ line: 1, amount: 'NaN', booked_on: '2026-01-01' }],
  ])
    expect(await ask(agency.admin, 'import_bank_lines', { import_id: id, lines })).toMatchObject({
      added: 0,
    });
  expect(await count()).toBe(0);
});

test('a cancelled import leaves nothing', async () => {
  const { id } = await sendLines(agency.admin, account, month);
  expect(await ask(agency.admin, 'finish_bank_import', { import_id: id, cancelled: true })).toMatchObject({
    status: 'cancelled',
  });
  expect(await count()).toBe(0);
  await expect(ask(agency.admin, 'import_bank_lines', { import_id: id, lines: month })).rejects.toThrow(
    'This import has ended.',
  );
});

test('the inbox counts what is there, also after an overlapping, a cancelled and an undone import', async () => {
  const counts = async () => {
    const { counts: told } = await ask<{ counts: Record<string, number> }>(agency.admin, 'get_bank_inbox', {
      view: 'all',
    });
    const [real] = await sql(
      `select count(*)::int as all, (count(*) filter (where status = 'matched'))::int as matched,
         (count(*) filter (where status = 'set_aside'))::int as set_aside,
         (count(*) filter (where status in ('open', 'suggested')))::int as review,
         (count(*) filter (where unclaimed_amount <> 0))::int as unclaimed
       from public.bank_transactions where organization_id = $1`,
      [agency.organizationId],
    );
    expect(told).toEqual(real);
    return told['all'] ?? 0;
  };
  const before = await counts();
  const { rows } = await importLines(agency.admin, account, month.slice(0, 12));
  await ask(agency.admin, 'set_aside_bank_transactions', {
    transactions: rows.slice(0, 2).map(({ id, version }) => ({ id, version })),
    category: 'other',
    learn: false,
  });
  const { id: rest } = await importLines(agency.admin, account, month.slice(6));
  expect(await counts()).toBe(before + 20);
  const { id } = await sendLines(agency.admin, account, [line(99, 'NEVER THERE', '1.00')]);
  expect(await counts()).toBe(before + 21);
  await ask(agency.admin, 'finish_bank_import', { import_id: id, cancelled: true });
  expect(await ask(agency.admin, 'undo_bank_import', { import_id: rest })).toMatchObject({ removed: 8 });
  expect(await counts()).toBe(before + 12);
});

// Holds imports-59
test('the account of a file is known again by its number or its columns, with the mapping', async () => {
  await ask(agency.admin, 'begin_bank_import', {
    account_id: account,
    file_name: 'a.csv',
    file_hash: 'c'.repeat(64),
    format: 'csv',
    total_lines: 1,
    mapping: { columns: ['date', 'text'], delimiter: ';' },
    identifier: 'DE89 3704 0044',
    headers: ['Post Date', 'Text'],
  });
  const known = (args: object) => ask(agency.admin, 'recognize_bank_account', args);
  expect(await known({ identifier: 'de8937040044' })).toMatchObject({ account_id: account });
  expect(await known({ headers: ['Post Date', 'Text'] })).toMatchObject({
    account_id: account,
    mapping: { columns: ['date', 'text'] },
  });
  expect(await known({ headers: ['Text', 'Post Date'] })).toMatchObject({ account_id: null });
  // The same names between other signs are another file.
  expect(await known({ headers: ['Post Date', 'Text'], separator: ';' })).toMatchObject({
    account_id: account,
  });
  expect(await known({ headers: ['Post Date', 'Text'], separator: ',' })).toEqual({
    account_id: null,
    mapping: null,
    earlier: null,
  });
});

test('undoing an import takes its transactions and matches back, exactly; then the file can come again', async () => {
  const commission = await agency.sale({ reference: 'CR-55001', commission: 210 });
  const state = async () => ({
    commission: await sqlOne(
      "select to_jsonb(c) - 'updated_at' as row from public.commissions c where id = $1",
      [commission.commissionId],
    ),
    totals: await sql(
      "select to_jsonb(t) as row from private.totals('commission', $1, null, '1900-01-01', '2199-12-31') t",
      [agency.organizationId],
    ),
  });
  const before = await state();
  const { id, rows } = await importLines(agency.admin, account, [line(1, 'BLUE FLEET CR55001', '210.00')]);
  await ask(agency.admin, 'accept_bank_suggestions', {
    transactions: rows.map((row) => ({ id: row.id, version: row.version })),
  });
  expect(
    await sqlOne('select status, received_amount, open_amount from public.commissions where id = $1', [
      commission.commissionId,
    ]),
  ).toEqual({
    status: 'funds_received',
    received_amount: '210.00',
    open_amount: '0.00',
  });
  expect(await ask(agency.admin, 'undo_bank_import', { import_id: id })).toMatchObject({
    success: true,
    removed: 1,
  });
  expect(await transactionsOf(id)).toEqual([]);
  expect(await state()).toEqual(before);
  expect(
    (await importLines(agency.admin, account, [line(1, 'BLUE FLEET CR55001', '210.00')])).sent.added,
  ).toBe(1);
});

// Holds security-81
test('by the owner’s choice an import matches what is certain by itself, as one decision, and never pays an agent', async () => {
  const set = (person: Person, on: boolean) =>
    person.api
      .from('organizations')
      .update({ match_certain_on_import: on })
      .eq('id', agency.organizationId)
      .select('match_certain_on_import');
  expect((await set(agency.admin, true)).data).toEqual([]);
  expect((await set(agency.owner, true)).data).toEqual([{ match_certain_on_import: true }]);
  const [a, b, unclear] = [
    await agency.sale({ reference: 'CR-55101', commission: 210 }),
    await agency.sale({ reference: 'CR-55102', commission: 310 }),
    await agency.sale({ reference: 'CR-55103', commission: 410 }),
  ];
  for (const { id: saleId } of [a, b])
    await agency.admin.api.from('sales').update({ status: 'paid' }).eq('id', saleId);
  const state = () =>
    sql(
      `select status, received_amount, received_how, open_amount from public.commissions where id = any ($1) order by amount`,
      [[a.commissionId, b.commissionId, unclear.commissionId]],
    );
  const before = await state();
  const { id, rows, done } = await importLines(agency.admin, account, [
    line(1, 'BLUE FLEET CR55101', '210.00'),
    line(2, 'BLUE FLEET CR55102', '310.00'),
    line(3, 'BLUE FLEET CR55103', '400.00'),
  ]);
  expect(done).toMatchObject({ more: false, accepted: 2 });
  expect(rows.map(({ status }) => status)).toEqual(['matched', 'matched', 'suggested']);
  expect((await state()).map(({ status, received_how: how }) => [status, how])).toEqual([
    ['funds_received', 'deposit'],
    ['funds_received', 'deposit'],
    ['unpaid', null],
  ]);
  expect(
    await sql(
      'select 1 from public.agent_payments p join public.commissions c on c.id = p.commission_id where c.id = any ($1)',
      [[a.commissionId, b.commissionId]],
    ),
  ).toEqual([]);
  const [first] = rows;
  expect(
    await sql('select action, decided_by, group_id from public.bank_decisions where transaction_id = $1', [
      first?.id,
    ]),
  ).toEqual([{ action: 'accept', decided_by: agency.admin.id, group_id: id }]);
  expect(await ask(agency.admin, 'undo_bank_decision', { group_id: id })).toMatchObject({ success: true });
  expect(await state()).toEqual(before);
  // Taken back it stays taken back.
  await ask(agency.admin, 'finish_bank_import', { import_id: id });
  expect((await transactionsOf(id)).map(({ status }) => status)).toEqual([
    'suggested',
    'suggested',
    'suggested',
  ]);
  await set(agency.owner, false);
});

test('a large import is undone in steps: matches first, then all lines at once', async () => {
  const commission = await agency.sale({ reference: 'CR-55201', commission: 210 });
  const { id } = await importLines(
    agency.admin,
    account,
    Array.from({ length: 202 }, (_, n) => line(n + 1, `UNKNOWN PAYER ${n}`, '7.77')),
  );
  const [first] = await transactionsOf(id);
  await sql(
    "update public.bank_transactions set status = 'matched', unclaimed_amount = amount where import_id = $1 and id <> $2",
    [id, first?.id],
  );
  await ask(agency.admin, 'match_bank_transaction', {
    transaction_id: first?.id,
    expected_version: first?.version,
    parts: [{ commission_id: commission.commissionId, amount: 7.77 }],
  });
  const left = async () =>
    sqlOne(
      `select count(*)::int as lines, (count(*) filter (where status = 'matched'))::int as matched
       from public.bank_transactions where import_id = $1`,
      [id],
    );
  const undo = () => ask(agency.admin, 'undo_bank_import', { import_id: id });
  expect(await undo()).toMatchObject({ success: true, removed: 0, more: true });
  expect(await left()).toEqual({ lines: 202, matched: 2 });
  expect(await undo()).toMatchObject({ success: true, removed: 202, more: false });
  expect(await left()).toEqual({ lines: 0, matched: 0 });
  expect(
    await sqlOne('select open_amount from public.commissions where id = $1', [commission.commissionId]),
  ).toEqual({
    open_amount: '210.00',
  });
});

test('an import is not undone once an agent was paid for what it brought', async () => {
  const commission = await agency.sale({ reference: 'CR-55002', commission: 210 });
  const { id, rows } = await importLines(agency.admin, account, [line(1, 'BLUE FLEET CR55002', '210.00')]);
  await ask(agency.admin, 'accept_bank_suggestions', {
    transactions: rows.map((row) => ({ id: row.id, version: row.version })),
  });
  const payment = await readyToPay(agency, commission.id);
  expect(await ask(agency.admin, 'record_agent_payment', payment)).toMatchObject({ success: true });
  expect(await ask(agency.admin, 'undo_bank_import', { import_id: id })).toMatchObject({
    success: false,
    removed: 0,
    paid: [{ commission_id: commission.commissionId, booking_reference: 'CR-55002', agent: 'agent Test' }],
  });
  expect(await transactionsOf(id)).toHaveLength(1);
});

// Holds payouts-50
test('an import is not undone while a scheduled payout pays of what it brought', async () => {
  const own = await createTestAgency();
  // The commission of a deposit alone: nothing else would keep it received.
  await sql(`update public.organizations set commission_received_on = 'deposit_matched' where id = $1`, [
    own.organizationId,
  ]);
  const commission = await own.sale({ reference: 'CR-55003', commission: 210 });
  const { id, rows } = await importLines(own.admin, await createAccount(own.admin), [
    line(1, 'BLUE FLEET CR55003', '210.00'),
  ]);
  await ask(own.admin, 'accept_bank_suggestions', {
    transactions: rows.map((row) => ({ id: row.id, version: row.version })),
  });
  await readyToPay(own, commission.id);
  await schedule(own.admin, own, await own.payout({ approved: true }));
  expect(await ask(own.admin, 'undo_bank_import', { import_id: id })).toMatchObject({
    success: false,
    code: 'in_planned_payout',
  });
  expect(await transactionsOf(id)).toHaveLength(1);
});
