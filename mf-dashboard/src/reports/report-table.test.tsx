import { screen, within } from '@testing-library/react';
import { idOf, renderAt, shownOf } from '@paperplane/shared/testing';
import { chartDataOf } from './report-chart';
import { REPORT_KINDS } from './report-kinds';
import { contract } from './contract';
import { reportFile } from './export/report-table-file';
import { ReportStrip } from './report-strip';
import { ReportTable } from './report-table';
import { describe as describeReport } from './report-words';
import { reportSortValues, sortOrders, tableSorting } from './sorting';

const figures = (n: number, received: number, agents: number, short = 0) => ({
  n,
  expected: received + short,
  receivedN: n,
  received,
  takenBack: 0,
  net: received,
  agents,
  agency: received - agents,
  shortN: short > 0 ? 1 : 0,
  short,
});
const [answer] = contract.run_report.answer.options;
const ASKED = {
  report: 'commissions',
  range: { first: '2026-12-01', last: '2027-01-31', today: '2027-01-20' },
  beforeRange: { first: '2025-12-01', last: '2026-01-31' },
  total: figures(181, 50_749, 29_833, 45),
  before: figures(180, 49_258, 29_000),
};
const report = shownOf(answer, {
  ...ASKED,
  rows: [
    { key: '2026-12-01', figures: figures(139, 30_885, 18_222, 45), before: figures(130, 28_470, 17_000) },
    { key: '2027-01-01', figures: figures(42, 19_864, 11_611), before: figures(50, 20_788, 12_000) },
  ],
});
const kind = REPORT_KINDS.commissions;
const cells = (line: HTMLElement) =>
  within(line)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

const columns = [...Object.keys(reportSortValues(kind, 'month'))];
const sorting = (sort = '', dir = '') =>
  tableSorting(
    columns,
    { sort, dir },
    (changes) => `/reports/commissions?${new URLSearchParams(changes).toString()}`,
  );

it('shows months newest first, each figure leading to its rows, and the total', () => {
  renderAt(
    <ReportTable
      report={report}
      kind={kind}
      group="month"
      compare="year"
      currency="USD"
      sorting={sorting()}
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
    '–',
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
    '–',
    '$50,749',
    '$29,833',
    '$20,916',
    '$49,258',
    '+3.0%',
  ]);
  for (const name of ['Dec 2026', '$45', '$30,930'])
    expect(within(december!).getByRole('link', { name })).toHaveAttribute(
      'href',
      '/reports/commissions?row=2026-12-01',
    );
  const phone = within(screen.getByRole('list', { name: 'Figures' }));
  expect(phone.getByRole('link', { name: /Dec 2026/ })).toHaveAttribute(
    'href',
    '/reports/commissions?row=2026-12-01',
  );
});

it('sums up and compares above the chart', () => {
  renderAt(<ReportStrip report={report} kind={kind} currency="USD" />);
  expect(screen.getByText('Received').closest('div')).toHaveTextContent(
    '$50,749+3.0%181 commissions · $49,258 before',
  );
  expect(screen.getByText('Agents’ share').closest('div')).toHaveTextContent('$29,83358.8% of net');
});

it('says beside what was received what was taken back, and what is left', () => {
  const taken = {
    ...ASKED,
    before: null,
    total: { ...figures(3, 1000, 420), takenBack: 400, net: 600, agency: 180 },
  };
  renderAt(<ReportStrip report={shownOf(answer, { ...taken, rows: [] })} kind={kind} currency="USD" />);
  const told = (label: string) => screen.getByText(label).closest('div');
  expect(told('Received')).toHaveTextContent('$1,000');
  expect(told('Net')).toHaveTextContent('$600$400 taken back');
  expect(told('Agents’ share')).toHaveTextContent('$42070.0% of net');
  expect(told('Agency’s share')).toHaveTextContent('$18030.0% of net');
});

