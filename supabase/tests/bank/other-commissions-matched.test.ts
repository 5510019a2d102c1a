import { ask, createAccount, importLines, line, rematched, transaction, vendorNamed } from '../support/bank';
import { deposit as depositTo, match as matchAs, type MatchAnswer } from '../support/bank-matches';
import { closeBooks } from '../support/books';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});

interface Other {
  status: string;
  received_amount: string | null;
  received_on: string | null;
}
const other = (id: string) =>
  sqlOne<Other>(
    'select status, received_amount, received_on::text from public.other_commissions where id = $1',
    [id],
  );
const NOTHING: Other = { status: 'unpaid', received_amount: null, received_on: null };

/** A bonus of a vendor for 2025. */
async function bonus(amount = 500, vendorId = agency.vendorId): Promise<string> {
  const { id } = await ask<{ id: string }>(agency.admin, 'expect_volume_bonus', {
    vendor_id: vendorId,
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    amount,
    due_on: '2026-05-01',
  });
  return id;
}

/** What a vendor still pays for a cancelled sale. */
async function penalty(amount: number): Promise<string> {
  const sale = await agency.sale({ cancelled: true });
  const { id } = await sqlOne<{ id: string }>(
    `select private.write_other_commission($1, 'penalty', $2, $3, null, null, $4, '2026-08-01', '2026-05-04', null) as id`,
    [agency.organizationId, sale.id, agency.vendorId, amount],
  );
  return id;
}

const deposit = (amount: string) => depositTo(agency.admin, account, amount);
const pays = (id: string, amount: number, more: object = {}) => ({
  commission_id: id,
  is_other: true,
  amount,
  ...more,
});
const match = (row: { id: string; version: number }, parts: object[], extra: object = {}) =>
  matchAs(agency.admin, row, parts, extra);
const undo = (groupId: string, person: Person = agency.admin) =>
  ask<MatchAnswer & { paid: { agent: string }[] }>(person, 'undo_bank_decision', { group_id: groupId });

interface Shown {
  transaction: { other: { other_commission_id: string } | null; matched: { part_count: number } | null };
  others: {
    other_commission_id: string;
    expected: number;
    placed: number | null;
    recorded_on: string | null;
  }[];
  allocations: unknown[];
}
const shown = (id: string, person: Person = agency.admin) =>
  ask<Shown | null>(person, 'get_bank_transaction', { transaction_id: id });

// Holds bank-42
test('a deposit makes a bonus received as an admin would record it, and taken back it is expected again', async () => {
  const id = await bonus();
  const row = await deposit('500.00');
  expect((await shown(row.id))?.others).toMatchObject([
    { other_commission_id: id, expected: 500, placed: null },
  ]);
  const matched = await match(row, [pays(id, 500, { expected: 500 })]);
  expect(matched).toMatchObject({ success: true });
  expect(await other(id)).toEqual({
    status: 'funds_received',
    received_amount: '500.00',
    received_on: '2026-05-10',
  });
  expect(await transaction(row.id)).toMatchObject({ status: 'matched', vendor_id: agency.vendorId });
  expect(await shown(row.id)).toMatchObject({
    transaction: { matched: { part_count: 1 } },
    others: [{ other_commission_id: id, placed: 500, expected: 500 }],
    allocations: [],
  });
  expect(await undo(matched.group_id)).toMatchObject({ success: true });
  expect(await other(id)).toEqual(NOTHING);
  expect(await transaction(row.id)).toMatchObject({ status: 'open', unclaimed_amount: '0.00' });
});

// Holds bank-43
test('beside commissions, unclaimed money and a fee it counts in the balance, to the cent', async () => {
  const id = await bonus();
  const owes = await agency.sale({ commission: 300 });
  const row = await deposit('850.00');
  const parts = [{ commission_id: owes.commissionId, amount: 300 }, pays(id, 500)];
  expect(await match(row, parts, { unclaimed: 50.01 })).toMatchObject({
    success: false,
    ...CODED,
    code: 'amount_placed_too_much',
  });
  const first = await match(row, parts, { unclaimed: 60, fee: 10 });
  expect(first).toMatchObject({ success: true });
  expect(await transaction(row.id)).toMatchObject({ unclaimed_amount: '60.00', fee_amount: '10.00' });
  // Another match takes its place; taken back, that one is there again.
  const again = await match({ id: row.id, version: first.version }, [pays(id, 450)], { unclaimed: 400 });
  expect(again).toMatchObject({ success: true });
  expect(await other(id)).toMatchObject({ received_amount: '450.00' });
  await undo(again.group_id);
  expect(await other(id)).toMatchObject({ received_amount: '500.00' });
  expect(
    await sql('select amount from public.bank_allocations where transaction_id = $1', [row.id]),
  ).toMatchObject([{ amount: '300.00' }]);
  await undo(first.group_id);
  expect(await other(id)).toEqual(NOTHING);
});

