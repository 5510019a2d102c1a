/**
 * What changes about a person while they are at work, with nobody touching the page: no focus, no click, no reload. A live message says
 * so, or, where the connection was down meanwhile, its return.
 */
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { newTradingAgency, newAgencyWithAgent } from '../../support/agency';
import { stack } from '../../support/environment';
import { liveOf } from '../../support/live';
import { logIn } from '../../support/people';

/** What is on its way when a test ends is nobody's fault. */
test.afterEach(({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

/** Reports any attention the page would get; a test that needs none proves that there was none. */
const countFocus = (page: Page) =>
  page.addInitScript(() => {
    const counted = window as unknown as { attention: number };
    counted.attention = 0;
    const count = () => (counted.attention += 1);
    window.addEventListener('focus', count);
    document.addEventListener('visibilitychange', count);
  });

const attention = (page: Page) => page.evaluate(() => (window as unknown as { attention: number }).attention);

test('what happened while the connection was down shows when it returns, and being let in again at once', async ({
  page,
}) => {
  const { agent, sale, setActive } = await newAgencyWithAgent('Tunnel Travel');
  await countFocus(page);
  const live = await liveOf(page);
  await logIn(page, agent.email);
  await live.joined(`user:${agent.id}`);
  const bell = page.getByRole('button', { name: 'Notifications', exact: true });
  await expect(bell).toBeVisible();
  const before = await attention(page);

  await test.step('news', async () => {
    await live.cut();
    await sale({ reference: 'TUN-1', agent });
    await expect(bell).toBeVisible();
    live.mend();
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible();
  });

  await test.step('a deactivation', async () => {
    await live.joined(`user:${agent.id}`, 2);
    await live.cut();
    await setActive(false);
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    live.mend();
    await expect(page).toHaveURL(/\/inactive$/);
  });

  await test.step('let in again', async () => {
    await live.joined(`user:${agent.id}`, 3);
    await setActive(true);
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
  });
  expect(await attention(page)).toBe(before);
});

/** Both clocks: the browser's, by Playwright, and the server's, by what it says of its tokens. */
async function hourglass(context: BrowserContext) {
  await context.clock.install();
  const clocks = { later: 0, refreshes: 0, hold: () => Promise.resolve() };
  await context.route('**/auth/v1/token?**', async (route) => {
    const answer = await route.fetch();
    const session = (await answer.json()) as { expires_at: number };
    if (route.request().url().includes('refresh_token')) {
      clocks.refreshes += 1;
      await clocks.hold();
    }
    const json = { ...session, expires_at: session.expires_at + clocks.later };
    await route.fulfill({ response: answer, json });
  });
  await context.route('**/rest/v1/**', (route) => {
    if (clocks.later === 0 || clocks.refreshes > 0) return route.continue();
    const json = { code: 'PGRST303', message: 'JWT expired', details: null, hint: null };
    return route.fulfill({ status: 401, json, headers: { 'access-control-allow-origin': stack().url } });
  });
  const pass = (minutes: number) => {
    clocks.later = minutes * 60;
    return context.clock.fastForward(minutes * 60_000);
  };
  return { clocks, pass };
}

async function typeCustomer(page: Page, firstName: string): Promise<void> {
  await page.goto('/customers/create');
  await page.getByLabel('First name').fill(firstName);
  await page.getByLabel('Last name').fill('Hourglass');
  await page.getByLabel('Email').fill(`${firstName.toLowerCase()}@hourglass.test`);
}

async function saveCustomer(page: Page, firstName: string): Promise<void> {
  await expect(page.getByLabel('First name')).toHaveValue(firstName);
  await page.getByRole('button', { name: 'Add customer' }).click();
  await page.waitForURL(/\/customers\/[0-9a-f-]{36}$/);
  await expect(page.getByRole('heading', { name: `${firstName} Hourglass` })).toBeVisible();
}

// Holds tenancy-57
test('tokens that run out while somebody types in two tabs are refreshed unseen: both stay signed in, with what is typed', async ({
  page,
  context,
}) => {
  const agency = await newTradingAgency('Two Hourglasses');
  const { clocks, pass } = await hourglass(context);
  await logIn(page, agency.email);
  const other = await context.newPage();
  await typeCustomer(page, 'Ada');
  await typeCustomer(other, 'Grace');
  expect(clocks.refreshes).toBe(0);
  const left: string[] = [];
  for (const tab of [page, other]) {
    tab.on('framenavigated', (frame) => frame.url().includes('/login') && left.push(frame.url()));
  }
  // Both are on their way before either is answered.
  clocks.hold = () => expect.poll(() => clocks.refreshes).toBeGreaterThanOrEqual(2);
  await pass(61);
  await expect.poll(() => clocks.refreshes).toBeGreaterThanOrEqual(2);
  await saveCustomer(other, 'Grace');
  await page.bringToFront();
  // Both tabs show one draft: that it was saved is said, and sent again it is another one.
  await page.getByRole('button', { name: 'Add customer' }).click();
  await expect(page.getByRole('alert')).toContainText('Saved already as Grace Hourglass');
  await saveCustomer(page, 'Ada');
  expect(left).toEqual([]);
});
