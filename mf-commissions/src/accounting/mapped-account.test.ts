import type { JournalAccount } from './accounting-types';
import { heldBy, lacks, mappedText, readAccount } from './mapped-account';

// Holds books-27
it.each([
  ['1010 Operating', '1010', 'Operating'],
  ['  1010   Operating  account ', '1010', 'Operating account'],
  ['1010', '1010', null],
  ['Operating', null, 'Operating'],
  ['1.2-A Bank', '1.2-A', 'Bank'],
  ['1010: Bank', null, '1010: Bank'],
  ['', null, null],
])('%j is the number %j and the name %j, and reads the same again', (typed, number, name) => {
  expect(readAccount(typed)).toEqual({ number, name });
  expect(readAccount(mappedText({ number, name }))).toEqual({ number, name });
});

// Holds books-28
it.each([
  [null, null, ['quickbooks', 'xero', 'datev', 'csv']],
  ['1010', null, ['quickbooks']],
  [null, 'Operating', ['xero', 'datev']],
  ['10A', 'Operating', ['datev']],
  ['101010', 'Operating', ['datev']],
  ['10101', 'Operating', []],
])('the number %j and the name %j are not enough for %j', (number, name, formats) => {
  const all = ['quickbooks', 'xero', 'datev', 'csv'] as const;
  expect(all.filter((format) => lacks({ number, name }, format, 4) !== null)).toEqual(formats);
});

it('an account without an amount holds nothing', () => {
  const account = { number: null, name: null, debit: 0, credit: 0 } as JournalAccount;
  expect(heldBy([account, { ...account, credit: 0.01 }], 'csv', 4)).toEqual([{ ...account, credit: 0.01 }]);
});
