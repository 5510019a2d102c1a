/**
 * Only a browser keeps a filter in its address and history: filters, search, order and page size of the two lists
 * (docs/product/pages.md, Lists).
 */
import { expect, test, type Page } from '@playwright/test';
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

const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: new RegExp(`^${name}`) });

/** Every row of the table has the status, and the pager counts from here. */
async function expectRows(page: Page, status: string, range: string): Promise<void> {
  await expect(page.getByText(new RegExp(`^${range} of [\\d,]+$`))).toBeVisible();
  await expect(tab(page, status)).toHaveAttribute('aria-current', 'true');
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).filter({ hasText: status })).toHaveCount(10);
}

/** The figures of a column fall from the top: a list shows what it had until the order asked for has come. */
const expectFalling = (page: Page, column: number) =>
  expect(async () => {
    const figures = await dollars(page, column);
    expect(figures).toEqual([...figures].sort((a, b) => b - a));
  }).toPass();

test('filters, order, pages and search of both lists are in the address, and Back takes them off one by one', async ({
  page,
}) => {
  test.slow();
  const owner = await apiOf(demo.owner);
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

  await test.step('found by a customer’s e-mail; where nothing is, one press clears it', async () => {
    const { customer } = await owner.one<{ customer: { email: string } }>(
      'sales?select=customer:customers!sales_customer_id_fkey(email)&order=id&limit=1',
    );
    const search = page.getByRole('searchbox', { name: 'Search sales' });
    const typed = customer.email.slice(0, -4);
    await search.fill(typed);
    await expect.poll(() => new URL(page.url()).searchParams.get('q')).toBe(typed);
    const all = page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: /^All/ });
    await expect.poll(() => total(page)).toBeLessThan(everything);
    await expect(all).toHaveText(`All${await total(page)}`);
    await search.fill('nobody is called so');
    await expect(page.getByRole('heading', { name: 'No sales for “nobody is called so”' })).toBeVisible();
    await expect(all).toHaveText('All0');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect(page).toHaveURL('/sales');
    await expect(search).toHaveValue('');
    await expect(rows(page)).toHaveCount(10);
  });

  await test.step('status and page of the commissions, with a reload in between', async () => {
    await page.goto('/commissions');
    await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'true');
    const figures = page.getByRole('region', { name: 'Commissions by status' });
    await expect(figures.getByRole('link')).toHaveCount(4);
    await figures.getByRole('link', { name: /Agent paid/ }).click();
    await expect(page).toHaveURL('/commissions?status=agent_paid');
    await expectRows(page, 'Agent paid', '1–10');
    const firstOnPage1 = await rows(page).first().textContent();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next page' }).click();
    await expect(page).toHaveURL('/commissions?status=agent_paid&page=2');
    await expectRows(page, 'Agent paid', '11–20');
    await page.reload();
    await expectRows(page, 'Agent paid', '11–20');
    await page.goBack();
    await expectRows(page, 'Agent paid', '1–10');
    await expect(rows(page).first()).toHaveText(firstOnPage1 ?? '');
    await page.goBack();
    await expect(page).toHaveURL('/commissions');
    await expect(tab(page, 'All')).toHaveAttribute('aria-current', 'true');
    await page.goForward();
    await page.goForward();
    await expectRows(page, 'Agent paid', '11–20');
    // Another status starts at its first page.
    await tab(page, 'Unpaid').click();
    await expect(page).toHaveURL('/commissions?status=unpaid');
    await expectRows(page, 'Unpaid', '1–10');
    const before = await figures.textContent();
    await filter(page, 'Sale date').click();
    await page.getByRole('button', { name: 'Last 365 days' }).click();
    await expect(page).toHaveURL(/from=\d{4}-\d\d-\d\d&to=\d{4}-\d\d-\d\d/);
    await expect(figures).not.toHaveText(before ?? '');
  });

  await test.step('a page behind the last one leads back into the list', async () => {
    await page.goto('/sales?status=paid&page=99999');
    const last = page.getByRole('navigation', { name: 'Pages' }).locator('[aria-current]');
    await expect(last).toHaveText(/^\d+$/);
    await expect(page).toHaveURL(`/sales?status=paid&page=${await last.textContent()}`);
    await expect(rows(page).first()).toBeVisible();
  });
});

test('commissions of one vendor, and what it is late with: figures and tabs follow, on a phone too', async ({
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
