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

test('what is certain is accepted by one key and taken back by one; the rest is left unclaimed, or set aside and brought back', async ({
  page,
}) => {
  const { ids, received } = await agencyWith(page, 'Bank Keys Travel', [
    ['FJORDLINE CRUISES COMM FJ-20001', '120.00'],
    ['FJORDLINE CRUISES COMM FJ20002', '240.00'],
    ['WIRE IN 88213 OCEANIC HOLDINGS', '612.40'],
    ['ACCOUNT TRANSFER 7', '90.00'],
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

  await test.step('what nothing explains is left unclaimed', async () => {
    await open(page, ids[2]);
    await page.keyboard.press('u');
    await page.getByRole('button', { name: 'Leave unclaimed' }).click();
    await expect(page.getByText('Left unclaimed: $612.40')).toBeVisible();
    await page.goto('/commissions/bank?view=unclaimed');
    await expect(status(page, ids[2])).toBeVisible();
  });
  await test.step('or set aside, and brought back', async () => {
    await open(page, ids[3]);
    await page.keyboard.press('s');
    await page.getByRole('radio', { name: 'Transfer' }).check();
    await page.getByRole('dialog').getByRole('button', { name: 'Set aside' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText(/^Set aside: /).first()).toBeVisible();
    await page.goto(`/commissions/bank/${ids[3]}`);
    await page.getByRole('button', { name: 'Bring it back' }).click();
    await expect(page.getByRole('button', { name: 'Set aside' })).toBeVisible();
    await page.goto('/commissions/bank/nothing');
    await expect(heading(page, 'No such transaction')).toBeVisible();
  });
});

test('a lump is matched by its suggestion or by hand; what is short is said before, and whoever is second is told', async ({
  page,
}) => {
  const { ids, api, received, sale } = await agencyWith(page, 'Bank Lump Travel', [
    ['FJORDLINE CRUISES REMIT +1 BKGS', '480.00'],
    ['COUNTER DEPOSIT', '300.00'],
  ]);
  await test.step('a lump by its suggestion, the next one by hand', async () => {
    await open(page, ids[0]);
    await page.getByRole('radio', { name: /^2 bookings/ }).check();
    await expect(left(page)).toContainText('Balanced');
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

  for (const [reference, amount] of [
    ['FJ-20011', 1000],
    ['FJ-20012', 2000],
  ] as const)
    await sale({ reference, amount });
  const [short, writtenOff, recall, contested] = await importBankLines(api, [
    ['FJORDLINE CRUISES FJ-20011', '110.00'],
    ['FJORDLINE CRUISES FJ-20012', '200.00'],
    ['ADJUSTMENT 7781', '-50.00'],
    ['COUNTER DEPOSIT', '612.40'],
  ]);

  await test.step('a short one stays open; nothing is saved before it is balanced', async () => {
    await open(page, short);
    await expect(page.getByText('$10.00 short, 8.3%')).toBeVisible();
    await page.getByLabel('This pays for FJ-20011').fill('100');
    await expect(page.getByText('$10.00 is not placed yet.')).toBeVisible();
    await expect(match(page, '$110.00')).toBeDisabled();
    await settled(page);
    await expectAccessible(page, 'workbench, not balanced', ['light', 'dark']);
    await page.setViewportSize({ width: 390, height: 800 });
    await expectAccessible(page, 'workbench on a phone', ['light', 'dark']);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByLabel('This pays for FJ-20011').fill('110');
    await match(page, '$110.00').click();
    await expect(page.getByText('Matched: $110.00')).toBeVisible();
    expect(await received('FJ-20011')).toMatchObject({ received_amount: 110 });
  });

  await test.step('or is written off with a reason, which is taken back with it', async () => {
    await open(page, writtenOff);
    await page.getByRole('button', { name: 'Write off' }).click();
    await expect(page.getByText('Say why the rest of FJ-20012 is written off.')).toBeVisible();
    await page.getByLabel('Why the rest of FJ-20012 is written off').fill('Agreed discount');
    await match(page, '$200.00').click();
    await expect(page.getByText('Matched: $200.00')).toBeVisible();
    await open(page, writtenOff);
    await expect(page.getByLabel('Why the rest of FJ-20012 is written off')).toHaveValue('Agreed discount');
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.poll(async () => (await received('FJ-20012')).received_amount).toBeNull();
  });

  await test.step('a recall: no suggestion, and what no deposit paid is not found', async () => {
    await open(page, recall);
    await expect(page.getByText('Type a reference, a customer or an amount.')).toBeVisible();
    const find = page.getByRole('searchbox', { name: 'Find a commission' });
    await find.fill('FJ-20012');
    await expect(page.getByText('No deposit paid a commission that has “FJ-20012”.')).toBeVisible();
    await find.fill('FJ-20011');
    await page.getByRole('button', { name: /^Add FJ-20011 Ines Albrecht/ }).click();
    await expect(left(page)).toContainText('Balanced');
    await page.keyboard.press('Control+Enter');
    await expect(page.getByText('Matched: −$50.00')).toBeVisible();
    // What was received stays; what the vendor took back is a fact of its own.
    expect(await received('FJ-20011')).toMatchObject({ received_amount: 110, taken_back_amount: 50 });
    await page.keyboard.press('z');
    await expect.poll(async () => (await received('FJ-20011')).taken_back_amount).toBe(0);
  });

  await test.step('two admins at one deposit: the second one is told, and nothing is matched twice', async () => {
    await open(page, contested);
    await page.keyboard.press('u');
    await expect(page.getByRole('button', { name: 'Leave unclaimed' })).toBeEnabled();
    const booked = await api.one<{ id: string }>('sales?booking_reference=eq.FJ-20002&select=id');
    const commission = await api.one<{ id: string }>(`commissions?sales_id=eq.${booked.id}&select=id`);
    await api.call('match_bank_transaction', {
      transaction_id: contested,
      expected_version: 1,
      parts: [{ commission_id: commission.id, amount: 240 }],
      unclaimed: 372.4,
    });
    const leave = page.getByRole('button', { name: 'Leave unclaimed' });
    if (await leave.isVisible()) await leave.click();
    await expect(page.getByText('Nora Quist was faster')).toBeVisible();
    expect(await received('FJ-20002')).toMatchObject({ received_amount: 240 });
  });
});
