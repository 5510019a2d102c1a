/** Only a browser lays out: the longest names, references and amounts beside status and money, at every width of a table. */
import { expect, test, type Page } from '@playwright/test';
import { newAgent, newTradingAgency } from '../../support/agency';
import { settled } from '../../support/axe';
import { signIn } from '../../support/people';

/** From where tables begin; 720 and 640 px are 1440 and 1280 at 200 %, as is 512 of 1024, where rows are two lines. */
const WIDTHS = [640, 641, 720, 861, 1024, 1025, 1280, 1440];
const PHONE = 512;

const LONGEST = 9_999_999_999.99;
/** No place to break: the worst a name can be. */
const word = (length: number, letter: string) => letter.repeat(length);

/** An agency whose every list holds the longest values that the database takes, and ordinary ones beside them. */
async function longAgency() {
  const agency = await newTradingAgency('Long');
  const agent = await newAgent(agency);
  const { api } = agency;
  await api.update(`users?id=eq.${agent.api.userId}`, {
    first_name: word(100, 'M'),
    last_name: word(100, 'W'),
  });
  const [customer, vendor] = await Promise.all([
    api.insert('customers', {
      first_name: word(100, 'W'),
      last_name: word(100, 'M'),
      email: `${word(64, 'w')}@${word(63, 'm')}.${word(60, 'w')}.${word(60, 'm')}.de`,
      phone: '9'.repeat(50),
      tags: [word(40, 'M'), word(40, 'W'), 'VIP'],
    }),
    api.call<{ id: string }>('create_vendor', {
      vendor: { name: word(200, 'W'), expected_payment_days: 1, expected_payment_basis: 'booking' },
    }),
  ]);
  const long = {
    customer: customer.id,
    vendor: vendor.id,
    agent,
    amount: LONGEST,
    commission: LONGEST,
    sold: '2024-09-28',
    departs: '2024-12-28',
    returns: '2025-01-28',
  };
  const sales = await Promise.all(
    ['M', 'W', '4'].map((letter) => agency.sale({ reference: word(100, letter), ...long })),
  );
  await agency.sale({ reference: 'FJ-40-CHARACTERS-OF-A-BOOKING-REFERENCE', vendor: vendor.id });
  await agency.sale({ reference: 'FJ-1' });
  // Paid: its pill is the longest.
  await api.update(`sales?id=eq.${sales[1]?.id}`, { status: 'paid' });
  await api.insert('invitations', { email: `${word(60, 'i')}@${word(60, 'm')}.example`, role: 'agent' });
  return { ...agency, customer, vendor, agent };
}

/** Columns of the tables on screen whose cells do not lie wholly inside their card, and what overlaps its neighbour. */
const hiddenCells = (page: Page) =>
  page.evaluate(() => {
    const wrong: string[] = [];
    for (const wrap of document.querySelectorAll('.pp-table-wrap')) {
      const table = wrap.querySelector('table');
      if (!table?.checkVisibility()) continue;
      const room = wrap.getBoundingClientRect();
      if (wrap.scrollWidth > wrap.clientWidth)
        wrong.push(`${table.ariaLabel} is ${wrap.scrollWidth - wrap.clientWidth} px too wide`);
      for (const cell of table.querySelectorAll('th, td')) {
        if (!cell.checkVisibility()) continue;
        const box = cell.getBoundingClientRect();
        const text = document.createRange();
        text.selectNodeContents(cell);
        const ends = [...text.getClientRects()].filter(({ width }) => width > 1);
        // Of what is only for screen readers nothing is seen.
        const left = Math.min(box.right, ...ends.map((rect) => rect.left));
        const right = Math.max(box.left, ...ends.map((rect) => rect.right));
        if (left < box.left - 1 || right > box.right + 1 || box.right > room.right + 1)
          wrong.push(`${table.ariaLabel}: ${cell.textContent.slice(0, 20)} sticks out`);
      }
    }
    return [...new Set(wrong)];
  });

/** What of a table's words does not show in full. */
const cutOff = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).evaluate((shown) =>
    [...shown.querySelectorAll<HTMLElement>('td *')]
      .filter((element) => element.checkVisibility() && !element.closest('.pp-sr'))
      .filter((element) => element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0)
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .map((element) => element.textContent.slice(0, 20)),
  );

const columns = (page: Page, table: string) =>
  page.getByRole('table', { name: table, exact: true }).getByRole('columnheader').allTextContents();

/** Which columns a list never loses from 640 px up. */
const LISTS: [path: string, table: string, kept: string[]][] = [
  ['/sales', 'Sales', ['Booking', 'Customer', 'Status', 'Commission', 'Total']],
  ['/commissions', 'Commissions', ['Booking', 'Customer', 'Status', 'Sale total', 'Commission']],
  ['/customers', 'Customers', ['Customer', 'Last purchase', 'Trips', 'Lifetime sales']],
  ['/vendors', 'Vendors', ['Vendor', 'Default rate', 'Sales', 'Revenue']],
  ['/team', 'Team', ['Name', 'Role', 'Status', 'Sales', 'Commission']],
];

test('every list shows status and money beside the longest names, references and amounts, uncut, at every width', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const { email, customer, vendor, agent } = await longAgency();
  await signIn(page, email);
  const records: [string, string, string[]][] = [
    [`/customers/${customer.id}`, 'Purchases', ['Booking', 'Vendor', 'Status', 'Total']],
    [`/vendors/${vendor.id}`, 'Sales', ['Booking', 'Customer', 'Status', 'Total']],
    [`/team/${agent.api.userId}`, 'Sales', ['Booking', 'Customer', 'Status', 'Total']],
    [
      '/dashboard?from=2024-01-01&to=2199-01-01',
      'Recent customers',
      ['Customer', 'Sale date', 'Last purchase'],
    ],
  ];
  for (const [path, table, kept] of [...LISTS, ...records]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path);
    await expect(page.getByRole('table', { name: table, exact: true }).getByRole('row').nth(1)).toBeVisible();
    await settled(page);
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      expect.soft(await hiddenCells(page), `${path} at ${width} px`).toEqual([]);
      expect
        .soft(
          (await columns(page, table)).map((text) => text.trim()),
          `${path} at ${width} px`,
        )
        .toEqual(expect.arrayContaining(kept));
      if (width === 1024 && LISTS.some(([list]) => list === path))
        expect.soft(await cutOff(page, table), `${path} at ${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: PHONE, height: 900 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${PHONE} px`)
      .toBeLessThanOrEqual(PHONE);
  }
});

test('an agent sees their share of every commission at every width', async ({ page }) => {
  const { agent } = await longAgency();
  await signIn(page, agent.email);
  await page.goto('/commissions');
  await settled(page);
  const row = page.getByRole('table', { name: 'Commissions' }).getByRole('row').nth(1);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect.soft(await hiddenCells(page), `at ${width} px`).toEqual([]);
    // 60 % of the longest amount.
    await expect(row.getByText(/\$5,999,999,999\.99/).filter({ visible: true })).toHaveCount(1);
  }
});
