import { formatDate } from '../domain';
import { commissionNote } from './commission-history';

test.each([
  [{ code: 'receipt_recorded', params: {} }, 'Receipt recorded'],
  [{ code: 'deposit_matched', params: { day: '2026-11-16' } }, 'Deposit of Nov 16, 2026 matched'],
  [{ code: 'voided', params: { reason: 'Account closed' } }, 'Payment voided: Account closed'],
  [{ code: 'of_a_later_version', params: {} }, 'As written'],
  [{ code: null, params: {} }, 'As written'],
])('what a note says: %j', (note, words) => {
  expect(commissionNote({ ...note, notes: 'As written' }, formatDate)).toBe(words);
});
