import { customerValues } from './customer-values';
import { duplicateText, isSpecificEnough, probeOf } from './duplicate-texts';

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
