/** Only a browser loads a remote: every way in which that may fail, what its page says of it, and that everything else goes on. */
import { expect, type Page } from '@playwright/test';
import { FAILURES, REMOTES, slowDown, type Failure, type KnownRemote } from '../support/broken-remotes';
import { ruleClock } from '../support/hang';
import { demo, signIn } from '../support/people';
import { heading, mark, marked, tabs } from '../support/screen';
import { test } from '../support/site-copy';
import { SOAK } from '../support/soak';

const tab = (page: Page, name: string) => tabs(page).getByRole('link', { name, exact: true });
const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' });
const firstTab = ({ tabs: labels }: KnownRemote) => Object.entries(labels)[0] ?? (['', ''] as const);

async function expectToWork(page: Page, { tabs: labels }: KnownRemote): Promise<void> {
  for (const [label, title] of Object.entries(labels)) {
    await tab(page, label).click();
    await expect(heading(page, title)).toBeVisible();
  }
}

async function expectRefusal(page: Page, label: string, { what, says }: Failure): Promise<void> {
  const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
  await expect(alert.locator('.pp-reference'), what).toHaveText(says.small);
  await expect(heading(page, `${label} could not be loaded`)).toBeVisible();
  await expect(alert).toContainText(says.people);
  await expect(alert).toContainText('Everything else keeps working');
  // Until a try has ended the page still shows the last one.
  await expect(tryAgain(page)).toBeEnabled();
}

/** A page of the shell: no remote has been asked for yet. @returns what goes wrong in it unseen */
async function openShell(page: Page): Promise<string[]> {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await ruleClock(page.context());
  await signIn(page, demo.owner);
  await page.goto('/profile');
  await expect(heading(page, 'Your Profile')).toBeVisible();
  await mark(page);
  return errors;
}

for (const remote of SOAK ? REMOTES : REMOTES.slice(0, 1)) {
  test(`${remote.name}: whatever fails is told, and one "Try again" is enough once it is repaired`, async ({
    page,
    context,
    site,
  }) => {
    const [label, title] = firstTab(remote);
    const [first, ...others] = FAILURES.map((failure) => ({
      failure,
      cause: () => failure.cause({ site, page, context, remote }),
    }));
    let repair = await first!.cause();
    const errors = await openShell(page);
    await tab(page, label).click();
    await expectRefusal(page, label, first!.failure);
    for (const other of REMOTES.filter(({ name }) => name !== remote.name)) await expectToWork(page, other);
    await tab(page, label).click();
    await expectRefusal(page, label, first!.failure);

    for (const { failure, cause } of others) {
      await test.step(failure.what, async () => {
        await repair();
        repair = await cause();
        await tryAgain(page).click();
        await expectRefusal(page, label, failure);
      });
    }
    await repair();
    await tryAgain(page).click();
    await expect(heading(page, title)).toBeVisible();
    await expect(heading(page, 'could not be loaded')).toBeHidden();
    expect(await marked(page)).toBe(true);
    expect(errors).toEqual([]);
  });
}

test('each of the other remotes fails alone, and a slow line is none of the failures', async ({
  page,
  context,
  site,
}) => {
  const errors = await openShell(page);
  const [sales, ...others] = REMOTES;
  const broken = ['manifest 500', 'entry that hangs', 'chunk missing'].map((what, index) => ({
    failure: FAILURES.find((one) => one.what === what)!,
    remote: others[index]!,
  }));
  const repairs = [];
  for (const { failure, remote } of broken)
    repairs.push(await failure.cause({ site, page, context, remote }));
  for (const { failure, remote } of broken) {
    const [label] = firstTab(remote);
    await tab(page, label).click();
    await expectRefusal(page, label, failure);
  }

  const speedUp = await slowDown(page);
  const [label, title] = firstTab(sales!);
  await tab(page, label).click();
  await expect(heading(page, title)).toBeVisible({ timeout: 40_000 });
  await speedUp();

  for (const [index, { remote }] of broken.entries()) {
    const [name] = firstTab(remote);
    await tab(page, name).click();
    await expect(heading(page, `${name} could not be loaded`)).toBeVisible();
    await repairs[index]!();
    await tryAgain(page).click();
    await expectToWork(page, remote);
  }
  expect(await marked(page)).toBe(true);
  expect(errors).toEqual([]);
});
