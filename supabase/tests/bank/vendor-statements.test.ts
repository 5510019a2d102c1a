import { ask, createAccount, importLines, line, suggested, transaction, vendorNamed } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
let vendor: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
  vendor = await vendorNamed(agency, 'Silk Gate Journeys');
});

interface Statement {
  status: string;
  version: number;
  total: number;
  fee: number;
  deposit: { id: string; matched: boolean } | null;
  lines: { kind: string; reference: string | null; amount: number | null; ours: number | null }[];
}

const FEE = [{ line: 9, text: 'LESS PROCESSING FEE', amount: '5.00' }];

async function keep(lines: object[], fees: object[] = []): Promise<string> {
  const saved = await ask<{ success: boolean; statement_id: string }>(agency.admin, 'save_vendor_statement', {
    vendor_id: vendor,
    file_name: 'SG-2027-02.pdf',
    lines: lines.map((each, n) => ({ line: n + 1, ...each })),
    fees,
    left_out: [{ line: 99, why: 'sum', text: 'Total' }],
  });
  expect(saved).toMatchObject({ success: true });
  return saved.statement_id;
}

const read = (id: string) => ask<Statement>(agency.admin, 'get_vendor_statement', { statement_id: id });
const set = (id: string, state: string, version = 1) =>
  ask(agency.admin, 'set_vendor_statement', { statement_id: id, expected_version: version, state });
const deposit = async (text: string, amount: string) =>
  (await importLines(agency.admin, account, [line(1, text, amount)])).rows[0]?.id ?? '';

/** Two bookings, of which the statement lists both, and one that is not entered. */
async function twoAndOne() {
  const owes = [
    await agency.sale({ reference: 'TR-29911', commission: 402.3, vendor }),
    await agency.sale({ reference: 'TR-29934', commission: 366, vendor }),
  ];
  const id = await keep(
    [
      { reference: 'TR-29911', name: 'SERRANO/M', amount: '402.30' },
      { reference: 'TR-29934', name: 'SOLBERG/I', amount: '366.00' },
      { reference: 'TR-28815', name: 'FERRARO/L', amount: '196.40' },
    ],
    FEE,
  );
  return { id, commissions: owes.map(({ commissionId }) => commissionId) };
}

// Holds bank-73
test('its lines stand beside what is open, what was received, and what it does not list', async () => {
  await agency.sale({ reference: 'TR-1001', commission: 100, vendor });
  await agency.sale({ reference: 'TR-1002', commission: 200, vendor });
  await agency.sale({ reference: 'TR-1003', commission: 300, vendor });
  await agency.sale({ reference: 'TR-1004', commission: 400, vendor });
  const earlier = await deposit('SILK GATE JOURNEYS TR1003', '300.00');
  await ask(agency.admin, 'accept_bank_suggestions', { transactions: [{ id: earlier, version: 1 }] });
  const id = await keep([
    { reference: 'TR-1001', name: 'Lind', amount: '100.00' },
    { reference: '001002', name: 'Lind', amount: '180.00', gross: '2000.00', dates: 'Feb 2', text: 'Aurora' },
    { reference: 'TR-1003-01', name: 'Lind', amount: '300.00' },
    { reference: 'TR-9999', name: 'Nobody', amount: '5.00' },
  ]);
  const { lines, total, fee, status } = await read(id);
  expect({ total, fee, status }).toEqual({ total: 585, fee: 0, status: 'read' });
  expect(lines.map(({ kind, reference, amount, ours }) => [kind, reference, amount, ours])).toEqual([
    ['agrees', 'TR-1001', 100, 100],
    ['other', '001002', 180, 200],
    ['received', 'TR-1003-01', 300, 0],
    ['missing', 'TR-9999', 5, null],
    ['unlisted', null, null, 400],
  ]);
});

