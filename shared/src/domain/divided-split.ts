import { formatMoneyExact } from './money';
import { formatPercent } from './percent';

/** What of an amount has which split: `split` in percent, `weight` in any unit. */
export interface SplitPart {
  split: number;
  weight: number;
}

/** Whether a split has parts, so that its percent is only derived. */
export const isSplitDivided = (
  parts: readonly SplitPart[] | null | undefined,
): parts is readonly SplitPart[] => (parts?.length ?? 0) > 1;

/** An amount by weights: whole cents first, the cents that are left to the largest remainders, of equal ones to the first. */
function byWeight(amount: number, weights: readonly number[]): number[] {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  const cents = Math.round(amount * 100);
  // What floating numbers lack is no cent.
  const exact = weights.map((weight) => (cents * weight) / all + 1e-6);
  const whole = exact.map(Math.floor);
  const missing = cents - whole.reduce((sum, part) => sum + part, 0);
  const first = exact
    .map((part, place) => ({ place, rest: part - Math.floor(part) }))
    .sort((one, other) => (Math.abs(other.rest - one.rest) < 1e-6 ? 0 : other.rest - one.rest))
    .slice(0, missing)
    .map(({ place }) => place);
  return whole.map((part, place) => (part + (first.includes(place) ? 1 : 0)) / 100);
}

/**
 * A split as it is read: `70%`, or of a divided one what of the amount has which: `70% of $600.00, 80% of $400.00`.
 * @param split in percent; of a divided one the blend, which is not reckoned with
 * @param parts as the database keeps them (`private.share_of`); none where it is undivided
 * @param amount in major units, of which the split is
 */
export function splitText(
  split: number,
  parts: readonly SplitPart[] | null | undefined,
  amount: number,
  currency: string,
): string {
  if (!isSplitDivided(parts)) return formatPercent(split);
  const amounts = byWeight(
    amount,
    parts.map(({ weight }) => weight),
  );
  return parts
    .map(
      (part, place) => `${formatPercent(part.split)} of ${formatMoneyExact(amounts[place] ?? 0, currency)}`,
    )
    .join(', ');
}
