/** Only a form is left half-way: a sale is recorded and edited, nothing typed is lost, nothing is overwritten unseen. */
import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent, newTradingAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { saveTooLate } from '../../support/conflict';
import { choose, expectKept, expectProblem, field, fill } from '../../support/forms';
import { signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const travelers = (page: Page) => page.getByRole('list', { name: 'Also traveling' }).getByRole('listitem');

test('customers, travelers and a vendor are created from the form, and a double entry is noticed', async ({
  page,
}) => {
  const { email, sale } = await newTradingAgency('In place');
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
});

test('a customer’s page leads to a form that has chosen them, on a phone', async ({ page }) => {
  const { email, customer, vendor } = await newTradingAgency('Chosen');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, email);
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

test('two people edit one sale: the second is told what changed and by whom, and chooses', async ({
  page,
}) => {
  const { email, api, sale } = await newTradingAgency('Conflict');
  const sold = await sale({ reference: 'CON-1' });
  await signIn(page, email);
  const dialog = await saveTooLate(page, api, sold.id);
  await expect(dialog).toContainText('Nora Quist changed the travel date, the total amount');
  await expect(dialog.getByRole('group', { name: 'Total amount' })).toHaveAccessibleDescription(
    'It was $1,000.00.',
  );
  await expectAccessible(page, 'conflict', ['light', 'dark']);
  await dialog.getByRole('button', { name: 'Save with these changes' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(2);
  const read = () =>
    api.one(`sales?id=eq.${sold.id}&select=total_amount,notes,travel_date,return_date,commission_amount`);
  expect(await read()).toMatchObject({ total_amount: 1200, notes: 'Theirs', return_date: null });

  await dialog.getByRole('radio', { name: 'Keep mine $1,500.00' }).check();
  await dialog.getByRole('radio', { name: 'Take theirs Theirs' }).check();
  await dialog.getByRole('button', { name: 'Save with these changes' }).click();
  await expect(page.getByRole('heading', { name: 'CON-1' })).toBeVisible();
  expect(await read()).toEqual({
    total_amount: 1500,
    notes: 'Theirs',
    travel_date: '2027-03-01',
    return_date: '2027-03-09',
    commission_amount: 180,
  });
});

test('the customer of a paid sale and dates before 1990 are an admin’s to change, and the form says so', async ({
  page,
}) => {
  const { agent, sale } = await newAgencyWithAgent('Fixed Customers');
  const { id } = await sale({ reference: 'FIX-1', agent, paid: true });
  await signIn(page, agent.email);
  await page.goto(`/sales/${id}/edit`);
  const customer = page.getByRole('combobox', { name: 'Customer' });
  await expect(customer).toHaveValue('Ines Albrecht');
  await expect(customer).toHaveAttribute('readonly');
  await expect(customer).toHaveAccessibleDescription('Only an admin can change the customer of a paid sale.');
  await expect(page.getByRole('button', { name: 'New customer' })).toHaveCount(0);
  await expectAccessible(page, 'form of a paid sale, for its agent', ['light', 'dark']);
  await field(page, 'saleDate').fill('1985-06-01');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Move sale' }).click();
  await expectProblem(page, 'saleDate', 'Only an admin can enter or change a date before 1990.');
});
