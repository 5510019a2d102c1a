import { expect, test } from '@playwright/test';
import { newTradingAgency } from '../support/agency';
import { choose, fill } from '../support/forms';
import { signIn } from '../support/people';

/** What is saved although its answer is lost on the way: once (docs/product.md, Nothing twice). */
test('a sale whose answer is lost is there once, and the form ends well', async ({ page }) => {
  const { email, password, api } = await newTradingAgency('Lost');
  await signIn(page, email, password);
  await page.goto('/sales/create');
  await choose(page, 'Customer', 'Ines Albrecht');
  await choose(page, 'Vendor', 'Fjordline Cruises');
  await fill(page, { bookingReference: 'LOST-1', totalAmount: '800', commissionRate: '10' });

  const keys: unknown[] = [];
  let hold = true;
  await page.route('**/rest/v1/rpc/create_sale', async (route) => {
    keys.push((route.request().postDataJSON() as { request_key?: unknown }).request_key);
    // The server does what it is asked for; nobody hears of it.
    await route.fetch();
    await route.abort('connectionreset');
    if (!hold) await page.unroute('**/rest/v1/rpc/create_sale');
  });
  await page.getByRole('button', { name: 'Create sale' }).click();
  await expect(page.getByText('It is not known whether this was saved.')).toBeVisible();
  await expect(page.getByText('The sale was not created')).toHaveCount(0);
  hold = false;

  await expect(page.getByRole('heading', { name: 'LOST-1' })).toBeVisible({ timeout: 30_000 });
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  const sale = await api.one<{ id: string }>('sales?booking_reference=eq.LOST-1&select=id');
  await api.one(`commissions?sales_id=eq.${sale.id}&select=id`);
  await expect(page).toHaveURL(new RegExp(`/sales/${sale.id}`));
});