// Holds bank-74
test('deposit and final payment of one booking are read as one sum', async () => {
  const { commissionId } = await agency.sale({ reference: 'ABC123', commission: 150, vendor });
  const { commissionId: other } = await agency.sale({ reference: 'ABC456', commission: 90, vendor });
  const id = await keep([
    { reference: 'ABC123-01', name: 'Lind', amount: '50.00' },
    { reference: 'ABC123-02', name: 'Lind', amount: '100.00' },
    { reference: 'ABC456-01', name: 'Lind', amount: '30.00' },
    { reference: 'ABC456-02', name: 'Lind', amount: '40.00' },
  ]);
  expect((await read(id)).lines.map(({ kind, amount, ours }) => [kind, amount, ours])).toEqual([
    ['agrees', 50, 150],
    ['agrees', 100, 150],
    ['other', 30, 90],
    ['other', 40, 90],
  ]);
  await set(id, 'expected');
  const lump = await deposit('SILK GATE JOURNEYS ACH CREDIT', '220.00');
  expect(await suggested(lump)).toEqual([commissionId, other]);
  await ask(agency.admin, 'accept_bank_suggestions', { transactions: [{ id: lump, version: 1 }] });
  expect(
    await sql(
      'select commission_id, amount from public.bank_allocations where transaction_id = $1 order by 2',
      [lump],
    ),
  ).toEqual([
    { commission_id: other, amount: '70.00' },
    { commission_id: commissionId, amount: '150.00' },
  ]);
});

test('two lines of the same amount and name without a reference are two bookings', async () => {
  await agency.sale({ reference: 'TR-1', commission: 80, vendor });
  const id = await keep([
    { name: 'Lind', amount: '80.00' },
    { name: 'Lind', amount: '80.00' },
  ]);
  expect((await read(id)).lines.map(({ kind }) => kind)).toEqual(['agrees', 'missing']);
});

test('a sale that is entered afterwards is found', async () => {
  const id = await keep([{ reference: 'TR-28815', name: 'FERRARO/L', amount: '196.40' }]);
  expect((await read(id)).lines).toMatchObject([{ kind: 'missing' }]);
  await agency.sale({ reference: 'TR-28815', commission: 196.4, vendor });
  expect((await read(id)).lines).toMatchObject([{ kind: 'agrees' }]);
});

const setLine = (id: string, commission: string, version = 1, number = 1) =>
  ask(agency.admin, 'set_statement_line', {
    statement_id: id,
    expected_version: version,
    line: number,
    commission_id: commission,
  });

// Holds bank-75
test('somebody says what a line means, and the deposit that comes pays it', async () => {
  const { commissionId } = await agency.sale({ reference: 'TR-29911', commission: 196.4, vendor });
  const id = await keep([{ reference: 'QX-1', name: 'FERRARO/L', amount: '190.00' }]);
  await set(id, 'expected');
  expect(await setLine(id, commissionId, 1)).toMatchObject({ success: false, field: 'version' });
  expect(await setLine(id, crypto.randomUUID(), 2)).toMatchObject({ success: false, field: 'commission_id' });
  expect(await setLine(id, commissionId, 2, 7)).toMatchObject({ success: false, field: 'line' });
  expect((await read(id)).lines).toMatchObject([{ kind: 'missing' }, { kind: 'unlisted' }]);
  expect(await setLine(id, commissionId, 2)).toMatchObject({ success: true, version: 3 });
  expect((await read(id)).lines).toMatchObject([{ kind: 'other', amount: 190, ours: 196.4 }]);
  const lump = await deposit('SILK GATE JOURNEYS ACH CREDIT', '190.00');
  expect(await suggested(lump)).toEqual([commissionId]);
  await ask(agency.admin, 'accept_bank_suggestions', { transactions: [{ id: lump, version: 1 }] });
  expect(await setLine(id, commissionId, 3)).toMatchObject({
    success: false,
    error: expect.stringContaining('matched'),
  });
});

test('what a line means is not said with the commission of another agency', async () => {
  const other = await createTestAgency();
  const { commissionId } = await other.sale({ reference: 'TR-29911', commission: 190 });
  const id = await keep([{ reference: 'QX-1', name: 'FERRARO/L', amount: '190.00' }]);
  expect(await setLine(id, commissionId)).toMatchObject({ success: false, field: 'commission_id' });
  expect((await read(id)).lines).toMatchObject([{ kind: 'missing' }]);
});

