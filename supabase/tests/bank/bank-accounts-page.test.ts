import { ask, createAccount, importLines, line, sendLines } from '../support/bank';
import { begin, connectAccount, dayFromToday as D, serve, sync, take } from '../support/bank-connections';
import { sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

interface Page {
  range: object;
  totals: Record<string, unknown>;
  accounts: {
    id: string;
    spans: { from: string; to: string; kind: string }[];
    gaps: object[];
    balance: number | null;
    balance_on: string | null;
    line_count: number;
    open_count: number;
    last_file: object | null;
    connection: Record<string, unknown> | null;
  }[];
  waiting: Record<string, unknown>[];
  questions: object[];
}

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

const page = () => ask<Page>(agency.admin, 'get_bank_accounts_page');
const accountOf = async (id: string) => (await page()).accounts.find((each) => each.id === id);
const from = (days: number, to: number, kind: string) => ({ from: D(days), to: D(to), kind });
const at = (n: number, day: number, amount = `${n}.00`) =>
  line(n, `PAYER ${n}`, amount, { booked_on: D(day) });

// Holds bank-26
test('days are here by a file or a sync, gaps are two days and more, and one that needs attention is missed until today', async () => {
  const account = await createAccount(agency.admin);
  await importLines(agency.admin, account, [at(1, -120), at(2, -80)]);
  await importLines(agency.admin, account, [at(3, -70), at(4, -60)]);
  // One day alone is no gap.
  await importLines(agency.admin, account, [at(5, -58), at(6, -50, '-6.00')]);
  expect(await accountOf(account)).toMatchObject({
    spans: [from(-89, -80, 'here'), from(-79, -71, 'gap'), from(-70, -60, 'here'), from(-58, -50, 'here')],
    gaps: [{ from: D(-79), to: D(-71), days: 9 }],
    line_count: 6,
    open_count: 6,
    last_file: { first_name: expect.any(String), added: 2 },
    connection: null,
  });
  const id = await connectAccount(agency.admin, account, D(-20));
  await sync(id, []);
  expect(await accountOf(account)).toMatchObject({
    gaps: [
      { from: D(-79), to: D(-71), days: 9 },
      { from: D(-49), to: D(-21), days: 29 },
    ],
    connection: { state: 'connected', last_added: 0, part: null, syncs_left: 4 },
  });
  expect((await page()).totals).toMatchObject({
    gap_days: 38,
    gap_accounts: 1,
    review_in_count: 5,
    review_in_amount: 15,
    review_out_count: 1,
    review_out_amount: 6,
    syncs_left: 4,
  });
  // Three days ago it came for the last time.
  await sql(
    `update private.bank_covered_days set days = days - datemultirange(daterange(current_date - 2, current_date + 1)) where connection_id = $1`,
    [id],
  );
  expect((await accountOf(account))?.gaps).toHaveLength(2);
  await sql(
    `update public.bank_connections set state = 'needs_attention', code = 'reauthenticate' where id = $1`,
    [id],
  );
  expect((await accountOf(account))?.gaps.at(-1)).toEqual({ from: D(-2), to: D(0), days: 3 });
});

// Holds bank-27
test('a first sync shows what is here, on its way, and not yet asked', async () => {
  const account = await createAccount(agency.admin);
  const id = await connectAccount(agency.admin, account, D(-89));
  const part = await take(id);
  await serve('bring_bank_lines', {
    sync_id: part?.sync_id,
    accounts: [
      { provider_account_id: 'A', lines: [{ id: '1', booked_on: D(-80), amount: '5.00', text: 'ONE' }] },
    ],
  });
  await take(id);
  expect(await accountOf(account)).toMatchObject({
    spans: [from(-89, -60, 'here'), from(-59, -30, 'on_its_way'), from(-29, 0, 'later')],
    gaps: [],
    connection: { state: 'syncing', part: 2, parts: 3, part_from: D(-59), part_to: D(-30), lines_so_far: 1 },
  });
});

// Holds bank-28
test('balances are what the provider said last, and add up', async () => {
  const [first, second] = [await createAccount(agency.admin), await createAccount(agency.admin)];
  const id = await connectAccount(agency.admin, first);
  await sync(id, [], { answer: { balance: '61478.76', balance_on: D(0) } });
  await sync(id, [], { answer: { balance: '1.00', balance_on: D(-3) } });
  await createAccount(agency.admin);
  await connectAccount(agency.admin, second);
  expect((await page()).totals).toMatchObject({ balance: 61578.76, balance_count: 2 });
  expect(await accountOf(first)).toMatchObject({ balance: 61478.76, balance_on: D(0) });
});

describe('the balance of a file', () => {
  const today = (amount: string) => line(1, `PAYER ${amount}`, amount, { booked_on: D(0) });
  const begins = (account: string, balance: number | null, day: number, sent = today('5.00')) =>
    sendLines(agency.admin, account, [sent], 'bank.ofx', {
      balance,
      balance_on: balance === null ? null : D(day),
    });
  const ends = (id: string, cancelled = false) =>
    ask(agency.admin, 'finish_bank_import', { import_id: id, cancelled });
  const shown = async (account: string) => {
    const { balance, balance_on } = (await accountOf(account)) ?? {};
    return [balance, balance_on];
  };

  // Holds bank-29
  test('stands on the page once the file is in: the last by its day, not by its import', async () => {
    const account = await createAccount(agency.admin);
    const first = await begins(account, 61478.76, -2);
    expect(await shown(account)).toEqual([null, null]);
    await ends(first.id);
    expect(await shown(account)).toEqual([61478.76, D(-2)]);
    await ends((await begins(account, 7, -9)).id);
    await ends((await begins(account, null, 0)).id);
    expect(await shown(account)).toEqual([61478.76, D(-2)]);
    await ends((await begins(account, -12.5, -2)).id);
    expect(await shown(account)).toEqual([-12.5, D(-2)]);
    expect((await page()).totals).toMatchObject({ balance: -12.5, balance_count: 1 });
  });

  // Holds bank-31
  test('does not count when it was cancelled or undone, nor where none of its lines could be taken', async () => {
    const account = await createAccount(agency.admin);
    await ends((await begins(account, 1, -5)).id);
    await ends((await begins(account, 2, -4)).id, true);
    await ends((await begins(account, 3, -3, { ...today('6.00'), currency: 'EUR' })).id);
    expect(await shown(account)).toEqual([1, D(-5)]);
    const { id } = await begins(account, 4, -2, today('8.00'));
    await ends(id);
    expect(await shown(account)).toEqual([4, D(-2)]);
    expect(await ask(agency.admin, 'undo_bank_import', { import_id: id })).toMatchObject({ success: true });
    expect(await shown(account)).toEqual([1, D(-5)]);
  });

  // Holds bank-30
  test('and of a connection: the last by its day, of one day the connection’s', async () => {
    const account = await createAccount(agency.admin);
    const connection = await connectAccount(agency.admin, account);
    await ends((await begins(account, 90, -1)).id);
    await ends((await begins(account, 95, 0)).id);
    expect(await shown(account)).toEqual([100, D(0)]);
    // Said without a day it is of today.
    await sync(connection, [], { answer: { balance: '130.00', balance_on: null } });
    expect(await shown(account)).toEqual([130, D(0)]);
    await ends((await begins(account, 120, 1)).id);
    expect(await shown(account)).toEqual([120, D(1)]);
  });

  test('has an amount and a day, or neither', async () => {
    const account = await createAccount(agency.admin);
    const half = sendLines(agency.admin, account, [], 'bank.ofx', { balance: 5 });
    await expect(half).rejects.toThrow('bank_imports_balance_and_balance_on');
  });
});

test('a connection waits while somebody must say where an account goes, with one of ours that has its number', async () => {
  const account = await createAccount(agency.admin);
  const id = await begin(agency.admin, ['A', 'B']);
  expect((await page()).waiting).toMatchObject([
    {
      id,
      accounts_to_link: [
        { provider_account_id: 'A', suggested_account_id: account, balance: 100 },
        { provider_account_id: 'B' },
      ],
    },
  ]);
  await ask(agency.admin, 'link_bank_accounts', {
    connection_id: id,
    links: [
      { provider_account_id: 'A', account_id: account },
      { provider_account_id: 'B', left_out: true },
    ],
  });
  expect((await page()).waiting).toEqual([]);
});
