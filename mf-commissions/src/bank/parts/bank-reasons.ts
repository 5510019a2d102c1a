import { formatShortDate, pluralWord, type IsoDate } from '@paperplane/shared/domain';
import type { Suggestion } from '../bank-types';

/** Why a deposit is thought to pay something, or not: a code with its parameters, and how much it speaks for it (below zero: against it). */
export interface BankReason {
  code: string;
  weight: number;
  /** None of what was written before there were codes. */
  params?: unknown;
  /** The same in English, of a code that this version does not know. */
  text: string;
}

interface BankReasonParams {
  reference: string;
  count: number;
  /** In the agency's currency. */
  amount: number;
  /** Since the day an admin recorded. */
  days: number;
  on: IsoDate;
  booked_on: IsoDate;
  known: boolean;
  /** Of a group booking. */
  name: string;
}

interface Said extends BankReasonParams {
  /** Whether it speaks for it. */
  isFor: boolean;
  /** Writes an amount. */
  money: (amount: number) => string;
}

const several = (count: number, one: string, many: string): string =>
  `${count} ${pluralWord(count, one, many)}`;

function daysWords(days: number): string {
  if (days === 0) return 'On that day';
  return `${several(Math.abs(days), 'day', 'days')} ${days > 0 ? 'later' : 'earlier'}`;
}

/** What each code says (docs/product/bank.md). */
const WORDS: Readonly<Record<string, (said: Said) => string>> = {
  recorded: ({ count, on, booked_on: bookedOn }) =>
    count
      ? `${several(count, 'is', 'are')} recorded as received`
      : `Recorded as received on ${formatShortDate(on, bookedOn)}`,
  recorded_day: ({ days }) => daysWords(days),
  reference: ({ reference, count }) =>
    reference
      ? `${reference} stands in the text`
      : `${several(count, 'reference stands', 'references stand')} in the text`,
  reference_digits: ({ reference }) => `The number of ${reference} stands in the text`,
  reference_cut: ({ reference, count }) =>
    reference
      ? `A part of ${reference} stands in the text`
      : `Parts of ${several(count, 'reference stand', 'references stand')} in the text`,
  reference_left: ({ count }) => `${several(count, 'booking', 'bookings')} that the text names are not in it`,
  others_named: () => 'The text names another booking',
  reference_near: ({ reference }) => `Almost ${reference} stands in the text`,
  other_reference: () => 'The text names another reference',
  bank_says: ({ reference }) => `Bank says ${reference}`,
  amount: () => 'The amount is exact',
  short: ({ amount, money }) => `${money(amount)} less than expected`,
  over: ({ amount, money }) => `${money(amount)} more than expected`,
  as_usual: () => 'Earlier deposits of the vendor were as much less',
  payer_confirmed: ({ count }) => `Payer name confirmed ${several(count, 'time', 'times')}`,
  payer_alias: ({ known }) => (known ? 'The payer is known' : 'The payer is an alias of the vendor'),
  payer_name: () => "The payer has the vendor's name",
  payer_like: () => 'The payer may be the vendor',
  payer_other: () => 'The payer looks like another vendor',
  name: () => "A traveler's name stands in the text",
  names: ({ count }) => `${several(count, "traveler's name stands", "travelers' names stand")} in the text`,
  name_alone: () => 'No other of this amount has that name',
  due: ({ isFor }) => (isFor ? 'It was due about then' : 'It was due at another time'),
  due_far: () => 'It was due at another time',
  recorded_later: () => 'It was entered after the money came',
  not_commission: () => 'The text names a refund, an override or a bonus',
  person: () => 'No company is named as the payer',
  several: () => 'The text says that several bookings are paid',
  number: () => 'The text holds a number that nothing explains',
  small: () => 'Small amounts are often alike',
  only: () => 'The only open commission of this amount',
  twins: ({ count }) =>
    count
      ? `${several(count, 'other owes', 'others owe')} the same`
      : 'Another of this amount is recorded as received',
  sum: ({ count }) => `${count} open commissions add up`,
  count: ({ isFor }) => `The text says ${isFor ? 'as many' : 'another number of'} bookings`,
  order: () => 'They were due one after the other',
  sets: ({ count }) => `${several(count, 'other set adds', 'other sets add')} up, too`,
  statement: ({ count }) => `The statement names ${several(count, 'booking', 'bookings')}`,
  statement_total: ({ isFor, amount, money }) => `Its total is ${isFor ? 'the deposit' : money(amount)}`,
  statement_missing: ({ count }) => `${several(count, 'line is', 'lines are')} not in Paperplane`,
  group: ({ name }) => `The open commissions of the group ${name}`,
  group_named: () => 'The group stands in the text',
  claimed: () => 'Another deposit claims it, too',
};

/**
 * The words of a reason: `€12.00 less than expected`.
 * @param money writes an amount in the agency's currency
 */
export function reasonText(
  { code, weight, params, text }: BankReason,
  money: (amount: number) => string,
): string {
  const words = WORDS[code];
  return words && params ? words({ ...(params as BankReasonParams), isFor: weight > 0, money }) : text;
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
