/** Only an open page follows what happens elsewhere: the dashboard within two seconds, asking at most once a second. */
import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { figure } from '../../support/dashboard';
import { liveOf } from '../../support/live';
import { logIn } from '../../support/people';
import { rememberRequests } from '../../support/requests';

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
  await expect.poll(silence).toBeGreaterThan(2000);
  return (await requests(page)).length;
}

test('open pages follow sales that are recorded elsewhere, as often as once a second, also after a lost connection', async ({
  page,
  context: owners,
  browser,
}) => {
  test.slow();
  const agency = await newAgencyWithAgent('Pulse Travel');
  const context = await browser.newContext();
  const theirs = await context.newPage();
  const [live, theirLive] = await Promise.all([liveOf(page), liveOf(theirs)]);
  await Promise.all([rememberRequests(owners), rememberRequests(context)]);
  await Promise.all([logIn(page, agency.email), logIn(theirs, agency.agent.email)]);
  await expect(total(page, 0)).toBeVisible();
  await expect(total(theirs, 0)).toBeVisible();
  await live.joined(`org:${agency.id}`);
  await theirLive.joined(`user:${agency.agent.id}`);

  let sold = 0;
  await test.step('an owner’s page and an agent’s', async () => {
    const soon = { timeout: 2000 };
    // Two browsers and a database on a machine that may stand still: sooner or later one must be there in time.
    await expect(async () => {
      sold += 1;
      await agency.sale({ reference: `PU-${sold}`, agent: agency.agent });
      await Promise.all([
        expect(total(page, sold)).toBeVisible(soon),
        expect(total(theirs, sold)).toBeVisible(soon),
        expect(theirs.getByRole('region', { name: 'Payable next' })).toContainText(`PU-${sold}`, soon),
      ]);
    }).toPass({ timeout: 60_000 });
  });

  await test.step('many sales of the owner are one request a second, and none of the agent’s business', async () => {
    const before = await whenQuiet(theirs);
    const seen = (await requests(page)).length;
    for (let index = 0; index < 12; index += 1) await agency.sale({ reference: `BU-${index}` });
    await expect(total(page, sold + 12)).toBeVisible();
    const asked = (await requests(page)).slice(seen);
    const pauses = asked.slice(1).map((time, index) => time - (asked[index] ?? 0));
    expect(pauses.length).toBeGreaterThan(0);
    // Clocks of timers and of requests are not read at the same moment, and less so on a busy machine: on the whole they agree.
    expect(Math.min(...pauses)).toBeGreaterThan(500);
    expect(((asked.at(-1) ?? 0) - (asked[0] ?? 0)) / pauses.length).toBeGreaterThan(950);
    await expect(total(theirs, sold)).toBeVisible();
    // The next one is theirs, and the first they ask for.
    await agency.sale({ reference: 'PU-own', agent: agency.agent });
    await expect(total(theirs, sold + 1)).toBeVisible();
    expect(await whenQuiet(theirs)).toBe(before + 1);
    await context.close();
  });

  await test.step('what happened while the connection was down shows when it is back', async () => {
    await expect(total(page, sold + 13)).toBeVisible();
    await live.cut();
    await agency.sale({ reference: 'VA-1' });
    await expect(total(page, sold + 13)).toBeVisible();
    const joins = live.joins(`org:${agency.id}`);
    live.mend();
    await live.joined(`org:${agency.id}`, joins + 1);
    await expect(total(page, sold + 14)).toBeVisible();
  });

  await test.step('a page that was left asks for nothing', async () => {
    await page.getByRole('link', { name: 'Team', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Team', exact: true })).toBeVisible();
    await live.left(`org:${agency.id}`);
    const before = await whenQuiet(page);
    await agency.sale({ reference: 'BU-after' });
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await expect(total(page, sold + 15)).toBeVisible();
    // Coming back has asked, and nothing before it.
    expect(await whenQuiet(page)).toBe(before + 1);
  });
});
