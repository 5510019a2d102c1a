import { sql } from '../support/database';
import {
  ask,
  createAccount,
  importLines,
  line,
  rematched,
  soldInTime,
  suggested,
  transaction,
  vendorNamed,
  readLine,
} from '../support/bank';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = soldInTime(await createTestAgency());
  account = await createAccount(agency.admin);
});

const read = (text: string, amount: string, extra = {}) =>
  readLine(agency.admin, account, text, amount, extra);

test.each([
  ['as typed', 'HALCYON REMIT CR-30984'],
  ['without its dash', 'HALCYON REMIT CR30984'],
  ['in two words', 'HALCYON CR 30984 THANKS'],
  ['inside something longer', 'INV/CR-30984/02 HALCYON'],
  ['by its number', 'HALCYON LN 30984'],
])('a reference %s with the exact amount is certain', async (_, text) => {
  const commission = await agency.sale({
    reference: 'CR-30984',
    commission: 488.6,
    vendor: await vendorNamed(agency, 'Halcyon Ocean Lines'),
  });
  expect(await read(text, '488.60')).toMatchObject({
    certainty: 'certain',
    suggested: [commission.commissionId],
  });
});

test('a reference with another amount is likely, and says how much is missing', async () => {
  const commission = await agency.sale({ reference: 'CR-30657', commission: 1147.5 });
  const row = await read('BLUE FLEET CR30657', '1102.50');
  expect(row).toMatchObject({ certainty: 'likely', suggested: [commission.commissionId] });
  const detail = await ask<{
    suggestions: { kind: string; difference: number; reasons: { code: string }[] }[];
  }>(agency.admin, 'get_bank_transaction', { transaction_id: row.id });
  expect(detail.suggestions[0]).toMatchObject({ kind: 'short', difference: -45 });
  expect(detail.suggestions[0]?.reasons.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['reference', 'short']),
  );
});

test('a recognized vendor with one open commission of that amount is certain; with a twin it is not', async () => {
  const vendor = await vendorNamed(agency, 'Grand Tessera Hotels');
  const commission = await agency.sale({ reference: 'HT-30977', commission: 188.5, vendor });
  await agency.sale({ reference: 'HT-30978', commission: 99, vendor });
  expect(await read('GRAND TESSERA HOTELS AGY COMM', '188.50')).toMatchObject({
    certainty: 'certain',
    suggested: [commission.commissionId],
    vendor_id: vendor,
  });
  await agency.sale({ reference: 'HT-30979', commission: 99, vendor });
  expect(await read('GRAND TESSERA HOTELS AGY COMM', '99.00')).toMatchObject({ certainty: 'likely' });
});

test('another reference of the same form in the text keeps a vendor and an amount from being certain', async () => {
  const vendor = await vendorNamed(agency, 'Grand Tessera Hotels');
  await agency.sale({ reference: 'HT-30977', commission: 188.5, vendor });
  expect((await read('GRAND TESSERA HOTELS HT-55555', '188.50')).certainty).not.toBe('certain');
});

test('of two deposits that claim the same commission neither is certain, until one is matched', async () => {
  const commission = await agency.sale({ reference: 'CR-1', commission: 0.5 });
  await sql('update public.sales set booking_reference = $2 where id = $1', [commission.id, 'CR-77001']);
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'BLUE FLEET CR77001', '0.50'),
    line(2, 'BLUE FLEET CR77001', '0.50', { twin: 2 }),
  ]);
  expect(rows.map(({ certainty }) => certainty)).toEqual(['likely', 'likely']);
  const [first, second] = rows.map(({ id, version }) => ({ id, version }));
  expect(await ask(agency.admin, 'accept_bank_suggestions', { transactions: [first] })).toMatchObject({
    accepted: [first?.id],
  });
  expect(await suggested(second?.id ?? '')).toEqual([]);
});

