import { idOf, shownOf, type Said } from '@paperplane/shared/testing';
import type { BankCommission, BankPart, BankRecord, BankRow, Suggestion } from '../bank-types';
import { contract } from '../contract';

const record = contract.get_bank_transaction.answer;
const { allocations, open, suggestions } = record.wrapped.entries;
const VENDOR = { id: idOf('v1'), name: 'Meridian Star Cruises' };

/** A part: $100.00 of a commission of which $100.00 is open, unless told otherwise. */
export const bankPart = (bookingReference: string, more: Said<BankCommission> = {}): BankCommission =>
  shownOf(open.item, {
    commissionId: idOf(`c-${bookingReference}`),
    bookingReference,
    vendor: VENDOR,
    amount: 100,
    expected: 100,
    ...more,
  });

/** A part of a match, with nothing written off. */
export const bankAllocation = (
  bookingReference: string,
  more: Said<BankRecord['allocations'][number]> = {},
): BankRecord['allocations'][number] =>
  shownOf(allocations.item, { ...bankPart(bookingReference), rest: 'open', ...more });

export const bankSuggestion = (parts: BankPart[], more: Said<Suggestion> = {}): Suggestion =>
  shownOf(suggestions.item, {
    rank: 1,
    kind: parts.length > 1 ? 'set' : 'single',
    certainty: 'likely',
    parts,
    ...more,
  });

const DEPOSIT = {
  bookedOn: '2026-11-02',
  amount: 250,
  text: 'MERIDIAN AGY COMM CR30614',
  category: 'commission',
  status: 'suggested',
  certainty: 'likely',
  group: 'review',
  vendor: VENDOR,
} as const;

/** A deposit of $250.00 from Meridian Star Cruises that nobody has decided about. */
export const bankRow = (more: Said<BankRow> = {}): BankRow =>
  shownOf(contract.get_bank_inbox.answer.entries.rows.item, { ...DEPOSIT, ...more });

/** That deposit on the workbench. */
export const bankRecord = ({ transaction, ...more }: Said<BankRecord> = {}): BankRecord =>
  shownOf(record, { ...more, transaction: { ...DEPOSIT, ...transaction } });
