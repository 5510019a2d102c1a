import {
  ask,
  createAccount,
  importLines,
  line,
  transaction,
  vendorNamed,
  type BankLine,
} from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

interface Rule {
  id: string;
  is_active: boolean;
  payer: string | null;
  text_contains: string | null;
  applied: number;
  last_on: string | null;
  waiting: number;
  version: number;
}
interface Answer {
  success: boolean;
  error: string | null;
  field: string | null;
  id: string;
  version: number;
  waiting: number;
  group_id: string;
  applied: string[];
  set_aside: string[];
  skipped: { id: string }[];
}
interface Seen {
  id: string;
  version: number;
}

const FEE = { text_contains: 'wire fee', category: 'fee' };

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});

const rules = () => ask<Rule[]>(agency.admin, 'list_bank_rules');
const save = (rule: object, args: object = {}) =>
  ask<Answer>(agency.admin, 'save_bank_rule', { rule, ...args });
const preview = (rule: object) =>
  ask<{ count: number; amount_in: number; amount_out: number; rows: Seen[] }>(
    agency.admin,
    'preview_bank_rule',
    { rule },
  );
const bring = (...lines: [text: string, amount: string, extra?: Partial<BankLine>][]) =>
  importLines(
    agency.admin,
    account,
    lines.map(([text, amount, extra], n) => line(n + 1, text, amount, extra)),
  );
const statuses = async (rows: readonly { id: string }[]) =>
  Promise.all(rows.map(async ({ id }) => (await transaction(id)).status));
const seen = (rows: readonly Seen[]) => rows.map(({ id, version }) => ({ id, version }));

// Holds bank-83
test('new lines follow a rule by themselves, and are counted; what waits is not touched', async () => {
  const { rows: before } = await bring(['FIRST PIER WIRE FEE 0101', '-15.00']);
  expect(await save(FEE)).toMatchObject({ waiting: 1 });
  expect(await statuses(before)).toEqual(['open']);
  const { rows, done } = await bring(
    ['First Pier Wire-Fee 0102', '-15.00', { booked_on: '2026-05-12' }],
    ['FIRST PIER WIRE 0102', '-15.00'],
  );
  expect(rows.map(({ status, category }) => [status, category])).toEqual([
    ['set_aside', 'fee'],
    ['open', null],
  ]);
  expect(done.groups).toMatchObject({ set_aside: { count: 1 }, none: { count: 1 } });
  expect(await rules()).toMatchObject([{ applied: 1, last_on: '2026-05-12', waiting: 1 }]);
});

test.each([
  ['the payer as the bank writes it', { payer: 'Old Road Expeditio' }, [0, 1]],
  ['words of the text', { text_contains: 'comm 77' }, [1]],
  ['a text in another field', { text_contains: 'invoice 9' }, [4]],
  ['the amount from', { amount_from: '100.00' }, [1, 2]],
  ['the amount to, whichever way', { amount_to: '50.00' }, [0, 3, 4]],
  ['one amount exactly', { amount_from: '25.00', amount_to: '25.00' }, [3]],
  ['the way', { amount_from: '0.01', direction: 'out' }, [2, 3]],
  ['all of it together', { payer: 'Old Road Expeditio', amount_from: '99.00', direction: 'in' }, [1]],
])('a rule asks for %s', async (_, condition, expected) => {
  expect(await save({ ...condition, category: 'other' })).toMatchObject({ success: true });
  const { rows } = await bring(
    ['OLD ROAD EXPEDITIO 118', '40.00'],
    ['OLD ROAD EXPEDITIO COMM 77', '120.00'],
    ['PAYROLL SERVICE', '-5000.00'],
    ['MONTHLY SERVICE FEE', '-25.00'],
    ['KUMO', '30.00', { reference: 'Invoice 9' }],
  );
  expect(rows.flatMap(({ status }, n) => (status === 'set_aside' ? [n] : []))).toEqual(expected);
});

test('a rule of an account leaves the others alone', async () => {
  const other = await createAccount(agency.admin);
  await save({ ...FEE, account_id: other });
  expect(await statuses((await bring(['WIRE FEE', '-15.00'])).rows)).toEqual(['open']);
  const { rows } = await importLines(agency.admin, other, [line(1, 'WIRE FEE', '-15.00')]);
  expect(await statuses(rows)).toEqual(['set_aside']);
});

// Holds bank-84
test('the first rule decides, in the order of the page; one that is off does nothing', async () => {
  const fee = await save(FEE);
  const transfer = await save({ text_contains: 'wire', category: 'transfer' });
  const category = async (text: string) => (await bring([text, '-15.00'])).rows[0]?.category;
  expect(await category('WIRE FEE 1')).toBe('fee');
  await ask(agency.admin, 'order_bank_rules', { rule_ids: [transfer.id, fee.id] });
  expect(await category('WIRE FEE 2 A')).toBe('transfer');
  await ask(agency.admin, 'switch_bank_rule', { rule_id: transfer.id, is_active: false });
  expect(await category('WIRE FEE 3 B')).toBe('fee');
  await ask(agency.admin, 'delete_bank_rule', { rule_id: fee.id });
  expect(await category('WIRE FEE 4 C')).toBeNull();
  expect(await rules()).toMatchObject([{ id: transfer.id, is_active: false, applied: 1, waiting: 1 }]);
});

