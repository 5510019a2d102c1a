/** Only a browser lays out, has keys and loads a page cold: lists as they come, and as they are walked (docs/product/pages.md, List addresses). */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { breakRequests } from '../../support/forms';
import { filter, rows } from '../../support/lists';
import { commissionOf } from '../../support/money';
import { demo, logIn, signIn } from '../../support/people';
import { heading, tabs } from '../../support/screen';
import { SOAK } from '../../support/soak';
import { trackLayoutShifts, layoutShift } from '../../support/layout-shifts';

test.describe.configure({ mode: 'parallel' });

const pageLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });

/** The rows that were asked for have arrived: the amounts of a column are in this order. */
async function expectOrder(page: Page, column: number, order: (a: number, b: number) => number) {
  const cells = page.locator(`tbody td:nth-child(${column})`);
  // The first amount of a cell: an agent's share may stand below it.
  const amounts = async () =>
    (await cells.allTextContents()).map((text) => Number(/[\d,]+/.exec(text)?.[0].replace(/,/g, '')));
  await expect(async () => {
    const shown = await amounts();
    expect(shown).toEqual([...shown].sort(order));
  }).toPass();
}

test('what arrives in a list pushes nothing aside', async ({ page }) => {
  await trackLayoutShifts(page);
  await signIn(page, demo.owner);
  const wide = ['/sales', '/commissions'];
  const all = [...wide, '/customers', '/vendors', '/team'];
  // Between a desk and a phone tables with many columns have fewer of them.
  for (const [width, paths] of [
    [1440, all],
    [1280, SOAK ? all : wide],
    [1100, SOAK ? all : wide],
    [390, all],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of paths) {
      await page.goto(path);
      await expect(
        page
          .getByRole('main')
          .getByText(/^1–\d+ of|^\d+ members?$/)
          .first(),
      ).toBeVisible();
      expect(await layoutShift(page), `${path} at ${width} px`).toBeLessThanOrEqual(0.05);
    }
  }
});

test('what did not load says so, without a figure that is not true; one “Try again” brings it', async ({
  page,
}) => {
  const { email, api, sale } = await newTradingAgency('Interrupted');
  const sold = await sale({ reference: 'TRY-1' });
  const commission = await commissionOf(api, sold.id);
  // The client asks again after one, two and four seconds: the browser's clock passes over them. A page that is closed has none.
  await page.clock.install();
  let pauses: number[] = [];
  page.on('requestfailed', () => page.clock.runFor(pauses.shift() ?? 0).catch(() => undefined));
  await signIn(page, email);
  const cases = [
    ['/sales', '/rest/v1/rpc/list_sales', 'Sales did not load', 'TRY-1'],
    [
      `/commissions/${commission.id}`,
      '/rest/v1/rpc/get_commission_record',
      'The history did not load.',
      'created this commission',
    ],
  ] as const;
  const ways = ['offline', 500] as const;
  for (const [index, [path, request, failure, there]] of cases.entries()) {
    // Each in both ways in the soak, otherwise by turns.
    for (const how of SOAK ? ways : ways.slice(index % 2, (index % 2) + 1)) {
      pauses = [1000, 2000, 4000];
      const mend = await breakRequests(page, request, how);
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByText(failure), `${path}, ${how}`).toBeVisible();
      await expect(main.locator('[aria-busy=true]'), `${path}, ${how}`).toHaveCount(0);
      await mend();
      // That of the failure: code of other cards may have run out of the time that was passed over.
      const failed = main.getByText(failure).locator('xpath=ancestor::*[.//button[.="Try again"]][1]');
      await failed.getByRole('button', { name: 'Try again' }).click();
      await expect(main.getByText(there).first(), `${path}, ${how}`).toBeVisible();
      await expect(main.getByText(failure)).toHaveCount(0);
    }
  }
});

