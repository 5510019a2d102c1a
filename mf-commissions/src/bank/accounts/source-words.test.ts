import { accountOnPage, bankConnection } from '../testing/bank-factories';
import { attentionText, connectionName, sourceLine, sourceOf, untilText } from './source-words';

const CLOCK = { now: new Date('2027-02-03T10:22:00Z'), timeZone: 'UTC' };

const lineOf = (more: Parameters<typeof bankConnection>[0] | null) =>
  sourceLine(accountOnPage({ connection: more && bankConnection(more) }), CLOCK);

test('a file says when and who, or that there is none yet', () => {
  expect(lineOf(null)).toBe('Last file today, 8:14 AM, Margaret Vale');
  expect(sourceLine(accountOnPage({ lastFile: null }), CLOCK)).toBe('No file yet');
  // Begun and never finished: it comes by file as before.
  expect(sourceOf({ connection: bankConnection({ state: 'connecting' }) })).toBe('file');
});

// Holds bank-110
test('a connection says what came last and when it comes next', () => {
  expect(lineOf({})).toBe('Today, 10:02 AM: 8 new · next 4:02 PM');
  expect(lineOf({ lastSuccessAt: '2027-02-02T22:02:00Z', nextTryAt: '2027-02-04T04:02:00Z' })).toBe(
    'Feb 2, 10:02 PM: 8 new · next Feb 4, 4:02 AM',
  );
  expect(lineOf({ lastSuccessAt: null, nextTryAt: null })).toBe('The first sync is about to begin');
});

// Holds bank-126
test('from two weeks before a consent ends it says when', () => {
  expect(lineOf({ expiresAt: '2027-02-15T09:00:00Z' })).toBe(
    'Today, 10:02 AM: 8 new · next 4:02 PM · consent ends Feb 15',
  );
  expect(lineOf({ expiresAt: '2027-02-18T09:00:00Z' })).toBe('Today, 10:02 AM: 8 new · next 4:02 PM');
});

// Holds bank-111
test('what time heals is said beside the next try', () => {
  expect(lineOf({ code: 'unreachable' })).toBe('The bank could not be reached · next 4:02 PM');
  expect(lineOf({ code: 'too_many', nextTryAt: null })).toBe('The bank asks for a pause');
});

test('a sync says its part, its days and how many lines came', () => {
  const state = 'syncing';
  expect(
    lineOf({ state, part: 2, parts: 3, partFrom: '2026-12-06', partTo: '2027-01-04', linesSoFar: 61 }),
  ).toBe('Part 2 of 3, Dec 6 – Jan 4 · 61 lines so far');
  expect(
    lineOf({ state, part: 1, parts: 1, partFrom: '2027-01-25', partTo: '2027-02-03', linesSoFar: 1 }),
  ).toBe('Jan 25 – Feb 3 · 1 line so far');
});

test('attention and the end of a connection say since when, and by whom', () => {
  const lastTriedAt = '2027-02-03T10:02:00Z';
  expect(lineOf({ state: 'needs_attention', lastTriedAt })).toBe('Last try today, 10:02 AM');
  expect(lineOf({ state: 'needs_attention', lastTriedAt: null })).toBe('Not tried yet');
  expect(
    lineOf({
      state: 'disconnected',
      disconnectedAt: '2026-12-31T09:00:00Z',
      disconnectedFirstName: 'Margaret',
      disconnectedLastName: 'Vale',
    }),
  ).toBe('Dec 31, 2026, by Margaret Vale');
});

test.each([
  ['reauthenticate', 'Sign in there again; what is missing since Jan 30 comes with the next sync.'],
  [
    'expired',
    'The consent at the bank has ended; renew it; what is missing since Jan 30 comes with the next sync.',
  ],
  [
    'provider_words',
    'Look at the provider, then reconnect; what is missing since Jan 30 comes with the next sync.',
  ],
] as const)('%s says what to do', (code, text) => {
  expect(attentionText({ code }, '2027-01-30')).toBe(text);
});

test.each([
  ['2027-02-03T16:02:00Z', 'in 5 h 40 min'],
  ['2027-02-03T12:22:00Z', 'in 2 h'],
  ['2027-02-03T10:37:00Z', 'in 15 min'],
  ['2027-02-03T09:00:00Z', 'now'],
])('%s is %s', (at, text) => {
  expect(untilText(at, CLOCK)).toBe(text);
});

test('a connection is called by its bank, else by its label, else by its provider', () => {
  const named = (institution: string | null, label: string) =>
    connectionName(bankConnection({ institution, label }));
  expect(named('First Pier Bank', 'bridge.example')).toBe('First Pier Bank');
  expect(named(null, 'bridge.example')).toBe('bridge.example');
  expect(named(null, '')).toBe('SimpleFIN');
});
