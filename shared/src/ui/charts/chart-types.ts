import type { ComponentType } from 'react';

/** How a chart may be drawn. */
export const CHART_TYPES = ['line', 'bar', 'pie', 'doughnut'] as const;
export type ChartType = (typeof CHART_TYPES)[number];

/** Pixels, unless a card says otherwise; kept free before anything is drawn. */
export const CHART_HEIGHT = 300;

/** How many slices of a pie have a colour of their own. */
export const CHART_COLORS = 8;

/** docs/product/dashboard.md, Dashboard empty texts. */
export const NO_CHART_DATA = 'No data available for the selected time period';

/** How a series looks; the colour is never its only mark. */
export interface ChartSeries {
  name: string;
  /** A colour token without `--color-`: `sale-paid-solid`. Without one: `chart-1` to `chart-8`, in order. */
  color?: string;
  dash?: 'dash' | 'dot';
  /** Fills the area under the line: for the one leading series. */
  area?: boolean;
  /** A bar that is one part of an amount: pale in an outline, while the other is solid. */
  outlined?: boolean;
  /** Among bars: a dotted line, for the period before. */
  over?: boolean;
  /** Among bars: one of its own beside the others, for the period before; no part of their amount. */
  beside?: boolean;
}

export interface ChartData {
  /** What each place on the x axis, or each slice, is: "Aug 2026". */
  labels: readonly string[];
  /** Shorter ones for the axis: "Aug". */
  ticks?: readonly string[];
  /** A list for each series, a number for each label. A pie has one series. */
  values: readonly (readonly number[])[];
  /** Places that are not whole, drawn dashed, each with why: "so far". */
  partial?: Readonly<Record<number, string>>;
}

/** What a drawing of a chart needs to know. */
export interface ChartProps {
  /** Names the chart for screen readers. */
  title: string;
  type: ChartType;
  series: readonly ChartSeries[];
  data: ChartData;
  /** Pixels. */
  height: number;
  /** A number in words: `$12,940`. */
  format: (value: number) => string;
  /** The same, short: `$12.9k`. */
  formatShort: (value: number) => string;
  /** In the hole of a doughnut: what its total is of. */
  center?: string;
  /** Bars are parts of one amount and stand on each other. */
  stacked?: boolean;
}

/** The code that draws: fetched when the rest of a card is there, and by nobody who shows no chart. */
export interface ChartCode {
  Chart: ComponentType<ChartProps>;
}

/** The colour token of a series. */
export const colorToken = ({ color }: ChartSeries, index: number): string =>
  color ?? `chart-${(index % CHART_COLORS) + 1}`;

/** True when there is nothing to draw. */
export const isEmptyChart = ({ values }: ChartData): boolean =>
  values.every((series) => series.every((value) => value === 0));