test('open commissions that add up are a set, the one with the reference and the number of bookings first', async () => {
  const vendor = await vendorNamed(agency, 'Halcyon Ocean Lines');
  const ids: string[] = [];
  for (const [n, amount] of [293.67, 87.36, 67.41, 131.04].entries())
    ids.push(
      (await agency.sale({ reference: `CR-3064${n}`, commission: amount, vendor, sold: `2026-05-0${n + 1}` }))
        .commissionId,
    );
  await agency.sale({ reference: 'CR-40000', commission: 500, vendor });
  const row = await read('HALCYON OCEAN LINE REMIT CR30642 +2 BKGS', '448.44');
  expect(row.certainty).toBe('likely');
  expect([...row.suggested].sort()).toEqual(ids.slice(0, 3).sort());
});

test('a set of all bookings that the text names comes before neighbours that leave one of them out', async () => {
  const vendor = await vendorNamed(agency, 'Halcyon Ocean Lines');
  const due = (reference: string, amount: number, day: number) =>
    agency.sale({ reference, commission: amount, vendor, sold: `2026-05-0${day}` });
  const first = await due('CR-30640', 61.2, 1);
  await due('CR-30641', 40.3, 2);
  const last = await due('CR-30642', 40.3, 3);
  const row = await read('HALCYON OCEAN LINE REMIT CR30640 CR30642', '101.50');
  expect([...row.suggested].sort()).toEqual([first.commissionId, last.commissionId].sort());
});

test('five neighbours that add up come before two that have others between them', async () => {
  const vendor = await vendorNamed(agency, 'Halcyon Ocean Lines');
  const ids: string[] = [];
  for (const [n, amount] of [10.1, 11.3, 12.7, 13.9, 14.3, 30.1, 5.2, 32.2].entries()) {
    const sale = { reference: `CR-3064${n}`, commission: amount, vendor, sold: `2026-05-0${n + 1}` };
    ids.push((await agency.sale(sale)).commissionId);
  }
  const row = await read('HALCYON OCEAN LINE REMIT', '62.30');
  expect([...row.suggested].sort()).toEqual(ids.slice(0, 5).sort());
});

test('what was set aside once is set aside again, but not when a commission explains it', async () => {
  const rent = await read('HARBOUR PROPERTIES RENT', '-2400.00');
  await ask(agency.admin, 'set_aside_bank_transactions', {
    transactions: [{ id: rent.id, version: rent.version }],
    category: 'other',
  });
  expect(await read('HARBOUR PROPERTIES RENT 06', '-2400.00', { booked_on: '2026-06-10' })).toMatchObject({
    status: 'set_aside',
    category: 'other',
  });
  const commission = await agency.sale({ reference: 'CR-88123', commission: 70 });
  expect(await read('HARBOUR PROPERTIES RENT CR88123', '70.00')).toMatchObject({
    status: 'suggested',
    suggested: [commission.commissionId],
  });
});

test('a vendor said of one deposit is that of its payer: what else came from there is read again, nothing else', async () => {
  const vendor = await vendorNamed(agency, 'Halcyon Ocean Lines');
  await agency.sale({ reference: 'CR-30984', commission: 488.6, vendor });
  await agency.sale({ reference: 'CR-55001', commission: 70 });
  const { rows } = await importLines(agency.admin, account, [
    line(1, 'ODD TRUSTEES 1', '12.00'),
    line(2, 'ODD TRUSTEES 2', '488.60'),
    line(3, 'BLUE FLEET CR55001', '70.00'),
  ]);
  const [first = '', second = '', other = ''] = rows.map(({ id }) => id);
  const suggestions = () =>
    sql('select id from public.bank_suggestions where transaction_id = $1 order by rank', [other]);
  const before = await suggestions();
  expect(before).toHaveLength(1);
  expect(await transaction(second)).toMatchObject({ certainty: 'possible' });
  await ask(agency.admin, 'set_bank_vendor', { transaction_id: first, vendor_id: vendor });
  expect(await transaction(second)).toMatchObject({ certainty: 'certain', vendor_id: vendor });
  expect(await suggestions()).toEqual(before);
});

