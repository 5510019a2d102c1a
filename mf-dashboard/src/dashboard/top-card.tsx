import { formatMoney, plural } from '@paperplane/shared/domain';
import { Link, paths, type TopAgent, type TopVendor } from '@paperplane/shared/platform';
import { Avatar, ChartCard, VendorLogo } from '@paperplane/shared/ui';
import type { ReactNode } from 'react';
import { loadChart } from './load-chart';
import { shortMoney } from './short-money';
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
  currency: string;
}

function TopCard(props: {
  title: string;
  labelHead: string;
  empty: string;
  part: PartState<readonly TopRow[]>;
  currency: string;
}) {
  const { title, labelHead, empty, part, currency } = props;
  const money = (value: number) => formatMoney(value, { currency });
  const rows = part.data;
  return (
    <ChartCard
      title={title}
      note="By revenue"
      type="doughnut"
      series={[{ name: 'Revenue' }]}
      data={rows && { labels: rows.map(({ name }) => name), values: [rows.map((row) => row.totalRevenue)] }}
      labelHead={labelHead}
      center="revenue"
      empty={empty}
      error={part.error}
      onRetry={part.retry}
      retrying={part.retrying}
      format={money}
      formatShort={(value) => shortMoney(value, currency)}
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
              <small>{plural(row.salesCount, 'sale')}</small>
            </span>
            <span className="end">
              <b className="pp-amt">{money(row.totalRevenue)}</b>
              <small>{money(row.totalCommission)} comm.</small>
            </span>
          </li>
        ))}
      </ol>
    </ChartCard>
  );
}

/** Spec section 2: avatar or initials, link to the member, sales count, revenue, commission, a pie. */
export function TopAgents({ part, currency }: TopCardProps<TopAgent>) {
  const data = part.data?.map((agent) => ({
    ...agent,
    name: `${agent.firstName} ${agent.lastName}`,
    to: paths.teamMember.href(agent.id),
    picture: <Avatar person={agent} />,
  }));
  return (
    <TopCard
      title="Top agents"
      labelHead="Agent"
      empty="No agent data available for the selected period"
      part={{ ...part, data }}
      currency={currency}
    />
  );
}

/** The same for vendors: logo or initials, link to the vendor. */
export function TopVendors({ part, currency }: TopCardProps<TopVendor>) {
  const data = part.data?.map((vendor) => ({
    ...vendor,
    to: paths.vendor.href(vendor.id),
    picture: <VendorLogo vendor={vendor} />,
  }));
  return (
    <TopCard
      title="Top vendors"
      labelHead="Vendor"
      empty="No vendor data available for the selected period"
      part={{ ...part, data }}
      currency={currency}
    />
  );
}
