/** Only a browser signs in, opens tabs and asks two addresses: with a replica that is 8 s behind, people see what there is and what they have just done. */
import { expect, test, type BrowserContext, type Page } from '@playwright/test';
import { withClient } from '../../supabase/local/src/index';
import { fill } from '../support/forms';
import { rows } from '../support/lists';
import { DEMO_PASSWORD, demo } from '../support/people';
import { heading, userMenu } from '../support/screen';
import { startStack, type RunningStack } from '../support/stack';

// A product of its own, beside everything else that runs.
test.describe.configure({ timeout: 180_000 });

let product: RunningStack;
test.beforeAll(async () => {
  product = await startStack(['--replicas', '1', '--replica-lag', '8s']);
});
test.afterAll(() => product.stop());

/** What is asked of the database, by whom it is answered: `replica list_sales`. */
function watchReads(context: BrowserContext): string[] {
  const asked: string[] = [];
  context.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const [, name] = /^\/rest\/v1\/rpc\/(\w+)$/.exec(pathname) ?? [];
    if (!name || request.method() === 'OPTIONS') return;
    const byReplica = origin === product.readsUrl && request.method() === 'GET';
    asked.push(`${byReplica ? 'replica' : 'primary'} ${name}`);
  });
  return asked;
}

async function logIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(demo.agent);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByLabel(/remember/i).check();
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/dashboard');
}

/** How many sales the dashboard counts as booked. */
async function booked(page: Page): Promise<number> {
  const name = await page.getByRole('link', { name: /^Booked: / }).getAttribute('aria-label');
  return Number(/([\d,]+) sales?$/.exec(name ?? '')?.[1]?.replaceAll(',', ''));
}

/** Waits until the replica knows all that the primary has by now. */
async function replicaCatchesUp(): Promise<void> {
  const value = (url: string, sql: string) =>
    withClient(
      url,
      async (client) => Object.values((await client.query<Record<string, unknown>>(sql)).rows[0] ?? {})[0],
    );
  const [replica = ''] = product.replicaUrls;
  const place = String(await value(product.dbUrl, 'select pg_current_wal_flush_lsn()'));
  await expect
    .poll(() => value(replica, `select pg_last_wal_replay_lsn() >= '${place}'`), { timeout: 60_000 })
    .toBe(true);
}

// Holds platform-69
test('an agent signs in, reads from the replica, records a sale, and sees it everywhere', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url });
  const asked = watchReads(context);
  const first = await context.newPage();

  await test.step('the replica does not know the session yet: all is there, in another tab, too', async () => {
    await first.goto('/login');
    await logIn(first);
    await expect(first.getByRole('link', { name: /^Booked: / })).toBeVisible();
    expect(await booked(first)).toBeGreaterThan(0);
    const other = await context.newPage();
    await other.goto('/sales');
    await expect(rows(other).first()).toBeVisible();
    expect(asked).toEqual(expect.arrayContaining(['replica list_sales', 'primary list_sales']));
  });

  const page = await context.newPage();
  const before = await test.step('a tab reads from the replica, once that knows the session', async () => {
    await replicaCatchesUp();
    asked.length = 0;
    await page.goto('/sales');
    await expect(rows(page).first()).toBeVisible();
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: /^Booked: / })).toBeVisible();
    expect(asked).toEqual(expect.arrayContaining(['replica list_sales', 'replica get_dashboard']));
    expect(asked).not.toContain('primary list_sales');
    expect(asked).not.toContain('primary get_dashboard');
    return booked(page);
  });

  const expectSale = async () => {
    await page.goto('/sales');
    await expect(rows(page).filter({ hasText: 'BEHIND-1' })).toHaveCount(1);
    await page.goto('/dashboard');
    await expect.poll(() => booked(page)).toBe(before + 1);
  };

  await test.step('a sale is seen at once by who recorded it', async () => {
    await page.goto('/sales/create');
    await page.getByRole('combobox', { name: 'Customer' }).fill('Aiko Tanaka');
    await page.getByRole('option', { name: 'Create “Aiko Tanaka”' }).click();
    await page
      .getByRole('dialog', { name: 'New customer' })
      .getByRole('button', { name: 'Add customer' })
      .click();
    await page.getByRole('combobox', { name: 'Vendor' }).click();
    await page.getByRole('listbox', { name: 'Vendor' }).getByRole('option').first().click();
    await fill(page, { bookingReference: 'BEHIND-1', totalAmount: '800' });
    await page.getByRole('button', { name: 'Create sale' }).click();
    await expect(heading(page, 'BEHIND-1')).toBeVisible();
    asked.length = 0;
    await expectSale();
    expect(asked).toContain('primary list_sales');
  });

  await test.step('also when they sign in anew', async () => {
    await userMenu(page).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/login');
    await logIn(page);
    await expectSale();
  });
  await context.close();
});
