import { colorToken, type ChartProps, type ChartSeries } from '@paperplane/shared/ui';
import type { Axis, Options, SeriesOptionsType, SeriesZonesOptionsObject } from 'highcharts';
import { barNames, MOST_NAMED } from './bar-names';
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
  const named = type === 'bar' && places <= MOST_NAMED ? barNames(ticks) : null;
  return {
    ...(named && { responsive: named.responsive }),
    xAxis: {
      min: -edge,
      max: places - 1 + edge,
      minPadding: 0,
      maxPadding: 0,
      lineWidth: 0,
      tickLength: 0,
      tickPositioner(this: Axis) {
        return labelledPlaces(places, this.len, named ? 0 : roomFor(ticks));
      },
      labels: named
        ? { ...named.labels, style: { ...style, ...named.labels.style } }
        : { style, y: 20, rotation: 0, formatter: ({ value }) => ticks[Number(value)] ?? '' },
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

/** Between which places a line is dashed: up to the first whole one, and from the last. */
function zonesOf(places: number, partial: Readonly<Record<number, string>>): SeriesZonesOptionsObject[] {
  const last = places - 1;
  return [
    ...(partial[0] && last > 0 ? [{ value: 1, dashStyle: 'ShortDash' as const }] : []),
    ...(partial[last] && last > 0 ? [{ value: last - 1 }, { dashStyle: 'ShortDash' as const }] : []),
  ];
}

/** A bar; one that is not whole has a dashed outline and less colour. */
function bar({ outlined }: ChartSeries, color: string, isPartial: boolean) {
  if (!outlined && !isPartial) return {};
  return {
    color: `${color}${outlined ? '42' : '99'}`,
    borderColor: color,
    borderWidth: 1.25,
    ...(isPartial && { dashStyle: 'ShortDash' as const }),
  };
}

/** Lines that differ by dashes, fill and points as well as by colour; or bars, and lines over them. Straight from point to point. */
export function lineSeries({ type, series, data }: ChartProps, chartTheme: ChartTheme): SeriesOptionsType[] {
  const { partial = {}, labels } = data;
  return series.map((each, index): SeriesOptionsType => {
    const color = chartTheme.color(colorToken(each, index));
    const isBar = type === 'bar' && !each.over;
    const common = {
      name: each.name,
      color,
      // The leading line lies above the others, a line above all bars.
      zIndex: each.over ? series.length + 1 : series.length - index,
      data: (data.values[index] ?? []).map((y, place) => ({
        y,
        name: labels[place] ?? '',
        ...(isBar && bar(each, color, place in partial)),
      })),
    };
    if (isBar) return { ...common, type: 'column', stack: each.beside ? 'beside' : 'together' };
    const line = {
      ...common,
      // One place alone is no line, so its point is always shown.
      marker: { symbol: SYMBOLS[index % SYMBOLS.length], enabled: labels.length === 1 },
      dashStyle: each.over ? ('Dot' as const) : each.dash ? DASHES[each.dash] : ('Solid' as const),
      zoneAxis: 'x',
      zones: each.over ? [] : zonesOf(labels.length, partial),
    };
    return each.area ? { ...line, type: 'area', fillColor: areaFill(color) } : { ...line, type: 'line' };
  });
}
