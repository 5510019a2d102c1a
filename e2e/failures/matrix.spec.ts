/** Only a browser loads a remote: every way in which that may fail, what its page says of it, and that everything else goes on. */
import { expect, type Browser, type Page } from '@playwright/test';
import { FAILURES, REMOTES, type Failure, type KnownRemote } from '../support/broken-remotes';
import { demo, signIn } from '../support/people';
import { heading, mark, marked, tabs } from '../support/screen';
import { test as base } from '../support/site-copy';
import { SOAK } from '../support/soak';

type StorageState = Awaited<ReturnType<Awaited<ReturnType<Browser['newContext']>>['storageState']>>;
const sessions = new Map<string, StorageState>();

/** Signs in once per origin, in a browser profile of its own: nothing of a remote is in the cache of the one that is tested. */
async function signedIn(browser: Browser, url: string): Promise<StorageState> {
  const known = sessions.get(url);
  if (known) return known;
  const context = await browser.newContext({ baseURL: url });
  await signIn(await context.newPage(), demo.owner);
  const state = await context.storageState();
  sessions.set(url, state);
  await context.close();
  return state;
}

const test = base.extend({
  storageState: async ({ browser, site }, use) => use(await signedIn(browser, site.url)),
});

const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true });

async function expectOthersToWork(page: Page, broken: KnownRemote): Promise<void> {
  for (const other of REMOTES.filter(({ name }) => name !== broken.name)) {
    for (const [label, title] of Object.entries(other.tabs)) {
      await tab(page, label).click();
      await expect(heading(page, title)).toBeVisible();
    }
  }
}

async function expectRefusal(page: Page, label: string, says: NonNullable<Failure['says']>): Promise<void> {
  await expect(heading(page, `${label} could not be loaded`)).toBeVisible();
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(alert).toContainText(says.people);
  await expect(alert).toContainText('Everything else keeps working');
  await expect(alert.locator('.pp-reference')).toHaveText(says.small);
}

function testFailure({ what, cause, says, whileOpen }: Failure, remote: KnownRemote): void {
  test(`${remote.name}: ${what}`, async ({ page, context, site }) => {
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(String(error)));
    const [[label, title] = ['', '']] = Object.entries(remote.tabs);
    const place = { site, page, context, remote };
    const early = whileOpen ? null : await cause(place);
    // A page of the shell: no remote has been asked for yet.
    await page.goto('/profile');
    await expect(heading(page, 'Your Profile')).toBeVisible();
    const repair = early ?? (await cause(place));
    await mark(page);
    await tab(page, label).click();
    if (says) {
      await expectRefusal(page, label, says);
      await expectOthersToWork(page, remote);
      await tab(page, label).click();
      await expect(heading(page, `${label} could not be loaded`)).toBeVisible();
      await repair();
      await page.getByRole('button', { name: 'Try again' }).click();
    }
    await expect(heading(page, title)).toBeVisible({ timeout: 40_000 });
    await expect(heading(page, 'could not be loaded')).toBeHidden();
    if (!says) {
      await repair();
      await expectOthersToWork(page, remote);
    }
    expect(await marked(page)).toBe(true);
    expect(errors).toEqual([]);
  });
}

// Everything that may go wrong, with every remote, in a soak. Otherwise all of it with one remote, and one of it with each of the others.
for (const [index, remote] of REMOTES.entries()) {
  const chosen = SOAK || index === 0 ? FAILURES : FAILURES.slice(index, index + 1);
  for (const failure of chosen) testFailure(failure, remote);
}
