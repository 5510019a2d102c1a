/** A key from its making to its end, asked with as a program asks: shown once, used, revoked. */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { expectAccessibleEverywhere } from '../../support/axe';
import { stack } from '../../support/environment';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

const INTEGRATIONS = '/settings/integrations';
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What a program with a key is answered. */
const ask = (key: string, path: string) =>
  fetch(`${stack().apiUrl}/functions/v1/api/v1${path}`, { headers: { Authorization: `Bearer ${key}` } });

// Holds integrations-19
test('an owner makes a key, keeps it, sees its use and revokes it; its program is let in between, as the reference shows', async ({
  page,
}) => {
  test.slow();
  const agency = await newTradingAgency('Harbour Programs');
  await signIn(page, agency.email);
  await page.goto(INTEGRATIONS);
  await expect(heading(page, 'Integrations')).toBeVisible();
  await expect(page.getByText('No program has a key yet')).toBeVisible();

  await button(page, 'New key').click();
  const dialog = page.getByRole('dialog', { name: 'New key' });
  await dialog.getByLabel('Name').fill('Booking desk');
  await dialog.getByRole('radiogroup', { name: 'Vendors' }).getByText('Read').click();
  await dialog.getByLabel('It works for').selectOption('30 days');
  await expectAccessibleEverywhere(page, 'A new key');
  await button(page, 'Make key').click();

  const once = page.getByRole('region', { name: 'New key, shown once' });
  const key = (await once.locator('code').textContent()) ?? '';
  expect(key).toMatch(/^ppk_/);
  await expectAccessibleEverywhere(page, 'A key that is shown once');
  // Nobody leaves it behind unasked.
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('alertdialog', { name: 'Leave without the key?' }).getByText('Stay').click();
  await button(page, 'I have kept it').click();
  await expect(once).toBeHidden();

  const vendors = await ask(key, '/vendors');
  expect(await vendors.json()).toMatchObject({ data: [{ name: 'Fjordline Cruises' }] });
  expect((await ask(key, '/customers')).status).toBe(403);
  await page.reload();
  const row = page.getByRole('row').filter({ hasText: 'Booking desk' });
  await expect(row).toContainText('Today');
  await expect(row).toContainText('in 30 days');
  expect(await page.content()).not.toContain(key);

  await button(page, 'Revoke Booking desk').click();
  await button(page, 'Revoke key').click();
  await expect(row).toContainText('Revoked');
  expect((await ask(key, '/vendors')).status).toBe(401);

  await test.step('the reference shows what this installation can be asked', async () => {
    await page.getByRole('link', { name: 'API reference' }).click();
    await expect(heading(page, 'API reference')).toBeVisible();
    await page.getByText('Add a customer').click();
    await expect(page.getByRole('region', { name: 'Example: Add a customer' })).toContainText(
      `${stack().apiUrl}/functions/v1/api/v1/customers`,
    );
    await expectAccessibleEverywhere(page, 'The API reference');
  });
});
