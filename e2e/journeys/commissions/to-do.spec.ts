/** Only on screen does a figure lead to its list: what an admin has to do, and a booking found by its reference. */
import { expect, test, type Page } from '@playwright/test';
import { newAgent, newTradingAgency } from '../../support/agency';
import { signIn } from '../../support/people';
import { heading, tabs } from '../../support/screen';

const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);

const rows = (page: Page, table: string) =>
  page
    .getByRole('table', { name: table, exact: true })
    .getByRole('row')
    .filter({ has: page.getByRole('cell') });

test('an admin’s dashboard begins with what to do, each figure leads to the list it counts, and a booking is found by its reference', async ({
  page,
}) => {
  const { email, api, vendor, sale } = await newTradingAgency('To do');
  await signIn(page, email);
  await test.step('an agency that works is told that nothing waits', async () => {
    await sale({ reference: 'OPEN-1' });
    await page.goto('/dashboard');
    for (const name of [
      'Ready to pay: $0, all time, 0 commissions',
      'Overdue from vendors: –, no due days agreed with 1 vendor, 0 commissions',
      'Departing unpaid: $0, 0 sales',
    ])
      await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  });

  await api.update(`vendor_terms?vendor_id=eq.${vendor.id}`, {
    expected_payment_days: 10,
    expected_payment_basis: 'booking',
  });
  await sale({ reference: 'LATE-1', sold: day(-440) });
  await sale({ reference: 'LATE-2', sold: day(-15), departs: day(31) });
  await sale({ reference: 'GONE-1', departs: day(-3), amount: 2000 });
  await sale({ reference: 'SOON-1', departs: day(30), amount: 500 });
  await sale({ reference: 'PAID-1', departs: day(2), paid: true });

  const toDo = page.getByRole('region', { name: 'To do' });
  // The sale of the past year counts, whatever range the page shows; nor is the agency welcomed as a new one.
  await page.goto('/dashboard?from=1999-01-01&to=1999-01-02');
  await expect(heading(page, 'Welcome back')).toBeVisible();
  await expect(page.locator('main').getByRole('link').first()).toHaveAccessibleName(
    // An owner keeps the whole commission.
    'Ready to pay: $120, all time, 1 commission',
  );
  for (const [name, title, table, expected] of [
    [
      'Ready to pay: $120, all time, 1 commission',
      '1 commission ready to pay · $120.00',
      'Commissions',
      ['PAID-1'],
    ],
    [
      'Overdue from vendors: $240, unpaid commissions only, 2 commissions',
      '2 overdue commissions · $240.00',
      'Commissions',
      ['LATE-1', 'LATE-2'],
    ],
    ['Departing unpaid: $2,500, 2 sales', '2 unpaid departures · $2,500', 'Sales', ['GONE-1', 'SOON-1']],
  ] as const) {
    await toDo.getByRole('link', { name, exact: true }).click();
    await expect(page.getByText(title)).toBeVisible();
    await expect(rows(page, table)).toHaveCount(expected.length);
    for (const [index, reference] of expected.entries())
      await expect(rows(page, table).nth(index)).toContainText(reference);
    if (expected[0] === 'LATE-1') await expect(rows(page, table).first()).toContainText(/1[34] months late/);
    await page.goBack();
  }
  await page.goto('/sales?departing=true&q=GONE');
  await expect(rows(page, 'Sales')).toHaveCount(1);
  await page.getByRole('button', { name: 'Departing unpaid' }).click();
  await expect(page).toHaveURL('/sales?q=GONE');

  await test.step('a booking is found by its reference, exactly it first, and every search says what it finds by', async () => {
    for (const [reference, sold] of [
      ['AZC-4790', '2024-01-05'],
      ['AZC-47902', '2026-02-01'],
      ['AZC-47903', '2026-03-01'],
      ['NWR-1', '2026-04-01'],
    ] as const)
      await sale({ reference, sold });
    for (const [path, table, finds] of [
      ['/sales', 'Sales', 'Customer or reference'],
      ['/commissions', 'Commissions', 'Customer, reference, vendor'],
    ] as const) {
      await page.goto(path);
      const search = page.getByRole('searchbox');
      await expect(search).toHaveAttribute('placeholder', finds);
      await search.fill('azc-4790');
      await expect(rows(page, table)).toHaveCount(3);
      await expect(rows(page, table).first().getByRole('link')).toHaveText('AZC-4790');
      await search.fill('4790 ines');
      await expect(page).toHaveURL(/q=4790/);
      await expect(rows(page, table)).toHaveCount(3);
      await search.fill('nwr-1');
      await expect(rows(page, table)).toHaveCount(1);
    }
    for (const [tab, finds] of [
      ['Customers', 'Name, email, phone or tag'],
      ['Vendors', 'Name or alias'],
      ['Team', 'Name or email'],
    ] as const) {
      await tabs(page).getByRole('link', { name: tab, exact: true }).click();
      await expect(page.getByRole('searchbox')).toHaveAttribute('placeholder', finds);
    }
  });
});