// Holds bank-76
test('the deposit that it expects explains itself: its bookings, its fee, and what is not entered stays unclaimed', async () => {
  const { id, commissions } = await twoAndOne();
  expect(await set(id, 'expected')).toMatchObject({ success: true, version: 2 });
  const lump = await deposit('SILK GATE JOURNEYS ACH CREDIT', '959.70');
  expect(await suggested(lump)).toEqual(commissions);
  expect(await read(id)).toMatchObject({ status: 'expected', deposit: { id: lump, matched: false } });
  const { reasons } = await sqlOne<{ reasons: { code: string }[] }>(
    'select reasons from public.bank_suggestions where transaction_id = $1 and rank = 1',
    [lump],
  );
  expect(reasons.map(({ code }) => code)).toContain('statement');

  const accepted = await ask<{ group_id: string }>(agency.admin, 'accept_bank_suggestions', {
    transactions: [{ id: lump, version: 1 }],
  });
  expect(accepted).toMatchObject({ accepted: [lump], skipped: [] });
  expect(await transaction(lump)).toMatchObject({
    status: 'matched',
    unclaimed_amount: '196.40',
    fee_amount: '5.00',
  });
  const matched = await read(id);
  expect(matched).toMatchObject({ status: 'matched', deposit: { id: lump, matched: true } });
  // What its own deposit paid still agrees.
  expect(matched.lines.map(({ kind }) => kind)).toEqual(['agrees', 'agrees', 'missing']);

  await ask(agency.admin, 'undo_bank_decision', { group_id: accepted.group_id });
  expect(await read(id)).toMatchObject({ status: 'expected', deposit: { id: lump, matched: false } });
});

test('a deposit that waits is explained when its statement is expected, and no more when it is not', async () => {
  const lump = await deposit('SILK GATE JOURNEYS ACH CREDIT', '959.70');
  const { id, commissions } = await twoAndOne();
  expect(await suggested(lump)).not.toEqual(commissions);
  await set(id, 'expected');
  expect(await suggested(lump)).toEqual(commissions);
  await set(id, 'read', 2);
  expect(await suggested(lump)).not.toEqual(commissions);
});

test.each([
  ['its total without the fee', '964.70', true],
  ['as much less as is not in Paperplane', '763.30', true],
  ['another amount', '900.00', false],
])('a deposit of %s (%s) is explained: %s', async (_, amount, explained) => {
  const { id, commissions } = await twoAndOne();
  await set(id, 'expected');
  const found = await suggested(await deposit('SILK GATE JOURNEYS ACH CREDIT', amount));
  if (explained) expect(found).toEqual(commissions);
  else expect(found).not.toEqual(commissions);
});

test('the same amount of another vendor is not what it expects', async () => {
  const { id, commissions } = await twoAndOne();
  await set(id, 'expected');
  await vendorNamed(agency, 'Northern Fjord Voyages');
  expect(await suggested(await deposit('NORTHERN FJORD VOYAGES', '959.70'))).not.toEqual(commissions);
});

test('a deposit of that amount that pays another booking is not what it expects', async () => {
  await agency.sale({ reference: 'TR-1001', commission: 100, vendor });
  const { commissionId } = await agency.sale({ reference: 'TR-1002', commission: 100, vendor });
  const id = await keep([{ reference: 'TR-1001', amount: '100.00' }]);
  await set(id, 'expected');
  const lump = await deposit('SILK GATE JOURNEYS TR1002', '100.00');
  expect(
    await ask(agency.admin, 'match_bank_transaction', {
      transaction_id: lump,
      expected_version: 1,
      parts: [{ commission_id: commissionId, amount: 100 }],
    }),
  ).toMatchObject({ success: true });
  expect(await read(id)).toMatchObject({ status: 'expected', deposit: null });
});

test('an import that is undone leaves the statement, expected again', async () => {
  const { id } = await twoAndOne();
  await set(id, 'expected');
  const lump = await deposit('SILK GATE JOURNEYS ACH CREDIT', '959.70');
  await ask(agency.admin, 'accept_bank_suggestions', { transactions: [{ id: lump, version: 1 }] });
  const { import_id: imported } = await sqlOne<{ import_id: string }>(
    'select import_id from public.bank_transactions where id = $1',
    [lump],
  );
  await ask(agency.admin, 'undo_bank_import', { import_id: imported });
  expect(await read(id)).toMatchObject({ status: 'expected', deposit: null });
});

test('a fee beside a deposit is its fee', async () => {
  await agency.sale({ reference: 'TR-29911', commission: 402.3, vendor });
  const lump = await deposit('SOMEBODY', '397.30');
  expect(
    await ask(agency.admin, 'save_bank_remittance', {
      transaction_id: lump,
      file_name: 'x',
      lines: [{ line: 1, reference: 'TR-29911', name: 'SERRANO/M', amount: '402.30' }],
      fees: FEE,
    }),
  ).toMatchObject({ remittance: { total: 402.3, fee: 5, fits: true, expected: false } });
  await ask(agency.admin, 'accept_bank_suggestions', { transactions: [{ id: lump, version: 1 }] });
  expect(await transaction(lump)).toMatchObject({ status: 'matched', fee_amount: '5.00' });
});

