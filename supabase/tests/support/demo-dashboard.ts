import type { Ask } from './demo-person';
import { allOf } from './demo-person';
import { asTold, isReady, owedFigures, type Demo, type DemoRow } from './demo-rows';
import { addDays, type Dashboard } from './dashboard';
import { sumOf, type Findings } from './figure-tree';

type Range = Dashboard['range'];

const SALES = ['booked', 'paid', 'cancelled'] as const;
const COMMISSIONS = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'] as const;

const within = ({ day }: DemoRow, { start, end }: Range) => day >= start && day <= end;

const saleFigure = (rows: readonly DemoRow[]) => ({
  count: rows.length,
  amount: sumOf(rows, ({ total }) => total),
});
const commissionFigure = (rows: readonly DemoRow[]) => ({
  count: rows.length,
  amount: sumOf(rows, ({ gross }) => gross),
  agent_amount: sumOf(rows, ({ share }) => share),
});
const shareFigure = (rows: readonly DemoRow[]) => ({
  count: rows.length,
  amount: sumOf(rows, ({ share }) => share),
});

/** Of each status, of all, and of all but the cancelled. */
export const saleFigures = (rows: readonly DemoRow[]) => ({
  ...Object.fromEntries(
    SALES.map((name) => [name, saleFigure(rows.filter(({ status }) => status === name))]),
  ),
  total: saleFigure(rows),
  active_total: saleFigure(rows.filter(({ status }) => status !== 'cancelled')),
});

export const commissionFigures = (rows: readonly DemoRow[], demo: Demo) => ({
  ...Object.fromEntries(
    COMMISSIONS.map((name) => [name, commissionFigure(rows.filter(({ state }) => state === name))]),
  ),
  total: commissionFigure(rows),
  active_total: commissionFigure(rows.filter(({ state }) => state !== 'cancelled')),
  ready: commissionFigure(rows.filter((row) => isReady(row, demo))),
});

/** A chart's figures by bucket. An hour is not in the rows of the demo as the chart shows it: of hours the sum must do. */
function bars(
  labels: readonly string[],
  isHours: boolean,
  rows: readonly DemoRow[],
  of: (row: DemoRow) => number,
) {
  if (isHours) return [sumOf(rows, of)];
  return labels.map((label, index) => {
    const next = labels[index + 1] ?? '9999';
    return sumOf(
      rows.filter(({ day }) => (day >= label && day < next) || (index === 0 && day < label)),
      of,
    );
  });
}

/** The same of an answer. */
const told = (chart: Record<string, unknown>, isHours: boolean): unknown =>
  Object.fromEntries(
    Object.entries(chart).map(([name, values]) => {
      if (!Array.isArray(values)) return [name, told(values as Record<string, unknown>, isHours)];
      return [name, isHours && name !== 'labels' ? [sumOf(values as number[], (value) => value)] : values];
    }),
  );

function best(rows: readonly DemoRow[], of: (row: DemoRow) => string, ids: readonly { id: string }[]) {
  const sold = rows.filter(({ status }) => status !== 'cancelled');
  const figures = (some: readonly DemoRow[]) => ({
    sales_count: some.length,
    total_revenue: sumOf(some, ({ total }) => total),
    total_commission: sumOf(some, ({ state, gross }) => (state === 'cancelled' ? 0 : gross)),
  });
  const revenues = [...new Set(sold.map(of))].map((id) =>
    sumOf(
      sold.filter((row) => of(row) === id),
      (r) => r.total,
    ),
  );
  revenues.sort((a, b) => b - a);
  return ids.map(({ id }, place) => {
    const figure = figures(sold.filter((row) => of(row) === id));
    // Nobody who sold more is left out.
    return { ...figure, total_revenue: Math.min(figure.total_revenue, revenues[place] ?? 0) };
  });
}

const rowOf = (demo: Demo, id: string) => demo.rows.find((row) => row.id === id || row.commission === id);

