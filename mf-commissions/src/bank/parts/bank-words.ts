import { formatMoneyExact, plural } from '@paperplane/shared/domain';
import type { BankAccountName, BankCommission } from '../bank-types';

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

/** What a suggestion or a match pays: `CR-30121 · Robert Fuentes`, or `7 bookings`. */
export function whatIsPaid(parts: readonly BankCommission[], count: number): string {
  const [first] = parts;
  return count === 1 && first ? `${first.bookingReference} · ${first.customer}` : plural(count, 'booking');
}
