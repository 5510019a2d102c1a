/** Only a browser reads a file in a worker: a bank’s on its way to transactions, shown line by line, imported once, taken back. */
import { expect, test, type Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

const FIXTURES = new URL('../../../mf-commissions/src/bank/files/fixtures/', import.meta.url);
const fixture = (name: string): Buffer => readFileSync(new URL(name, FIXTURES));
const choose = (page: Page, name: string, buffer = fixture(name)) =>
  page.getByLabel('Bank file', { exact: true }).setInputFiles({ name, mimeType: 'text/plain', buffer });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('an agency without a bank file is led to the import of a CSV file: with a broken line and twins, a second time, several at once, and back', async ({
  page,
}) => {
  const { email } = await newTradingAgency('Bank Import Travel');
  await signIn(page, email);
  await page.goto('/commissions');
  await page.getByRole('navigation', { name: 'Commissions' }).getByRole('link', { name: 'Bank' }).click();
  await expect(page.getByRole('link', { name: 'See what is overdue' })).toHaveAttribute(
    'href',
    '/reports/aging',
  );
  await page.getByRole('link', { name: 'Import a bank file' }).click();
  await expect(heading(page, 'Import transactions')).toBeVisible();
  await test.step('what is no bank file is refused', async () => {
    const worker = page.waitForEvent('worker');
    for (const [name, why] of [
      ['csv-web-page.csv', 'This is a web page'],
      ['camt-cut-off.xml', 'ends in the middle'],
    ] as const) {
      await choose(page, name);
      await expect(page.getByRole('alert')).toContainText(why);
    }
    expect((await worker).url()).toContain('/remotes/mf_commissions/');
  });
  await choose(page, 'csv-credit-union.csv');
  await test.step('every line has its verdict before anything is written', async () => {
    await expect(page.getByText('There is no February 30.')).toBeVisible();
    await expect(page.getByText('Twice here, both are kept')).toHaveCount(2);
    await expect(page.getByText('Add up')).toBeVisible();
    await expect(page.getByLabel('Column Debit is')).toHaveValue('out');
    await expect(page.getByLabel('Last four digits')).toHaveValue('4410');
    await button(page, 'Import 6 lines').click();
    await expect(page.getByRole('alert')).toHaveText('Enter a name for the account.');
    await expect(page.getByLabel('Name of the account')).toBeFocused();
    await settled(page);
    await expectAccessible(page, 'import of a bank file: check', ['light', 'dark']);
  });
  await test.step('the mapping is corrected in the head of the table', async () => {
    await page.getByLabel('Column Description is').selectOption('');
    await expect(page.getByText('Choose the column with the text.')).toBeVisible();
    await page.getByLabel('Column Description is').selectOption('text');
    await expect(page.getByText('Add up')).toBeVisible();
  });
  await page.getByLabel('Name of the account').fill('Harbour Operating');
  await button(page, 'Import 6 lines').click();
  await expect(heading(page, '6 lines imported')).toBeVisible();
  await expect(page.getByText('Line 11')).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'import of a bank file: result', ['light', 'dark']);
  await test.step('the same file finds its account and columns, and nothing new', async () => {
    await page.goto('/commissions/bank/import');
    await page.getByRole('link', { name: 'How far each account is' }).click();
    await expect(page.getByRole('link', { name: 'Harbour Operating ••4410', exact: true })).toBeVisible();
    await expect(page.getByRole('listitem').filter({ hasText: '••4410' })).toContainText('$39,513.53');
    await page.goBack();
    await choose(page, 'csv-credit-union.csv');
    await expect(page.getByText('This file has been imported before')).toBeVisible();
    await expect(page.getByText('As remembered for this account')).toBeVisible();
    await expect(page.locator('tbody.here tr')).toHaveCount(6);
    await expect(button(page, 'Import 0 lines')).toBeDisabled();
  });

  await test.step('several files are taken one after the other, each with its preview; an import is taken back', async () => {
    await page.goto('/commissions/bank/import');
    const file = (name: string) => ({
      name: `${name}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `Date,Description,Amount\n2026-11-20,${name} ONE,55.10\n2026-11-21,${name} TWO,56.10\n`,
      ),
    });
    await page
      .getByLabel('Bank file', { exact: true })
      .setInputFiles(['october', 'november', 'december'].map(file));
    await expect(page.getByText('2 more files after this one')).toBeVisible();
    await page.getByLabel('Account', { exact: true }).selectOption('New account');
    await page.getByLabel('Name of the account').fill('Second Operating');
    await button(page, 'Import 2 lines').click();
    await expect(heading(page, '2 lines imported')).toBeVisible();
    await button(page, 'Go on with november.csv').click();
    await expect(page.getByText('1 more file after this one')).toBeVisible();
    await button(page, 'Skip this file').click();
    await expect(page.getByText('december.csv')).toBeVisible();
    await button(page, 'Import 2 lines').click();
    await expect(heading(page, '2 lines imported')).toBeVisible();
    await expect(page.getByRole('link', { name: /^Review/ })).toBeVisible();
    await button(page, 'Undo import').click();
    await expect(heading(page, 'Import undone')).toBeVisible();
    await button(page, 'Import another file').click();
    await page.getByLabel('Bank file', { exact: true }).setInputFiles(file('december'));
    await expect(button(page, 'Import 2 lines')).toBeEnabled();
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } });
  // Holds bank-38
  test('what a file leaves open is asked; lines are cards, what the columns hold folds away, and Import stays at hand', async ({
    page,
  }) => {
    const { email } = await newTradingAgency('Bank Phone Travel');
    await signIn(page, email);
    await page.goto('/commissions/bank/import');
    await choose(page, 'csv-ambiguous-dates.csv');
    await expect(page.getByText('Say which comes first in the dates')).toBeVisible();
    await page.getByRole('combobox', { name: /^Dates/ }).selectOption('dmy');
    await expect(page.locator('tbody.new tr')).toHaveCount(2);
    await button(page, 'Choose another file').click();
    await choose(page, 'camt-v8.xml');
    await expect(page.getByRole('group', { name: 'Read as' })).toContainText('CAMT.053');
    await expect(page.locator('tbody.new tr')).toHaveCount(4);
    await button(page, 'Choose another file').click();
    await choose(page, 'csv-credit-union.csv');
    const lines = page.getByRole('region', { name: 'Lines and columns' });
    await expect(lines.getByText('There is no February 30.')).toBeVisible();
    await expect(lines.getByText('−$25.00').filter({ visible: true })).toHaveCount(2);
    expect(await lines.evaluate((box) => box.scrollWidth <= box.clientWidth)).toBe(true);
    await expect(page.getByLabel('Column Debit is')).toBeHidden();
    await button(page, /columns as guessed$/).click();
    await expect(page.getByLabel('Column Debit is')).toBeVisible();
    await settled(page);
    await expectAccessible(page, 'lines of a bank file on a phone', ['light', 'dark']);
    await page.getByLabel('Column Description is').selectOption('');
    await expect(page.getByText('Choose the column with the text.')).toBeVisible();
    await page.getByLabel('Column Description is').selectOption('text');
    await page.getByLabel('Name of the account').fill('Harbour Operating');
    await expect(button(page, 'Import 6 lines')).toBeInViewport();
    await button(page, 'Import 6 lines').click();
    await expect(heading(page, '6 lines imported')).toBeVisible();
  });
});
