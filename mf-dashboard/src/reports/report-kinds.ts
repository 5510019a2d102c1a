import type { ChartSeries } from '@paperplane/shared/ui';
import type { Choices, ReportName } from './definition';
import type { Figures } from './report';

/** How a figure is written. `days`: the average of late days. */
export type Shape = 'count' | 'money' | 'days';

/** A column of a report's table, and of its file. */
export interface Column {
  key: string;
  label: string;
  shape: Shape;
  of: (figures: Figures) => number | null;
  /** Below which width it is hidden. */
  needs?: 'wide' | 'medium';
}

/** A figure above the chart. */
export interface Highlight {
  label: string;
  shape: Shape;
  of: (figures: Figures) => number | null;
  /** The colour of the bars that it is the sum of. */
  swatch?: 'outlined' | 'solid';
  note: (figures: Figures, money: (amount: number) => string) => string;
}

export interface ReportKind extends Choices {
  title: string;
  /** Under the title in the gallery. */
  about: string;
  /** What a row of it is: "commission". */
  unit: string;
  columns: readonly Column[];
  highlights: readonly Highlight[];
  /** What the chart draws, in this order; parts of one amount. */
  bars: readonly (ChartSeries & { of: (figures: Figures) => number })[];
  barsTitle: string;
  /** The figure that is compared with the range before. */
  main: { of: (figures: Figures) => number | null; shape: Shape };
}

/** Days late on average, of what has a due day and a receipt. */
export const averageLate = ({ lateDays, dueN }: Figures): number | null =>
  dueN > 0 ? Math.round((lateDays / dueN) * 10) / 10 : null;

const percentOf = (part: number, whole: number) =>
  whole > 0 ? `${((part / whole) * 100).toFixed(1)}%` : '0%';
const plain = (n: number) => n.toLocaleString('en-US');
const counted = (n: number, one: string) => `${plain(n)} ${n === 1 ? one : `${one}s`}`;

const COLUMNS = {
  sales: { key: 'n', label: 'Sales', shape: 'count', of: ({ n }) => n },
  n: { key: 'n', label: 'Commissions', shape: 'count', of: ({ n }) => n },
  total: { key: 'total', label: 'Total', shape: 'money', of: ({ total }) => total },
  commission: { key: 'expected', label: 'Commission', shape: 'money', of: ({ expected }) => expected },
  expected: { key: 'expected', label: 'Expected', shape: 'money', of: ({ expected }) => expected },
  short: { key: 'short', label: 'Paid short', shape: 'money', of: ({ short }) => short },
  received: { key: 'received', label: 'Received', shape: 'money', of: ({ received }) => received },
  takenBack: {
    key: 'taken_back',
    label: 'Taken back',
    shape: 'money',
    of: ({ takenBack }) => takenBack,
    needs: 'medium',
  },
  net: { key: 'net', label: 'Net', shape: 'money', of: ({ net }) => net, needs: 'medium' },
  agents: {
    key: 'agents',
    label: 'Agents’ share',
    shape: 'money',
    of: ({ agents }) => agents,
    needs: 'medium',
  },
  agency: {
    key: 'agency',
    label: 'Agency’s share',
    shape: 'money',
    of: ({ agency }) => agency,
    needs: 'medium',
  },
  writtenOff: {
    key: 'written_off',
    label: 'Written off',
    shape: 'money',
    of: ({ writtenOff }) => writtenOff,
    needs: 'medium',
  },
  open: { key: 'open', label: 'Still open', shape: 'money', of: ({ open }) => open },
  receivedN: { key: 'received_n', label: 'Paid', shape: 'count', of: ({ receivedN }) => receivedN },
  onTime: { key: 'on_time', label: 'On time', shape: 'count', of: ({ dueN, lateN }) => dueN - lateN },
  late: { key: 'late_n', label: 'Late', shape: 'count', of: ({ lateN }) => lateN },
  days: { key: 'days_late', label: 'Days late, average', shape: 'days', of: averageLate },
  shortN: { key: 'short_n', label: 'Paid short', shape: 'count', of: ({ shortN }) => shortN },
  payments: { key: 'n', label: 'Payments', shape: 'count', of: ({ n }) => n },
  paid: { key: 'paid', label: 'Paid', shape: 'money', of: ({ paid }) => paid },
  paidCommissions: {
    key: 'commissions',
    label: 'Commissions',
    shape: 'money',
    of: ({ commissions = 0 }) => commissions,
  },
  adjustments: {
    key: 'adjustments',
    label: 'Adjustments',
    shape: 'money',
    of: ({ adjustments = 0 }) => adjustments,
  },
  carriedIn: {
    key: 'carried_in',
    label: 'Carried in',
    shape: 'money',
    of: ({ carriedIn = 0 }) => carriedIn,
    needs: 'medium',
  },
  carriedOut: {
    key: 'carried_out',
    label: 'Carried out',
    shape: 'money',
    of: ({ carriedOut = 0 }) => carriedOut,
    needs: 'medium',
  },
} satisfies Record<string, Column>;

