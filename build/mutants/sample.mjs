/** Draws mutants of the rules in TypeScript, of functions and policies in SQL, and of screens. */
import { createHash } from 'node:crypto';
import { filesOf } from '../lib/git.mjs';
import { statements, subject } from '../../supabase/schema/statements.mjs';
import { faults, withFault } from './mutate.mjs';

const line = (text, at) => text.slice(0, at).split('\n').length;

const TEST = /\.(?:d|test)\.tsx?$|\/testing\//;

/** @param {'rule' | 'screen'} kind @param {'ts' | 'tsx'} language @param {string[]} paths as Git takes them */
const ofFiles = (kind, language, ...paths) =>
  filesOf(...paths)
    .filter(({ file }) => !TEST.test(file))
    .flatMap(({ file, text }) =>
      faults(text, language).map((fault) => ({
        kind,
        place: `${file}:${line(text, fault.at)}`,
        ...fault,
        file,
        text: withFault(text, fault),
      })),
    );

/** Rules and nothing else; what shows them has faults of another kind. */
const ofRules = () => ofFiles('rule', 'ts', 'shared/src/domain/*.ts', '*-rules.ts', '*/rules.ts');
const ofScreens = () => ofFiles('screen', 'tsx', 'mf-*.tsx', 'shell/*.tsx', 'shared/src/*.tsx');

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
 * @typedef {{ kind: 'rule' | 'policy' | 'function' | 'screen', place: string, from: string, to: string, file: string, subject?: string, text: string }} Mutant
 *   `text`: the file as it is then, or the SQL that makes it so
 * @param {{ seed: number, count: number }} options
 * @returns {Mutant[]} a quarter of them rules, an eighth policies, three of eight functions, a quarter screens; the same for the same seed
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
    ...draw(ofRules(), count / 4),
    ...draw(ofKind('policy'), count / 8),
    ...draw(ofKind('function'), (3 * count) / 8),
    ...draw(ofScreens(), count / 4),
  ];
}
