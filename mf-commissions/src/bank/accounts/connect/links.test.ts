import { idOf } from '@paperplane/shared/testing';
import { accountOnPage, bankConnection, foundAccount } from '../../testing/bank-factories';
import { linksOf, proposedTargets, sinceOptions, targetNote, targetOptions } from './links';

const TODAY = '2027-02-03';
const SAVINGS = accountOnPage({
  id: idOf('a5'),
  name: 'Harbour Savings',
  lastFour: '5521',
  connection: bankConnection({ state: 'disconnected' }),
  spans: [
    { from: '2026-11-06', to: '2026-12-31', kind: 'here' },
    { from: '2027-01-01', to: TODAY, kind: 'gap' },
  ],
});
const TRUST = accountOnPage({ id: idOf('a2'), name: 'Harbour Trust', connection: bankConnection() });
const FILES = accountOnPage();
const OURS = [SAVINGS, TRUST];
const FOUND = [
  foundAccount({ suggestedAccountId: SAVINGS.id }),
  foundAccount({ providerAccountId: 'ACT-2', name: 'CHECKING', kind: 'checking', lastFour: '6140' }),
  foundAccount({ providerAccountId: 'ACT-3', name: 'LOAN', kind: 'loan', lastFour: '0098' }),
  foundAccount({ providerAccountId: 'ACT-4', name: 'EURO', currency: 'EUR' }),
];

test('each goes where it was suggested, else to a new account; loans and other money stay out', () => {
  expect(proposedTargets(FOUND, OURS, 'USD')).toEqual({
    'ACT-1': SAVINGS.id,
    'ACT-2': 'new',
    'ACT-3': 'leave_out',
    'ACT-4': 'leave_out',
  });
});

// Holds bank-121
test('two of the bank never go to one of ours, nor to one that is linked', () => {
  const both = [
    foundAccount({ suggestedAccountId: SAVINGS.id }),
    foundAccount({ providerAccountId: 'ACT-2', suggestedAccountId: SAVINGS.id }),
    foundAccount({ providerAccountId: 'ACT-3', suggestedAccountId: TRUST.id }),
  ];
  const targets = proposedTargets(both, OURS, 'USD');
  expect(targets).toEqual({ 'ACT-1': SAVINGS.id, 'ACT-2': 'new', 'ACT-3': 'new' });
  const offered = both.map((each) => targetOptions(each, OURS, targets, 'USD').map(({ label }) => label));
  expect(offered).toEqual([
    ['Harbour Savings ••5521', 'New account', 'Leave out'],
    ['New account', 'Leave out'],
    ['New account', 'Leave out'],
  ]);
});

test('what follows from it is said', () => {
  const note = (place: number, target: string, since = '2026-11-06') =>
    targetNote(FOUND[place] ?? foundAccount(), target, [...OURS, FILES], {
      currency: 'USD',
      today: TODAY,
      since,
    });
  expect(note(0, SAVINGS.id)).toBe('Goes on where it stopped: Jan 1 – Feb 3 is fetched.');
  // Nothing of before is asked for.
  expect(note(0, SAVINGS.id, '2027-01-05')).toBe('What its files have brought already is recognized.');
  expect(note(0, FILES.id)).toBe('What its files have brought already is recognized.');
  expect(note(1, 'new')).toBe('Its currency and number are taken from the bank.');
  expect(note(2, 'leave_out')).toBe('Loans carry no commission.');
  expect(note(1, 'leave_out')).toBe('Nothing of it comes in.');
  expect(note(3, 'leave_out')).toBe('Paperplane keeps USD; what is in EUR stays out.');
});

test('a new account is called as at the bank, with bank and number where the name is taken', () => {
  const [, checking] = FOUND;
  const targets = { 'ACT-2': 'new' };
  const named = (name: string) =>
    linksOf(checking ? [{ ...checking, name }] : [], targets, OURS).map(({ newName }) => newName);
  expect(named('CHECKING')).toEqual(['CHECKING']);
  expect(named('HARBOUR TRUST')).toEqual(['Old Quay Credit Union HARBOUR TRUST 6140']);
  expect(linksOf(FOUND, proposedTargets(FOUND, OURS, 'USD'), OURS)).toEqual([
    { providerAccountId: 'ACT-1', accountId: SAVINGS.id, newName: null, leftOut: false },
    { providerAccountId: 'ACT-2', accountId: null, newName: 'CHECKING', leftOut: false },
    { providerAccountId: 'ACT-3', accountId: null, newName: null, leftOut: true },
    { providerAccountId: 'ACT-4', accountId: null, newName: null, leftOut: true },
  ]);
});

test('90 days are brought in unless said otherwise; no day is offered twice', () => {
  expect(sinceOptions(TODAY).map(({ label }) => label)).toEqual([
    'The last 90 days, from Nov 6, 2026',
    'The last 30 days, from Jan 5, 2027',
    'This year, from Jan 1, 2027',
    'From today on',
  ]);
  expect(sinceOptions('2027-01-01').map(({ value }) => value)).toEqual([
    '2026-10-04',
    '2026-12-03',
    '2027-01-01',
  ]);
});
