/** What one typed: the rate or the amount. The other one is derived. */
export type CommissionBasis = 'rate' | 'amount';

/** Shown where there is no amount. */
export const NO_AMOUNT = '–';

const formatters = /* @__PURE__ */ new Map<string, Intl.NumberFormat>();

function formatter(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency}${digits}`;
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, made);
  }
  return made;
}

/**
 * An amount for reading: `$12,940`, or `$1,482.00` with cents (where an exact amount is typed, paid or
 * reconciled). `–` for none. Half cents and half dollars round away from zero, as Postgres does (docs/product/core.md, Money).
 */
export function formatMoney(
  amount: number | null | undefined,
  options: { cents?: boolean; currency: string },
): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return NO_AMOUNT;
  const digits = options.cents ? 2 : 0;
  const rounded = roundHalfAway(amount, digits);
  return formatter(options.currency, digits).format(rounded === 0 ? 0 : rounded);
}

/** The same with cents: `$1,482.00`. */
export function formatMoneyExact(amount: number | null | undefined, currency: string): string {
  return formatMoney(amount, { cents: true, currency });
}

/** An amount as whole cents, of either sign: what sums are made of. */
export const toCents = (amount: number): number => Math.round(amount * 100);

/** Whole cents as an amount. */
export const fromCents = (cents: number): number => cents / 100;

/** `$1,482.00` of 148200 cents. */
export const formatCents = (cents: number, currency: string): string =>
  formatMoneyExact(fromCents(cents), currency);

/** What amounts come to, exact to the cent. */
export const sumAmounts = (rows: readonly { amount: number }[]): number =>
  fromCents(rows.reduce((cents, { amount }) => cents + toCents(amount), 0));

/**
 * An amount as a field shows it: `500`, `1,482.50`, and from a thousand on always with cents, `12,940.00`, so that no notation could read it in
 * another way; empty for none.
 */
export function moneyInput(amount: number | null | undefined): string {
  if (amount === null || amount === undefined || !Number.isFinite(amount)) return '';
  const bare = Number.isInteger(amount) && Math.abs(amount) < 1000;
  return amount.toLocaleString('en-US', { minimumFractionDigits: bare ? 0 : 2, maximumFractionDigits: 2 });
}

/**
 * Rounds half away from zero, on the decimal digits a person sees: 1.005 becomes 1.01, as numeric does in
 * Postgres, although the nearest double lies below it.
 */
export function roundHalfAway(value: number, digits: number): number {
  // Beyond this a double has no decimals left to round.
  if (!Number.isFinite(value) || Math.abs(value) >= 1e15) return value;
  const sign = value < 0 ? -1 : 1;
  const [mantissa, exponent = '0'] = Math.abs(value).toString().split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  return sign * Number(`${shifted}e-${digits}`);
}

/** Two-decimal number as whole hundredths. BigInt: cents times basis points passes 2^53. */
function hundredths(value: number): bigint {
  return BigInt(toCents(roundHalfAway(value, 2)));
}

function divideHalfAway(dividend: bigint, divisor: bigint): bigint {
  return (2n * dividend + divisor) / (2n * divisor);
}

/**
 * The derived half of a commission (the rate or the amount that was not typed), exactly as the database derives it: `round(total * rate / 100, 2)`,
 * or the rate to two decimals, which is 0 at a total of 0. An amount above the total gives a rate above 100,
 * which the form and the database refuse.
 * @param basis which of the two was typed and therefore holds
 * @param total, amount in currency units, not negative; @param rate in percent
 */
export function deriveCommission(
  basis: CommissionBasis,
  total: number | null | undefined,
  rate: number | null | undefined,
  amount: number | null | undefined,
): { rate: number; amount: number } {
  const cents = hundredths(total ?? 0);
  if (basis === 'rate') {
    const points = hundredths(rate ?? 0);
    return { rate: Number(points) / 100, amount: Number(divideHalfAway(cents * points, 10_000n)) / 100 };
  }
  const typed = hundredths(amount ?? 0);
  return {
    rate: cents === 0n ? 0 : Number(divideHalfAway(typed * 10_000n, cents)) / 100,
    amount: Number(typed) / 100,
  };
}
