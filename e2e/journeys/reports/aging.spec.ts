/** Only on screen does a debt lead to a mail: what vendors owe and how they are asked for it. */
import { expect, test } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import type { Api } from '../../support/api';
import { expectAccessible, settled } from '../../support/axe';
import { signIn } from '../../support/people';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
/** As the app shows a day. */
const shown = (day: string) =>
  new Date(day).toLocaleDateString('en-US', {
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** A line of the bank's file november.csv, as an admin imports it. @returns the id of its transaction */
async function importDeposit(api: Api, amount: string, text: string): Promise<string> {
  const account = await api.call<{ id: string }>('save_bank_account', {
    account: { name: 'Harbour Operating' },
  });
  const { import_id } = await api.call<{ import_id: string }>('begin_bank_import', {
    account_id: account.id,
    file_name: 'november.csv',
    file_hash: 'a'.repeat(64),
    format: 'csv',
    total_lines: 1,
  });
  const lines = [{ line: 1, booked_on: daysAgo(2), amount, text }];
  await api.call('import_bank_lines', { import_id, lines });
  await api.call('finish_bank_import', { import_id });
  const { id } = await api.one<{ id: string }>(`bank_transactions?import_id=eq.${import_id}&select=id`);
  return id;
}

// Holds reports-40
test('vendors are asked for what is overdue, booking by booking, but not for what may be here', async ({
  page,
  context,
}) => {
  const { email, api, vendor, sale } = await newAgencyWithAgent('Overdue Travel');
  const terms = { expected_payment_days: 0, expected_payment_basis: 'booking' };
  await api.update(`vendors?id=eq.${vendor.id}`, { email: 'agents@fjordline.test' });
  await api.update(`vendor_terms?vendor_id=eq.${vendor.id}`, terms);
  await sale({ reference: 'FJ-OLD', sold: daysAgo(100) });
  await sale({ reference: 'FJ-NEW', sold: daysAgo(10) });
  const azur = await api.call<{ id: string }>('create_vendor', {
    vendor: { name: 'Azur Lines', default_commission_rate: 12, ...terms },
  });
  await sale({ reference: 'AZ-1', vendor: azur.id, amount: 500, sold: daysAgo(40) });
  const waiting = await importDeposit(api, '75.00', 'AZUR LINES PARIS');
  await api.call('set_bank_vendor', { transaction_id: waiting, vendor_id: azur.id });

  await signIn(page, email);
  await page.goto('/reports/aging');
  await expect(page.getByText(/^3 commissions of 2 vendors are past due and not received on/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Owed' })).toHaveText(
    'Owed$300.00Up to 30 days$120.0031 to 60$60.0061 to 90$0.00Over 90$120.00',
  );
  await expect(page.getByText(/^Unpaid commissions only\./)).toBeVisible();
  await expect(page.getByText('1 vendor has a deposit waiting in Bank')).toBeVisible();
  await expect(page.getByRole('row', { name: /Azur Lines/ })).toContainText(
    /Deposit waits.*40 days.*\$60\.00.*Ask anyway/,
  );
  await settled(page);
  await expectAccessible(page, 'overdue', ['light', 'dark']);

  await page.getByRole('button', { name: 'Ask Fjordline Cruises for $240.00' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ask Fjordline Cruises' });
  await expect(dialog.getByLabel('To', { exact: true })).toHaveValue('agents@fjordline.test');
  await expect(dialog.getByLabel('Subject')).toHaveValue('Open commission on 2 bookings, $240.00');
  const message = dialog.getByLabel('Message');
  await expect(message).toHaveValue(
    new RegExp(
      `FJ-OLD, Ines Albrecht, due ${shown(daysAgo(100))}: \\$120\\.00\nFJ-NEW, Ines Albrecht, due ${shown(daysAgo(10))}: \\$120\\.00`,
    ),
  );
  await expectAccessible(page, 'overdue: asking a vendor', ['light', 'dark']);
  await message.fill('Hello,\nplease pay.');
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy text' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Hello,\nplease pay.');
  const mail = new URL((await dialog.getByRole('link', { name: 'Open in mail' }).getAttribute('href')) ?? '');
  expect([mail.protocol, mail.pathname]).toEqual(['mailto:', 'agents@fjordline.test']);
  expect(mail.searchParams.get('body')).toBe('Hello,\r\nplease pay.');
  await test.step('what was changed is not lost without a question', async () => {
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(dialog).toBeHidden();
  });

  await page.getByRole('link', { name: '$240.00: owed by Fjordline Cruises' }).click();
  await expect(page).toHaveURL(/\/reports\/aging\?row=/);
  const rows = page.getByRole('table', { name: 'Bookings' });
  await expect(rows.locator('tbody tr')).toHaveCount(2);
  await expect(rows.locator('tfoot')).toContainText('$240.00');
});
