/**
 * Only a browser keeps a filter in its address and history: filters, search, order and page size of the two lists
 * (docs/product/pages.md, Lists).
 */
import { expect, test, type Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { newTradingAgency } from '../../support/agency';
import { apiOf } from '../../support/api';
import { expectAccessible } from '../../support/axe';
import { counted, filter, head, rows } from '../../support/lists';
import { demo, signIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

/** How many rows the pager counts. */
const total = async (page: Page) =>
  Number((await counted(page).textContent())?.split(' of ')[1]?.replace(/,/g, ''));

/** The dollars of a column, from the top; where a share stands below an amount, the amount. */
async function dollars(page: Page, column: number): Promise<number[]> {
  const texts = await page.locator(`tbody td:nth-child(${column})`).allTextContents();
  return texts.map((text) => Number(/\d[\d,]*/.exec(text)?.[0].replace(/,/g, '')));
}

/** The figures of a column fall from the top: a list shows what it had until the order asked for has come. */
const expectFalling = (page: Page, column: number) =>
  expect(async () => {
    const figures = await dollars(page, column);
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
  }).toPass();

test('every filter of the sales is in the address, and Back takes them off one by one', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/sales');
  await expect(rows(page)).toHaveCount(10);
  const everything = await total(page);

  await test.step('an agent, found by typing', async () => {
    await filter(page, 'Agent').click();
    await page.getByRole('combobox', { name: 'Search agents' }).fill('sofia');
    await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sales\?agentId=[\da-f-]{36}$/);
    await expect(filter(page, 'Agent')).toHaveText('Agent: Sofia Marino');
    await expect(filter(page, 'Agent')).toBeFocused();
    await expect(rows(page).filter({ hasText: 'Sofia M.' })).toHaveCount(10);
    await expect.poll(() => total(page)).toBeLessThan(everything);
  });
  const ofSofia = await total(page);

  await test.step('a range of dates by its name', async () => {
    await filter(page, 'Sale date').click();
    await page.getByRole('button', { name: 'Last 365 days' }).click();
    await expect(page).toHaveURL(/agentId=.*&from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
    await expect(filter(page, 'Sale date')).toHaveText('Sale date: Last 365 days');
    await expect.poll(() => total(page)).toBeLessThan(ofSofia);
  });
  const ofAYear = await total(page);

  await test.step('order and page size', async () => {
    await head(page, 'Total').getByRole('link').click();
    await expect(page).toHaveURL(/sort=totalAmount$/);
    await expect(head(page, 'Total')).toHaveAttribute('aria-sort', 'descending');
    await page.getByLabel('Rows per page').selectOption('25 per page');
    await expect(rows(page)).toHaveCount(25);
    await expectFalling(page, 9);
    expect(await total(page)).toBe(ofAYear);
  });

  await test.step('the same again from the address alone', async () => {
    await page.reload();
    await expect(rows(page)).toHaveCount(25);
    await expect(filter(page, 'Agent')).toHaveText('Agent: Sofia Marino');
    await expect(filter(page, 'Sale date')).toHaveText('Sale date: Last 365 days');
    await expect(head(page, 'Total')).toHaveAttribute('aria-sort', 'descending');
  });

  await test.step('and back', async () => {
    await page.goBack();
    await expect(rows(page)).toHaveCount(10);
    await page.goBack();
    await expect(head(page, 'Sale date')).toHaveAttribute('aria-sort', 'descending');
    await page.goBack();
    await expect(filter(page, 'Sale date')).toHaveText('Sale date');
    await expect.poll(() => total(page)).toBe(ofSofia);
    await page.getByRole('button', { name: 'Clear Agent' }).click();
    await expect(page).toHaveURL('/sales');
    await expect.poll(() => total(page)).toBe(everything);
  });
});

test('commissions of one vendor, and what it is late with: figures, tabs and the table that leaves follow', async ({
  page,
}) => {
  const { email, api, vendor, sale } = await newTradingAgency('Overdue');
  const other = await api.insert('vendors?select=id', {
    name: 'Northwind Rail',
    default_commission_rate: 10,
  });
  for (const { id } of [vendor, other])
    await api.update(`vendor_terms?vendor_id=eq.${id}`, {
      expected_payment_days: 10,
      expected_payment_basis: 'booking',
    });
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  await sale({ reference: 'LATE-1', sold: day(90) });
  await sale({ reference: 'LATE-2', sold: day(60) });
  await sale({ reference: 'SOON-1', sold: day(0) });
  await sale({ reference: 'RAIL-1', sold: day(70), vendor: other.id });
  await sale({ reference: 'PAID-1', sold: day(80), paid: true });
  await signIn(page, email);
  await page.goto('/commissions');
  await expect(rows(page)).toHaveCount(5);
  const overdue = page.getByRole('button', { name: 'Overdue' });
  const figures = page.getByRole('region', { name: 'Commissions by status' });
  const tabs = page.getByRole('navigation', { name: 'Status' });

  await test.step('a vendor, found by typing', async () => {
    await filter(page, 'Vendor').click();
    await page.getByRole('combobox', { name: 'Search vendors' }).fill('fjord');
    await page.getByRole('option', { name: 'Fjordline Cruises' }).click();
    await expect(page).toHaveURL(`/commissions?vendorId=${vendor.id}`);
    await expect(rows(page)).toHaveCount(4);
    await expect(figures.getByRole('link', { name: /^Unpaid/ })).toContainText('$360.003 commissions');
    await expect(tabs.getByRole('link', { name: /^All/ })).toHaveText('All4');
  });

  await test.step('and what is overdue, said with since when', async () => {
    await overdue.click();
    await expect(page).toHaveURL(`/commissions?vendorId=${vendor.id}&overdue=true`);
    await expect(overdue).toHaveAttribute('aria-pressed', 'true');
    await expect(rows(page)).toHaveCount(2);
    await expect(rows(page).filter({ hasText: /\d (day|month|year)s? late/ })).toHaveCount(2);
    await expect(figures.getByRole('link', { name: /^Unpaid/ })).toContainText('$240.002 commissions');
    await expect(figures.getByRole('link', { name: /^Funds received/ })).toContainText('$0.000 commissions');
    await expect(page.getByText('2 overdue commissions · $240.00')).toBeVisible();
    await expectAccessible(page, 'commissions that are overdue', ['light', 'dark']);
  });

  await test.step('leaves as a table of the same rows', async () => {
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const text = await readFile(await (await download).path(), 'utf8');
    expect(text.match(/LATE-\d|SOON-\d|RAIL-\d|PAID-\d/g)).toEqual(['LATE-1', 'LATE-2']);
  });

  await test.step('from the address alone, on a phone with an order of its own, and back', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    const list = page.getByRole('list', { name: 'Commissions' }).getByRole('listitem');
    await expect(list).toHaveCount(2);
    await page.getByLabel('Sort').selectOption('Just overdue');
    await expect(page).toHaveURL(/overdue=true&sort=dueOn$/);
    await expect(list.first()).toContainText('LATE-2');
    await overdue.click();
    await expect(page).toHaveURL(`/commissions?vendorId=${vendor.id}`);
    await expect(list).toHaveCount(4);
    await page.getByRole('button', { name: 'Clear Vendor' }).click();
    await expect(list).toHaveCount(5);
    await page.goBack();
    await page.goBack();
    await expect(list).toHaveCount(2);
    await page.goto('/commissions?overdue=true&q=nobody');
    await expect(
      page.getByRole('heading', { name: 'No commissions for “nobody” are overdue' }),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(list).toHaveCount(5);
  });
});

test('customers are found by parts of names and e-mail; tabs and totals follow, and nothing found says so', async ({
  page,
}) => {
  const owner = await apiOf(demo.owner);
  const [buyer] = await owner.rows<{ customer: { first_name: string; last_name: string; email: string } }>(
    'sales?select=customer:customers!sales_customer_id_fkey(first_name,last_name,email)&order=id&limit=1',
  );
  const { first_name, last_name, email } = buyer!.customer;
  await signIn(page, demo.owner);
  await page.goto('/sales?page=3');
  const search = page.getByRole('searchbox', { name: 'Search sales' });
  for (const typed of [
    `${last_name.slice(0, 3).toUpperCase()} ${first_name.slice(0, 3).toLowerCase()}`,
    email.slice(0, -4),
  ]) {
    await search.fill(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(typed);
    await expect(
      rows(page)
        .filter({ hasText: `${first_name} ${last_name}` })
        .first(),
    ).toBeVisible();
  }
  const found = await total(page);
  const tabs = page.getByRole('navigation', { name: 'Status' });
  await expect(tabs.getByRole('link', { name: /^All/ })).toHaveText(`All${found}`);
  await expect(
    page.getByText(new RegExp(`^${found} sales? · \\$[\\d,]+ excluding cancelled$`)),
  ).toBeVisible();

  await search.fill('nobody is called so');
  await expect(page.getByRole('heading', { name: 'No sales for “nobody is called so”' })).toBeVisible();
  await expect(tabs.getByRole('link', { name: /^All/ })).toHaveText('All0');
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL('/sales');
  await expect(search).toHaveValue('');
  await expect(rows(page)).toHaveCount(10);
});

test('Commission Management filters, sorts and adds up what it shows', async ({ page }) => {
  await signIn(page, demo.owner);
  await page.goto('/commissions');
  const figures = page.getByRole('region', { name: 'Commissions by status' });
  await expect(figures.getByRole('link')).toHaveCount(4);
  const before = await figures.textContent();

  await filter(page, 'Sale date').click();
  await page.getByRole('button', { name: 'Last 365 days' }).click();
  await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d$/);
  await expect(figures).not.toHaveText(before ?? '');

  await figures.getByRole('link', { name: /Agent paid/ }).click();
  await expect(page).toHaveURL(/from=.*&status=agent_paid$/);
  await expect(rows(page).filter({ hasText: 'Agent paid' })).toHaveCount(10);
  await head(page, 'Commission').getByRole('link').click();
  await expect(head(page, 'Commission')).toHaveAttribute('aria-sort', 'descending');
  await expectFalling(page, 8);
  await head(page, 'Commission').getByRole('link').click();
  await expect(head(page, 'Commission')).toHaveAttribute('aria-sort', 'ascending');
  await head(page, 'Commission').getByRole('link').click();
  await expect(head(page, 'Commission')).not.toHaveAttribute('aria-sort');

  const reference = (await rows(page).first().getByRole('link').textContent()) ?? '';
  await page.getByRole('searchbox', { name: 'Search commissions' }).fill(reference.toLowerCase());
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(reference);
});

test('an agent is offered no agents, and a link to another one shows nothing of theirs', async ({ page }) => {
  const [owner, agent] = await Promise.all([apiOf(demo.owner), apiOf(demo.agent)]);
  const stranger = await owner.one<{ agent_id: string }>(`sales?agent_id=neq.${agent.userId}&limit=1`);
  const own = (await agent.rows('sales?select=id&limit=1000')).length;
  await signIn(page, demo.agent);
  for (const path of ['/sales', '/commissions']) {
    await page.goto(`${path}?agentId=${stranger.agent_id}`);
    await expect(rows(page)).toHaveCount(10);
    expect(await total(page)).toBe(own);
    await expect(filter(page, 'Agent')).toHaveCount(0);
    await expect(head(page, 'Agent')).toHaveCount(0);
  }
});

test('the cards of the dashboard lead to what they count', async ({ page }) => {
  await signIn(page, demo.owner);
  for (const [name, path] of [
    [/^Paid: \$[\d,]+, ([\d,]+) sales$/, /\/sales\?status=paid&from=/],
    [/^Unpaid: \$[\d,]+, ([\d,]+) commissions$/, /\/commissions\?status=unpaid&from=/],
  ] as const) {
    await page.goto('/dashboard');
    const card = page.getByRole('link', { name });
    const count = name.exec((await card.getAttribute('aria-label')) ?? '')?.[1];
    await card.click();
    await expect(page).toHaveURL(path);
    await expect(filter(page, 'Sale date')).toHaveText('Sale date: Last 365 days');
    await expect(counted(page)).toHaveText(new RegExp(` of ${count}$`));
  }
});
