import { CHART_COLORS, type ChartProps } from '@paperplane/shared/ui';
import type { SeriesPieOptions } from 'highcharts';
import type { ChartTheme } from './chart-theme';

interface Slice {
  name: string;
  y: number;
}

/** Slices in order, none without a size; what has no colour of its own is one slice, "Others". */
export function slices(labels: readonly string[], values: readonly number[]): Slice[] {
  const all = labels.map((name, index) => ({ name, y: values[index] ?? 0 })).filter(({ y }) => y > 0);
  if (all.length <= CHART_COLORS) return all;
  const rest = all.slice(CHART_COLORS - 1).reduce((sum, { y }) => sum + y, 0);
  return [...all.slice(0, CHART_COLORS - 1), { name: 'Others', y: rest }];
}

/** A pie, or one with a hole for its total. */
export function pieSeries({ type, series, data }: ChartProps, { color }: ChartTheme): SeriesPieOptions {
  return {
    type: 'pie',
    name: series[0]?.name ?? '',
    innerSize: type === 'doughnut' ? '68%' : '0%',
    dataLabels: { enabled: false },
    data: slices(data.labels, data.values[0] ?? []).map((slice, index) => ({
      ...slice,
      color: color(`chart-${index + 1}`),
    })),
  };
}
