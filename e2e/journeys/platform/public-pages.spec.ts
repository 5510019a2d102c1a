/** Only a browser opens a page without an account: the texts, fields and ways on of the public ones (docs/product/platform.md, Public pages). */
import { expect, test, type Page } from '@playwright/test';
import { newAgency } from '../../support/agency';
import { stack } from '../../support/environment';
import { field } from '../../support/forms';
import { demo, logIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
const leadsTo = (page: Page, name: string | RegExp, path: string) =>
  expect(link(page, name).first()).toHaveAttribute('href', path);
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

test('landing: header, hero, band, finance flow and features lead to sign-up and log-in', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  await expect(header.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login');
  await expect(header.getByRole('link', { name: 'Sign up!' })).toHaveAttribute('href', '/signup');
  await expect(header.locator('.pp-logo-white svg')).toBeVisible();
  await leadsTo(page, 'Get Started', '/signup');
  await leadsTo(page, 'Sign up for free', '/signup');
  await expect(page.locator('.ld-hero')).toHaveCSS('color', /rgb/);

  const flow = page.getByRole('region', { name: 'From bank deposit to agent payout in four steps' });
  await expect(flow.getByRole('heading', { level: 3 })).toHaveText([
    'Transactions',
    'Auto Matching',
    'Commissions',
    'Agent Payments',
  ]);
  const features = page.getByRole('region', { name: 'The whole agency, one quiet workspace' });
  for (const name of [
    'Commission tracking',
    'Document management',
    'Reports',
    'Customer profiles',
    'Sales tracking',
    'Team management',
    'Team messaging',
  ]) {
    await expect(features.getByRole('heading', { name })).toBeVisible();
  }
  await expect(page.getByRole('main')).not.toContainText('Coming soon');
  await expect(page.getByRole('region', { name: 'Sign up' })).toContainText('Twoagencies to try it with');
  await expect(page.getByRole('main')).toContainText('and matches the money when it lands.');
});

test('log-in: e-mail, password, Remember me, Forgot your password, the way to sign-up', async ({ page }) => {
  await page.goto('/login');
  await expect(field(page, 'email')).toBeVisible();
  await expect(field(page, 'password')).toHaveAttribute('type', 'password');
  await expect(page.getByRole('checkbox', { name: 'Remember me' })).toBeVisible();
  await expect(link(page, 'Forgot your password?')).toBeVisible();
  await leadsTo(page, 'Create your agency', '/signup');
});

test('forgot password needs an e-mail and says that the instructions are on their way', async ({ page }) => {
  await page.goto('/login');
  await link(page, 'Forgot your password?').click();
  await expect(field(page, 'email')).toHaveAccessibleDescription('Please enter your email address');
  await field(page, 'email').fill('nobody@e2e.paperplane.test');
  await link(page, 'Forgot your password?').click();
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible();
});

test('email confirmation: heading, address, resending, the way back', async ({ page }) => {
  const { email } = await newAgency('Confirmed');
  await page.goto(`/email-confirmation?email=${encodeURIComponent(email)}`);
  await expect(heading(page, 'Verification Required')).toBeVisible();
  await expect(page.getByText(email)).toBeVisible();
  await leadsTo(page, 'Back to log in', '/login');
  await page.getByRole('button', { name: 'Resend Confirmation Email' }).click();
  await expect(page.getByText('Confirmation email has been resent.')).toBeVisible();

  await page.goto('/email-confirmation');
  await page.getByRole('button', { name: 'Resend Confirmation Email' }).click();
  await expect(field(page, 'email')).toHaveAccessibleDescription('Email address is required');
  await field(page, 'email').fill(email);
  await page.route('**/auth/v1/resend*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.getByRole('button', { name: 'Resend Confirmation Email' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'Failed to resend confirmation email. Please try again.',
  );
});

test('create password: heading, and what went wrong without an invitation', async ({ page }) => {
  await page.goto('/create-password');
  await expect(heading(page, 'Set up your account')).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Error setting up your account');
});

test('inactive: the words, and the way out', async ({ page }) => {
  await logIn(page, demo.inactive);
  await expect(heading(page, 'Account Inactive')).toBeVisible();
  await expect(page.getByRole('main')).toContainText('Access Restricted');
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
});

for (const [path, title, texts] of [
  [
    '/terms-of-service',
    'Terms of Service',
    ['at least 30 days before', 'over the age of 16', 'State of Delaware'],
  ],
  ['/privacy-policy', 'Privacy Policy', ['over the age of 16']],
] as const) {
  test(`${path}: today’s date, two addresses and the terms`, async ({ page }) => {
    await page.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'));
    await page.goto(path);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText('Last updated: Nov 21, 2026')).toBeVisible();
    await expect(page.locator('a[href^="mailto:"]')).toHaveCount(2);
    for (const text of texts) await expect(page.getByRole('main')).toContainText(text);
  });
}

test('offline: the words, and Try Again reloads the page', async ({ page }) => {
  await page.goto('/offline');
  await expect(heading(page, 'You’re offline')).toBeVisible();
  const reloaded = page.waitForEvent('framenavigated');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await reloaded;
  await expect(page).toHaveURL('/offline');
});

test('too many attempts to sign in are said as such, and what was typed stays', async ({ page }) => {
  await page.route('**/auth/v1/token?**', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'access-control-allow-origin': stack().url },
      json: { code: 429, error_code: 'over_request_rate_limit', msg: 'Request rate limit reached' },
    }),
  );
  await page.goto('/login');
  await field(page, 'email').fill(demo.owner);
  await field(page, 'password').fill('guess');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait a few minutes, then try again.');
  await expect(field(page, 'email')).toHaveValue(demo.owner);
  await expect(page.getByRole('button', { name: 'Log in' })).toBeEnabled();
});
