/** The journal of a month leaves as a file that only a browser writes, and leaves again as the same bytes. */
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The bytes of what a press saves. */
async function saved(page: Page, name: string): Promise<[file: string, bytes: Buffer]> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return [download.suggestedFilename(), await readFile(await download.path())];
}

test('an owner maps the accounts where amounts stand, exports a month, and downloads the same file again', async ({
  page,
}) => {
  test.slow();
  const agency = await newTradingAgency('Harbour Books');
  await agency.sale({ reference: 'JR-77001', sold: '2026-01-12', commission: 120 });
  await agency.api.call('save_journal_settings', { basis: 'expected', since: '2026-01-01' });
  await signIn(page, agency.email);
  await page.goto('/settings/integrations/accounting');
  await expect(heading(page, 'Integrations')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Journal of January 2026' })).toBeVisible();
  await expect(page.getByText('4 accounts with an amount are still to be chosen.')).toBeVisible();
  await expect(button(page, 'Export and close January')).toBeDisabled();
  await expectAccessible(page, 'The journal, accounts to be chosen', ['light', 'dark']);

  const entries = page.getByRole('table', { name: 'Entries of the journal' });
  await expect(entries.getByRole('row')).toHaveCount(5);
  await expect(entries.getByRole('link', { name: /^Sale JR-77001/ })).toHaveAttribute(
    'href',
    /^\/sales\/\S+$/,
  );

  const accounts = {
    'Commissions receivable': '1200 Receivable, vendors',
    'Commission income': '4000 Commission',
    'Agents’ commissions': '5010 Commissions to agents',
    'Agents’ balances': '2150 Agents’ balances',
  };
  for (const [account, typed] of Object.entries(accounts)) {
    const field = page.getByRole('combobox', { name: `Account for ${account}` });
    await field.fill(typed);
    await page.getByRole('option', { name: `Use “${typed}”` }).click();
    await expect(field).toHaveValue(typed);
  }
  await expect(button(page, 'Export and close January')).toBeEnabled();
  await expectAccessible(page, 'The journal, ready to leave', ['light', 'dark']);
  const [name, bytes] = await saved(page, 'Export and close January');
  expect(name).toBe('journal-2026-01-quickbooks.csv');
  expect(bytes.toString().split('\r\n').slice(0, 2)).toEqual([
    'Journal No,Journal Date,Account Name,Debits,Credits,Description',
    '1-1,01/12/2026,"Receivable, vendors",120.00,,"Sale JR-77001, Fjordline Cruises"',
  ]);
  await expect(page.getByRole('heading', { name: 'Journal of February 2026' })).toBeVisible();
  const [again, same] = await saved(page, 'Download January 2026 again');
  expect([again, same.equals(bytes)]).toEqual([name, true]);
});
