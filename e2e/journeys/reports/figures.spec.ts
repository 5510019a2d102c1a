/**
 * Which figure means which sum (docs/product/dashboard.md), on the screens: seven sales of $1,000 at 12 %, an agent who keeps 60 %, everything
 * told by hand here. 2 unpaid, 1 whose funds came early, 1 payable, 1 paid out, 1 whose commission was cancelled alone, 1 cancelled.
 */
import { expect, test, type Locator, type Page } from '@playwright/test';
import type { SaleWords } from '../../../shared/src/testing/words';
import { newAgencyWithAgent } from '../../support/agency';
import { signIn } from '../../support/people';

const RANGE = 'from=2026-01-01&to=2026-01-31';

async function agencyWithSales(name: string) {
  const agency = await newAgencyWithAgent(name);
  const { api, agent } = agency;
  const sell = (reference: string, words: SaleWords = {}) =>
    agency.sale({ reference, sold: '2026-01-05', agent, ...words });
  await sell('FIG-1');
  await sell('FIG-2');
  const early = await sell('FIG-3');
  await api.update(`commissions?id=eq.${early.commissionId}`, { status: 'funds_received' });
  const payable = await sell('FIG-4', { paid: true });
  const settled = await sell('FIG-5', { agentPaid: true });
  const writtenOff = await sell('FIG-6', { paid: true });
  await api.update(`commissions?id=eq.${writtenOff.commissionId}`, { status: 'cancelled' });
  await sell('FIG-7', { cancelled: true });
  return { ...agency, payable, settled };
}

const cards = (page: Page) =>
  page.locator('.pp-stat-link').evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));

const strip = (page: Page) =>
  page.getByRole('region', { name: 'Commissions by status' }).getByRole('link').allTextContents();

const region = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** What an admin has to do: of two that were received one waits for the customer. */
const TO_DO = [
  'Ready to pay: $72, all time, 1 commission',
  'Overdue from vendors: –, no due days agreed with 1 vendor, 0 commissions',
  'Departing unpaid: $0, 0 sales',
];
const SALES = [
  'Booked: $3,000, 3 sales',
  'Paid: $3,000, 3 sales',
  'Total: $6,000, 6 sales',
  'Cancelled: $1,000, 1 sale',
];

// Holds dashboard-31, dashboard-32
test('an owner reads gross commission, what agents were paid, and nothing cancelled in a total; an agent their share', async ({
  page,
  browser,
}) => {
  test.slow();
  const agency = await agencyWithSales('Figures Travel');
  await signIn(page, agency.email);
  await page.goto(`/dashboard?${RANGE}`);
  await expect(region(page, 'Top agents')).toContainText('$6,000');
  expect(await cards(page)).toEqual([
    ...TO_DO,
    ...SALES,
    'Unpaid: $240, 2 commissions',
    'Funds Received: $240, $72 ready to pay, Jan 1 – 31, 2026, 2 commissions',
    'Agent Paid: $72, of $120 gross, 1 commission',
    'Cancelled: $240, 2 commissions',
  ]);
  // Six sales; five of their commissions still count.
  for (const top of ['Top agents', 'Top vendors'])
    await expect(region(page, top)).toContainText('$600 comm.');

  await page.getByRole('link', { name: /^Total: / }).click();
  await expect(page).toHaveURL(/\/sales\?status=active&/);
  await expect(page.getByText('6 active sales · $6,000')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Sales' }).getByRole('row')).toHaveCount(7);

  await page.goto(`/commissions?${RANGE}`);
  await expect(page.getByText('7 commissions').first()).toBeVisible();
  expect(await strip(page)).toEqual([
    'Unpaid$240.002 commissions',
    'Funds received$240.002 commissions · $72.00 ready to pay',
    'Agent paid$72.001 commission · of $120.00 gross',
    'Cancelled$240.002 commissions',
  ]);

  await page.goto('/team');
  await expect(page.getByRole('row', { name: /Milo Reyes/ })).toContainText('6$600');
  await page.goto(`/team/${agency.agent.id}`);
  await expect(page.getByRole('main')).toContainText('Revenue$6,000Sales6Commission$600');
  await page.goto(`/vendors/${agency.vendor.id}`);
  await expect(region(page, 'Figures')).toContainText('Revenue$6,0006 sales');
  await expect(region(page, 'Figures')).toContainText(
    'Received commission$00 receiptsFunds received $240Agent paid $72',
  );

  await test.step('an agent reads their share everywhere, with the gross commission named beside it', async () => {
    const own = await (await browser.newContext()).newPage();
    await signIn(own, agency.agent.email);
    await own.goto(`/dashboard?${RANGE}`);
    await expect(region(own, 'Payable next')).toContainText('Ready to pay$72');
    // Two that are unpaid and one that waits for the customer.
    await expect(region(own, 'Payable next')).toContainText('Expected$216');
    await expect(own.locator('.pp-stat-link')).toHaveCount(8);
    expect(await cards(own)).toEqual([
      ...SALES,
      'Unpaid: $144, of $240 gross, 2 commissions',
      'Funds Received: $144, of $240 gross, 2 commissions',
      'Agent Paid: $72, of $120 gross, 1 commission',
      'Cancelled: $144, of $240 gross, 2 commissions',
    ]);
    await own.goto('/commissions?status=unpaid');
    await expect(own.getByText('2 unpaid commissions · $144.00 your share')).toBeVisible();
    await expect(own.getByRole('row', { name: /FIG-1/ })).toContainText('$72');
    await own.goto(`/sales/${agency.payable.id}`);
    await expect(region(own, 'Sale at a glance')).toContainText('Your share$72of $120 gross');
    await own.goto(`/commissions/${agency.payable.commissionId}`);
    await expect(region(own, 'Commission')).toContainText('$72.00');
    await expect(own.getByRole('button', { name: 'Record receipt' })).toHaveCount(0);
    await own.context().close();
  });

  await test.step('a payment is corrected, and moving a paid sale asks', async () => {
    await page.goto(`/commissions/${agency.settled.commissionId}`);
    await page.getByRole('button', { name: 'Correct payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Correct payment' });
    await dialog.locator('[name="reference"]').fill('CHK-77');
    await dialog.getByRole('button', { name: 'Correct payment' }).click();
    await expect(dialog).toBeHidden();
    await expect(region(page, 'Agent payments')).toContainText('CHK-77');
    await expect(page.getByRole('list', { name: 'Commission history' })).toContainText(
      'corrected the payment',
    );

    await page.goto(`/sales/${agency.settled.id}/edit`);
    await page.locator('[name="saleDate"]').fill('2026-02-09');
    await page.getByRole('button', { name: 'Save changes' }).click();
    const question = page.getByRole('alertdialog', { name: 'Move paid sale FIG-5 to Feb 9, 2026?' });
    await question.getByRole('button', { name: 'Keep the day' }).click();
    await expect(page.locator('[name="saleDate"]')).toHaveValue('02/09/2026');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await question.getByRole('button', { name: 'Move sale' }).click();
    await expect(page).toHaveURL(`/sales/${agency.settled.id}`);
    expect(await agency.api.one(`sales?id=eq.${agency.settled.id}&select=sale_date`)).toEqual({
      sale_date: '2026-02-09',
    });
  });
});
