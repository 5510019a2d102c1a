import type { IsoDate } from '../domain';

/** What a line of a payout is for, or why a payment was taken back. */
export interface PayoutNote {
  note?: string | null | undefined;
  /** The same as a code with its parameters; none where somebody wrote it, and of before there were codes. */
  noteFact?: { code: string; params: unknown } | null | undefined;
}

interface NoteParams {
  vendor: string;
  on: IsoDate;
  reason: string;
}

/** `November 5, 2026`. */
const longDate = (day: IsoDate): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const WORDS: Readonly<Record<string, (params: NoteParams) => string>> = {
  payment_returned: ({ on, reason }) => `Payment of ${longDate(on)} came back: ${reason}`,
  vendor_took_back: ({ vendor, on }) => `${vendor} took commission back on ${longDate(on)}`,
  paid_less: ({ vendor }) => `${vendor} paid less than was expected`,
  expected_again: ({ vendor }) => `${vendor}: what was written off is expected again`,
};

/** The words of such a note; what somebody wrote, as they wrote it. */
export function payoutNote({ note = null, noteFact }: PayoutNote): string | null {
  const words = noteFact ? WORDS[noteFact.code] : undefined;
  return words && noteFact ? words(noteFact.params as NoteParams) : note;
}
