import type { IsoDate } from '../domain';
import { payoutNote, type PayoutNote } from './payout-notes';

/** What the history of a commission tells beside what changed. */
export interface CommissionNote {
  /** Null where `notes` is what somebody wrote, and of before there were codes. */
  code: string | null;
  params: {
    day?: IsoDate | undefined;
    reason?: string | undefined;
    /** What `reason` says. */
    fact?: PayoutNote['noteFact'];
  };
  notes: string | null;
}

interface Said {
  /** Of the deposit. */
  day: string;
  reason: string;
}

const WORDS: Readonly<Record<string, (said: Said) => string>> = {
  created: () => 'Commission created with the sale',
  sale_cancelled: () => 'Sale cancelled',
  sale_paid: () => 'Sale marked as paid',
  receipt_recorded: () => 'Receipt recorded',
  receipt_taken_back: () => 'Receipt taken back',
  agent_paid: () => 'Agent payment recorded',
  payment_corrected: () => 'Payment corrected',
  status_changed: () => 'Status updated',
  agent_changed: () => 'Sale given to another agent',
  amount_changed: () => 'Amount follows the sale',
  terms_applied: () => 'Terms applied again',
  updated: () => 'Details updated',
  deposit_matched: ({ day }) => `Deposit of ${day} matched`,
  deposit_takes_back: ({ day }) => `Deposit of ${day} takes commission back`,
  match_taken_back: ({ day }) => `Match with the deposit of ${day} taken back`,
  recalled: ({ reason }) => `Taken back from the agent: ${reason}`,
  recall_dropped: () => 'Not taken back from the agent after all',
  voided: ({ reason }) => `Payment voided: ${reason}`,
};

/**
 * The words of such a note; what somebody wrote, as they wrote it.
 * @param date writes a day
 */
export function commissionNote(
  { code, params: { day, reason, fact }, notes }: CommissionNote,
  date: (day: IsoDate) => string,
): string | null {
  const words = code === null ? undefined : WORDS[code];
  return words
    ? words({ day: day ? date(day) : '', reason: payoutNote({ note: reason, noteFact: fact }) ?? '' })
    : notes;
}
