import type { ChartProps } from '@paperplane/shared/ui';
import type { Options } from 'highcharts';
import type { ChartTheme } from './chart-theme';
import { pieSeries } from './pie';
import { tooltipHtml } from './tooltip';
import { axes, lineSeries } from './xy';

/** Design section 2: every chart of the product, in the colours of the theme that is shown. */
function theme(
  { title, type, height }: ChartProps,
  { color }: ChartTheme,
  withoutAnimation: boolean,
): Options {
  return {
    chart: {
      height,
      backgroundColor: 'transparent',
      spacing: type === 'line' || type === 'bar' ? [8, 0, 6, 0] : [0, 0, 0, 0],
      animation: !withoutAnimation,
      style: { fontFamily: 'var(--font-sans)', fontSize: '12px' },
    },
    // Said to screen readers; the card shows it.
    title: { text: title, floating: true, style: { display: 'none' } },
    credits: { enabled: false },
    plotOptions: {
      series: {
        animation: withoutAnimation ? false : { duration: 400 },
        marker: { enabled: false, radius: 4, lineWidth: 2, lineColor: color('surface') },
        states: { inactive: { opacity: 0.35 }, hover: { lineWidthPlus: 0, halo: { size: 0 } } },
        // No limit to how many points may have a name.
        turboThreshold: 0,
      },
      areaspline: { lineWidth: 2 },
      spline: { lineWidth: 2 },
      column: { borderWidth: 0, borderRadius: 3, maxPointWidth: 28 },
      pie: {
        borderWidth: 2.5,
        borderColor: color('surface'),
        borderRadius: 0,
        size: '100%',
        slicedOffset: 0,
      },
    },
  };
}

/** Read point by point, once the code for that is there. */
function accessibility(
  { format }: ChartProps,
  { color }: ChartTheme,
  isThere: boolean,
): NonNullable<Options['accessibility']> {
  return {
    enabled: isThere,
    landmarkVerbosity: 'disabled',
    screenReaderSection: { beforeChartFormat: '', afterChartFormat: '' },
    point: { descriptionFormatter: ({ name, y, series }) => `${name}, ${series.name}: ${format(y ?? 0)}` },
    series: { descriptionFormatter: ({ name, points }) => `${name}, ${points.length} points` },
    keyboardNavigation: {
      order: ['series'],
      focusBorder: { style: { color: color('border-focus'), lineWidth: 2, borderRadius: '3px' } },
    },
  };
}

/** How a chart is drawn now. */
export interface Drawing {
  /** The accessibility module is loaded. */
  isAccessible: boolean;
  /** Nothing moves. */
  withoutAnimation: boolean;
}

/** A chart in Highcharts' words. */
export function chartOptions(
  props: ChartProps,
  chartTheme: ChartTheme,
  { isAccessible, withoutAnimation }: Drawing,
): Options {
  const { type, format } = props;
  const { color } = chartTheme;
  const isPie = type === 'pie' || type === 'doughnut';
  return {
    ...theme(props, chartTheme, withoutAnimation),
    ...(isPie
      ? { series: [pieSeries(props, chartTheme)] }
      : { ...axes(props, chartTheme), series: lineSeries(props, chartTheme) }),
    tooltip: {
      shared: !isPie,
      useHTML: true,
      backgroundColor: color('surface-raised'),
      borderColor: color('border-strong'),
      borderRadius: 9,
      borderWidth: 1,
      shadow: false,
      padding: 0,
      style: { color: color('text'), fontSize: '12px' },
      formatter() {
        const points = this.points ?? [this];
        const lines = points.map((point) => ({
          name: isPie ? point.name : point.series.name,
          color: typeof point.color === 'string' ? point.color : '',
          value: format(point.y ?? 0),
        }));
        return tooltipHtml(isPie ? '' : (points[0]?.name ?? ''), lines, chartTheme);
      },
    },
    accessibility: accessibility(props, chartTheme, isAccessible),
  };
}
