/**
 * Where focus goes in a list on a key: arrows wrap, Home and End jump, a letter finds the next entry that starts
 * with it. `null` when the key means nothing here.
 * @param at index that has the focus, -1 for none
 */
export function nextIndex(key: string, at: number, labels: readonly string[]): number | null {
  const count = labels.length;
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return at <= 0 ? count - 1 : at - 1;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key.length !== 1 || key === ' ') return null;
  const letter = key.toLowerCase();
  for (let step = 1; step <= count; step += 1) {
    const index = (at + step) % count;
    if (labels[index]?.trim().toLowerCase().startsWith(letter)) return index;
  }
  return null;
}