// Holds bank-87
test('who paid is taken back with what it taught, one decision after the other', async () => {
  const vendor = await vendorNamed(agency, 'Lumen Cruise Co');
  const { rows } = await importLines(agency.admin, account, [line(1, 'ODD TRUSTEES 1', '12.00')]);
  const transaction_id = rows[0]?.id ?? '';
  const known = () =>
    sql('select vendor_id, confirmations from public.bank_patterns where organization_id = $1', [
      agency.organizationId,
    ]);
  const say = () =>
    ask<{ group_id: string }>(agency.admin, 'set_bank_vendor', { transaction_id, vendor_id: vendor });
  const [first, second] = [(await say()).group_id, (await say()).group_id];
  const undo = (group_id: string) =>
    ask<{ success: boolean }>(agency.admin, 'undo_bank_decision', { group_id });
  expect(await known()).toEqual([{ vendor_id: vendor, confirmations: 2 }]);
  expect((await undo(first)).success).toBe(false);
  expect((await undo(second)).success).toBe(true);
  expect(await known()).toEqual([{ vendor_id: vendor, confirmations: 1 }]);
  expect((await undo(first)).success).toBe(true);
  expect(await known()).toEqual([]);
  expect(await transaction(transaction_id)).toMatchObject({ vendor_id: null, status: 'open' });
});

test('a confirmed match teaches who the payer is', async () => {
  const vendor = await vendorNamed(agency, 'Cliffside Villas');
  const first = await agency.sale({ reference: 'HT-30440', commission: 145.5, vendor });
  const row = await read('OCEANIC HOLDINGS HT30440', '145.50');
  await ask(agency.admin, 'accept_bank_suggestions', {
    transactions: [{ id: row.id, version: row.version }],
  });
  expect(first.commissionId).toBe(row.suggested[0]);
  const second = await agency.sale({ reference: 'HT-30999', commission: 212.25, vendor });
  expect(await read('OCEANIC HOLDINGS', '212.25')).toMatchObject({
    certainty: 'certain',
    suggested: [second.commissionId],
    vendor_id: vendor,
  });
});

test('unclaimed money finds a sale that is entered later, and the admins hear of it', async () => {
  const row = await read('MERIDIAN CR31007', '135.00');
  expect(row.status).toBe('open');
  expect(
    await ask(agency.admin, 'match_bank_transaction', {
      transaction_id: row.id,
      expected_version: row.version,
      parts: [],
      unclaimed: 135,
    }),
  ).toMatchObject({ success: true });
  const commission = await agency.sale({ reference: 'CR-31007', commission: 135 });
  await rematched(agency);
  expect(await suggested(row.id)).toEqual([commission.commissionId]);
  const told = await sql(
    `select user_id from public.notifications where type = 'bank' and organization_id = $1`,
    [agency.organizationId],
  );
  expect(told.map(({ user_id: id }) => id as string).sort()).toEqual(
    [agency.owner.id, agency.admin.id].sort(),
  );
});

test('a deposit that lacks as much as earlier ones of its vendor did comes first, and says so', async () => {
  const vendor = await vendorNamed(agency, 'Halcyon Ocean Lines');
  const first = await agency.sale({ reference: 'CR-41001', commission: 500, vendor });
  const row = await read('HALCYON OCEAN LINES CR41001', '485.00');
  expect(
    await ask(agency.admin, 'match_bank_transaction', {
      transaction_id: row.id,
      expected_version: row.version,
      parts: [{ commission_id: first.commissionId, amount: 500 }],
      fee: 15,
    }),
  ).toMatchObject({ success: true });
  await agency.sale({ reference: 'CR-41002', commission: 610, vendor });
  const usual = await agency.sale({ reference: 'CR-41003', commission: 615, vendor });
  const next = await read('HALCYON OCEAN LINES', '600.00', { booked_on: '2026-05-20' });
  expect(next.suggested).toEqual([usual.commissionId]);
  const [suggestion] = await sql<{ reasons: { code: string }[] }>(
    'select reasons from public.bank_suggestions where transaction_id = $1 and rank = 1',
    [next.id],
  );
  expect(suggestion?.reasons.map(({ code }) => code)).toContain('as_usual');
});

test('"not this" is never suggested again, until that is taken back', async () => {
  const commission = await agency.sale({ reference: 'CR-30657', commission: 100 });
  const row = await read('BLUE FLEET CR30657', '100.00');
  const answer = await ask<{ group_id: string }>(agency.admin, 'reject_bank_suggestion', {
    transaction_id: row.id,
    expected_version: row.version,
  });
  expect(await suggested(row.id)).toEqual([]);
  await ask(agency.admin, 'undo_bank_decision', { group_id: answer.group_id });
  expect(await suggested(row.id)).toEqual([commission.commissionId]);
  expect(await transaction(row.id)).toMatchObject({ certainty: 'certain', status: 'suggested' });
});

