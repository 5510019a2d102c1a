/**
 * Which version of a remote this browser loads, where the registry stages one. Decided before there is a session: by a random number of
 * this browser, made when it is first needed and kept in its storage. It is never sent anywhere.
 */
import type { ListedEntry } from './registry-types';

const KEY = 'paperplane.browser';

/** This browser's number; empty where nothing can be stored, so that no reload changes what it gets. */
export function browserId(): string {
  try {
    const known = localStorage.getItem(KEY) ?? Math.random().toString(36).slice(2);
    localStorage.setItem(KEY, known);
    return known;
  } catch {
    return '';
  }
}

/** A number from 0 to 99.99 that is always the same for a text, evenly distributed (FNV-1a, mixed once more). */
export function shareOf(text: string): number {
  let hash = 2166136261;
  for (const letter of text) hash = Math.imul(hash ^ letter.charCodeAt(0), 16777619);
  hash = Math.imul(hash ^ (hash >>> 15), 2246822507);
  return (((hash ^ (hash >>> 13)) >>> 0) % 10_000) / 100;
}

/**
 * The version of an entry that is meant for this browser. A browser that has a version keeps it when its share grows; each new version
 * is tried by other browsers.
 */
export function choose(entry: unknown): unknown {
  const { name, staged } = (entry ?? {}) as Partial<ListedEntry>;
  if (!staged?.entry) return entry;
  const id = browserId();
  return id && shareOf(`${id} ${name} ${staged.entry.version}`) < staged.percent ? staged.entry : entry;
}