const vendors = shownOf(answer, {
  ...ASKED,
  rows: [
    {
      key: idOf('v1'),
      label: { name: 'Azure Coast' },
      figures: figures(3, 900, 500),
      before: figures(1, 1000, 500),
    },
    {
      key: idOf('v2'),
      label: { name: 'Zenith Air' },
      figures: figures(9, 400, 200),
      before: figures(1, 200, 100),
    },
    {
      key: idOf('v3'),
      label: { name: 'Moss Lodges' },
      figures: figures(1, 400, 300),
      before: figures(0, 0, 0),
    },
  ],
  others: figures(100, 9999, 1),
});
const showVendors = (sort?: string, dir?: string) => {
  const { unmount } = renderAt(
    <ReportTable
      report={vendors}
      kind={kind}
      group="vendor"
      compare="year"
      currency="USD"
      sorting={sorting(sort, dir)}
      toRows={(key) => `/reports/commissions?row=${key}`}
    />,
  );
  const names = within(screen.getByRole('table', { name: 'Figures' }))
    .getAllByRole('row')
    .slice(1)
    .map((line) => cells(line)[0]?.replace(/^[A-Z]{2}/, ''));
  const phone = within(screen.getByRole('list', { name: 'Figures' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
  return { names, phone, unmount };
};

// Holds reports-7
it.each([
  ['', '', 'Azure Coast, Zenith Air, Moss Lodges'],
  ['name', 'asc', 'Azure Coast, Moss Lodges, Zenith Air'],
  ['name', 'desc', 'Zenith Air, Moss Lodges, Azure Coast'],
  ['n', 'desc', 'Zenith Air, Azure Coast, Moss Lodges'],
  ['received', 'asc', 'Zenith Air, Moss Lodges, Azure Coast'],
  ['before', 'asc', 'Moss Lodges, Zenith Air, Azure Coast'],
  // Who had nothing before has no change, and is last either way.
  ['change', 'desc', 'Zenith Air, Azure Coast, Moss Lodges'],
  ['change', 'asc', 'Azure Coast, Zenith Air, Moss Lodges'],
  ['nothing', 'desc', 'Azure Coast, Zenith Air, Moss Lodges'],
])('sorts by any column, the rest and the total stay last: %s %s', (sort, dir, order) => {
  const { names, phone } = showVendors(sort, dir);
  expect(names.join(', ')).toBe(`${order}, All others, All`);
  order.split(', ').forEach((name, place) => expect(phone[place]).toContain(name));
});

// Holds reports-8
it('sorts a column’s own way, then the other, then as the report does, and says which way', () => {
  const heads = () =>
    screen.getAllByRole('columnheader').map((head) => ({
      name: head.textContent,
      sort: head.getAttribute('aria-sort'),
      to: within(head).getByRole('link').getAttribute('href')?.split('?')[1],
    }));
  const { unmount } = showVendors();
  expect(heads()).toHaveLength(kind.columns.length + 3);
  expect(heads()[0]).toEqual({ name: 'Vendor', sort: null, to: 'sort=name&dir=asc' });
  expect(heads()[1]).toEqual({ name: 'Commissions', sort: null, to: 'sort=n&dir=desc' });
  unmount();
  const once = showVendors('n', 'desc');
  expect(heads()[1]).toEqual({ name: 'Commissions', sort: 'descending', to: 'sort=n&dir=asc' });
  once.unmount();
  showVendors('n', 'asc');
  expect(heads()[1]).toEqual({ name: 'Commissions', sort: 'ascending', to: 'sort=&dir=' });
});

it('offers the orders on a phone, too', () => {
  expect(sortOrders('Vendor', kind.columns).slice(0, 3)).toEqual([
    { value: 'name-asc', label: 'Vendor A to Z' },
    { value: 'n-desc', label: 'Commissions, highest first' },
    { value: 'n-asc', label: 'Commissions, lowest first' },
  ]);
});

it('draws groups beside what they were before', () => {
  expect(chartDataOf(vendors, kind, 'vendor', true)).toMatchObject({
    labels: ['Azure Coast', 'Zenith Air', 'Moss Lodges'],
    values: [
      [500, 200, 300],
      [400, 200, 100],
      [1000, 200, 0],
    ],
  });
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

// docs/product/reports.md, Sales by line kind
// Holds reports-27
it('names kinds of lines, and sales without any, in the table and in its file', async () => {
  const sums = (n: number, total: number, expected: number) => ({ ...figures(n, 0, 0), total, expected });
  const byLine = shownOf(answer, {
    ...ASKED,
    report: 'sales',
    before: null,
    beforeRange: null,
    total: sums(4, 2_650, 240),
    rows: [
      { key: 'cruise', figures: sums(2, 2_000, 200), before: null },
      { key: 'without_lines', figures: sums(2, 700, 40), before: null },
      { key: 'service_fee', figures: sums(1, 50, 0), before: null },
      { key: 'discount', figures: sums(1, -100, 0), before: null },
    ],
  });
  renderAt(
    <ReportTable
      report={byLine}
      kind={REPORT_KINDS.sales}
      group="line_kind"
      compare={undefined}
      currency="USD"
      sorting={sorting()}
      toRows={(key) => `/reports/sales?row=${key}`}
    />,
  );
  const table = screen.getByRole('table', { name: 'Figures' });
  expect(within(table).getByRole('columnheader', { name: 'Line kind' })).toBeVisible();
  const [, ...lines] = within(table).getAllByRole('row');
  expect(lines.map((line) => cells(line).slice(0, 4))).toEqual([
    ['Cruise', '2', '$2,000', '$200'],
    ['Without lines', '2', '$700', '$40'],
    ['Service fee', '1', '$50', '–'],
    ['Discount', '1', '-$100', '–'],
    // One sale is in several rows: below stands each once.
    ['4 rows', '4', '$2,650', '$240'],
  ]);
  const added: unknown[][] = [];
  const file = reportFile(byLine, REPORT_KINDS.sales, 'line_kind');
  await file.rows((some) => Promise.resolve(void added.push(...some)));
  expect(file.columns[0]).toEqual({ label: 'Line kind', kind: 'text' });
  expect(added[3]).toEqual(['Discount', 1, -100, 0]);
  expect(describeReport({ report: 'sales', group: 'line_kind' }, 'Sales')).toBe(
    'Sales, last 12 months by line kind',
  );
});
