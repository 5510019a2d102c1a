/** Only several browsers show who is signed in where, and only a browser follows mailed links (docs/product/tenancy.md, Devices, Change of address). */
import { expect, test, type Page } from '@playwright/test';
import { newAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { stack } from '../../support/environment';
import { liveOf } from '../../support/live';
import { confirmationLink, logInByForm, newEmail, signIn } from '../../support/people';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

const rows = (page: Page) => page.getByRole('region', { name: 'Devices' }).getByRole('listitem');

test('another device is listed as new, signed out, and out at once', async ({ page, browser }) => {
  const { email, password, api } = await newAgency('Devices');
  await signIn(page, email);
  const other = await browser.newContext({
    baseURL: stack().url,
    userAgent: FIREFOX,
    serviceWorkers: 'block',
  });
  const elsewhere = await other.newPage();
  const live = await liveOf(elsewhere);
  await logInByForm(elsewhere, email, password);
  await elsewhere.waitForURL(/\/dashboard$/);
  await live.joined(`user:${api.userId}`);

  await page.goto('/profile/security');
  await expect(rows(page).first()).toContainText('This device');
  const strange = rows(page).filter({ hasText: 'Firefox on Linux' });
  await expect(strange).toContainText('New');
  await expect(strange).toContainText('Not you? Sign it out and change your password.');
  await expectAccessible(page, 'Devices', ['light', 'dark']);

  await strange.getByRole('button', { name: /^Sign out Firefox on Linux/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Sign out Firefox on Linux?' });
  await expect(dialog).toContainText('Firefox on Linux signs in anew.');
  await expectAccessible(page, 'the question before signing out', ['light', 'dark']);
  await dialog.getByRole('button', { name: 'Sign out Firefox on Linux' }).click();
  await expect(page.getByText('1 device is signed out')).toBeVisible();
  await expect(strange).toHaveCount(0);
  await elsewhere.waitForURL(/\/login/);
  await expect(elsewhere.getByText(/^Your session ended/)).toBeVisible();
  await other.close();
});

// Holds tenancy-72
test('the address changes when both links were opened; a change that fails leaves no device behind, and one may be withdrawn', async ({
  page,
  browser,
}) => {
  const { email, password } = await newAgency('Addresses');
  const wanted = newEmail('moved');
  await signIn(page, email);
  await page.goto('/profile');
  const dialog = page.getByRole('dialog', { name: 'Change your email address' });
  const ask = async (secret: string) => {
    await page.getByRole('button', { name: 'Change email address' }).click();
    await dialog.getByLabel('New email address').fill(wanted);
    await dialog.getByLabel('Current password').fill(secret);
    await dialog.getByRole('button', { name: 'Send both links' }).click();
  };

  await test.step('the session that showed the password is over with a change that fails', async () => {
    const failing = '**/rpc/ask_address_change';
    await page.route(failing, (route) =>
      route.fulfill({ status: 500, json: { code: 'XX000', message: 'no' } }),
    );
    await ask(password);
    await expect(dialog.getByText('Your address was not changed')).toBeVisible();
    await page.unroute(failing);
    await page.goto('/profile/security');
    await expect(rows(page).first()).toContainText('This device');
    // This one, and the one that made the agency.
    await expect(rows(page)).toHaveCount(2);
    await page.goto('/profile');
  });

  await test.step('one is withdrawn', async () => {
    await ask(password);
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await expect(page.getByText('Change withdrawn')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);
  });

  await ask('not-the-password');
  await expect(dialog.getByText('This is not your current password.')).toBeVisible();
  await expectAccessible(page, 'the dialog of an address', ['light', 'dark']);
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByRole('button', { name: 'Send both links' }).click();
  await expect(page.getByText(`Confirm ${wanted} at both addresses`)).toBeVisible();
  await expectAccessible(page, 'a change that waits', ['light', 'dark']);

  await test.step('a link that is opened where nobody is signed in', async () => {
    const phone = await browser.newContext({ baseURL: stack().url, serviceWorkers: 'block' });
    const there = await phone.newPage();
    await there.goto(await confirmationLink(wanted));
    await expect(there.getByRole('heading', { name: 'Change of email address' })).toBeVisible();
    await expect(there.getByText('This address is confirmed')).toBeVisible();
    expect(there.url()).not.toContain('message');
    await expectAccessible(there, '/email-change', ['light', 'dark']);
    await there.goto(await confirmationLink(wanted));
    await expect(there.getByText('This link has expired or was used before.')).toBeVisible();
    await phone.close();
  });

  await page.goto(await confirmationLink(email));
  await expect(page.getByText(`You sign in with ${wanted}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Open your profile' }).click();
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(wanted);
});
