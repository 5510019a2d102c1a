/** The eight colours of summary cards, avatars and badges. */
export const HUES = ['blue', 'green', 'yellow', 'red', 'purple', 'gray', 'teal', 'indigo'] as const;
export type Hue = (typeof HUES)[number];

/** Red and gray mean something elsewhere (errors, inactive), so people do not get them. */
const PERSON_HUES: readonly Hue[] = ['blue', 'green', 'yellow', 'purple', 'teal', 'indigo'];

/** The same hue for the same name or id, everywhere. */
export function hueOf(seed: string): Hue {
  let hash = 0;
  for (const char of seed) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return PERSON_HUES[hash % PERSON_HUES.length] ?? 'blue';
}
