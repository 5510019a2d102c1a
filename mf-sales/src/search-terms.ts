/** Longest text a picker searches for; more only makes the address longer. */
const MAX_LENGTH = 80;
const MAX_WORDS = 5;

/** The words of a search as typed, at most five of them. */
export function searchWords(text: string): string[] {
  return text.slice(0, MAX_LENGTH).split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}

/** A word as a pattern for ILIKE: wildcards that were typed mean themselves. */
export function containsPattern(word: string): string {
  return `%${word.replace(/[\\%_]/g, (wildcard) => `\\${wildcard}`)}%`;
}

/**
 * A PostgREST `or` filter: one of the columns contains the word. The value is quoted, so commas, dots and
 * brackets in it stay part of the word.
 */
export function anyContains(columns: readonly string[], word: string): string {
  const quoted = containsPattern(word).replace(/[\\"]/g, (character) => `\\${character}`);
  return columns.map((column) => `${column}.ilike."${quoted}"`).join(',');
}
