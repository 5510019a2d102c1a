import { colorToken, type ChartProps } from '@paperplane/shared/ui';
import type { Axis, Options, SeriesOptionsType } from 'highcharts';
import type { ChartTheme } from './chart-theme';

/** Room that a label of the x axis takes, in pixels: 7 a letter and a gap, and no less than 52. */
const roomFor = (ticks: readonly string[]): number =>
  Math.max(52, 7 * Math.max(0, ...ticks.map(({ length }) => length)) + 10);

const DASHES = { dash: 'Dash', dot: 'Dot' } as const;

/** No two lines have the same point either. */
const SYMBOLS = ['circle', 'square', 'diamond', 'triangle'] as const;

/** The positions that get a label: every one, or every second, third … so that labels do not overlap. */
export function labelledPlaces(places: number, width: number, room: number): number[] {
  const step = Math.max(1, Math.ceil(places / Math.max(1, Math.floor(width / room))));
  return Array.from({ length: Math.ceil(places / step) }, (_, index) => index * step);
}

/** Time or names along the bottom, amounts along the left. */
export function axes({ type, data, formatShort }: ChartProps, { color }: ChartTheme): Options {
  const places = data.labels.length;
  const ticks = data.ticks ?? data.labels;
  const style = { color: color('chart-axis'), fontSize: '12px', fontWeight: '400' };
  // A line runs from edge to edge; a bar needs padding on both sides.
  const edge = type === 'line' && places > 1 ? 0 : 0.5;
  return {
    xAxis: {
      min: -edge,
      max: places - 1 + edge,
      minPadding: 0,
      maxPadding: 0,
      lineWidth: 0,
      tickLength: 0,
      tickPositioner(this: Axis) {
        return labelledPlaces(places, this.len, roomFor(ticks));
      },
      labels: { style, y: 20, rotation: 0, formatter: ({ value }) => ticks[Number(value)] ?? '' },
      crosshair: { color: color('chart-cursor'), dashStyle: 'Dash', width: 1 },
    },
    yAxis: {
      title: { text: undefined },
      min: 0,
      gridLineColor: color('chart-grid'),
      tickAmount: 4,
      labels: { style, x: -10, formatter: ({ value }) => formatShort(Number(value)) },
    },
  };
}

/** A soft fill that fades to nothing. */
const areaFill = (color: string) => ({
  linearGradient: { x1: 0, y1: 0, x2: 0, y2: 1 },
  stops: [
    [0, `${color}24`],
    [1, `${color}00`],
  ] as [number, string][],
});

/** Lines that differ by dashes, fill and points as well as by colour; or bars. */
export function lineSeries({ type, series, data }: ChartProps, chartTheme: ChartTheme): SeriesOptionsType[] {
  return series.map((each, index): SeriesOptionsType => {
    const color = chartTheme.color(colorToken(each, index));
    const common = {
      name: each.name,
      color,
      // The leading line lies above the others.
      zIndex: series.length - index,
      data: (data.values[index] ?? []).map((y, place) => ({ y, name: data.labels[place] ?? '' })),
    };
    if (type === 'bar') return { ...common, type: 'column' };
    const line = {
      ...common,
      // One place alone is no line, so its point is always shown.
      marker: { symbol: SYMBOLS[index % SYMBOLS.length], enabled: data.labels.length === 1 },
      dashStyle: each.dash ? DASHES[each.dash] : ('Solid' as const),
    };
    return each.area
      ? { ...line, type: 'areaspline', fillColor: areaFill(color) }
      : { ...line, type: 'spline' };
  });
}
