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
test('after one visit the app opens offline, and comes back', async ({ page }) => {
  await logIn(page, demo.owner);
  await expect(heading(page, /Welcome/)).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Sales' }).click();
  await expect(heading(page, 'Sales')).toBeVisible();
  await workerReady(page);
  await expectStored(page, /\/remotes\/mf_sales\/.*\/js\/list\./);
  await expectStored(page, /\/remotes\/mf_sales\/.*\/mf-manifest\.json$/);
  await expectStored(page, /\/config\.json$/);
  await expectStored(page, /\/remotes\.json$/);
  await expectStored(page, /\/js\/federation\./);

  await goOffline(page);
  await page.goto('/sales');
  await expect(tabs(page)).toBeVisible();
  await expect(heading(page, 'Sales')).toBeVisible();
  await expect(heading(page, 'could not be loaded')).toBeHidden();

  // Never opened before: the offline page, in the frame.
  await page.goto('/commissions');
  await expect(heading(page, 'You’re offline')).toBeVisible();
  await expect(tabs(page)).toBeVisible();
  // And by a click, too.
  await tabs(page).getByRole('link', { name: 'Sales' }).click();
  await expect(heading(page, 'Sales')).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Vendors' }).click();
  await expect(heading(page, 'You’re offline')).toBeVisible();
  await page.goto('/offline');
  await expect(heading(page, 'You’re offline')).toBeVisible();

  await page.goto('/commissions');
  await expect(heading(page, 'You’re offline')).toBeVisible();
  await mark(page);
  await goOnline(page);
  await expect(heading(page, 'Commission Management')).toBeVisible();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  expect(await marked(page)).toBe(true);
});

test('a bar says that the line is gone and back, and what failed comes by itself', async ({ page }) => {
  await logIn(page, demo.owner);
  await tabs(page).getByRole('link', { name: 'Sales' }).click();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await workerReady(page);
  await expectStored(page, /\/remotes\/mf_sales\/.*\/js\/list\./);
  await expectStored(page, /\/config\.json$/);
  await goOffline(page);
  // What is on the page is of before.
  await expect(page.getByText(/^As of \d.*, offline\. Nothing is saved until you are back\.$/)).toBeVisible();
  await expect(page.getByRole('row')).not.toHaveCount(0);

  // Nothing of the agency is kept on the device: the page is there, its data is not, and it says so.
  await page.goto('/sales');
  await expect(heading(page, 'Sales')).toBeVisible();
  await expect(page.getByText('Network connection issue.').first()).toBeVisible();
  await expect(page.getByText('You’re offline. What you see may be out of date')).toBeVisible();
  await expectAccessible(page, 'offline', ['light', 'dark']);

  await mark(page);
  await goOnline(page);
  await expect(page.getByText('You’re back online.')).toBeVisible();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  expect(await marked(page)).toBe(true);
});

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

test('a visitor who comes back offline finds the pages of the shell', async ({ page, context }) => {
  await page.goto('/');
  await workerReady(page);
  await expectStored(page, /\/config\.json$/);
  await context.setOffline(true);
  await page.goto('/terms-of-service');
  await expect(heading(page, 'Terms of Service')).toBeVisible();
  await page.goto('/sales');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('signing out leaves nobody to open the app offline', async ({ page, context }) => {
  await logIn(page, demo.agent);
  await workerReady(page);
  await expectStored(page, /\/config\.json$/);
  await page.goto('/profile');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(demo.agent);
  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('nothing of the backend is ever stored', async ({ page, site }) => {
  await logIn(page, demo.owner);
  await workerReady(page);
  for (const name of TABS) {
    await tabs(page).getByRole('link', { name }).click();
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
