/**
 * Only a browser preloads: what a lost connection takes from a page that is opened by its address, where the boot script asks for
 * everything early.
 */
import { expect, type Page } from '@playwright/test';
import { demo, signIn } from '../support/people';
import { heading, mark, marked } from '../support/screen';
import { test } from '../support/site-copy';
import { SOAK } from '../support/soak';

const LOST: readonly [what: string, files: RegExp][] = [
  ['the federation chunk', /\/js\/federation\./],
  ['the remote’s entry', /\/mf_sales\/.*\/remoteEntry\./],
  ['the page’s code', /\/mf_sales\/.*\/js\//],
  ['the page’s styles', /\/mf_sales\/.*\.css/],
  ['everything of the remote', /\/mf_sales\//],
  ['everything but the shell', /\/mf_sales\/|\/js\/(federation|forms)\.|\/remotes\.json/],
];
/** The least and the most; all of them in a soak. */
const SOME = SOAK ? LOST : [...LOST.slice(0, 1), ...LOST.slice(-1)];

async function loseAndRetry(page: Page, files: RegExp, address: string, title: string): Promise<void> {
  await signIn(page, demo.owner);
  await page.route(files, (route) => route.abort('internetdisconnected'));
  await page.goto(address);
  await expect(heading(page, 'Sales could not be loaded')).toBeVisible();
  await page.unroute(files);
  await mark(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, title)).toBeVisible();
  await expect(heading(page, 'Sales could not be loaded')).toBeHidden();
  expect(await marked(page)).toBe(true);
}

for (const [what, files] of SOME) {
  test(`${what} lost on the way: one "Try again" is enough`, ({ page }) =>
    loseAndRetry(page, files, '/sales', 'Sales'));
}

test('a page with a form lost on the way: one "Try again" is enough', ({ page }) =>
  loseAndRetry(page, /\/mf_sales\/|\/js\/forms\./, '/sales/create', 'Create sale'));
