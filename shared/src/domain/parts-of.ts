/**
 * An amount divided by largest remainder, as the database does (`private.parts_of`): the parts come to it, to the cent.
 * @param amount in major units, 0 or more
 * @param hundredths of a percent, whose sum is 10,000
 */
export function partsOf(amount: number, hundredths: readonly number[]): number[] {
  const cents = BigInt(Math.round(amount * 100));
  const whole = hundredths.map((part) => (cents * BigInt(part)) / 10_000n);
  const remainder = hundredths.map((part) => (cents * BigInt(part)) % 10_000n);
  const missing = Number(cents - whole.reduce((sum, part) => sum + part, 0n));
  const first = hundredths
    .map((_part, place) => place)
    .sort((a, b) => Number((remainder[b] ?? 0n) - (remainder[a] ?? 0n)) || a - b)
    .slice(0, missing);
  return whole.map((part, place) => Number(part + (first.includes(place) ? 1n : 0n)) / 100);
}
