import type { IsoDate } from '../domain';

/** What a line of a payout is for, or why a payment was taken back. */
export interface PayoutNote {
  note?: string | null | undefined;
  /** The same as a code with its parameters; none where somebody wrote it, and of before there were codes. */
  noteFact?: { code: string; params: unknown } | null | undefined;
  /** Of a share or an override. */
  shareFact?: { code: string; params: unknown } | undefined;
}

interface NoteParams {
  vendor: string;
  on: IsoDate;
  reason: string;
  /** Percent. */
  percent: number;
  role: string;
  kind: string;
  /** A name. */
  of: string;
  sales: number;
  since: IsoDate;
}

const KINDS: Readonly<Record<string, string>> = { service_fee: 'Service fee', penalty: 'Penalty' };
const ROLES: Readonly<Record<string, string>> = {
  seller: 'Seller',
  co_seller: 'Co-seller',
  referral: 'Referral',
};

const possessive = (name: string): string => `${name}${name.endsWith('s') ? '’' : '’s'}`;

/** `November 5, 2026`. */
const longDate = (day: IsoDate): string =>
  new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** What a note says first, where it may stand under that word already. */
const HEADS: Readonly<Record<string, string>> = { override: 'Override', override_charge: 'Override' };

const WORDS: Readonly<Record<string, (params: NoteParams) => string>> = {
  payment_returned: ({ on, reason }) => `Payment of ${longDate(on)} came back: ${reason}`,
  vendor_took_back: ({ vendor, on }) => `${vendor} took commission back on ${longDate(on)}`,
  paid_less: ({ vendor }) => `${vendor} paid less than was expected`,
  expected_again: ({ vendor }) => `${vendor}: what was written off is expected again`,
  share: ({ kind, role, percent }) =>
    [KINDS[kind], ROLES[role] ?? role, `${percent}%`].filter(Boolean).join(', '),
  override: ({ percent, of }) => `${percent}% of ${possessive(of)} commission`,
  override_charge: ({ percent }) => `${percent}% taken from your commission`,
  tier_correction: ({ percent }) => `By tier: split ${percent}%`,
  tier_year: ({ percent, sales, since }) =>
    `${percent > 0 ? `Tier of ${percent}%` : 'By tier'}: ${sales} ${sales === 1 ? 'sale' : 'sales'} since ${longDate(since)}`,
};

/** Such a note in its parts: what it says first, where it has that, and its words; what somebody wrote, as they wrote it. */
export function payoutNoteParts({ note = null, noteFact, shareFact }: PayoutNote): {
  head: string | null;
  words: string | null;
} {
  const fact = noteFact ?? shareFact;
  const words = fact ? WORDS[fact.code] : undefined;
  return words && fact
    ? { head: HEADS[fact.code] ?? null, words: words(fact.params as NoteParams) }
    : { head: null, words: note };
}

/** All of such a note, where nothing before it says what it is. */
export function payoutNote(note: PayoutNote): string | null {
  const { head, words } = payoutNoteParts(note);
  return head ? `${head}: ${words}` : words;
}
