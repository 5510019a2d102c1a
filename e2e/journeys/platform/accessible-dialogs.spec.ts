/** Only a browser has contrasts and names: what opens over sales and commissions, at desk and phone width, in a theme each. */
import { expect, test } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { DEVICES, expectAccessible, expectAccessibleEverywhere } from '../../support/axe';
import { saveTooLate } from '../../support/conflict';
import { field, fill } from '../../support/forms';
import { openStatusMenu } from '../../support/money';
import { signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const check = expectAccessibleEverywhere;

test('filters of both lists', async ({ page }) => {
  const { email, sale } = await newTradingAgency('Open filters');
  await sale({ reference: 'OPEN-1' });
  await signIn(page, email);
  for (const [path, filters] of [
    ['/sales', ['Agent', 'Vendor', 'Sale date']],
    ['/commissions', ['Agent', 'Sale date']],
  ] as const) {
    await page.goto(path);
    await expect(
      page
        .getByRole('link', { name: /OPEN-1|Ines Albrecht/ })
        .filter({ visible: true })
        .first(),
    ).toBeVisible();
    for (const [device, viewport, themes] of DEVICES) {
      await page.setViewportSize(viewport);
      for (const name of filters) {
        const opener = page.getByRole('button', { name, exact: true });
        await opener.click();
        const panel = page.getByRole('dialog', { name });
        await expect(
          name === 'Sale date'
            ? panel.getByRole('button', { name: 'Last 90 days' })
            : panel.getByRole('option').first(),
        ).toBeVisible();
        await expectAccessible(page, `${path}: ${name} on ${device}`, themes);
        await page.keyboard.press('Escape');
        await expect(panel).toBeHidden();
        await expect(opener).toBeFocused();
      }
    }
  }
});

test('what a sale being recorded asks', async ({ page }) => {
  const { email, api, sale } = await newTradingAgency('Open questions');
  const sold = await sale({ reference: 'OPEN-2' });
  await signIn(page, email);
  await page.goto('/sales/create');
  await field(page, 'notes').fill('Window seats');

  for (const [kind, add, wrong] of [
    ['New customer', 'Add customer', { email: 'aiko' }],
    ['New vendor', 'Add vendor', { defaultCommissionRate: '101' }],
  ] as const) {
    await page.getByRole('button', { name: kind }).click();
    const dialog = page.getByRole('dialog', { name: kind });
    await expect(dialog).toBeVisible();
    await check(page, kind);
    await fill(dialog, wrong);
    await dialog.getByRole('button', { name: add }).click();
    await expect(dialog.locator('[aria-invalid=true]')).not.toHaveCount(0);
    await check(page, `${kind} with errors`);
    await page.keyboard.press('Escape');
    const question = page.getByRole('alertdialog', { name: 'Discard what you typed?' });
    await question.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  }

  await page.getByRole('link', { name: 'Cancel' }).click();
  const leave = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(leave).toBeVisible();
  await check(page, 'leave without saving');
  await leave.getByRole('button', { name: 'Discard' }).click();
  await expect(page).toHaveURL('/sales');

  const conflict = await saveTooLate(page, api, sold.id);
  await conflict.getByRole('button', { name: 'Save with these changes' }).click();
  await expect(conflict.getByRole('alert')).toHaveCount(2);
  await check(page, 'conflict');
});

test('what a sale and its commission ask', async ({ page }) => {
  const { email, api, sale } = await newTradingAgency('Open moves');
  const sold = await sale({ reference: 'OPEN-3' });
  await signIn(page, email);
  const entry = await openStatusMenu(page, sold.id);
  await entry('What the statuses mean').click();
  await expect(page.getByRole('dialog', { name: 'Sale statuses' })).toBeVisible();
  await check(page, 'what the statuses mean');
  await page.getByRole('button', { name: 'Got it' }).click();
  await page.getByRole('button', { name: 'Mark as paid' }).click();
  await expect(page.getByRole('alertdialog')).toContainText('becomes Funds received');
  await check(page, 'mark as paid');

  await api.update(`sales?id=eq.${sold.id}`, { status: 'paid' });
  await page.goto(`/commissions/${sold.commissionId}?pay=1`);
  await expect(page.getByRole('dialog', { name: 'Record payment' })).toBeVisible();
  await check(page, 'record payment');
});
