import { formatMoney } from '@paperplane/shared/domain';
import type { Bucket } from '@paperplane/shared/platform';
import { ChartCard } from '@paperplane/shared/ui';
import type { Trend } from '../dashboard';
import { loadChart } from './load-chart';
import { shortMoney } from './short-money';
import { trendData, type Line } from './trends';
import type { PartState } from './use-part';

interface TrendCardProps<Status extends string> {
  title: string;
  lines: readonly Line<Status>[];
  part: PartState<Trend<Status>>;
  /** How wide the points of what has arrived are. */
  bucket: Bucket | undefined;
  currency: string;
}

/** Amounts over time, a line for each status. Spec section 2, admin dashboard. */
export function TrendCard<Status extends string>(props: TrendCardProps<Status>) {
  const { title, lines, part, bucket = 'month', currency } = props;
  const data = part.data && trendData(part.data, lines, bucket);
  return (
    <ChartCard
      title={title}
      type="line"
      series={lines}
      legend
      data={data}
      labelHead={data?.head ?? ''}
      error={part.error}
      onRetry={part.retry}
      retrying={part.retrying}
      format={(value) => formatMoney(value, { currency })}
      formatShort={(value) => shortMoney(value, currency)}
      load={loadChart}
      className="c8"
    />
  );
}
