/** Only a browser fetches ahead: the code of other pages, when this one is usable. */
import { expect, type Page } from '@playwright/test';
import { demo, logIn } from '../../support/people';
import { rememberRequests } from '../../support/requests';
import { heading, tabs } from '../../support/screen';
import { test } from '../../support/site-copy';

/** The remotes of which something has been fetched ahead. */
const prefetched = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')];
    return [...new Set(links.map(({ href }) => /remotes\/(mf_\w+)/.exec(href)?.[1] ?? ''))].sort();
  });

/** Whether all of it has come. */
const haveArrived = (page: Page): Promise<boolean> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=prefetch]')].every(({ href }) =>
      performance
        .getEntriesByName(href)
        .some((entry) => entry instanceof PerformanceResourceTiming && entry.responseEnd > 0),
    ),
  );

test('once a page is usable the other tabs’ code is fetched, and what a link leads to when it is pointed at; it opens without the network', async ({
  page,
  context,
}) => {
  await rememberRequests(page);
  const early: string[] = [];
  page.on('request', (request) => {
    if (/remotes\/mf_(?!dashboard)/.test(request.url())) early.push(request.url());
  });
  await logIn(page, demo.owner);
  await expect(heading(page, /Welcome/)).toBeVisible();
  expect(early).toEqual([]);
  await expect
    .poll(() => prefetched(page))
    .toEqual(expect.arrayContaining(['mf_commissions', 'mf_directory', 'mf_sales']));
  await expect.poll(() => haveArrived(page)).toBe(true);

  await tabs(page).getByRole('link', { name: 'Sales' }).click();
  const asked = page.waitForRequest(/remotes\/mf_sales\/.*\/js\/create\./);
  await page.getByRole('link', { name: 'Create sale' }).first().hover();
  await asked;

  await context.setOffline(true);
  await tabs(page).getByRole('link', { name: 'Commissions' }).click();
  await expect(heading(page, 'Commission Management')).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Vendors' }).click();
  await expect(heading(page, 'Vendors')).toBeVisible();
});
