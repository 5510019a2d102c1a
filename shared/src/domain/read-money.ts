import { bareNumber, provenSign, readDigits } from './amount-grammar';
import { currencyOfMark, currencyWords, decimalOf, notationOf, type AmountNotation } from './currency';
import { LIMITS } from './limits';
import { amountLike, MESSAGES } from './messages';
import { formatMoneyExact } from './money';
import type { Parsed } from './parsed';

/** Why a typed amount was refused; `moneyProblem` says it. */
export type MoneyProblem =
  | 'moneyFormat'
  | 'moneyDecimals'
  | 'moneyNegative'
  | 'moneyTooLarge'
  | 'moneyOtherCurrency';

/** Whose amounts are read. */
export interface MoneyReading {
  /** ISO 4217, the agency's. */
  currency: string;
  /** How the agency writes amounts; without it as its currency is written (`notationOf`). */
  notation?: AmountNotation;
  /** Nothing but this notation: what a file says was decided by all its rows together. */
  strict?: boolean;
}

/**
 * Reads an amount of 0 or more (docs/product/core.md, Money): `1,234.56`, `1.234,56`, `1 234,56`, `1'234.56`, with the currency's sign or
 * code at either end. Only one separator before three digits is read by the agency's notation; another currency's sign is refused.
 * @returns currency units, with at most two decimals; `null` for an empty text
 */
export function readMoney(text: string, reading: MoneyReading): Parsed<MoneyProblem> {
  if (text.trim() === '') return { ok: true, value: null };
  const found = bareNumber(text);
  const whose = found?.marks.map((mark) => currencyOfMark(mark, reading.currency)) ?? [];
  if (whose.includes('other')) return { ok: false, problem: 'moneyOtherCurrency' };
  if (!found || whose.includes('none')) return { ok: false, problem: 'moneyFormat' };
  const own = decimalOf(reading.notation ?? notationOf(reading.currency));
  const read = readDigits(found.digits, reading.strict ? own : (provenSign(found.digits) ?? own));
  if (!read.ok)
    return { ok: false, problem: read.problem === 'tooManyDecimals' ? 'moneyDecimals' : 'moneyFormat' };
  const value = read.hundredths / 100;
  if (found.negative && value !== 0) return { ok: false, problem: 'moneyNegative' };
  return value > LIMITS.amountMax ? { ok: false, problem: 'moneyTooLarge' } : { ok: true, value };
}

/** Why an amount was refused, for a person. @param notation of the agency, which the example follows */
export function moneyProblem(
  problem: MoneyProblem,
  currency: string,
  notation: AmountNotation = notationOf(currency),
): string {
  if (problem === 'moneyOtherCurrency')
    return `This agency works in ${currencyWords(currency)} (${currency}).`;
  if (problem === 'moneyTooLarge')
    return `Enter an amount of at most ${formatMoneyExact(LIMITS.amountMax, currency)}.`;
  return problem === 'moneyFormat' ? amountLike(notation) : MESSAGES[problem];
}
