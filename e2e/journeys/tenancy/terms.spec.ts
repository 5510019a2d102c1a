/** Terms of a person: an owner agrees on a plan with its form, and the person reads it. */
import { expect, test } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { apiOf } from '../../support/api';
import { expectAccessible } from '../../support/axe';
import { signIn } from '../../support/people';
import { expectRoom } from '../../support/widths';

test('an owner agrees on tiers, plans a change, and compares', async ({ page }) => {
  const { email } = await newTradingAgency('Terms');
  const owner = await apiOf(email);
  const address = `/team/${owner.userId}/terms`;
  await signIn(page, email);
  await page.goto(`/team/${owner.userId}`);
  await page.getByRole('link', { name: 'Terms', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Terms of / })).toBeVisible();

  await page.getByRole('button', { name: 'New version' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add category' }).click();
  await dialog.getByLabel('Category', { exact: true }).selectOption('Air');
  await dialog.getByRole('group', { name: 'Categories 1' }).getByLabel('Split').fill('50');
  await dialog.getByRole('button', { name: 'Add vendor' }).click();
  await dialog.getByRole('combobox', { name: 'Vendor', exact: true }).click();
  await page.getByRole('option', { name: /Fjordline/ }).click();
  await dialog.getByRole('group', { name: 'Vendors 1' }).getByLabel('Split').fill('68');
  await dialog.getByLabel('Tiers by').selectOption('Sales booked');
  for (const [index, [from, split]] of [
    ['0', '65'],
    ['1000000', '67.5'],
  ].entries()) {
    await dialog.getByRole('button', { name: 'Add step' }).click();
    const step = dialog.getByRole('group', { name: `Steps ${index + 1}` });
    await step.getByLabel('From a volume of').fill(from as string);
    await step.getByLabel('Split from there on').fill(split as string);
  }
  await dialog.getByRole('button', { name: 'Add override' }).click();
  const override = dialog.getByRole('group', { name: 'Overrides 1' });
  await expect(override.getByRole('combobox', { name: 'People' })).toBeVisible();
  await expectAccessible(page, 'the form of a version', ['light', 'dark']);
  await override.getByLabel('Of whom').selectOption('Everybody else');
  await override.getByLabel('Percent', { exact: true }).fill('5');
  await override.getByLabel('Cap of a calendar year').fill('6000');
  await dialog.getByRole('button', { name: /^Save version/ }).click();
  await expect(page.getByText(/^Terms saved for /)).toBeVisible();
  await expect(page.getByRole('region', { name: 'In force now' })).toContainText('65%');
  await expect(page.getByRole('region', { name: 'In force now' })).toContainText('Version 2');
  await expect(page.getByRole('region', { name: 'Override' })).toContainText('$0.00 of $6,000.00');

  await page.getByRole('button', { name: 'New version' }).click();
  await dialog.getByLabel('Valid from').fill('04/01/2199');
  await dialog.getByRole('group', { name: 'Categories 1' }).getByLabel('Split').fill('55');
  await dialog.getByRole('button', { name: /^Save version/ }).click();
  await expect(page.getByRole('region', { name: /^Changes on/ })).toContainText('50% → 55%');
  await expectAccessible(page, address, ['light', 'dark']);
  await expectRoom(page, address);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Compare' }).click();
  await expect(page.getByRole('table', { name: 'What differs' })).toContainText('Air50%55%');
  await expectAccessible(page, 'the comparison', ['light', 'dark']);
});
