/** Small faults, as somebody makes them: a comparison that is off by one, a condition turned round, a term left out. */

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
};

/** What no test can be asked of: comments, words for people, types, imports. */
const IGNORED = {
  sql: /--[^\n]*|raise [^;]*;|comment on [^;]*;|set search_path[^\n]*/g,
  ts: /\/\/[^\n]*|\/\*[\s\S]*?\*\/|^(?:import|export \*) [^;]*;|^export (?:type|interface) [\s\S]*?^\}|'(?:[^'\\\n]|\\.)*'|`[^`]*`/gm,
};

/**
 * @typedef {{ at: number, from: string, to: string }} Fault
 * @param {string} text @param {'sql' | 'ts'} language @returns {Fault[]} every fault that could be made in it
 */
export function faults(text, language) {
  const hidden = [...text.matchAll(IGNORED[language])].map(({ index, 0: { length } }) => [
    index,
    index + length,
  ]);
  return FAULTS[language]
    .flatMap(([pattern, to]) =>
      [...text.matchAll(pattern)].map(({ index, 0: from }) => ({ at: index, from, to })),
    )
    .filter(({ at }) => hidden.every(([start, end]) => at < start || at >= end));
}

/** @param {string} text @param {Fault} fault @returns {string} */
export const withFault = (text, { at, from, to }) => text.slice(0, at) + to + text.slice(at + from.length);
