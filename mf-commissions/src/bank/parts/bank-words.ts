import { formatDate, formatMoneyExact, plural } from '@paperplane/shared/domain';
import type { BankAccountName, BankCommission, BankOther } from '../bank-types';

/** `Operating ••4410`. */
export const accountText = ({ name, lastFour }: BankAccountName): string =>
  lastFour ? `${name} ••${lastFour}` : name;

/** An amount with its sign: `$1,544.80`, `−$134.40`. */
export const signedMoney = (amount: number, currency: string): string =>
  `${amount < 0 ? '−' : ''}${formatMoneyExact(Math.abs(amount), currency)}`;

const CATEGORY_WORDS: Readonly<Record<string, string>> = {
  commission: 'Commission',
  recall: 'Recall',
  customer_payment: 'Customer payment',
  fee: 'Bank fee',
  transfer: 'Transfer',
  other: 'Something else',
};

/** What a transaction is, in words. */
export const categoryText = (category: string | null): string =>
  (category && CATEGORY_WORDS[category]) ?? 'Not known';

/** What a penalty or a bonus is called: `Volume bonus`, with the booking or the period it is for. */
export const otherWords = ({ kind, bookingReference, periodStart, periodEnd }: BankOther) => ({
  name: kind === 'penalty' ? 'Penalty' : 'Volume bonus',
  about:
    bookingReference ??
    (periodStart && periodEnd ? `${formatDate(periodStart)} to ${formatDate(periodEnd)}` : ''),
});

/** What a suggestion or a match pays: `CR-30121 · Robert Fuentes`, `Volume bonus · …`, or `7 bookings`. */
export function whatIsPaid(
  parts: readonly BankCommission[],
  count: number,
  others: readonly BankOther[] = [],
): string {
  const [first] = parts;
  const [other] = others;
  if (count === 1 && first) return `${first.bookingReference} · ${first.customer}`;
  if (count === 1 && other) return `${otherWords(other).name} · ${otherWords(other).about}`;
  return plural(count, others.length > 0 ? 'commission' : 'booking');
}
