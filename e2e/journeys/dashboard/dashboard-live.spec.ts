/** Only an open page follows what happens elsewhere: the dashboard within two seconds, asking at most once a second. */
import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { figure } from '../../support/dashboard';
import { liveOf } from '../../support/live';
import { logIn } from '../../support/people';
import { rememberRequests } from '../../support/requests';

test.describe.configure({ mode: 'parallel' });
test.beforeEach(async ({ context }) => {
  await rememberRequests(context);
});

const total = (page: Page, count: number) => figure(page, 'Total', { count, amount: count * 1000 }, 'sale');

/** When the page has asked for its numbers since it was loaded, by its own clock, in milliseconds. */
const requests = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/rpc/get_dashboard'))
      .map(({ startTime }) => startTime),
  );

/** How often the page has asked, once it has not for longer than it pauses between two: what had begun is counted with its end. */
async function whenQuiet(page: Page): Promise<number> {
  const silence = async () =>
    (await page.evaluate(() => performance.now())) - ((await requests(page)).at(-1) ?? 0);
  await expect.poll(silence).toBeGreaterThan(3000);
  return (await requests(page)).length;
}

test('an owner’s and an agent’s page follow a sale that is recorded elsewhere', async ({ page, browser }) => {
  test.slow();
  const agency = await newAgencyWithAgent('Pulse Travel');
  const live = await liveOf(page);
  await logIn(page, agency.email);
  await expect(total(page, 0)).toBeVisible();
  await live.joined(`org:${agency.id}`);

  const context = await browser.newContext();
  await rememberRequests(context);
  const theirs = await context.newPage();
  const theirLive = await liveOf(theirs);
  await logIn(theirs, agency.agent.email);
  await expect(total(theirs, 0)).toBeVisible();
  await theirLive.joined(`user:${agency.agent.id}`);

  const soon = { timeout: 2000 };
  // Two browsers and a database on a machine that may stand still: sooner or later one must be there in time.
  let sold = 0;
  await expect(async () => {
    sold += 1;
    await agency.sale({ reference: `PU-${sold}`, agent: agency.agent });
    await Promise.all([
      expect(total(page, sold)).toBeVisible(soon),
      expect(total(theirs, sold)).toBeVisible(soon),
      expect(theirs.getByRole('region', { name: 'Payable next' })).toContainText(`PU-${sold}`, soon),
    ]);
  }).toPass({ timeout: 60_000 });

  await test.step('another’s sale is none of the agent’s business', async () => {
    const asked = await whenQuiet(theirs);
    await agency.sale({ reference: 'PU-others' });
    await expect(total(page, sold + 1)).toBeVisible();
    await expect(total(theirs, sold)).toBeVisible();
    // The next one is theirs, and the first they ask for.
    await agency.sale({ reference: 'PU-own', agent: agency.agent });
    await expect(total(theirs, sold + 1)).toBeVisible();
    expect(await whenQuiet(theirs)).toBe(asked + 1);
  });
  await context.close();
});

test('many sales at once are one request a second, and none once the page is left', async ({ page }) => {
  const agency = await newAgencyWithAgent('Burst Travel');
  const live = await liveOf(page);
  await logIn(page, agency.email);
  await expect(total(page, 0)).toBeVisible();
  await live.joined(`org:${agency.id}`);

  for (let index = 0; index < 30; index += 1) await agency.sale({ reference: `BU-${index}` });
  await expect(total(page, 30)).toBeVisible();
  const asked = await requests(page);
  const pauses = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
  expect(pauses.length).toBeGreaterThan(0);
  // Clocks of timers and of requests are not read at the same moment, and less so on a busy machine: on the whole they agree.
  expect(Math.min(...pauses)).toBeGreaterThan(500);
  expect(((asked.at(-1) ?? 0) - (asked[0] ?? 0)) / pauses.length).toBeGreaterThan(950);

  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
  await live.left(`org:${agency.id}`);
  const before = await whenQuiet(page);
  await agency.sale({ reference: 'BU-after' });
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(total(page, 31)).toBeVisible();
  // Coming back has asked, and nothing before it.
  expect(await whenQuiet(page)).toBe(before + 1);
});

test('what happened while the connection was down shows when it is back', async ({ page }) => {
  const agency = await newAgencyWithAgent('Valley Travel');
  const live = await liveOf(page);
  await logIn(page, agency.email);
  await live.joined(`org:${agency.id}`);
  await expect(total(page, 0)).toBeVisible();
  await live.cut();
  await agency.sale({ reference: 'VA-1' });
  await expect(total(page, 0)).toBeVisible();
  live.mend();
  await live.joined(`org:${agency.id}`, 2);
  await expect(total(page, 1)).toBeVisible();
});
