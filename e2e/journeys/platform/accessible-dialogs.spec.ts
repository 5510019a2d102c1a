/** Only a browser has contrasts and names: what opens over lists and records, and charts as tables, at desk and phone width, in a theme each. */
import { expect, test } from '@playwright/test';
import { newAgencyWithAgent, newTradingAgency } from '../../support/agency';
import { DEVICES, expectAccessible, expectAccessibleEverywhere } from '../../support/axe';
import { saveTooLate } from '../../support/conflict';
import { expectDrawn } from '../../support/dashboard';
import { field, fill } from '../../support/forms';
import { openStatusMenu } from '../../support/money';
import { demo, signIn } from '../../support/people';

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
  const { email, sale } = await newTradingAgency('Open moves');
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
});

test('what a member and a vendor ask', async ({ page }) => {
  const { email, agent, vendor, sale } = await newAgencyWithAgent('Open records');
  await sale({ reference: 'OPEN-4', agent });
  await signIn(page, email);
  await page.goto(`/team/${agent.id}`);
  for (const item of ['Change role…', 'Make owner…', 'Deactivate…']) {
    await page.getByRole('button', { name: 'Manage' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await check(page, `dialog ${item}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  }
  await page.goto(`/vendors/${vendor.id}`);
  for (const [device, viewport, themes] of DEVICES) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'More actions' }).click();
    await expectAccessible(page, `menu of a vendor on ${device}`, themes);
    await page.getByRole('menuitem', { name: 'Archive…' }).click();
    await expectAccessible(page, `question before archiving on ${device}`, themes);
    await page.getByRole('button', { name: 'Keep vendor' }).click();
  }
});

test('what a dashboard shows in the place of charts', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/dashboard');
  for (const title of ['Sales trends', 'Commission trends', 'Top agents', 'Top vendors'])
    await expectDrawn(page, title);
  await check(page, 'charts');
  for (const title of ['Sales trends', 'Commission trends', 'Top agents'])
    await page.getByRole('button', { name: `Show ${title} as a table` }).click();
  await check(page, 'tables');
  for (const [device, viewport, themes] of DEVICES) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: /^Sale date: / }).click();
    await expect(page.getByRole('list', { name: 'Presets' })).toBeVisible();
    await expectAccessible(page, `range of dates on ${device}`, themes);
    await page.keyboard.press('Escape');
  }
});
