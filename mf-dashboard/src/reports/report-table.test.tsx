import { screen, within } from '@testing-library/react';
import { renderAt } from '@paperplane/shared/testing';
import { chartDataOf } from './report-chart';
import { REPORT_KINDS } from './report-kinds';
import { toReport, type ReportAnswer } from './report-rows';
import { ReportStrip } from './report-strip';
import { ReportTable } from './report-table';

const figures = (n: number, received: number, agents: number, short = 0) => ({
  n,
  total: 0,
  expected: received + short,
  received_n: n,
  received,
  agents,
  agency: received - agents,
  short_n: short > 0 ? 1 : 0,
  short,
  written_off: 0,
  open: 0,
  due_n: 0,
  late_n: 0,
  late_days: 0,
  paid: 0,
});
const ANSWER: ReportAnswer = {
  range: { first: '2026-12-01', last: '2027-01-31', today: '2027-01-20' },
  before_range: { first: '2025-12-01', last: '2026-01-31' },
  rows: [
    { key: '2026-12-01', figures: figures(139, 30_885, 18_222, 45), before: figures(130, 28_470, 17_000) },
    { key: '2027-01-01', figures: figures(42, 19_864, 11_611), before: figures(50, 20_788, 12_000) },
  ],
  total: figures(181, 50_749, 29_833, 45),
  before: figures(180, 49_258, 29_000),
};
const report = toReport(ANSWER);
const kind = REPORT_KINDS.commissions;
const cells = (line: HTMLElement) =>
  within(line)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

it('shows months newest first, each figure leading to its rows, and the total', () => {
  renderAt(
    <ReportTable
      report={report}
      kind={kind}
      group="month"
      compare="year"
      currency="USD"
      toRows={(key) => `/reports/commissions?row=${key}`}
    />,
  );
  const table = screen.getByRole('table', { name: 'Figures' });
  const [, january, december, total] = within(table).getAllByRole('row');
  expect(cells(january!)).toEqual([
    'Jan 2027',
    '42',
    '$19,864',
    '–',
    '$19,864',
    '$11,611',
    '$8,253',
    '$20,788',
    '−4.4%',
  ]);
  expect(cells(december!)).toEqual([
    'Dec 2026',
    '139',
    '$30,930',
    '$45',
    '$30,885',
    '$18,222',
    '$12,663',
    '$28,470',
    '+8.5%',
  ]);
  expect(cells(total!)).toEqual([
    '2 months',
    '181',
    '$50,794',
    '$45',
    '$50,749',
    '$29,833',
    '$20,916',
    '$49,258',
    '+3.0%',
  ]);
  for (const name of ['Dec 2026', '$45', '$30,885'])
    expect(within(december!).getByRole('link', { name })).toHaveAttribute(
      'href',
      '/reports/commissions?row=2026-12-01',
    );
});

it('sums up and compares above the chart', () => {
  renderAt(<ReportStrip report={report} kind={kind} currency="USD" />);
  expect(screen.getByText('Received').closest('div')).toHaveTextContent(
    '$50,749+3.0%181 commissions · $49,258 before',
  );
  expect(screen.getByText('Agents’ share').closest('div')).toHaveTextContent('$29,83358.8% of received');
});

it('draws the running month as partial, and the range before', () => {
  expect(chartDataOf(report, kind, 'month', true)).toEqual({
    labels: ['Dec 2026', 'Jan 2027'],
    ticks: ['Dec', 'Jan'],
    values: [
      [18_222, 11_611],
      [12_663, 8253],
      [28_470, 20_788],
    ],
    partial: { 1: 'so far' },
  });
});
