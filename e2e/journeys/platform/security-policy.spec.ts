/** Only a browser enforces the policy: no page, worker or preview breaks it, and what is not ours does not run. */
import { expect, type Page } from '@playwright/test';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { settled } from '../../support/axe';
import { stack } from '../../support/environment';
import { stored, workerReady } from '../../support/offline';
import { demo, signIn } from '../../support/people';
import { heading, tabs, userMenu } from '../../support/screen';
import { test } from '../../support/site-copy';

// The policy holds for the worker, too.
test.use({ serviceWorkers: 'allow' });

/** Everything the policy stops from now on, on any page of this tab. */
async function watchPolicy(page: Page): Promise<string[]> {
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
  return violations;
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await settled(page);
}

// Holds security-118
test('no page breaks the content security policy, nor what opens there; a remote on an origin of its own neither, and it is not stored', async ({
  page,
  site,
}) => {
  const violations = await watchPolicy(page);
  await test.step('a remote on an origin of its own works, and is not stored', async () => {
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
    const bringHome = site.editRegistry('mf_sales', { url: elsewhere + home });
    await signIn(page, demo.owner);
    await page.goto('/dashboard');
    await workerReady(page);
    await tabs(page).getByRole('link', { name: 'Sales' }).click();
    await expect(heading(page, 'Sales')).toBeVisible();
    await expect(page.locator('.mf_sales table')).toBeVisible();
    expect((await stored(page)).filter((url) => url.startsWith(elsewhere))).toEqual([]);
    expect(violations).toEqual([]);
    bringHome();
  });

  await test.step('public pages', async () => {
    await page.evaluate(() => localStorage.clear());
    for (const address of ['/', '/login', '/signup', '/reset-password', '/terms-of-service', '/offline'])
      await open(page, address);
  });

  await test.step('pages of the frame, and what opens there', async () => {
    await signIn(page, demo.owner);
    for (const address of ['/profile', '/notifications', '/nowhere', '/dashboard']) await open(page, address);
    await page
      .getByRole('button', { name: /notifications/i })
      .first()
      .click();
    await page.keyboard.press('Escape');
    await userMenu(page).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('lists, records and forms', async () => {
    for (const list of ['/sales', '/customers', '/commissions', '/vendors']) {
      await tabs(page)
        .getByRole('link', { name: new RegExp(list.slice(1), 'i') })
        .click();
      await settled(page);
      const first = await page.locator('main tbody a').first().getAttribute('href');
      await open(page, `${first ?? list}${list === '/customers' || list === '/vendors' ? '/edit' : ''}`);
    }
    await open(page, '/sales/create');
  });
  expect(violations).toEqual([]);

  await test.step('what breaks it would be seen', async () => {
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.inlineScriptRan = true';
      document.head.append(script);
    });
    await expect.poll(() => violations.join()).toContain('script-src-elem inline');
    expect(await page.evaluate(() => 'inlineScriptRan' in window)).toBe(false);
  });
});

test('what runs here is told under its own name only, and nothing about the machine', async () => {
  // Of `npm start` itself: a copy of the site has no such address.
  const { url } = stack();
  /** `fetch` would not let another Host through. */
  const ask = (host: string) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const address = new URL('/.well-known/paperplane', url);
      const request = http.get(address, { headers: { host }, agent: false }, (response) => {
        let text = '';
        response.on('data', (data: Buffer) => (text += data.toString()));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      request.on('error', reject);
    });
  const { host } = new URL(url);
  const { status, text } = await ask(host);
  expect(status).toBe(200);
  expect(Object.keys(JSON.parse(text) as object)).toEqual(['name', 'pid', 'startedAt']);
  expect((await ask('evil.test')).status).toBe(421);
});
