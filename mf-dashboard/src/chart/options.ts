import type { ChartProps } from '@paperplane/shared/ui';
import type { Options } from 'highcharts';
import type { ChartTheme } from './chart-theme';
import { pieSeries } from './pie';
import { tooltipHtml } from './tooltip';
import { axes, lineSeries } from './xy';

/** Every chart of the product, in the colours of the theme that is shown. */
function theme({ title, type, height, stacked }: ChartProps, { color, reducedMotion }: ChartTheme): Options {
  return {
    chart: {
      height,
      backgroundColor: 'transparent',
      spacing: type === 'line' || type === 'bar' ? [8, 0, 6, 0] : [0, 0, 0, 0],
      animation: !reducedMotion,
      style: { fontFamily: 'var(--font-sans)', fontSize: '12px' },
    },
    // The card shows it. To screen readers it is said by a word of theirs: a text that is drawn and hidden takes as long as one that is shown.
    title: { text: undefined },
    lang: { accessibility: { defaultChartTitle: title } },
    credits: { enabled: false },
    // The card names the lines.
    legend: { enabled: false },
    plotOptions: {
      series: {
        // Of the first drawing, which nobody may be looking at; changes are animated by the chart.
        animation: false,
        marker: { enabled: false, radius: 4, lineWidth: 2, lineColor: color('surface') },
        states: { inactive: { opacity: 0.35 }, hover: { lineWidthPlus: 0, halo: { size: 0 } } },
        // No limit to how many points may have a name.
        turboThreshold: 0,
      },
      area: { lineWidth: 2 },
      line: { lineWidth: 2 },
      column: {
        borderWidth: 0,
        borderRadius: 3,
        maxPointWidth: stacked ? 44 : 28,
        stacking: stacked ? 'normal' : undefined,
      },
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

/** What a place is, and that it is not whole. */
const placeName = (name: string, partial: string | undefined) => (partial ? `${name}, ${partial}` : name);

/** Read point by point. */
function accessibility(
  { format, data }: ChartProps,
  { color }: ChartTheme,
): NonNullable<Options['accessibility']> {
  return {
    landmarkVerbosity: 'disabled',
    screenReaderSection: { beforeChartFormat: '', afterChartFormat: '' },
    point: {
      descriptionFormatter: ({ name, x, y, series }) =>
        `${placeName(name, data.partial?.[x])}, ${series.name}: ${format(y ?? 0)}`,
    },
    series: { descriptionFormatter: ({ name, points }) => `${name}, ${points.length} points` },
    keyboardNavigation: {
      order: ['series'],
      focusBorder: { style: { color: color('border-focus'), lineWidth: 2, borderRadius: '3px' } },
    },
  };
}

/** A chart in Highcharts' words. */
export function chartOptions(props: ChartProps, chartTheme: ChartTheme): Options {
  const { type, format } = props;
  const { color } = chartTheme;
  const isPie = type === 'pie' || type === 'doughnut';
  return {
    ...theme(props, chartTheme),
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
        const { chartWidth } = this.series.chart;
        const [first] = points;
        const place = first && !isPie ? placeName(first.name, props.data.partial?.[first.x]) : '';
        return tooltipHtml(place, lines, chartTheme, chartWidth);
      },
    },
    accessibility: accessibility(props, chartTheme),
  };
}
