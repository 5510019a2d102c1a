/** Only a browser has keys, old links and a phone’s width: filters of the two lists by all of them, and with axe. */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { expectAccessible } from '../../support/axe';
import { counted, filter, head, rows } from '../../support/lists';
import { demo, signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

test('the keyboard alone opens, walks and leaves every filter', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/sales');
  await expect(rows(page)).toHaveCount(10);
  const dialog = page.getByRole('dialog');

  await filter(page, 'Vendor').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(filter(page, 'Vendor')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/vendorId=/);

  await filter(page, 'Sale date').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('button', { name: 'Yesterday' })).toBeFocused();
  await page.getByLabel('To', { exact: true }).fill('2026-01-31');
  await page.getByLabel('From', { exact: true }).fill('2026-03-01');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/from=2026-01-31&to=2026-03-01/);
  await expect(filter(page, 'Sale date')).toHaveText('Sale date: Jan 31 – Mar 1, 2026');
  await expect(filter(page, 'Sale date')).toBeFocused();
});

test('a link that is old or mistyped still shows a list, and one request brings it', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/sales?sort=password&dir=asc&pageSize=7&agentId=me&from=soon&status=sold');
  await expect(counted(page)).toHaveText(/^1–10 of/);
  await expect(head(page, 'Sale date')).toHaveAttribute('aria-sort', 'descending');
  for (const path of ['/sales?status=paid', '/commissions?status=unpaid']) {
    const asked: string[] = [];
    const listen = (request: { url: () => string }) => asked.push(new URL(request.url()).pathname);
    page.on('request', listen);
    await page.goto(path);
    await expect(rows(page)).toHaveCount(10);
    page.off('request', listen);
    const data = asked.filter((name) => name.startsWith('/rest/v1/'));
    expect(data.sort(), path).toEqual([
      '/rest/v1/rpc/get_unread_count',
      expect.stringMatching(/\/rpc\/list_(sales|commissions)$/),
      '/rest/v1/users',
    ]);
  }
});

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
