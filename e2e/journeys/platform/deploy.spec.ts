/** Only an open page can be overtaken by a deployment: the work ends well with what it began with, and Update brings the new versions. */
import { expect, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { sellAndPay, type Step } from '../../support/journey';
import { deployNext, NEXT_SHELL } from '../../support/next-version';
import { lookForUpdate, workerReady } from '../../support/offline';
import { signIn } from '../../support/people';
import { heading, mark, marked, tabs } from '../../support/screen';
import { test, type SiteCopy } from '../../support/site-copy';
import { SOAK } from '../../support/soak';

// A deployed shell goes on being shown by its worker.
test.use({ serviceWorkers: 'allow' });

const REMOTES = ['mf-directory', 'mf-sales', 'mf-commissions', 'mf-dashboard'];

const notice = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is available' });

/** The page looks when somebody comes back to it, though not all the time: each time ten seconds have passed on its clock. */
const comeBackUntilOffered = (page: Page) =>
  expect(async () => {
    await lookForUpdate(page);
    await page.evaluate(() => {
      const now = performance.now.bind(performance);
      performance.now = () => now() + 10_000;
      window.dispatchEvent(new Event('focus'));
    });
    await expect(notice(page)).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000 });

const isNextShell = (page: Page) =>
  page.evaluate((name) => document.documentElement.hasAttribute(name), NEXT_SHELL);

/** Addresses of remotes' files that a page asks for. */
function filesOf(page: Page): string[] {
  const files: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/remotes/mf_')) files.push(request.url());
  });
  return files;
}

/** Opens the app without any remote, in an agency that can begin to sell. @returns what goes wrong in it unseen */
async function openShell(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const agency = await newTradingAgency('Release Day Travel');
  await signIn(page, agency.email);
  await page.goto('/profile');
  await expect(heading(page, /profile/i)).toBeVisible();
  await workerReady(page);
  await mark(page);
  return errors;
}

/** Does some of the steps of the main job, with deployments before them. @param plan parts to deploy, by the step's number */
async function work(page: Page, site: SiteCopy, steps: readonly Step[], plan: Record<number, string>) {
  for (const [index, { name, run }] of steps.entries()) {
    const part = plan[index];
    if (part) await test.step(`deploy ${part}`, () => deployNext(site, part));
    await test.step(name, () => run(page));
  }
}

const update = (page: Page) => notice(page).getByRole('button', { name: 'Update' }).click();
const expectLoadedAnew = (page: Page) => expect.poll(() => marked(page).catch(() => true)).toBe(false);

/** Opens the tabs of all remotes, and expects the next version of those that have been deployed. */
async function expectNext(page: Page, files: readonly string[], deployed: readonly string[]): Promise<void> {
  for (const [tab, title, part] of [
    ['Customers', 'Customers', 'mf-directory'],
    ['Sales', 'Sales', 'mf-sales'],
    ['Commissions', 'Commission Management', 'mf-commissions'],
    ['Dashboard', /Welcome/, 'mf-dashboard'],
  ] as const) {
    await tabs(page).getByRole('link', { name: tab, exact: true }).click();
    await expect(heading(page, title)).toBeVisible();
    if (!deployed.includes(part)) continue;
    expect(
      files.some((url) => new RegExp(`/${part.replace('-', '_')}/[^/]+-next/`).test(url)),
      part,
    ).toBe(true);
  }
}

// Holds platform-36
test('while somebody works everything is deployed: the work ends well, nothing typed is lost, and Update brings the new versions', async ({
  page,
  site,
}) => {
  test.setTimeout(150_000);
  const errors = await openShell(page);
  const files = filesOf(page);
  const steps = sellAndPay('RD-1001');

  await test.step('a page that has opened no remote yet is told of a remote’s deployment', async () => {
    await deployNext(site, 'mf-directory');
    await comeBackUntilOffered(page);
    expect(files).toEqual([]);
    await notice(page).getByRole('button', { name: 'Close' }).click();
  });

  await test.step('over a form, Update waits until it is saved', async () => {
    await work(page, site, steps.slice(0, 2), { 1: 'mf-sales' });
    await deployNext(site, 'shell');
    await comeBackUntilOffered(page);
    await update(page);
    await expect(page.getByText('It loads when your work on this page is saved or discarded.')).toBeVisible();
    // The page has worked on with what it had begun with, to the last chunk.
    expect(files.filter((url) => url.includes('-next/'))).toEqual([]);
    expect([await marked(page), await isNextShell(page)]).toEqual([true, false]);
    // Checks that what was typed is there, and saves it.
    await steps[2]?.run(page);
    await expectLoadedAnew(page);
    await expect(heading(page, /RD-1001/)).toBeVisible();
    expect(await isNextShell(page)).toBe(true);
  });

  // Each remote just before it is needed for the first time.
  await mark(page);
  await work(page, site, steps.slice(3), { 1: 'mf-commissions', 3: 'mf-dashboard' });
  expect(files.filter((url) => /mf_(commissions|dashboard)\/[^/]+-next\//.test(url))).toEqual([]);
  await comeBackUntilOffered(page);
  expect(await marked(page)).toBe(true);
  await update(page);
  await expectLoadedAnew(page);
  await expect(heading(page, /Welcome/)).toBeVisible();
  await expectNext(page, files, REMOTES);
  expect(errors).toEqual([]);
});

// Each part on its own, in journeys of their own.
if (SOAK) {
  for (const part of [...REMOTES, 'shell']) {
    for (const step of [0, 2, 5]) {
      test(`${part} is deployed before step ${step}`, async ({ page, site }) => {
        test.setTimeout(150_000);
        const errors = await openShell(page);
        const files = filesOf(page);
        await work(page, site, sellAndPay('RD-1001'), { [step]: part });
        expect(files.filter((url) => url.includes('-next/'))).toEqual([]);
        expect(await isNextShell(page)).toBe(false);
        await comeBackUntilOffered(page);
        expect(await marked(page)).toBe(true);
        await update(page);
        await expectLoadedAnew(page);
        await expect(heading(page, /Welcome/)).toBeVisible();
        expect(await isNextShell(page)).toBe(part === 'shell');
        await expectNext(page, files, [part]);
        expect(errors).toEqual([]);
      });
    }
  }
}
