import fs from 'node:fs';
import path from 'node:path';
import { changesOf, numberProblem } from './changes';
import { problemOf, readReport, reportOfToday, type Report } from './parts';
import { reportOn, SOURCES } from './report';

let report: Report;
/** What the shell shares as code, and as classes and tokens. */
let today: string;
let kit: string;

beforeAll(() => {
  report = reportOfToday();
  [today = '', kit = ''] = report.platform.split(/^(?=## Report on "kit"$)/m);
}, 60_000);

/** The part of the number that a change asks for. */
function asks(before: string, after: string): 'major' | 'minor' | null {
  const changes = changesOf(before, after);
  if (changes.length === 0) return null;
  return changes.some(({ breaks }) => breaks) ? 'major' : 'minor';
}

test('what deployed remotes use changes only together with its number', () => {
  expect(problemOf(readReport(), report)).toBeNull();
});

test('everything of ours is spelled out, but for the types of the database', () => {
  expect(today.match(/ from '\..*/g)).toEqual([" from './database.types';"]);
});

test('a library is named with its major version', () => {
  const libraries = today.match(/(?<= from ')[^.'][^']*/g) ?? [];
  expect(libraries).toContain('react-hook-form@7');
  expect(libraries.filter((library) => !/.@\d+$/.test(library))).toEqual([]);
});

describe('every line', () => {
  /** The lines of a text that may be changed by this without a major number. */
  function lenient(text: string, change: (line: string) => string): string[] {
    const lines = text.split('\n');
    const members = [...lines.keys()].filter((index) => /^\s*[^\s#>`]/.test(lines[index] ?? ''));
    return members
      .filter(
        (at) =>
          asks(text, lines.map((line, index) => (index === at ? change(line) : line)).join('\n')) !== 'major',
      )
      .map((at) => lines[at] ?? '');
  }

  /** The shared code as a whole; of the others each paragraph alone, for a line of it says nothing of the rest. */
  const texts = () => [
    today,
    ...[report.database, kit].flatMap((part) =>
      part.split('\n\n').map((paragraph) => `## "part"\n${paragraph}`),
    ),
  ];

  test('that is taken away asks for a major number: of an export, a function, a key of an answer, a tag, a class, a token', () => {
    expect(texts().length).toBeGreaterThan(30);
    expect(texts().flatMap((text) => lenient(text, () => ''))).toEqual([]);
  });

  test('with another word asks for a major number', () => {
    const renamed = (line: string) => line.replace(/\w+(?=\W*$)|$/, (word) => `${word}X`);
    expect(texts().flatMap((text) => lenient(text, renamed))).toEqual([]);
  });
});

describe('the database may', () => {
  const FUNCTION = [
    'function list_vendors(args: {',
    '    search?: string;',
    '}): unknown;',
    'const list_vendors: {',
    '    rows: {',
    '        id: string;',
    '    }[];',
    '};',
  ];
  const text = (...lines: string[]) => ['## Report on "database"', ...lines].join('\n');
  const withLine = (at: number, line: string) => text(...FUNCTION.toSpliced(at, 0, line));

  test.each([
    ['answer more', 6, '        name: string;', 'minor'],
    ['take more', 2, '    page?: number;', 'minor'],
    ['not ask for more', 2, '    page: number;', 'major'],
  ] as const)('%s', (_what, at, line, number) => {
    expect(asks(text(...FUNCTION), withLine(at, line))).toBe(number);
  });

  test('answer more under the same number, as migrations come first', () => {
    const contract = (database: string) => ({ ...report, database: `# Contract 1.0\n${database}` });
    const [before, more] = [text(...FUNCTION), withLine(6, '        name: string;')];
    expect(problemOf(contract(before), contract(more))).toBeNull();
    expect(problemOf(contract(more), contract(before))).toContain('raise DATABASE_CONTRACT.major above 1.0');
  });

  test.each([
    ['argument', 1],
    ['key of an answer', 5],
  ])('not lose an %s', (_what, at) => {
    expect(asks(text(...FUNCTION), text(...FUNCTION.toSpliced(at, 1)))).toBe('major');
  });
});

describe('an addition asks for', () => {
  /** Puts a text before another one in the platform's report. */
  const asked = (before: string, addition: string) => {
    expect(today).toContain(before);
    return asks(today, today.replace(before, addition + before));
  };

  test.each([
    ['a declaration', 'export type Access', 'export interface Also {\nwhat: string;\n}\n'],
    ['a path', 'readonly home: {', 'readonly attic: {\npattern: "/attic";\n};\n'],
    ['what a path has', 'pattern: "/login"', 'title: string;\n'],
    ['what a manifest may have', 'readonly version: string;', 'readonly area?: string;\n'],
    ['what a function answers', 'info: (title: string, text?: string)', 'done: () => undefined;\n'],
    ['what may be passed', 'invitationId?: string;', 'title?: {\nlong: string;\n};\n'],
  ])('a minor number: %s', (_, before, addition) => {
    expect(asked(before, addition)).toBe('minor');
  });

  test.each([
    ['what a manifest must have', 'readonly version: string;', 'readonly area: string;\n'],
    ['what must be passed', 'invitationId?: string;', 'title: string;\n'],
  ])('a major number, because remotes have to give it: %s', (_, before, addition) => {
    expect(asked(before, addition)).toBe('major');
  });
});

describe('the number', () => {
  const of = (number: string, ...lines: string[]) =>
    [`# Contract ${number}`, '## "one"', ...lines].join('\n');
  const value = (begin: string, ...more: string[]) =>
    of(more.length > 0 ? '4.3' : '4.2', `const a: ${begin}`, 'a: string;', ...more, '}) => void;');
  const stays = 'Nothing has changed since contract 4.2: the number stays what it is.';

  test.each([
    ['nothing has changed', of('4.2'), of('4.2'), null],
    ['nothing has changed', of('4.2'), of('4.3'), stays],
    ['nothing has changed', of('4.2'), of('5.0'), stays],
    ['something is added', of('4.2'), of('4.2', 'a'), 'raise CONTRACT.minor above 4.2'],
    ['something is added', of('4.2'), of('3.9', 'a'), 'raise CONTRACT.minor above 4.2'],
    ['something is added', of('4.2'), of('4.3', 'a'), null],
    ['something is added', of('4.2'), of('5.0', 'a'), null],
    ['something is gone', of('4.2', 'a'), of('4.3'), 'raise CONTRACT.major above 4.2'],
    ['something is gone', of('4.2', 'a'), of('5.0'), null],
    ['a value has more', value('{'), value('{', 'b: string;'), null],
    ['one of several has more', value('{ } | ({'), value('{ } | ({', 'b: string;'), null],
    [
      'a value has to be given more',
      value('(input: {'),
      value('(input: {', 'b: string;'),
      'raise CONTRACT.major',
    ],
    ['something is told that is known', of('4.2', 'interface A'), of('4.3', 'export interface A'), null],
  ])('when %s', (_, released, now, problem) => {
    const said = numberProblem(released, now, { name: 'CONTRACT', where: 'contract.ts' });
    expect(said).toEqual(problem === null ? null : expect.stringContaining(problem));
  });
});

test('a change in the code shows, whatever it is', () => {
  const copy = fs.mkdtempSync(path.join(SOURCES, '../dist/changed-'));
  const change = (name: string, from: string, to: string) => {
    const file = path.join(copy, name);
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain(from);
    fs.writeFileSync(file, text.replace(from, to));
  };
  // Without tests: whoever looks for some meanwhile would find them twice.
  fs.cpSync(SOURCES, copy, { recursive: true, filter: (file) => !file.includes('.test.') });
  const options = 'platform/services/filter-options.ts';
  try {
    change('platform/paths.ts', 'saleEdit:', 'saleChange:');
    change('platform/paths.ts', "fixed('/commissions')", "fixed('/commission-list')");
    change('platform/auth/account.ts', 'organizationName: string', 'organizationName: number');
    change('platform/auth/invitation-acts.ts', 'commissionSplit?: number', 'commissionSplit: number');
    change('platform/toast/toast-slice.ts', " | 'info'", '');
    change('platform/unsaved.ts', 'useUnsavedChanges(dirty: boolean)', 'useUnsavedChanges(dirty: string)');
    change('platform/auth/auth-slice.ts', 'timeZone: string', 'zone: string');
    change('domain/errors.ts', "  | 'NETWORK'\n", '');
    change('forms/index.ts', 'fields: readonly Path<T>[]', 'fields: Path<T>');
    change('platform/index.ts', 'parseConfig,', 'parseConfig, parseConfig as readConfig,');
    change(options, 'const { useFindAgentsQuery,', 'export const { useFindAgentsQuery,');
    change(options, '{ search: string } |', '{ search: string; limit?: number } |');
    change(options, 'build.query<VendorChoice[]', 'build.query<readonly VendorChoice[]');
    change(
      'platform/index.ts',
      '  useAgentOptions,',
      '  useFindAgentsQuery,\n  useFindVendorsQuery,\n  useAgentOptions,',
    );
    const shown = changesOf(today, reportOn(copy))
      .map(({ text }) => text.replace(/@paperplane\/shared\/\w+ > /, ''))
      .join('\n');
    for (const line of [
      '- const paths: { > readonly saleEdit: {',
      '+ const paths: { > readonly saleChange: {',
      '- const paths: { > readonly commissions: { > pattern: "/commissions";',
      '+ const paths: { > readonly commissions: { > pattern: "/commission-list";',
      '- interface SignUpInput { > organizationName: string;',
      '- interface InviteMemberInput { > commissionSplit?: number;',
      "- type ToastTone = 'success' | 'error' | 'info';",
      '- function useUnsavedChanges(dirty: boolean): void;',
      '- interface Organization { > timeZone: string;',
      "- type ErrorType = 'NETWORK' |",
      '- function applyServerError<T extends FieldValues>(',
      '+ export { parseConfig as readConfig }',
      '+ type ChoiceSearch = { > limit?: number;',
      ', AgentChoice[], ',
      ', readonly VendorChoice[], ',
    ])
      expect(shown).toContain(line);
    // A second name takes nothing away.
    expect(shown).not.toMatch(/^- .*parseConfig/m);
  } finally {
    fs.rmSync(copy, { recursive: true });
  }
}, 60_000);
