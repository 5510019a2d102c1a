/** Only a browser sends again what was answered to nobody: nothing is done twice. */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
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
// Holds platform-108
test('a sale, a vendor and an invitation whose answers are lost are there once, and their forms end well', async ({
  page,
}) => {
  const { email, api } = await newTradingAgency('Lost');
  await signIn(page, email);
  /** Nobody hears of what is saved, until it is asked for again. */
  const saveUnheard = async (path: string, button: string) => {
    const lost = await loseAnswers(page, path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByText(UNKNOWN)).toBeVisible();
    lost.mend();
    return lost;
  };

  await test.step('a sale', async () => {
    await page.goto('/sales/create');
    await choose(page, 'Customer', 'Ines Albrecht');
    await choose(page, 'Vendor', 'Fjordline Cruises');
    await fill(page, { bookingReference: 'LOST-1', totalAmount: '800', commissionRate: '10' });
    const lost = await saveUnheard('/rest/v1/rpc/create_sale', 'Create sale');
    await expect(page.getByText('The sale was not created')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'LOST-1' })).toBeVisible({ timeout: 60_000 });
    const keys = lost.sent.map(({ request_key }) => request_key);
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    const sale = await api.one<{ id: string }>('sales?booking_reference=eq.LOST-1&select=id');
    await api.one(`commissions?sales_id=eq.${sale.id}&select=id`);
    await expect(page).toHaveURL(new RegExp(`/sales/${sale.id}`));
  });

  await test.step('a vendor with its logo', async () => {
    await page.goto('/vendors/create');
    await fill(page, { name: 'Lost Cruises' });
    await page
      .getByLabel('Choose a logo')
      .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: await png(page, 400, 400) });
    await expect(page.getByRole('button', { name: 'Replace logo' })).toBeVisible();
    const lost = await saveUnheard('/rest/v1/rpc/create_vendor', 'Add vendor');
    await expect(page.getByRole('heading', { name: 'Lost Cruises' })).toBeVisible({ timeout: 60_000 });
    expect(lost.sent.length).toBeGreaterThan(1);
    const vendor = await api.one<{ logo_url: string }>('vendors?name=eq.Lost%20Cruises&select=logo_url');
    expect(vendor.logo_url).toMatch(/vendors\//);
  });

  await test.step('an invitation, written and mailed', async () => {
    await page.goto('/team/invite');
    for (const path of ['/rest/v1/rpc/create_invitation', '/auth/v1/otp']) {
      const invited = newEmail('lost');
      await fill(page, { firstName: 'Noelle', lastName: 'Abara', email: invited });
      await saveUnheard(path, 'Send invite');
      await expect(page.getByLabel('First name')).toHaveValue('', { timeout: 60_000 });
      await api.one(`invitations?email=eq.${invited}&select=id`);
      // A mail is there a moment after it was taken.
      await mailsTo(invited);
    }
  });
});
