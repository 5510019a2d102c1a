let counts: Intl.NumberFormat | undefined;

/** A whole number with thousands separators: `1,234`. */
export function formatCount(count: number): string {
  return (counts ??= new Intl.NumberFormat('en-US')).format(count);
}

/**
 * The word for a count.
 * @param one singular, e.g. `sale`
 * @param many plural; the singular with an "s" when left out
 */
export function pluralWord(count: number, one: string, many = `${one}s`): string {
  return count === 1 ? one : many;
}

/** Count and word together: `1 sale`, `1,420 sales`. */
export function plural(count: number, one: string, many?: string): string {
  return `${formatCount(count)} ${pluralWord(count, one, many)}`;
}

/** A badge's number, capped: `9+`. */
export function badgeCount(count: number, cap = 9): string {
  return count > cap ? `${cap}+` : String(Math.max(0, count));
}
