/** A text in parts: what one of the words occurs in is marked, at the beginning of its words, or else anywhere. */
export function markedParts(text: string, words: readonly string[]): { part: string; isMarked: boolean }[] {
  const patterns = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  if (patterns.length === 0) return [{ part: text, isMarked: false }];
  const any = patterns.join('|');
  const atStart = new RegExp(`(?<![\\p{L}\\p{N}])(?:${any})`, 'giu');
  const pattern = text.search(atStart) >= 0 ? atStart : new RegExp(any, 'giu');
  const parts: { part: string; isMarked: boolean }[] = [];
  let from = 0;
  for (const { index, 0: found } of text.matchAll(pattern)) {
    if (index > from) parts.push({ part: text.slice(from, index), isMarked: false });
    parts.push({ part: found, isMarked: true });
    from = index + found.length;
  }
  if (from < text.length) parts.push({ part: text.slice(from), isMarked: false });
  return parts;
}
