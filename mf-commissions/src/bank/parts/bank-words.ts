import { formatMoneyExact, plural, reasonText } from '@paperplane/shared/domain';
import type { BankAccountName, BankCommission, Suggestion } from '../bank-types';

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

/** Reasons that stand in a row as a tag of their own. */
const TAGGED: readonly string[] = ['bank_says', 'recorded'];

/**
 * The words of such a reason: `Bank says CR-26701`; null where there is none.
 * @param money writes an amount in currency units
 */
export function tagOf(
  { reasons }: Pick<Suggestion, 'reasons'>,
  code: string,
  money: (amount: number) => string,
): string | null {
  const reason = reasons.find((each) => each.code === code);
  return reason ? reasonText(reason, money) : null;
}

/** The reasons in one line: what speaks against it, which is to be looked at, then what speaks for it, the strongest first. */
export function reasonsLine(
  { reasons }: Pick<Suggestion, 'reasons'>,
  money: (amount: number) => string,
): string {
  const sorted = reasons.filter(({ code }) => !TAGGED.includes(code)).sort((a, b) => b.weight - a.weight);
  const strongest = sorted.filter(({ weight }) => weight > 0).slice(0, 2);
  return [...sorted.filter(({ weight }) => weight < 0), ...strongest]
    .map((reason) => reasonText(reason, money))
    .join(' · ');
}
