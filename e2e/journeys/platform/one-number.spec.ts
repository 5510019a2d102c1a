/**
 * One set has one number: every figure that stands twice on a page, and on the list its link opens, is equal or says why not
 * (docs/product/dashboard.md, Which figure means which sum). In an agency with sales in and out of the range, cancelled, shared, and of an
 * archived vendor; pages of the demo are looked at with everything else on them (`every-page.spec.ts`).
 */
import { expect, test, type Page } from '@playwright/test';
import { newAgencyWithAgent } from '../../support/agency';
import { settled } from '../../support/axe';
import { atOdds, figuresOf, groupedBy, saidByList } from '../../support/figures';
import { signIn } from '../../support/people';

// Dozens of pages, beside another browser.
const LONG = 300_000;

const open = async (page: Page, path: string) => {
  await page.goto(path, { waitUntil: 'networkidle' });
  await settled(page);
};

/** The page's figures agree with each other, and each with the list that it opens. */
async function expectOneNumber(page: Page, path: string) {
  await open(page, path);
  const figures = await figuresOf(page);
  expect(figures.length, path).toBeGreaterThan(0);
  expect.soft(atOdds(figures), path).toEqual([]);
  const linked = figures.filter(({ to }) => to && /^\/(sales|commissions)(\?|$)/.test(to));
  for (const [to, same] of groupedBy(linked, ({ to: address }) => address ?? '')) {
    await open(page, to);
    const line = (await page.locator('main .pp-sub').first().textContent()) ?? '';
    const said = saidByList(line);
    for (const { name, value, words } of same) {
      const what = `${path}, ${name} ${value} (${words}), opens ${to}: ${line}`;
      if (name.endsWith('money')) {
        // A card is in whole dollars, a table to the cent.
        if (value !== 0 && !name.startsWith('–'))
          expect.soft([said.sum, Math.round(said.sum ?? 0)], what).toContain(value);
        continue;
      }
      const cancelled = Number(/and ([\d,]+) cancelled/.exec(words)?.[1]?.replaceAll(',', '') ?? 0);
      expect.soft(said.count, what).toBe(value + cancelled);
    }
  }
}

async function world() {
  const agency = await newAgencyWithAgent('One Number');
  const { api, agent, sale, customer, vendor } = agency;
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const sell = (reference: string, ago: number, words: object = {}) =>
    sale({ reference, sold: day(ago), agent, amount: 1234.5, ...words });
  for (const [when, ago] of [
    ['NEW', 20],
    ['OLD', 500],
  ] as const) {
    await sell(`${when}-1`, ago);
    await sell(`${when}-2`, ago, { paid: true });
    await sell(`${when}-3`, ago, { agentPaid: true });
    await sell(`${when}-4`, ago, { cancelled: true });
    const shared = await api.call<{ id: string }>('create_sale', {
      sale: {
        ...{ customer_id: customer.id, vendor_id: vendor.id, agent_id: agent.id, sale_date: day(ago) },
        ...{ booking_reference: `${when}-5`, total_amount: 1000 },
        lines: [{ kind: 'cruise', text: 'Cabin', amount: 1000, earns: 'rate', rate: 12, commission: 120 }],
        co_sellers: [{ user_id: api.userId, role: 'co_seller', percent: 30 }],
      },
      traveler_ids: [],
    });
    await api.update(`sales?id=eq.${shared.id}`, { status: 'paid' });
  }
  await api.call('archive_vendor', { vendor_id: vendor.id, archived: true });
  return { ...agency, vendor, customer };
}

// Holds dashboard-20
test('in an agency with all that may differ, to its owner and to an agent', async ({ page }) => {
  test.setTimeout(LONG);
  const { email, agent, vendor, customer } = await world();
  const range = 'from=2020-01-01&to=2020-12-31';
  await signIn(page, email);
  for (const path of [
    '/dashboard',
    `/dashboard?${range}`,
    `/team/${agent.id}`,
    `/vendors/${vendor.id}`,
    `/customers/${customer.id}`,
  ])
    await expectOneNumber(page, path);
  await signIn(page, agent.email);
  for (const path of ['/dashboard', `/customers/${customer.id}`]) await expectOneNumber(page, path);
});
