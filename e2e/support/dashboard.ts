import { expect, type Locator, type Page } from '@playwright/test';

interface Figure {
  count: number;
  amount: number;
}

/** Of commissions: gross, and of it the agents' share. */
interface CommissionFigure extends Figure {
  agent_amount: number;
}

interface Totals {
  id: string;
  sales_count: number;
  total_revenue: number;
  total_commission: number;
}

/** What the database answers about a dashboard. */
export interface DashboardRow {
  range: { start: string; end: string; bucket: string; today: string };
  sales: Record<'booked' | 'paid' | 'cancelled' | 'total' | 'active_total', Figure>;
  commissions: Record<
    'unpaid' | 'funds_received' | 'agent_paid' | 'cancelled' | 'total' | 'ready',
    CommissionFigure
  >;
  sales_trend: Record<'booked' | 'paid' | 'cancelled', number[]> & { labels: string[] };
  commission_trend: Record<'unpaid' | 'funds_received' | 'agent_paid' | 'cancelled', number[]> & {
    labels: string[];
    agent: Record<'unpaid' | 'funds_received' | 'agent_paid' | 'cancelled', number[]>;
  };
  top_agents?: (Totals & { first_name: string; last_name: string })[];
  top_vendors: (Totals & { name: string })[];
  recent_customers: {
    id: string;
    first_name: string;
    last_name: string;
    email: string | null;
    sale_id: string;
    last_purchase_amount: number;
  }[];
  payable?: { now: Figure; expected: Figure; rows: { agent_amount: number; booking_reference: string }[] };
  departures?: { booking_reference: string }[];
}

/** `$12,940`: as the page rounds and writes it. */
export const dollars = (amount: number): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 }).format(
    amount,
  );

/** A titled card of the page. */
export const card = (page: Page, title: string): Locator =>
  page.getByRole('region', { name: title, exact: true });

/** A card with a figure, by what it says. */
export const figure = (page: Page, title: string, { count, amount }: Figure, item: string): Locator =>
  page.getByRole('link', {
    name: `${title}: ${dollars(amount)}, ${count.toLocaleString('en-US')} ${item}${count === 1 ? '' : 's'}`,
    exact: true,
  });

/** A card of commissions: the sum it shows, and what stands beside it. */
const commissionCard = (page: Page, title: string, count: number, sum: string, beside?: string): Locator =>
  page.getByRole('link', {
    name: [`${title}: ${sum}`, beside, `${count.toLocaleString('en-US')} commission${count === 1 ? '' : 's'}`]
      .filter(Boolean)
      .join(', '),
    exact: true,
  });

/**
 * The eight cards of sales and commissions say what the database answers: of commissions an agent's share with the gross beside it;
 * for everybody else gross, but what agents were paid.
 * @param days the range in words, as it stands beside a figure
 */
export async function expectFigures(
  page: Page,
  { sales, commissions }: DashboardRow,
  who: 'owner' | 'agent' = 'owner',
  days = 'last 365 days',
): Promise<void> {
  await expect(figure(page, 'Booked', sales.booked, 'sale')).toBeVisible();
  await expect(figure(page, 'Paid', sales.paid, 'sale')).toBeVisible();
  await expect(figure(page, 'Total', sales.active_total, 'sale')).toBeVisible();
  await expect(figure(page, 'Cancelled', sales.cancelled, 'sale')).toBeVisible();
  const { unpaid, funds_received: funds, agent_paid: paid, cancelled, ready } = commissions;
  const share = (title: string, { count, amount, agent_amount }: CommissionFigure) =>
    commissionCard(page, title, count, dollars(agent_amount), `of ${dollars(amount)} gross`);
  const gross = (title: string, { count, amount }: CommissionFigure, beside?: string) =>
    commissionCard(page, title, count, dollars(amount), beside);
  await expect(share('Agent Paid', paid)).toBeVisible();
  if (who === 'agent') {
    await expect(share('Unpaid', unpaid)).toBeVisible();
    await expect(share('Funds Received', funds)).toBeVisible();
    await expect(share('Cancelled', cancelled)).toBeVisible();
  } else {
    await expect(gross('Unpaid', unpaid)).toBeVisible();
    // With the days in words: what is ready of all time stands above.
    const beside = `${dollars(ready.agent_amount)} ready to pay, ${days}`;
    await expect(gross('Funds Received', funds, beside)).toBeVisible();
    await expect(gross('Cancelled', cancelled)).toBeVisible();
  }
}

/** Opens the table behind a chart. @returns its rows, cell by cell, without the head */
export async function tableOf(page: Page, title: string): Promise<string[][]> {
  await page.getByRole('button', { name: `Show ${title} as a table` }).click();
  const rows = card(page, title).getByRole('region').getByRole('row');
  await expect(rows.first()).toBeVisible();
  const texts = await rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent ?? '')),
  );
  return texts.slice(1);
}

/** The charts are made for screen readers: the last of the page's code has come by then. */
export const readable = (page: Page): Locator =>
  page.locator('.highcharts-a11y-proxy-container-after, .highcharts-screen-reader-region-before').first();

/** A chart, once it is drawn. */
export const drawn = (page: Page, title: string): Locator =>
  card(page, title).locator('.highcharts-root:has(.highcharts-series-group path)');

/** Goes to a chart, near which it is drawn. */
export async function expectDrawn(page: Page, title: string): Promise<void> {
  await card(page, title).scrollIntoViewIfNeeded();
  await expect(drawn(page, title)).toBeVisible();
}

/** Goes down to where the first steps of an agency with sales stand: they come when they are seen. */
export async function toFirstSteps(page: Page): Promise<void> {
  await expect(page.getByRole('link', { name: /^Overdue from vendors/ })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
}
