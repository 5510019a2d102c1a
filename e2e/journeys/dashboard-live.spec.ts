import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../support/agency';
import { figure } from '../support/dashboard';
import { liveOf } from '../support/live';
import { logIn } from '../support/people';

/** An open dashboard follows what happens elsewhere, within two seconds, and asks at most once a second. */
test.describe.configure({ mode: 'parallel' });
test.use({ serviceWorkers: 'block' });

const total = (page: Page, count: number) => figure(page, 'Total', { count, amount: count * 1000 }, 'sale');

/** The moments at which a page asks for its numbers. */
function requests(page: Page): number[] {
  const times: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/rpc/get_dashboard')) times.push(Date.now());
  });
  return times;
}

test('an owner’s and an agent’s page follow a sale that is recorded elsewhere', async ({ page, browser }) => {
  const agency = await newAgencyWithAgent('Pulse Travel');
  const { id: organization } = await agency.api.one<{ id: string }>('organizations?select=id');
  const live = await liveOf(page);
  await logIn(page, agency.email, agency.password);
  await expect(total(page, 0)).toBeVisible();
  await live.joined(`org:${organization}`);

  const context = await browser.newContext({ serviceWorkers: 'block' });
  const theirs = await context.newPage();
  const theirLive = await liveOf(theirs);
  await logIn(theirs, agency.agent.email, agency.agent.password);
  await expect(total(theirs, 0)).toBeVisible();
  await theirLive.joined(`user:${agency.agent.id}`);

  await agency.sell('PU-1', { agent_id: agency.agent.id });
  const soon = { timeout: 2000 };
  await Promise.all([
    expect(total(page, 1)).toBeVisible(soon),
    expect(total(theirs, 1)).toBeVisible(soon),
    expect(page.getByText('$1,000').first()).toBeVisible(soon),
    expect(theirs.getByRole('region', { name: 'Payable next' })).toContainText('PU-1', soon),
  ]);

  await test.step('another’s sale is none of the agent’s business', async () => {
    const asked = requests(theirs);
    await agency.sell('PU-2');
    await expect(total(page, 2)).toBeVisible(soon);
    await theirs.waitForTimeout(1500);
    expect(asked).toEqual([]);
    await expect(total(theirs, 1)).toBeVisible();
  });
  await context.close();
});

test('many sales at once are one request a second, and none once the page is left', async ({ page }) => {
  const agency = await newAgencyWithAgent('Burst Travel');
  const { id: organization } = await agency.api.one<{ id: string }>('organizations?select=id');
  const live = await liveOf(page);
  await logIn(page, agency.email, agency.password);
  await expect(total(page, 0)).toBeVisible();
  await live.joined(`org:${organization}`);

  const asked = requests(page);
  const began = Date.now();
  for (let index = 0; index < 30; index += 1) await agency.sell(`BU-${index}`);
  await expect(total(page, 30)).toBeVisible({ timeout: 3000 });
  await page.waitForTimeout(1500);
  const seconds = (Date.now() - began) / 1000;
  expect(asked.length).toBeLessThanOrEqual(Math.ceil(seconds) + 1);
  const pauses = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
  // A timer may be a little early or late.
  expect(Math.min(...pauses, 1000)).toBeGreaterThan(900);

  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  asked.length = 0;
  await agency.sell('BU-after');
  await page.waitForTimeout(1500);
  expect(asked).toEqual([]);
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(total(page, 31)).toBeVisible();
});

test('what happened while the connection was down shows when it is back', async ({ page }) => {
  const agency = await newAgencyWithAgent('Valley Travel');
  const { id: organization } = await agency.api.one<{ id: string }>('organizations?select=id');
  const live = await liveOf(page);
  await logIn(page, agency.email, agency.password);
  await live.joined(`org:${organization}`);
  await expect(total(page, 0)).toBeVisible();
  await live.cut();
  await agency.sell('VA-1');
  await page.waitForTimeout(500);
  await expect(total(page, 0)).toBeVisible();
  live.mend();
  await live.joined(`org:${organization}`, 2);
  await expect(total(page, 1)).toBeVisible();
});