test('what is wrong is refused, and nothing is kept', async () => {
  const sent = { vendor_id: vendor, file_name: 'x', lines: [{ line: 1, amount: '1.00' }] };
  for (const wrong of [
    { vendor_id: crypto.randomUUID() },
    { lines: [] },
    { lines: [{ line: 1, amount: '1.00', gross: 'x' }] },
    { fees: [{ line: 1, text: 'x', amount: '-1.00' }] },
    { left_out: [{ line: 1, why: 'because', text: 'x' }] },
    { document_id: crypto.randomUUID() },
  ])
    expect(await ask(agency.admin, 'save_vendor_statement', { ...sent, ...wrong })).toMatchObject({
      success: false,
    });
  expect(
    await sql('select 1 from public.bank_remittances where organization_id = $1', [agency.organizationId]),
  ).toEqual([]);
  const id = await keep([{ reference: 'TR-1', amount: '-5.00' }]);
  expect(await set(id, 'expected')).toMatchObject({ success: false });
  expect(await set(id, 'forgotten')).toMatchObject({ success: false });
  expect(await set(id, 'set_aside', 7)).toMatchObject({ success: false, field: 'version' });
  expect(await set(id, 'set_aside')).toMatchObject({ success: true });
});

test('the list names the latest, with the references that files are read by', async () => {
  await agency.sale({ reference: 'TR-29911', commission: 402.3, vendor });
  const id = await keep([{ reference: 'TR-29911', amount: '402.30' }], FEE);
  expect(await ask(agency.admin, 'list_vendor_statements', { vendor_id: vendor })).toMatchObject({
    rows: [{ id, status: 'read', amount: 397.3, file_name: 'SG-2027-02.pdf' }],
    count: 1,
    references: ['TR-29911'],
  });
});

test.each(['agent', 'inactive'] as const)('%s is refused, and reads no row', async (who) => {
  const id = await keep([{ reference: 'TR-1', amount: '5.00' }]);
  for (const [name, args] of [
    ['get_vendor_statement', { statement_id: id }],
    ['list_vendor_statements', { vendor_id: vendor }],
    ['set_vendor_statement', { statement_id: id, expected_version: 1, state: 'expected' }],
    ['set_statement_line', { statement_id: id, expected_version: 1, line: 1, commission_id: id }],
    ['save_vendor_statement', { vendor_id: vendor, file_name: 'x', lines: [{ line: 1, amount: '1.00' }] }],
  ] as const)
    await expect(ask(agency[who], name, args)).rejects.toThrow('42501');
  const { data } = await agency[who].api.from('bank_remittances').select('id');
  expect(data ?? []).toEqual([]);
  expect(await read(id)).toMatchObject({ status: 'read', version: 1 });
});

test('an admin of another agency finds, keeps and changes nothing', async () => {
  const id = await keep([{ reference: 'TR-1', amount: '5.00' }]);
  const other = await createTestAgency();
  const { commissionId } = await other.sale({ reference: 'TR-1', commission: 5 });
  expect(
    await ask(other.admin, 'set_statement_line', {
      statement_id: id,
      expected_version: 1,
      line: 1,
      commission_id: commissionId,
    }),
  ).toMatchObject({ success: false });
  expect(await ask(other.admin, 'get_vendor_statement', { statement_id: id })).toBeNull();
  expect(await ask(other.admin, 'list_vendor_statements', { vendor_id: vendor })).toEqual({
    rows: [],
    count: 0,
    references: [],
  });
  expect(
    await ask(other.admin, 'set_vendor_statement', {
      statement_id: id,
      expected_version: 1,
      state: 'expected',
    }),
  ).toMatchObject({ success: false });
  expect(
    await ask(other.admin, 'save_vendor_statement', {
      vendor_id: vendor,
      file_name: 'x',
      lines: [{ line: 1, reference: 'TR-29911', amount: '1.00' }],
    }),
  ).toMatchObject({ success: false });
  expect(await read(id)).toMatchObject({ status: 'read', version: 1 });
});
