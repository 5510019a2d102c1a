/** Only a browser has a thumb’s width: the day’s work at 390 pixels, with docked buttons, icons for words, sheets for dialogs. */
import { expect, test } from '@playwright/test';
import { newAgent, newTradingAgency } from '../../support/agency';
import { choose, expectKept, field, fill } from '../../support/forms';
import { signIn } from '../../support/people';
import { createFirstSale } from '../../support/screen';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test('an agent records a sale and marks it as paid, an admin pays them', async ({ page }) => {
  const agency = await newTradingAgency('Pocket Travel');
  const agent = await newAgent(agency, 50);
  const items = page.getByRole('list', { name: 'Sales' }).getByRole('listitem');

  await test.step('the first sale', async () => {
    await signIn(page, agent.email);
    await page.goto('/sales');
    await createFirstSale(page).tap();
    await choose(page, 'Customer', 'Ines Albrecht');
    await choose(page, 'Vendor', 'Fjordline Cruises');
    await fill(page, { bookingReference: 'PKT-1', totalAmount: '2000', notes: 'Lower berth' });
    await expectKept(page, { commissionRate: '12', commissionAmount: '240' });
    const create = page.getByRole('button', { name: 'Create sale' });
    await expect(create).toBeInViewport();
    await create.tap();
    await expect(page.getByRole('heading', { name: 'PKT-1' })).toBeVisible();
  });

  await test.step('paid: the question is a sheet with its answers at hand', async () => {
    await page.getByRole('button', { name: 'Mark as paid' }).tap();
    const sheet = page.getByRole('alertdialog', { name: 'Mark sale PKT-1 as paid?' });
    await expect(sheet).toBeInViewport({ ratio: 0.99 });
    await field(sheet, 'note').fill('Cash');
    await sheet.getByRole('button', { name: 'Mark as paid' }).tap();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Paid');
    await expect(page.getByText('Lower berth')).toBeVisible();
    await page.goto('/sales?status=paid');
    await expect(items).toHaveCount(1);
    await expect(items).toContainText('$2,000');
    // What the agent may not do is not there, as an icon either.
    await page.goto('/commissions');
    await page.getByRole('link', { name: 'Ines Albrecht' }).tap();
    await expect(page.getByText('$120.00').first()).toBeVisible();
    await expect(page.getByRole('button', { name: /Record payment|Change status/ })).toHaveCount(0);
  });

  await test.step('the payout', async () => {
    const address = page.url();
    await page.evaluate(() => localStorage.clear());
    await signIn(page, agency.email);
    await page.goto(address);
    await page.getByRole('button', { name: 'Record payment' }).tap();
    const sheet = page.getByRole('dialog', { name: 'Record payment' });
    await expect(sheet).toBeInViewport({ ratio: 0.99 });
    await field(sheet, 'reference').fill('WIRE-1');
    await sheet.getByRole('button', { name: 'Record $120.00 payment' }).tap();
    await expect(page.getByText('Agent paid').first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'Payments' })).toContainText('WIRE-1');
  });
});
