/**
 * Only browsers draw a share and come back with it: a staged version goes to its share, at every visit, and is switched back where it
 * does not load.
 */
import { expect, type Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { deployNext } from '../../support/next-version';
import { demo, signIn } from '../../support/people';
import { heading } from '../../support/screen';
import { test, type SiteCopy } from '../../support/site-copy';

// With the worker, as people have it.
test.use({ serviceWorkers: 'allow' });

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..');
const NAME = 'mf_sales';
/** Where a browser keeps its number. */
const NUMBER = 'paperplane.browser';

/** `npm run remotes -- …` on a site. @returns what it says */
async function remotes({ folder }: SiteCopy, ...args: string[]): Promise<string> {
  const [tsx, cli] = ['node_modules/tsx/dist/cli.mjs', 'build/deploy/remotes-cli.ts'];
  const all = [tsx, cli, ...args, '--at', folder];
  return (await promisify(execFile)(process.execPath, all, { cwd: REPOSITORY })).stdout;
}

/** What browsers have reported so far. */
const reported = ({ loadErrors }: SiteCopy): string[] =>
  fs.existsSync(loadErrors) ? fs.readFileSync(loadErrors, 'utf8').trim().split('\n') : [];

/** The version of the sales pages that a visit has loaded. */
async function versionAt(page: Page): Promise<string> {
  const asked = page.waitForRequest(/\/remotes\/mf_sales\/.*mf-manifest\.json/);
  await page.goto('/sales');
  await expect(heading(page, 'Sales')).toBeVisible();
  return /mf_sales\/([^/]+)\//.exec((await asked).url())?.[1] ?? '';
}

test('a staged version goes to its share, then to all; where browsers cannot load it, it is switched back in the same page', async ({
  page,
  browser,
  site,
}) => {
  const next = await deployNext(site, 'mf-sales');
  const current = next.replace(/-next$/, '');
  expect(await remotes(site, 'rollback', 'mf-sales')).toContain(`${NAME} ${current} is current`);
  await signIn(page, demo.owner);
  expect(await versionAt(page)).toBe(current);
  // Nothing is staged: no browser has a number.
  expect(await page.evaluate((key) => localStorage.getItem(key), NUMBER)).toBeNull();

  await remotes(site, 'stage', NAME, next, '--percent', '50');
  expect(await remotes(site, 'list', NAME)).toContain(`${next}  staged for 50% of the browsers`);
  const visitAs = async (number: string) => {
    await page.evaluate(([key, value]) => localStorage.setItem(key, value), [NUMBER, number] as const);
    return versionAt(page);
  };
  const gets = new Map<string, string>();
  for (let count = 0; new Set(gets.values()).size < 2 && count < 30; count += 1)
    gets.set(`browser ${count}`, await visitAs(`browser ${count}`));
  expect([...new Set(gets.values())].sort()).toEqual([current, next].sort());
  // The first and the last one differ.
  const two = [...gets].filter((_one, index) => index === 0 || index === gets.size - 1);
  for (const [number, version] of two) expect(await visitAs(number)).toBe(version);
  await remotes(site, 'promote', NAME);
  for (const [number] of two) expect(await visitAs(number)).toBe(next);

  const folder = path.join(site.folder, 'remotes', NAME, next);
  for (const file of fs.readdirSync(path.join(folder, 'js')))
    if (file.startsWith('list.')) fs.rmSync(path.join(folder, 'js', file));
  const pages: Page[] = [];
  for (let count = 0; count < 3; count += 1) {
    const one = await (await browser.newContext({ baseURL: site.url })).newPage();
    await signIn(one, demo.owner);
    await one.goto('/sales?customer=Ines');
    await expect(heading(one, 'Sales could not be loaded')).toBeVisible();
    pages.push(one);
  }
  await expect.poll(() => reported(site)).toHaveLength(3);
  expect(JSON.parse(reported(site)[0] ?? '')).toMatchObject({ remote: NAME, version: next, stage: 'page' });
  // Nothing of where somebody was or what they looked for.
  expect(reported(site).join()).not.toMatch(/Ines|\?|127\.0\.0\.1/);

  expect(await remotes(site, 'watch', '--once', '--errors', site.loadErrors, '--threshold', '3')).toContain(
    'switched back',
  );
  for (const one of pages) {
    await one.getByRole('button', { name: 'Try again' }).click();
    await expect(heading(one, 'Sales')).toBeVisible();
    await expect(heading(one, 'Sales could not be loaded')).toBeHidden();
    await one.context().close();
  }
});
