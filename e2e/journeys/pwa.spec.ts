import { expect, type Page } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { stack } from '../support/environment';
import {
  deployNewVersion,
  expectStored,
  lookForUpdate,
  stored,
  versionOf,
  workerReady,
} from '../support/offline';
import { demo, logIn } from '../support/people';
import { test } from '../support/site-copy';

const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36';

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const marked = (page: Page) => page.evaluate(() => 'marked' in window);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name }).first();
const userMenu = (page: Page) => page.getByRole('banner').locator('.pp-usermenu');
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/** What a browser does that would install the app; Chromium under test never does. */
const offerInstallation = (page: Page) =>
  page.evaluate(() => {
    const asked = Object.assign(window, { asked: 0 });
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
      prompt: () => Promise.resolve((asked.asked += 1)),
    });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  });
const asked = (page: Page) => page.evaluate(() => (window as unknown as { asked: number }).asked);

// Spec section 2, install prompt
test.describe('on a phone', () => {
  test.use({ userAgent: PHONE, viewport: { width: 390, height: 844 } });

  test('the browser’s offer becomes an install prompt', async ({ page }) => {
    const prompt = page.getByRole('dialog', { name: 'Install Paperplane' });
    await page.goto('/login');
    expect(await offerInstallation(page)).toBe(true);
    await expect(prompt).toBeVisible();
    await expect(prompt).toContainText('Install for quick access and offline use');
    await prompt.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(prompt).toBeHidden();
    expect(await asked(page)).toBe(1);
  });

  test('the install prompt goes with the close icon, and when the app has been installed', async ({
    page,
  }) => {
    const prompt = page.getByRole('dialog', { name: 'Install Paperplane' });
    await page.goto('/login');
    await offerInstallation(page);
    await expect(prompt).toBeVisible();
    await page.evaluate(() => window.dispatchEvent(new Event('appinstalled')));
    await expect(prompt).toBeHidden();
    await offerInstallation(page);
    await prompt.getByRole('button', { name: 'Close' }).click();
    await expect(prompt).toBeHidden();
    expect(await asked(page)).toBe(0);
  });

  test('"Not now" is an answer until the browser is closed', async ({ page }) => {
    const prompt = page.getByRole('dialog', { name: 'Install Paperplane' });
    await page.goto('/login');
    await offerInstallation(page);
    await prompt.getByRole('button', { name: 'Not now' }).click();
    await expect(prompt).toBeHidden();
    await page.reload();
    await offerInstallation(page);
    await workerReady(page);
    await expect(prompt).toBeHidden();
  });
});

test('on a computer the browser’s own way to install stays', async ({ page }) => {
  await page.goto('/login');
  expect(await offerInstallation(page)).toBe(false);
  await workerReady(page);
  await expect(page.getByRole('dialog', { name: 'Install Paperplane' })).toBeHidden();
});

// Spec sections 2 and 4, update notice
test('a new version is offered, and Update reloads the app with it', async ({ page, site }) => {
  const notice = page.getByRole('status').filter({ hasText: 'A new version is available' });
  await page.goto('/login');
  await workerReady(page);
  await mark(page);
  expect(await versionOf(page)).toBeNull();

  deployNewVersion(site, 'two');
  await lookForUpdate(page);
  await expect(notice).toBeVisible();
  // Nothing happens before somebody says so.
  expect(await marked(page)).toBe(true);
  await notice.getByRole('button', { name: 'Close' }).click();
  await expect(notice).toBeHidden();

  await page.reload();
  await expect(notice).toBeVisible();
  expect(await versionOf(page)).toBeNull();
  await mark(page);
  await notice.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => marked(page).catch(() => true)).toBe(false);
  await expect(heading(page, /Log in|Welcome/)).toBeVisible();
  expect(await versionOf(page)).toBe('two');
  await workerReady(page);
  await expect(notice).toBeHidden();
});

test('a new version reloads every tab but the one somebody types in, whose files stay', async ({
  page,
  context,
  site,
}) => {
  await page.goto('/signup');
  await workerReady(page);
  await page.getByLabel('First name').fill('Ines');
  await mark(page);
  const gone = deployNewVersion(site, 'two');

  const other = await context.newPage();
  await other.goto('/login');
  await mark(other);
  await other.getByRole('button', { name: 'Update' }).click();
  await expect.poll(() => versionOf(other).catch(() => null)).toBe('two');

  // Long after the other tab.
  await page.waitForTimeout(4000);
  expect(await marked(page)).toBe(true);
  await expect(page.getByLabel('First name')).toHaveValue('Ines');
  expect(await page.evaluate(async (url) => (await fetch(url)).status, gone)).toBe(200);

  // Leaving the form discards what was typed.
  await page.getByRole('link', { name: 'Log in' }).first().click();
  await expect.poll(() => versionOf(page).catch(() => null)).toBe('two');
});