/** Beside what was received, which is gross. */
const NET: readonly Column[] = [COLUMNS.takenBack, COLUMNS.net];
const COMMISSION_STATUSES = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'];
const BY_ALL = ['month', 'agent', 'vendor', 'customer', 'category'];
const SHARES: ReportKind['bars'] = [
  { name: 'Agents’ share', color: 'chart-1', outlined: true, of: ({ agents }) => agents },
  { name: 'Agency’s share', color: 'chart-1', of: ({ agency }) => agency },
];
const RECEIVED: Highlight = {
  label: 'Received',
  shape: 'money',
  of: ({ received }) => received,
  note: ({ n }) => counted(n, 'commission'),
};
const NET_HIGHLIGHT: Highlight = {
  label: 'Net',
  shape: 'money',
  of: ({ net }) => net,
  note: ({ takenBack }, money) => (takenBack === 0 ? 'nothing taken back' : `${money(takenBack)} taken back`),
};
const SHARE_HIGHLIGHTS: readonly Highlight[] = [
  {
    label: 'Agents’ share',
    shape: 'money',
    swatch: 'outlined',
    of: ({ agents }) => agents,
    note: ({ agents, net }) => `${percentOf(agents, net)} of net`,
  },
  {
    label: 'Agency’s share',
    shape: 'money',
    swatch: 'solid',
    of: ({ agency }) => agency,
    note: ({ agency, net }) => `${percentOf(agency, net)} of net`,
  },
];

