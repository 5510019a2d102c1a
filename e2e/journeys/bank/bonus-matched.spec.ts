/** Only on screen is a bonus found in the inbox, matched by a key and seen on its own page: what it writes is the database's (supabase/tests/bank). */
import { expect, test } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { importBankLines } from '../../support/bank';
import { signIn } from '../../support/people';
import { heading } from '../../support/screen';

test('a vendor’s bonus is found by its deposit, matched, followed to its page, and taken back', async ({
  page,
}) => {
  const agency = await newTradingAgency('Bonus Bank Travel');
  await agency.sale();
  await agency.api.call('expect_volume_bonus', {
    vendor_id: agency.vendor.id,
    period_start: '2025-01-01',
    period_end: '2025-12-31',
    amount: 612.4,
    due_on: '2026-01-31',
  });
  const [id] = await importBankLines(agency.api, [['FJORDLINE CRUISES OVERRIDE 2025', '612.40']]);
  await signIn(page, agency.email);

  await page.goto('/commissions/bank');
  const row = page.getByRole('listitem').filter({ hasText: 'FJORDLINE CRUISES' });
  await expect(row).toContainText('Volume bonus · Jan 1, 2025 to Dec 31, 2025');
  await expect(row).toContainText('Likely');

  await page.goto(`/commissions/bank/${id}`);
  await expect(page.locator('.wb-left')).toContainText('Balanced');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText('Matched: $612.40')).toBeVisible();

  await page.goto('/commissions');
  await page.getByRole('link', { name: 'Other commissions' }).click();
  await expect(heading(page, 'Other commissions')).toBeVisible();
  const bonus = page.getByRole('region', { name: /^Volume bonus: Fjordline Cruises/ });
  await expect(bonus).toContainText('$612.40 received');
  await expect(bonus.getByRole('button', { name: /^Record receipt/ })).toHaveCount(0);
  await bonus.getByRole('button', { name: /^Add notes/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Notes' });
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Paid with the override run');
  await dialog.getByRole('button', { name: /^Save notes/ }).click();
  await expect(bonus).toContainText('Paid with the override run');
  await page.getByRole('searchbox', { name: 'Search other commissions' }).fill('nobody');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await settled(page);
  await expectAccessible(page, 'other commissions', ['light', 'dark']);

  await bonus.getByRole('link', { name: /^Deposit of/ }).click();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(page.getByRole('button', { name: 'Match $612.40' })).toBeVisible();
  await page.goto('/commissions/other?kind=volume_bonus&status=unpaid');
  await expect(bonus.getByRole('button', { name: /^Record receipt/ })).toBeVisible();
});
