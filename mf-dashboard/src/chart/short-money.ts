import { formatMoney, roundHalfAway } from '@paperplane/shared/domain';

const UNITS = [
  [1e9, 'B', 2],
  [1e6, 'M', 2],
  [1e3, 'k', 1],
] as const;

/** A short amount, for axes: `$180k`, `$1.4M`, `$940`. No decimals but those of the unit (docs/product/core.md, Money). */
export function shortMoney(amount: number, currency: string): string {
  const [unit, letter, digits] = UNITS.find(([size]) => Math.abs(amount) >= size) ?? [1, '', 0];
  const number = String(roundHalfAway(amount / unit, digits)) + letter;
  // Keeps the currency sign where the locale puts it.
  return formatMoney(0, { currency }).replace('0', number);
}
