/**
 * `npm run bench`: what a cold visit of login, sales list and dashboard transfers, against the budgets.
 * Runs the built product with its demo data in a real browser that accepts gzip only, so that all sizes are gzip sizes.
 */
import { chromium, type Browser, type Page } from '@playwright/test';
import { DEMO_PASSWORD, demo } from '../e2e/support/people';
import { startStack, type RunningStack } from '../e2e/support/stack';

interface Measured {
  /** Transferred bytes of the bodies. */
  js: number;
  css: number;
  font: number;
  /** JS of remotes alone. */
  remote: number;
  requests: number;
  /** Requests to the backend, without the preflights that browsers add for another port. */
  data: number;
}

interface Budget {
  path: string;
  /** kB gz; requests; data requests. */
  js: number;
  css: number;
  requests: number;
  remote: number;
  data: number;
}

const BUDGETS: Record<string, Budget> = {
  login: { path: '/login', js: 175, css: 15, requests: 10, remote: 0, data: 0 },
  list: { path: '/sales', js: 215, css: 15, requests: 22, remote: 40, data: 3 },
  dashboard: { path: '/dashboard', js: 330, css: 15, requests: 30, remote: 40, data: 4 },
};

/** How long nothing may be asked for until a page counts as loaded, in milliseconds. */
const QUIET = 1500;

async function untilQuiet(page: Page): Promise<void> {
  let last = Date.now();
  page.on('request', () => (last = Date.now()));
  while (Date.now() - last < QUIET) await page.waitForTimeout(100);
}

async function measure(page: Page, url: string, apiUrl: string): Promise<Measured> {
  const result: Measured = { js: 0, css: 0, font: 0, remote: 0, requests: 0, data: 0 };
  const seen: string[] = [];
  page.on('response', (response) => {
    const address = response.url();
    if (!address.startsWith('http') || response.request().method() === 'OPTIONS') return;
    seen.push(`${address.replace(url, '')} ${response.headers()['content-length'] ?? ''}`);
    result.requests += 1;
    if (address.startsWith(apiUrl)) {
      result.data += 1;
      return;
    }
    const size = Number(response.headers()['content-length'] ?? 0);
    const { pathname } = new URL(address);
    if (pathname.endsWith('.js')) result.js += size;
    if (pathname.endsWith('.js') && pathname.startsWith('/remotes/')) result.remote += size;
    if (pathname.endsWith('.css')) result.css += size;
    if (pathname.endsWith('.woff2')) result.font += size;
  });
  await page.goto(url);
  await untilQuiet(page);
  if (process.argv.includes('--requests')) console.log(`\n${url}\n  ${seen.join('\n  ')}`);
  return result;
}

/** A fresh browser profile for each page: nothing cached, but signed in where the page needs it. */
async function cold(browser: Browser, stack: RunningStack, name: string, budget: Budget): Promise<Measured> {
  const first = await browser.newContext();
  if (name !== 'login') {
    const page = await first.newPage();
    await page.goto(`${stack.url}/login`);
    await page.getByLabel('Email').fill(demo.owner);
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
    await page.getByLabel(/remember/i).check();
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.waitForURL(`${stack.url}/dashboard`);
  }
  const context = await browser.newContext({
    storageState: await first.storageState(),
    extraHTTPHeaders: { 'Accept-Encoding': 'gzip' },
  });
  const measured = await measure(await context.newPage(), stack.url + budget.path, stack.apiUrl);
  await context.close();
  await first.close();
  return measured;
}

const kilobytes = (bytes: number) => bytes / 1000;

function row(what: string, value: number, goal: number): string {
  const digits = Number.isInteger(value) ? 0 : 1;
  const ratio = goal > 0 ? `${(value / goal).toFixed(2)}x` : value === 0 ? '-' : 'over';
  return `  ${what.padEnd(22)}${value.toFixed(digits).padStart(8)}${String(goal).padStart(8)}   ${ratio}${value > goal ? '  ✘' : ''}`;
}

async function main(): Promise<void> {
  const stack = await startStack();
  const executablePath = process.env['PAPERPLANE_CHROMIUM'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  let over = 0;
  try {
    for (const [name, budget] of Object.entries(BUDGETS)) {
      const found = await cold(browser, stack, name, budget);
      const rows: [string, number, number][] = [
        ['JS kB gz', kilobytes(found.js), budget.js],
        ['of it remotes kB gz', kilobytes(found.remote), budget.remote],
        ['CSS kB gz', kilobytes(found.css), budget.css],
        ['requests', found.requests, budget.requests],
        ['of them data', found.data, budget.data],
      ];
      console.log(`\n${name.padEnd(24)}${'found'.padStart(8)}${'goal'.padStart(8)}   ratio`);
      for (const [what, value, goal] of rows) console.log(row(what, value, goal));
      console.log(`  ${'font kB'.padEnd(22)}${kilobytes(found.font).toFixed(1).padStart(8)}`);
      over += rows.filter(([, value, goal]) => value > goal).length;
    }
  } finally {
    await browser.close();
    await stack.stop();
  }
  console.log(over === 0 ? '\nAll within the budgets.' : `\n${over} over budget.`);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
