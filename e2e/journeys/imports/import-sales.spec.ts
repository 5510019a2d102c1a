/** Only a browser takes a file in hand: what the check says of each row of sales is what then happens, and one click takes it back. */
import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
// A phone says the number in another place.
const verdict = (page: Page, number: number) =>
  page
    .getByRole('region', { name: 'Rows' })
    .locator('tr')
    .filter({ has: page.locator('td', { hasText: new RegExp(`^${number}$`) }) });
const choose = (page: Page, text: string) =>
  page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name: 'sales.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

/**
 * One row for each verdict: found, made, paid out, there, twin in the file, impossible date, refused by the database. A title above, a sum
 * below, a column for nobody and a status of the agency's own.
 */
const FILE = [
  'Sales of the spring;;;;;;;;;;;;',
  'Confirmation;Client;Email;Supplier;Sold by;Date;Departure;Price;Commission;Status;Commission status;Agent paid on;Table',
  'B-1;Ines Albrecht;ines@albrecht.test;fjordline cruises;;01.02.2026;15.03.2026;1.000,00;120,00;booked;;;5',
  'B-2;Omar Haddad;omar@haddad.test;Nile Boats;Milo Reyes;02.02.2026;;2000;200;Fertig;;;5',
  'B-3;Omar Haddad;omar@haddad.test;Nile Boats;Milo Reyes;03.02.2026;;500;50;Paid;Agent paid;31.03.2026;5',
  'THERE;Ines Albrecht;;Fjordline Cruises;;04.02.2026;;1000;;;;;5',
  'b-2;Omar Haddad;;Nile Boats;;05.02.2026;;2000;;;;;5',
  'B-6;Omar Haddad;;Nile Boats;;30.02.2026;;100;;;;;5',
  'B-7;Omar Haddad;;Nile Boats;;07.02.2026;01.02.2026;100;101;;;;5',
  'B-8;Omar Haddad;;Nile Boats;;08.02.2026;;100;;Canceled;;;5',
  'Total;;;;;;;7.600,00;;;;;',
].join('\r\n');

