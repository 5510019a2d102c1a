/** What becomes of the record of a customer: two records become one, a person wants theirs or is forgotten. */
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newTradingAgency } from '../../support/agency';
import { choose, expectProblem, field, fill } from '../../support/forms';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

const card = (page: Page, name: string | RegExp) => page.getByRole('region', { name });
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const alertDialog = (page: Page) => page.getByRole('alertdialog');
const choosePart = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};

test('a double is noticed before it is saved; two records become one, and two again, and one is erased once the name is typed', async ({
  page,
}) => {
  test.slow();
  const agency = await newTradingAgency('Twins');
  const { customer } = agency;
  await agency.sale({ reference: 'TW-1' });
  await signIn(page, agency.email);

  await test.step('a warning with a link, not a block', async () => {
    await page.goto('/customers/create');
    await fill(page, {
      firstName: 'Inés',
      lastName: 'Albrecht',
      phone: '030 555 01',
      email: 'INES@albrecht.test',
    });
    // Sent before anybody has looked: it is looked up first, and nothing is saved unseen.
    await page.keyboard.press('Control+Enter');
    const notice = page.getByRole('status').filter({ hasText: 'Is this somebody you know already?' });
    await expect(notice).toBeFocused();
    await expect(notice).toContainText('Same email');
    await expect(notice.getByRole('link', { name: /^Ines Albrecht/ })).toHaveAttribute(
      'href',
      `/customers/${customer.id}`,
    );
    await page.getByRole('button', { name: 'Add customer' }).click();
    await expect(heading(page, 'Inés Albrecht')).toBeVisible();
  });

  await test.step('merge: who stays, what moves, what is filled in', async () => {
    await page.goto(`/customers/${customer.id}`);
    await choosePart(page, 'Merge with another customer');
    const merge = dialog(page, 'Merge Ines Albrecht with another customer');
    await choose(page, 'The other record', 'Inés Albrecht');
    await expect(merge.getByRole('list', { name: 'What happens' })).toContainText(
      'Filled in where Ines has nothing: phone.',
    );
    // The richer one stays unless somebody says otherwise; both say what they are.
    const [rich, poor] = [merge.getByRole('radio').first(), merge.getByRole('radio').nth(1)];
    await expect(rich).toBeChecked();
    await expect(merge.getByRole('group', { name: 'Who stays' })).toContainText(
      /This record.*1 sale \(\$1,000\) · customer since|1 sale \(\$1,000\) · customer since.*This record/,
    );
    await expect(merge.getByRole('group', { name: 'Who stays' })).toContainText('No sales · customer since');
    await poor.check();
    await expect(merge.getByRole('list', { name: 'What happens' })).toContainText('1 sale ($1,000)');
    await merge.getByRole('button', { name: 'Merge customers' }).click();
    await expect(heading(page, 'Inés Albrecht')).toBeVisible();
    await expect(card(page, 'Totals')).toContainText('$1,000');
    await expect(page.getByRole('link', { name: 'TW-1' }).first()).toBeVisible();
    // An old link leads to whoever they have become.
    await page.goto(`/customers/${customer.id}`);
    await expect(heading(page, 'Inés Albrecht')).toBeVisible();
    await page.goto('/customers');
    await expect(page.getByText('1 customer', { exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Inés Albrecht' }).click();
  });

  await test.step('undone', async () => {
    const merges = card(page, 'Merged customers');
    await expect(merges).toContainText('Ines AlbrechtMerged by Nora Quist');
    await merges.getByRole('button', { name: 'Undo the merge of Ines Albrecht' }).click();
    await alertDialog(page).getByRole('button', { name: 'Undo merge' }).click();
    await expect(merges).toBeHidden();
    await expect(card(page, 'Totals')).toContainText('$0');
    await page.goto(`/customers/${customer.id}`);
    await expect(heading(page, 'Ines Albrecht')).toBeVisible();
    await expect(page.getByRole('link', { name: 'TW-1' }).first()).toBeVisible();
  });

  await test.step('a file with everything', async () => {
    const started = page.waitForEvent('download');
    await choosePart(page, 'Download personal data');
    const file = await started;
    expect(file.suggestedFilename()).toBe('personal-data-ines-albrecht.json');
    expect(await readFile(await file.path(), 'utf8')).toContain('ines@albrecht.test');
  });

  await test.step('nothing goes by a slip', async () => {
    await choosePart(page, 'Erase personal data');
    const erase = dialog(page, 'Erase everything personal about Ines Albrecht?');
    await field(erase, 'confirmation').fill('Ines');
    await erase.getByRole('button', { name: 'Erase personal data' }).click();
    await expectProblem(erase, 'confirmation', 'Type Ines Albrecht to confirm.');
    await field(erase, 'confirmation').fill('Ines Albrecht');
    await erase.getByRole('button', { name: 'Erase personal data' }).click();
    await expect(heading(page, 'Erased customer')).toBeVisible();
  });

  await test.step('the person is gone, the sale stays', async () => {
    await expect(page.getByText(/^Erased on /)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'TW-1' }).first()).toBeVisible();
    await expect(card(page, 'Totals')).toContainText('$1,000');
    expect(JSON.stringify(await agency.api.rows(`customers?id=eq.${customer.id}&select=*`))).not.toMatch(
      /albrecht/i,
    );
  });
});
