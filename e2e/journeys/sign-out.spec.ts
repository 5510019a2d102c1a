import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../support/agency';
import { signIn } from '../support/people';
import { userMenu } from '../support/screen';

/** Signing out ends drafts, too; so it asks where something is half-typed. With the keyboard alone from the menu on. */
const press = (page: Page, key: string) => page.keyboard.press(key);
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Sign out without saving?' });
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('paperplane.draft.')).length);

async function halfASale(page: Page): Promise<void> {
  const { email, password } = await newTradingAgency('Half Sales');
  await signIn(page, email, password);
  await page.goto('/sales/create');
  await page.getByLabel('Booking reference').fill('HALF-1');
  await expect.poll(() => drafts(page)).toBe(1);
}

test('the user menu asks before half a sale is lost', async ({ page }) => {
  await halfASale(page);
  const signOut = page.getByRole('menuitem', { name: 'Sign out' });
  const open = async () => {
    await userMenu(page).focus();
    await press(page, 'Enter');
    await expect(page.locator('[role=menu]:focus, [role=menu] :focus')).toHaveCount(1);
    await press(page, 'End');
    await expect(signOut).toBeFocused();
    await press(page, 'Enter');
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
  };
  await open();
  await press(page, 'Escape');
  await expect(question(page)).toBeHidden();
  await expect(userMenu(page)).toBeFocused();
  await expect(page.getByLabel('Booking reference')).toHaveValue('HALF-1');
  expect(await drafts(page)).toBe(1);

  await open();
  await press(page, 'Tab');
  await expect(question(page).getByRole('button', { name: 'Sign out' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page).toHaveURL('/login');
  expect(await drafts(page)).toBe(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the mobile menu asks as well, and stays behind the question', async ({ page }) => {
    await halfASale(page);
    await page.getByRole('button', { name: /^Open menu/ }).press('Enter');
    const signOut = page.locator('#mobile-menu').getByRole('button', { name: 'Sign out' });
    await signOut.press('Enter');
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await press(page, 'Escape');
    await expect(question(page)).toBeHidden();
    await expect(signOut).toBeFocused();
    await signOut.press('Enter');
    await question(page).getByRole('button', { name: 'Sign out' }).press('Enter');
    await expect(page).toHaveURL('/login');
    expect(await drafts(page)).toBe(0);
  });
});

test('nothing typed, nothing asked', async ({ page }) => {
  const { email, password } = await newTradingAgency('No Sales');
  await signIn(page, email, password);
  await page.goto('/sales/create');
  await expect(page.getByLabel('Booking reference')).toBeVisible();
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
});
