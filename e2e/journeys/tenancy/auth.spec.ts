/**
 * Only a browser follows a mailed link and shares a session between tabs: the ways in and out besides sign-up and log-in
 * (docs/product/tenancy.md, Accounts).
 */
import { expect, test, type Page } from '@playwright/test';
import { newAgency, type Agency } from '../../support/agency';
import { post } from '../../support/api';
import { expectAccessible } from '../../support/axe';
import { stack } from '../../support/environment';
import { confirmationLink, logInByForm, signIn, newEmail } from '../../support/people';

const NEW_PASSWORD = 'seaglass-42';

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);
const isDashboard = (page: Page) => page.waitForURL(/\/dashboard$/);

/** Waits for mail number `count` to an address and gives the link in it. */
async function linkOf(email: string, count: number): Promise<string> {
  const mails = async () => {
    const address = encodeURIComponent(email.toLowerCase());
    const found = await fetch(`${stack().mailUrl}/email?to.address=${address}`);
    return ((await found.json()) as unknown[]).length;
  };
  await expect.poll(mails, { intervals: [100] }).toBeGreaterThanOrEqual(count);
  return confirmationLink(email);
}

async function askForReset(page: Page, email: string): Promise<string> {
  await page.goto('/login');
  await field(page, 'email').fill(email);
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible();
  return linkOf(email, 1);
}

/** A member as the team list tells an admin. */
async function memberOf(agency: Agency, email: string): Promise<{ id: string; role: string }> {
  const { rows } = await agency.api.call<{ rows: { id: string; role: string }[] }>('list_team', {
    search: email,
  });
  const [member] = rows;
  if (!member || rows.length > 1) throw new Error(`${rows.length} members have the address ${email}`);
  return member;
}

/** Invites somebody as the invite screen does: the row, then the mail. */
async function invite(agency: Agency, email: string): Promise<string> {
  await agency.api.insert('invitations', { email, role: 'agent', commission_split: 70 });
  await sendInvitation(email);
  return linkOf(email, 1);
}

const sendInvitation = (email: string) =>
  post(`/auth/v1/otp?redirect_to=${encodeURIComponent(`${stack().url}/create-password`)}`, {
    email,
    create_user: true,
    data: { invited: 'yes' },
  });

async function setUpAccount(page: Page): Promise<void> {
  await field(page, 'firstName').fill('Milo');
  await field(page, 'lastName').fill('Reyes');
  await field(page, 'password').fill(NEW_PASSWORD);
  await field(page, 'passwordConfirmation').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();
}

