/**
 * @param part of the values, 0 to 1, that are at most as large: 0.95 for p95
 * @returns NaN of no values
 */
export function quantile(values: readonly number[], part: number): number {
  const at = Math.min(values.length - 1, Math.floor(values.length * part));
  return [...values].sort((a, b) => a - b)[at] ?? NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
