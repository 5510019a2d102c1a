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

test('a range is accepted as one act, what is alike goes aside by one button, and what came out of it becomes a rule', async ({
  page,
}) => {
  const { id, api, ids, live, statuses } = await agencyAt(page, 'Bulk Accept Travel', [
    ...DEPOSITS,
    ['COUNTER DEPOSIT', '90.00'],
    ...FEES,
  ]);
  const waiting = ['suggested', 'suggested', 'suggested', 'open'];
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
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);

  await test.step('the same by keys, with one that cannot be accepted as it is', async () => {
    await page.getByRole('checkbox', { name: 'Select all: Certain' }).check();
    await tick(page, 'COUNTER DEPOSIT').check();
    await expect(bar(page)).toContainText('4 selected $810.00');
    await expect(bar(page)).toContainText('3 of them can be accepted');
    await page.keyboard.press('a');
    await expect(page.getByText('3 transactions matched')).toBeVisible();
    expect((await statuses()).slice(0, 4)).toEqual(['matched', 'matched', 'matched', 'open']);
    await page.keyboard.press('z');
    await expect(page.getByText('Taken back')).toBeVisible();
    expect((await statuses()).slice(0, 4)).toEqual(waiting);
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
    expect((await statuses()).slice(0, 4)).toEqual(waiting);
  });

  const fees = async () => (await statuses()).slice(4);
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
  expect(await fees()).toEqual(['set_aside', 'set_aside', 'set_aside']);

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
    await api.call('reopen_bank_transaction', { transaction_id: ids[4] });
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
    await expect.poll(fees).toEqual(['set_aside', 'set_aside', 'set_aside']);
    await page.getByRole('button', { name: /^Undo: / }).click();
    await expect.poll(fees).toEqual(['open', 'set_aside', 'set_aside']);
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

test('who paid is corrected and becomes a rule, which keeps what was typed when it is refused; the account is renamed', async ({
  page,
}) => {
  const { api, ids } = await agencyAt(page, 'Vendor Rule Travel', [
    ['NORDIC SETTLEMENT HOUSE', '77.00'],
    ['NORDIC SETTLEMENT HOUSE', '78.00'],
  ]);
  await page.goto(`/commissions/bank/${ids[0]}`);
  await page.getByRole('button', { name: 'Vendor: not known. Change' }).click();
  const dialog = page.getByRole('dialog', { name: 'Who paid?' });
  await dialog.getByRole('combobox', { name: 'Vendor' }).fill('Fjord');
  await dialog.getByRole('option', { name: 'Fjordline Cruises' }).click();
  await dialog.getByRole('button', { name: 'Save vendor' }).click();
  await expect(dialog).toBeHidden();
  await expect(heading(page, 'Deposit from Fjordline Cruises')).toBeVisible();
  await expect(page.getByText('Also open with Fjordline Cruises')).toBeVisible();

  await test.step('a rule without anything to know it by is refused, and the next one says whose money it is', async () => {
    await page.getByRole('link', { name: 'Make a rule' }).click();
    const rule = page.getByRole('dialog', { name: 'New rule' });
    await expect(rule.getByLabel('Payer')).toHaveValue('NORDIC');
    await rule.getByLabel('Payer').fill('');
    await rule.getByRole('button', { name: 'Save rule' }).click();
    await expect(rule.getByText('Enter a payer, a text or an amount.')).toBeVisible();
    await expect(rule.getByLabel('Then it is')).toHaveValue('vendor');
    await expect(rule.getByRole('combobox', { name: 'Vendor' })).toHaveValue('Fjordline Cruises');
    await rule.getByLabel('Payer').fill('Nordic Ltd');
    await rule.getByRole('button', { name: 'Save rule' }).click();
    const preview = page.getByRole('dialog', { name: 'Whose money: Fjordline Cruises' });
    await preview.getByRole('button', { name: 'Apply to 2' }).click();
    await expect(page.getByText('2applied')).toBeVisible();
    await expect(page.getByText('Payer NORDIC')).toBeVisible();
    const [later] = await importBankLines(api, [['NORDIC SETTLEMENT HOUSE 77', '79.00']]);
    await page.goto(`/commissions/bank/${later}`);
    await expect(heading(page, 'Deposit from Fjordline Cruises')).toBeVisible();
    const rows = await api.rows<{ status: string; vendor_id: string }>(
      'bank_transactions?select=status,vendor_id&vendor_id=not.is.null',
    );
    expect(rows).toHaveLength(3);
    expect(rows.map(({ status }) => status)).not.toContain('matched');
  });

  await test.step('the account is renamed, with its imports beside it', async () => {
    await page.goto('/commissions/bank');
    await page.getByRole('link', { name: 'Accounts' }).click();
    await expect(heading(page, 'Bank accounts')).toBeVisible();
    await page
      .getByRole('button', { name: /^More for Operating/ })
      .first()
      .click();
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
    expect(await api.rows('bank_accounts?name=eq.Client%20trust&last_four=eq.7702&select=id')).toHaveLength(
      1,
    );
  });
});