test('forgot password to new password; the link works once', async ({ page }) => {
  const agency = await newAgency('Reset Travel');
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByText('Please enter your email address')).toBeVisible();
  const link = await askForReset(page, agency.email);

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(page.getByText(agency.email)).toBeVisible();
  expect(page.url()).toBe(`${stack().url}/reset-password`);

  await test.step('neither a reload nor another address is a way around it', async () => {
    await page.reload();
    await expect(field(page, 'passwordConfirmation')).toBeVisible();
    await page.goto('/sales');
    await page.waitForURL(/\/reset-password$/);
    await page.goto('/create-password');
    await page.waitForURL(/\/reset-password$/);
  });

  await test.step('what may be wrong is said at the fields', async () => {
    const save = page.getByRole('button', { name: 'Save new password' });
    await save.click();
    await expect(page.getByText('Please enter and confirm your new password')).toBeVisible();
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

test('a used, an expired or an absent link says so and offers a new one', async ({ page }) => {
  const agency = await newAgency('Expired Travel');
  const link = await askForReset(page, agency.email);
  await fetch(link, { redirect: 'manual' });
  await page.goto(link);
  await expect(page.getByText('This link has expired or was used before.')).toBeVisible();
  expect(page.url()).toBe(`${stack().url}/reset-password`);
  await field(page, 'email').fill(agency.email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible();
  await page.goto(await linkOf(agency.email, 2));
  await expect(field(page, 'password')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel and go to log in' }).click();
  await page.waitForURL(/\/login$/);
});

// The page is the same for whoever comes without a link, and says what is missing (docs/product/tenancy.md, Forgotten passwords).
test('opened without a link, the page shows its fields, says what is missing and offers a link', async ({
  page,
}) => {
  const agency = await newAgency('Linkless Travel');
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
  await field(page, 'email').fill(agency.email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible();
  await page.goto(await linkOf(agency.email, 1));
  await expect(page.getByText(`Choose a new one for ${agency.email}.`)).toBeVisible();
});

test('an invitation link makes a member; a dead one offers a fresh one', async ({ page }) => {
  const agency = await newAgency('Inviting Travel');
  const email = newEmail('agent');
  const link = await invite(agency, email);
  await fetch(link, { redirect: 'manual' });
  await page.goto(link);
  await expect(page.getByText('Error setting up your account')).toBeVisible();
  await field(page, 'email').fill(newEmail('stranger'));
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('No invitation is open for this address')).toBeVisible();
  await field(page, 'email').fill(email);
  await page.getByRole('button', { name: 'Send a new link' }).click();
  await expect(page.getByText('A fresh link is on its way')).toBeVisible();

  await page.goto(await linkOf(email, 2));
  await expect(page.getByRole('heading', { name: 'Set up your account' })).toBeVisible();
  await expect(page.getByText('Nora Quist invites you to join')).toContainText('Inviting Travel');
  expect(page.url()).toBe(`${stack().url}/create-password`);
  await page.goto('/dashboard');
  await page.waitForURL(/\/create-password$/);

  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('Password is required')).toBeVisible();
  await expect(page.getByText('Please confirm your password')).toBeVisible();
  await field(page, 'password').fill('seven77');
  await expect(page.getByText('Password must be at least 8 characters')).toBeVisible();
  await setUpAccount(page);
  await expect(page.getByText('Your account is ready.')).toBeVisible();
  await isDashboard(page);
  await page.reload();
  await isDashboard(page);
  expect((await memberOf(agency, email)).role).toBe('agent');
});

test('who is invited and has an account logs in, and joins by the mail', async ({ page }) => {
  const agency = await newAgency('Joining Travel');
  const email = newEmail('known');
  await post('/auth/v1/signup', { email, password: NEW_PASSWORD });
  await fetch(await linkOf(email, 1), { redirect: 'manual' });
  await agency.api.insert('invitations', { email, role: 'agent', commission_split: 70 });
  await logInByForm(page, email, NEW_PASSWORD);
  await page.waitForURL(/\/create-password$/);
  await expect(page.getByText('Nora Quist invites you to join')).toContainText('Joining Travel');
  await expectAccessible(page, 'joining by mail', ['light', 'dark']);
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText('A fresh link is on its way')).toBeVisible();
  await page.goto(await linkOf(email, 2));
  await setUpAccount(page);
  await isDashboard(page);
});

test('whoever is deactivated while at work is locked out, and only there', async ({ page }) => {
  const agency = await newAgency('Strict Travel');
  const email = newEmail('agent');
  await page.clock.install();
  await page.goto(await invite(agency, email));
  await setUpAccount(page);
  await isDashboard(page);
  await page.goto('/sales');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const { id } = await memberOf(agency, email);
  await agency.api.call('set_member_active', { member_id: id, active: false });
  // A tab that comes back asks who is signed in, but not at every glance.
  await page.clock.fastForward(5_000);
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.waitForURL(/\/inactive$/);
  await page.goto('/sales');
  await page.waitForURL(/\/inactive$/);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.waitForURL(/\/login$/);
});

test('a revoked session is out, and comes back to where it was', async ({ page }) => {
  const agency = await newAgency('Revoked Travel');
  await signIn(page, agency.email);
  await page.goto('/sales?status=paid');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Signing out everywhere, from elsewhere.
  const { access_token: token } = await post<{ access_token: string }>('/auth/v1/token?grant_type=password', {
    email: agency.email,
    password: agency.password,
  });
  await fetch(`${stack().apiUrl}/auth/v1/logout?scope=global`, {
    method: 'POST',
    headers: { apikey: stack().publishableKey, Authorization: `Bearer ${token}` },
  });
  await page.reload();
  await page.waitForURL(/\/login\?redirect=/);
  expect(new URL(page.url()).searchParams.get('redirect')).toBe('/sales?status=paid');
  await field(page, 'email').fill(agency.email);
  await field(page, 'password').fill(agency.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(/\/sales\?status=paid$/);
});

test('signing out in one tab signs out the others', async ({ context, page }) => {
  const agency = await newAgency('Two Tabs Travel');
  await logInByForm(page, agency.email, agency.password);
  await isDashboard(page);
  const other = await context.newPage();
  await other.goto('/customers');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: /Nora Quist/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL(/\/login$/);
  await other.waitForURL(/\/login\?redirect=%2Fcustomers$/);
});

test('without Remember me the session lives in its tab, untouched by others', async ({ context, page }) => {
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
  await page.reload();
  await expect(page.getByText('Tab Travel').first()).toBeVisible();
  await other.getByRole('button', { name: /Nora Quist/ }).click();
  await other.getByRole('menuitem', { name: 'Sign out' }).click();
  await other.waitForURL(/\/login$/);
  await page.goto('/sales');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(page.url()).toBe(`${stack().url}/sales`);
});

test('a token that has run out is refreshed unseen', async ({ page }) => {
  const agency = await newAgency('Refresh Travel');
  await logInByForm(page, agency.email, agency.password);
  await isDashboard(page);
  // As after an hour: the browser believes its token has ended.
  await page.evaluate(() => {
    const session = JSON.parse(localStorage.getItem('paperplane.auth') ?? '{}') as { expires_at: number };
    session.expires_at = Math.floor(Date.now() / 1000) - 60;
    localStorage.setItem('paperplane.auth', JSON.stringify(session));
  });
  const refreshed = page.waitForResponse((answer) => answer.url().includes('grant_type=refresh_token'));
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  expect((await refreshed).status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  expect(page.url()).toBe(`${stack().url}/customers`);
});
