import type { Browser, Page } from '@playwright/test';
import { rememberOwner } from './people';

/** What a cold visit of a page transfers; bytes are those of the bodies, as gzip. */
export interface Weight {
  js: number;
  css: number;
  font: number;
  /** JavaScript of remotes alone, without their charts. */
  remote: number;
  requests: number;
  /** Requests to the backend, without the preflights that browsers add for another port. */
  data: number;
  /** Every file, with its size. */
  files: string[];
}

/** kB of gzip, and numbers of requests. */
export interface Budget {
  path: string;
  /** What shows that the page is usable. */
  usable: string;
  js: number;
  css: number;
  requests: number;
  remote: number;
  data: number;
}

/** Goals of the product (docs/architecture.md). */
export const BUDGETS: Record<'login' | 'list' | 'dashboard', Budget> = {
  login: { path: '/login', usable: '[name=password]', js: 215, css: 15, requests: 15, remote: 0, data: 0 },
  list: { path: '/sales', usable: 'table tbody a', js: 282, css: 15, requests: 24, remote: 45, data: 3 },
  dashboard: {
    path: '/dashboard',
    usable: 'main a[href*=status]',
    js: 429,
    css: 15.8,
    requests: 32,
    remote: 45,
    data: 4,
  },
};

/** How long nothing may be asked for until a page counts as loaded, in milliseconds. */
const QUIET = 1500;

async function untilQuiet(page: Page, usable: string): Promise<void> {
  await page.locator(usable).first().waitFor();
  const another = () => page.waitForEvent('request', { timeout: QUIET }).catch(() => null);
  while (await another());
}

async function weigh(page: Page, url: string, usable: string, apiUrl: string): Promise<Weight> {
  const weight: Weight = { js: 0, css: 0, font: 0, remote: 0, requests: 0, data: 0, files: [] };
  page.on('response', (response) => {
    const address = response.url();
    if (!address.startsWith('http') || response.request().method() === 'OPTIONS') return;
    const size = Number(response.headers()['content-length'] ?? 0);
    weight.files.push(`${address.replace(new URL(url).origin, '')} ${size}`);
    weight.requests += 1;
    if (address.startsWith(apiUrl)) {
      weight.data += 1;
      return;
    }
    const { pathname } = new URL(address);
    if (pathname.endsWith('.js')) weight.js += size;
    if (/^\/remotes\/.*\/(?!lazy-chart)[^/]*\.js$/.test(pathname)) weight.remote += size;
    if (pathname.endsWith('.css')) weight.css += size;
    if (pathname.endsWith('.woff2')) weight.font += size;
  });
  await page.goto(url);
  await untilQuiet(page, usable);
  return weight;
}

/** Weighs a page in a fresh browser profile: nothing cached, but signed in where the page needs it. */
export async function weighCold(
  browser: Browser,
  stack: { url: string; apiUrl: string },
  { path, usable }: Pick<Budget, 'path' | 'usable'>,
): Promise<Weight> {
  const first = await browser.newContext();
  if (path !== '/login') {
    await rememberOwner(await first.newPage(), stack.url);
  }
  const context = await browser.newContext({
    storageState: await first.storageState(),
    extraHTTPHeaders: { 'Accept-Encoding': 'gzip' },
  });
  // What is fetched ahead belongs to the pages that may come; people who save data get none of it.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const weight = await weigh(await context.newPage(), stack.url + path, usable, stack.apiUrl);
  await context.close();
  await first.close();
  return weight;
}