// Holds payouts-2
test('of a sale that two share, what one was paid is counted no more: on the dashboard, in its list and in the payouts; an agent is told nothing of it', async ({
  page,
}) => {
  const agency = await newTradingAgency('Ready by share');
  const { api, customer, vendor } = agency;
  const agent = await newAgent(agency);
  const { id } = await api.call<{ id: string }>('create_sale', {
    sale: {
      ...{ customer_id: customer.id, vendor_id: vendor.id, agent_id: api.userId, sale_date: day(0) },
      ...{
        booking_reference: 'SHARED-1',
        total_amount: 1050,
        commission_basis: 'amount',
        commission_amount: 120,
      },
      lines: [
        { kind: 'cruise', text: 'Cabin', amount: 1000, earns: 'rate', rate: 12, commission: 120 },
        { kind: 'service_fee', text: 'Fee', amount: 50, earns: 'nothing', rate: 0, commission: 0 },
      ],
      co_sellers: [{ user_id: agent.id, role: 'co_seller', percent: 30 }],
    },
    traveler_ids: [],
  });
  await api.update(`sales?id=eq.${id}`, { status: 'paid' });
  const commission = await api.one<{ id: string }>(`commissions?sales_id=eq.${id}&select=id`);
  const [share] = await api.call<{ id: string }[]>('get_commission_shares', { commission_id: commission.id });
  await signIn(page, agency.email);
  /** The figure leads to the list, which names what it does not hold; the payouts have the same. */
  async function expectReady(all: string, listed: string, fee: string) {
    await page.goto('/dashboard');
    await page
      .getByRole('link', { name: `Ready to pay: ${all}, all time, 2 commissions`, exact: true })
      .click();
    await expect(
      page.getByText(`1 commission ready to pay · ${listed} · ${fee} more of other commissions`),
    ).toBeVisible();
    await expect(rows(page, 'Commissions')).toContainText([`divided ${listed}`]);
    await page.goto('/commissions/payouts');
    await expect(page.getByRole('link', { name: /^Ready to pay/ })).toContainText(all);
  }
  // Of 120 the owner keeps 84, and the agent 60 percent of 36; of the fee 35 and 9.
  await expectReady('$150', '$105.60', '$44.00');
  await api.call('record_share_payment', {
    ...{ share_id: share?.id, amount: 21.6, payment_date: day(0), payment_method: 'bank_transfer' },
  });
  await expectReady('$128', '$84.00', '$44.00');

  await test.step('an agent is told what comes next, and neither what to do nor first steps', async () => {
    await signIn(page, agent.email);
    await page.goto('/dashboard');
    await expect(heading(page, 'Welcome back, Milo Reyes')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Payable next' })).toBeVisible();
    await expect(page.getByRole('region', { name: 'To do' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'First steps' })).toHaveCount(0);
  });
});
