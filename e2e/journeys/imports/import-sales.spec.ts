/** Only a browser takes a file in hand: what the check says of each row of sales is what then happens, and one click takes it back. */
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

test.describe.configure({ mode: 'parallel' });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
// A phone says the number in another place.
const verdict = (page: Page, number: number, of = 'Rows') =>
  page
    .getByRole('region', { name: of })
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

const LINES_HEAD =
  'Booking reference,Customer,Vendor,Sale date,Total,Item type,Line text,Line amount,Commissionable,Line rate,Line commission';
const LINED = 'LN-1,Ines Albrecht,Fjordline Cruises,2026-02-13,,';
const BROKEN = 'LN-3,Ines Albrecht,Fjordline Cruises,2026-02-15,300.00,';
/** Of two sales with lines one is broken; a third has none. */
const LINES = [
  LINES_HEAD,
  `${LINED}Cruise,Balcony 6042,"6,980.00",yes,15,`,
  `${LINED}Port taxes,,320.00,no,,`,
  'LN-2,Ines Albrecht,Fjordline Cruises,2026-02-14,500.00,,,,,,',
  `${BROKEN}Air,,200.00,yes,10,`,
  `${LINED}Agency fee,Planning,150.00,,,`,
  `${BROKEN}Shuttle,,50.00,yes,,5.00`,
].join('\r\n');

// Holds imports-36
test('a file with every verdict, then one of sales with lines, at a desk and on a phone', async ({
  page,
}) => {
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

  await test.step('of sales with lines each is counted, and what is broken is named', async () => {
    await choose(page, LINES);
    await expect(page.getByLabel('Field for Item type')).toHaveValue('line_kind');
    // A kind that nobody knows is asked.
    await page.getByLabel('Meaning of Shuttle, Line kind').selectOption('Transfer');
    await expectAccessible(page, 'import of lines, columns', ['light', 'dark']);
    await button(page, 'Check 6 rows').click();
    await expect(page.getByLabel('What Import does')).toContainText('2 sales');
    await expect(page.getByLabel('What Import does')).toContainText('Broken1 sale');
    await expect(verdict(page, 1, 'Sales')).toContainText(
      'Ines Albrecht, Fjordline Cruises. 3 lines, $7,450.00. Booked, commission $1,047.00',
    );
    await expect(verdict(page, 4, 'Sales')).toContainText(
      'Total: The lines of this sale come to 250.00, its total is 300.00.',
    );
    await expect(verdict(page, 2, 'Sales')).toHaveCount(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'import of lines, check, on a phone', ['light', 'dark']);
    await button(page, 'Import 2 sales').click();
    await expect(page.getByText('2 sales added', { exact: true })).toBeVisible();
    const [problems] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download 1 sale with problems').click(),
    ]);
    const rows = (await readFile(await problems.path(), 'utf8')).trim().split('\r\n').slice(1);
    expect(rows.map((line) => line.split(',')[0])).toEqual(['4', '6']);
    await page.getByRole('link', { name: 'Go to sales' }).click();
    await page.getByRole('link', { name: /LN-1/ }).first().click();
    await expect(page.getByRole('region', { name: 'Lines 3' })).toContainText('14.34% effective');
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
