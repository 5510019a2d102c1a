/** Longer texts and more words never help a search; they only make the address longer. */
const MAX_LENGTH = 80;
const MAX_WORDS = 5;

/**
 * A typed word as an `ilike` pattern inside an `or=(...)` list. What the pattern language reads as a wildcard is taken
 * literally; what the list itself reads (commas, brackets, quotes, and * which PostgREST turns into %) becomes _, any one
 * character. Quoting the value would say the same more exactly, but the embedded REST server takes the quotes as typed.
 */
function pattern(word: string): string {
  return `%${word.replace(/[\\%_]|[,()"*]/g, (char) => ('\\%_'.includes(char) ? `\\${char}` : '_'))}%`;
}

/**
 * The PostgREST `or` filter of a typed search: every word must be found in at least one of the columns, in any order,
 * case-insensitive and partial. One filter for all words, because the embedded
 * REST server reads several `or` parameters of one request as alternatives.
 * @param columns column names, written by us
 * @param typed what the person typed
 * @returns one filter, none for blank text
 */
export function searchFilters(columns: readonly string[], typed: string): string[] {
  const words = typed.slice(0, MAX_LENGTH).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  const filters = words.map((word) => columns.map((column) => `${column}.ilike.${pattern(word)}`).join(','));
  return filters.length > 1 ? [`and(${filters.map((filter) => `or(${filter})`).join(',')})`] : filters;
}
