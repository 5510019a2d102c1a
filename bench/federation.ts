/**
 * `npm run bench federation`: the federation against the same app in one bundle (one-bundle): bytes of JavaScript of each page, and how
 * long a cold page takes at 150 ms latency. Ratios count; times of one machine mean little on another.
 */
import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { siteHeaders } from '../build/serve/headers';
import { staticSite } from '../build/serve/static';
import { rememberOwner } from '../e2e/support/people';
import { startStack, type RunningStack } from '../e2e/support/stack';
import { buildOneBundle } from './one-bundle/build';
import { median } from './quantile';

const LATENCY = 150;
const RUNS = 5;

/** A page, what shows that it is usable, and how its JavaScript may compare. */
const PAGES = [
  { path: '/login', usable: '[name="password"]', goal: 1.01 },
  { path: '/sales', usable: '.mf_sales table tbody a', goal: 1.25 },
  { path: '/customers', usable: '.mf_directory table tbody a', goal: 1.25 },
  { path: '/commissions', usable: '.mf_commissions table tbody a', goal: 1.25 },
  { path: '/dashboard', usable: '.mf_dashboard .pp-stat a, .mf_dashboard a.pp-stat', goal: 1.25 },
] as const;

type Variant = { name: string; url: string };

async function serve(folder: string, url: string): Promise<http.Server> {
  const { host, port } = new URL(url);
  const server = http.createServer(staticSite({ folder, hosts: [host], headers: siteHeaders(folder) }));
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve));
  return server;
}

/** A signed-in browser profile without anything in its cache. */
async function signedIn(browser: Browser, url: string) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  await rememberOwner(await context.newPage(), url);
  const state = await context.storageState();
  await context.close();
  return state;
}

async function open(browser: Browser, state: Awaited<ReturnType<typeof signedIn>> | undefined) {
  const context = await browser.newContext({
    storageState: state,
    // What is fetched ahead belongs to other pages.
    serviceWorkers: 'block',
    extraHTTPHeaders: { 'Accept-Encoding': 'gzip' },
  });
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  return context;
}

async function withLatency(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
}

interface Visit {
  /** Bytes of JavaScript, gzip. */
  js: number;
  requests: number;
  /** Milliseconds until the page is usable. */
  time: number;
}

async function visit(
  browser: Browser,
  url: string,
  usable: string,
  state?: Awaited<ReturnType<typeof signedIn>>,
) {
  const context = await open(browser, state);
  const page = await context.newPage();
  const found: Visit = { js: 0, requests: 0, time: 0 };
  page.on('response', (response) => {
    if (response.request().method() === 'OPTIONS') return;
    found.requests += 1;
    if (new URL(response.url()).pathname.endsWith('.js'))
      found.js += Number(response.headers()['content-length'] ?? 0);
  });
  await withLatency(context, page);
  await page.goto(url, { waitUntil: 'commit' });
  // At every frame: Playwright's own waiting looks up to half a second apart.
  const shown = await page.waitForFunction(
    (selector) => document.querySelector(selector)?.checkVisibility() && performance.now(),
    usable,
    { polling: 'raf' },
  );
  found.time = Number(await shown.jsonValue());
  await page.waitForLoadState('networkidle');
  // Charts and whatever else comes late is part of the page.
  await page.waitForTimeout(1500);
  await context.close();
  return found;
}

async function compare(browser: Browser, variants: [Variant, Variant]): Promise<number> {
  const states = await Promise.all(variants.map(({ url }) => signedIn(browser, url)));
  let over = 0;
  console.log(
    `${''.padEnd(14)}${'JS kB gz'.padStart(22)}${'requests'.padStart(14)}${'usable ms'.padStart(20)}`,
  );
  for (const { path: pathname, usable, goal } of PAGES) {
    const visits: [Visit[], Visit[]] = [[], []];
    for (let run = 0; run < RUNS; run += 1) {
      // In turn, so that a busy moment of the machine meets both.
      for (const index of run % 2 ? ([1, 0] as const) : ([0, 1] as const)) {
        const state = pathname === '/login' ? undefined : states[index];
        visits[index].push(await visit(browser, variants[index].url + pathname, usable, state));
      }
    }
    const of = (key: keyof Visit) => visits.map((list) => median(list.map((one) => one[key])));
    const [js = [], requests = [], time = []] = [of('js'), of('requests'), of('time')];
    const ratio = (values: number[]) => (values[0] ?? 0) / (values[1] || 1);
    const cell = (values: number[], limit: number, scale = 1, digits = 0) => {
      const mark = ratio(values) > limit ? ' ✘' : '';
      over += mark ? 1 : 0;
      return `${values.map((value) => (value / scale).toFixed(digits)).join(' / ')} ${ratio(values).toFixed(2)}x${mark}`;
    };
    console.log(
      `${pathname.padEnd(14)}${cell(js, goal, 1000, 1).padStart(22)}${requests.join(' / ').padStart(14)}${cell(time, 1).padStart(20)}`,
    );
  }
  return over;
}

async function main(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-one-bundle-'));
  const servers: http.Server[] = [];
  let stack: RunningStack | undefined;
  const executablePath = process.env['PAPERPLANE_CHROMIUM'];
  const browser = await chromium.launch(executablePath ? { executablePath } : {});
  try {
    await buildOneBundle(folder);
    stack = await startStack();
    fs.copyFileSync(path.join(stack.site, 'config.json'), path.join(folder, 'config.json'));
    const [federated = '', bundled = ''] = stack.spareUrls;
    servers.push(await serve(stack.site, federated), await serve(folder, bundled));
    console.log(`Federation / one bundle, ${LATENCY} ms latency, medians of ${RUNS}\n`);
    const over = await compare(browser, [
      { name: 'federation', url: federated },
      { name: 'one bundle', url: bundled },
    ]);
    const load = os.loadavg()[0] ?? 0;
    console.log(
      `\nGoals: login 1.01x, other pages 1.25x JS, usable 1.00x. Load of the machine: ${load.toFixed(1)}.`,
    );
    console.log(over === 0 ? 'All within the goals.' : `${over} over the goals.`);
  } finally {
    await browser.close();
    for (const server of servers) server.close();
    await stack?.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
