import { ask, createAccount, importLines, line } from '../support/bank';
import { match } from '../support/bank-matches';
import { closeBooks, matchDeposit, reopenBooks } from '../support/books';
import { sql, sqlOne } from '../support/database';
import {
  balances,
  clearingFaults,
  entriesOf,
  receivableFaults,
  sums,
  unbalanced,
  type Basis,
} from '../support/journal';
import type { Done } from '../support/payouts';
import { override, shareSale } from '../support/shares';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** docs/product/books.md, Entries of the journal. The first agent keeps 60 percent, the rival 80. */

let agency: TestAgency;
let account: string;
beforeEach(async () => {
  agency = await createTestAgency();
  account = await createAccount(agency.admin);
});
afterEach(async () => {
  for (const basis of ['expected', 'received'] as const) {
    expect(unbalanced(await entriesOf(agency.organizationId, basis))).toEqual({});
    expect(await clearingFaults(agency.organizationId, basis)).toEqual([]);
  }
  expect(await receivableFaults(agency.organizationId)).toEqual([]);
});

const days = async (basis: Basis, first?: string, last?: string) =>
  sums(await entriesOf(agency.organizationId, basis, first, last));
const become = (saleId: string, status: string) =>
  ask(agency.admin, 'update_sale_status', { sale_id: saleId, status });
const change = (saleId: string, columns: object) =>
  sql(
    `update public.sales set ${Object.keys(columns)
      .map((name, n) => `${name} = $${n + 2}`)
      .join(', ')} where id = $1`,
    [saleId, ...Object.values(columns)],
  );

describe('commission of a sale', () => {
  // Holds books-1
  test('expected: with the sale; its deposit, a payment to the agent', async () => {
    const sale = await agency.sale({ commission: 100, paid: true });
    await matchDeposit(agency.admin, account, {
      day: '2026-05-20',
      amount: 100,
      commissionId: sale.commissionId,
    });
    await agency.payout({ paid: true });
    expect(await days('expected')).toEqual({
      '2026-05-04 receivable': 100,
      '2026-05-04 commission_income': -100,
      '2026-05-04 agents_expense': 60,
      '2026-05-04 agents_payable': -60,
      '2026-05-20 bank': 100,
      '2026-05-20 receivable': -100,
      '2026-06-15 agents_payable': 60,
      '2026-06-15 bank': -60,
    });
    expect(await days('received')).toEqual({
      '2026-05-20 bank': 100,
      '2026-05-20 commission_income': -100,
      '2026-06-15 agents_expense': 60,
      '2026-06-15 bank': -60,
    });
  });

  // Holds books-2
  test('a manual receipt has no bank account, what it writes off is no cash; a deposit takes its place', async () => {
    const { commissionId } = await agency.sale({ commission: 100 });
    await ask(agency.admin, 'record_receipt', {
      commission_id: commissionId,
      received_on: '2026-05-10',
      received_amount: 90,
      write_off_reason: 'Agreed',
    });
    expect(await days('expected', '2026-05-10')).toEqual({
      '2026-05-10 undeposited': 90,
      '2026-05-10 receivable': -100,
      '2026-05-10 written_off': 10,
    });
    expect(await days('received')).toEqual({
      '2026-05-10 undeposited': 90,
      '2026-05-10 commission_income': -90,
    });
    await matchDeposit(agency.admin, account, { day: '2026-05-12', amount: 90, commissionId });
    expect(await balances(agency.organizationId, 'received')).toEqual({ bank: 90, commission_income: -90 });
  });

  // Holds books-3
  test('what is received above the amount, and of a cancelled commission, is income; nothing is owed of it', async () => {
    const { id, commissionId } = await agency.sale({ commission: 100 });
    await matchDeposit(agency.admin, account, { day: '2026-05-20', amount: 130, commissionId });
    expect(await balances(agency.organizationId, 'expected')).toMatchObject({
      bank: 130,
      commission_income: -130,
    });
    await become(id, 'cancelled');
    expect(await balances(agency.organizationId, 'expected')).toEqual({ bank: 130, commission_income: -130 });
  });

  // Holds books-1
  test('cancelled: nothing', async () => {
    await agency.sale({ commission: 100, cancelled: true });
    expect(await days('expected')).toEqual({});
  });

  // Holds books-5
  test('every share of it: co-sellers, overrides and what is taken off for them', async () => {
    const { id, commissionId } = await agency.sale({ commission: 100 });
    await shareSale(agency, id, [{ person: agency.rival, percent: 50 }]);
    await override(agency, commissionId, { person: agency.admin, amount: 5 });
    await override(agency, commissionId, { person: agency.agent, amount: -5, role: 'override_charge' });
    const lines = await entriesOf(agency.organizationId, 'expected');
    const { amount } = await sqlOne<{ amount: number }>(
      `select (c.agent_amount + (select sum(h.agent_amount) from private.shares_beside_sellers h where h.commission_id = c.id))::float as amount
       from public.commissions c where c.id = $1`,
      [commissionId],
    );
    expect(sums(lines, ({ account: name }) => name)).toMatchObject({
      agents_expense: amount,
      agents_payable: -amount,
    });
    expect(
      sums(
        lines.filter(({ account: name }) => name === 'agents_payable'),
        ({ user_id }) => String(user_id),
      ),
    ).toMatchObject({ [agency.rival.id]: -40, [agency.admin.id]: -5 });
  });
});

