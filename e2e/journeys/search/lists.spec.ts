/**
 * Only a browser goes back, reloads and lays out: lists keep what they show in the address, and load without pushing anything aside
 * (docs/product/pages.md, List addresses).
 */
import { expect, test, type Page } from '@playwright/test';
import { newTradingAgency } from '../../support/agency';
import { breakRequests } from '../../support/forms';
import { rows } from '../../support/lists';
import { commissionOf } from '../../support/money';
import { demo, logIn, signIn } from '../../support/people';
import { heading, tabs } from '../../support/screen';
import { SOAK } from '../../support/soak';
import { trackLayoutShifts, layoutShift } from '../../support/layout-shifts';

test.describe.configure({ mode: 'parallel' });

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: new RegExp(`^${name}`) });
const pageLink = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true });

/** Every row of the table has the status, and the pager counts from here. */
async function expectRows(page: Page, status: string, range: string): Promise<void> {
  await expect(page.getByText(new RegExp(`^${range} of [\\d,]+$`))).toBeVisible();
  await expect(tab(page, status)).toHaveAttribute('aria-current', 'true');
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).filter({ hasText: status })).toHaveCount(10);
}

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

for (const [path, one, other] of [
  ['/sales', ['paid', 'Paid'], ['cancelled', 'Cancelled']],
  ['/commissions', ['agent_paid', 'Agent paid'], ['unpaid', 'Unpaid']],
] as const) {
  test(`${path}: status and page live in the address`, async ({ page }) => {
    const [status, label] = one;
    await signIn(page, demo.owner);
    await page.goto(path);
    await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'true');
    await tab(page, label).click();
    await expect(page).toHaveURL(`${path}?status=${status}`);
    await expectRows(page, label, '1–10');
    const firstOnPage1 = await rows(page).first().textContent();
    await pageLink(page, 'Next page').click();
    await expect(page).toHaveURL(`${path}?status=${status}&page=2`);
    await expectRows(page, label, '11–20');

    await page.reload();
    await expectRows(page, label, '11–20');
    await page.goBack();
    await expectRows(page, label, '1–10');
    await expect(rows(page).first()).toHaveText(firstOnPage1 ?? '');
    await page.goBack();
    await expect(page).toHaveURL(path);
    await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'true');
    await page.goForward();
    await page.goForward();
    await expectRows(page, label, '11–20');

    // Another status starts at its first page.
    await tab(page, other[1]).click();
    await expect(page).toHaveURL(`${path}?status=${other[0]}`);
    await expectRows(page, other[1], '1–10');

    await page.goto(`${path}?status=nonsense&page=-3`);
    await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'true');
    await expect(page.getByText(/^1–10 of/)).toBeVisible();
  });
}

test('what arrives in a list pushes nothing aside', async ({ page }) => {
  await trackLayoutShifts(page);
  await signIn(page, demo.owner);
  for (const width of [1440, 1280, 1100, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/sales', '/commissions', '/customers', '/vendors', '/team']) {
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

test('a page behind the last one leads back into the list', async ({ page }) => {
  await signIn(page, demo.owner);
  // The last page there is: where the rows that were looked for have moved to.
  for (const path of [
    '/sales?status=paid',
    '/commissions?status=agent_paid',
    '/customers?q=a',
    '/team?status=active',
    '/vendors?q=e',
  ]) {
    await page.goto(`${path}&page=99999`);
    await expect(pageLink(page, 'Next page'), path).toHaveCount(0);
    const last = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]');
    await expect(last, path).toHaveText(/^\d+$/);
    await expect(page, path).toHaveURL(`${path}&page=${await last.textContent()}`);
    await expect(rows(page).first(), path).toBeVisible();
  }
});

test('search lives in the address and ends with one press', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/customers?page=3');
  const search = page.getByRole('searchbox');
  await search.fill('ka');
  await expect(page).toHaveURL('/customers?q=ka');
  await expect(page.getByText(/matching customers?$/)).toBeVisible();
  await page.reload();
  await expect(search).toHaveValue('ka');
  await search.fill('nobody is called so');
  await expect(page.getByRole('heading', { name: 'No customers match “nobody is called so”' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/customers');
  await expect(rows(page)).toHaveCount(10);
});

test('a filter that matches nothing says so, and is cleared with one press', async ({ page }) => {
  const { email, sale } = await newTradingAgency('Filters');
  await sale({ reference: 'ONE-1' });
  await signIn(page, email);
  for (const [path, title] of [
    ['/sales', 'No cancelled sales'],
    ['/commissions', 'No commissions are “Cancelled”'],
  ] as const) {
    await page.goto(`${path}?status=cancelled`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('link', { name: 'ONE-1' }).first()).toBeVisible();
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
    ['/commissions', '/rest/v1/rpc/list_commissions', 'Commissions did not load', 'TRY-1'],
    [`/sales/${sold.id}`, '/rest/v1/sales', 'The sale did not load', 'TRY-1'],
    [`/sales/${sold.id}`, '/rest/v1/rpc/get_sale_history', 'History did not load.', 'created the sale'],
    [`/sales/${sold.id}/edit`, '/rest/v1/sales', 'The sale did not load', 'Save changes'],
    [`/commissions/${commission.id}`, '/rest/v1/commissions', 'The commission did not load', '$120.00'],
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

test('the keyboard alone sorts, turns pages and opens a row of both lists', async ({ page }) => {
  await signIn(page, demo.owner);
  for (const [path, column, nth] of [
    ['/sales', 'Total', 9],
    ['/commissions', 'Commission', 8],
  ] as const) {
    await page.goto(path);
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
test('a cold page asks for its data beside the person, and for nothing twice', async ({ page }) => {
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
});

test('a page for admins waits for the person’s row, and asks once', async ({ page }) => {
  await logIn(page, demo.owner);
  await expect(heading(page, /Welcome/)).toBeVisible();
  const asked = dataRequests(page);
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
