/** Only on screen does a figure open: from the page of all reports to its bookings, a file, and a saved report that an agent opens. */
import { expect, test } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { logIn, signIn } from '../../support/people';
import { heading } from '../../support/screen';

const today = new Date().toISOString().slice(0, 10);

test('an owner reads sales by vendor, follows a figure, exports and saves it; an agent sees their own in it', async ({
  page,
  browser,
}) => {
  const { email, api, agent, vendor, sale } = await newAgencyWithAgent('Report Travel');
  await sale({ reference: 'FJ-1', sold: today, agent });
  await sale({ reference: 'FJ-2', sold: today });
  const azur = await api.insert('vendors?select=id', { name: 'Azur Lines', default_commission_rate: 10 });
  await sale({ reference: 'AZ-1', vendor: azur.id, amount: 500, sold: today });

  await logIn(page, email);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Reports' }).click();
  await expect(heading(page, 'Reports')).toBeVisible();
  await expect(page.getByText('$2,500')).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'reports', ['light', 'dark']);

  await page.getByRole('link', { name: 'Sales', exact: true }).last().click();
  await expect(heading(page, 'Sales')).toBeVisible();
  await page.getByLabel('Grouped by').selectOption('vendor');
  await expect(page).toHaveURL(/group=vendor/);
  const figures = page.getByRole('table', { name: 'Figures' });
  await expect(figures.getByRole('row', { name: /Fjordline Cruises/ })).toContainText('2$2,000$240');
  await expect(figures.locator('tfoot')).toContainText('2 vendors3$2,500$290');
  await page.getByLabel('Compare').selectOption('year');
  await expect(page.getByRole('columnheader', { name: 'Year before' })).toBeVisible();
  await settled(page);
  await expectAccessible(page, 'a report', ['light', 'dark']);

  await test.step('a figure leads to its bookings, which add up to it', async () => {
    await figures.getByRole('link', { name: '$2,000' }).click();
    const bookings = page.getByRole('table', { name: 'Bookings' });
    await expect(bookings.locator('tbody tr')).toHaveCount(2);
    await expect(bookings.locator('tfoot')).toContainText('$2,000.00');
    await expectAccessible(page, 'rows behind a figure', ['light', 'dark']);
    await page.getByRole('link', { name: 'Sales', exact: true }).last().click();
    await expect(figures).toBeVisible();
  });

  await test.step('files', async () => {
    for (const [name, ending] of [
      ['Table as Excel', 'xlsx'],
      ['Rows as CSV', 'csv'],
    ] as const) {
      await page.getByRole('button', { name: 'Export' }).click();
      const download = page.waitForEvent('download');
      await page.getByRole('menuitem', { name }).click();
      expect((await download).suggestedFilename()).toMatch(new RegExp(`^paperplane-sales.*\\.${ending}$`));
    }
  });

  await test.step('saved, shared, opened by an agent', async () => {
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('dialog', { name: 'Save report' });
    await dialog.getByRole('button', { name: 'Save report' }).click();
    await expect(dialog.getByText('Enter a name.')).toBeVisible();
    await dialog.getByLabel('Name').fill('Vendors this year');
    await dialog.getByLabel(/Share it/).check();
    await expectAccessible(page, 'saving a report', ['light', 'dark']);
    await dialog.getByRole('button', { name: 'Save report' }).click();
    await expect(dialog).toBeHidden();

    const theirs = await (await browser.newContext()).newPage();
    await signIn(theirs, agent.email);
    await theirs.goto('/reports');
    await theirs.getByRole('link', { name: 'Vendors this year' }).click();
    const own = theirs.getByRole('table', { name: 'Figures' });
    await expect(own.locator('tfoot')).toContainText('1 vendor1$1,000$120');
    await expect(own).not.toContainText('Azur Lines');
    await theirs.goto(`/reports/sales?group=agent&row=${vendor.id}`);
    await expect(theirs.getByText('No bookings')).toBeVisible();
    await theirs.context().close();
  });

  await page.goto('/reports');
  await page.getByRole('button', { name: 'More for Vendors this year' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete report' }).click();
  await expect(page.getByRole('link', { name: 'Vendors this year' })).toBeHidden();
});
