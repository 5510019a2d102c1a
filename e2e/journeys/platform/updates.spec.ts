/** Only a browser has a worker that is replaced: a new version is offered, and never reloads over what somebody types. */
import { expect, type Page } from '@playwright/test';
import { deployNewVersion, lookForUpdate, versionOf, workerReady } from '../../support/offline';
import { heading, mark, marked } from '../../support/screen';
import { test } from '../../support/site-copy';

// This is about the worker.
test.use({ serviceWorkers: 'allow' });

/** Notes it from now on when another worker takes a page over. */
const watchWorkers = (page: Page) =>
  page.evaluate(() =>
    navigator.serviceWorker.addEventListener('controllerchange', () =>
      Object.assign(window, { takenOver: true }),
    ),
  );

/** The first worker has been sent what its page loads while it takes over: from then on it has nothing to do. */
async function settledWorker(page: Page): Promise<void> {
  await workerReady(page);
  await page.clock.runFor(5000);
}

/** A minute after the new worker has taken a watched page over. */
async function longAfterTheChange(page: Page): Promise<void> {
  await page.waitForFunction(() => 'takenOver' in window);
  await page.clock.runFor(60_000);
}

// docs/product/platform.md, Update notice
// Holds platform-34
test('a new version is offered, and Update reloads every tab with it but the one somebody types in, whose files stay', async ({
  page,
  context,
  site,
}) => {
  await page.clock.install();
  await page.goto('/signup');
  await settledWorker(page);
  await page.getByLabel('First name').fill('Ines');
  await mark(page);
  await watchWorkers(page);

  const other = await context.newPage();
  const notice = other.getByRole('status').filter({ hasText: 'A new version is available' });
  await other.goto('/login');
  // This is about the tabs: what is asked while something loads may come late.
  await other.waitForLoadState('networkidle');
  await mark(other);
  expect(await versionOf(other)).toBeNull();
  const gone = deployNewVersion(site, 'two');
  await lookForUpdate(other);
  await expect(notice).toBeVisible();
  // Nothing happens before somebody says so.
  expect(await marked(other)).toBe(true);
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();
  await other.reload();
  await expect(notice).toBeVisible();
  expect(await versionOf(other)).toBeNull();
  await mark(other);
  await notice.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => versionOf(other).catch(() => null)).toBe('two');
  await expect(heading(other, /Log in|Welcome/)).toBeVisible();
  expect(await marked(other)).toBe(false);
  await workerReady(other);
  await expect(notice).toBeHidden();

  await longAfterTheChange(page);
  expect(await marked(page)).toBe(true);
  await expect(page.getByLabel('First name')).toHaveValue('Ines');
  expect(await page.evaluate(async (url) => (await fetch(url)).status, gone)).toBe(200);

  // Leaving the form discards what was typed.
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await expect.poll(() => versionOf(page).catch(() => null)).toBe('two');
});
