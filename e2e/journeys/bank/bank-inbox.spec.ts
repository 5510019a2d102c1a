/** Only on screen is a match a key or a hand’s work: what the bank received finds what vendors owe, and is always taken back again. */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { importBankLines, type BankLine } from '../../support/bank';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

/** An agency that is owed $120, $240 and $360 by Fjordline Cruises, its owner signed in, and these lines imported. */
async function agencyWith(page: Page, name: string, lines: readonly BankLine[]) {
  const agency = await newTradingAgency(name);
  for (const [reference, total_amount] of [
    ['FJ-20001', 1000],
    ['FJ-20002', 2000],
    ['FJ-20003', 3000],
  ] as const)
    await agency.sale({ reference, amount: total_amount });
  const ids = await importBankLines(agency.api, lines);
  await signIn(page, agency.email);
  const received = async (reference: string) => {
    const sale = await agency.api.one<{ id: string }>(`sales?booking_reference=eq.${reference}&select=id`);
    return agency.api.one<{ status: string; received_amount: number | null; taken_back_amount: number }>(
      `commissions?sales_id=eq.${sale.id}&select=status,received_amount,taken_back_amount`,
    );
  };
  return { ...agency, ids, received };
}

const left = (page: Page) => page.locator('.wb-left');
async function open(page: Page, id: string | undefined) {
  await page.goto(`/commissions/bank/${id}`);
  await expect(left(page)).toBeVisible();
}
const match = (page: Page, amount: string) => page.getByRole('button', { name: `Match ${amount}` });
const status = (page: Page, id: string | undefined) => page.locator(`#bank-row-${id}`);

test('an agency without a bank file is led to the import, an agent to no bank at all', async ({ page }) => {
  const { email } = await newTradingAgency('Bank First Travel');
  await signIn(page, email);
  await page.goto('/commissions');
  await page.getByRole('navigation', { name: 'Commissions' }).getByRole('link', { name: 'Bank' }).click();
  await expect(page.getByRole('link', { name: 'Import a bank file' })).toHaveAttribute(
    'href',
    '/commissions/bank/import',
  );
  await page.getByRole('link', { name: 'See what is overdue' }).click();
  await expect(heading(page, 'Owed by vendors')).toBeVisible();
  await page.goto('/commissions/bank/nothing');
  await expect(heading(page, 'No such transaction')).toBeVisible();
});

test('what is certain is accepted by one key, and one undo takes it back', async ({ page }) => {
  const { ids, received } = await agencyWith(page, 'Bank Keys Travel', [
    ['FJORDLINE CRUISES COMM FJ-20001', '120.00'],
    ['FJORDLINE CRUISES COMM FJ20002', '240.00'],
    ['WIRE IN 88213 OCEANIC HOLDINGS', '612.40'],
  ]);
  await page.goto('/commissions/bank');
  await expect(page.getByRole('button', { name: 'Accept 2 · $360.00' })).toBeVisible();
  await expect(status(page, ids[0]).locator('mark').first()).toContainText('FJ-20001');
  await settled(page);
  await expectAccessible(page, 'bank inbox', ['light', 'dark']);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page, 'bank inbox on a phone', ['light', 'dark']);
  await page.setViewportSize({ width: 1280, height: 800 });

  await page.keyboard.press('Shift+A');
  await expect(page.getByText('2 transactions matched')).toBeVisible();
  await expect(page.getByText('Certain', { exact: true })).toHaveCount(0);
  expect(await received('FJ-20001')).toMatchObject({ status: 'funds_received', received_amount: 120 });
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Accept 2 · $360.00' })).toBeVisible();
  expect(await received('FJ-20001')).toMatchObject({ status: 'unpaid', received_amount: null });

  await test.step('one by one: the next row is the current one', async () => {
    await page.keyboard.press('k');
    await page.keyboard.press('k');
    await page.keyboard.press('a');
    await expect(page.getByText('1 transaction matched')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Accept 1 · / })).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Accept all that is certain');
    await page.keyboard.press('Escape');
  });
  await test.step('Enter opens, and J leads on', async () => {
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/commissions\/bank\/[\da-f-]{36}$/);
  });
});