/** Every report but aging, which has a page of its own. */
export const REPORT_KINDS: Readonly<Record<Exclude<ReportName, 'aging'>, ReportKind>> = {
  sales: {
    title: 'Sales',
    about: 'What was sold, by whom, with whom',
    unit: 'sale',
    bases: ['sale', 'travel'],
    groups: [...BY_ALL, 'line_kind'],
    statuses: ['booked', 'paid', 'cancelled'],
    range: 'last_12_months',
    columns: [COLUMNS.sales, COLUMNS.total, COLUMNS.commission],
    highlights: [
      { label: 'Sales', shape: 'money', of: ({ total }) => total, note: ({ n }) => counted(n, 'sale') },
      {
        label: 'Commission',
        shape: 'money',
        of: ({ expected }) => expected,
        note: ({ expected, total }) => `${percentOf(expected, total)} of sales`,
      },
      {
        label: 'Average sale',
        shape: 'money',
        of: ({ total, n }) => (n > 0 ? total / n : null),
        note: () => 'a booking',
      },
    ],
    bars: [{ name: 'Sales', color: 'chart-1', of: ({ total }) => total }],
    barsTitle: 'Sales',
    main: { of: ({ total }) => total, shape: 'money' },
  },
  commissions: {
    title: 'Commissions',
    about: 'Expected and received, month by month',
    unit: 'commission',
    bases: ['received', 'sale', 'due', 'paid'],
    groups: BY_ALL,
    statuses: COMMISSION_STATUSES,
    range: 'last_12_months',
    columns: [
      COLUMNS.n,
      COLUMNS.expected,
      COLUMNS.short,
      COLUMNS.received,
      ...NET,
      COLUMNS.agents,
      COLUMNS.agency,
    ],
    highlights: [
      RECEIVED,
      NET_HIGHLIGHT,
      ...SHARE_HIGHLIGHTS,
      {
        label: 'Paid short',
        shape: 'money',
        of: ({ short }) => short,
        note: ({ expected }, money) => `of ${money(expected)} expected`,
      },
    ],
    bars: SHARES,
    barsTitle: 'Received',
    main: { of: ({ received }) => received, shape: 'money' },
  },
  performance: {
    title: 'Financial performance',
    about: 'What stays with the agency',
    unit: 'commission',
    bases: ['received', 'sale', 'due', 'paid'],
    groups: BY_ALL,
    statuses: COMMISSION_STATUSES,
    range: 'last_12_months',
    columns: [COLUMNS.expected, COLUMNS.received, ...NET, COLUMNS.agents, COLUMNS.agency, COLUMNS.writtenOff],
    highlights: [
      {
        label: 'Expected',
        shape: 'money',
        of: ({ expected }) => expected,
        note: ({ n }) => counted(n, 'commission'),
      },
      { ...RECEIVED, note: ({ received, expected }) => `${percentOf(received, expected)} of expected` },
      NET_HIGHLIGHT,
      ...SHARE_HIGHLIGHTS,
      {
        label: 'Written off',
        shape: 'money',
        of: ({ writtenOff }) => writtenOff,
        note: () => 'no longer expected',
      },
    ],
    bars: SHARES,
    barsTitle: 'What stays with the agency',
    main: { of: ({ agency }) => agency, shape: 'money' },
  },
  punctuality: {
    title: 'Punctuality',
    about: 'Who pays late, and by how many days',
    unit: 'commission',
    bases: ['received', 'due'],
    groups: ['vendor', 'month', 'agent', 'category'],
    statuses: COMMISSION_STATUSES,
    range: 'last_12_months',
    columns: [COLUMNS.receivedN, COLUMNS.onTime, COLUMNS.late, COLUMNS.days, COLUMNS.shortN],
    highlights: [
      {
        label: 'Days late, average',
        shape: 'days',
        of: averageLate,
        note: ({ dueN }) => `of ${counted(dueN, 'payment')} with a due day`,
      },
      {
        label: 'Late',
        shape: 'count',
        of: ({ lateN }) => lateN,
        note: ({ lateN, dueN }) => percentOf(lateN, dueN),
      },
      {
        label: 'On time',
        shape: 'count',
        of: ({ dueN, lateN }) => dueN - lateN,
        note: ({ dueN, lateN }) => percentOf(dueN - lateN, dueN),
      },
    ],
    bars: [{ name: 'Days late, average', color: 'chart-1', of: (figures) => averageLate(figures) ?? 0 }],
    barsTitle: 'Days late, average',
    main: { of: averageLate, shape: 'days' },
  },
  short_pay: {
    title: 'Short pay',
    about: 'Who pays less than was due',
    unit: 'commission',
    bases: ['received', 'due'],
    groups: ['vendor', 'month', 'agent', 'customer', 'category'],
    statuses: COMMISSION_STATUSES,
    range: 'last_12_months',
    columns: [
      COLUMNS.n,
      COLUMNS.shortN,
      COLUMNS.expected,
      COLUMNS.received,
      COLUMNS.short,
      COLUMNS.writtenOff,
      COLUMNS.open,
    ].map((column) => (column === COLUMNS.shortN ? { ...column, label: 'Of them short' } : column)),
    highlights: [
      {
        label: 'Paid short',
        shape: 'money',
        of: ({ short }) => short,
        note: ({ expected }, money) => `of ${money(expected)} expected`,
      },
      {
        label: 'Short payments',
        shape: 'count',
        of: ({ shortN }) => shortN,
        note: ({ n }) => `of ${plain(n)}`,
      },
      {
        label: 'Written off',
        shape: 'money',
        of: ({ writtenOff }) => writtenOff,
        note: () => 'no longer expected',
      },
      { label: 'Still open', shape: 'money', of: ({ open }) => open, note: () => 'not paid by a deposit' },
    ],
    bars: [{ name: 'Paid short', color: 'chart-1', of: ({ short }) => short }],
    barsTitle: 'Paid short',
    main: { of: ({ short }) => short, shape: 'money' },
  },
  agents_year: {
    title: 'Agents’ year',
    about: 'Statements and single payments by calendar year, for tax forms',
    unit: 'payment',
    bases: ['paid'],
    groups: ['agent', 'month'],
    statuses: [],
    range: 'this_year',
    byVendor: false,
    columns: [
      COLUMNS.payments,
      COLUMNS.paidCommissions,
      COLUMNS.adjustments,
      COLUMNS.carriedIn,
      COLUMNS.carriedOut,
      COLUMNS.paid,
    ],
    highlights: [
      {
        label: 'Paid to agents',
        shape: 'money',
        of: ({ paid }) => paid,
        note: ({ n }) => counted(n, 'payment'),
      },
      {
        label: 'Commissions',
        shape: 'money',
        of: ({ commissions = 0 }) => commissions,
        note: () => 'the agents’ share',
      },
      {
        label: 'Adjustments',
        shape: 'money',
        of: ({ adjustments = 0 }) => adjustments,
        note: () => 'bonuses, corrections, recalls, what came back',
      },
      {
        label: 'Carried',
        shape: 'money',
        of: ({ carriedIn = 0, carriedOut = 0 }) => carriedIn - carriedOut,
        note: () => 'in, less out',
      },
    ],
    bars: [{ name: 'Paid', color: 'chart-1', of: ({ paid }) => paid }],
    barsTitle: 'Paid',
    main: { of: ({ paid }) => paid, shape: 'money' },
  },
};

export const AGING_CHOICES: Choices = { bases: ['due'], groups: ['vendor'], statuses: [], range: '' };