describe('other commissions', () => {
  // Holds books-6
  test('a service fee is the customer’s money, a penalty is received before a deposit shows it', async () => {
    const lines = [
      { kind: 'cruise', amount: 1000, earns: 'rate', rate: 10 },
      { kind: 'service_fee', amount: 50 },
    ];
    const { id } = await agency.sale({ sold: '2026-05-04' });
    await change(id, { lines: JSON.stringify(lines) });
    const accounts = () => balances(agency.organizationId, 'expected');
    expect(await accounts()).toMatchObject({ fees_receivable: 50, service_fees: -50 });
    await become(id, 'paid');
    expect(await accounts()).toMatchObject({ customers_money: 50, service_fees: -50 });
    expect(await accounts()).not.toHaveProperty('fees_receivable');
    expect(await balances(agency.organizationId, 'received')).toEqual({
      customers_money: 50,
      service_fees: -50,
    });

    const cancelled = await agency.sale({ reference: 'PN-1', cancelled: true });
    const { penalty } = await sqlOne<{ penalty: string }>(
      `select private.write_other_commission($1, 'penalty', $2, $3, null, null, 80, '2026-08-01', '2026-05-04', null) as penalty`,
      [agency.organizationId, cancelled.id, agency.vendorId],
    );
    const { rows } = await importLines(agency.admin, account, [
      line(1, 'BLUE FLEET PENALTY', '80.00', { booked_on: '2026-06-02' }),
    ]);
    const before = await accounts();
    expect(
      await match(agency.admin, rows[0] ?? { id: '', version: 0 }, [
        { commission_id: penalty, is_other: true, amount: 80 },
      ]),
    ).toMatchObject({ success: true });
    const after = await accounts();
    expect({ bank: after['bank'], receivable: after['receivable'] }).toEqual({
      bank: 80,
      receivable: (before['receivable'] ?? 0) - 80,
    });
    expect(after).not.toHaveProperty('undeposited');
  });
});

describe('the bank', () => {
  // Holds books-7
  test('a deposit with a fee and a rest is one entry of what the bank says; what is set aside or waits is none', async () => {
    const { commissionId } = await agency.sale({ commission: 100 });
    const { rows } = await importLines(agency.admin, account, [
      line(1, 'DEPOSIT ONE', '115.00', { booked_on: '2026-05-20' }),
      line(2, 'RENT', '-900.00', { booked_on: '2026-05-20' }),
      line(3, 'DEPOSIT TWO', '40.00', { booked_on: '2026-05-21' }),
    ]);
    const [one, rent] = rows;
    if (!one || !rent) throw new Error('Nothing was imported');
    const answer = await match(agency.admin, one, [{ commission_id: commissionId, amount: 100 }], {
      fee: 5,
      unclaimed: 20,
    });
    expect(answer).toMatchObject({ success: true });
    await ask(agency.admin, 'set_aside_bank_transactions', {
      transactions: [{ id: rent.id, version: rent.version }],
      category: 'other',
      learn: false,
    });
    const lines = (await entriesOf(agency.organizationId, 'received')).filter(
      ({ day }) => day > '2026-05-04',
    );
    expect(new Set(lines.map(({ entry_id }) => entry_id))).toEqual(new Set([one.id]));
    expect(sums(lines)).toEqual({
      '2026-05-20 bank': 115,
      '2026-05-20 bank_fees': 5,
      '2026-05-20 commission_income': -100,
      '2026-05-20 unclaimed': -20,
    });
    expect(lines.find(({ account: name }) => name === 'bank')).toMatchObject({ bank_account_id: account });
  });

  // Holds books-8
  test('what a vendor takes back is neither owed nor income less', async () => {
    const { commissionId } = await agency.sale({ commission: 100 });
    await matchDeposit(agency.admin, account, { day: '2026-05-20', amount: 100, commissionId });
    await matchDeposit(agency.admin, account, { day: '2026-06-03', amount: -30, commissionId });
    expect(await balances(agency.organizationId, 'expected')).toMatchObject({
      bank: 70,
      recalled: 30,
      commission_income: -100,
    });
  });
});

