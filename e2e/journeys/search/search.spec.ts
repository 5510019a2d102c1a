/** Only on screen is a hit a step away: one box over everything, by keyboard, on a phone too (docs/product/platform.md, Search). */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const field = (page: Page) => page.getByRole('combobox', { name: 'Search' });
const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

async function agencyWithSale(page: Page, name: string) {
  const agency = await newTradingAgency(name);
  await agency.sale({ reference: 'SR-40417', amount: 1800 });
  await signIn(page, agency.email);
  await page.goto('/sales');
  // By then the page listens to its keys.
  await expect(page.getByRole('link', { name: 'SR-40417' })).toBeVisible();
  return agency;
}

test('by keyboard alone: open, find, go there, come back to what was recent, create who is not found', async ({
  page,
}) => {
  await agencyWithSale(page, 'Search Keys Travel');

  await test.step('keys typed before the search has arrived are not lost', async () => {
    let arrive = () => {};
    const typed = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/search\.[^/]*\.js/, async (route) => {
      await typed;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sr-4');
    arrive();
    await expect(field(page)).toHaveValue('sr-4');
    await page.keyboard.type('0417');
    await expect(field(page)).toHaveValue('sr-40417');
    await expect(page.getByRole('group', { name: 'Exact reference' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveCount(0);
  });

  await page.getByRole('button', { name: 'Search', exact: true }).focus();
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
  await expect(page.getByRole('group', { name: 'Go to' })).toBeVisible();

  await page.keyboard.press('Escape');
  await expect(field(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Search', exact: true })).toBeFocused();

  await page.keyboard.press('Control+k');
  await page.keyboard.type('sr40417');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/sales\/[\da-f-]{36}$/);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('SR-40417');

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: 'Recent' }).getByRole('option')).toContainText('SR-40417');
  await page.keyboard.type('sr-404');
  await expect(page.getByRole('group', { name: 'Commissions' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(option(page, /SR-40417/).nth(1)).toHaveAttribute('aria-selected', 'true');
  await settled(page);
  await expectAccessible(page, 'search', ['light', 'dark']);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/commissions\/[\da-f-]{36}$/);

  await test.step('who is not found is created with the typed name', async () => {
    await page.keyboard.press('Control+k');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('Mira Thornbury');
    await expect(page.getByText('Nothing found for “Mira Thornbury”').first()).toBeVisible();
    await settled(page);
    await expectAccessible(page, 'search that finds nothing', ['light', 'dark']);
    // Nobody is added but by choosing it.
    await page.keyboard.press('Enter');
    await expect(field(page)).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/customers\/create\?name=/);
    await expect(page.getByLabel('First name')).toHaveValue('Mira');
    await expect(page.getByLabel('Last name')).toHaveValue('Thornbury');
  });
});

test('on a phone it fills the screen, and goes by Cancel', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await agencyWithSale(page, 'Search Phone Travel');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await field(page).fill('sr-40417');
  await expect(page.getByRole('group', { name: 'Exact reference' })).toBeVisible();
  const box = await page.locator('.search-box').boundingBox();
  expect(box).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
  await settled(page);
  await expectAccessible(page, 'search on a phone', ['light', 'dark']);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(field(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await field(page).fill('sr-40417');
  await option(page, /SR-40417/)
    .first()
    .click();
  await expect(page).toHaveURL(/\/sales\/[\da-f-]{36}$/);
});