/** What the page must say, from the rows alone. */
export function expectedOf(answer: Dashboard, demo: Demo): object {
  const { range } = answer;
  const rows = demo.rows.filter((row) => within(row, range));
  const isHours = range.bucket === 'hour';
  const sold = (of: (row: DemoRow) => number, status: string) =>
    bars(
      answer.sales_trend.labels,
      isHours,
      rows.filter((row) => row.status === status),
      of,
    );
  const earned = (of: (row: DemoRow) => number, state: string) =>
    bars(
      answer.commission_trend.labels,
      isHours,
      rows.filter((row) => row.state === state),
      of,
    );
  const each = <T>(names: readonly string[], of: (name: string) => T) =>
    Object.fromEntries(names.map((name) => [name, of(name)]));
  const upTo = addDays(range.today, 30);
  const open = demo.rows.filter(({ state }) => state === 'unpaid' || state === 'funds_received');
  return {
    sales: saleFigures(rows),
    commissions: commissionFigures(rows, demo),
    sales_trend: each(SALES, (name) => sold(({ total }) => total, name)),
    commission_trend: {
      ...each(COMMISSIONS, (name) => earned(({ gross }) => gross, name)),
      agent: each(COMMISSIONS, (name) => earned(({ share }) => share, name)),
    },
    top_vendors: best(rows, ({ vendor }) => vendor, answer.top_vendors),
    recent_customers: answer.recent_customers.map(({ id, sale_id }) => ({
      last_purchase_amount: rows
        .filter(
          ({ customer, status, agent, seller }) =>
            customer === id && status !== 'cancelled' && agent === seller,
        )
        .sort((a, b) => `${b.day} ${b.createdAt}`.localeCompare(`${a.day} ${a.createdAt}`))
        .find((row, place) => place === 0 && row.id === sale_id)?.whole,
    })),
    ...(demo.person.isAdmin
      ? {
          to_do: {
            payable: shareFigure(demo.rows.filter((row) => isReady(row, demo))),
            overdue: asTold(answer.to_do?.overdue, owedFigures(demo.rows, demo)),
            vendors_without_terms: answer.to_do?.vendors_without_terms ?? 0,
            departures: saleFigure(
              demo.rows.filter(
                ({ status, travel }) => status === 'booked' && travel !== null && travel <= upTo,
              ),
            ),
          },
          top_agents: best(
            demo.parts.filter((row) => within(row, range)),
            ({ agent }) => agent,
            answer.top_agents ?? [],
          ),
        }
      : {
          payable: {
            now: shareFigure(open.filter((row) => isReady(row, demo))),
            expected: shareFigure(open.filter((row) => !isReady(row, demo))),
            rows: answer.payable?.rows.map(({ commission_id }) => ({
              agent_amount: rowOf(demo, String(commission_id))?.share,
            })),
          },
        }),
  };
}

interface Listed {
  id: string;
  total_amount: number;
  amount: number;
  agent_amount: number;
  status: string;
  owed?: number;
}

/** Which list a figure leads to, and what of its rows the figure adds up. */
interface Link {
  list: 'list_sales' | 'list_commissions';
  args: Record<string, unknown>;
  only?: (row: Listed) => boolean;
  amount: (row: Listed) => number;
}

const saleLink = (status: string | null, more: object = {}): Link => ({
  list: 'list_sales',
  args: { status, ...more },
  amount: ({ total_amount }) => total_amount,
});
const commissionLink = (
  args: Record<string, unknown>,
  amount: Link['amount'] = (row) => row.amount,
): Link => ({
  list: 'list_commissions',
  args,
  amount,
});

