import { entryRow } from './entry-row';
import { factsText, recordNote, recordText, valueText, type AuditEntry } from './entry-words';
import { actionWords } from './action-words';
import { recordPath } from './record-path';

const ID = '0b5e1c1e-0000-4000-8000-000000000001';
const entry = (more: Partial<AuditEntry> = {}): AuditEntry => ({
  entry: ID,
  at: '2026-02-03T09:48:00+00:00',
  action: 'payout_approved',
  kind: 'money',
  actor: { id: ID, firstName: 'Margaret', lastName: 'Vale', avatarUrl: null },
  record: { type: 'payout', id: ID, about: ID, label: 'February payout' },
  amount: 6714.57,
  device: 'Chrome, Windows',
  party: null,
  changes: [{ field: 'status', before: 'draft', after: 'approved' }],
  facts: {},
  ...more,
});

test.each([
  ['commission_split', '60.00', '60%'],
  ['payout_minimum_amount', 25, '$25.00'],
  ['payout_second_approval', false, 'No'],
  ['books_closed_through', '2026-05-31', 'May 31, 2026'],
  ['status', 'approved', 'Approved'],
  ['name', 'north_sea', 'north_sea'],
  ['deposit', 'open', 'To review'],
  ['account_number', null, 'changed'],
  ['role', null, '–'],
] as const)('%s of %p reads %s', (field, value, text) => {
  expect(valueText(field, value, 'USD')).toBe(text);
});

test('a record is named as it is called, by its number, or as gone', () => {
  expect(recordText(entry())).toBe('February payout');
  expect(recordText(entry({ record: { type: 'decision', id: null, about: null, count: 12 } }))).toBe(
    '12 transactions',
  );
  expect(
    recordText(entry({ record: { type: 'commission', id: null, about: null }, facts: { count: 3 } })),
  ).toBe('3 commissions');
  expect(recordText(entry({ record: { type: 'vendor', id: ID, about: ID } }))).toBe('No longer there');
  expect(
    recordNote(
      entry({ record: { type: 'decision', id: ID, about: ID, amount: 7464.1, on: '2027-02-01' } }),
      'USD',
    ),
  ).toBe('$7,464.10, of Feb 1, 2027');
});

test('what has no page, or is gone, leads nowhere', () => {
  expect(recordPath(entry())).toBe(`/commissions/payouts/${ID}`);
  expect(recordPath(entry({ record: { type: 'payout', id: ID, about: ID } }))).toBeNull();
  expect(recordPath(entry({ record: { type: 'import', id: ID, about: ID, label: 'a.csv' } }))).toBeNull();
});

test('an action of a later version says its own name', () => {
  expect(actionWords('factor_reset')).toBe('Factor reset');
});

test('an export says what the page says', () => {
  expect(factsText(entry({ facts: { added: 31, here: 16, broken: 1 } }))).toBe(
    '31 new, 16 already here, 1 broken',
  );
  expect(entryRow(entry(), 'USD')).toEqual([
    ID,
    '2026-02-03T09:48:00+00:00',
    'Margaret Vale',
    'money',
    'Approved payout',
    'February payout',
    null,
    6714.57,
    'Status: Draft to Approved',
    'Chrome, Windows',
  ]);
});
