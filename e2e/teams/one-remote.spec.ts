/** Only a browser changes code without a reload: a team works on its own remote beside the others’ last builds. */
import { expect, test } from '@playwright/test';
import fs from 'node:fs';
import path from 'node:path';
import { copyCheckout, start, type CheckoutCopy, type Running } from '../support/checkout-copy';
import { DEMO_PASSWORD, demo } from '../support/people';
import { heading, mark, marked, tabs } from '../support/screen';
import { freePorts } from '../support/stack';

const HEADING = 'title="Sales"';

// Two compilers and a database of its own, beside everything else that runs.
test.describe.configure({ timeout: 180_000 });

let checkout: CheckoutCopy;
let running: Running;
let url: string;

test.beforeAll(async () => {
  const [port, apiPort, mailPort] = await freePorts(3);
  // As on a team's own machine: what they work on has never been built, the others have.
  checkout = copyCheckout(['mf-commissions', 'mf-dashboard', 'mf-directory']);
  url = `http://127.0.0.1:${port}`;
  running = start(process.execPath, ['build/dev.mjs', 'mf-sales'], checkout.folder, {
    PAPERPLANE_PORT: String(port),
    PAPERPLANE_API_PORT: String(apiPort),
    PAPERPLANE_MAIL_PORT: String(mailPort),
    PAPERPLANE_BRIDGE_PORT: '0',
    PAPERPLANE_DATA: path.join(checkout.folder, '.paperplane'),
    PAPERPLANE_UNLIMITED: '1',
    PAPERPLANE_PREPARED: '1',
  });
  await running.says(/Started in/);
});

test.afterAll(async () => {
  await running.stop();
  checkout.remove();
});

// One remote's team: theirs from the sources with hot reload, in the real shell, beside the others' last builds.
test('npm run dev -w mf-sales shows a change without a reload, and the other tabs work', async ({ page }) => {
  const file = path.join(checkout.folder, 'mf-sales/src/list/sales-list-page.tsx');
  const source = fs.readFileSync(file, 'utf8');
  expect(source).toContain(HEADING);

  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(demo.owner);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
  await expect(heading(page, /Welcome/)).toBeVisible();
  await tabs(page).getByRole('link', { name: 'Sales' }).click();
  await expect(page.getByRole('table', { name: 'Sales' })).toBeVisible();

  await mark(page);
  const search = page.getByRole('searchbox').first();
  await search.fill('half typed');
  fs.writeFileSync(file, source.replaceAll(HEADING, 'title="Sales of ours"'));
  await expect(heading(page, 'Sales of ours')).toBeVisible();
  await expect(search).toHaveValue('half typed');

  await tabs(page).getByRole('link', { name: 'Customers' }).click();
  await expect(heading(page, 'Customers')).toBeVisible();
  expect(await marked(page)).toBe(true);
});
