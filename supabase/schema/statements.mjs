/** How a schema file is read: its statements, and what each of them makes. */

const START = /^(?:create|alter|drop|grant|revoke|comment|insert|update|delete|select|do|with)\b/im;
const SPLIT = new RegExp(`(?=${START.source})`, 'gim');

/** Things with a name that others use; a trigger, policy, index or statistics count as a part of their table. */
const DEFINES =
  /^create\s+(?:or\s+replace\s+)?(?:unique\s+|unlogged\s+|materialized\s+|recursive\s+)*(?:function|procedure|table|view|type|domain|aggregate|sequence)\s+(?:if\s+not\s+exists\s+)?([\w."]+)/i;
const BELONGS =
  /^(?:create\s+(?:or\s+replace\s+)?(?:constraint\s+|unique\s+)*(?:(?:trigger|policy|index)\b[\s\S]*?\bon|statistics\b[\s\S]*?\bfrom)|alter\s+table(?:\s+only)?)\s+([\w."]+)/i;

const unquoted = (name) => name.replaceAll('"', '');

/** @param {string} sql a schema file @returns {string[]} its statements; a body in dollar quotes stays in one, as it is indented */
export const statements = (sql) =>
  sql
    .split(SPLIT)
    .map((text) => text.trim())
    .filter((text) => START.test(text));

/** @param {string} statement @returns {string | undefined} the function, table, view or type that it makes: `private.audit` */
export function defines(statement) {
  const found = DEFINES.exec(statement);
  return found ? unquoted(found[1]) : undefined;
}

/** @param {string} statement @returns {string | undefined} what it makes, or is a part of, without its schema */
export function subject(statement) {
  const found = DEFINES.exec(statement) ?? BELONGS.exec(statement);
  return found ? unquoted(found[1]).split('.').at(-1) : undefined;
}

/** @param {string} text @returns {string} the same without comments, which point at what they explain, wherever it is */
export const withoutComments = (text) =>
  text.replace(/--[^\n]*/g, '').replace(/\bcomment on (?:[^;']|'(?:[^']|'')*')*;/gi, '');
