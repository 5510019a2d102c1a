import { accountOnPage, bankConnection } from '../testing/bank-factories';
import type { AccountOnPage } from '../bank-types';
import { coverageLabel, coverageWords, wholeBar } from './coverage-words';

const TO = '2027-02-03';
const said = (more: Parameters<typeof accountOnPage>[0]) => {
  const { gap = '', rest } = coverageWords(accountOnPage(more), TO);
  return `${gap} ${rest}`.trim();
};
const gap = (from: string, to: string, days: number) => ({ from, to, days });

// Holds bank-112
test('a gap is named by its days, with how many they are', () => {
  expect(said({ gaps: [gap('2026-12-22', '2026-12-29', 8)] })).toBe('Gap Dec 22 – 29, 2026 8 days, no file');
  expect(said({ connection: bankConnection(), gaps: [gap('2026-12-22', '2026-12-29', 8)] })).toBe(
    'Gap Dec 22 – 29, 2026 8 days, nothing came',
  );
});

test('a gap up to the last day has no end yet', () => {
  const connection = bankConnection({ state: 'needs_attention' });
  expect(said({ connection, gaps: [gap('2027-01-30', TO, 5)] })).toBe(
    'Gap since Jan 30 Nothing came for 5 days',
  );
});

// Holds bank-113
test('of several gaps two are named, the others counted', () => {
  const gaps = [gap('2026-11-10', '2026-11-12', 3), gap('2026-12-22', '2026-12-29', 8)];
  expect(said({ gaps })).toBe('Gaps Nov 10 – 12, 2026 and Dec 22 – 29, 2026 11 days, no file');
  expect(said({ gaps: [...gaps, gap('2027-01-05', '2027-01-06', 2)] })).toBe(
    'Gaps Nov 10 – 12, 2026 and Dec 22 – 29, 2026 and 1 more 13 days, no file',
  );
});

test('without a gap it says since when, and of nothing that there is nothing', () => {
  expect(said({})).toBe('No gaps since Nov 6, 2026');
  expect(said({ spans: [{ from: '2026-11-06', to: TO, kind: 'later' }] })).toBe('Nothing is here yet');
});

test('a first sync in parts says how much it brings; a removed connection what stays', () => {
  const first = { state: 'syncing', parts: 3, part: 2, lastSuccessAt: null } as const;
  expect(said({ connection: bankConnection(first) })).toBe('First sync, 90 days in 3 parts');
  expect(said({ connection: bankConnection({ state: 'disconnected' }) })).toBe(
    'The secret is forgotten, 214 lines stay',
  );
});

// Holds bank-114
test('the bar is said in words, span by span', () => {
  const spans: AccountOnPage['spans'] = [
    { from: '2026-11-06', to: '2026-12-21', kind: 'here' },
    { from: '2026-12-22', to: '2026-12-29', kind: 'gap' },
    { from: '2026-12-30', to: '2027-02-02', kind: 'on_its_way' },
    { from: TO, to: TO, kind: 'later' },
  ];
  expect(coverageLabel(spans)).toBe(
    'here Nov 6 – Dec 21, 2026, gap Dec 22 – 29, 2026, on its way Dec 30, 2026 – Feb 2, 2027, not yet Feb 3, 2027',
  );
  expect(coverageLabel([])).toBe('Nothing is here');
});

test('days that are neither here nor missed keep their place in the bar', () => {
  const span = (from: string, to: string, kind: AccountOnPage['spans'][number]['kind']) => ({
    from,
    to,
    kind,
  });
  const spans = [span('2026-11-08', '2026-11-10', 'here'), span('2026-11-12', '2026-11-13', 'gap')];
  const bar = wholeBar(spans, { from: '2026-11-06', to: '2026-11-14' });
  expect(bar.map(({ from, to, kind }) => `${from} ${to} ${kind}`)).toEqual([
    '2026-11-06 2026-11-07 none',
    '2026-11-08 2026-11-10 here',
    '2026-11-11 2026-11-11 none',
    '2026-11-12 2026-11-13 gap',
    '2026-11-14 2026-11-14 none',
  ]);
  expect(
    wholeBar([span('2026-11-06', '2026-11-14', 'here')], { from: '2026-11-06', to: '2026-11-14' }),
  ).toHaveLength(1);
});
