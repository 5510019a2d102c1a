/** A desk without repetition: many lines are one act, what is alike goes along, and what was said once is a rule. */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { importBankLines, type BankLine } from '../../support/bank';
import { liveOf } from '../../support/live';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

/** An agency that Fjordline Cruises owes $120, $240 and $360, its owner signed in at the bank, and these lines imported. */
async function agencyAt(page: Page, name: string, lines: readonly BankLine[]) {
  const agency = await newTradingAgency(name);
  for (const [reference, amount] of [
    ['FJ-20001', 1000],
    ['FJ-20002', 2000],
    ['FJ-20003', 3000],
  ] as const)
    await agency.sale({ reference, amount });
  const ids = await importBankLines(agency.api, lines);
  await signIn(page, agency.email);
  const live = await liveOf(page);
  await page.goto('/commissions/bank');
  await settled(page);
  await live.joined(`org:${agency.id}`);
  const statuses = async () => {
    const rows = await agency.api.rows<{ id: string; status: string }>('bank_transactions?select=id,status');
    return ids.map((id) => rows.find((row) => row.id === id)?.status);
  };
  return { ...agency, ids, statuses, live };
}

const DEPOSITS: readonly BankLine[] = [
  ['FJORDLINE CRUISES COMM FJ-20001', '120.00'],
  ['FJORDLINE CRUISES COMM FJ-20002', '240.00'],
  ['FJORDLINE CRUISES COMM FJ-20003', '360.00'],
];
const FEES: readonly BankLine[] = [
  ['FIRST PIER WIRE FEE 0101', '-15.00'],
  ['FIRST PIER WIRE FEE 0102', '-15.00'],
  ['FIRST PIER WIRE FEE 0103', '-20.00'],
];
const tick = (page: Page, text: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^Select ${text}`) });
const bar = (page: Page) => page.getByRole('region', { name: 'Selection' });

test('a range is selected with Shift, accepted as one act and taken back as one', async ({ page }) => {
  const { statuses } = await agencyAt(page, 'Bulk Accept Travel', [
    ...DEPOSITS,
    ['COUNTER DEPOSIT', '90.00'],
  ]);
  const rows = page.getByRole('list', { name: 'Certain' }).getByRole('checkbox');
  await rows.first().check();
  await page
    .getByRole('list', { name: 'Certain' })
    .getByRole('link')
    .last()
    .click({ modifiers: ['Shift'] });
  await expect(page).toHaveURL(/\/commissions\/bank$/);
  await expect(bar(page)).toContainText('3 selected $720.00');
  await expect(bar(page)).toContainText('all certain');
  await settled(page);
  await expectAccessible(page, 'bank inbox with a selection', ['light', 'dark']);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);

  await test.step('the same by keys, with one that cannot be accepted as it is', async () => {
    await page.getByRole('checkbox', { name: 'Select all: Certain' }).check();
    await tick(page, 'COUNTER DEPOSIT').check();
    await expect(bar(page)).toContainText('4 selected $810.00');
    await expect(bar(page)).toContainText('3 of them can be accepted');
    await page.keyboard.press('a');
    await expect(page.getByText('3 transactions matched')).toBeVisible();
    expect(await statuses()).toEqual(['matched', 'matched', 'matched', 'open']);
    await page.keyboard.press('z');
    await expect(page.getByText('Taken back')).toBeVisible();
    expect(await statuses()).toEqual(['suggested', 'suggested', 'suggested', 'open']);
  });
  await test.step('Shift and J extend; S sets all of it aside', async () => {
    await page.reload();
    await expect(rows.first()).toBeVisible();
    await page.keyboard.press('x');
    await page.keyboard.press('Shift+J');
    await expect(bar(page)).toContainText('2 selected');
    await page.keyboard.press('s');
    const dialog = page.getByRole('dialog', { name: 'Set 2 transactions aside' });
    await dialog.getByRole('radio', { name: 'Customer payment' }).check();
    await dialog.getByRole('checkbox').uncheck();
    await dialog.getByRole('button', { name: 'Set aside' }).click();
    await expect(page.getByText('2 transactions set aside')).toBeVisible();
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect(page.getByText('Taken back')).toBeVisible();
    expect(await statuses()).toEqual(['suggested', 'suggested', 'suggested', 'open']);
  });
});

test('what is alike is one row and goes aside by one button; what came out of it becomes a rule', async ({
  page,
}) => {
  const { id, api, statuses, ids, live } = await agencyAt(page, 'Bank Rules Travel', [
    ...FEES,
    ['COUNTER DEPOSIT', '90.00'],
  ]);
  await page
    .getByRole('navigation', { name: 'Direction' })
    .getByRole('link', { name: 'Money out 3' })
    .click();
  await expect(page).toHaveURL(/direction=out/);
  await expect(page.getByText('COUNTER DEPOSIT')).toHaveCount(0);
  await page.getByRole('link', { name: 'In and out' }).click();
  await expect(page.getByText('COUNTER DEPOSIT')).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'WIRE FEE' })).toHaveCount(1);
  await page.getByRole('button', { name: /^Set aside this and 2 like it/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Set aside this and 2 like it' });
  await expect(dialog).toContainText('−$50.00');
  await dialog.getByRole('radio', { name: 'Bank fee' }).check();
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Set aside' }).click();
  await expect(page.getByText('3 transactions set aside')).toBeVisible();
  expect(await statuses()).toEqual(['set_aside', 'set_aside', 'set_aside', 'open']);

  const joins = live.joins(`org:${id}`);
  await page.getByRole('link', { name: 'Make a rule' }).click();
  await live.joined(`org:${id}`, joins + 1);
  const form = page.getByRole('dialog', { name: 'New rule' });
  await expect(form.getByLabel('Text contains')).toHaveValue('FIRST PIER WIRE FEE');
  await expect(form.getByLabel('Then it is')).toHaveValue('fee');
  await expect(form.getByText('Nothing that waits fits.')).toBeVisible();
  await expectAccessible(page, 'a rule', ['light', 'dark']);
  await form.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('Text contains FIRST PIER WIRE FEE')).toBeVisible();
  await expect(page.getByText('Set aside, by Nora Quist')).toBeVisible();

  await test.step('new lines follow by themselves, and are counted', async () => {
    const [later] = await importBankLines(api, [['FIRST PIER WIRE FEE 0204', '-15.00']]);
    await expect(page.getByText('1applied')).toBeVisible();
    const row = await api.one<{ status: string }>(`bank_transactions?id=eq.${later}&select=status`);
    expect(row.status).toBe('set_aside');
  });
  await test.step('what waits follows after a preview, and comes back as a whole', async () => {
    await api.call('reopen_bank_transaction', { transaction_id: ids[0] });
    await expect(page.getByText(/would set aside 1 line that waits/)).toBeVisible();
    await expectAccessible(page, 'rules of the bank', ['light', 'dark']);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'rules of the bank on a phone', ['light', 'dark']);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Preview 1' }).click();
    const preview = page.getByRole('dialog', { name: 'Set aside: Bank fee' });
    await expect(preview.getByRole('checkbox', { name: /FIRST PIER WIRE FEE 0101/ })).toBeChecked();
    await expectAccessible(page, 'preview of a rule', ['light', 'dark']);
    await preview.getByRole('button', { name: 'Apply to 1' }).click();
    await expect(page.getByText('1 line, Bank fee: ')).toBeVisible();
    await expect.poll(statuses).toEqual(['set_aside', 'set_aside', 'set_aside', 'open']);
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect.poll(statuses).toEqual(['open', 'set_aside', 'set_aside', 'open']);
  });
  await test.step('off it does nothing; deleted it is gone', async () => {
    await page.getByRole('switch', { name: 'Rule FIRST PIER WIRE FEE' }).click();
    await expect(page.getByText('1 applied, 1 would match')).toBeVisible();
    const [later] = await importBankLines(api, [['FIRST PIER WIRE FEE 0305', '-15.00']]);
    const row = await api.one<{ status: string }>(`bank_transactions?id=eq.${later}&select=status`);
    expect(row.status).toBe('open');
    await page.getByRole('button', { name: 'Change rule FIRST PIER WIRE FEE' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Delete rule' }).click();
    await expect(page.getByText('No rules yet')).toBeVisible();
  });
});

test('a vendor’s rule says whose money it is; a refused one keeps what was typed', async ({ page }) => {
  const { api } = await agencyAt(page, 'Vendor Rule Travel', [['COUNTER DEPOSIT', '90.00']]);
  await page.getByRole('link', { name: 'Rules' }).click();
  await expect(heading(page, 'Bank rules')).toBeVisible();
  await page.getByRole('button', { name: 'New rule' }).click();
  const form = page.getByRole('dialog', { name: 'New rule' });
  await form.getByLabel('Then it is').selectOption('Money of a vendor');
  await form.getByRole('combobox', { name: 'Vendor' }).fill('Fjord');
  await form.getByRole('option', { name: 'Fjordline Cruises' }).click();
  await form.getByRole('button', { name: 'Save rule' }).click();
  await expect(form.getByText('Enter a payer, a text or an amount.')).toBeVisible();
  await form.getByLabel('Payer').fill('Nordic House Ltd');
  await form.getByRole('button', { name: 'Save rule' }).click();
  await expect(page.getByText('Payer NORDIC HOUSE')).toBeVisible();
  const [id] = await importBankLines(api, [['NORDIC HOUSE 77', '77.00']]);
  await page.goto(`/commissions/bank/${id}`);
  await expect(heading(page, 'Deposit from Fjordline Cruises')).toBeVisible();
  const row = await api.one<{ status: string }>(`bank_transactions?id=eq.${id}&select=status`);
  expect(row.status).not.toBe('matched');
});
