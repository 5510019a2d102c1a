/**
 * Whoever cannot see the screen hears before an act what it moves, whose it is and when, and afterwards what was moved and the way back
 * (docs/product/platform.md, Acts that move money). Buttons are found by their roles and whole names alone.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import { has } from '../../../supabase/tests/support/deeds';
import { newAgencyWithAgent } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { importBankLines } from '../../support/bank';
import { today } from '../../support/payouts';
import { signIn } from '../../support/people';

const DAY = '[A-Z][a-z]{2} \\d{1,2}, \\d{4}';
/** What follows the words of a button: `to Milo Reyes on Nov 26, 2026`. */
const named = (words: string, rest: string) =>
  new RegExp(`^${words.replaceAll('$', '\\$').replaceAll('.', '\\.')}${rest.replaceAll('$', '\\$')}$`);
const button = (place: Page | Locator, words: string, rest: string) =>
  place
    .getByRole('button', { name: named(words, rest) })
    .filter({ visible: true })
    .first();
const told = (page: Page, text: RegExp) => page.getByRole('status').filter({ hasText: text }).first();

// Holds platform-81, platform-82, platform-83
test('before an act its button says how much, whose and when; afterwards a message says so, and the way back', async ({
  page,
}) => {
  const agency = await newAgencyWithAgent('Acts Travel');
  await signIn(page, agency.email);

  await test.step('a payout: approved, paid and voided', async () => {
    await agency.sale({ by: agency.agent.api, reference: 'ACT-1', amount: 1000, paid: true });
    const { id } = await has<{ id: string }>(agency.api, 'start_payout', {
      name: 'Acts',
      planned_on: today(),
    });
    await page.goto(`/commissions/payouts/${id}`);

    await button(page, 'Approve $72.00', ` to Milo Reyes on ${DAY}`).click();
    await expect(
      told(page, /^Approved: \$72\.00 to Milo Reyes on .*Back to draft takes it back/),
    ).toBeVisible();
    await button(page, 'Pay', `: $72.00 to Milo Reyes on ${DAY}`).click();
    await button(page.getByRole('dialog'), 'Record $72.00 as paid', ` to Milo Reyes on ${DAY}`).click();
    await expect(told(page, /^Paid: \$72\.00 to Milo Reyes on .*voided below its agent/)).toBeVisible();

    await button(page, 'Void payment', ' to Milo Reyes').click();
    const dialog = page.getByRole('dialog', { name: 'Void $72.00?' });
    await expect(dialog).toHaveAccessibleDescription(new RegExp(`Paid to Milo Reyes on ${DAY}`));
    await expect(dialog).toContainText('This cannot be undone.');
    await dialog.getByLabel('Reason').fill('Account closed');
    await button(dialog, 'Void payment', `: $72.00 to Milo Reyes on ${DAY}`).click();
    const message = told(page, /^Payment voided: \$72\.00 to Milo Reyes on .*This cannot be undone\./);
    await expect(message).toBeVisible();
    await settled(page);
    await expectAccessible(page, 'what a void says', ['light', 'dark']);
    await message.getByRole('link', { name: 'Open payouts' }).click();
    await expect(page).toHaveURL('/commissions/payouts');
    await expect(message).toBeHidden();
  });

  await test.step('the bank: many are accepted and taken back by names with their sum and their days', async () => {
    await agency.sale({ reference: 'FJ-20001', amount: 1000 });
    await agency.sale({ reference: 'FJ-20002', amount: 2000 });
    await importBankLines(agency.api, [
      ['FJORDLINE CRUISES COMM FJ-20001', '120.00'],
      ['FJORDLINE CRUISES COMM FJ20002', '240.00'],
    ]);
    await page.goto('/commissions/bank');
    const days = `(on ${DAY}|of .+ \\d{4})`;
    await expect(button(page, 'Accept', `: $120.00 from Fjordline Cruises on ${DAY}`)).toBeVisible();
    await button(page, 'Accept 2 · $360.00', ` from Fjordline Cruises ${days}`).click();
    await button(page, 'Undo', `: 2 transactions matched: $360.00 from Fjordline Cruises ${days}`).click();
    await expect(told(page, /^Taken back2 transactions matched: \$360\.00/)).toBeVisible();
    await page.getByRole('checkbox', { name: 'Select all: Certain' }).check();
    await expect(button(page, 'Accept 2', `: $360.00 from Fjordline Cruises ${days}`)).toBeVisible();
    await expect(button(page, 'Set aside', `: $360.00 from Fjordline Cruises ${days}`)).toBeVisible();
  });

  const sold = await agency.sale({ reference: 'ACT-3', amount: 1000, paid: true });
  const lost = await agency.sale({ reference: 'ACT-4', amount: 500 });

  await test.step('a receipt is recorded and taken back', async () => {
    await page.goto(`/commissions/${sold.commissionId}`);
    await page.getByRole('button', { name: 'Record receipt' }).click();
    const words = `: $120.00 from Fjordline Cruises on ${DAY}`;
    await button(page.getByRole('dialog'), 'Record receipt', words).click();
    await expect(
      told(page, /^Receipt recorded: \$120\.00 from Fjordline Cruises on .*Take it back/),
    ).toBeVisible();
    await button(page, 'Take back', words).click();
    await expect(told(page, /^Receipt taken back: \$120\.00 from .*can be recorded again/)).toBeVisible();
  });

  await test.step('the agent is paid', async () => {
    await page.getByRole('button', { name: 'Record payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record payment' });
    await expect(dialog).toContainText('cannot be undone');
    await dialog
      .getByRole('button', { name: new RegExp(`^Record \\$[\\d.]+ payment to .+ on ${DAY}$`) })
      .click();
    await expect(
      told(page, /^Payment recorded: \$[\d.]+ to .+ on .*void it under Agent payments/),
    ).toBeVisible();
  });

  await test.step('a sale is cancelled', async () => {
    await page.goto(`/sales/${lost.id}`);
    await page.getByRole('button', { name: 'Change status' }).click();
    await page.getByRole('menuitem', { name: 'Cancel sale' }).click();
    const question = page.getByRole('alertdialog', { name: 'Cancel sale ACT-4?' });
    await expect(question).toContainText('Cancellation is final.');
    await button(question, 'Cancel sale', `: $500.00 of Ines Albrecht on ${DAY}`).click();
    await expect(told(page, /^Sale ACT-4 is now Cancelled: \$500\.00 of .*cannot be undone/)).toBeVisible();
  });

  await test.step('books are closed and reopened', async () => {
    await page.goto('/profile?tab=organization');
    await button(page, 'Close books', ` through ${DAY}`).click();
    await expect(told(page, /^Books closed through .*Reopen takes it back/)).toBeVisible();
    await button(page, 'Reopen', ` the books, closed through ${DAY}`).click();
    const dialog = page.getByRole('dialog', { name: 'Reopen the books' });
    await dialog.getByLabel('Nothing stays closed').check();
    await dialog.getByLabel('Reason').fill('By mistake');
    await button(dialog, 'Reopen', ' all days').click();
    await expect(told(page, /^Books reopened.*Close books closes them again/)).toBeVisible();
  });
});
