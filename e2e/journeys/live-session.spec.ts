import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../support/agency';
import { apiOf, post } from '../support/api';
import { stack } from '../support/environment';
import { liveOf } from '../support/live';
import { confirmationLink, logIn, newEmail } from '../support/people';

/**
 * What changes about a person while they are at work, with nobody touching the page: no focus, no click, no reload. A live message says
 * so, or, where the connection was down meanwhile, its return.
 */
const PASSWORD = 'seaglass-42';

/** An agency with an owner and one agent who has joined it by invitation. */
async function agencyWithAgent(name: string) {
  const agency = await newTradingAgency(name);
  const email = newEmail('agent');
  await agency.api.insert('invitations', { email, role: 'agent', commission_split: 70 });
  await post('/auth/v1/signup', { email, password: PASSWORD, data: { first_name: 'Milo' } });
  await fetch(await confirmationLink(email), { redirect: 'manual' });
  const agent = await apiOf(email, PASSWORD);
  await agent.call('accept_invitation', { first_name: 'Milo', last_name: 'Reyes' });
  const setActive = (active: boolean) =>
    agency.api.call('set_member_active', { member_id: agent.userId, active });
  return { ...agency, agent: { email, id: agent.userId }, setActive };
}

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

test('deactivated and let in again, the screen follows at once', async ({ page }) => {
  const { agent, setActive } = await agencyWithAgent('Live Travel');
  await countFocus(page);
  const live = await liveOf(page);
  await logIn(page, agent.email, PASSWORD);
  await live.joined(`user:${agent.id}`);
  await page.getByRole('link', { name: 'Customers', exact: true }).click();
  await expect(page.getByText('Ines Albrecht').first()).toBeVisible();
  const before = await attention(page);

  await setActive(false);
  await page.waitForURL(/\/inactive$/, { timeout: 5_000 });
  await expect(page.getByRole('heading', { name: 'Account Inactive' })).toBeVisible();
  await expect(page.getByText('Ines Albrecht')).toHaveCount(0);

  await live.joined(`user:${agent.id}`, 2);
  await setActive(true);
  await page.waitForURL(/\/dashboard$/, { timeout: 5_000 });
  await expect(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible();
  expect(await attention(page)).toBe(before);
});

test('what happened while the connection was down shows when it returns', async ({ page }) => {
  const { agent, sell, setActive } = await agencyWithAgent('Tunnel Travel');
  await countFocus(page);
  const live = await liveOf(page);
  await logIn(page, agent.email, PASSWORD);
  await live.joined(`user:${agent.id}`);
  const bell = page.getByRole('button', { name: 'Notifications', exact: true });
  await expect(bell).toBeVisible();
  const before = await attention(page);

  await test.step('news', async () => {
    await live.cut();
    await sell('TUN-1', { agent_id: agent.id });
    await page.waitForTimeout(1_500);
    await expect(bell).toBeVisible();
    live.mend();
    await expect(page.getByRole('button', { name: 'Notifications, 1 unread' })).toBeVisible({
      timeout: 15_000,
    });
  });

  await test.step('a deactivation', async () => {
    await live.joined(`user:${agent.id}`, 2);
    await live.cut();
    await setActive(false);
    await page.waitForTimeout(1_500);
    expect(new URL(page.url()).pathname).toBe('/dashboard');
    live.mend();
    await page.waitForURL(/\/inactive$/, { timeout: 15_000 });
  });
  expect(await attention(page)).toBe(before);
});

test('a token that runs out in the middle of typing is refreshed unseen', async ({ page }) => {
  const agency = await newTradingAgency('Hourglass Travel');
  const minutes = 61;
  await page.clock.install();
  const tokens: string[] = [];
  let later = 0;
  // Both clocks go on: the browser's by Playwright, the server's by what it says of its tokens.
  await page.route('**/auth/v1/token?**', async (route) => {
    const answer = await route.fetch();
    const session = (await answer.json()) as { access_token: string; expires_at: number };
    tokens.push(session.access_token);
    await route.fulfill({ response: answer, json: { ...session, expires_at: session.expires_at + later } });
  });
  await page.route('**/rest/v1/**', (route) => {
    const sent = route.request().headers()['authorization'];
    if (later === 0 || sent !== `Bearer ${tokens[0]}`) return route.continue();
    const json = { code: 'PGRST303', message: 'JWT expired', details: null, hint: null };
    return route.fulfill({ status: 401, json, headers: { 'access-control-allow-origin': stack().url } });
  });

  await logIn(page, agency.email, agency.password);
  await page.goto('/customers/create');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Hourglass');
  await page.getByLabel('Email').fill('ada@hourglass.test');
  expect(tokens).toHaveLength(1);

  later = minutes * 60;
  await page.clock.fastForward(minutes * 60_000);
  await page.getByLabel('Notes').fill('Asked again after lunch');
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await page.getByRole('button', { name: /^(Add|Save|Create)/ }).click();
  await page.waitForURL(/\/customers\/[0-9a-f-]{36}$/);
  await expect(page.getByText('Asked again after lunch')).toBeVisible();
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  expect(new Set(tokens).size).toBe(tokens.length);
});
