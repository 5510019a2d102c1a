/** Which names of the database a change of its schema files touches, and which other statements use them. */

import { statements, subject } from '../../supabase/schema/statements.mjs';

/** @param {string} before @param {string} after two texts of one file @returns {Set<string>} names whose statements differ */
export function touched(before, after) {
  const [old, fresh] = [statements(before), statements(after)];
  const only = (some, others) => some.filter((statement) => !others.includes(statement));
  return new Set([...only(old, fresh), ...only(fresh, old)].map(subject).filter(Boolean));
}

/** @param {string} text @param {Set<string>} wanted @returns {boolean} whether a text names one of them */
export const names = (text, wanted) => (text.match(/\w+/g) ?? []).some((word) => wanted.has(word));

/**
 * @param {string[]} files texts of all schema files @param {Set<string>} changed
 * @returns {Set<string>[]} what has changed, then what uses it, then what uses that …; no name twice
 */
export function reach(files, changed) {
  const all = files.flatMap(statements).map((text) => ({ text, name: subject(text) }));
  const levels = [changed];
  const seen = new Set(changed);
  for (;;) {
    const users = all.filter(({ name, text }) => name && !seen.has(name) && names(text, levels.at(-1)));
    if (users.length === 0) return levels;
    levels.push(new Set(users.map(({ name }) => name)));
    for (const name of levels.at(-1)) seen.add(name);
  }
}