test('Update in the tab somebody types in waits and says so', async ({ page, site }) => {
  await page.goto('/signup');
  await workerReady(page);
  await page.getByLabel('First name').fill('Ines');
  await mark(page);
  deployNewVersion(site, 'two');
  await lookForUpdate(page);
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('It loads when your work on this page is saved or discarded.')).toBeVisible();
  await expect(page.getByText('A new version is available')).toBeHidden();
  await page.waitForTimeout(3000);
  expect(await marked(page)).toBe(true);
});

// Spec section 2, offline
test('after one visit the app opens offline, and comes back', async ({ page, context }) => {
  await logIn(page, demo.owner);
  await expect(heading(page, /Welcome/)).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Sales' }).click();
  await expect(heading(page, 'Sales')).toBeVisible();
  await workerReady(page);
  await expectStored(page, /\/remotes\/mf_sales\/.*\/js\/list\./);
  await expectStored(page, /\/remotes\/mf_sales\/.*\/mf-manifest\.json$/);
  await expectStored(page, /\/config\.json$/);
  await expectStored(page, /\/remotes\.json$/);
  await expectStored(page, /\/js\/federation\./);

  await context.setOffline(true);
  await page.goto('/sales');
  await expect(tabs(page)).toBeVisible();
  await expect(heading(page, 'Sales')).toBeVisible();
  await expect(heading(page, 'could not be loaded')).toBeHidden();

  // Never opened before: the offline page, in the frame.
  await page.goto('/commissions');
  await expect(heading(page, 'You’re offline')).toBeVisible();
  await expect(tabs(page)).toBeVisible();
  // And by a click, too.
  await tabs(page).getByRole('link', { name: 'Sales' }).click();
  await expect(heading(page, 'Sales')).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Vendors' }).click();
  await expect(heading(page, 'You’re offline')).toBeVisible();
  await page.goto('/offline');
  await expect(heading(page, 'You’re offline')).toBeVisible();

  await page.goto('/commissions');
  await expect(heading(page, 'You’re offline')).toBeVisible();
  await mark(page);
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(heading(page, 'Commission Management')).toBeVisible();
  expect(await marked(page)).toBe(false);
});

test('a visitor who comes back offline finds the pages of the shell', async ({ page, context }) => {
  await page.goto('/');
  await workerReady(page);
  await expectStored(page, /\/config\.json$/);
  await context.setOffline(true);
  await page.goto('/terms-of-service');
  await expect(heading(page, 'Terms of Service')).toBeVisible();
  await page.goto('/sales');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});

test('signing out leaves nobody to open the app offline', async ({ page, context }) => {
  await logIn(page, demo.agent);
  await workerReady(page);
  await expectStored(page, /\/config\.json$/);
  await page.goto('/profile');
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.waitForURL('**/login');
  expect(
    await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }])),
  ).not.toContain(demo.agent);
  await context.setOffline(true);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login/);
});

test('nothing of the backend is ever stored', async ({ page, site }) => {
  await logIn(page, demo.owner);
  await workerReady(page);
  for (const name of ['Customers', 'Sales', 'Commissions', 'Team', 'Vendors', 'Dashboard']) {
    await tabs(page).getByRole('link', { name }).click();
    await expect(page.locator('[class^=mf_] h1').first()).toBeVisible();
  }
  await page.reload();
  await page.waitForLoadState('networkidle');
  const urls = await stored(page);
  expect(urls.length).toBeGreaterThan(20);
  expect(new Set(urls.map((url) => new URL(url).origin))).toEqual(new Set([site.url]));
  expect(urls.filter((url) => url.startsWith(stack().apiUrl))).toEqual([]);
  const paths = urls.map((url) => new URL(url).pathname);
  expect(paths.filter((name) => !/^\/(js|css|fonts|img|remotes)\/|\.(json|html)$/.test(name))).toEqual([]);
});

