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
 * PostgREST `or` filters, one a word: every word must be found in at least one of the columns, in any order,
 * case-insensitive and partial (spec section 5, customer text search).
 * @param columns column names, written by us
 * @param typed what the person typed; blank gives no filter
 */
export function searchFilters(columns: readonly string[], typed: string): string[] {
  const words = typed.slice(0, MAX_LENGTH).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => columns.map((column) => `${column}.ilike.${pattern(word)}`).join(','));
}
