/**
 * Only the page shows its figures in order, and keeps a range in the address: the one an owner opens first, and an agent’s
 * (docs/product/dashboard.md, Dashboard).
 */
import { expect, test, type Page } from '@playwright/test';
import { apiOf } from '../../support/api';
import { settled } from '../../support/axe';
import {
  card,
  dollars,
  expectDrawn,
  expectFigures,
  figure,
  tableOf,
  toFirstSteps,
  type DashboardRow,
} from '../../support/dashboard';
import { counted, filter, head, rows } from '../../support/lists';
import { demo, logIn } from '../../support/people';

test.describe.configure({ mode: 'parallel' });

const picker = (page: Page) => page.getByRole('button', { name: /^Sale date: / });

/** One sign-in for each of them. */
const apis = new Map<string, ReturnType<typeof apiOf>>();

function apiFor(who: 'owner' | 'agent') {
  const api = apis.get(who) ?? apiOf(demo[who]);
  apis.set(who, api);
  return api;
}

const answer = async (who: 'owner' | 'agent', range: object = {}) =>
  (await apiFor(who)).call<DashboardRow>('get_dashboard', range);

test('an owner’s page has everything in order, every number is the database’s, and a range is in the address', async ({
  page,
}) => {
  test.slow();
  await logIn(page, demo.owner);
  await settled(page);
  const row = await answer('owner');

  await test.step('order', async () => {
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back, /);
    const actions = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link');
    await expect(actions.locator('b')).toHaveText([
      'Manage Team',
      'Invite Agent',
      'Manage Vendors',
      'Add Customer',
      'Create Sale',
    ]);
    const links = await actions.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual(['/team', '/team/invite', '/vendors', '/customers/create', '/sales/create']);
    await expect(picker(page)).toHaveText(/Last 365 days/);
    await toFirstSteps(page);
    await expect(page.getByRole('heading', { name: 'First steps' })).toBeVisible();
    const parts = await page
      .getByRole('main')
      .locator('h2, .pp-stat-link')
      .evaluateAll((all) => all.map(({ textContent }) => textContent));
    expect(parts).toEqual([
      ...['Ready to pay', 'Overdue from vendors', 'Departing unpaid'],
      'Performance',
      'Sales trends',
      ...['Booked', 'Paid', 'Total', 'Cancelled'],
      'Commission trends',
      ...['Unpaid', 'Funds Received', 'Agent Paid', 'Cancelled'],
      'Top agents',
      'Top vendors',
      'Recent customers',
      'First steps',
    ]);
    await expect(page.getByRole('button', { name: /^What does .* mean\?$/ })).toHaveCount(8);
  });

  await test.step('cards', () => expectFigures(page, row));

  await test.step('trends, bucket by bucket', async () => {
    const { labels, paid, booked, cancelled } = row.sales_trend;
    const rows = await tableOf(page, 'Sales trends');
    const amounts = (index: number) => [paid, booked, cancelled].map((line) => dollars(line[index] ?? 0));
    expect(rows.map(([, ...cells]) => cells)).toEqual(labels.map((_label, index) => amounts(index)));
    const month = { month: 'short', year: 'numeric', timeZone: 'UTC' } as const;
    const last = new Intl.DateTimeFormat('en-US', month).format(new Date(row.range.end));
    expect(rows.at(-1)?.[0]).toBe(`${last}, so far`);
    const trend = row.commission_trend;
    const commissions = await tableOf(page, 'Commission trends');
    expect(commissions.map(([, ...cells]) => cells)).toEqual(
      trend.labels.map((_label, index) =>
        [trend.agent.agent_paid, trend.funds_received, trend.unpaid, trend.cancelled].map((line) =>
          dollars(line[index] ?? 0),
        ),
      ),
    );
  });

  await test.step('the best, with their pies', async () => {
    const best = [
      [
        'Top agents',
        '/team/',
        row.top_agents?.map((agent) => ({ ...agent, name: `${agent.first_name} ${agent.last_name}` })),
      ],
      ['Top vendors', '/vendors/', row.top_vendors],
    ] as const;
    for (const [title, path, all = []] of best) {
      expect(all).toHaveLength(5);
      await expectDrawn(page, title);
      const items = card(page, title).getByRole('listitem');
      await expect(items).toHaveCount(6);
      const others = row.sales.active_total.amount - all.reduce((sum, one) => sum + one.total_revenue, 0);
      await expect(items.last()).toHaveText(new RegExp(`^Others[\\d,]+ sales?\\${dollars(others)}$`));
      for (const [index, one] of all.entries()) {
        const item = items.nth(index);
        await expect(item.getByRole('link', { name: one.name })).toHaveAttribute('href', path + one.id);
        await expect(item).toContainText(`${one.sales_count.toLocaleString('en-US')} sale`);
        await expect(item).toContainText(dollars(one.total_revenue));
        await expect(item).toContainText(`${dollars(one.total_commission)} comm.`);
      }
    }
  });

  await test.step('recent customers, each with a link to what they bought', async () => {
    const rows = card(page, 'Recent customers').getByRole('row');
    await expect(rows).toHaveCount(1 + row.recent_customers.length);
    for (const [index, customer] of row.recent_customers.entries()) {
      const line = rows.nth(index + 1);
      const name = `${customer.first_name} ${customer.last_name}`;
      await expect(line.getByRole('link', { name })).toHaveAttribute('href', `/customers/${customer.id}`);
      await expect(line).toContainText(customer.email ?? name);
      const amount = line.getByRole('link', { name: dollars(customer.last_purchase_amount), exact: true });
      await expect(amount).toHaveAttribute('href', `/sales/${customer.sale_id}`);
    }
  });

  await test.step('what was shown stays until the figures of another range are there', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/rest/v1/rpc/get_dashboard', async (route) => {
      await held;
      await route.continue();
    });
    await picker(page).click();
    await page.getByRole('button', { name: 'Last 90 days' }).click();
    await expect(page.getByText('Loading the figures of this range')).toBeAttached();
    await expectFigures(page, row);
    release();
    await expect(page.getByText('Loading the figures of this range')).toHaveCount(0);
    const { searchParams } = new URL(page.url());
    const quarter = { start_date: searchParams.get('from'), end_date: searchParams.get('to') };
    await expectFigures(page, await answer('owner', quarter), 'owner', 'last 90 days');
  });

  await test.step('a range of one’s own, in the address; Back leads to the range before', async () => {
    const before = page.url();
    await picker(page).click();
    await page.getByLabel('From', { exact: true }).fill('2026-03-31');
    await page.getByLabel('To', { exact: true }).fill('2025-12-20');
    await page.getByRole('button', { name: 'Apply' }).click();
    await expect(page).toHaveURL('/dashboard?from=2025-12-20&to=2026-03-31');
    await expect(picker(page)).toHaveText('Sale date: Dec 20, 2025 – Mar 31, 2026');
    const own = await answer('owner', { start_date: '2025-12-20', end_date: '2026-03-31' });
    await expectFigures(page, own, 'owner', 'Dec 20, 2025 – Mar 31, 2026');
    await page.goBack();
    await expect(page).toHaveURL(before);
    await expect(picker(page)).toHaveText(/^Sale date: Last 90 days/);
    await page.goBack();
    await expectFigures(page, row);
  });

  await test.step('cards lead to a list of what they count', async () => {
    for (const [title, value, item, path] of [
      ['Total', row.sales.active_total, 'sale', /\/sales\?status=active&from=/],
      ['Unpaid', row.commissions.unpaid, 'commission', /\/commissions\?status=unpaid&from=/],
    ] as const) {
      await figure(page, title, value, item).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('button', { name: /^Sale date: Last 365 days/ })).toBeVisible();
      await expect(
        page.getByText(new RegExp(` of ${value.count.toLocaleString('en-US')}$`)).first(),
      ).toBeVisible();
      await page.goBack();
    }
  });
});

