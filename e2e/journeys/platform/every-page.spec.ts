/** Only a browser knows what lies where, and what a page asks: every page of the product, as who sees most. */
import { expect, test, type Page } from '@playwright/test';
import { apiOf } from '../../support/api';
import { settled } from '../../support/axe';
import { everyPage, pagesWithoutRecord } from '../../support/every-page';
import { demo, signIn } from '../../support/people';
import { unreachable } from '../../support/reachable';

test.describe.configure({ mode: 'parallel' });
// Dozens of pages, beside another browser.
const LONG = 300_000;

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

for (const [width, height] of [
  [1440, 900],
  [390, 844],
] as const)
  test(`whatever looks as if one could press it is reached by its center, at ${width} px`, async ({
    page,
  }) => {
    test.setTimeout(LONG);
    await page.setViewportSize({ width, height });
    const refused = refusals(page);
    const pages = await everyPage(await apiOf(demo.owner));
    await signIn(page, demo.owner);
    for (const path of pages) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await settled(page);
      expect.soft(await unreachable(page), path).toEqual([]);
      const menu = page.locator('main [aria-haspopup=menu]:visible').first();
      if ((await menu.count()) > 0) {
        await menu.click();
        await expect(page.getByRole('menu')).toBeVisible();
        expect.soft(await unreachable(page, '[role=menu]'), `the menu of ${path}`).toEqual([]);
        await page.keyboard.press('Escape');
      }
    }
    expect(refused).toEqual([]);
  });

for (const person of ['admin', 'agent'] as const)
  test(`no page of an ${person} asks for what they may not have, nor for a record that cannot be`, async ({
    page,
  }) => {
    test.setTimeout(LONG);
    const refused = refusals(page);
    await signIn(page, demo[person]);
    for (const path of pagesWithoutRecord(person !== 'agent')) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await settled(page);
    }
    expect(refused).toEqual([]);
  });
