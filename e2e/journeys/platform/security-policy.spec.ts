/** Only a browser enforces the policy: no page, worker or preview breaks it, and what is not ours does not run. */
import { expect, type Page } from '@playwright/test';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { settled } from '../../support/axe';
import { stack } from '../../support/environment';
import { stored, workerReady } from '../../support/offline';
import { demo, logIn, signIn } from '../../support/people';
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

test('no public page breaks the content security policy, and what breaks it would be seen', async ({
  page,
}) => {
  const violations = await watchPolicy(page);
  for (const address of ['/', '/login', '/signup', '/email-confirmation?email=a%40b.test', '/reset-password'])
    await open(page, address);
  for (const address of ['/create-password', '/inactive', '/terms-of-service', '/privacy-policy', '/offline'])
    await open(page, address);
  expect(violations).toEqual([]);

  await page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'window.inlineScriptRan = true';
    document.head.append(script);
  });
  await expect.poll(() => violations.join()).toContain('script-src-elem inline');
  expect(await page.evaluate(() => 'inlineScriptRan' in window)).toBe(false);
});

test('no page of the frame breaks it, nor what opens there', async ({ page }) => {
  const violations = await watchPolicy(page);
  await signIn(page, demo.owner);
  for (const address of ['/profile', '/notifications', '/team', '/sales/create', '/nowhere', '/dashboard'])
    await open(page, address);
  await page
    .getByRole('button', { name: /notifications/i })
    .first()
    .click();
  await page.keyboard.press('Escape');
  await userMenu(page).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await page.keyboard.press('Escape');
  expect(violations).toEqual([]);
});

test('no list, record or form breaks it', async ({ page }) => {
  const violations = await watchPolicy(page);
  await signIn(page, demo.owner);
  for (const list of ['/sales', '/customers', '/commissions', '/vendors']) {
    await open(page, list);
    const first = await page.locator('main tbody a').first().getAttribute('href');
    await open(page, first ?? list);
    if (list !== '/commissions') await open(page, `${first ?? list}/edit`);
  }
  expect(violations).toEqual([]);
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
