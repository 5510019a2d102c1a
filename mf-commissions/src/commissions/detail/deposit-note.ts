import type { IsoDate } from '@paperplane/shared/domain';
import type { CommissionHistoryEntry } from '../commission-types';

/** What a history entry tells of a deposit. */
export interface DepositNote {
  what: 'matched' | 'recalled' | 'undone';
  day: IsoDate;
}

const CODES: Readonly<Record<string, DepositNote['what']>> = {
  deposit_matched: 'matched',
  deposit_takes_back: 'recalled',
  match_taken_back: 'undone',
};

/** What an entry tells of a deposit; null for any other entry. */
export function readDepositNote({
  code,
  params: { day },
}: Pick<CommissionHistoryEntry, 'code' | 'params'>): DepositNote | null {
  const what = code === null ? undefined : CODES[code];
  return what && day ? { what, day } : null;
}