// Holds bank-85
test('a vendor’s rule says whose money it is, and never matches it', async () => {
  const vendor = await vendorNamed(agency, 'Silk Gate Journeys');
  await agency.sale({ reference: 'SG-30640', commission: 312, vendor });
  await sql('update public.organizations set match_certain_on_import = true where id = $1', [
    agency.organizationId,
  ]);
  await save({ text_contains: 'partner payout', vendor_id: vendor });
  const { rows } = await bring(['PARTNER PAYOUT 88', '9000.00']);
  expect(rows).toMatchObject([{ vendor_id: vendor, rule_vendor_id: vendor, status: 'open' }]);
  expect(await sql('select 1 from public.bank_allocations where transaction_id = $1', [rows[0]?.id])).toEqual(
    [],
  );
  await ask(agency.admin, 'set_bank_vendor', {
    transaction_id: rows[0]?.id,
    vendor_id: await vendorNamed(agency, 'Coral Line'),
  });
  expect(await transaction(rows[0]?.id ?? '')).toMatchObject({ rule_id: null, rule_vendor_id: null });
});

// Holds bank-86
test('what waits follows after a preview, as it was seen there; one undo brings all of it back', async () => {
  const { rows } = await bring(
    ['WIRE FEE 1', '-15.00'],
    ['WIRE FEE 2', '-20.00'],
    ['WIRE FEE 3 REFUND', '15.00'],
    ['COUNTER DEPOSIT', '90.00'],
  );
  const looked = await preview(FEE);
  expect(looked).toMatchObject({ count: 3, amount_in: 15, amount_out: 35 });
  expect(await statuses(rows)).toEqual(['open', 'open', 'open', 'open']);
  const { id } = await save(FEE);
  const [, changed] = rows;
  await ask(agency.owner, 'set_bank_vendor', {
    transaction_id: changed?.id,
    vendor_id: await vendorNamed(agency, 'Coral Line'),
  });
  const answer = await ask<Answer>(agency.admin, 'apply_bank_rule', {
    rule_id: id,
    transactions: [...seen(looked.rows), ...seen([rows[3]!])],
  });
  expect(answer.applied.sort()).toEqual([rows[0]?.id, rows[2]?.id].sort());
  expect(answer.skipped.map((each) => each.id).sort()).toEqual([changed?.id, rows[3]?.id].sort());
  expect(await statuses(rows)).toEqual(['set_aside', 'open', 'set_aside', 'open']);
  expect(await rules()).toMatchObject([{ applied: 2, waiting: 1 }]);
  await ask(agency.admin, 'undo_bank_decision', { group_id: answer.group_id });
  expect(await statuses(rows)).toEqual(['open', 'open', 'open', 'open']);
  expect(await rules()).toMatchObject([{ applied: 0, waiting: 3 }]);
});

test('a vendor’s rule that was applied to what waits is taken back whole', async () => {
  const [vendor, before] = [await vendorNamed(agency, 'Silk Gate'), await vendorNamed(agency, 'Coral Line')];
  const { rows } = await bring(['PARTNER PAYOUT 88', '9000.00']);
  const [row] = rows;
  await ask(agency.admin, 'set_bank_vendor', { transaction_id: row?.id, vendor_id: before });
  const rule = { text_contains: 'partner payout', vendor_id: vendor };
  const { id } = await save(rule);
  const answer = await ask<Answer>(agency.admin, 'apply_bank_rule', {
    rule_id: id,
    transactions: seen((await preview(rule)).rows),
  });
  expect(await transaction(row?.id ?? '')).toMatchObject({ rule_id: id, rule_vendor_id: vendor });
  await ask(agency.admin, 'undo_bank_decision', { group_id: answer.group_id });
  expect(await transaction(row?.id ?? '')).toMatchObject({
    rule_id: null,
    rule_vendor_id: null,
    vendor_id: before,
  });
});

// Holds bank-89
test('one that is brought back from a rule waits, and no later call takes it again', async () => {
  await save(FEE);
  const { id, rows } = await bring(['WIRE FEE 1', '-15.00']);
  await ask(agency.admin, 'reopen_bank_transaction', { transaction_id: rows[0]?.id });
  await ask(agency.admin, 'finish_bank_import', { import_id: id });
  await sql('update public.bank_transactions set matching_due = true where import_id = $1', [id]);
  await ask(agency.admin, 'finish_bank_import', { import_id: id });
  expect(await statuses(rows)).toEqual(['open']);
  expect(await rules()).toMatchObject([{ applied: 0, waiting: 1 }]);
});

