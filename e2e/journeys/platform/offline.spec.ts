/** Only a browser has a worker and a line that is cut: what opens without the network, and what says so. */
import { expect } from '@playwright/test';
import { expectAccessible } from '../../support/axe';
import { stack } from '../../support/environment';
import { expectStored, goOffline, goOnline, stored, workerReady } from '../../support/offline';
import { demo, logIn } from '../../support/people';
import { heading, mark, marked, tabs, userMenu } from '../../support/screen';
import { test } from '../../support/site-copy';
import { TABS } from '../../support/tabs';

// This is about the worker.
test.use({ serviceWorkers: 'allow' });

// Code that was fetched ahead would be there, too: here it is a question of what has been opened.
test.beforeEach(({ page }) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } })),
);

// docs/product/platform.md, Offline
// Holds platform-39
test('after one visit the app opens offline and comes back, with nothing of the backend stored, and nobody once they have signed out', async ({
  page,
  context,
  site,
}) => {
  const open = (name: string) => tabs(page).getByRole('link', { name }).click();
  const expectRows = () => expect(page.getByRole('row')).not.toHaveCount(0);
  await logIn(page, demo.owner);
  await expect(heading(page, /Welcome/)).toBeVisible();
  await open('Sales');
  await expectRows();
  await workerReady(page);
  for (const file of [
    /\/remotes\/mf_sales\/.*\/js\/list\./,
    /\/remotes\/mf_sales\/.*\/mf-manifest\.json$/,
    /\/config\.json$/,
    /\/remotes\.json$/,
    /\/js\/federation\./,
  ])
    await expectStored(page, file);

  await test.step('a bar says that the line is gone and back, and what failed comes by itself', async () => {
    await goOffline(page);
    // What is on the page is of before.
    await expect(
      page.getByText(/^As of \d.*, offline\. Nothing is saved until you are back\.$/),
    ).toBeVisible();
    await expectRows();
    // Nothing of the agency is kept on the device: the page is there, its data is not, and it says so.
    await page.goto('/sales');
    await expect(heading(page, 'Sales')).toBeVisible();
    await expect(heading(page, 'could not be loaded')).toBeHidden();
    await expect(page.getByText('Network connection issue.').first()).toBeVisible();
    await expect(page.getByText('You’re offline. What you see may be out of date')).toBeVisible();
    await expectAccessible(page, 'offline', ['light', 'dark']);
    await mark(page);
    await goOnline(page);
    await expect(page.getByText('You’re back online.')).toBeVisible();
    await expectRows();
    expect(await marked(page)).toBe(true);
  });

  await test.step('what was never opened is the offline page, in the frame', async () => {
    await goOffline(page);
    await open('Vendors');
    await expect(heading(page, 'You’re offline')).toBeVisible();
    await open('Sales');
    await expect(heading(page, 'Sales')).toBeVisible();
    await page.goto('/commissions');
    await expect(heading(page, 'You’re offline')).toBeVisible();
    await mark(page);
    await goOnline(page);
    await expect(heading(page, 'Commission Management')).toBeVisible();
    await expectRows();
    expect(await marked(page)).toBe(true);
  });

  await test.step('nothing of the backend is ever stored', async () => {
    for (const name of TABS) {
      await open(name);
      await expect(page.locator('[class^=mf_] h1').first()).toBeVisible();
    }
    await page.reload();
    await page.waitForLoadState('networkidle');
    const urls = await stored(page);
    expect(urls.length).toBeGreaterThan(20);
    expect(new Set(urls.map((url) => new URL(url).origin))).toEqual(new Set([site.url]));
    expect(urls.filter((url) => url.startsWith(stack().apiUrl))).toEqual([]);
    const paths = urls.map((url) => new URL(url).pathname);
    expect(paths.filter((name) => !/^\/(js|css|fonts|img|remotes)\/|\.(json|html)$/.test(name))).toEqual([]);
  });

  await test.step('signing out leaves nobody, and visitors find the pages of the shell', async () => {
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    expect(
      await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
    ).not.toContain(demo.owner);
    await context.setOffline(true);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await page.goto('/terms-of-service');
    await expect(heading(page, 'Terms of Service')).toBeVisible();
  });
});

// Holds platform-40
test('a first visit on a slow line shows the plane, then the page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  let arrives = () => undefined as void;
  const waits = new Promise<void>((resolve) => {
    arrives = resolve;
  });
  await page.route(/\/js\/main\./, async (route) => {
    await waits;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByText('Loading Paperplane…')).toBeVisible();
  await expect(page.getByText('Your connection is slow.')).toBeHidden();
  arrives();
  await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible();
  await expect(page.getByText('Loading Paperplane…')).toBeHidden();
});
