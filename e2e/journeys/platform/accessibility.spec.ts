/**
 * Only a browser has contrasts and names: what anybody may open, and what opens over a page, at desk and phone width, in a theme each, in a
 * soak in both. The pages themselves are looked at in `every-page.spec.ts`.
 */
import { expect, test } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { DEVICES, expectAccessible, expectAccessibleEverywhere, visit, type Screen } from '../../support/axe';
import { deadLinks } from '../../support/every-page';
import { demo, signIn } from '../../support/people';
import { SOAK } from '../../support/soak';
import { expectRoom } from '../../support/widths';

const PUBLIC: Screen[] = [
  { path: '/', title: '' },
  { path: '/login', title: 'Log in' },
  { path: '/signup', title: 'Sign up' },
  {
    path: '/email-confirmation?email=an-address-that-takes-its-time%40a-domain-that-takes-longer.example',
    title: 'Verification Required',
  },
  { path: '/reset-password', title: 'Reset your password' },
  { path: '/reset-password#error=access_denied&error_code=otp_expired', title: 'Reset your password' },
  { path: '/create-password', title: 'Set up your account' },
  { path: '/inactive', title: 'Account Inactive' },
  { path: '/terms-of-service', title: 'Terms of Service' },
  { path: '/privacy-policy', title: 'Privacy Policy' },
  { path: '/offline', title: 'You’re offline' },
  { path: '/no-such-page', title: 'Page not found' },
];

test.describe.configure({ mode: 'parallel' });

// Dozens of pages on each device, beside another browser.
const LONG = SOAK ? 480_000 : 240_000;

test('public pages, which have room at every width, and that of a locked-out person', async ({ page }) => {
  test.setTimeout(LONG);
  for (const screen of PUBLIC) {
    await visit(page, screen);
    await expectRoom(page, screen.path);
    expect(await deadLinks(page), screen.path).toEqual([]);
  }
  for (const path of ['/login', '/signup']) {
    await page.goto(path);
    await page.getByRole('button', { name: /^(Log in|Create agency)$/ }).click();
    await expectAccessibleEverywhere(page, `${path} with errors`);
  }
  await signIn(page, demo.inactive);
  await visit(page, { path: '/inactive', title: 'Account Inactive' });
});

test('what the frame asks and says', async ({ page }) => {
  test.setTimeout(LONG);
  await signIn(page, demo.agent);
  await page.goto('/profile');
  await page.getByLabel('First name').fill('');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page.getByLabel('First name')).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expectAccessibleEverywhere(page, 'profile with errors');
  await page.getByLabel('First name').fill('Half');
  await page.locator('.pp-usermenu').click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page.getByRole('alertdialog', { name: 'Sign out without saving?' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'sign-out question');
  await page.keyboard.press('Escape');

  await page.goto('/notifications');
  await page.route('**/rest/v1/notifications*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.reload();
  await expectAccessibleEverywhere(page, 'notifications that did not load');
});

test('menus, dialogs and other moments', async ({ page }) => {
  test.setTimeout(LONG);
  const { email, api, sale } = await newTradingAgency('Moments');
  const check = (screen: string) => expectAccessibleEverywhere(page, screen);
  const [[desk, wide, deskThemes], [phone, narrow, phoneThemes]] = DEVICES;
  await page.setViewportSize(wide);
  await signIn(page, email);
  await page.goto('/sales');
  await expect(page.getByText('Record your first sale')).toBeVisible();
  await check('first sale');
  await page.goto('/commissions');
  await expect(page.getByText('No commissions yet')).toBeVisible();
  await check('first commission');

  await page.getByRole('button', { name: 'Notifications' }).click();
  await expectAccessible(page, `notifications dropdown on ${desk}`, deskThemes);
  await page.getByRole('button', { name: 'Nora Quist' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page, `user menu on ${desk}`, deskThemes);
  await page.keyboard.press('Escape');
  await page.setViewportSize(narrow);
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expectAccessible(page, `menu on ${phone}`, phoneThemes);
  await page.setViewportSize(wide);

  await page.goto('/sales/create');
  for (const [device, viewport, themes] of DEVICES) {
    await page.setViewportSize(viewport);
    await page.getByRole('combobox', { name: 'Customer' }).click();
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await expectAccessible(page, `open combobox on ${device}`, themes);
    await page.keyboard.press('Escape');
  }
  await page.setViewportSize(wide);
  await page.getByRole('button', { name: 'Create sale' }).click();
  await expect(page.getByText(/^Fix \d fields/)).toBeVisible();
  await check('sale form with errors');

  const sold = await sale({ reference: 'FJ-77' });
  await page.goto(`/sales/${sold.id}`);
  for (const [device, viewport, themes] of DEVICES) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Change status' }).click();
    await expectAccessible(page, `status menu on ${device}`, themes);
    if (device === desk) await page.keyboard.press('Escape');
  }
  await page.getByRole('menuitem', { name: 'Cancel sale' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await check('cancel dialog');

  await api.update(`sales?id=eq.${sold.id}`, { status: 'paid' });
  await page.goto(`/commissions/${sold.commissionId}`);
  await page.getByRole('button', { name: 'Change status' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('status dialog');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Record payment' }).click();
  await page.getByRole('dialog').getByLabel('Amount').fill('1');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Record/ })
    .click();
  await check('payment dialog with an error');

  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'What does Booked mean?' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await check('status help');

  await page.route('**/rest/v1/rpc/list_sales*', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/sales');
  await expect(page.getByText('Sales did not load')).toBeVisible();
  await check('failed list');
  await page.route('**/remotes/mf_directory/**', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('/customers');
  await expect(page.getByRole('heading', { name: 'Customers could not be loaded' })).toBeVisible();
  await check('missing remote');
});
