/** @jest-environment jsdom */
import type { ChartProps } from '@paperplane/shared/ui';
import { chartOptions } from './options';
import { slices } from './pie';
import { tooltipHtml } from './tooltip';
import { labelledPlaces } from './xy';

const chartTheme = { color: (token: string) => `<${token}>`, reducedMotion: false };
const money = (value: number) => `$${value}`;
const line: ChartProps = {
  title: 'Sales trends',
  type: 'line',
  series: [
    { name: 'Paid', color: 'sale-paid-solid', area: true },
    { name: 'Cancelled', color: 'sale-cancelled-solid', dash: 'dash' },
  ],
  data: {
    labels: ['Jul 2026', 'Aug 2026'],
    ticks: ['Jul', 'Aug'],
    values: [
      [1, 2],
      [0, 1],
    ],
  },
  height: 300,
  format: money,
  formatShort: money,
};
const draw = (props: ChartProps, reducedMotion = false) =>
  chartOptions(props, { ...chartTheme, reducedMotion });

it('draws lines that differ by more than their colour', () => {
  const { series } = draw(line);
  expect(series).toMatchObject([
    { type: 'area', color: '<sale-paid-solid>', dashStyle: 'Solid', marker: { symbol: 'circle' } },
    { type: 'line', color: '<sale-cancelled-solid>', dashStyle: 'Dash', marker: { symbol: 'square' } },
  ]);
});

// Holds reports-20
it('draws what is not whole dashed, and says why', () => {
  const data = {
    ...line.data,
    labels: ['Jun', 'Jul', 'Aug'],
    values: [
      [1, 2, 3],
      [0, 0, 0],
    ],
    partial: { 2: 'so far' },
  };
  expect(draw({ ...line, data }).series).toMatchObject([
    { zones: [{ value: 1 }, { dashStyle: 'ShortDash' }] },
    { zones: [{ value: 1 }, { dashStyle: 'ShortDash' }] },
  ]);
  const cut = { ...data, partial: { 0: 'from Jun 10' } };
  expect(draw({ ...line, data: cut }).series).toMatchObject([
    { zones: [{ value: 1, dashStyle: 'ShortDash' }] },
    { zones: [{ value: 1, dashStyle: 'ShortDash' }] },
  ]);
  const [bars] = draw({ ...line, type: 'bar', data }).series ?? [];
  expect(bars).toMatchObject({ data: [{ y: 1 }, { y: 2 }, { y: 3, dashStyle: 'ShortDash' }] });
});

it('shows the only point of a line that is none', () => {
  const one = { ...line, data: { labels: ['Aug 2026'], values: [[2], [1]] } };
  expect(draw(one).series).toMatchObject([{ marker: { enabled: true } }, { marker: { enabled: true } }]);
});

it('draws bars, pies and doughnuts', () => {
  expect(draw({ ...line, type: 'bar' }).series).toMatchObject([{ type: 'column' }, { type: 'column' }]);
  expect(draw({ ...line, type: 'pie' }).series).toMatchObject([{ type: 'pie', innerSize: '0%' }]);
  expect(draw({ ...line, type: 'doughnut' }).series).toMatchObject([{ type: 'pie', innerSize: '68%' }]);
});

it('moves when its numbers change, not when it is first drawn, and stands still for whoever asks for that', () => {
  const { chart, plotOptions } = draw(line);
  expect(chart?.animation).toBe(true);
  expect(plotOptions?.series?.animation).toBe(false);
  expect(draw(line, true).chart?.animation).toBe(false);
});

test.each([
  [12, 720, 12],
  [13, 720, 13],
  [90, 720, 13],
  [12, 280, 4],
  [1, 280, 1],
  [30, 10, 1],
])('of %d places on %d px some get a label', (places, width, labels) => {
  expect(labelledPlaces(places, width, 52)).toHaveLength(labels);
});

describe('bars of groups', () => {
  const names = ['Halcyon Ocean Voyages', 'Blue Pennant', 'Transcontinentalexpeditions & Co'];
  const values = [names.map(() => 1)];
  const bars: ChartProps = { ...line, type: 'bar', data: { labels: names, values } };
  const written = (options: object, axisLength: number) => {
    const { formatter } = options as { formatter: (this: unknown, context: object) => string };
    return names.map((_, value) => formatter.call(null, { value, axis: { len: axisLength } }));
  };

  // Holds reports-9
  it('all have their names, on lines where there is room, else turned', () => {
    const { xAxis, responsive } = draw(bars);
    const axis = xAxis as { tickPositioner: () => number[]; labels: object };
    expect(axis.tickPositioner.call({ len: 60 } as never)).toEqual([0, 1, 2]);
    expect(axis.labels).toMatchObject({ rotation: 0 });
    expect(written(axis.labels, 300)).toEqual([
      'Halcyon Ocean<br/>Voyages',
      'Blue Pennant',
      'Transcontine…<br/>&amp; Co',
    ]);
    const rules = responsive?.rules as { condition: { maxWidth: number }; chartOptions: never }[];
    expect(rules.map(({ condition }) => condition.maxWidth)).toEqual([306, 118]);
    const [turned] = rules.map(
      ({ chartOptions }) => (chartOptions as { xAxis: { labels: object } }).xAxis.labels,
    );
    expect(turned).toMatchObject({ rotation: -45 });
    expect(written(turned!, 100)).toEqual(['Halcyon Ocean V…', 'Blue Pennant', 'Transcontinenta…']);
  });

  it('leaves names out only of what many months name', () => {
    const months = Array.from({ length: 36 }, (_, index) => `Month ${index}`);
    const { xAxis } = draw({ ...bars, data: { labels: months, values: [months.map(() => 1)] } });
    const axis = xAxis as { tickPositioner: () => number[] };
    expect(axis.tickPositioner.call({ len: 300 } as never).length).toBeLessThan(36);
  });

  it('stand beside what was before, which is no part of their amount', () => {
    const series = [
      { name: 'Agents’ share', outlined: true },
      { name: 'Agency’s share' },
      { name: 'Year before', outlined: true, beside: true },
    ];
    const data = {
      labels: names,
      values: [
        [1, 1, 1],
        [2, 2, 2],
        [3, 3, 3],
      ],
    };
    expect(draw({ ...bars, series, data, stacked: true }).series).toMatchObject([
      { type: 'column', stack: 'together' },
      { type: 'column', stack: 'together' },
      { type: 'column', stack: 'beside' },
    ]);
  });
});

it('has eight colours, so the rest of a pie is one slice', () => {
  const names = Array.from({ length: 10 }, (_, index) => `V${index}`);
  const shown = slices(names, [10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(shown).toHaveLength(8);
  expect(shown.at(-1)).toEqual({ name: 'Others', y: 6 });
  expect(slices(['A', 'B'], [1, 0])).toEqual([{ name: 'A', y: 1 }]);
});

it('takes names in a tooltip for words', () => {
  const html = tooltipHtml('Q&A', [{ name: '<img src=x>', color: '#000', value: '$1' }], chartTheme, 168);
  expect(html).toContain('&lt;img src=x&gt;');
  expect(html).toContain('Q&amp;A');
  // No wider than the chart: a long name wraps.
  expect(html).toContain('max-width:168px');
});
