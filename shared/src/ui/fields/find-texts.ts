import uFuzzy from '@leeoniya/ufuzzy';

/** How many words may stand in any order: each more multiplies the tries. */
const WORDS_IN_ANY_ORDER = 4;

/** Letters of any alphabet; in each word one letter may be wrong, missing, too many or swapped. */
const finder = /* @__PURE__ */ new uFuzzy({
  unicode: true,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: '\\p{Ll}\\p{Lu}',
  intraBound: '\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}',
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
  intraMode: 1,
});

/**
 * What is found of a list by typing, without regard to accents, case, the order of words and, where nothing is as it was typed, a slip of
 * the finger: as the database finds in its own (docs/product/platform.md, Search).
 * @returns places in the list, in its order
 */
export function findTexts(texts: readonly string[], typed: string): number[] {
  const plain = uFuzzy.latinize(texts.map((text) => text.toLowerCase()));
  const words = uFuzzy.latinize(typed.toLowerCase()).split(/\s+/).filter(Boolean);
  const places = plain.map((_, place) => place);
  const asTyped = places.filter((place) => words.every((word) => plain[place]?.includes(word)));
  if (asTyped.length > 0) return asTyped;
  return [...(finder.search(plain, words.join(' '), WORDS_IN_ANY_ORDER)[0] ?? [])].sort((a, b) => a - b);
}
