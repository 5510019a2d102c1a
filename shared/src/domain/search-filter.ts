/** Longer texts and more words never help a search; they only make the address longer. */
const MAX_LENGTH = 80;
const MAX_WORDS = 5;

/** A typed word as an `ilike` pattern: what the pattern language would read as a wildcard is taken literally. */
function pattern(word: string): string {
  // PostgREST turns every * into %, an escaped one too; _ (any one character) is the nearest that can be said.
  return `%${word.replace(/[\\%_]/g, '\\$&').replace(/\*/g, '_')}%`;
}

/** Quoted, so that commas, dots and brackets inside an `or` list stay part of the word. */
const quoted = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;

/**
 * PostgREST `or` filters, one a word: every word must be found in at least one of the columns, in any order,
 * case-insensitive and partial (spec section 5, customer text search).
 * @param columns column names, written by us
 * @param typed what the person typed; blank gives no filter
 */
export function searchFilters(columns: readonly string[], typed: string): string[] {
  const words = typed.slice(0, MAX_LENGTH).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  return words.map((word) => columns.map((column) => `${column}.ilike.${quoted(pattern(word))}`).join(','));
}
