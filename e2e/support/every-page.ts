import fs from 'node:fs';
import type { Page } from '@playwright/test';
import type { Api } from './api';

/** Where a record for an address is found; null where the demo has none. */
const RECORDS: Readonly<Record<string, string | null>> = {
  '/team/:id': 'users?role=eq.agent&is_active=is.true',
  '/team/:id/terms': 'users?role=eq.agent&is_active=is.true',
  '/sales/:id': 'sales?status=eq.paid&order=created_at.desc',
  '/sales/:id/edit': 'sales?status=eq.booked&order=created_at.desc',
  '/sales/groups/:id': null,
  '/customers/:id': 'customers?order=created_at',
  '/customers/:id/edit': 'customers?order=created_at',
  '/vendors/:id': 'vendors?order=created_at',
  '/vendors/:id/edit': 'vendors?order=created_at',
  '/vendors/statements/:id': null,
  '/commissions/:id': 'commissions?status=eq.funds_received&order=created_at.desc',
  '/commissions/bank/:id': 'bank_transactions?amount=gt.0&order=booked_on.desc',
  '/commissions/payouts/:id': 'payout_batches?order=created_at.desc',
  '/commissions/statements/:id': 'payout_statements?order=created_at.desc',
  '/commissions/credit-notes/:id': null,
};
const REPORTS = ['sales', 'commissions', 'performance', 'aging', 'punctuality', 'short-pay', 'agents-year'];

/** The addresses of the product, and who may open them, as docs/product/platform.md has them: a test holds that table. */
const ROUTES = [
  ...fs
    .readFileSync(new URL('../../docs/product/platform.md', import.meta.url), 'utf8')
    .matchAll(/^\| `(\/[^`]*)` +\| (\w+) /gm),
].map(([, pattern = '', access]) => ({ pattern, access }));

const isFor = (access: string | undefined, isAdmin: boolean): boolean =>
  access === 'user' || (access === 'admin' && isAdmin);

/** What an address looks like: an id is one part of its path. */
const SHAPES = ROUTES.map(({ pattern }) => new RegExp(`^${pattern.replace(':id', '[^/]+')}$`));

/** Where links of the page lead in the product that is no address of it. @returns name and address of each */
export async function deadLinks(page: Page): Promise<string[]> {
  const links = await page
    .locator('a[href]')
    .evaluateAll((all) =>
      (all as HTMLAnchorElement[])
        .filter(
          ({ origin, pathname, download }) =>
            origin === location.origin && pathname !== location.pathname && !download,
        )
        .map(({ pathname, textContent, ariaLabel }) => ({ pathname, name: ariaLabel ?? textContent })),
    );
  return links
    .filter(({ pathname }) => !SHAPES.some((shape) => shape.test(pathname)))
    .map(({ pathname, name }) => `${name.trim()}: ${pathname}`);
}

/** Every address that a person may open, with a record of theirs where it has an id. @throws Error without such a record */
export async function everyPage(api: Api, isAdmin: boolean): Promise<string[]> {
  const found = ROUTES.filter(({ access }) => isFor(access, isAdmin)).map(async ({ pattern }) => {
    if (!pattern.includes(':id')) return [pattern];
    if (pattern === '/reports/:id') return REPORTS.map((report) => `/reports/${report}`);
    const query = RECORDS[pattern];
    if (query === null) return [];
    const [record] = query ? await api.rows<{ id: string }>(`${query}&select=id&limit=1`) : [];
    if (!record) throw new Error(`no record for ${pattern}`);
    return [pattern.replace(':id', record.id)];
  });
  return (await Promise.all(found)).flat();
}

/** Every address of a record that a person may open, with an id that cannot be. */
export const pagesOfNothing = (isAdmin: boolean): string[] =>
  ROUTES.filter(({ pattern, access }) => pattern.includes(':id') && isFor(access, isAdmin)).map(
    ({ pattern }) => pattern.replace(':id', 'notanid'),
  );
