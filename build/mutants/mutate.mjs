/**
 * Small faults, as somebody makes them: a comparison that is off by one, a condition turned round, a term left out; on screens a link or
 * button that does nothing, a field in the place of another, a draft that is lost.
 */
import ts from 'typescript';

/** What stands there, and what stands there by mistake. Spaces keep operators apart from parts of others. */
const FAULTS = {
  sql: [
    [/ < /g, ' <= '],
    [/ > /g, ' >= '],
    [/ <= /g, ' < '],
    [/ >= /g, ' > '],
    [/ = (?!any\b)/g, ' <> '],
    [/ <> /g, ' = '],
    [/ and (?!\d|symmetric|\(\$)/g, ' or '],
    [/ or (?!replace\b)/g, ' and '],
    [/\bis null\b/g, 'is not null'],
    [/\bis not null\b/g, 'is null'],
    [/\bis distinct from\b/g, 'is not distinct from'],
    [/\bnot exists\b/g, 'exists'],
    [/(?<!not )\bexists \(/g, 'not exists ('],
    [/ \+ /g, ' - '],
    [/ - /g, ' + '],
    [/ \* /g, ' / '],
    [/\bleast\(/g, 'greatest('],
    [/\bgreatest\(/g, 'least('],
    [/\bmin\(/g, 'max('],
    [/\bmax\(/g, 'min('],
    [/\btrue\b/g, 'false'],
    [/\bfalse\b/g, 'true'],
  ],
  ts: [
    [/ < /g, ' <= '],
    [/ > /g, ' >= '],
    [/ <= /g, ' < '],
    [/ >= /g, ' > '],
    [/ === /g, ' !== '],
    [/ !== /g, ' === '],
    [/ && /g, ' || '],
    [/ \|\| /g, ' && '],
    [/ \?\? /g, ' && '],
    [/ \+ /g, ' - '],
    [/ - /g, ' + '],
    [/ \* /g, ' / '],
    [/\bMath\.min\(/g, 'Math.max('],
    [/\bMath\.max\(/g, 'Math.min('],
    [/\bMath\.round\(/g, 'Math.floor('],
    [/\.some\(/g, '.every('],
    [/\.every\(/g, '.some('],
    [/\btrue\b/g, 'false'],
    [/\bfalse\b/g, 'true'],
  ],
  tsx: [
    [/ to=\{[^{}]+\}/g, ' to="/nowhere"'],
    [/ onClick=\{[^{}]+\}/g, ' onClick={() => undefined}'],
    [/ onSubmit=\{[^{}]+\}/g, ' onSubmit={() => undefined}'],
    [/ disabled=\{[^{}]+\}/g, ' disabled={false}'],
    [/\buseDraft\((?!name:)[^)]+\)/g, 'useDraft(String(Math.random()))'],
    [/\.firstName\b/g, '.lastName'],
    [/\.bookingReference\b/g, '.id'],
    [/\.agentAmount\b/g, '.amount'],
    [/\.saleDate\b/g, '.createdAt'],
    [/\.departureDate\b/g, '.returnDate'],
    [/\.email\b/g, '.phone'],
  ],
};

/** What no test can be asked of: comments and sentences for people. A text that begins small may be SQL. */
const IGNORED = /--[^\n]*|raise [^;]*;|comment on [^;]*;|set search_path[^\n]*|'[A-Z](?:[^'\n]|'')*'/g;

/** @param {string} text @returns {(at: number) => boolean} whether something that is executed begins there */
function executedSql(text) {
  const ignored = [...text.matchAll(IGNORED)].map(({ index, 0: { length } }) => [index, index + length]);
  return (at) => ignored.every(([start, end]) => at < start || at >= end);
}

const ERASED = [
  ts.isTypeNode,
  ts.isInterfaceDeclaration,
  ts.isTypeAliasDeclaration,
  ts.isImportDeclaration,
  ts.isExportDeclaration,
  ts.isJSDoc,
];

/** Comments, texts, regular expressions, types and imports are none: only a parser tells them from the rest. */
function executedTypeScript(text, language) {
  const source = ts.createSourceFile(`file.${language}`, text, ts.ScriptTarget.Latest, true);
  const starts = new Set();
  const walk = (node) => {
    if (ERASED.some((is) => is(node))) return;
    const parts = node.getChildren();
    if (parts.length === 0) starts.add(node.getStart());
    parts.forEach(walk);
  };
  walk(source);
  return (at) => starts.has(at);
}

/**
 * @typedef {{ at: number, from: string, to: string }} Fault
 * @param {string} text @param {'sql' | 'ts' | 'tsx'} language @returns {Fault[]} every fault that could be made in it
 */
export function faults(text, language) {
  const executed = language === 'sql' ? executedSql(text) : executedTypeScript(text, language);
  return FAULTS[language]
    .flatMap(([pattern, to]) =>
      [...text.matchAll(pattern)].map(({ index, 0: from }) => ({ at: index, from, to })),
    )
    .filter(({ at, from }) => executed(at + from.search(/\S/)));
}

/** @param {string} text @param {Fault} fault @returns {string} */
export const withFault = (text, { at, from, to }) => text.slice(0, at) + to + text.slice(at + from.length);
