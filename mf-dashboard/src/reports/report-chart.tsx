import { ChartCard, type ChartData, type ChartSeries } from '@paperplane/shared/ui';
import { useMemo } from 'react';
import { partialPlaces } from '../chart/partial';
import { loadChart } from '../chart/load-chart';
import { useMoney } from '../chart/use-money';
import type { Report } from './report';
import type { ReportKind } from './report-kinds';
import { beforeWord, GROUP_WORDS, rowName, shortMonth } from './report-words';

interface ReportChartProps {
  report: Report;
  kind: ReportKind;
  group: string;
  compare: string | undefined;
  currency: string;
}

/** How many groups have room beside each other. */
const MOST = 12;
const days = (value: number) => `${value} ${value === 1 ? 'day' : 'days'}`;

/** What a chart draws of a report: every month, or the first groups. */
export function chartDataOf(report: Report, kind: ReportKind, group: string, isCompared: boolean): ChartData {
  const rows = group === 'month' ? report.rows : report.rows.slice(0, MOST);
  const years = new Set(rows.map(({ key }) => key.slice(0, 4)));
  return {
    labels: rows.map((row) => rowName(row, group)),
    ticks: rows.map((row) =>
      group === 'month' && years.size <= 2 ? shortMonth(row.key) : rowName(row, group),
    ),
    values: [
      ...kind.bars.map(({ of }) => rows.map(({ figures }) => of(figures))),
      ...(isCompared
        ? [rows.map(({ before }) => (before ? kind.bars.reduce((sum, { of }) => sum + of(before), 0) : 0))]
        : []),
    ],
    ...(group === 'month' && {
      partial: partialPlaces(
        'month',
        rows.map(({ key }) => key),
        { start: report.range.first, end: report.range.last },
        report.range.today,
      ),
    }),
  };
}

/** A report's chart: bars, parts of one amount on each other, and the range before as a dotted line over months, as a pale bar beside each group. */
export function ReportChart({ report, kind, group, compare, currency }: ReportChartProps) {
  const isCompared = report.before !== null;
  const data = useMemo(() => chartDataOf(report, kind, group, isCompared), [report, kind, group, isCompared]);
  const series = useMemo<ChartSeries[]>(
    () => [
      ...kind.bars,
      ...(isCompared
        ? [
            group === 'month'
              ? { name: beforeWord(compare), color: 'text', over: true }
              : { name: beforeWord(compare), color: 'text-muted', outlined: true, beside: true },
          ]
        : []),
    ],
    [kind, group, isCompared, compare],
  );
  const money = useMoney(currency);
  const words = kind.main.shape === 'days' ? { format: days, formatShort: String } : money;
  const first = group !== 'month' && report.rows.length > MOST;
  return (
    <ChartCard
      title={`${kind.barsTitle} by ${GROUP_WORDS[group] ?? group}`}
      note={first ? `the first ${MOST}` : undefined}
      type="bar"
      stacked={kind.bars.length > 1}
      series={series}
      legend={series.length > 1}
      data={data}
      labelHead={GROUP_WORDS[group] ?? ''}
      {...words}
      height={280}
      load={loadChart}
      className="report-chart"
    />
  );
}
