import type { Locator, Page } from '@playwright/test';

/** A heading of the page, or of its frame. */
export const heading = (page: Page, name: string | RegExp): Locator =>
  page.getByRole('heading', { name }).first();

/** The tabs of the top bar. */
export const tabs = (page: Page): Locator => page.getByRole('navigation', { name: 'Main' });

/** The button of the user menu. */
export const userMenu = (page: Page): Locator => page.getByRole('banner').locator('.pp-usermenu');

/** Leaves a mark that a reload of the page would take away. */
export const mark = (page: Page): Promise<unknown> =>
  page.evaluate(() => Object.assign(window, { marked: true }).marked);

/** Whether the mark is still there: the page has not been loaded anew. */
export const marked = (page: Page): Promise<boolean> => page.evaluate(() => 'marked' in window);

/** The way to an agency's first sale. The one above the list goes away when it turns out that there is none: it may be gone mid-click. */
export const createFirstSale = (page: Page) =>
  page.getByRole('region', { name: 'Sales', exact: true }).getByRole('link', { name: 'Create sale' });