test.each([
  [{ category: 'fee' }, 'Enter a payer, a text or an amount.', 'text_contains'],
  [{ text_contains: 'a-', category: 'fee' }, 'Enter at least three letters or digits.', 'text_contains'],
  [
    { payer: 'ACH 77', category: 'fee' },
    'Enter a name as the bank writes it; words like ACH or WIRE are none.',
    'payer',
  ],
  [{ text_contains: 'wire fee' }, 'Choose what this is, or whose money.', 'category'],
  [{ text_contains: 'wire fee', category: 'commission' }, 'Choose what this is, or whose money.', 'category'],
  [
    { amount_from: '20.00', amount_to: '10.00', category: 'fee' },
    'The second amount must not be less than the first.',
    'amount_to',
  ],
  [{ amount_from: '1e9', category: 'fee' }, 'Enter an amount like 15.00.', 'amount_from'],
  [{ ...FEE, direction: 'up' }, 'Choose money in or money out.', 'direction'],
])('%j is no rule', async (rule, error, field) => {
  const { error: refusal } = await agency.admin.api.rpc('save_bank_rule', { rule });
  expect(refusal).toMatchObject({ message: error, hint: field });
  expect(await rules()).toEqual([]);
});

test('two rules for the same are refused, and who changes what another one changed is told', async () => {
  const { id, version } = await save(FEE);
  expect(await save({ ...FEE, category: 'other' })).toMatchObject({
    success: false,
    error: 'There is a rule for this already.',
  });
  expect(await save({ ...FEE, category: 'other' }, { rule_id: id, expected_version: version })).toMatchObject(
    { success: true, version: version + 1 },
  );
  expect(
    await save({ ...FEE, category: 'transfer' }, { rule_id: id, expected_version: version }),
  ).toMatchObject({ success: false, error: 'Somebody changed this rule meanwhile.' });
});

describe('attacks', () => {
  const calls = (id: string, row: Seen) =>
    [
      ['list_bank_rules', {}],
      ['preview_bank_rule', { rule: FEE }],
      ['save_bank_rule', { rule: FEE }],
      ['save_bank_rule', { rule: FEE, rule_id: id, expected_version: 1 }],
      ['switch_bank_rule', { rule_id: id, is_active: false }],
      ['order_bank_rules', { rule_ids: [id] }],
      ['delete_bank_rule', { rule_id: id }],
      ['apply_bank_rule', { rule_id: id, transactions: seen([row]) }],
      ['set_aside_bank_transactions', { transactions: seen([row]), category: 'fee', alike: true }],
    ] as const;
  const state = () =>
    sqlOne(
      `select (select jsonb_agg(r order by r.id) from public.bank_rules r where r.organization_id = $1) as rules,
        (select jsonb_agg(t order by t.id) from public.bank_transactions t where t.organization_id = $1) as lines`,
      [agency.organizationId],
    );

  test('an agent and somebody inactive are refused by every function, and read no rule', async () => {
    const { rows } = await bring(['WIRE FEE 1', '-15.00']);
    const { id } = await save(FEE);
    const before = await state();
    for (const person of [agency.agent, agency.inactive])
      for (const [name, args] of calls(id, rows[0]!)) {
        await expect(ask(person, name, args)).rejects.toThrow('42501');
        expect((await person.api.from('bank_rules').select('id')).data ?? []).toEqual([]);
      }
    expect(await state()).toEqual(before);
  });

  test('the admin of another agency finds no rule, and none of theirs names what is not theirs', async () => {
    const { rows } = await bring(['WIRE FEE 1', '-15.00']);
    const vendor = await vendorNamed(agency, 'Coral Line');
    const { id } = await save(FEE);
    const before = await state();
    const stranger: Person = (await createTestAgency()).admin;
    const gone = { success: false, error: 'This rule is no longer there.' };
    for (const [name, args] of calls(id, rows[0]!)) {
      const answer = await ask<Answer>(stranger, name, args);
      if ('rule_id' in args) expect(answer).toMatchObject(gone);
    }
    for (const names of [{ vendor_id: vendor }, { category: 'fee', account_id: account }])
      await expect(
        ask(stranger, 'save_bank_rule', { rule: { text_contains: 'deposit', ...names } }),
      ).rejects.toThrow('does not exist');
    expect((await stranger.api.from('bank_rules').select('id').eq('id', id)).data).toEqual([]);
    expect(await state()).toEqual(before);
  });

  test('nobody writes rules past the functions', async () => {
    const { id } = await save(FEE);
    const table = agency.owner.api.from('bank_rules');
    for (const { error } of [
      await table.insert({ organization_id: agency.organizationId, position: 1, ...FEE }),
      await table.update({ is_active: false }).eq('id', id),
      await table.delete().eq('id', id),
    ])
      expect(error?.code).toBe('42501');
  });
});
