/** Arithmetic of books that are kept beside the product: whole cents, whole hundredths of a percent, nothing rounded twice. */

/** Part of a gross amount at a split of its own: `weight` of the sum of all weights, `points` hundredths of a percent. */
export interface SplitPart {
  weight: number;
  points: number;
}

const big = (value: number) => BigInt(Math.round(value));

/** The quotient, half away from zero. */
export function rounded(numerator: bigint, denominator: bigint): number {
  const negative = numerator < 0n !== denominator < 0n;
  const [n, d] = [numerator < 0n ? -numerator : numerator, denominator < 0n ? -denominator : denominator];
  const whole = (2n * n + d) / (2n * d);
  return Number(negative ? -whole : whole);
}

/** Each part at its own split, added, and rounded once. */
export function atSplits(cents: number, parts: readonly SplitPart[]): number {
  const whole = parts.reduce((sum, { weight }) => sum + big(weight), 0n);
  if (whole === 0n) return 0;
  const sum = parts.reduce((all, { weight, points }) => all + big(weight) * big(points), 0n);
  return rounded(big(cents) * sum, whole * 10_000n);
}

/** So many hundredths of a percent of it. */
export const percentOf = (cents: number, points: number): number =>
  rounded(big(cents) * big(points), 10_000n);

/** Divided by percents: left over cents go where most of one is missing, among equals to the first. */
export function divided(cents: number, points: readonly number[]): number[] {
  if (cents < 0) return divided(-cents, points).map((part) => 0 - part);
  const exact = points.map((point) => big(cents) * big(point));
  const parts = exact.map((part) => Number(part / 10_000n));
  const left = cents - parts.reduce((sum, part) => sum + part, 0);
  const first = exact
    .map((part, place) => ({ place, rest: part % 10_000n }))
    .sort((a, b) => (b.rest === a.rest ? a.place - b.place : b.rest > a.rest ? 1 : -1))
    .slice(0, left);
  for (const { place } of first) parts[place] = (parts[place] ?? 0) + 1;
  return parts;
}

export const cents = (money: unknown): number => Math.round(Number(money) * 100);
export const money = (value: number): number => value / 100;
export const total = <Row>(rows: Iterable<Row>, of: (row: Row) => number): number => {
  let sum = 0;
  for (const row of rows) sum += of(row);
  return sum;
};
