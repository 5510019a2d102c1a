/** Draws mutants of the rules in TypeScript and of functions and policies in SQL. */
import fs from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../lib/prepare.mjs';
import { statements, subject } from '../test/schema-graph.mjs';
import { faults, withFault } from './mutate.mjs';

/** Rules and nothing else; what shows them has tests of another kind. */
const RULES = /^(?:shared\/src\/domain\/|.*(?:-|\/)rules\.ts$)/;

/** @param {number} seed @returns {(most: number) => number} the same whole numbers below `most` for the same seed */
export function drawing(seed) {
  let state = seed >>> 0;
  return (most) => {
    // mulberry32
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % most;
  };
}

const read = (file) => fs.readFileSync(path.join(REPOSITORY, file), 'utf8');
const line = (text, at) => text.slice(0, at).split('\n').length;

/** @param {string[]} files of the repository */
function ofRules(files) {
  return files
    .filter((file) => RULES.test(file) && /(?<!\.d|\.test)\.ts$/.test(file) && !file.includes('/testing/'))
    .flatMap((file) => {
      const text = read(file);
      return faults(text, 'ts').map((fault) => ({
        kind: 'rule',
        place: `${file}:${line(text, fault.at)}`,
        ...fault,
        file,
        text: withFault(text, fault),
      }));
    });
}

const POLICY = /^create\s+policy\s+("[^"]+"|\w+)\s+on\s+([\w.]+)/i;
const REPLACEABLE = /^create (?:or replace )?function/i;

/** @returns what puts a statement with a fault in the place of the right one */
function replacement(statement) {
  const policy = POLICY.exec(statement);
  if (policy) return `drop policy ${policy[1]} on ${policy[2]};\n${statement}`;
  return statement.replace(REPLACEABLE, 'create or replace function');
}

function ofSchema(files) {
  return files
    .filter((file) => /^supabase\/schemas\/.*\.sql$/.test(file))
    .flatMap((file) => {
      const text = read(file);
      return statements(text)
        .filter((statement) => POLICY.test(statement) || REPLACEABLE.test(statement))
        .flatMap((statement) =>
          faults(statement, 'sql').map((fault) => ({
            kind: POLICY.test(statement) ? 'policy' : 'function',
            place: `${file}:${line(text, text.indexOf(statement) + fault.at)}`,
            ...fault,
            file,
            subject: subject(statement),
            text: replacement(withFault(statement, fault)),
          })),
        );
    });
}

/**
 * @typedef {{ kind: 'rule' | 'policy' | 'function', place: string, from: string, to: string, file: string, subject?: string, text: string }} Mutant
 *   `text`: the file as it is then, or the SQL that makes it so
 * @param {string[]} files @param {{ seed: number, count: number }} options
 * @returns {Mutant[]} a third of them rules, a sixth policies, the rest functions; more than `count`, for those that are no SQL
 */
export function sample(files, { seed, count }) {
  const below = drawing(seed);
  const draw = (all, share) => {
    const rest = [...all];
    return Array.from(
      { length: Math.min(Math.ceil(share), rest.length) },
      () => rest.splice(below(rest.length), 1)[0],
    );
  };
  const schema = ofSchema(files);
  return [
    ...draw(ofRules(files), count / 3),
    ...draw(
      schema.filter(({ kind }) => kind === 'policy'),
      count / 6,
    ),
    ...draw(
      schema.filter(({ kind }) => kind === 'function'),
      count / 2,
    ),
  ];
}
