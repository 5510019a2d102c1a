/**
 * Only a browser knows what lies where, what a page asks, and what has a name and a contrast: every page of the product in the demo, loaded
 * once and looked at as on a desk and on a phone, in a theme each, in a soak in both.
 */
import { expect, test, type Page } from '@playwright/test';
import { apiOf } from '../../support/api';
import { DEVICES, expectAccessible, settled } from '../../support/axe';
import { deadLinks, everyPage, pagesOfNothing } from '../../support/every-page';
import { atOdds, figuresOf } from '../../support/figures';
import { demo, signIn } from '../../support/people';
import { unreachable } from '../../support/reachable';
import { SOAK } from '../../support/soak';

test.describe.configure({ mode: 'parallel' });
// Dozens of pages, beside another browser.
const LONG = SOAK ? 600_000 : 300_000;

/** What the page's requests were refused with, from now on. */
function refusals(page: Page): string[] {
  const refused: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (response.status() >= 400 && /\/(rest|functions|storage)\/v1\//.test(pathname))
      refused.push(`${new URL(page.url()).pathname}: ${response.status()} ${pathname}`);
  });
  return refused;
}

/** Whatever looks as if one could press it is reached by its center, also in the page's menu. */
async function expectReachable(page: Page, screen: string) {
  expect.soft(await unreachable(page), screen).toEqual([]);
  const menu = page.locator('main [aria-haspopup=menu]:visible').first();
  if ((await menu.count()) === 0) return;
  await menu.click();
  await expect(page.getByRole('menu')).toBeVisible();
  expect.soft(await unreachable(page, '[role=menu]'), `the menu of ${screen}`).toEqual([]);
  await page.keyboard.press('Escape');
}

async function open(page: Page, path: string) {
  await page.setViewportSize(DEVICES[0][1]);
  await page.goto(path);
  await settled(page);
  await expect.soft(page, path).toHaveTitle(/^.+ · Paperplane$/);
  await expect.soft(page.locator('h1'), `one h1 on ${path}`).toHaveCount(1);
}

/** A page with what it shows. */
async function look(page: Page, path: string) {
  await open(page, path);
  expect.soft(atOdds(await figuresOf(page)), path).toEqual([]);
  expect.soft(await deadLinks(page), path).toEqual([]);
  for (const [device, viewport, themes] of DEVICES) {
    await page.setViewportSize(viewport);
    // From the top, as it opens: wherever it was scrolled to, some button may just then pass below the bar.
    await page.evaluate(() => window.scrollTo(0, 0));
    await settled(page);
    await expectAccessible(page, `${path} on ${device}`, themes);
    await expectReachable(page, `${path} on ${device}`);
  }
}

/** A page whose record cannot be, or is somebody else's. */
async function lookForNothing(page: Page, path: string) {
  await open(page, path);
  const [device, , themes] = DEVICES[0];
  await expectAccessible(page, `${path} on ${device}`, themes);
}

/** Pages that an address of the table shows in another way. */
const OTHERWISE = ['/profile?tab=organization', '/customers?q=nobody-is-called-so', '/no-such-page'];

/** Half of what a person may open: one test of all would be the last to end. */
async function half(person: 'owner' | 'agent', which: number): Promise<{ some: string[]; none: string[] }> {
  const isAdmin = person !== 'agent';
  const mine = (_: string, index: number) => index % 2 === which;
  const some = [...(await everyPage(await apiOf(demo[person]), isAdmin)), ...(isAdmin ? OTHERWISE : [])];
  return { some: some.filter(mine), none: pagesOfNothing(isAdmin).filter(mine) };
}

for (const person of ['owner', 'agent'] as const)
  for (const which of [0, 1])
    // Holds dashboard-20
    test(`pages of an ${person}, half ${which + 1}`, async ({ page }) => {
      test.setTimeout(LONG);
      const refused = refusals(page);
      const { some, none } = await half(person, which);
      await signIn(page, demo[person]);
      for (const path of some) await look(page, path);
      for (const path of none) await lookForNothing(page, path);
      expect(refused).toEqual([]);
    });

// What an owner may, and they may not.
test('no page of the agency asks for what an admin may not have', async ({ page }) => {
  test.setTimeout(LONG);
  const refused = refusals(page);
  await signIn(page, demo.admin);
  const pages = await everyPage(await apiOf(demo.admin), true);
  for (const path of [...pages, ...pagesOfNothing(true)]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await settled(page);
  }
  expect(refused).toEqual([]);
});