// Holds bank-44
test('two deposits that pay one are received together, on the day of the last, and go one after the other', async () => {
  const id = await bonus();
  const first = await match(await deposit('200.00'), [pays(id, 200)]);
  const second = await deposit('300.00');
  expect((await shown(second.id))?.others).toMatchObject([{ expected: 300 }]);
  expect(await match(second, [pays(id, 300, { expected: 300 })])).toMatchObject({ success: true });
  expect(await other(id)).toMatchObject({ status: 'funds_received', received_amount: '500.00' });
  const third = await deposit('500.00');
  expect((await shown(third.id))?.others).toEqual([]);
  expect(await match(third, [pays(id, 500)])).toMatchObject({ success: false, code: 'other_changed' });
  await undo(first.group_id);
  expect(await other(id)).toMatchObject({ received_amount: '300.00' });
});

// Holds bank-46
test('what its vendor pays to the cent is likely, never certain, and found when it is expected later', async () => {
  const vendorId = await vendorNamed(agency, 'Inkwater Cruises');
  const lines = [line(1, 'INKWATER CRUISES OVERRIDE 2025', '612.40'), line(2, 'INKWATER CRUISES', '99.00')];
  const { rows } = await importLines(agency.admin, account, lines);
  expect(rows).toMatchObject([{ status: 'open' }, { status: 'open' }]);
  const id = await bonus(612.4, vendorId);
  await rematched(agency);
  const [agrees, differs] = rows;
  expect(await transaction(agrees?.id ?? '')).toMatchObject({ status: 'suggested', certainty: 'likely' });
  expect(await transaction(differs?.id ?? '')).toMatchObject({ status: 'open', certainty: null });
  const inbox = await ask<{ rows: { id: string; other: { other_commission_id: string } | null }[] }>(
    agency.admin,
    'get_bank_inbox',
  );
  expect(
    Object.fromEntries(inbox.rows.map((row) => [row.id, row.other?.other_commission_id ?? null])),
  ).toEqual({
    [agrees?.id ?? '']: id,
    [differs?.id ?? '']: null,
  });
  // Accepting in bulk does not take it: a person opens it.
  const version = (await transaction(agrees?.id ?? '')).version;
  expect(
    await ask(agency.admin, 'accept_bank_suggestions', { transactions: [{ id: agrees?.id, version }] }),
  ).toMatchObject({ accepted: [], skipped: [{ id: agrees?.id }] });
  expect(await other(id)).toEqual(NOTHING);
  await ask(agency.admin, 'cancel_other_commission', { other_commission_id: id });
  await rematched(agency);
  expect(await transaction(agrees?.id ?? '')).toMatchObject({ status: 'open', certainty: null });
});

// Holds bank-45
test('a receipt recorded by hand is explained by its deposit, and stays as it was, matched or not', async () => {
  const id = await bonus();
  const receipt = { other_commission_id: id, received_on: '2026-05-02', received_amount: 480 };
  await ask(agency.admin, 'record_other_receipt', receipt);
  const said = await other(id);
  const row = await deposit('500.00');
  expect((await shown(row.id))?.others).toMatchObject([{ expected: 480, recorded_on: '2026-05-02' }]);
  expect(await match(row, [pays(id, 500)])).toMatchObject({
    success: false,
    ...CODED,
    error: '480.00 was recorded as received by hand. Match that, or take the receipt back first.',
  });
  const matched = await match(row, [pays(id, 480)], { unclaimed: 20 });
  expect(matched).toMatchObject({ success: true });
  expect(await other(id)).toEqual(said);
  await undo(matched.group_id);
  expect(await other(id)).toEqual(said);
});

