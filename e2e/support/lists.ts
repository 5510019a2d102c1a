import type { Page } from '@playwright/test';

/** What the lists of sales and commissions have in common: rows, heads, filters and the pager's count. */
export const rows = (page: Page) => page.getByRole('row').filter({ has: page.getByRole('cell') });
export const head = (page: Page, name: string) => page.getByRole('columnheader', { name, exact: true });
export const filter = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}(:|$)`) });
export const counted = (page: Page) => page.getByText(/^[\d,]+–[\d,]+ of [\d,]+$/);
