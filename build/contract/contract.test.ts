/** @jest-environment node */
import fs from 'node:fs';
import path from 'node:path';
import type ts from 'typescript';
import { CONTRACT } from '../../shared/src/platform/contract';
import {
  askedBy,
  changesOf,
  formatReport,
  numberProblem,
  parseReport,
  type Report,
  type Surface,
} from './report';
import { compile, REPORT, REPOSITORY, surfaceOf } from './surface';

const text = fs.readFileSync(REPORT, 'utf8');
const released = parseReport(text);
const next = { major: CONTRACT.major, minor: CONTRACT.minor + 1 };
const nextMajor = { major: CONTRACT.major + 1, minor: 0 };

let program: ts.Program;
let today: Surface;

beforeAll(() => {
  program = compile();
  today = surfaceOf(program);
}, 60_000);

test('what the shell shares with remotes changes only together with the contract number', () => {
  expect(numberProblem(released, CONTRACT, today)).toBeNull();
  // The number has risen, and the report is still the one before: `npm run contract:report` writes it.
  expect(text).toBe(formatReport({ contract: CONTRACT, members: today.members }));
});

describe('every member', () => {
  const without = (member: string) => {
    const members = new Map(today.members);
    members.delete(member);
    return members;
  };
  const asked = (before: Report['members'], members: Surface['members']) =>
    askedBy(changesOf({ contract: CONTRACT, members: before }, { ...today, members }));
  const each = (change: (member: string, type: string) => unknown) =>
    [...today.members].map(([member, type]) => [member, change(member, type)]);
  const all = (answer: unknown) => each(() => answer);

  test('renamed asks for a major number', () => {
    expect(today.members.size).toBeGreaterThan(200);
    const renamed = each((member, type) =>
      asked(today.members, without(member).set(`${member}Renamed`, type)),
    );
    expect(renamed).toEqual(all('major'));
  });

  test('retyped asks for a major number', () => {
    const retyped = each((member, type) =>
      asked(today.members, new Map(today.members).set(member, `${type} | symbol`)),
    );
    expect(retyped).toEqual(all('major'));
  });

  test('removed asks for a major number', () => {
    expect(each((member) => asked(today.members, without(member)))).toEqual(all('major'));
  });

  test('added asks for a minor number, unless remotes make such objects and would have to fill it', () => {
    const added = (member: string) => asked(without(member), today.members);
    expect(added('platform paths.saleEdit.href')).toBe('minor');
    expect(added('platform useToast')).toBe('minor');
    expect(added('platform type CurrentUser.email')).toBe('minor');
    expect(added('platform type RemoteManifest.nav')).toBe('minor');
    expect(added('platform type RemoteManifest.version')).toBe('major');
    expect(added('platform type SignUpInput.email')).toBe('major');
  });

  test('stands in the report as it is', () => {
    const contract = { major: 12, minor: 34 };
    const report = formatReport({ contract, members: today.members });
    expect(parseReport(report)).toEqual({ contract, members: today.members });
  });
});

describe('the number', () => {
  const of = (members: [string, string][]): Surface => ({ members: new Map(members), given: new Set() });
  const before = { contract: { major: 4, minor: 2 }, members: of([['platform a', 'string']]).members };
  const same = of([['platform a', 'string']]);
  const more = of([...same.members, ['platform b', 'string']]);
  const broken = of([['platform a', 'number']]);

  test.each([
    ['nothing has changed', same, 4, 2, null],
    [
      'nothing has changed',
      same,
      4,
      3,
      'Nothing has changed since contract 4.2: the number stays what it is, not 4.3.',
    ],
    [
      'nothing has changed',
      same,
      5,
      0,
      'Nothing has changed since contract 4.2: the number stays what it is, not 5.0.',
    ],
    ['something is added', more, 4, 2, 'raise CONTRACT.minor above 4.2'],
    ['something is added', more, 4, 3, null],
    ['something is added', more, 5, 0, null],
    ['something is added', more, 3, 9, 'raise CONTRACT.minor above 4.2'],
    ['something has another type', broken, 4, 2, 'raise CONTRACT.major above 4.2'],
    ['something has another type', broken, 4, 3, 'platform a\n    was string\n    is  number'],
    ['something has another type', broken, 5, 0, null],
    ['something is gone', of([]), 4, 3, 'removed: platform a: string'],
  ])('when %s', (_, surface, major, minor, problem) => {
    const said = numberProblem(before, { major, minor }, surface);
    expect(said).toEqual(problem === null ? null : expect.stringContaining(problem));
  });
});

