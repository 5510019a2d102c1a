import { displayName, plural, roundHalfAway } from '@paperplane/shared/domain';
import { Link, paths } from '@paperplane/shared/platform';
import { Avatar, ChartCard, VendorLogo } from '@paperplane/shared/ui';
import { useMemo, type ReactNode } from 'react';
import type { Figure, TopAgent, TopVendor } from './dashboard';
import { loadChart } from '../chart/load-chart';
import { useMoney } from '../chart/use-money';
import type { PartState } from './use-part';

/** One of the best: who, where they lead to, and what they sold. */
interface TopRow {
  id: string;
  name: string;
  to: string;
  picture: ReactNode;
  salesCount: number;
  totalRevenue: number;
  totalCommission: number;
}

interface TopCardProps<T> {
  part: PartState<readonly T[]>;
  /** What all of them sold; undefined where that is not known. */
  all: Figure | undefined;
  currency: string;
}

const REVENUE = [{ name: 'Revenue' }];

const OTHERS = 'Others';

/** What those sold who are not in the list; null where the list has them all. Cents are whole. */
export function othersOf(
  rows: readonly Pick<TopRow, 'salesCount' | 'totalRevenue'>[],
  all: Figure | undefined,
): Figure | null {
  if (!all) return null;
  const amount = roundHalfAway(all.amount - rows.reduce((sum, row) => sum + row.totalRevenue, 0), 2);
  const count = all.count - rows.reduce((sum, row) => sum + row.salesCount, 0);
  return amount > 0 && count > 0 ? { count, amount } : null;
}

function TopCard(props: {
  title: string;
  labelHead: string;
  empty: string;
  part: PartState<readonly TopRow[]>;
  all: Figure | undefined;
  currency: string;
}) {
  const { title, labelHead, empty, part, all, currency } = props;
  const money = useMoney(currency);
  const rows = part.data;
  const others = useMemo(() => rows && othersOf(rows, all), [rows, all]);
  const data = useMemo(() => {
    if (!rows) return undefined;
    const slices = rows.map(({ name, totalRevenue }) => ({ name, amount: totalRevenue }));
    if (others) slices.push({ name: OTHERS, amount: others.amount });
    return { labels: slices.map(({ name }) => name), values: [slices.map(({ amount }) => amount)] };
  }, [rows, others]);
  return (
    <ChartCard
      title={title}
      note="By revenue"
      type="doughnut"
      series={REVENUE}
      data={data}
      labelHead={labelHead}
      center="revenue"
      empty={empty}
      error={part.error}
      onRetry={part.retry}
      retrying={part.retrying}
      {...money}
      load={loadChart}
      className="c6"
    >
      <ol className="dashboard-top">
        {rows?.map((row, index) => (
          <li key={row.id}>
            <i className="pp-dot" style={{ background: `var(--color-chart-${index + 1})` }} />
            {row.picture}
            <span className="pp-grow">
              <Link className="pp-tlink pp-trunc" to={row.to}>
                {row.name}
              </Link>
              <small className="pp-muted pp-sm">{plural(row.salesCount, 'sale')}</small>
            </span>
            <span className="end">
              <b className="pp-amt">{money.format(row.totalRevenue)}</b>
              <small className="pp-muted pp-sm">{money.format(row.totalCommission)} comm.</small>
            </span>
          </li>
        ))}
        {others && rows && (
          <li>
            <i className="pp-dot" style={{ background: `var(--color-chart-${rows.length + 1})` }} />
            <span className="pp-grow">
              <span>{OTHERS}</span>
              <small className="pp-muted pp-sm">{plural(others.count, 'sale')}</small>
            </span>
            <b className="pp-amt">{money.format(others.amount)}</b>
          </li>
        )}
      </ol>
    </ChartCard>
  );
}

/** The agents who sold most: avatar or initials, link to the member, sales count, revenue, commission, a pie. */
export function TopAgents({ part, all, currency }: TopCardProps<TopAgent>) {
  const { data: agents } = part;
  const data = useMemo(
    () =>
      agents?.map((agent) => ({
        ...agent,
        name: displayName(agent),
        to: paths.teamMember.href(agent.id),
        picture: <Avatar person={agent} />,
      })),
    [agents],
  );
  return (
    <TopCard
      title="Top agents"
      labelHead="Agent"
      empty="No agent data available for the selected period"
      part={{ ...part, data }}
      all={all}
      currency={currency}
    />
  );
}

/** The same for vendors: logo or initials, link to the vendor. */
export function TopVendors({ part, all, currency }: TopCardProps<TopVendor>) {
  const { data: vendors } = part;
  const data = useMemo(
    () =>
      vendors?.map((vendor) => ({
        ...vendor,
        to: paths.vendor.href(vendor.id),
        picture: <VendorLogo vendor={vendor} />,
      })),
    [vendors],
  );
  return (
    <TopCard
      title="Top vendors"
      labelHead="Vendor"
      empty="No vendor data available for the selected period"
      part={{ ...part, data }}
      all={all}
      currency={currency}
    />
  );
}
