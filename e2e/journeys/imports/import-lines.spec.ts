/** Only a browser takes files in hand and saves them: sales with lines come in from several rows each. */
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { signIn } from '../../support/people';

const HEAD =
  'Booking reference,Customer,Vendor,Sale date,Total,Item type,Line text,Line amount,Commissionable,Line rate,Line commission';
const LINED = 'LN-1,Ines Albrecht,Fjordline Cruises,2026-02-13,,';
const BROKEN = 'LN-3,Ines Albrecht,Fjordline Cruises,2026-02-15,300.00,';
const FILE = [
  HEAD,
  `${LINED}Cruise,Balcony 6042,"6,980.00",yes,15,`,
  `${LINED}Port taxes,,320.00,no,,`,
  'LN-2,Ines Albrecht,Fjordline Cruises,2026-02-14,500.00,,,,,,',
  `${BROKEN}Air,,200.00,yes,10,`,
  `${LINED}Agency fee,Planning,150.00,,,`,
  `${BROKEN}Shuttle,,50.00,yes,,5.00`,
].join('\r\n');

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const choose = (page: Page, name: string, text: string) =>
  page
    .getByLabel('CSV file', { exact: true })
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const verdict = (page: Page, row: number) =>
  page
    .getByRole('region', { name: 'Sales' })
    .locator('tr')
    .filter({ has: page.locator('td', { hasText: new RegExp(`^${row}$`) }) });

test('a file of sales with lines: sales are counted, a broken line is named, and their lines are there', async ({
  page,
}) => {
  test.slow();
  const { email, api } = await newAgencyWithAgent('Lines Import Travel');
  await signIn(page, email);
  const kept = async () =>
    (
      await api.call<{ rows: { id: string; booking_reference: string; total_amount: number }[] }>(
        'list_sales',
        {},
      )
    ).rows.map(({ booking_reference: of, total_amount: total }) => [of, total]);

  await test.step('a kind that nobody knows is asked', async () => {
    await page.goto('/sales/import');
    await expect(button(page, 'Download an example')).toBeVisible();
    await choose(page, 'lines.csv', FILE);
    await expect(page.getByLabel('Field for Item type')).toHaveValue('line_kind');
    await page.getByLabel('Meaning of Shuttle, Line kind').selectOption('Transfer');
    await expectAccessible(page, 'import of lines, columns', ['light', 'dark']);
    await button(page, 'Check 6 rows').click();
  });

  await test.step('each sale has its verdict', async () => {
    await expect(page.getByLabel('What Import does')).toContainText('2 sales');
    await expect(page.getByLabel('What Import does')).toContainText('Broken1 sale');
    await expect(verdict(page, 1)).toContainText(
      'Ines Albrecht, Fjordline Cruises. 3 lines, $7,450.00. Booked, commission $1,047.00',
    );
    await expect(verdict(page, 4)).toContainText(
      'Total: The lines of this sale come to 250.00, its total is 300.00.',
    );
    await expect(verdict(page, 2)).toHaveCount(0);
    await expectAccessible(page, 'import of lines, check', ['light', 'dark']);
    await page.setViewportSize({ width: 390, height: 900 });
    await expect(verdict(page, 1)).toContainText('3 lines, $7,450.00');
    await expectAccessible(page, 'import of lines, check, on a phone', ['light', 'dark']);
    await page.setViewportSize({ width: 1440, height: 900 });
    await button(page, 'Import 2 sales').click();
    await expect(page.getByText('2 sales added', { exact: true })).toBeVisible();
    expect(await kept()).toEqual([
      ['LN-2', 500],
      ['LN-1', 7450],
    ]);
    const [problems] = await Promise.all([
      page.waitForEvent('download'),
      button(page, 'Download 1 sale with problems').click(),
    ]);
    const text = await readFile(await problems.path(), 'utf8');
    expect(
      text
        .trim()
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(',')[0]),
    ).toEqual(['4', '6']);
  });

  await test.step('the sale has its lines', async () => {
    await page.getByRole('link', { name: 'Go to sales' }).click();
    await page.getByRole('link', { name: /LN-1/ }).first().click();
    await expect(page.getByRole('region', { name: 'Lines 3' })).toContainText('14.34% effective');
  });
});