test('the keyboard alone filters, sorts, turns pages and opens a row of both lists', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/sales');
  await expect(rows(page)).toHaveCount(10);

  await test.step('filters are opened, walked and left', async () => {
    await filter(page, 'Vendor').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(filter(page, 'Vendor')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option').first()).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/vendorId=/);
    await filter(page, 'Sale date').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Today', exact: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('button', { name: 'Yesterday' })).toBeFocused();
    await page.getByLabel('To', { exact: true }).fill('2026-01-31');
    await page.getByLabel('From', { exact: true }).fill('2026-03-01');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/from=2026-01-31&to=2026-03-01/);
    await expect(filter(page, 'Sale date')).toHaveText('Sale date: Jan 31 – Mar 1, 2026');
    await expect(filter(page, 'Sale date')).toBeFocused();
  });

  for (const [path, tab, column, nth] of [
    ['/sales', 'Sales', 'Total', 9],
    ['/commissions', 'Commissions', 'Commission', 8],
  ] as const) {
    await tabs(page).getByRole('link', { name: tab, exact: true }).click();
    await expect(page).toHaveURL(path);
    await expect(rows(page)).toHaveCount(10);
    const head = page.getByRole('columnheader', { name: column, exact: true });
    await head.getByRole('link').focus();
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'descending');
    await expect(head.getByRole('link')).toBeFocused();
    await expectOrder(page, nth, (a, b) => b - a);
    await page.keyboard.press('Enter');
    await expect(head).toHaveAttribute('aria-sort', 'ascending');
    await expectOrder(page, nth, (a, b) => a - b);
    const reference = rows(page).first().getByRole('link');
    // After the last column of the head comes the first row, and after the rows the pages.
    await page.keyboard.press('Tab');
    await expect(reference).toBeFocused();
    await pageLink(page, 'Next page').focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/page=2$/);
    await expect(page.getByText(/^11–20 of/)).toBeVisible();
    await reference.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`^[^?]*${path}/[\\da-f-]{36}$`));
    await expect(page.getByRole('main')).toBeFocused();
  }
});

/** What a page asks of the database, by name, each as often as it is asked. */
function dataRequests(page: Page): string[] {
  const names: string[] = [];
  page.on('request', (request) => {
    const name = /\/rest\/v1\/(?:rpc\/)?(\w+)/.exec(request.url())?.[1];
    if (name && request.method() !== 'OPTIONS') names.push(name);
  });
  return names;
}

// The person's row is held back until the page has asked: code, person and data come in one wave.
test('a cold page asks for its data beside the person, for nothing twice, and admins’ pages wait for that person', async ({
  page,
}) => {
  await logIn(page, demo.owner);
  await expect(heading(page, /Welcome/)).toBeVisible();
  const asked = dataRequests(page);
  for (const [path, request] of [
    ['/sales?status=paid', 'list_sales'],
    ['/dashboard', 'get_dashboard'],
    ['/commissions', 'list_commissions'],
    ['/customers?q=a', 'list_customers'],
    ['/team', 'list_team'],
  ] as const) {
    const early = page.waitForRequest(`**/rest/v1/rpc/${request}`);
    await page.route('**/rest/v1/users?*', async (route) => {
      // The data is there before the person is.
      await (await early).response();
      await route.continue();
    });
    asked.length = 0;
    await page.goto(path);
    await expect(page.getByRole('main').getByRole('link').first(), path).toBeVisible();
    await expect(page.locator('main [aria-busy=true]'), path).toHaveCount(0);
    await expect.poll(() => [...asked].sort(), path).toEqual([request, 'get_unread_count', 'users'].sort());
    await page.unroute('**/rest/v1/users?*');
  }

  await test.step('so does every visit from within; figures are fresh with each', async () => {
    asked.length = 0;
    for (const [tab, title] of [
      ['Dashboard', /Welcome/],
      ['Sales', 'Sales'],
      ['Dashboard', /Welcome/],
    ] as const) {
      await tabs(page).getByRole('link', { name: tab, exact: true }).click();
      await expect(heading(page, title)).toBeVisible();
      await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
    }
    await expect.poll(() => [...asked].sort()).toEqual(['get_dashboard', 'get_dashboard', 'list_sales']);
  });

  await test.step('a page for admins waits for the person’s row, and asks once', async () => {
    const code = page.waitForResponse(/remotes\/mf_directory\/.*\/js\/vendors\./);
    let early: string[] = [];
    await page.route('**/rest/v1/users?*', async (route) => {
      await (await code).finished();
      // Whatever the page's code asks for by itself goes out before this does.
      await page.evaluate(async () => {
        await new Promise((resolve) => requestIdleCallback(resolve));
        await fetch('/config.json');
      });
      early = [...asked];
      await route.continue();
    });
    asked.length = 0;
    await page.goto('/vendors');
    await expect(rows(page).first()).toBeVisible();
    expect(early).toContain('users');
    expect(early).not.toContain('list_vendors');
    expect(asked.filter((name) => name === 'list_vendors')).toHaveLength(1);
  });
});