describe('payments to agents', () => {
  // Holds books-9
  test('bonuses are expense of their payout; what an agent owes is carried, and taken off the next one', async () => {
    const adjust = async (kind: string, amount: number) =>
      expect(
        await ask<Done>(agency.admin, 'add_payout_adjustment', {
          agent_id: agency.agent.id,
          kind,
          amount,
          note: 'As agreed',
        }),
      ).toMatchObject({ success: true });
    await agency.sale({ commission: 100, paid: true });
    await adjust('correction', -80);
    await agency.payout({ paid: '2026-06-15' });
    expect(await days('received', '2026-06-15')).toEqual({
      '2026-06-15 agents_expense': -20,
      '2026-06-15 agents_payable': 20,
    });
    await agency.sale({ reference: 'BF-2', commission: 100, paid: true });
    await adjust('bonus', 10);
    await agency.payout({ paid: '2026-07-15', name: 'July' });
    expect(await days('received', '2026-07-01')).toEqual({
      '2026-07-15 agents_expense': 70,
      '2026-07-15 agents_payable': -20,
      '2026-07-15 bank': -50,
    });
    expect(await balances(agency.organizationId, 'expected')).not.toHaveProperty('agents_payable');
  });

  // Holds books-10
  test('a payment that came back is a debt of its own until it is paid again', async () => {
    await agency.sale({ commission: 100, agentPaid: true });
    const { id } = await sqlOne<{ id: string }>(
      'select id from public.agent_payments where organization_id = $1',
      [agency.organizationId],
    );
    expect(
      await ask(agency.admin, 'void_agent_payment', { payment_id: id, reason: 'Lost check' }),
    ).toMatchObject({
      success: true,
    });
    expect(await balances(agency.organizationId, 'received')).toEqual({ agents_expense: 60, voided: -60 });
    await agency.payout({ paid: true });
    expect(await balances(agency.organizationId, 'received')).toEqual({ agents_expense: 60, bank: -60 });
  });

  // Holds books-11
  test('agents are paid from the account that the owner says', async () => {
    const other = await createAccount(agency.admin, 'Payroll');
    await agency.sale({ commission: 100, agentPaid: true });
    const paidFrom = async () =>
      (await entriesOf(agency.organizationId, 'received')).find(({ account: name }) => name === 'bank')
        ?.bank_account_id;
    expect(await paidFrom()).toBeNull();
    await ask(agency.owner, 'save_journal_settings', {
      basis: 'received',
      since: '2026-05-01',
      paying_account_id: other,
    });
    expect(await paidFrom()).toBe(other);
  });
});

