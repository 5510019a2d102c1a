/** Draws mutants of the rules in TypeScript and of functions and policies in SQL. */
import { createHash } from 'node:crypto';
import { filesOf } from '../lib/git.mjs';
import { statements, subject } from '../../supabase/schema/statements.mjs';
import { faults, withFault } from './mutate.mjs';

const line = (text, at) => text.slice(0, at).split('\n').length;

/** Rules and nothing else; what shows them has tests of another kind. */
function ofRules() {
  return filesOf('shared/src/domain/*.ts', '*-rules.ts', '*/rules.ts')
    .filter(({ file }) => !/\.(?:d|test)\.ts$|\/testing\//.test(file))
    .flatMap(({ file, text }) =>
      faults(text, 'ts').map((fault) => ({
        kind: 'rule',
        place: `${file}:${line(text, fault.at)}`,
        ...fault,
        file,
        text: withFault(text, fault),
      })),
    );
}

const POLICY = /^create\s+policy\s+("[^"]+"|\w+)\s+on\s+([\w.]+)/i;
const REPLACEABLE = /^create (?:or replace )?function/i;

/** @returns what puts a statement with a fault in the place of the right one */
function replacement(statement) {
  const policy = POLICY.exec(statement);
  if (policy) return `drop policy ${policy[1]} on ${policy[2]};\n${statement}`;
  return statement.replace(REPLACEABLE, 'create or replace function');
}

function ofSchema() {
  return filesOf('supabase/schemas/*.sql').flatMap(({ file, text }) =>
    statements(text)
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
      ),
  );
}

/**
 * @typedef {{ kind: 'rule' | 'policy' | 'function', place: string, from: string, to: string, file: string, subject?: string, text: string }} Mutant
 *   `text`: the file as it is then, or the SQL that makes it so
 * @param {{ seed: number, count: number }} options
 * @returns {Mutant[]} a third of them rules, a sixth policies, the rest functions; the same for the same seed
 */
export function sample({ seed, count }) {
  const rank = ({ place, at, to }) =>
    createHash('sha256').update(`${seed} ${place} ${at} ${to}`).digest('hex');
  const draw = (all, share) =>
    all
      .map((mutant) => ({ mutant, rank: rank(mutant) }))
      .sort((a, b) => (a.rank < b.rank ? -1 : 1))
      .slice(0, Math.ceil(share))
      .map(({ mutant }) => mutant);
  const schema = ofSchema();
  const ofKind = (wanted) => schema.filter(({ kind }) => kind === wanted);
  return [
    ...draw(ofRules(), count / 3),
    ...draw(ofKind('policy'), count / 6),
    ...draw(ofKind('function'), count / 2),
  ];
}
