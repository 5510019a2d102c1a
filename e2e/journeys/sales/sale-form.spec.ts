/** Only on screen is a sale recorded in one go: with a customer, travelers and a vendor nobody has recorded yet. */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { choose, expectKept, expectProblem, field, fill } from '../../support/forms';
import { signIn } from '../../support/people';

const travelers = (page: Page) => page.getByRole('list', { name: 'Also traveling' }).getByRole('listitem');

test('customers, travelers and a vendor are created from the form, and a double entry is noticed', async ({
  page,
}) => {
  const { email, customer, vendor, sale } = await newTradingAgency('In place');
  const twin = await sale({ reference: 'TWIN-1' });
  await signIn(page, email);
  await page.goto('/sales/create');

  await test.step('a customer nobody has recorded yet', async () => {
    await page.getByRole('combobox', { name: 'Customer' }).fill('Aiko Tanaka');
    await page.getByRole('option', { name: 'Create “Aiko Tanaka”' }).click();
    const dialog = page.getByRole('dialog', { name: 'New customer' });
    await expectKept(dialog, { firstName: 'Aiko', lastName: 'Tanaka' });
    await fill(dialog, { email: 'aiko', phone: 'call me' });
    await dialog.getByRole('button', { name: 'Add customer' }).click();
    await expectProblem(dialog, 'email', /full email address/);
    await expectProblem(dialog, 'phone', 'Use digits, spaces and + ( ) - only.');
    await expectKept(dialog, { firstName: 'Aiko', email: 'aiko', phone: 'call me' });
    await fill(dialog, { email: 'aiko@tanaka.test', phone: '' });
    await dialog.getByRole('button', { name: 'Add customer' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Aiko Tanaka');
  });

  await test.step('who travels along', async () => {
    await choose(page, 'Also traveling', 'Ines Albrecht');
    await page.getByRole('combobox', { name: 'Also traveling' }).fill('Kenji Tanaka');
    await page.getByRole('option', { name: 'Create “Kenji Tanaka”' }).click();
    const dialog = page.getByRole('dialog', { name: 'New traveler' });
    await dialog.getByRole('button', { name: 'Add customer' }).click();
    await expect(travelers(page)).toHaveText([/Ines Albrecht/, /Kenji Tanaka/]);
    await page.getByRole('button', { name: 'Remove Ines Albrecht' }).click();
    await expect(travelers(page)).toHaveText([/Kenji Tanaka/]);
  });

  await test.step('a vendor, with the rate it brings along', async () => {
    await page.getByRole('button', { name: 'New vendor' }).click();
    const dialog = page.getByRole('dialog', { name: 'New vendor' });
    await fill(dialog, { name: 'Aurora Rail', defaultCommissionRate: '9.5' });
    await dialog.getByRole('button', { name: 'Add vendor' }).click();
    await expect(field(page, 'commissionRate')).toHaveValue('9.5');
  });

  await test.step('the same reference at the same vendor: a warning with a link, not a block', async () => {
    await field(page, 'bookingReference').fill('twin-1');
    await choose(page, 'Vendor', 'Fjordline Cruises');
    await expect(page.getByText('A sale with this reference exists already')).toBeVisible();
    await expect(page.getByRole('link', { name: /^TWIN-1/ })).toHaveAttribute('href', `/sales/${twin.id}`);
    await field(page, 'totalAmount').fill('800');
    await page.getByRole('button', { name: 'Create sale' }).click();
    await expect(page.getByRole('heading', { name: 'twin-1' })).toBeVisible();
    await expect(page.getByRole('main').getByText('Kenji Tanaka').first()).toBeVisible();
  });

  await test.step('a customer’s page leads to a form that has chosen them, on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/customers/${customer.id}`);
    await page.getByRole('link', { name: 'Create sale' }).click();
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue('Ines Albrecht');
    await page.goto(`/sales/create?vendorId=${vendor.id}`);
    await expect(page.getByRole('combobox', { name: 'Vendor' })).toHaveValue('Fjordline Cruises');
    await expect(field(page, 'commissionRate')).toHaveValue('12');
    // Chosen by a link is not typed by a person: leaving asks nothing.
    await page.getByRole('link', { name: 'Cancel' }).click();
    await expect(page).toHaveURL('/sales');
  });
});