test('a file with every verdict, at a desk and on a phone', async ({ page }) => {
  test.slow();
  const { email, api, sale } = await newAgencyWithAgent('Sales Import Travel');
  await sale({ reference: 'THERE' });
  const sales = async () => (await api.call<{ count: number }>('list_sales', {})).count;
  await signIn(page, email);

  await test.step('columns find their fields', async () => {
    await page.goto('/sales');
    await page.getByRole('link', { name: 'Import', exact: true }).click();
    await expect(heading(page, 'Import sales')).toBeVisible();
    await choose(page, FILE);
    await expect(page.getByLabel('Field for Supplier')).toHaveValue('vendor');
    await expect(page.getByLabel('Field for Sold by')).toHaveValue('agent');
    await expect(page.getByLabel('Dates are written')).toHaveValue('dmy');
    await expect(page.getByLabel('Amounts are written')).toHaveValue(',');
    await expect(page.getByText('Left out as no rows: “Total 7.600,00”.')).toBeVisible();
    await button(page, 'Check 8 rows').click();
    const meaning = page.getByLabel('Meaning of Fertig, Status');
    await expect(meaning).toBeFocused();
    await expect(page.getByText('Say what this word means.')).toBeVisible();
    await meaning.selectOption('Paid');
    await expectAccessible(page, 'import of sales, columns', ['light', 'dark']);
  });

  await test.step('each row has its verdict, and nothing is written', async () => {
    await button(page, 'Check 8 rows').click();
    await expect(page.getByText('Columns that are not imported: Table.')).toBeVisible();
    const strip = page.getByLabel('What Import does');
    await expect(strip).toContainText('4 rowsWith 1 new customer and 1 new vendor');
    await expect(strip).toContainText('Broken2 rows');
    await expect(page.getByRole('list', { name: 'new vendors' })).toContainText('Nile Boats3 rows');
    await expect(page.getByRole('list', { name: 'new customers' })).toContainText('Omar Haddad3 rows');
    await expect(page.getByRole('list', { name: 'new vendors' })).toContainText('Usual rate 10%');
    await page.getByLabel('Days until Nile Boats pays').fill('30');
    await expect(verdict(page, 1)).toContainText(
      'Ines Albrecht, Fjordline Cruises. Booked, commission $120.00 unpaid.',
    );
    await expect(verdict(page, 1)).toContainText('Mar 15, 2026');
    await expect(verdict(page, 2)).toContainText(
      'Omar Haddad (new customer), Nile Boats (new vendor). Paid, commission $200.00 funds received. Agent: Milo Reyes.',
    );
    await expect(verdict(page, 3)).toContainText(
      'Omar Haddad, Nile Boats. Paid, commission $50.00 agent paid.',
    );
    await expect(verdict(page, 4)).toContainText(
      'This booking is there already. The same as THERE, Ines Albrecht.',
    );
    await expect(verdict(page, 5)).toContainText('The same as row 2.');
    await expect(verdict(page, 6)).toContainText('Sale date: There is no such day: 30.02.2026, day first.');
    await expect(verdict(page, 7)).toContainText('Commission: Commission must be at most the total amount.');
    await expect(verdict(page, 8)).toContainText('Cancelled, commission $10.00 cancelled.');
    await expectAccessible(page, 'import of sales, check', ['light', 'dark']);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(verdict(page, 8)).toContainText('Cancelled, commission $10.00 cancelled.');
    await expectAccessible(page, 'import of sales, check, on a phone', ['light', 'dark']);
    expect(await sales()).toBe(1);
  });

  await test.step('what was said happens, and goes again', async () => {
    await button(page, 'Import 4 sales').click();
    await expect(page.getByText('4 sales added', { exact: true })).toBeVisible();
    await expectAccessible(page, 'import of sales, result', ['light', 'dark']);
    expect(await sales()).toBe(5);
    const vendors = await api.call<{ rows: object[] }>('list_vendors', {});
    expect(vendors.rows).toContainEqual(
      expect.objectContaining({ name: 'Nile Boats', default_commission_rate: 10 }),
    );
    await page.getByRole('link', { name: 'Go to sales' }).click();
    await expect(page.getByRole('link', { name: /B-3/ }).first()).toBeVisible();
    await page.goto('/sales/import');
    await button(page, 'Undo import of sales.csv').click();
    await expect(page.getByText('4 sales removed')).toBeVisible();
    await expect(page.getByText('Undone, 4 removed')).toBeVisible();
    expect(await sales()).toBe(1);
    expect((await api.call<{ count: number }>('list_customers', { state: 'all' })).count).toBe(1);
  });
});

test('an agent imports own sales only, no vendors, and takes no table of the team along', async ({
  page,
}) => {
  const { agent } = await newAgencyWithAgent('Agent Import Travel');
  await signIn(page, agent.email);
  await page.goto('/sales/import');
  await choose(
    page,
    [
      'Booking reference,Customer,Vendor,Agent,Sale date,Total,Status,Commission status',
      'A-1,Ines Albrecht,Fjordline Cruises,,2026-02-01,1000,paid,',
      'A-2,Ines Albrecht,Fjordline Cruises,Nora Quist,2026-02-01,1000,,',
      'A-3,Ines Albrecht,Unknown,,2026-02-01,1000,,',
      'A-4,Ines Albrecht,Fjordline Cruises,,2026-02-01,1000,paid,agent paid',
    ].join('\n'),
  );
  await button(page, 'Check 4 rows').click();
  await expect(verdict(page, 2)).toContainText('Agent: Only an admin can record a sale for another agent.');
  await expect(verdict(page, 3)).toContainText(
    'Vendor: There is no vendor of this name. Ask an admin to add it.',
  );
  await expect(verdict(page, 4)).toContainText('Only an admin can change the status of a commission.');
  await button(page, 'Import 1 sale').click();
  await expect(page.getByText('1 sale added', { exact: true })).toBeVisible();

  await page.goto('/vendors/import');
  await expect(page).toHaveURL('/dashboard');
  await page.goto('/team');
  await settled(page);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export' })).toHaveCount(0);
  // Customers are everybody's.
  await page.goto('/customers');
  await page.getByRole('link', { name: 'Import', exact: true }).click();
  await expect(heading(page, 'Import customers')).toBeVisible();
});
