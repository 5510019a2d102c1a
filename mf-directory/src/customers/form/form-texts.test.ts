import { CUSTOMER_FIELDS, customerValues } from './customer-values';
import { duplicateText, isSpecificEnough, probeOf } from './duplicate-texts';
import { formErrors } from '../../parts/form-errors';

describe('duplicates', () => {
  it.each([
    [{ reasons: ['email' as const], archivedAt: null }, 'Same email'],
    [
      { reasons: ['email' as const, 'phone' as const, 'name_and_birthday' as const], archivedAt: null },
      'Same email, phone, and name and birthday',
    ],
    [{ reasons: ['phone' as const], archivedAt: '2026-01-01T00:00:00Z' }, 'Same phone · archived'],
  ])('%j: %s', (duplicate, words) => expect(duplicateText(duplicate)).toBe(words));

  it.each([
    [{}, false],
    [{ firstName: 'E', lastName: 'D' }, false],
    [{ firstName: 'E', lastName: 'D', birthday: '1984-06-14' }, true],
    [{ email: 'elena' }, false],
    [{ email: 'elena@x' }, true],
    [{ phone: '555 01' }, false],
    [{ phone: '+1 (415) 555' }, true],
  ])('%j is worth a question: %s', (typed, telling) =>
    expect(isSpecificEnough(probeOf({ ...customerValues(), ...typed }))).toBe(telling),
  );
});

it('lists errors by the names of their inputs, in the order of the form', () => {
  const message = (text: string) => ({ type: 'x', message: text });
  expect(
    formErrors(CUSTOMER_FIELDS, {
      notes: message('Too long'),
      morePhones: [undefined, { value: message('No number') }] as never,
      firstName: message('Enter it'),
    }),
  ).toEqual([
    { name: 'firstName', message: 'Enter it' },
    { name: 'morePhones.1.value', message: 'No number' },
    { name: 'notes', message: 'Too long' },
  ]);
});
