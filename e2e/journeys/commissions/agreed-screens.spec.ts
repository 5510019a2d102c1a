/** Only a browser lays out: what an agency with lines, shares, terms, groups and payments sees, at a desk and on a phone; terms with their form. */
import { expect, test, type Page } from '@playwright/test';
import { newAgent, newTradingAgency } from '../../support/agency';
import { expectAccessible, settled } from '../../support/axe';
import { signIn } from '../../support/people';
import { SOAK } from '../../support/soak';
import { expectRoom } from '../../support/widths';

const fromToday = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const TODAY = fromToday(0);
const LINES = [
  { kind: 'cruise', text: 'Balcony 6042', amount: 4980, earns: 'rate', rate: 14, commission: 697.2 },
  { kind: 'taxes', text: null, amount: 412.4, earns: 'nothing', rate: 0, commission: 0 },
  { kind: 'service_fee', text: 'Planning', amount: 150, earns: 'nothing', rate: 0, commission: 0 },
];

/** An agency whose owner sold one cabin of a group in lines, shares it with an agent, and waits for what the customer pays. */
async function newAgreedAgency(name: string) {
  const agency = await newTradingAgency(name);
  const { api, customer, vendor } = agency;
  const agent = await newAgent(agency);
  const trip = { travel_date: fromToday(90), return_date: fromToday(97) };
  const group = await api.call<{ id: string }>('save_sale_group', {
    sale_group: { name: 'Fjords in May', vendor_id: vendor.id, booking_reference: 'GR-8', ...trip },
  });
  const usual = {
    customer_id: customer.id,
    vendor_id: vendor.id,
    agent_id: api.userId,
    sale_date: TODAY,
    ...trip,
    notes: null,
    group_id: group.id,
  };
  const [sale, cabin] = await Promise.all([
    api.call<{ id: string }>('create_sale', {
      sale: {
        ...usual,
        booking_reference: 'GR-8-1',
        total_amount: 5542.4,
        commission_basis: 'amount',
        commission_amount: 697.2,
        lines: LINES,
        co_sellers: [{ user_id: agent.id, role: 'co_seller', percent: 30 }],
        payment_plan: [
          { kind: 'deposit', due_on: fromToday(3), amount: 1500, remind: true },
          { kind: 'final', due_on: fromToday(40), amount: null, remind: true },
        ],
      },
      traveler_ids: [],
    }),
    api.call<{ id: string }>('create_sale', {
      sale: {
        ...usual,
        booking_reference: 'GR-8-2',
        total_amount: 1000,
        commission_basis: 'rate',
        commission_rate: 12,
      },
      traveler_ids: [],
    }),
  ]);
  const paid = { amount: 500, paid_on: TODAY, payment_method: 'card' };
  await api.call('record_customer_payment', { sale_id: sale.id, ...paid });
  return { ...agency, agent, group, sale, cabin };
}

const opened = async (page: Page, path: string, word: string | RegExp) => {
  await page.goto(path);
  await expect(page.getByText(word).first()).toBeVisible();
  await settled(page);
};