test('an agent sees own numbers, what is payable next and why, and who leaves next', async ({ page }) => {
  await logIn(page, demo.agent);
  await settled(page);
  const row = await answer('agent');
  await expectFigures(page, row, 'agent');
  for (const title of ['Top agents', 'Top vendors']) await expect(card(page, title)).toHaveCount(0);
  const actions = page.getByRole('navigation', { name: 'Quick actions' }).getByRole('link');
  await expect(actions.locator('b')).toHaveText(['Add Customer', 'Create Sale']);

  const payable = card(page, 'Payable next');
  await expect(payable).toContainText(dollars(row.payable?.now.amount ?? 0));
  await expect(payable).toContainText(dollars(row.payable?.expected.amount ?? 0));
  const waiting = payable.getByRole('listitem');
  await expect(waiting).toHaveCount(row.payable?.rows.length ?? 0);
  await expect(waiting.first()).toContainText(row.payable?.rows[0]?.booking_reference ?? '?');
  await expect(waiting.first()).toContainText(/Ready to pay|waiting|Expected|Overdue/);

  const leaving = card(page, 'Upcoming departures').getByRole('listitem');
  await expect(leaving).toHaveCount(row.departures?.length ?? 0);
  await leaving.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(
    row.departures?.[0]?.booking_reference ?? '?',
  );
  await test.step('no agent is offered in lists, and a link to another one shows nothing of theirs', async () => {
    const [owner, agent] = await Promise.all([apiFor('owner'), apiFor('agent')]);
    const stranger = await owner.one<{ agent_id: string }>(`sales?agent_id=neq.${agent.userId}&limit=1`);
    const own = (await agent.rows('sales?select=id&limit=1000')).length;
    for (const path of ['/sales', '/commissions']) {
      await page.goto(`${path}?agentId=${stranger.agent_id}`);
      await expect(counted(page)).toHaveText(new RegExp(` of ${own.toLocaleString('en-US')}$`));
      await expect(rows(page)).toHaveCount(10);
      await expect(filter(page, 'Agent')).toHaveCount(0);
      await expect(head(page, 'Agent')).toHaveCount(0);
    }
  });
});