test('a lump is matched by its suggestion, and another one by hand', async ({ page }) => {
  const { ids, received } = await agencyWith(page, 'Bank Lump Travel', [
    ['FJORDLINE CRUISES REMIT +1 BKGS', '480.00'],
    ['COUNTER DEPOSIT', '300.00'],
  ]);
  await open(page, ids[0]);
  await page.getByRole('radio', { name: /^2 bookings/ }).check();
  await expect(left(page)).toContainText('Balanced');
  await settled(page);
  await expectAccessible(page, 'workbench, balanced', ['light', 'dark']);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Matched: $480.00')).toBeVisible();
  expect(await received('FJ-20003')).toMatchObject({ status: 'funds_received', received_amount: 360 });

  await expect(page).toHaveURL(new RegExp(String(ids[1])));
  await page.keyboard.press('/');
  await page.keyboard.type('20002');
  await page.getByRole('button', { name: /^Add FJ-20002 Ines Albrecht/ }).click();
  await expect(left(page)).toContainText('60.00');
  await page.getByRole('button', { name: 'Leave the rest unclaimed' }).click();
  await match(page, '$300.00').click();
  await expect(page.getByText('Matched: $300.00')).toBeVisible();
  expect(await received('FJ-20002')).toMatchObject({ received_amount: 240 });
  await page.keyboard.press('z');
  await expect.poll(async () => (await received('FJ-20002')).received_amount).toBeNull();
});

test('a pasted statement is matched line by line, and what it names and nobody entered stays unclaimed', async ({
  page,
}) => {
  const { ids, received, api } = await agencyWith(page, 'Bank Statement Travel', [
    ['PARTNER PAYMENT 99', '495.00'],
  ]);
  await open(page, ids[0]);
  await page.getByRole('button', { name: 'Or paste its rows' }).click();
  await page
    .getByLabel('Rows')
    .fill('FJ-20001 Albrecht 120.00\nFJ-20002 Albrecht 240.00\nFJ-31007 Nobody 130.00');
  const dialog = page.getByRole('dialog', { name: 'The vendor’s statement' });
  await expect(dialog).toContainText('is $5.00 less than the deposit');
  await page
    .getByLabel('Rows')
    .fill('FJ-20001 Albrecht 120.00\nFJ-20002 Albrecht 240.00\nFJ-31007 Nobody 135.00');
  await expect(dialog).toContainText('equals the deposit');
  await dialog.getByRole('button', { name: 'Match 3 lines' }).click();
  await expect(page.getByText('Equals the deposit')).toBeVisible();
  await expect(page.getByLabel('Unclaimed amount')).toHaveValue('135.00');
  await match(page, '$495.00').click();
  await expect(page.getByText('Matched: $495.00')).toBeVisible();
  expect(await received('FJ-20002')).toMatchObject({ status: 'funds_received' });
  expect(await api.rows('bank_transactions?unclaimed_amount=eq.135&select=id')).toHaveLength(1);
});

test('a short pay stays open, or is written off with a reason; nothing is saved before it is balanced', async ({
  page,
}) => {
  const { ids, received } = await agencyWith(page, 'Bank Short Travel', [
    ['FJORDLINE CRUISES FJ-20001', '110.00'],
    ['FJORDLINE CRUISES FJ-20002', '200.00'],
  ]);
  await open(page, ids[0]);
  await expect(page.getByText('$10.00 short, 8.3%')).toBeVisible();
  await page.getByLabel('This pays for FJ-20001').fill('100');
  await expect(page.getByText('$10.00 is not placed yet.')).toBeVisible();
  await expect(match(page, '$110.00')).toBeDisabled();
  await settled(page);
  await expectAccessible(page, 'workbench, not balanced', ['light', 'dark']);
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page, 'workbench on a phone', ['light', 'dark']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.getByLabel('This pays for FJ-20001').fill('110');
  await match(page, '$110.00').click();
  await expect(page.getByText('Matched: $110.00')).toBeVisible();
  expect(await received('FJ-20001')).toMatchObject({ received_amount: 110 });

  await open(page, ids[1]);
  await page.getByRole('button', { name: 'Write off' }).click();
  await expect(page.getByText('Say why the rest of FJ-20002 is written off.')).toBeVisible();
  await page.getByLabel('Why the rest of FJ-20002 is written off').fill('Agreed discount');
  await match(page, '$200.00').click();
  await expect(page.getByText('Matched: $200.00')).toBeVisible();
  await open(page, ids[1]);
  await expect(page.getByLabel('Why the rest of FJ-20002 is written off')).toHaveValue('Agreed discount');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await received('FJ-20002')).received_amount).toBeNull();
});

