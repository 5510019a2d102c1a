import { toCents, toCsv, type CsvValue } from '@paperplane/shared/domain';
import { payoutNote } from '@paperplane/shared/words';
import { agencyLines } from './agency-lines';
import { lineWord, partOf } from '../parts/payout-words';
import type { PaidCommission } from '../payout-types';
import { decimal } from './plain-text';
import { statementNotes } from './statement-notes';
import type { Statement } from './statement-types';

const money = (amount: number | null): string => (amount === null ? '' : decimal(toCents(amount)));

/** The sums below the lines of a statement, as it adds up. */
export function statementSums(statement: Statement): [string, number][] {
  return [
    ['Commissions', statement.commissionAmount],
    ...(statement.adjustmentAmount === 0
      ? []
      : ([['Adjustments', statement.adjustmentAmount]] as [string, number][])),
    ...(statement.carriedIn === 0 ? [] : ([['Carried in', statement.carriedIn]] as [string, number][])),
    ['Paid', statement.amount],
    ...(statement.carriedOut === 0 ? [] : ([['Carried over', statement.carriedOut]] as [string, number][])),
  ];
}

const HEAD = [
  'Statement',
  'Payout',
  'Paid on',
  'Kind',
  'Booking',
  'Customer',
  'Vendor',
  'Received on',
  'Commission',
  'Share in percent',
  'Note',
  'Amount',
  'Currency',
];

/** A row for each line of a statement, then the sums. */
function statementRows(statement: Statement): CsvValue[][] {
  const about = [statement.number, statement.payout, statement.paidOn];
  const end = (kind: string, amount: number): CsvValue[] => [
    ...about,
    kind,
    ...Array<string>(7).fill(''),
    money(amount),
    statement.currency,
  ];
  return [
    ...statement.lines.map((line) => [
      ...about,
      lineWord(partOf(line)),
      line.bookingReference,
      line.customer,
      line.vendor,
      line.receivedOn,
      money(line.commission),
      line.split,
      payoutNote(line),
      money(line.amount),
      statement.currency,
    ]),
    ...statementSums(statement).map(([kind, amount]) => end(kind, amount)),
    ...statementNotes(statement).map((text) => [
      ...about,
      'Note',
      ...Array<string>(6).fill(''),
      text,
      '',
      '',
    ]),
  ];
}

/** Who pays, a row for each line that the statement prints. */
const agencyRows = ({ number, payout, paidOn, agency }: Statement): CsvValue[][] =>
  [agency.name, ...agencyLines(agency)].map((line) => [
    ...[number, payout, paidOn, 'Agency'],
    ...Array<string>(6).fill(''),
    line,
    '',
    '',
  ]);

/** A statement as a table, who pays last. */
export const statementCsv = (statement: Statement): string =>
  toCsv(HEAD, [...statementRows(statement), ...agencyRows(statement)]);

/** A commission that was paid by itself, without a payout. */
export interface SinglePayment extends PaidCommission {
  paidOn: string;
  amount: number;
}

/** All that an agent was paid in a year: its statements, then what was paid without one. The rows of the kind `Paid` add up to it. */
export const yearCsv = (
  statements: readonly Statement[],
  singles: readonly SinglePayment[],
  currency: string,
): string =>
  toCsv(HEAD, [
    ...statements.flatMap(statementRows),
    ...singles.map((single) => [
      '',
      '',
      single.paidOn,
      'Paid',
      single.bookingReference,
      single.customer,
      single.vendor,
      single.receivedOn,
      money(single.commission),
      single.split,
      'Single payment',
      money(single.amount),
      currency,
    ]),
  ]);