describe('a change in the code', () => {
  const file = (name: string) => path.join(REPOSITORY, 'shared/src', name);
  /** The surface with other texts in some files; every text that is to be replaced must be there. */
  function changed(edits: [name: string, from: string, to: string][]): Surface {
    const texts = new Map<string, string>();
    for (const [name, from, to] of edits) {
      const before = texts.get(file(name)) ?? fs.readFileSync(file(name), 'utf8');
      expect(before).toContain(from);
      texts.set(file(name), before.replace(from, to));
    }
    return surfaceOf(compile(texts, program));
  }
  const lines = (surface: Surface) => changesOf({ contract: CONTRACT, members: today.members }, surface);

  test('shows, whatever it is', () => {
    const surface = changed([
      ['platform/paths.ts', 'saleEdit:', 'saleChange:'],
      ['platform/paths.ts', "fixed('/commissions')", "fixed('/commission-list')"],
      ['platform/auth/auth-operations.ts', 'organizationName: string', 'organizationName: number'],
      ['platform/auth/invitations.ts', 'commissionSplit?: number', 'commissionSplit: number'],
      ['platform/toast/toast-slice.ts', " | 'info'", ''],
      ['platform/unsaved.ts', 'useUnsavedChanges(dirty: boolean)', 'useUnsavedChanges(dirty: string)'],
      ['platform/auth/auth-slice.ts', 'timeZone: string', 'zone: string'],
      ['domain/errors.ts', "  | 'NETWORK'\n", ''],
      ['forms/index.ts', 'fields: readonly Path<T>[]', 'fields: Path<T>'],
      ['platform/index.ts', 'export { parseConfig,', 'export { parseConfig, parseConfig as readConfig,'],
    ]);
    const shown = lines(surface)
      .map(({ text: line }) => line)
      .join('\n');
    for (const line of [
      'removed: platform paths.saleEdit.href: ',
      'added: platform paths.saleChange.href: ',
      'changed: platform paths.commissions.pattern\n    was "/commissions"\n    is  "/commission-list"',
      'changed: platform type SignUpInput.organizationName\n    was string\n    is  number',
      'changed: platform type InviteMemberInput.commissionSplit\n    was optional number\n    is  number',
      'changed: platform type ToastTone\n    was "error" | "info" | "success"\n    is  "error" | "success"',
      'changed: platform useUnsavedChanges\n    was (a: boolean) => void\n    is  (a: string) => void',
      'removed: platform type Organization.timeZone: string',
      'changed: platform type AuthResult',
      'changed: forms applyServerError',
      'added: platform readConfig: (a: unknown) => RuntimeConfig',
    ])
      expect(shown).toContain(line);
    expect(numberProblem(released, next, surface)).toContain('removed: platform paths.saleEdit.href');
    expect(numberProblem(released, nextMajor, surface)).toBeNull();
  }, 60_000);

  test('of an endpoint shows in its hook: what it asks, and what it answers', () => {
    const options = 'platform/services/filter-options.ts';
    const surface = changed([
      [options, 'const { useFindAgentsQuery,', 'export const { useFindAgentsQuery,'],
      [options, '{ search: string } |', '{ search: string; limit?: number } |'],
      [options, 'build.query<VendorChoice[]', 'build.query<readonly VendorChoice[]'],
      [
        'platform/index.ts',
        '  useAgentOptions,',
        '  useFindAgentsQuery,\n  useFindVendorsQuery,\n  useAgentOptions,',
      ],
    ]);
    const asks = '@reduxjs/toolkit@2#QueryDefinition<{ id: string } | { limit?: number; search: string }, ';
    expect(surface.members.get('platform useFindAgentsQuery')).toContain(asks);
    expect(surface.members.get('platform useFindAgentsQuery')).toContain(', AgentChoice[], ');
    expect(surface.members.get('platform useFindVendorsQuery')).toContain(', readonly VendorChoice[], ');
    expect(askedBy(lines(surface))).toBe('minor');
  }, 60_000);
});
