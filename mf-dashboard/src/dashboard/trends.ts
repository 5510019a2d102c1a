import {
  camelCase,
  COMMISSION_STATUSES,
  isAgentShare,
  type CommissionStatus,
  type SaleStatus,
} from '@paperplane/shared/domain';
import type { ChartData, ChartSeries } from '@paperplane/shared/ui';
import { partialPlaces } from '../chart/partial';
import { ofStatus, type CommissionTrend, type Dashboard, type Trend } from './dashboard';
import { bucketLabels } from './bucket-labels';

export type Line<Status> = ChartSeries & { status: Status };

/** Leading status first; no two lines differ by their colour alone. */
export const SALE_LINES: readonly Line<SaleStatus>[] = [
  { status: 'paid', name: 'Paid', color: 'sale-paid-solid', area: true },
  { status: 'booked', name: 'Booked', color: 'sale-booked-solid' },
  { status: 'cancelled', name: 'Cancelled', color: 'sale-cancelled-solid', dash: 'dash' },
];

export const COMMISSION_LINES: readonly Line<CommissionStatus>[] = [
  { status: 'agent_paid', name: 'Agent paid', color: 'commission-agent-paid-solid', area: true },
  { status: 'funds_received', name: 'Funds received', color: 'commission-funds-received-solid' },
  { status: 'unpaid', name: 'Unpaid', color: 'commission-unpaid-solid', dash: 'dash' },
  { status: 'cancelled', name: 'Cancelled', color: 'commission-cancelled-solid', dash: 'dot' },
];

/** The sums that each line stands for: an agent's share, or gross but for what agents were paid. */
export function shownCommissionTrend(trend: CommissionTrend, isAdmin: boolean): Trend<CommissionStatus> {
  const { agent, ...gross } = trend;
  const paid = COMMISSION_STATUSES.filter((status) => isAgentShare(status, isAdmin));
  return {
    ...gross,
    ...Object.fromEntries(paid.map((status) => [camelCase(status), ofStatus(agent, status)])),
  };
}

/** A trend as a chart takes it. */
export function trendData<Status extends string>(
  trend: Trend<Status>,
  lines: readonly Line<Status>[],
  { bucket, start, end, today }: Dashboard['range'],
): ChartData & { head: string } {
  return {
    ...bucketLabels(bucket, trend.labels),
    partial: partialPlaces(bucket, trend.labels, { start, end }, today),
    values: lines.map(({ status }) => ofStatus(trend, status)),
  };
}
