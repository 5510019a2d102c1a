/** Only a browser joins the parts: the main job from sign-up to payout through all remotes, with the worker that people have. */
import { expect, test, type Page } from '@playwright/test';
import { confirmationLink, logInByForm, newEmail } from '../../support/people';
import { createFirstSale } from '../../support/screen';

// The main job with all that people have, the worker as well.
test.use({ serviceWorkers: 'allow' });

/** The job Paperplane exists for, from nothing to a paid agent. */
const password = 'flight-plan-26';

const field = (page: Page, name: string) => page.locator(`[name="${name}"]`);

async function choose(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).fill(text);
  await page.getByRole('option', { name: new RegExp(text) }).click();
}

test('sign up, confirm, record a sale, follow its commission until the agent is paid', async ({ page }) => {
  const email = newEmail('owner');

  await test.step('sign up', async () => {
    await page.goto('/signup');
    await field(page, 'firstName').fill('Nora');
    await field(page, 'lastName').fill('Quist');
    await field(page, 'organizationName').fill('Quist & Daughters Travel');
    await field(page, 'email').fill(email);
    await field(page, 'password').fill(password);
    await field(page, 'passwordConfirmation').fill(password);
    await page.getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: /sign up|create/i }).click();
    await expect(page.getByRole('heading', { name: 'Verification Required' })).toBeVisible();
    await expect(page.getByText(email)).toBeVisible();
  });

  await test.step('an unverified address is sent to the confirmation page at login', async () => {
    await page.goto('/login');
    await field(page, 'email').fill(email);
    await field(page, 'password').fill(password);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(/\/email-confirmation\?email=/);
  });

  await test.step('read the mail, confirm, log in', async () => {
    await page.goto(await confirmationLink(email));
    await page.waitForURL(/\/dashboard$/);
    expect(page.url()).not.toContain('access_token');
    await page.getByRole('button', { name: /Nora Quist/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL(/\/login/);
    await logInByForm(page, email, password);
    await expect(page.getByRole('heading', { name: /Nora Quist/ })).toBeVisible();
  });

  await test.step('add a vendor and a customer', async () => {
    await page.goto('/vendors/create');
    await field(page, 'name').fill('Fjordline Cruises');
    await field(page, 'defaultCommissionRate').fill('12');
    await page.getByRole('button', { name: 'Add vendor' }).click();
    await expect(page.getByRole('heading', { name: 'Fjordline Cruises' })).toBeVisible();
    await page.goto('/customers/create');
    await field(page, 'firstName').fill('Ines');
    await field(page, 'lastName').fill('Albrecht');
    await field(page, 'email').fill('ines@albrecht.test');
    await page.getByRole('button', { name: 'Add customer' }).click();
    await expect(page.getByRole('heading', { name: 'Ines Albrecht' })).toBeVisible();
  });

  await test.step('record the sale: the vendor’s rate is picked up, rate and amount drive each other', async () => {
    await page.getByRole('link', { name: 'Sales', exact: true }).click();
    await createFirstSale(page).click();
    await choose(page, 'Customer', 'Ines Albrecht');
    await choose(page, 'Vendor', 'Fjordline Cruises');
    await expect(field(page, 'commissionRate')).toHaveValue(/^12(\.00)?$/);
    await field(page, 'bookingReference').fill('FJ-1001');
    await field(page, 'totalAmount').fill('2500');
    await expect(field(page, 'commissionAmount')).toHaveValue(/^300(\.00)?$/);
    await field(page, 'commissionAmount').fill('312.50');
    await expect(field(page, 'commissionRate')).toHaveValue(/^12\.50?$/);
    await field(page, 'travelDate').fill('2027-07-10');
    await field(page, 'returnDate').fill('2027-07-01');
    await page.getByRole('button', { name: 'Create sale' }).click();
    await expect(page.getByText(/Return (date )?must be on or after/).first()).toBeVisible();
    await expect(field(page, 'bookingReference')).toHaveValue('FJ-1001');
    await field(page, 'returnDate').fill('2027-07-20');
    await page.getByRole('button', { name: 'Create sale' }).click();
    await expect(page.getByRole('heading', { name: /FJ-1001/ })).toBeVisible();
    await expect(page.getByText('$312.50').first()).toBeVisible();
    await expect(page.getByText('Unpaid').first()).toBeVisible();
  });

  await test.step('mark it paid: the commission becomes funds received', async () => {
    await page.getByRole('button', { name: 'Mark as paid' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Mark as paid' }).click();
    await expect(page.getByText('Funds received').first()).toBeVisible();
    await expect(page.getByText(/Booked to Paid/i)).toBeVisible();
  });

  await test.step('record the agent payment: exact amount, then final', async () => {
    await page.getByRole('link', { name: 'Commissions', exact: true }).click();
    await page.getByRole('link', { name: 'FJ-1001' }).first().click();
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator('[name="amount"]')).toHaveValue('312.50');
    await dialog.locator('[name="amount"]').fill('300');
    await dialog.locator('[name="reference"]').fill('TR-77');
    await dialog.getByRole('button', { name: /^Record/ }).click();
    await expect(dialog.getByText(/312\.50/).first()).toBeVisible();
    await expect(dialog.locator('[name="reference"]')).toHaveValue('TR-77');
    await dialog.locator('[name="amount"]').fill('312.50');
    await dialog.getByRole('button', { name: 'Record $312.50 payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('Agent paid').first()).toBeVisible();
    await expect(page.getByText('TR-77').first()).toBeVisible();
    await expect(page.getByText(/Funds Received to Agent Paid/i)).toBeVisible();
  });

  await test.step('the dashboard knows', async () => {
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(
      page.getByRole('link', { name: /^Agent Paid: \$313, (of \$313 gross, )?1 commission$/ }),
    ).toBeVisible();
  });
});
