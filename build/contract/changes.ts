/** What the difference between two reports asks of the contract number. */

export interface Change {
  /** Whether a deployed remote can break by it. */
  readonly breaks: boolean;
  readonly text: string;
}

const IN = ' > ';

/** The texts that a value can be stand in the order in which the compiler met them: another one is no change. */
const inOrder = (text: string): string =>
  text.replace(/"[^"]*"(?: \| "[^"]*")+/g, (union) => union.split(' | ').sort().join(' | '));

/** Every line of a report behind those it lies in: `…platform > const paths: { > readonly sale: {`; what is exported in a line of its own. */
function membersOf(report: string): Set<string> {
  const members = new Set<string>();
  let entry = '';
  /** The line of every bracket that is open. */
  const open: string[] = [];
  for (const line of report.split('\n')) {
    const [, next, exported] = /^## .*"(.*)"|^export \w+ (\w+)/.exec(line) ?? [];
    if (next) entry = next;
    if (exported) members.add(`${entry}${IN}export { ${exported} }`);
    const text = inOrder(line.trim().replace(/^export (?=\w)/, ''));
    if (/^(#|>|```|$)/.test(text)) continue;
    const member = `${open.at(-1) ?? entry}${IN}${text}`;
    members.add(member);
    for (const [bracket] of text.matchAll(/[{}()[\]]/g)) {
      if ('{(['.includes(bracket)) open.push(member);
      else open.pop();
    }
  }
  return members;
}

/** A member that remotes have to give from now on, of a type or a parameter. More in a value breaks nobody, nor in one of several that it can be, nor in what a function answers. */
function mustBeGiven(member: string, before: ReadonlySet<string>): boolean {
  const end = member.lastIndexOf(IN);
  const [parent, text] = [member.slice(0, end), member.slice(end + IN.length)];
  const isOptional = /^(readonly )?[\w'"-]+\?[:(]/.test(text);
  const isInValue = /^\S+ > const ([^(]|\| \((?=\{))*$/.test(parent);
  const isInAnswer = /^\S+ > function \w+\([^{]*\): \{$/.test(parent);
  // What lies in something new is new with it.
  return before.has(parent) && !isOptional && !isInValue && !isInAnswer;
}

/** Lists what is different. A line that has changed is one that is gone and one that is new. */
export function changesOf(released: string, today: string): Change[] {
  const [before, now] = [membersOf(released), membersOf(today)];
  const gone = [...before].filter((member) => !now.has(member));
  const added = [...now].filter((member) => !before.has(member));
  return [
    ...gone.map((member) => ({ breaks: true, text: `- ${member}` })),
    ...added.map((member) => ({ breaks: mustBeGiven(member, before), text: `+ ${member}` })),
  ];
}

/** @throws Error when the report does not say for which contract it was written */
function numberOf(report: string): [major: number, minor: number] {
  const [, major, minor] = /^# Contract (\d+)\.(\d+)$/m.exec(report) ?? [];
  if (!major || !minor) throw new Error('The report does not say for which contract it was written.');
  return [Number(major), Number(minor)];
}

/** Which number counts the changes of a report. */
export interface NumberOfReport {
  readonly name: string;
  /** The file it stands in. */
  readonly where: string;
  /** Whether an addition raises it; true unless said. */
  readonly additionsCount?: boolean;
}

/** Says why today's number does not fit what has changed since the released report, or null when it does. */
export function numberProblem(
  released: string,
  today: string,
  { name, where, additionsCount = true }: NumberOfReport,
): string | null {
  const changes = changesOf(released, today);
  const [[wasMajor, wasMinor], [major, minor]] = [numberOf(released), numberOf(today)];
  const was = `${wasMajor}.${wasMinor}`;
  if (changes.length === 0 && (major !== wasMajor || minor !== wasMinor))
    return `Nothing has changed since contract ${was}: the number stays what it is.`;
  const breaking = changes.filter(({ breaks }) => breaks);
  if (changes.length === 0 || major > wasMajor) return null;
  if (breaking.length === 0 && major === wasMajor && (minor > wasMinor || !additionsCount)) return null;
  const [why, part, listed]: [string, string, Change[]] =
    breaking.length > 0
      ? ['Deployed remotes can break by this', 'major', breaking]
      : ['Remotes can use what older shells lack', 'minor', changes];
  const lines = listed.map(({ text }) => text).join('\n');
  return `${why}: raise ${name}.${part} above ${was} (${where}).\n${lines}`;
}
