/** Only a browser saves a file: every list leaves as it is filtered, with what its reader may see and nothing a spreadsheet would run. */
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newAgencyWithAgent } from '../../support/agency';
import { settled } from '../../support/axe';
import { signIn } from '../../support/people';

async function exported(page: Page): Promise<{ name: string; lines: string[] }> {
  await settled(page);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return { name: download.suggestedFilename(), lines: text.slice(1).trimEnd().split('\r\n') };
}

test('an admin takes lists along, as filtered; an export that fails says so, and the next one works', async ({
  page,
}) => {
  test.slow();
  const { email, api, sale } = await newAgencyWithAgent('Export Travel');
  await sale({ reference: 'EX-1', sold: '2026-02-03', notes: '=HYPERLINK("http://evil.test")' });
  await sale({ reference: 'EX-2', sold: '2026-03-04', amount: 250.5 });
  await api.insert('customers', {
    first_name: '=1+1',
    last_name: 'Formula',
    phone: '+43 1 234',
    tags: ['VIP'],
  });
  await signIn(page, email);

  await page.goto('/sales?sort=totalAmount&dir=asc');
  await settled(page);
  await page.route('**/rpc/export_sales', (route) => route.abort(), { times: 1 });
  await page.getByRole('button', { name: 'Export' }).click();
  await expect(page.getByText('The list was not exported')).toBeVisible();
  const sales = await exported(page);
  expect(sales.name).toMatch(/^paperplane-sales-\d{4}-\d\d-\d\d\.csv$/);
  expect(sales.lines.map((line) => line.split(',')[0])).toEqual(['Booking reference', 'EX-2', 'EX-1']);
  expect(sales.lines[1]).toContain(
    'EX-2,booked,2026-03-04,,,Ines Albrecht,ines@albrecht.test,Fjordline Cruises',
  );
  expect(sales.lines[1]).toContain(',250.5,12,30.06,USD,unpaid,');
  expect(sales.lines[2]).toContain(`"'=HYPERLINK(""http://evil.test"")"`);

  await expect(page.getByText(/rows exported/)).toBeVisible();

  await page.goto('/commissions?q=EX-1');
  const commissions = await exported(page);
  expect(commissions.lines).toHaveLength(2);
  expect(commissions.lines[1]).toContain('EX-1,unpaid,2026-02-03,booked,Ines Albrecht');

  await page.goto('/customers?q=formula');
  const customers = await exported(page);
  expect(customers.lines).toHaveLength(2);
  expect(customers.lines[1]).toMatch(/^'=1\+1,Formula,,'\+43 1 234,/);
  await page.goto('/vendors');
  expect((await exported(page)).lines[1]).toContain('Fjordline Cruises,other');
  await page.goto('/team');
  const team = await exported(page);
  expect(
    team.lines
      .slice(1)
      .map((line) => line.split(',').slice(0, 2).join(' '))
      .sort(),
  ).toEqual(['Milo Reyes', 'Nora Quist']);
});