// Holds commissions-62
test('what a deposit brought is not said otherwise by hand', async () => {
  const id = await bonus();
  const { group_id: group } = await match(await deposit('500.00'), [pays(id, 500)]);
  for (const receipt of [{}, { received_on: '2026-05-02', received_amount: 500 }])
    await expect(
      ask(agency.admin, 'record_other_receipt', { other_commission_id: id, ...receipt }),
    ).rejects.toThrow('The deposit says what was received, and when.');
  expect(await ask(agency.admin, 'cancel_other_commission', { other_commission_id: id })).toMatchObject({
    success: false,
  });
  await undo(group);
  expect(
    await ask(agency.admin, 'record_other_receipt', {
      other_commission_id: id,
      received_on: '2026-05-02',
      received_amount: 500,
    }),
  ).toMatchObject({ success: true });
});

// Holds bank-49
test('a match is not taken back once an agent was paid of it, and says who', async () => {
  const id = await penalty(80);
  const row = await deposit('80.00');
  const { group_id: group, version } = await match(row, [pays(id, 80)]);
  await agency.payout({ paid: true });
  expect(await other(id)).toMatchObject({ status: 'agent_paid' });
  const refused = await undo(group);
  expect(refused).toMatchObject({ success: false, error: 'An agent has been paid for it.' });
  expect(refused.paid).toHaveLength(1);
  expect(await match({ id: row.id, version }, [], { unclaimed: 80 })).toMatchObject({
    success: false,
    error: 'Somebody was paid of it already: the receipt stands.',
  });
  expect(await other(id)).toMatchObject({ status: 'agent_paid', received_amount: '80.00' });
});

// Holds bank-50
test('a short deposit reduces the shares where agents carry it, and gives them back', async () => {
  await sql(`update public.organizations set agents_paid_on = 'received' where id = $1`, [
    agency.organizationId,
  ]);
  const id = await penalty(80);
  const share = () =>
    sqlOne('select agent_amount from public.commission_shares where other_commission_id = $1', [id]);
  const { group_id: group } = await match(await deposit('50.00'), [pays(id, 50)]);
  expect(await share()).toEqual({ agent_amount: '30.00' });
  await undo(group);
  expect(await share()).toEqual({ agent_amount: '48.00' });
});

// Holds bank-51
test('closed books keep what a deposit brought in them', async () => {
  const id = await bonus();
  const { group_id: group } = await match(await deposit('200.00'), [pays(id, 200)]);
  await closeBooks(agency, '2026-05-31');
  expect(await undo(group)).toMatchObject({ success: false, code: 'in_closed_books' });
  expect(await match(await deposit('300.00'), [pays(id, 300)])).toMatchObject({
    success: false,
    code: 'in_closed_books',
  });
  // Of closed days, first matched now: it counts in the first open one.
  const late = await bonus(70, await vendorNamed(agency, 'Late Payer'));
  expect(await match(await deposit('70.00'), [pays(late, 70)])).toMatchObject({ success: true });
  expect(
    await sqlOne(
      'select received_on::text, received_posted_on::text from public.other_commissions where id = $1',
      [late],
    ),
  ).toEqual({ received_on: '2026-05-10', received_posted_on: '2026-06-01' });
});

// Holds bank-52
test('two admins match two deposits with one bonus in the same moment: it is received once', async () => {
  for (let round = 0; round < 3; round += 1) {
    const id = await bonus(500, await vendorNamed(agency, `Racing ${round}`));
    const rows = [await deposit('500.00'), await deposit('500.00')];
    const answers = await Promise.all(
      rows.map((row, n) => matchAs(n ? agency.owner : agency.admin, row, [pays(id, 500, { expected: 500 })])),
    );
    expect(answers.filter(({ success }) => success)).toHaveLength(1);
    expect(await other(id)).toMatchObject({ received_amount: '500.00' });
  }
});

