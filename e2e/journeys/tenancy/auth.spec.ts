/**
 * Only a browser follows a mailed link and shares a session between tabs: the ways in and out besides sign-up and log-in
 * (docs/product/tenancy.md, Accounts).
 */
import { expect, test, type Page } from '@playwright/test';
import { newAgency } from '../../support/agency';
import { post } from '../../support/api';
import { expectAccessible } from '../../support/axe';
import { stack } from '../../support/environment';
import { confirmationLink, logInByForm, newEmail } from '../../support/people';

const NEW_PASSWORD = 'seaglass-42';

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const isDashboard = (page: Page) => page.waitForURL(/\/dashboard$/);

async function setUpAccount(page: Page): Promise<void> {
  await field(page, 'firstName').fill('Milo');
  await field(page, 'lastName').fill('Reyes');
  await field(page, 'password').fill(NEW_PASSWORD);
  await field(page, 'passwordConfirmation').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

// Holds tenancy-38, tenancy-39
test('from a page without a link and a dead link to a new password; the link works once', async ({
  page,
}) => {
  const agency = await newAgency('Reset Travel');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();

  await test.step('without a link the page shows its fields, says what is missing and offers a link', async () => {
    await page.goto('/reset-password');
    await expect(page.getByRole('heading', { level: 1, name: 'Reset your password' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Open this page from our mail' })).toBeVisible();
    const save = page.getByRole('button', { name: 'Save new password' });
    await save.click();
    await expect(page.getByLabel('New Password')).toHaveAccessibleDescription(
      'Please enter and confirm your new password',
    );
    await page.getByLabel('New Password').fill(NEW_PASSWORD);
    await page.getByLabel('Confirm Password').fill(NEW_PASSWORD);
    await save.click();
    await expect(page.getByRole('alert')).toContainText('Your new password was not saved');
    await expect(field(page, 'email')).toBeFocused();
  });

  await page.goto('/login');
  await field(page, 'email').fill(agency.email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible();
  const link = await confirmationLink(agency.email);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByText(`Choose a new one for ${agency.email}.`)).toBeVisible();
  expect(page.url()).toBe(`${stack().url}/reset-password`);

  await test.step('neither a reload nor another address is a way around it; cancelling is', async () => {
    await page.reload();
    await expect(field(page, 'passwordConfirmation')).toBeVisible();
    await page.goto('/create-password');
    await page.waitForURL(/\/reset-password$/);
    await page.getByRole('button', { name: 'Cancel and go to log in' }).click();
    await page.waitForURL(/\/login$/);
  });

  await test.step('a used link says so and offers a new one', async () => {
    await page.goto(link);
    await expect(page.getByText('This link has expired or was used before.')).toBeVisible();
    expect(page.url()).toBe(`${stack().url}/reset-password`);
    await field(page, 'email').fill(agency.email);
    await page.getByRole('button', { name: 'Send a new link' }).click();
    await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible();
    await page.goto(await confirmationLink(agency.email, 2));
  });

  await test.step('what may be wrong is said at the fields', async () => {
    const save = page.getByRole('button', { name: 'Save new password' });
    await field(page, 'password').fill('abc');
    await field(page, 'passwordConfirmation').fill('abd');
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await field(page, 'passwordConfirmation').fill('abc');
    await save.click();
    await expect(page.getByText('Password must be at least 6 characters long')).toBeVisible();
    await field(page, 'password').fill(agency.password);
    await field(page, 'passwordConfirmation').fill(agency.password);
    await save.click();
    await expect(page.getByRole('alert')).toContainText('should be different from the old password');
  });

  await field(page, 'password').fill(NEW_PASSWORD);
  await field(page, 'passwordConfirmation').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Save new password' }).click();
  await expect(page.getByText('Your password has been updated.')).toBeVisible();
  await page.waitForURL(/\/login$/);
  await logInByForm(page, agency.email, NEW_PASSWORD);
  await isDashboard(page);
});

// Holds tenancy-43
test('who is invited and has an account logs in, and joins by the mail', async ({ page }) => {
  const agency = await newAgency('Joining Travel');
  const email = newEmail('known');
  await post('/auth/v1/signup', { email, password: NEW_PASSWORD });
  await fetch(await confirmationLink(email, 1), { redirect: 'manual' });
  await agency.api.insert('invitations', { email, role: 'agent', commission_split: 70 });
  await logInByForm(page, email, NEW_PASSWORD);
  await page.waitForURL(/\/create-password$/);
  await expect(page.getByText('Nora Quist invites you to join')).toContainText('Joining Travel');
  await expectAccessible(page, 'joining by mail', ['light', 'dark']);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('A fresh link is on its way')).toBeVisible();
  await page.goto(await confirmationLink(email, 2));
  await setUpAccount(page);
  await isDashboard(page);
});

test('a session without Remember me lives in its tab alone; signing out of a remembered one reaches every tab but that', async ({
  context,
  page,
}) => {
  const [one, two] = [await newAgency('Tab Travel'), await newAgency('Browser Travel')];
  await page.goto('/login');
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck({ force: true });
  await field(page, 'email').fill(one.email);
  await field(page, 'password').fill(one.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await isDashboard(page);
  const other = await context.newPage();
  await other.goto('/dashboard');
  await other.waitForURL(/\/login/);
  await logInByForm(other, two.email, two.password);
  await isDashboard(other);
  const third = await context.newPage();
  await third.goto('/customers');
  await expect(third.getByRole('heading', { level: 1 })).toBeVisible();
  await page.reload();
  await expect(page.getByText('Tab Travel').first()).toBeVisible();

  await other.getByRole('button', { name: /Nora Quist/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.waitForURL(/\/login$/);
  await third.waitForURL(/\/login\?redirect=%2Fcustomers$/);
  await page.goto('/sales');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).toBe(`${stack().url}/sales`);
});
