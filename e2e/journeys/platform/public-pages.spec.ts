/** Only a browser leads from page to page: the ways on of the public ones that Auth has a part in, or a reload (docs/product/platform.md, Public pages). */
import { expect, test } from '@playwright/test';
import { newAgency } from '../../support/agency';
import { field } from '../../support/forms';
import { heading } from '../../support/screen';

// Holds platform-37, platform-170, platform-176
test('a mail for a new password, another one to confirm the address, and a page that is tried again', async ({
  page,
}) => {
  const { email } = await newAgency('Confirmed');
  await page.goto('/');
  await page.getByRole('banner').getByRole('link', { name: 'Log in' }).click();
  await expect(field(page, 'password')).toHaveAttribute('type', 'password');
  const forgot = page.getByRole('link', { name: 'Forgot your password?' });
  await forgot.click();
  await expect(field(page, 'email')).toHaveAccessibleDescription('Please enter your email address');
  await field(page, 'email').fill('nobody@e2e.paperplane.test');
  await forgot.click();
  await expect(page.getByText('Password reset instructions have been sent to your email.')).toBeVisible();

  await page.goto(`/email-confirmation?email=${encodeURIComponent(email)}`);
  await page.getByRole('button', { name: 'Resend Confirmation Email' }).click();
  await expect(page.getByText('Confirmation email has been resent.')).toBeVisible();

  await page.goto('/offline');
  await expect(heading(page, 'You’re offline')).toBeVisible();
  const reloaded = page.waitForEvent('framenavigated');
  await page.getByRole('button', { name: 'Try Again' }).click();
  await reloaded;
  await expect(page).toHaveURL('/offline');
});
