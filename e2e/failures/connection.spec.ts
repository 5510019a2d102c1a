/**
 * Only a browser preloads: what a lost connection takes from a page that is opened by its address, where the boot script asks for
 * everything early.
 */
import { expect, type Page, type Route } from '@playwright/test';
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

const isNotThere = (route: Route) => route.fulfill({ status: 404, body: 'not here' });
const isLost = (route: Route) => route.abort('internetdisconnected');

async function loseAndRetry(
  page: Page,
  files: RegExp,
  { address = '/sales', title = 'Sales', lose = isLost } = {},
): Promise<void> {
  await page.route(files, lose);
  await page.goto(address);
  await expect(heading(page, 'Sales could not be loaded')).toBeVisible();
  await page.unroute(files);
  await mark(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(heading(page, title)).toBeVisible();
  await expect(heading(page, 'Sales could not be loaded')).toBeHidden();
  expect(await marked(page)).toBe(true);
}

test('whatever is lost on the way to an address, one "Try again" is enough', async ({ page }) => {
  await signIn(page, demo.owner);
  for (const [what, files] of SOME) await test.step(what, () => loseAndRetry(page, files));
  await test.step('files that are not there', () => loseAndRetry(page, /\/mf_sales\//, { lose: isNotThere }));
  await test.step('a page with a form', () =>
    loseAndRetry(page, /\/mf_sales\/|\/js\/forms\./, { address: '/sales/create', title: 'Create sale' }));
});
