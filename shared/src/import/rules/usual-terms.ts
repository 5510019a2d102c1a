import { roundHalfAway } from '../../domain';

/** What vendors who are new with sales are added with, by `vendorKey`. */
export type VendorTerms = Record<string, { days: number; basis: string }>;

/** What tells a vendor's name from another, as the database does. */
export const vendorKey = (name: unknown): string =>
  (typeof name === 'string' ? name : '').trim().toLowerCase();

/** The plainest rate that gives an amount to the cent: 12 before 12.5 before 12.34; null where there is none from 0 to 100. */
function rateOf(total: number, amount: number): number | null {
  if (total <= 0 || amount <= 0) return null;
  const exact = (amount / total) * 100;
  const rate = [0, 1, 2]
    .map((digits) => roundHalfAway(exact, digits))
    .find((each) => Math.abs((total * each) / 100 - amount) <= 0.011);
  const found = rate ?? roundHalfAway(exact, 2);
  return found <= 100 ? found : null;
}

/**
 * The usual rate of each vendor in sales: the one that most rows have, said or as commission of the price; rows without a commission count for
 * nothing. Of equals the first.
 * @param rows as the database takes them
 * @returns percent, by `vendorKey`
 */
export function usualRates(rows: readonly Record<string, unknown>[]): ReadonlyMap<string, number> {
  const counts = new Map<string, Map<number, number>>();
  for (const row of rows) {
    const said = row['commission_rate'];
    const rate =
      typeof said === 'number' && said > 0
        ? said
        : rateOf(Number(row['total_amount'] ?? 0), Number(row['commission_amount'] ?? 0));
    if (rate === null) continue;
    const key = vendorKey(row['vendor']);
    const rates = counts.get(key) ?? new Map<number, number>();
    counts.set(key, rates.set(rate, (rates.get(rate) ?? 0) + 1));
  }
  return new Map(
    [...counts].map(([key, rates]) => [key, [...rates].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0]),
  );
}
