/** Only a browser sends again what was answered to nobody: nothing is done twice. */
import { expect, test, type Page } from '@playwright/test';
import { newAgency, newTradingAgency } from '../../support/agency';
import { messageField, messages, say } from '../../support/conversations';
import { choose, fill } from '../../support/forms';
import { mailsTo } from '../../support/mail';
import { png } from '../../support/pictures';
import { newEmail, signIn } from '../../support/people';

/** What is on its way when a test ends is nobody's fault. */
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

const UNKNOWN = 'It is not known whether this was saved.';

/** The server does what it is asked for under a path; nobody hears of it, until it is mended. */
async function loseAnswers(page: Page, path: string) {
  const sent: Record<string, unknown>[] = [];
  const matches = (url: URL) => url.pathname === path;
  let isHeld = true;
  await page.route(matches, async (route) => {
    sent.push(route.request().postDataJSON() as Record<string, unknown>);
    if (!isHeld) return route.continue();
    await route.fetch();
    await route.abort('connectionreset');
  });
  return { sent, mend: () => void (isHeld = false) };
}

/** What is saved although its answer is lost on the way: once (docs/product/platform.md, Nothing twice). */
test('a sale whose answer is lost is there once, and the form ends well', async ({ page }) => {
  const { email, api } = await newTradingAgency('Lost');
  await signIn(page, email);
  await page.goto('/sales/create');
  await choose(page, 'Customer', 'Ines Albrecht');
  await choose(page, 'Vendor', 'Fjordline Cruises');
  await fill(page, { bookingReference: 'LOST-1', totalAmount: '800', commissionRate: '10' });

  const lost = await loseAnswers(page, '/rest/v1/rpc/create_sale');
  await page.getByRole('button', { name: 'Create sale' }).click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  await expect(page.getByText('The sale was not created')).toHaveCount(0);
  lost.mend();

  await expect(page.getByRole('heading', { name: 'LOST-1' })).toBeVisible({ timeout: 60_000 });
  const keys = lost.sent.map(({ request_key }) => request_key);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  const sale = await api.one<{ id: string }>('sales?booking_reference=eq.LOST-1&select=id');
  await api.one(`commissions?sales_id=eq.${sale.id}&select=id`);
  await expect(page).toHaveURL(new RegExp(`/sales/${sale.id}`));
});

test('a vendor with its logo whose answer is lost is there once', async ({ page }) => {
  const { email, api } = await newAgency('Lost Vendors');
  await signIn(page, email);
  await page.goto('/vendors/create');
  await fill(page, { name: 'Lost Cruises' });
  await page
    .getByLabel('Choose a logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await png(page, 400, 400) });
  await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();
  const lost = await loseAnswers(page, '/rest/v1/rpc/create_vendor');
  await page.getByRole('button', { name: 'Add vendor' }).click();
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  lost.mend();
  await expect(page.getByRole('heading', { name: 'Lost Cruises' })).toBeVisible({ timeout: 60_000 });
  expect(lost.sent.length).toBeGreaterThan(1);
  const { logo_url } = await api.one<{ logo_url: string }>('vendors?select=logo_url');
  expect(logo_url).toMatch(/vendors\//);
});

test('an invitation is written and mailed once, whichever answer is lost', async ({ page }) => {
  const { email, api } = await newAgency('Lost Invitations');
  await signIn(page, email);
  await page.goto('/team/invite');
  for (const path of ['/rest/v1/rpc/create_invitation', '/auth/v1/otp']) {
    const invited = newEmail('lost');
    await fill(page, { firstName: 'Noelle', lastName: 'Abara', email: invited });
    const lost = await loseAnswers(page, path);
    await page.getByRole('button', { name: 'Send invite' }).click();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    lost.mend();
    await expect(page.getByLabel('First name')).toHaveValue('', { timeout: 60_000 });
    await api.one(`invitations?email=eq.${invited}&select=id`);
    // A mail is there a moment after it was taken.
    await mailsTo(invited);
  }
});

test('a message whose answer is lost is there once', async ({ page }) => {
  const { email, api } = await newTradingAgency('Lost Messages');
  await signIn(page, email);
  const customer = await api.insert('customers', { first_name: 'Lo', last_name: 'Sten' });
  await page.goto(`/customers/${String(customer.id)}`);
  const lost = await loseAnswers(page, '/rest/v1/rpc/post_message');
  await say(page, 'Only once');
  await expect(page.getByText(UNKNOWN)).toBeVisible();
  lost.mend();
  await expect(messageField(page)).toHaveValue('', { timeout: 60_000 });
  await expect(messages(page, 'Only once')).toHaveCount(1);
  await api.one('communications?select=id');
});