test('the same rows give the same suggestions, whatever the order of the lines', async () => {
  const vendor = await vendorNamed(agency, 'Halcyon Ocean Lines');
  for (let n = 0; n < 12; n += 1)
    await agency.sale({ reference: `CR-3064${n}`, commission: 100 + n * 7.13, vendor });
  const texts = ['HALCYON OCEAN LINES', 'HALCYON OCEAN LINES CR306411', 'HALCYON'];
  const amounts = ['207.13', '178.43', '121.39'];
  const lines = texts.map((text, n) => line(n + 1, text, amounts[n] ?? ''));
  const first = await importLines(agency.admin, account, lines);
  const other = await importLines(agency.admin, await createAccount(agency.admin), [...lines].reverse());
  const parts = async (ids: string[]) =>
    sql(
      'select rank, parts, kind from public.bank_suggestions where transaction_id = any ($1) order by parts::text, rank',
      [ids],
    );
  expect(await parts(first.rows.map(({ id }) => id))).toEqual(await parts(other.rows.map(({ id }) => id)));
});

// Holds commissions-20
test('what was due before receipts are tracked is found by its reference, never by vendor and amount alone', async () => {
  const vendor = await vendorNamed(agency, 'Grand Tessera Hotels');
  const old = await agency.sale({ reference: 'HT-30971', commission: 188.5, vendor, sold: '2026-04-04' });
  const [half, rest] = [
    await agency.sale({ reference: 'HT-30972', commission: 60, vendor, sold: '2026-04-20' }),
    await agency.sale({ reference: 'HT-30973', commission: 41.2, vendor, sold: '2026-04-21' }),
  ];
  const track = (receipts_tracked_since: string | null) =>
    agency.owner.api.from('organizations').update({ receipts_tracked_since }).eq('id', agency.organizationId);
  await track('2026-05-01');
  const suggestedFor = async (text: string, amount: string, extra: object = {}) =>
    (await read(text, amount, extra)).suggested;
  expect(await suggestedFor('GRAND TESSERA HOTELS AGY COMM', '188.50')).toEqual([]);
  // Near the amount, and two that add up: the same.
  expect(await suggestedFor('GRAND TESSERA HOTELS AGY COMM', '186.00')).toEqual([]);
  expect(await suggestedFor('GRAND TESSERA HOTELS AGY COMM', '101.20')).toEqual([]);
  expect(await suggestedFor('GRAND TESSERA HOTELS HT30971', '188.50')).toEqual([old.commissionId]);
  // What is due on the day counts.
  await track('2026-04-20');
  expect((await suggestedFor('GRAND TESSERA HOTELS AGY COMM', '101.20', { twin: 2 })).sort()).toEqual(
    [half.commissionId, rest.commissionId].sort(),
  );
  await track(null);
  expect(await suggestedFor('GRAND TESSERA HOTELS AGY COMM', '188.50', { twin: 2 })).toEqual([
    old.commissionId,
  ]);
});

// Holds commissions-23
test('another day since which receipts are tracked matches what waits anew', async () => {
  const vendor = await vendorNamed(agency, 'Grand Tessera Hotels');
  const old = await agency.sale({ reference: 'HT-30971', commission: 188.5, vendor, sold: '2026-04-04' });
  const row = await read('GRAND TESSERA HOTELS AGY COMM', '188.50');
  expect(row.suggested).toEqual([old.commissionId]);
  for (const [day, found] of [
    ['2026-05-01', []],
    ['2026-04-04', [old.commissionId]],
    ['2026-04-05', []],
    [null, [old.commissionId]],
  ] as const) {
    await agency.owner.api
      .from('organizations')
      .update({ receipts_tracked_since: day })
      .eq('id', agency.organizationId);
    await rematched(agency);
    expect([day, await suggested(row.id)]).toEqual([day, found]);
  }
});