test('no page breaks the content security policy', async ({ page }) => {
  test.setTimeout(120_000);
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = window as unknown as { reportViolation: (text: string) => void };
      const { effectiveDirective, blockedURI, sourceFile, lineNumber } = event;
      report.reportViolation(
        `${location.pathname}: ${effectiveDirective} ${blockedURI} ${sourceFile}:${lineNumber}`,
      );
    });
  });
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) violations.push(message.text());
  });
  const open = async (address: string) => {
    await page.goto(address);
    await expect(page.locator('h1').first()).toBeVisible();
    await page.waitForLoadState('networkidle');
  };
  for (const address of ['/', '/login', '/signup', '/email-confirmation?email=a%40b.test', '/reset-password'])
    await open(address);
  for (const address of ['/create-password', '/inactive', '/terms-of-service', '/privacy-policy', '/offline'])
    await open(address);
  await logIn(page, demo.owner);
  for (const address of ['/dashboard', '/profile', '/notifications', '/team', '/sales/create', '/nowhere'])
    await open(address);
  for (const list of ['/sales', '/customers', '/commissions', '/vendors']) {
    await open(list);
    const first = await page.locator('main tbody a').first().getAttribute('href');
    await open(first ?? list);
    if (list !== '/commissions') await open(`${first ?? list}/edit`);
  }
  // What opens: menus, dialogs, pickers.
  await page.goto('/dashboard');
  await page
    .getByRole('button', { name: /notifications/i })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await userMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(violations).toEqual([]);

  // The policy is in force, and breaking it would have been seen.
  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineScriptRan = true';
    document.head.append(script);
  });
  await expect.poll(() => violations.join()).toContain('script-src-elem inline');
  expect(await page.evaluate(() => 'inlineScriptRan' in window)).toBe(false);
});

test('a remote on an origin of its own works under the policy, and is not stored', async ({ page, site }) => {
  const elsewhere = 'https://features.test';
  await page.route(`${elsewhere}/**`, (route) =>
    route.fulfill({
      path: path.join(site.folder, new URL(route.request().url()).pathname),
      headers: { 'Access-Control-Allow-Origin': '*' },
    }),
  );
  const registry = JSON.parse(fs.readFileSync(path.join(site.folder, 'remotes.json'), 'utf8')) as {
    remotes: { name: string; url: string }[];
  };
  const home = registry.remotes.find(({ name }) => name === 'mf_sales')?.url ?? '';
  site.editRegistry('mf_sales', { url: elsewhere + home });
  await logIn(page, demo.owner);
  await workerReady(page);
  await tabs(page).getByRole('link', { name: 'Sales' }).click();
  await expect(heading(page, 'Sales')).toBeVisible();
  await expect(page.locator('.mf_sales table')).toBeVisible();
  expect((await stored(page)).filter((url) => url.startsWith(elsewhere))).toEqual([]);
});

// Spec section 2, app shell: page views send route pattern and path
test('page views go to the installation’s own address, and say nothing else', async ({ page, site }) => {
  const file = path.join(site.folder, 'config.json');
  const config = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
  fs.writeFileSync(file, JSON.stringify({ ...config, analyticsUrl: 'https://count.test/views' }));
  const views: { body: unknown; headers: Record<string, string> }[] = [];
  await page.route('https://count.test/**', async (route) => {
    const request = route.request();
    if (request.method() === 'POST') {
      views.push({ body: request.postDataJSON(), headers: await request.allHeaders() });
    }
    await route.fulfill({
      status: 204,
      headers: { 'Access-Control-Allow-Origin': '*', 'Access-Control-Allow-Headers': 'content-type' },
    });
  });
  await page.goto('/sales?status=paid#top');
  await page.getByLabel('Email').fill(demo.owner);
  await page.getByLabel('Password', { exact: true }).fill('paperplane-demo');
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('main tbody a').first().click();
  await expect(page).toHaveURL(/\/sales\/[^/?]+$/);
  const { pathname } = new URL(page.url());
  await expect.poll(() => views.length).toBe(3);
  expect(views.map(({ body }) => body)).toEqual([
    { route: '/login', path: '/login' },
    { route: '/sales', path: '/sales' },
    { route: '/sales/:id', path: pathname },
  ]);
  for (const { headers } of views) {
    expect(headers).not.toHaveProperty('cookie');
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('referer');
  }
});

test('without an address for page views nothing is sent', async ({ page, site }) => {
  const others: string[] = [];
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && ![site.url, stack().apiUrl].includes(origin)) others.push(origin);
  });
  await logIn(page, demo.owner);
  await page.waitForLoadState('networkidle');
  expect(others).toEqual([]);
});
