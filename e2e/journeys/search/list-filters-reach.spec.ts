/** Only a browser has a phone’s width: filters of the two lists there, and with axe. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../../support/axe';
import { filter, rows } from '../../support/lists';
import { demo, signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  const items = (page: Page): Locator => page.getByRole('list', { name: 'Sales' }).getByRole('listitem');

  test('filters open as sheets, and the order has a control of its own', async ({ page }) => {
    await signIn(page, demo.owner);
    await page.goto('/sales');
    await expect(items(page)).toHaveCount(10);
    await page.getByLabel('Sort').selectOption('Highest total');
    await expect(page).toHaveURL('/sales?sort=totalAmount');
    await expect(items(page).first()).toContainText('$');

    await filter(page, 'Sale date').tap();
    const sheet = page.getByRole('dialog', { name: 'Sale date' });
    await expect(sheet).toBeInViewport({ ratio: 0.99 });
    await page.mouse.click(195, 60);
    await expect(sheet).toBeHidden();
    await expect(page).toHaveURL('/sales?sort=totalAmount');

    await filter(page, 'Agent').tap();
    await page.getByRole('option', { name: 'Sofia Marino' }).tap();
    await expect(page).toHaveURL(/agentId=/);
    await expect(items(page)).toHaveCount(10);
    await expectAccessible(page, 'filtered list', ['light', 'dark']);
  });
});

// Without a choice they are looked at with the other dialogs.
test('an open filter with a choice is accessible', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/sales?from=2026-01-31&to=2026-03-01');
  await expect(rows(page)).toHaveCount(10);
  await filter(page, 'Sale date').click();
  await expectAccessible(page, 'range of dates', ['light', 'dark']);
});
