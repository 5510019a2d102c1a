import { payoutNote } from './payout-notes';

test.each([
  [
    { code: 'payment_returned', params: { on: '2026-11-05', reason: 'Account closed' } },
    'Payment of November 5, 2026 came back: Account closed',
  ],
  [
    { code: 'vendor_took_back', params: { vendor: 'Northwind', on: '2026-01-31' } },
    'Northwind took commission back on January 31, 2026',
  ],
  [{ code: 'paid_less', params: { vendor: 'Northwind' } }, 'Northwind paid less than was expected'],
  [
    { code: 'expected_again', params: { vendor: 'Northwind' } },
    'Northwind: what was written off is expected again',
  ],
  [{ code: 'of_a_later_version', params: {} }, 'As written'],
  [null, 'As written'],
  [undefined, 'As written'],
])('what the note of a line says: %j', (noteFact, words) => {
  expect(payoutNote({ note: 'As written', noteFact })).toBe(words);
});
