import { statusLabel } from '@paperplane/shared/domain';
import type { ReportName } from '../definition';
import type { BookingRow, Figures } from '../report';

/** A column of the rows behind a figure; with `total` its sum is that figure. */
export interface RowColumn {
  label: string;
  kind: 'text' | 'date' | 'money' | 'count';
  of: (row: BookingRow) => string | number | null | undefined;
  total?: (figures: Figures) => number;
  /** What its file says, where the screen has another place for a part of it. */
  inFile?: (row: BookingRow) => string;
  needs?: 'wide' | 'medium';
}

const money = (
  label: string,
  of: (row: BookingRow) => number | null | undefined,
  total?: (figures: Figures) => number,
): RowColumn => ({ label, kind: 'money', of, ...(total && { total }) });

const EXPECTED = money(
  'Expected',
  ({ expected }) => expected,
  ({ expected }) => expected,
);
const RECEIVED = money(
  'Received',
  ({ received }) => received,
  ({ received }) => received,
);
const TAKEN_BACK = money(
  'Taken back',
  ({ takenBack }) => takenBack,
  ({ takenBack }) => takenBack,
);
const AGENTS = money(
  'Agents’ share',
  ({ agents }) => agents,
  ({ agents }) => agents,
);
const SHORT = money(
  'Paid short',
  ({ short }) => short,
  ({ short }) => short,
);
const WRITTEN_OFF = money(
  'Written off',
  ({ writtenOff }) => writtenOff,
  ({ writtenOff }) => writtenOff,
);
const OPEN = money(
  'Still open',
  ({ open }) => open,
  ({ open }) => open,
);
const PAID = money(
  'Paid',
  ({ paid }) => paid,
  ({ paid }) => paid,
);

const BESIDE: Readonly<Record<NonNullable<BookingRow['beside']>, string>> = {
  override: 'Override',
  override_charge: 'Taken for an override',
  tier_correction: 'Correction by tier',
  share: 'Share changed',
  recall: 'Taken back',
};

/** What a row is, where it is not a booking as it stands. */
export const marksOf = ({ corrects, beside }: BookingRow): string[] => [
  ...(beside ? [BESIDE[beside]] : []),
  ...(corrects ? ['Correction'] : []),
];

const STATUS: RowColumn = {
  label: 'Status',
  kind: 'text',
  of: ({ status }) => statusLabel(status),
  inFile: (row) =>
    [statusLabel(row.status), ...marksOf(row).map((mark) => mark[0]?.toLowerCase() + mark.slice(1))].join(
      ', ',
    ),
  needs: 'wide',
};
const DAY: RowColumn = { label: 'Date', kind: 'date', of: ({ day }) => day };

const FIGURES: Readonly<Record<ReportName, readonly RowColumn[]>> = {
  sales: [
    money(
      'Total',
      ({ total }) => total,
      ({ total }) => total,
    ),
    money(
      'Commission',
      ({ expected }) => expected,
      ({ expected }) => expected,
    ),
  ],
  commissions: [EXPECTED, SHORT, RECEIVED, TAKEN_BACK, AGENTS],
  performance: [EXPECTED, RECEIVED, TAKEN_BACK, AGENTS, WRITTEN_OFF],
  punctuality: [
    { label: 'Due', kind: 'date', of: ({ dueOn }) => dueOn },
    { label: 'Received on', kind: 'date', of: ({ receivedOn }) => receivedOn },
    { label: 'Days late', kind: 'count', of: ({ lateDays }) => lateDays, total: ({ lateDays }) => lateDays },
    SHORT,
  ],
  short_pay: [EXPECTED, RECEIVED, SHORT, WRITTEN_OFF, OPEN],
  agents_year: [
    money(
      'Commissions',
      ({ commissions = 0 }) => commissions,
      ({ commissions = 0 }) => commissions,
    ),
    money(
      'Adjustments',
      ({ adjustments = 0 }) => adjustments,
      ({ adjustments = 0 }) => adjustments,
    ),
    {
      ...money(
        'Carried in',
        ({ carriedIn = 0 }) => carriedIn,
        ({ carriedIn = 0 }) => carriedIn,
      ),
      needs: 'medium',
    },
    {
      ...money(
        'Carried out',
        ({ carriedOut = 0 }) => carriedOut,
        ({ carriedOut = 0 }) => carriedOut,
      ),
      needs: 'medium',
    },
    PAID,
  ],
  aging: [{ label: 'Due', kind: 'date', of: ({ dueOn }) => dueOn }, OPEN],
};

/** What the rows of a report show, and what their file holds. */
export const rowColumns = (report: ReportName): readonly RowColumn[] =>
  report === 'agents_year'
    ? [
        { label: 'Statement or booking', kind: 'text', of: ({ reference }) => reference },
        { label: 'Agent', kind: 'text', of: ({ agent }) => agent },
        { label: 'Paid on', kind: 'date', of: ({ day }) => day },
        ...FIGURES[report],
      ]
    : [
        { label: 'Booking', kind: 'text', of: ({ reference }) => reference },
        { label: 'Customer', kind: 'text', of: ({ customer }) => customer },
        { label: 'Vendor', kind: 'text', of: ({ vendor }) => vendor, needs: 'medium' },
        { label: 'Agent', kind: 'text', of: ({ agent }) => agent, needs: 'wide' },
        // What is owed is told by its due day.
        ...(report === 'aging' ? [] : [DAY]),
        STATUS,
        ...FIGURES[report],
      ];

/** What a row of a report is: "booking", "payment". */
export const rowWord = (report: ReportName): string => (report === 'agents_year' ? 'payment' : 'booking');
