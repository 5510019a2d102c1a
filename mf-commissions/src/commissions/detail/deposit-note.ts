import { isIsoDate, type IsoDate } from '@paperplane/shared/domain';

/** What a history entry tells of a deposit. */
export interface DepositNote {
  what: 'matched' | 'recalled' | 'undone';
  day: IsoDate;
}

const DEPOSIT = /^Deposit of (\S+) (matched|takes commission back)$/;
const UNDONE = /^Match with the deposit of (\S+) taken back$/;

/** Reads the note that the database writes with a match (supabase/schemas/bank/functions/allocations.sql); null for any other note. */
export function readDepositNote(note: string | null): DepositNote | null {
  const match = DEPOSIT.exec(note ?? '');
  const [, day = ''] = match ?? UNDONE.exec(note ?? '') ?? [];
  if (!isIsoDate(day)) return null;
  const what = !match ? 'undone' : match[2] === 'matched' ? 'matched' : 'recalled';
  return { what, day };
}
