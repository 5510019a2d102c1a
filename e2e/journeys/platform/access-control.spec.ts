/** Only the screens show what is not on them: what a person does not see, on any address (docs/product/tenancy.md, What each role may do). */
import { expect, test, type Page } from '@playwright/test';
import { apiOf, type Api } from '../../support/api';
import { settled } from '../../support/axe';
import { demo, DEMO_PASSWORD, logIn, signIn } from '../../support/people';
import { tabs } from '../../support/screen';
import { AGENT_TABS } from '../../support/tabs';

test.describe.configure({ mode: 'parallel' });

interface Id {
  id: string;
}

const api = (who: keyof typeof demo): Promise<Api> => apiOf(demo[who]);
const first = async (from: Api, query: string): Promise<string> =>
  (await from.rows<Id>(`${query}&select=id&limit=1`))[0]?.id ?? 'nobody';

/** The page says that there is nothing, and shows no money. */
async function expectNothing(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  const main = page.getByRole('main');
  await expect(
    main.getByRole('heading', { name: /(not found|No such commission|no sale at this address)$/ }).first(),
    path,
  ).toBeVisible();
  await expect(main, path).not.toContainText('$');
}

// Holds platform-11
test('an agent sees own sales and own money, nothing to administer, and nobody anything of another organization', async ({
  page,
}) => {
  const [agent, owner] = await Promise.all([api('agent'), api('owner')]);
  const others = `agent_id=neq.${agent.userId}`;

  await test.step('the dashboard adds up own numbers', async () => {
    const asked = page.waitForRequest('**/rpc/get_dashboard');
    await logIn(page, demo.agent);
    const range = (await asked).postDataJSON() as object;
    const numbersOf = (who: Api) => who.call<{ sales: { paid: { count: number } } }>('get_dashboard', range);
    const [own, all] = await Promise.all([numbersOf(agent), numbersOf(owner)]);
    expect(own.sales.paid.count).toBeGreaterThan(0);
    expect(own.sales.paid.count).toBeLessThan(all.sales.paid.count);
    const count = own.sales.paid.count.toLocaleString('en-US');
    await expect(page.getByRole('link', { name: new RegExp(`^Paid: .*, ${count} sales?$`) })).toBeVisible();
    const actions = page.getByRole('navigation', { name: 'Quick actions' });
    await expect(actions.getByRole('link', { name: 'Create Sale' })).toBeVisible();
    await expect(actions.getByRole('link', { name: /Invite Agent|Manage Vendors/ })).toHaveCount(0);
    await expect(tabs(page).getByRole('link')).toHaveText(AGENT_TABS);
  });

  await test.step('lists hold own rows only, and count only those', async () => {
    const own = (await agent.rows('sales?select=id')).length;
    expect(own).toBe((await owner.rows(`sales?select=id&agent_id=eq.${agent.userId}`)).length);
    await tabs(page).getByRole('link', { name: 'Sales' }).click();
    await expect(page.getByText(new RegExp(`of ${own.toLocaleString('en-US')}$`))).toBeVisible();
    // The rows are the agent's own, so nobody is named and there is nobody to filter by; a link to another agent's says nothing.
    await expect(page.getByRole('columnheader', { name: 'Agent' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Agent', exact: true })).toHaveCount(0);
    const { agent_id: stranger } = await owner.one<{ agent_id: string }>(`sales?${others}&limit=1`);
    await page.goto(`/sales?agentId=${stranger}`);
    await expect(page.getByText(new RegExp(`of ${own.toLocaleString('en-US')}$`))).toBeVisible();
    await tabs(page).getByRole('link', { name: 'Commissions' }).click();
    await expect(page.getByText(new RegExp(`of ${own.toLocaleString('en-US')}$`))).toBeVisible();
  });

  await test.step('own sale and commission: to edit, not to pay out', async () => {
    const [commission] = await agent.rows<{ id: string; sales_id: string }>(
      'commissions?status=eq.funds_received&limit=1',
    );
    await page.goto(`/sales/${commission?.sales_id}`);
    await settled(page);
    await expect(page.getByRole('link', { name: 'Edit sale' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Record payment' })).toHaveCount(0);
    await page.getByRole('link', { name: 'Edit sale' }).click();
    await expect(page.getByLabel('Agent')).toHaveValue('Sofia Marino');
    await expect(page.getByLabel('Agent')).not.toBeEditable();
    await page.goto(`/commissions/${commission?.id}`);
    await settled(page);
    await expect(page.getByRole('heading', { name: 'History' })).toBeVisible();
    await expect(page.getByRole('button', { name: /Change status|Record payment/ })).toHaveCount(0);
  });

  await test.step('another agent’s sale and commission are nowhere', async () => {
    const [sale, commission] = await Promise.all([
      first(owner, `sales?${others}`),
      first(owner, `commissions?${others}`),
    ]);
    for (const path of [`/sales/${sale}/edit`, `/commissions/${commission}`]) await expectNothing(page, path);
    // A customer belongs to the whole agency; what they spent with others does not show.
    const buyers = await owner.rows<{ id: string; sales: { agent_id: string }[] }>(
      'customers?select=id,sales!sales_customer_id_fkey(agent_id)&limit=200',
    );
    const foreign = buyers.find(
      ({ sales }) => sales.length > 0 && sales.every(({ agent_id }) => agent_id !== agent.userId),
    );
    await page.goto(`/customers/${foreign?.id}`);
    await settled(page);
    await expect(page.getByRole('main').getByText('No sales yet')).toBeVisible();
    await expect(page.getByRole('main')).not.toContainText(/\$[1-9]/);
  });

  await test.step('pages for admins lead to the dashboard', async () => {
    const vendor = await first(owner, 'vendors?order=name');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    for (const path of [`/vendors/${vendor}`, `/team/${owner.userId}`]) {
      await page.goto(path);
      await expect(page, path).toHaveURL('/dashboard');
    }
    // Nothing of such a page is asked for, not even before the database has said who asks.
    const refused = /rpc\/(list_vendors|get_vendor_page|get_member_page)/;
    expect(asked.filter((url) => refused.test(url))).toEqual([]);
    await tabs(page).getByRole('link', { name: 'Team' }).click();
    await expect(page.getByRole('main').getByText('Margaret Vale').first()).toBeVisible();
    await settled(page);
    await expect(page.getByRole('link', { name: 'Invite agent' })).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('link', { name: 'Margaret Vale' })).toHaveCount(0);
  });

  await test.step('nor anything of another organization', async () => {
    const [sale, commission, customer] = await Promise.all(
      ['sales', 'commissions', 'customers'].map((table) => first(owner, `${table}?order=id`)),
    );
    const { first_name, last_name } = await owner.one<{ first_name: string; last_name: string }>(
      `customers?id=eq.${customer}`,
    );
    await logIn(page, demo.other);
    for (const path of [`/sales/${sale}`, `/commissions/${commission}`, `/customers/${customer}`])
      await expectNothing(page, path);
    await page.goto(`/customers?q=${encodeURIComponent(`${first_name} ${last_name}`)}`);
    await expect(page.getByRole('heading', { name: /^No customers match/ })).toBeVisible();
  });
});

// Holds platform-7, platform-10
test('a visitor logs in and goes on where they wanted, never to another site; who is locked out sees one page', async ({
  page,
  baseURL,
}) => {
  await page.goto('/sales?status=paid&page=2#top');
  await expect(page).toHaveURL(`/login?redirect=${encodeURIComponent('/sales?status=paid&page=2#top')}`);
  await page.getByLabel('Email').fill(demo.owner);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/sales?status=paid&page=2#top');

  for (const elsewhere of ['https://evil.example/', '/\\evil.example/']) {
    await page.goto(`/login?redirect=${encodeURIComponent(elsewhere)}`);
    await expect(page, elsewhere).toHaveURL('/dashboard');
  }
  expect(new URL(page.url()).origin).toBe(baseURL);

  await page.getByRole('button', { name: 'Margaret Vale' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  // Back shows nothing of the person who has left.
  await page.goBack();
  await expect(page).toHaveURL(/\/login/);

  await signIn(page, demo.inactive);
  for (const path of ['/sales', '/login']) {
    await page.goto(path);
    await expect(page, path).toHaveURL('/inactive');
  }
  await expect(page.getByRole('heading', { name: 'Account Inactive' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/dashboard');
  await expect(page).toHaveURL('/login?redirect=%2Fdashboard');
});
