/** Only a browser sends them: page views go to the installation’s own address, and say nothing else (docs/product/platform.md, Page views). */
import { expect } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { stack } from '../../support/environment';
import { demo, logIn } from '../../support/people';
import { test } from '../../support/site-copy';

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
