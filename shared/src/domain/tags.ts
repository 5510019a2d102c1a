import { isVisible } from './visible-text';

/** Tags compare without regard to case, as the database compares them. */
const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/**
 * Adds what was typed to a list of tags: several at once between commas or on lines of their own, each trimmed and with single blanks.
 * Known ones, and what is too many or too long, are left out.
 * @returns the tags in the order they were added
 */
export function addTags(
  tags: readonly string[],
  typed: string,
  { max, maxLength }: { max: number; maxLength: number },
): string[] {
  const next = [...tags];
  for (const part of typed.split(/[,\n]/)) {
    const tag = part.trim().replace(/\s+/g, ' ');
    if (
      !isVisible(tag) ||
      tag.length > maxLength ||
      next.length >= max ||
      next.some((each) => same(each, tag))
    )
      continue;
    next.push(tag);
  }
  return next;
}
