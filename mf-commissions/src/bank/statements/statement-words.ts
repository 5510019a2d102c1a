import { plural, type AnyStatus } from '@paperplane/shared/domain';
import type { ComparedLine, StatementStatus } from '../bank-types';
import type { LeftOutRow } from './reader/types';

/** What becomes of a statement, with the look and the sign of its pill. */
export const STATUSES: Readonly<Record<StatementStatus, { label: string; look: string; glyph: AnyStatus }>> =
  {
    read: { label: 'Not expected', look: 'vst-none', glyph: 'draft' },
    expected: { label: 'Expected', look: 's-booked', glyph: 'booked' },
    matched: { label: 'Arrived', look: 's-paid', glyph: 'paid' },
    set_aside: { label: 'Set aside', look: 's-cancelled', glyph: 'cancelled' },
  };

export type LineKind = ComparedLine['kind'];

/** Kinds of lines in the order that matters: what differs comes first. */
export const KINDS: Readonly<Record<LineKind, { label: string; short: string; hint: string; look: string }>> =
  {
    other: {
      label: 'Other amount',
      short: 'Other amount',
      hint: 'What they pay is not what is open',
      look: 's-unpaid',
    },
    missing: {
      label: 'Not in Paperplane',
      short: 'Not in Paperplane',
      hint: 'Stays unclaimed until somebody enters it',
      look: 's-new',
    },
    received: {
      label: 'Received before',
      short: 'Received before',
      hint: 'A deposit has paid these already',
      look: 's-unpaid',
    },
    agrees: {
      label: 'Agrees',
      short: 'Agrees',
      hint: 'To the cent',
      look: 's-paid',
    },
    unlisted: {
      label: 'Yours that they do not list',
      short: 'Not listed',
      hint: 'Open with this vendor, not part of this deposit',
      look: 'vst-none',
    },
  };
/** As the page lists them. */
export const KIND_ORDER = Object.keys(KINDS) as LineKind[];
/** As figures and filters name them: what is right first. */
export const FIGURE_ORDER: readonly LineKind[] = ['agrees', 'other', 'missing', 'received', 'unlisted'];

const WHY = {
  sum: ['sum', 'sums'],
  head: ['line of column names', 'lines of column names'],
  text: ['line of text', 'lines of text'],
  other_table: ['line of another table', 'lines of another table'],
  amount: ['line without a readable amount', 'lines without a readable amount'],
} as const;

/** "Not read as bookings: 2 sums, 1 line of text." */
export function leftOutWords(rows: readonly { why: LeftOutRow['why'] }[]): string {
  const said = Object.entries(WHY).flatMap(([why, [one, many]]) => {
    const count = rows.filter((row) => row.why === why).length;
    return count === 0 ? [] : [plural(count, one, many)];
  });
  return `Not read as bookings: ${said.join(', ')}.`;
}
