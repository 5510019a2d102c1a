/** The report of what shell and remotes share, and what a difference to it asks of the contract number. */
import type { Contract } from '../../shared/src/platform/contract';

export interface Surface {
  /** What every member is, by its path: `platform paths.saleEdit.href`. */
  readonly members: Map<string, string>;
  /** Types that remotes make objects of: a new field that must be there breaks those that do not know it. */
  readonly given: Set<string>;
}

export interface Report {
  readonly contract: Contract;
  readonly members: ReadonlyMap<string, string>;
}

export interface Change {
  /** Whether a deployed remote can break by it. */
  readonly breaks: boolean;
  readonly text: string;
}

const HEAD = `# What the shell shares with remotes, member by member, as it was last released.
# Written by \`npm run contract:report\` after CONTRACT has been raised; docs/decisions/003 says what asks for what.
# Parameters have no names here: a, b, c. \`react@19#ComponentType\` is a library's own. "(itself)" repeats what it lies in.
`;

const numberOf = ({ major, minor }: Contract): string => `${major}.${minor}`;

/** Writes a report. */
export function formatReport({ contract, members }: Report): string {
  const lines = [...members].map(([member, type]) => `${member}: ${type}\n`).sort();
  return `${HEAD}contract ${numberOf(contract)}\n\n${lines.join('')}`;
}

/** Reads a report. @throws Error when it names no contract */
export function parseReport(text: string): Report {
  const [, major, minor] = /^contract (\d+)\.(\d+)$/m.exec(text) ?? [];
  if (!major || !minor) throw new Error('The report does not say for which contract it was written.');
  const lines = [...text.matchAll(/^((?:platform|forms) .+?): (.*)$/gm)];
  return {
    contract: { major: Number(major), minor: Number(minor) },
    members: new Map(lines.map(([, member = '', type = '']) => [member, type])),
  };
}

/** The paths a member lies in, shortest first: `platform type A`, `platform type A.b`. */
function pathsTo(member: string): string[] {
  const parts = member.split('.');
  return parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('.'));
}

/** A field of an object that remotes make already, and that must be there from now on. */
function mustBeGiven(member: string, released: Report, { members, given }: Surface): boolean {
  const [type = ''] = pathsTo(member);
  if (!given.has(type)) return false;
  const known = [...released.members.keys()].some((key) => key === type || key.startsWith(`${type}.`));
  const optional = [...pathsTo(member), member].some((path) => members.get(path)?.startsWith('optional '));
  return known && !optional;
}

/** Lists what is different from the released report. */
export function changesOf(released: Report, surface: Surface): Change[] {
  const changes: Change[] = [];
  for (const [member, type] of released.members) {
    const now = surface.members.get(member);
    if (now === undefined) changes.push({ breaks: true, text: `removed: ${member}: ${type}` });
    else if (now !== type)
      changes.push({ breaks: true, text: `changed: ${member}\n    was ${type}\n    is  ${now}` });
  }
  for (const [member, type] of surface.members) {
    if (released.members.has(member)) continue;
    const breaks = mustBeGiven(member, released, surface);
    changes.push({ breaks, text: `${breaks ? 'added, and required' : 'added'}: ${member}: ${type}` });
  }
  return changes;
}

/** The part of the number that changes ask for. */
export function askedBy(changes: readonly Change[]): 'major' | 'minor' | null {
  if (changes.some(({ breaks }) => breaks)) return 'major';
  return changes.length > 0 ? 'minor' : null;
}

const rises = (from: Contract, to: Contract, part: 'major' | 'minor'): boolean =>
  to.major > from.major || (part === 'minor' && to.major === from.major && to.minor > from.minor);

/**
 * Says why the contract number does not fit what has changed since the released report, or null when it does.
 * @param contract today's number
 */
export function numberProblem(released: Report, contract: Contract, surface: Surface): string | null {
  const changes = changesOf(released, surface);
  const asked = askedBy(changes);
  const [was, is] = [numberOf(released.contract), numberOf(contract)];
  if (!asked)
    return was === is
      ? null
      : `Nothing has changed since contract ${was}: the number stays what it is, not ${is}.`;
  if (rises(released.contract, contract, asked)) return null;
  const listed = changes.filter(({ breaks }) => asked === 'minor' || breaks).map(({ text }) => `  ${text}`);
  const why =
    asked === 'major' ? 'Deployed remotes can break by this' : 'Remotes can use what older shells lack';
  return [`${why}: raise CONTRACT.${asked} above ${was} (shared/src/platform/contract.ts).`, ...listed].join(
    '\n',
  );
}
