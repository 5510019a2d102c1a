/** Which names of the database a change of its schema files touches, and which other statements use them. */

const START = /^(?:create|alter|drop|grant|revoke|comment|insert|update|delete|select|do|with)\b/im;
const SPLIT = new RegExp(`(?=${START.source})`, 'gim');

/** Things with a name that others use; a trigger, policy, index or statistics count as a part of their table. */
const DEFINES =
  /^create\s+(?:or\s+replace\s+)?(?:unique\s+|materialized\s+|recursive\s+)*(?:function|procedure|table|view|type|domain|aggregate|sequence)\s+(?:if\s+not\s+exists\s+)?([\w."]+)/i;
const BELONGS =
  /^(?:create\s+(?:or\s+replace\s+)?(?:constraint\s+|unique\s+)*(?:(?:trigger|policy|index)\b[\s\S]*?\bon|statistics\b[\s\S]*?\bfrom)|alter\s+table(?:\s+only)?)\s+([\w."]+)/i;

const bare = (name) => name.replaceAll('"', '').split('.').at(-1);

/** @param {string} sql a schema file @returns {string[]} its statements; a body in dollar quotes stays in one, as it is indented */
export const statements = (sql) =>
  sql
    .split(SPLIT)
    .map((text) => text.trim())
    .filter((text) => START.test(text));

/** @param {string} statement @returns {string | undefined} the function, table, view or type that it makes, or is a part of */
export function subject(statement) {
  const found = DEFINES.exec(statement) ?? BELONGS.exec(statement);
  return found ? bare(found[1]) : undefined;
}

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