// Holds agreements-4
test('a sale in lines that two share: its page, its form, its group, what is due of it, and the shares of new terms', async ({
  page,
}) => {
  test.setTimeout(SOAK ? 480_000 : 240_000);
  const { email, agent, group, sale, cabin } = await newAgreedAgency('Agreed Screens');
  await page.setViewportSize({ width: 390, height: 844 });
  await signIn(page, email);

  await opened(page, `/sales/${sale.id}`, 'Agency keeps');
  await expect(page.getByText('Rest of the deposit')).toBeVisible();
  await expectAccessible(page, 'sale in lines, on a phone', ['dark', 'light']);
  await opened(page, `/sales/${sale.id}/edit`, 'Back to one total');
  await expect(page.getByText('Remind me 7 days before')).toBeVisible();
  await expectAccessible(page, 'form of a sale in lines, on a phone', ['dark', 'light']);

  await page.setViewportSize({ width: 1440, height: 900 });
  await opened(page, '/sales/groups', 'Fjords in May');
  await page
    .getByRole('link', { name: /Fjords in May/ })
    .first()
    .click();
  await expect(page).toHaveURL(`/sales/groups/${group.id}`);
  await expect(page.getByText('GR-8-1').first()).toBeVisible();
  await settled(page);
  await expect(page.getByRole('columnheader', { name: 'Total' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page, 'group', ['light', 'dark']);

  await opened(page, '/dashboard', 'Payments due');
  const due = page.getByRole('region', { name: 'Payments due' });
  await expect(due).toContainText('Deposit due');

  await opened(page, `/sales/${cabin.id}`, 'GR-8-2');
  await page.getByRole('button', { name: 'Change status' }).click();
  await page.getByRole('menuitem', { name: 'Cancel sale' }).click();
  await page.getByRole('button', { name: 'The vendor still pays a part' }).click();
  const [amount, day] = await Promise.all(
    ['What the vendor still pays', 'Due'].map((label) => page.getByLabel(label).boundingBox()),
  );
  expect(day?.width, 'a day has room').toBeGreaterThan((amount?.width ?? 0) / 2);
  await expectAccessible(page, 'cancellation with a penalty', ['light', 'dark']);

  await page.goto(`/team/${agent.id}`);
  await page.getByRole('link', { name: 'Terms', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^Terms of / })).toBeVisible();
  const dialog = page.getByRole('dialog');
  await test.step('terms are agreed on, an override that is too much refused, a change planned, and both compared', async () => {
    await page.getByRole('button', { name: 'New version' }).click();
    await dialog.getByRole('button', { name: 'Add category' }).click();
    await dialog.getByLabel('Category', { exact: true }).selectOption('Air');
    await dialog.getByRole('group', { name: 'Categories 1' }).getByLabel('Split').fill('50');
    await dialog.getByRole('button', { name: 'Add vendor' }).click();
    await dialog.getByRole('combobox', { name: 'Vendor', exact: true }).click();
    await page.getByRole('option', { name: /Fjordline/ }).click();
    await dialog.getByRole('group', { name: 'Vendors 1' }).getByLabel('Split').fill('70');
    await dialog.getByRole('button', { name: 'Add override' }).click();
    await expectAccessible(page, 'the form of a version', ['light', 'dark']);
    const override = dialog.getByRole('group', { name: 'Overrides 1' });
    await override.getByLabel('Of whom').selectOption('Everybody else');
    await override.getByLabel('Percent', { exact: true }).fill('5');
    await override.getByLabel('Cap of a calendar year').fill('6000');
    await dialog.getByRole('button', { name: /^Save version/ }).click();
    await expect(dialog.getByRole('alert')).toContainText('Nora Quist has 100%, and overrides take 5%');
    await dialog.getByRole('button', { name: 'Remove override 1' }).click();
    await dialog.getByRole('button', { name: /^Save version/ }).click();
    await expect(page.getByText(/^Terms saved for /)).toBeVisible();
    await expect(page.getByRole('region', { name: 'In force now' })).toContainText('Version 2');

    await page.getByRole('button', { name: 'New version' }).click();
    await dialog.getByLabel('Valid from').fill('04/01/2199');
    await dialog.getByRole('group', { name: 'Categories 1' }).getByLabel('Split').fill('55');
    await dialog.getByRole('button', { name: /^Save version/ }).click();
    await expect(page.getByRole('region', { name: /^Changes on/ })).toContainText('50% → 55%');
    await expectAccessible(page, 'terms of a person', ['light', 'dark']);
    await page.getByRole('button', { name: 'Compare' }).click();
    await expect(page.getByRole('table', { name: 'What differs' })).toContainText('Air50%55%');
    await expectAccessible(page, 'the comparison', ['light', 'dark']);
    await page.keyboard.press('Escape');
    await expectRoom(page, 'terms of a person');
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('Which one applies').first()).toBeVisible();
  await page.getByRole('button', { name: 'Apply terms again' }).click();
  await expect(dialog.getByRole('table', { name: 'What changes' })).toContainText('60% → 70%');
  await expect(dialog.getByText('Apply', { exact: true })).toBeVisible();
  await expectAccessible(page, 'what applying terms again changes', ['light', 'dark']);
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await expect(page.getByText(/^Terms applied again/)).toBeVisible();

  await signIn(page, agent.email);
  await opened(page, `/sales/${sale.id}`, 'Milo’s split');
  await expect(page.getByRole('list', { name: 'Shares' })).toContainText('70%');
  await expectAccessible(page, 'sale of a co-seller', ['light', 'dark']);
});
