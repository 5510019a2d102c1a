/** Whatever carries a person's name; either part may be missing. */
export interface PersonName {
  firstName?: string | null;
  lastName?: string | null;
}

const clean = (part?: string | null) => (part ?? '').trim().replace(/\s+/g, ' ');

/**
 * First and last name, as people read it.
 * @param fallback shown when both are missing
 */
export function displayName(person: PersonName | null | undefined, fallback = 'Unknown'): string {
  return [clean(person?.firstName), clean(person?.lastName)].filter(Boolean).join(' ') || fallback;
}

/** "Theo L.": for narrow columns. */
export function shortName(person: PersonName | null | undefined, fallback = 'Unknown'): string {
  const first = clean(person?.firstName);
  const last = clean(person?.lastName);
  if (!first || !last) return first || last || fallback;
  return `${first} ${firstLetter(last)}.`;
}

function firstLetter(text: string): string {
  // Spread, not [0]: an astral character is two UTF-16 units.
  return ([...text][0] ?? '').toLocaleUpperCase('en-US');
}

/** First letters of first and last name, `?` when there is none. */
export function initials(person: PersonName | null | undefined): string {
  return firstLetter(clean(person?.firstName)) + firstLetter(clean(person?.lastName)) || '?';
}

/** Initials of a company: the first letters of its first two words ("Maple & Pine Lodges" -> "MP"). */
export function companyInitials(name: string | null | undefined): string {
  const words = clean(name)
    .split(' ')
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.slice(0, 2).map(firstLetter).join('') || '?';
}

/** A person begun from what was searched for in vain: the last word is the last name, an e-mail address is none. */
export function typedPerson(typed: string): { firstName: string; lastName: string; email: string } {
  const text = clean(typed);
  if (text.includes('@')) return { firstName: '', lastName: '', email: text };
  const words = text.split(' ');
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName, email: '' };
}
