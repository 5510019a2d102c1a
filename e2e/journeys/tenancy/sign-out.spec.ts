/** Only a browser knows what is half-typed in its tabs: signing out ends drafts, so it asks. With the keyboard alone from the menu on. */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { request } from '../../support/api';
import { signIn } from '../../support/people';
import { userMenu } from '../../support/screen';

const press = (page: Page, key: string) => page.keyboard.press(key);
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Sign out without saving?' });
const drafts = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('paperplane.draft.')).length);

async function halfASale(page: Page) {
  const { email, password } = await newTradingAgency('Half Sales');
  await signIn(page, email);
  await page.goto('/sales/create');
  await page.getByLabel('Booking reference').fill('HALF-1');
  await expect.poll(() => drafts(page)).toBe(1);
  return { email, password };
}

test('either menu asks before half a sale is lost, and asks nothing where nothing is typed', async ({
  page,
}) => {
  const { email } = await halfASale(page);
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

  await test.step('the menu of a phone stays behind the question', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: /^Open menu/ }).press('Enter');
    const inMenu = page.locator('#mobile-menu').getByRole('button', { name: 'Sign out' });
    await inMenu.press('Enter');
    await expect(question(page).getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await press(page, 'Escape');
    await expect(question(page)).toBeHidden();
    await expect(inMenu).toBeFocused();
    await press(page, 'Escape');
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await open();
  await press(page, 'Tab');
  await expect(question(page).getByRole('button', { name: 'Sign out' })).toBeFocused();
  await press(page, 'Enter');
  await expect(page).toHaveURL('/login');
  expect(await drafts(page)).toBe(0);

  await test.step('nothing typed, nothing asked', async () => {
    await signIn(page, email);
    await page.goto('/sales/create');
    await expect(page.getByLabel('Booking reference')).toHaveValue('');
    await userMenu(page).click();
    await signOut.click();
    await expect(page).toHaveURL('/login');
  });
});

// Holds tenancy-10, tenancy-60
test('a session that ends by itself keeps what was typed; who signs out reads what another tab would lose', async ({
  page,
  context,
}) => {
  const { email, password } = await halfASale(page);
  await test.step('it says so, leads back to where it was, and what was typed comes back', async () => {
    const token = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('paperplane.auth') ?? '{}') as { access_token: string })
          .access_token,
    );
    await request('/auth/v1/logout?scope=local', { method: 'POST' }, token);
    await page.reload();
    await expect(page).toHaveURL('/login?redirect=%2Fsales%2Fcreate');
    await expect(page.getByText('Your session ended. What you typed is kept.')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByText('Your draft is back')).toBeVisible();
    await expect(page.getByLabel('Booking reference')).toHaveValue('HALF-1');
  });

  const other = await context.newPage();
  await other.goto('/customers');
  const signOut = async () => {
    await userMenu(other).click();
    await other.getByRole('menuitem', { name: 'Sign out' }).click();
    await expect(question(other).getByRole('listitem')).toHaveText(['Create sale, in another tab']);
  };
  await signOut();
  await question(other).getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Booking reference')).toHaveValue('HALF-1');
  expect(await drafts(page)).toBe(1);

  await signOut();
  await question(other).getByRole('button', { name: 'Sign out' }).click();
  await expect(other).toHaveURL('/login');
  await expect(page).toHaveURL(/\/login/);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Your session ended.')).toBeHidden();
  expect(await drafts(page)).toBe(0);
});
