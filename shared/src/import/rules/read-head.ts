import { CONCEPTS, PHRASES, SALE_PATTERNS, STOP_WORDS, type Concept } from './column-words';
import { FIELDS, type ImportKind } from './fields';
import { words } from './words';

const LEXICON: ReadonlyMap<string, ReadonlySet<Concept>> = (() => {
  const found = new Map<string, Set<Concept>>();
  for (const [concept, list] of Object.entries(CONCEPTS))
    for (const word of list.split(' '))
      found.set(word, (found.get(word) ?? new Set()).add(concept as Concept));
  return found;
})();

/** The parts of a compound, with the letters that join them: `reisepreis`, `buchungsdatum`; null where a part is not known. */
function parts(word: string): string[] | null {
  if (LEXICON.has(word)) return [word];
  for (let end = word.length - 2; end >= 3; end -= 1) {
    const head = word.slice(0, end);
    if (!LEXICON.has(head)) continue;
    for (const join of ['', 's', 'n', 'e', 'en']) {
      const rest = word.slice(end);
      if (!rest.startsWith(join)) continue;
      const tail = parts(rest.slice(join.length));
      if (tail) return [head, ...tail];
    }
  }
  return null;
}

/** What the words of a name may be about, one way or several; none where a word is not known. */
function meanings(said: string): ReadonlySet<Concept>[] {
  let open: Set<Concept>[] = [new Set()];
  const known = said.split(' ').flatMap((word) => {
    const found = parts(word);
    // `le`, `am`: the day, or nothing at all.
    return found ?? (STOP_WORDS.has(word) ? [] : [null]);
  });
  if (known.length === 0 || known.includes(null)) return [];
  for (const word of known) {
    const mayMean: (Concept | null)[] = [...(LEXICON.get(word ?? '') ?? [])];
    if (STOP_WORDS.has(word ?? '')) mayMean.push(null);
    open = open.flatMap((set) =>
      mayMean.map((concept) => (concept ? new Set([...set, concept]) : new Set(set))),
    );
    if (open.length > 64) return [];
  }
  return open.filter(({ size }) => size > 0);
}

const keyOf = (concepts: Iterable<string>): string => [...concepts].sort().join(' ');

const PATTERNS: readonly { field: string; key: string; place: number }[] = Object.entries(
  SALE_PATTERNS,
).flatMap(([field, patterns]) =>
  patterns.map((pattern, place) => ({ field, key: keyOf(pattern.split(' ')), place })),
);

/** The name as it is, then without what stands in brackets or behind a currency, then its parts on both sides of a slash. */
function variants(header: string): string[] {
  const outside = header.replace(/\([^)]*\)|\[[^\]]*\]/g, ' ').replace(/\p{Sc}/gu, ' ');
  const bare = outside.replace(/(^|\W)(?:in\s+)?(?:EUR|USD|CHF|GBP|BRL|JPY|R\s?)(?=\W|$)/g, '$1');
  const inside = [...header.matchAll(/[([]([^)\]]*)[)\]]/g)].map(([, text = '']) => text);
  return [header, outside, bare, ...bare.split(/[/|\n]/), ...inside];
}

/** Every name of a field, in its words, with how well a column of that name fits: its own names, then those of other languages. */
const NAMES: Readonly<Record<ImportKind, ReadonlyMap<string, readonly Said[]>>> = (() => {
  const namesOf = (kind: ImportKind) => {
    const found = new Map<string, Said[]>();
    for (const { key, label, also = [] } of FIELDS[kind]) {
      const offer = (name: string, fit: number) => {
        const said = words(name);
        found.set(said, [...(found.get(said) ?? []), { key, fit }]);
      };
      [key, label, ...also].forEach((name, place) => offer(name, place));
      PHRASES[kind][key]?.forEach((name, place) => offer(name, 100 + place));
    }
    return found;
  };
  return { customers: namesOf('customers'), vendors: namesOf('vendors'), sales: namesOf('sales') };
})();

/** What the name of a column says it may hold. */
export interface Said {
  key: string;
  /** How well it says so: the smaller the better. */
  fit: number;
}

/** The fields that a column's name may mean, each with how well. */
export function fieldsSaid(kind: ImportKind, header: string): Said[] {
  const best = new Map<string, number>();
  const offer = (key: string, fits: number) => {
    if (fits < (best.get(key) ?? Infinity)) best.set(key, fits);
  };
  variants(header).forEach((text, variant) => {
    const said = words(text);
    if (said === '') return;
    for (const { key, fit } of NAMES[kind].get(said) ?? []) offer(key, fit + variant / 10);
    if (kind !== 'sales') return;
    for (const meant of meanings(said)) {
      const key = keyOf(meant);
      for (const pattern of PATTERNS)
        if (pattern.key === key) offer(pattern.field, 200 + 10 * pattern.place + variant / 10);
    }
  });
  return [...best].map(([key, fits]) => ({ key, fit: fits }));
}
