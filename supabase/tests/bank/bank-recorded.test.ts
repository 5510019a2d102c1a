import { CODED } from '../support/coded';
import { sqlOne } from '../support/database';
import {
  ask,
  createAccount,
  importLines,
  line,
  soldInTime,
  suggested,
  transaction,
  vendorNamed,
} from '../support/bank';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** Deposits for what an admin had recorded as received before. */

let agency: TestAgency;
let account: string;
let vendor: string;
beforeEach(async () => {
  agency = soldInTime(await createTestAgency());
  account = await createAccount(agency.admin);
  vendor = await vendorNamed(agency, 'Kumo Ryokan Group');
});

/** A commission that an admin recorded as received: `amount` of `expected`. */
async function recorded(
  reference: string,
  amount: number,
  {
    on = '2026-05-04',
    expected = amount,
    writeOff,
  }: { on?: string; expected?: number; writeOff?: string } = {},
) {
  const commission = await agency.sale({ reference, commission: expected, vendor });
  expect(
    await ask(agency.admin, 'record_receipt', {
      commission_id: commission.commissionId,
      received_on: on,
      received_amount: amount,
      ...(writeOff && { write_off_reason: writeOff }),
    }),
  ).toMatchObject({ success: true });
  return commission;
}
const state = (id: string) =>
  sqlOne<Record<string, string | null>>(
    `select status, received_on::text, received_amount::text, received_how, manual_amount::text, deposited_amount::text,
       written_off::text, manual_written_off::text, manual_write_off_reason, open_amount::text, undeposited_amount::text
     from public.commissions where id = $1`,
    [id],
  );
async function read(text: string, amount: string) {
  const { rows } = await importLines(agency.admin, account, [line(1, text, amount)]);
  const [row] = rows;
  if (!row) throw new Error('Nothing was imported');
  const { suggestions } = await ask<{ suggestions: { reasons: { code: string; text: string }[] }[] }>(
    agency.admin,
    'get_bank_transaction',
    { transaction_id: row.id },
  );
  return {
    ...row,
    suggested: await suggested(row.id),
    reasons: suggestions[0]?.reasons.map(({ text }) => text) ?? [],
    codes: suggestions[0]?.reasons.map(({ code }) => code) ?? [],
    count: suggestions.length,
  };
}
const match = async (id: string, parts: object[], more: object = {}) =>
  ask<{ success: boolean; error?: string; group_id: string }>(agency.admin, 'match_bank_transaction', {
    transaction_id: id,
    expected_version: (await transaction(id)).version,
    parts,
    ...more,
  });

// Holds bank-58
test('reference, recorded amount and day that fit are certain; the row says when it was recorded', async () => {
  const { commissionId: id } = await recorded('HT-30655', 246.4);
  const row = await read('KUMO RYOKAN GROUP HT-30655', '246.40');
  expect(row).toMatchObject({ certainty: 'certain', suggested: [id] });
  expect(row.reasons).toEqual(expect.arrayContaining(['Recorded as received on May 4', '6 days later']));
  expect(row.codes).not.toContain('only');
});

test.each<[string, string, string, object]>([
  ['another day', 'KUMO RYOKAN GROUP HT-30655', '246.40', { on: '2026-04-20' }],
  ['another amount than recorded', 'KUMO RYOKAN GROUP HT-30655', '300.00', { expected: 300 }],
  ['no reference as typed', 'KUMO RYOKAN GROUP', '246.40', {}],
  ['its number alone', 'KUMO RYOKAN GROUP 30655', '246.40', {}],
])('with %s it is a suggestion, but not certain', async (_, text, amount, how) => {
  const { commissionId: id } = await recorded('HT-30655', 246.4, how);
  const row = await read(text, amount);
  expect(row.suggested).toEqual([id]);
  expect(row.certainty).not.toBe('certain');
  expect(row.codes).toContain('recorded');
});

