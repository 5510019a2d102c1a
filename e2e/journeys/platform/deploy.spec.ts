/** Only an open page can be overtaken by a deployment: the work ends well with what it began with, and Update brings the new versions. */
import { expect, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { sellAndPay } from '../../support/journey';
import { deployNext, NEXT_SHELL } from '../../support/next-version';
import { lookForUpdate, workerReady } from '../../support/offline';
import { logIn, signIn } from '../../support/people';
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

/** The main job, with deployments before some of its steps; then the update. @param plan parts to deploy, by the step's number */
async function deployDuring(page: Page, site: SiteCopy, plan: Record<number, string[]>): Promise<void> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  const files = filesOf(page);
  const agency = await newTradingAgency('Release Day Travel');
  await logIn(page, agency.email);
  await expect(heading(page, /Welcome/)).toBeVisible();
  await workerReady(page);
  await mark(page);
  const deployed: string[] = [];
  for (const [index, { name, run }] of sellAndPay('RD-1001').entries()) {
    for (const part of plan[index] ?? []) {
      await test.step(`deploy ${part}`, async () => deployed.push(`${part} ${await deployNext(site, part)}`));
    }
    await test.step(name, () => run(page));
  }
  // The page has worked on with what it had begun with, to the last chunk.
  expect(files.filter((url) => url.includes('-next/'))).toEqual([]);
  expect(await isNextShell(page)).toBe(false);
  await comeBackUntilOffered(page);
  expect(await marked(page)).toBe(true);

  await notice(page).getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => marked(page).catch(() => true)).toBe(false);
  await expect(heading(page, /Welcome/)).toBeVisible();
  expect(await isNextShell(page)).toBe(deployed.some((line) => line.startsWith('shell ')));
  for (const [tab, title, part] of [
    ['Customers', 'Customers', 'mf-directory'],
    ['Sales', 'Sales', 'mf-sales'],
    ['Commissions', 'Commission Management', 'mf-commissions'],
    ['Dashboard', /Welcome/, 'mf-dashboard'],
  ] as const) {
    await tabs(page).getByRole('link', { name: tab, exact: true }).click();
    await expect(heading(page, title)).toBeVisible();
    if (!deployed.some((line) => line.startsWith(`${part} `))) continue;
    expect(files.some((url) => new RegExp(`/${part.replace('-', '_')}/[^/]+-next/`).test(url))).toBe(true);
  }
  expect(errors).toEqual([]);
}

test('while somebody works everything is deployed: the work ends well, and Update brings the new versions', ({
  page,
  site,
}) => {
  test.setTimeout(150_000);
  // Each remote just before it is needed for the first time, and the shell in the middle of a form.
  return deployDuring(page, site, {
    0: ['mf-directory'],
    1: ['mf-sales'],
    2: ['shell'],
    4: ['mf-commissions'],
    6: ['mf-dashboard'],
  });
});

test('a page that has opened no remote yet is told of a remote’s deployment', async ({ page, site }) => {
  const agency = await newTradingAgency('Profile Travel');
  await signIn(page, agency.email);
  await page.goto('/profile');
  await expect(heading(page, /profile/i)).toBeVisible();
  await workerReady(page);
  const files = filesOf(page);
  await deployNext(site, 'mf-sales');
  await comeBackUntilOffered(page);
  expect(files).toEqual([]);
});

test('a deployment is offered over a form, and nothing typed in it is lost', async ({ page, site }) => {
  const agency = await newTradingAgency('Half Typed Travel');
  await logIn(page, agency.email);
  await workerReady(page);
  const steps = sellAndPay('HT-1001');
  for (const { name, run } of steps.slice(0, 2)) await test.step(name, () => run(page));
  await mark(page);
  await deployNext(site, 'mf-sales');
  await comeBackUntilOffered(page);
  await notice(page).getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('It loads when your work on this page is saved or discarded.')).toBeVisible();
  expect(await marked(page)).toBe(true);
  // Checks that what was typed is there, and saves it.
  await steps[2]?.run(page);
  await expect.poll(() => marked(page).catch(() => true)).toBe(false);
  await expect(heading(page, /HT-1001/)).toBeVisible();
});

// Each part on its own, in journeys of their own.
if (SOAK) {
  for (const part of [...REMOTES, 'shell']) {
    for (const step of [0, 2, 5]) {
      test(`${part} is deployed before step ${step}`, ({ page, site }) => {
        test.setTimeout(150_000);
        return deployDuring(page, site, { [step]: [part] });
      });
    }
  }
}