// Holds bank-53
test('refused are a fee, one that is cancelled, one twice, of another agency, an agent, and money out', async () => {
  const id = await bonus();
  const sale = await agency.sale();
  await sql('update public.sales set lines = $2 where id = $1', [
    sale.id,
    JSON.stringify([
      { kind: 'cruise', amount: 1000, earns: 'rate', rate: 10 },
      { kind: 'service_fee', amount: 40 },
    ]),
  ]);
  const fee = await sqlOne<{ id: string }>(
    `select id from public.other_commissions where kind = 'service_fee' and sales_id = $1`,
    [sale.id],
  );
  const elsewhere = await createTestAgency();
  const { id: foreign } = await ask<{ id: string }>(elsewhere.admin, 'expect_volume_bonus', {
    vendor_id: elsewhere.vendorId,
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    amount: 40,
  });
  const row = await deposit('40.00');
  const asked = async (parts: object[]) => (await match(row, parts)).error;
  expect(await asked([pays(fee.id, 40)])).toBe(
    'A service fee is received when the customer has paid the sale.',
  );
  expect(await asked([pays(foreign, 40)])).toBe('This commission does not exist.');
  expect(await asked([pays(id, 20), pays(id, 20)])).toBe('A commission stands in this deposit twice.');
  await ask(agency.admin, 'cancel_other_commission', { other_commission_id: id });
  expect(await asked([pays(id, 40)])).toBe('A cancelled commission cannot be changed.');
  const out = await deposit('-40.00');
  expect((await match(out, [pays(id, -40)])).error).toBe('Only a deposit pays a penalty or a bonus.');
  await expect(matchAs(agency.agent, row, [pays(id, 40)])).rejects.toThrow();
  await expect(shown(row.id, agency.agent)).rejects.toThrow();
  expect(await shown(row.id, elsewhere.admin)).toBeNull();
  for (const person of [agency.agent, elsewhere.admin])
    expect((await person.api.from('bank_other_allocations').select()).data).toEqual([]);
});

// Holds bank-54
test('which commission a part means its flag says: no id is read as one of the other kind, of another agency, or twice', async () => {
  const id = await bonus(40);
  const owes = await agency.sale({ commission: 40 });
  const elsewhere = await createTestAgency();
  const { id: foreign } = await ask<{ id: string }>(elsewhere.admin, 'expect_volume_bonus', {
    vendor_id: elsewhere.vendorId,
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    amount: 40,
  });
  const row = await deposit('40.00');
  const said = await transaction(row.id);
  const sale = (amount: number, more: object = {}) => ({ commission_id: owes.commissionId, amount, ...more });
  for (const [parts, code] of [
    [[sale(40, { is_other: true })], 'commission_not_found'],
    [[pays(foreign, 40)], 'commission_not_found'],
    [[pays(foreign, 40, { is_other: false })], 'commission_not_found'],
    [[pays(id, 40, { is_other: false })], 'commission_not_found'],
    [[pays(id, 40, { is_other: null })], 'commission_not_found'],
    [[{ commission_id: id, amount: 40 }], 'commission_not_found'],
    [[pays(id, 20), pays(id.toUpperCase(), 20)], 'commission_twice'],
    [[pays(id, 20), pays(id, 20, { is_other: false })], 'commission_twice'],
    [[sale(20), sale(20, { is_other: true })], 'commission_twice'],
    [[sale(20), sale(20, { commission_id: owes.commissionId.toUpperCase() })], 'commission_twice'],
    [[pays(id, 40, { is_other: 'true' })], 'parts_expected'],
    [[pays(id, 40, { is_other: 1 })], 'parts_expected'],
    [[pays(id, 40, { is_other: [] })], 'parts_expected'],
    [[{ is_other: true, amount: 40 }], 'parts_expected'],
    [[{ other_commission_id: id, amount: 40 }], 'parts_expected'],
  ] as const)
    expect([parts, await match(row, [...parts])]).toMatchObject([parts, { success: false, ...CODED, code }]);
  expect(await transaction(row.id)).toEqual(said);
  expect(await other(id)).toEqual(NOTHING);
  expect(
    await sqlOne('select deposited_amount from public.commissions where id = $1', [owes.commissionId]),
  ).toEqual({ deposited_amount: '0.00' });
  // As remotes of before say it, and beside one that carries the flag.
  expect(await match(row, [sale(15, { is_other: false }), pays(id, 25)])).toMatchObject({ success: true });
  expect(await other(id)).toMatchObject({ received_amount: '25.00' });
});