// Holds bank-59
test('what is not received comes before what was recorded', async () => {
  await recorded('HT-30655', 246.4, { on: '2026-04-02' });
  const open = await agency.sale({ reference: 'HT-30699', commission: 246.4, vendor });
  expect(await read('KUMO RYOKAN GROUP', '246.40')).toMatchObject({
    suggested: [open.commissionId],
    certainty: 'likely',
  });
  // Even with the reference of what was recorded in the text, where the day does not fit.
  const named = await read('KUMO RYOKAN GROUP HT-30655', '246.40');
  expect(named.suggested).toEqual([open.commissionId]);
  expect(named.count).toBe(2);
});

test('sets without anything recorded come first', async () => {
  const ids = [
    (await agency.sale({ reference: 'HT-30001', commission: 100, vendor })).commissionId,
    (await agency.sale({ reference: 'HT-30002', commission: 50, vendor })).commissionId,
  ];
  await recorded('HT-30003', 90);
  await recorded('HT-30004', 60);
  const row = await read('KUMO RYOKAN GROUP', '150.00');
  expect([...row.suggested].sort()).toEqual(ids.sort());
  expect(row.codes).not.toContain('recorded');
});

// Holds bank-39
test('accepted, the deposit replaces the recorded amount and keeps its day; undone, all is as before', async () => {
  const { commissionId: id } = await recorded('HT-30655', 246.4, { expected: 250, writeOff: 'Agreed' });
  const before = await state(id);
  expect(before).toMatchObject({ open_amount: '0.00', written_off: '3.60', manual_written_off: '3.60' });
  const row = await read('KUMO RYOKAN GROUP HT-30655', '246.40');
  expect(row.certainty).toBe('certain');
  const { group_id } = await ask<{ group_id: string }>(agency.admin, 'accept_bank_suggestions', {
    transactions: [{ id: row.id, version: row.version }],
    require_certain: true,
  });
  expect(await state(id)).toEqual({
    status: 'funds_received',
    received_on: '2026-05-04',
    received_amount: '246.40',
    received_how: 'deposit',
    manual_amount: '0.00',
    deposited_amount: '246.40',
    // What was written off with it stays so.
    written_off: '3.60',
    manual_written_off: '0.00',
    manual_write_off_reason: null,
    open_amount: '0.00',
    undeposited_amount: '0.00',
  });
  expect(await ask(agency.admin, 'undo_bank_decision', { group_id })).toMatchObject({ success: true });
  expect(await state(id)).toEqual(before);
});

test('the day of the deposit is taken only where a person says so', async () => {
  const { commissionId: id } = await recorded('HT-30655', 246.4);
  const row = await read('KUMO RYOKAN GROUP HT-30655', '246.40');
  await match(row.id, [{ commission_id: id, amount: 246.4, keep_day: false }]);
  expect(await state(id)).toMatchObject({ received_on: '2026-05-10' });
  await match(row.id, [{ commission_id: id, amount: 246.4, keep_day: true }]);
  expect(await state(id)).toMatchObject({ received_on: '2026-05-04' });
});