test('what is over is part of it, or unclaimed; a recall takes back what a deposit brought, whoever it is looked for', async ({
  page,
}) => {
  const { ids, received, api } = await agencyWith(page, 'Bank Over Travel', [
    ['FJORDLINE CRUISES FJ-20001', '130.00'],
    ['FJORDLINE CRUISES FJ-20002', '260.00'],
    ['ADJUSTMENT 7781', '-50.00'],
  ]);
  await open(page, ids[0]);
  await page.getByLabel('This pays for FJ-20001').fill('130');
  await expect(page.getByText('$10.00 over')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Part of it' })).toHaveAttribute('aria-pressed', 'true');
  await match(page, '$130.00').click();
  await expect(page.getByText('Matched: $130.00')).toBeVisible();
  expect(await received('FJ-20001')).toMatchObject({ status: 'funds_received', received_amount: 130 });

  await open(page, ids[1]);
  await page.getByLabel('This pays for FJ-20002').fill('260');
  await page.getByRole('button', { name: 'Unclaimed', exact: true }).click();
  await expect(page.getByLabel('Unclaimed amount')).toHaveValue('20.00');
  await match(page, '$260.00').click();
  await expect(page.getByText('Matched: $260.00')).toBeVisible();
  expect(await received('FJ-20002')).toMatchObject({ received_amount: 240 });
  expect(await api.rows('bank_transactions?unclaimed_amount=eq.20&select=id')).toHaveLength(1);

  await test.step('the recall: no suggestion, and what no deposit paid is not found', async () => {
    await open(page, ids[2]);
    await expect(page.getByText('Type a reference, a customer or an amount.')).toBeVisible();
    const find = page.getByRole('searchbox', { name: 'Find a commission' });
    await find.fill('FJ-20003');
    await expect(page.getByText('No deposit paid a commission that has “FJ-20003”.')).toBeVisible();
    await find.fill('FJ-20001');
    await page.getByRole('button', { name: /^Add FJ-20001 Ines Albrecht/ }).click();
    await expect(left(page)).toContainText('Balanced');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Matched: −$50.00')).toBeVisible();
    // What was received stays; what the vendor took back is a fact of its own.
    expect(await received('FJ-20001')).toMatchObject({ received_amount: 130, taken_back_amount: 50 });
    await page.keyboard.press('z');
    await expect.poll(async () => (await received('FJ-20001')).taken_back_amount).toBe(0);
  });
});

test('who paid is corrected, and known from then on; the account is renamed, with its imports beside it', async ({
  page,
}) => {
  const { ids, api } = await agencyWith(page, 'Bank Vendor Travel', [
    ['NORDIC SETTLEMENT HOUSE', '77.00'],
    ['NORDIC SETTLEMENT HOUSE', '78.00'],
  ]);
  await open(page, ids[0]);
  await page.getByRole('button', { name: 'Vendor: not known. Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who paid?' });
  await dialog.getByRole('combobox', { name: 'Vendor' }).fill('Fjord');
  await dialog.getByRole('option', { name: 'Fjordline Cruises' }).click();
  await dialog.getByRole('button', { name: 'Save vendor' }).click();
  await expect(dialog).toBeHidden();
  await expect(heading(page, 'Deposit from Fjordline Cruises')).toBeVisible();
  await expect(page.getByText('Also open with Fjordline Cruises')).toBeVisible();
  await page.getByRole('link', { name: 'Make a rule' }).click();
  const rule = page.getByRole('dialog', { name: 'New rule' });
  await expect(rule.getByLabel('Payer')).toHaveValue('NORDIC');
  await expect(rule.getByRole('combobox', { name: 'Vendor' })).toHaveValue('Fjordline Cruises');
  await rule.getByRole('button', { name: 'Save rule' }).click();
  const preview = page.getByRole('dialog', { name: 'Whose money: Fjordline Cruises' });
  await preview.getByRole('button', { name: 'Apply to 2' }).click();
  await expect(page.getByText('2applied')).toBeVisible();
  await open(page, ids[1]);
  await expect(heading(page, 'Deposit from Fjordline Cruises')).toBeVisible();

  await page.goto('/commissions/bank');
  await page.getByRole('link', { name: 'Accounts' }).click();
  await expect(heading(page, 'Bank accounts')).toBeVisible();
  await page.getByRole('button', { name: /^More for Operating/ }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const form = page.getByRole('dialog', { name: 'Change account' });
  await form.getByLabel('Name of the account').fill('');
  await form.getByRole('button', { name: 'Save account' }).click();
  await expect(form.getByText('Enter a name for the account.')).toBeVisible();
  await expectAccessible(page, 'change of a bank account', ['light', 'dark']);
  await form.getByLabel('Name of the account').fill('Client trust');
  await form.getByLabel('Last four digits').fill('7702');
  await form.getByRole('button', { name: 'Save account' }).click();
  await page.getByRole('link', { name: 'Client trust ••7702', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Imports of this account' })).toContainText('harbour.csv');
  expect(await api.rows('bank_accounts?name=eq.Client%20trust&last_four=eq.7702&select=id')).toHaveLength(1);
});

test('what nothing explains is left unclaimed, or set aside and brought back', async ({ page }) => {
  const { ids } = await agencyWith(page, 'Bank Unclaimed Travel', [
    ['WIRE IN 88213 OCEANIC HOLDINGS', '612.40'],
    ['ACCOUNT TRANSFER 7', '90.00'],
  ]);
  await open(page, ids[0]);
  await page.keyboard.press('u');
  await page.getByRole('button', { name: 'Leave unclaimed' }).click();
  await expect(page.getByText('Left unclaimed: $612.40')).toBeVisible();
  await page.goto('/commissions/bank?view=unclaimed');
  await expect(status(page, ids[0])).toBeVisible();

  await open(page, ids[1]);
  await page.keyboard.press('s');
  await page.getByRole('radio', { name: 'Transfer' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Set aside' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page.getByText(/^Set aside: /).first()).toBeVisible();
  await page.goto(`/commissions/bank/${ids[1]}`);
  await page.getByRole('button', { name: 'Bring it back' }).click();
  await expect(page.getByRole('button', { name: 'Set aside' })).toBeVisible();
});

test('two admins at one deposit: the second one is told who was faster, and nothing is matched twice', async ({
  page,
}) => {
  const { ids, api, received } = await agencyWith(page, 'Bank Two Desks', [['COUNTER DEPOSIT', '612.40']]);
  await open(page, ids[0]);
  await page.keyboard.press('u');
  await expect(page.getByRole('button', { name: 'Leave unclaimed' })).toBeEnabled();
  const sale = await api.one<{ id: string }>('sales?booking_reference=eq.FJ-20003&select=id');
  const commission = await api.one<{ id: string }>(`commissions?sales_id=eq.${sale.id}&select=id`);
  await api.call('match_bank_transaction', {
    transaction_id: ids[0],
    expected_version: 1,
    parts: [{ commission_id: commission.id, amount: 360 }],
    unclaimed: 252.4,
  });
  const leave = page.getByRole('button', { name: 'Leave unclaimed' });
  if (await leave.isVisible()) await leave.click();
  await expect(page.getByText('Nora Quist was faster')).toBeVisible();
  expect(await received('FJ-20003')).toMatchObject({ received_amount: 360 });
});
