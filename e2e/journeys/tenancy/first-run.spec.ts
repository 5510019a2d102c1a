/** Only on screen do steps lead to their pages: a new agency until they are done (docs/product/dashboard.md, First steps). */
import { expect, test } from '@playwright/test';
import { newAgency, newAgencyWithAgent } from '../../support/agency';
import { expectAccessible } from '../../support/axe';
import { toFirstSteps } from '../../support/dashboard';
import { field, fill } from '../../support/forms';
import { demo, logIn } from '../../support/people';
import { heading, userMenu } from '../../support/screen';

test('a new agency is welcomed with what it needs first, and why, until that is done or dismissed', async ({
  page,
}) => {
  const agency = await newAgency('Fresh Travel');
  await logIn(page, agency.email);
  await expect(heading(page, 'Welcome, Nora Quist')).toBeVisible();
  const steps = page.getByRole('region', { name: 'First steps' });
  await expect(steps.getByRole('listitem')).toHaveText([
    /Currency, notation and time zone/,
    /What agents get, and when.*they get 100% of a commission, once the customer has paid/,
    /Your first vendor/,
    /When vendors pay.*Overdue: no vendor yet/,
    /Your people/,
    /Your first sale/,
    /Your bank/,
  ]);
  await expectAccessible(page, 'first steps', ['light', 'dark']);

  await test.step('the agency’s settings', async () => {
    await steps.getByRole('link', { name: 'Agency settings' }).click();
    await expect(heading(page, 'Agency settings')).toBeVisible();
    await expect(page).toHaveTitle('Agency settings · Paperplane');
    await expect(page.getByLabel('Currency')).toBeFocused();
    await field(page, 'defaultCommissionSplit').fill('60');
    await page.getByRole('button', { name: 'Save settings' }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(steps.getByRole('listitem').nth(1)).toHaveText(/and when \(done\)/);
    await expect(steps.getByRole('listitem').first()).not.toHaveText(/\(done\)/);
  });

  await test.step('the first vendor', async () => {
    await steps.getByRole('link', { name: 'Add vendor' }).click();
    await fill(page, { name: 'Fjordline Cruises', defaultCommissionRate: '12' });
    await page.getByRole('button', { name: 'Add vendor' }).click();
    await expect(heading(page, 'Fjordline Cruises')).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
    await expect(steps.getByRole('listitem').nth(2)).toHaveText(/Your first vendor \(done\)/);
    await expect(steps.getByText('Overdue: no due days agreed with 1 vendor')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await expectAccessible(page, 'first steps on a phone', ['dark', 'light']);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('when vendors pay', async () => {
    await agency.api.call('create_vendor', { vendor: { name: 'Agreed Hotels', expected_payment_days: 30 } });
    await steps.getByRole('link', { name: 'Vendors without terms' }).click();
    const filter = page.getByRole('button', { name: 'No terms agreed', pressed: true });
    await expect(page.getByText('1 matching vendor')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Fjordline Cruises' })).toBeVisible();
    await filter.click();
    await expect(page).toHaveURL(/\/vendors$/);
    await expect(page.getByRole('link', { name: 'Agreed Hotels' })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).first().click();
  });

  await test.step('the first sale', async () => {
    await expect(steps.getByRole('link', { name: 'Create sale' })).toHaveAttribute('href', '/sales/create');
    const customer = await agency.api.insert('customers', { first_name: 'Ines', last_name: 'Albrecht' });
    const [vendor] = await agency.api.rows<{ id: string }>('vendors?name=eq.Fjordline%20Cruises&select=id');
    await agency.api.insert('sales', {
      customer_id: customer.id,
      vendor_id: vendor?.id,
      booking_reference: 'ONE-1',
      total_amount: 1000,
    });
    await page.reload();
    await expect(heading(page, 'Welcome back, Nora Quist')).toBeVisible();
    await toFirstSteps(page);
    await expect(steps.getByRole('listitem')).toHaveText([
      /^Currency, notation and time zone/,
      /^When vendors pay/,
      /^Your people/,
      /^Your bank/,
    ]);
    await expect(steps.getByText('3 of 7 done')).toBeVisible();
    await expect(
      page.getByRole('link', { name: /Overdue from vendors: –, no due days agreed with 1 vendor/ }),
    ).toHaveAttribute('href', '/vendors?status=all&withoutTerms=true');
    await expectAccessible(page, 'steps that are still open', ['light', 'dark']);
  });

  await test.step('a step that is done leaves', async () => {
    await agency.api.update('organizations?id=eq.' + agency.id, { time_zone: 'Europe/Vienna' });
    await page.reload();
    await toFirstSteps(page);
    await expect(steps.getByRole('listitem')).toHaveText([/^When vendors pay/, /^Your people/, /^Your bank/]);
  });

  await test.step('dismissed, on every device, until the profile brings it back', async () => {
    await steps.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByText('First steps dismissed')).toBeVisible();
    await expect(steps).toBeHidden();
    await page.evaluate(() => localStorage.clear());
    await logIn(page, agency.email);
    await expect(heading(page, 'Welcome back, Nora Quist')).toBeVisible();
    await toFirstSteps(page);
    await expect(steps).toBeHidden();
    await page.goto('/profile');
    await page.getByRole('checkbox', { name: 'Show the first steps until they are done' }).check();
    await expect(page.getByRole('checkbox', { name: /^Show the first steps/ })).toBeEnabled();
    await page.goto('/dashboard');
    await toFirstSteps(page);
    await expect(steps.getByRole('listitem')).toHaveCount(3);
  });
});

test('an agent sees no first steps, and whatever range is looked at, an agency with sales is not welcomed as a new one', async ({
  page,
}) => {
  const { agent } = await newAgencyWithAgent('Settled Travel');
  await logIn(page, agent.email);
  await expect(heading(page, 'Welcome, Milo Reyes')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Next', exact: true })).toBeVisible();
  await expect(page.getByRole('region', { name: 'First steps' })).toBeHidden();
  await page.context().clearCookies();
  await page.evaluate(() => localStorage.clear());
  await logIn(page, demo.owner);
  await page.goto('/dashboard?from=1999-01-01&to=1999-01-02');
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await expect(page.getByRole('link', { name: /^Ready to pay/ })).toBeVisible();
});

test('the settings of the agency have a name of their own in both menus, for admins', async ({ page }) => {
  await logIn(page, demo.admin);
  await userMenu(page).click();
  await page.getByRole('menuitem', { name: 'Agency settings' }).click();
  await expect(heading(page, 'Agency settings')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/sales');
  await page.getByRole('button', { name: /^Open menu/ }).click();
  await page.locator('#mobile-menu').getByRole('link', { name: 'Agency settings' }).click();
  await expect(heading(page, 'Agency settings')).toBeVisible();
});

test('admins hear of sales by others, alike in one line, unless they do not want to', async ({ page }) => {
  const { email, api, agent, sale } = await newAgencyWithAgent('News Travel');
  const sell = (reference: string) => sale({ by: agent.api, reference, amount: 1250 });
  await sell('NEWS-1');
  await sell('NEWS-2');
  const last = await sell('NEWS-3');
  await agent.api.update(`sales?id=eq.${last.id}`, { status: 'paid' });

  await logIn(page, email);
  await page.locator('.pp-bell').click();
  const list = page.getByRole('dialog', { name: 'Notifications' });
  await expect(
    list.getByRole('link', {
      name: /Milo Reyes marked a sale as paid by the customer\. ?NEWS-3, Ines Albrecht · \$1,250/,
    }),
  ).toBeVisible();
  const group = list.getByRole('button', { name: /3 sales were recorded/ });
  await expect(group).toContainText('3 unread');
  await group.click();
  await expectAccessible(page, 'grouped notifications', ['light', 'dark']);
  await list.getByRole('link', { name: /NEWS-2/ }).click();
  await expect(heading(page, 'NEWS-2')).toBeVisible();

  await page.goto('/profile');
  const choice = page.getByRole('checkbox', {
    name: 'Tell me when others record a sale, or mark one as paid',
  });
  await expect(choice).toBeChecked();
  await choice.uncheck();
  await expect(choice).toBeEnabled();
  await page.reload();
  await expect(choice).not.toBeChecked();
  await sell('NEWS-4');
  expect(await api.rows('notifications?type=eq.sale_recorded&select=id')).toHaveLength(3);
});