// Holds bank-40
test('of a smaller deposit the rest was received otherwise, stays open, or is written off', async () => {
  const { commissionId: id } = await recorded('HT-30655', 290, { expected: 300 });
  const before = await state(id);
  const row = await read('KUMO RYOKAN GROUP HT-30655', '200.00');
  const part = { commission_id: id, amount: 200, expected: 300 };
  expect(await match(row.id, [{ ...part, rest: 'received' }])).toMatchObject({ success: true });
  expect(await state(id)).toMatchObject({
    received_amount: '290.00',
    manual_amount: '90.00',
    open_amount: '10.00',
  });
  expect(await match(row.id, [{ ...part, rest: 'open' }])).toMatchObject({ success: true });
  expect(await state(id)).toMatchObject({
    received_amount: '200.00',
    manual_amount: '0.00',
    open_amount: '100.00',
  });
  expect(await match(row.id, [{ ...part, write_off: 100, reason: 'Agreed' }])).toMatchObject({
    success: true,
  });
  expect(await state(id)).toMatchObject({
    received_amount: '200.00',
    written_off: '100.00',
    open_amount: '0.00',
  });
  // No more than what is left when the others stay received.
  expect(
    await match(row.id, [
      { commission_id: id, amount: 200, rest: 'received', write_off: 11, reason: 'Agreed' },
    ]),
  ).toMatchObject({ success: false, ...CODED, error: 'More would be written off than HT-30655 still owes.' });
  const { group_id } = await match(row.id, [{ ...part, rest: 'received' }]);
  expect(await ask(agency.admin, 'undo_bank_decision', { group_id })).toMatchObject({ success: true });
  expect(await state(id)).toMatchObject({ written_off: '100.00', manual_amount: '0.00' });
  for (const rest of ['x', 5])
    expect(await match(row.id, [{ ...part, rest }])).toMatchObject({ success: false });
  await ask(agency.admin, 'undo_bank_import', {
    import_id: (
      await sqlOne<{ id: string }>('select import_id as id from public.bank_transactions where id = $1', [
        row.id,
      ])
    ).id,
  });
  expect(await state(id)).toEqual(before);
});

test('a second deposit takes the place of what the first one left recorded; each goes back by itself', async () => {
  const { commissionId: id } = await recorded('HT-30655', 290, { expected: 300 });
  const before = await state(id);
  const first = await read('KUMO RYOKAN GROUP HT-30655 A', '200.00');
  const one = await match(first.id, [{ commission_id: id, amount: 200, rest: 'received' }]);
  const second = await read('KUMO RYOKAN GROUP HT-30655 B', '90.00');
  expect(second.codes).toContain('recorded');
  await match(second.id, [{ commission_id: id, amount: 90 }]);
  expect(await state(id)).toMatchObject({
    received_amount: '290.00',
    manual_amount: '0.00',
    open_amount: '10.00',
  });
  expect(await ask(agency.admin, 'undo_bank_decision', { group_id: one.group_id })).toMatchObject({
    success: true,
  });
  expect(await state(id)).toMatchObject({
    received_amount: '290.00',
    manual_amount: '200.00',
    deposited_amount: '90.00',
  });
  const { decisions } = await ask<{ decisions: { group_id: string }[] }>(
    agency.admin,
    'get_bank_transaction',
    {
      transaction_id: second.id,
    },
  );
  await ask(agency.admin, 'undo_bank_decision', { group_id: decisions.at(-1)?.group_id });
  expect(await state(id)).toEqual(before);
});

test('when the deposit that took the place of all goes back, the other one still stands for its part of what was recorded', async () => {
  const { commissionId: id } = await recorded('HT-30655', 290, { expected: 300 });
  const first = await read('KUMO RYOKAN GROUP HT-30655 A', '200.00');
  const one = await match(first.id, [{ commission_id: id, amount: 200, rest: 'open' }]);
  const second = await read('KUMO RYOKAN GROUP HT-30655 B', '90.00');
  await match(second.id, [{ commission_id: id, amount: 90 }]);
  expect(await state(id)).toMatchObject({ received_amount: '290.00', open_amount: '10.00' });
  expect(await ask(agency.admin, 'undo_bank_decision', { group_id: one.group_id })).toMatchObject({
    success: true,
  });
  // 290 were recorded, 90 of them are this deposit: no more than that came.
  expect(await state(id)).toMatchObject({
    received_amount: '290.00',
    manual_amount: '200.00',
    deposited_amount: '90.00',
    open_amount: '10.00',
  });
  expect(
    await match(first.id, [{ commission_id: id, amount: 200, expected: 210, rest: 'received' }]),
  ).toMatchObject({ success: true });
  expect(await state(id)).toMatchObject({ received_amount: '290.00', manual_amount: '0.00' });
});