describe('closed months', () => {
  const close = () => closeBooks(agency, '2026-05-31');
  const may = () => days('expected', '2026-05-01', '2026-05-31');

  // Holds books-18
  test('another amount, a cancellation and another seller: what was said stays, the difference is of the first open day', async () => {
    const sale = await agency.sale({ commission: 100 });
    await close();
    const said = await may();
    await change(sale.id, { commission_amount: 150 });
    expect(await may()).toEqual(said);
    expect(await days('expected', '2026-06-01')).toEqual({
      '2026-06-01 receivable': 50,
      '2026-06-01 commission_income': -50,
      '2026-06-01 agents_expense': 30,
      '2026-06-01 agents_payable': -30,
    });
    await closeBooks(agency, '2026-06-30');
    await change(sale.id, { agent_id: agency.rival.id });
    const payable = (await entriesOf(agency.organizationId, 'expected', '2026-07-01')).filter(
      ({ account: name }) => name === 'agents_payable',
    );
    expect(sums(payable, ({ day, user_id }) => `${day} ${user_id}`)).toEqual({
      [`2026-07-01 ${agency.agent.id}`]: 90,
      [`2026-07-01 ${agency.rival.id}`]: -120,
    });
    await closeBooks(agency, '2026-07-31');
    await become(sale.id, 'cancelled');
    expect(await may()).toEqual(said);
    expect(await balances(agency.organizationId, 'expected')).toEqual({});
    expect(await days('expected', '2026-08-01')).toMatchObject({ '2026-08-01 commission_income': 150 });
  });

  // Holds books-18
  test('a match taken back, and made again, in an open month', async () => {
    const { commissionId } = await agency.sale({ commission: 100 });
    const matched = await matchDeposit(agency.admin, account, {
      day: '2026-05-20',
      amount: 100,
      commissionId,
    });
    await close();
    const said = await may();
    const taken = await ask(agency.admin, 'undo_bank_decision', { group_id: matched.group_id });
    expect(taken).toMatchObject({ success: true });
    expect(await may()).toEqual(said);
    expect(await days('expected', '2026-06-01')).toEqual({
      '2026-06-01 bank': -100,
      '2026-06-01 receivable': 100,
    });
    const { id, version } = await sqlOne<{ id: string; version: number }>(
      'select id, version from public.bank_transactions where organization_id = $1',
      [agency.organizationId],
    );
    await match(agency.admin, { id, version }, [{ commission_id: commissionId, amount: 100 }]);
    expect(await may()).toEqual(said);
    expect(await days('expected', '2026-06-01')).toEqual({});
  });

  // Holds books-20
  test('what is recorded later with a closed day is of the first open one: a fee and a rest too', async () => {
    const { commissionId } = await agency.sale({ commission: 100 });
    await close();
    const { rows } = await importLines(agency.admin, account, [
      line(1, 'LATE DEPOSIT', '105.00', { booked_on: '2026-05-20' }),
    ]);
    await match(
      agency.admin,
      rows[0] ?? { id: '', version: 0 },
      [{ commission_id: commissionId, amount: 100 }],
      {
        fee: 5,
        unclaimed: 10,
      },
    );
    expect(await days('received', '2026-05-05')).toEqual({
      '2026-06-01 bank': 105,
      '2026-06-01 bank_fees': 5,
      '2026-06-01 commission_income': -100,
      '2026-06-01 unclaimed': -10,
    });
  });

  // Holds books-18
  test('a receipt recorded in a closed month, written off and replaced by a deposit later', async () => {
    const { commissionId } = await agency.sale({ commission: 100 });
    const receipt = { commission_id: commissionId, received_on: '2026-05-20', received_amount: 80 };
    await ask(agency.admin, 'record_receipt', receipt);
    await close();
    const said = await may();
    await ask(agency.admin, 'record_receipt', { ...receipt, write_off_reason: 'Agreed' });
    await matchDeposit(agency.admin, account, { day: '2026-06-10', amount: 80, commissionId });
    expect(await may()).toEqual(said);
    expect(await balances(agency.organizationId, 'expected')).toMatchObject({ bank: 80, written_off: 20 });
  });

  // Holds books-22
  test('reopened books say again what their rows say, and keep what was booked later', async () => {
    const sale = await agency.sale({ commission: 100 });
    await close();
    await change(sale.id, { commission_amount: 150 });
    await reopenBooks(agency, null);
    await change(sale.id, { commission_amount: 170 });
    expect(await days('expected', '2026-05-01', '2026-05-31')).toMatchObject({
      '2026-05-04 receivable': 100,
    });
    expect(await balances(agency.organizationId, 'expected')).toMatchObject({ receivable: 170 });
  });

  // Holds books-23
  test('a sale that an import takes back is taken back in the open month', async () => {
    const sale = await agency.sale({ commission: 100 });
    await close();
    const said = await may();
    await sql(`delete from public.commission_shares where organization_id = $1 and role <> 'seller'`, [
      agency.organizationId,
    ]);
    expect(await may()).toEqual(said);
    await change(sale.id, { total_amount: 3000, commission_amount: 0 });
    expect(await may()).toEqual(said);
    expect(await balances(agency.organizationId, 'expected')).toEqual({});
  });
});