/** Every figure with a count, and where its rows are; `days`: of the range alone. */
const LINKS: Record<string, { days: boolean; link: Link }> = {
  'sales.booked': { days: true, link: saleLink('booked') },
  'sales.paid': { days: true, link: saleLink('paid') },
  'sales.cancelled': { days: true, link: saleLink('cancelled') },
  'sales.total': { days: true, link: saleLink(null) },
  'sales.active_total': { days: true, link: saleLink('active') },
  'commissions.unpaid': { days: true, link: commissionLink({ status: 'unpaid' }) },
  'commissions.funds_received': { days: true, link: commissionLink({ status: 'funds_received' }) },
  'commissions.agent_paid': { days: true, link: commissionLink({ status: 'agent_paid' }) },
  'commissions.cancelled': { days: true, link: commissionLink({ status: 'cancelled' }) },
  'commissions.total': { days: true, link: commissionLink({}) },
  'commissions.active_total': {
    days: true,
    link: { ...commissionLink({}), only: ({ status }) => status !== 'cancelled' },
  },
  'commissions.ready': { days: true, link: commissionLink({ ready: true }) },
  'to_do.payable': { days: false, link: commissionLink({ ready: true }, (row) => row.agent_amount) },
  'to_do.overdue': {
    days: false,
    link: commissionLink({ overdue: true }, ({ owed, amount }) => owed ?? amount),
  },
  'to_do.departures': { days: false, link: saleLink(null, { departing: true }) },
  'payable.now': { days: false, link: commissionLink({ ready: true }, (row) => row.agent_amount) },
};
/** Figures that no link leads from: the rows are told beside them. */
const TOLD_BESIDE = ['payable.expected'];

interface Figure {
  count: number;
  amount: number;
  agent_amount?: number;
}

/** The figures of an answer that count something. */
function counted(value: unknown, path = ''): [string, Figure][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  if ('count' in value) return [[path, value as unknown as Figure]];
  return Object.entries(value).flatMap(([key, inner]) => counted(inner, path ? `${path}.${key}` : key));
}

/** Opens every figure. */
async function openFigures(
  ask: Ask,
  where: string,
  answer: Dashboard,
  findings: Findings,
  which: 'all' | 'of its days',
): Promise<void> {
  const { start, end } = answer.range;
  for (const [path, figure] of counted(answer)) {
    if (TOLD_BESIDE.includes(path)) continue;
    const { days, link } = LINKS[path] ?? {};
    if (!link) {
      findings.wrong.push(`${where} ${path}: leads nowhere`);
      continue;
    }
    if (which === 'of its days' && !days) continue;
    const args = { ...link.args, ...(days && { start_date: start, end_date: end }) };
    const { rows: all } = await allOf<Listed>(ask, link.list, args);
    const rows = link.only ? all.filter(link.only) : all;
    const amounts = {
      count: rows.length,
      amount: sumOf(rows, link.amount),
      agent_amount: sumOf(rows, ({ agent_amount }) => agent_amount),
    };
    const { count, amount, agent_amount } = figure;
    const told = { count, amount, ...(agent_amount !== undefined && { agent_amount }) };
    findings.compare(`${where} ${path}, in its list,`, told, asTold(told, amounts));
  }
}

/** Every figure of the dashboard of one range; what is not of its days alone is the same in all of them. */
export async function checkDashboard(
  ask: Ask,
  demo: Demo,
  range: { start_date?: string; end_date?: string },
  findings: Findings,
  opened: 'all' | 'of its days' | false,
): Promise<void> {
  const answer = await ask<Dashboard>('get_dashboard', range);
  const where = `${demo.person.login}: dashboard ${answer.range.start} to ${answer.range.end}`;
  const isHours = answer.range.bucket === 'hour';
  const { sales_trend, commission_trend } = answer;
  findings.compare(
    where,
    {
      ...answer,
      sales_trend: told(sales_trend, isHours),
      commission_trend: told(commission_trend, isHours),
      // What an agency has not said yet is no figure of its rows.
      first_steps: null,
    },
    expectedOf(answer, demo),
  );
  if (opened) await openFigures(ask, where, answer, findings, opened);
}
