import { ChartCard } from '@paperplane/shared/ui';
import { useMemo } from 'react';
import type { Dashboard, Trend } from './dashboard';
import { loadChart } from '../chart/load-chart';
import { trendData, type Line } from './trends';
import { useMoney } from '../chart/use-money';
import type { PartState } from './use-part';

interface TrendCardProps<Status extends string> {
  title: string;
  /** Which sums the lines are, where the title does not say. */
  note?: string;
  lines: readonly Line<Status>[];
  part: PartState<Trend<Status>>;
  /** Of what has arrived. */
  range: Dashboard['range'] | undefined;
  currency: string;
}

/** Amounts over time, a line for each status. */
export function TrendCard<Status extends string>(props: TrendCardProps<Status>) {
  const { title, note, lines, part, range, currency } = props;
  const { data: trend } = part;
  const data = useMemo(() => trend && range && trendData(trend, lines, range), [trend, lines, range]);
  return (
    <ChartCard
      title={title}
      note={note}
      type="line"
      series={lines}
      legend
      data={data}
      labelHead={data?.head ?? ''}
      error={part.error}
      onRetry={part.retry}
      retrying={part.retrying}
      {...useMoney(currency)}
      load={loadChart}
      className="c8"
    />
  );
}
