/** Only a browser opens rows by keys, copies a link and saves a file: who decided what in an agency, found by whoever answers for it. */
import { expect, test, type Page } from '@playwright/test';
import fs from 'node:fs';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { signIn } from '../../support/people';

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const toggle = (page: Page, name: RegExp) => page.getByRole('button', { name });

// Holds tenancy-93
test('an owner finds who changed what, opens it, and takes the log along, which is an entry itself', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const agency = await newAgencyWithAgent('Open Ledger Travel');
  await agency.api.call('set_member_split', { member_id: agency.agent.id, commission_split: 65 });
  await agency.sale({ agent: agency.agent, reference: 'LEDGER-1', paid: true });
  await agency.api.call('start_payout', { name: 'Ledger payout' });

  await signIn(page, agency.email);
  await page.goto('/profile?tab=organization');
  await page.getByRole('link', { name: 'Audit log' }).click();
  await expect(page.getByRole('heading', { name: 'Audit log' })).toBeVisible();
  await expect(page.getByText(/entries since .* · nobody can change or remove one/)).toBeVisible();
  await expect(row(page, 'Changed terms')).toContainText('Milo Reyes');
  await expect(row(page, 'Changed terms')).toContainText('60%');
  await expect(row(page, 'Started payout')).toContainText('Ledger payout');

  // The newest entry first, which is that the owner signed in; K stays there, J goes on, and Enter opens.
  await page.keyboard.press('j');
  await expect(toggle(page, /^Signed in, Nora Quist/)).toBeFocused();
  await page.keyboard.press('j');
  await expect(toggle(page, /^Started payout, Ledger payout/)).toBeFocused();
  await page.keyboard.press('j');
  await page.keyboard.press('k');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Before and after' })).toBeVisible();
  await toggle(page, /^Started payout/).press('Enter');

  await toggle(page, /^Changed terms/).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.getByRole('link', { name: 'All about Milo Reyes' }).click();
  await expect(page).toHaveURL(/about=/);
  await expect(row(page, 'Invited')).toHaveCount(0);
  await expect(row(page, 'Started payout')).toHaveCount(0);
  await expect(row(page, 'Joined')).toHaveCount(1);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Before and after' })).toBeVisible();
  await expect(row(page, 'Joined')).toHaveCount(0);

  await page.goto('/settings/audit-log');
  await page.getByRole('link', { name: 'People' }).click();
  await expect(row(page, 'Started payout')).toHaveCount(0);
  await page.keyboard.press('/');
  await page.keyboard.type('Nobodyatall');
  await expect(page.getByRole('heading', { name: 'No entry for “Nobodyatall”' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search the log' }).fill('ledger pay');
  await page.getByRole('link', { name: 'Search the whole log' }).click();
  await expect(row(page, 'Started payout')).toBeVisible();

  await page.getByRole('button', { name: 'Export' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Export CSV' }).click();
  const file = fs.readFileSync(await (await saved).path(), 'utf8');
  expect(file).toContain('Started payout,Ledger payout');
  expect(file.trim().split('\r\n')).toHaveLength(2);
  await page.goto('/settings/audit-log?kind=data_out');
  await expect(row(page, 'Exported audit log')).toContainText('1 entry');

  await page.setViewportSize({ width: 390, height: 844 });
  await toggle(page, /^Exported audit log/).click();
  await expect(page.getByRole('heading', { name: 'How' })).toBeVisible();
  await expectAccessible(page, 'audit log on a phone', ['dark', 'light']);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page, 'audit log', ['light', 'dark']);
});
