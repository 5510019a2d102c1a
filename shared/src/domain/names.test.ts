import { companyInitials, displayName, initials, shortName } from './names';
import { hueOf, HUES } from './person-hue';
import { badgeCount, formatCount, plural, pluralWord } from './plural';
import { paymentMethodLabel, paymentMethodsOf } from './payment-methods';

it.each([
  [{ firstName: 'Marisol', lastName: 'Vega' }, 'Marisol Vega', 'Marisol V.', 'MV'],
  [{ firstName: '  Ana  María ', lastName: 'Ruiz' }, 'Ana María Ruiz', 'Ana María R.', 'AR'],
  [{ firstName: 'Cher', lastName: '' }, 'Cher', 'Cher', 'C'],
  [{ firstName: null, lastName: 'éclair' }, 'éclair', 'éclair', 'É'],
  [{ firstName: '𝒜da', lastName: 'Q' }, '𝒜da Q', '𝒜da Q.', '𝒜Q'],
  [{}, 'Unknown', 'Unknown', '?'],
  [null, 'Unknown', 'Unknown', '?'],
])('%p is %s, %s, %s', (person, full, short, letters) => {
  expect(displayName(person)).toBe(full);
  expect(shortName(person)).toBe(short);
  expect(initials(person)).toBe(letters);
});

it.each([
  ['Azure Coast Cruises', 'AC'],
  ['Maple & Pine Lodges', 'MP'],
  ['Kestrel', 'K'],
  ['', '?'],
  [null, '?'],
])('the initials of %p are %s', (name, letters) => {
  expect(companyInitials(name)).toBe(letters);
});

it('gives the same hue to the same name, and never red or gray', () => {
  const hues = Array.from({ length: 200 }, (_, index) => hueOf(`Person ${index}`));
  expect(hueOf('Marisol Vega')).toBe(hueOf('Marisol Vega'));
  expect(new Set(hues)).toEqual(new Set(HUES.filter((hue) => hue !== 'red' && hue !== 'gray')));
  expect(HUES).toContain(hueOf(''));
});

it.each([
  [0, '0 sales'],
  [1, '1 sale'],
  [142, '142 sales'],
  [1420, '1,420 sales'],
])('%p is %s', (count, text) => {
  expect(plural(count, 'sale')).toBe(text);
});

it('takes an irregular plural, caps badges and separates thousands', () => {
  expect(plural(2, 'agency', 'agencies')).toBe('2 agencies');
  expect(pluralWord(1, 'agency', 'agencies')).toBe('agency');
  expect(formatCount(12345)).toBe('12,345');
  expect(badgeCount(9)).toBe('9');
  expect(badgeCount(10)).toBe('9+');
  expect(badgeCount(-1)).toBe('0');
});

it('names payment methods', () => {
  expect(paymentMethodLabel('bank_transfer')).toBe('Bank transfer');
  expect(paymentMethodLabel('barter')).toBe('barter');
});

// Holds payouts-100
test('a check is a method where checks are usual, or where the payment was one', () => {
  expect(paymentMethodsOf('USD')[0]).toBe('check');
  expect(paymentMethodsOf('EUR')).toEqual(['bank_transfer', 'cash', 'card', 'other']);
  expect(paymentMethodsOf('EUR', 'check')).toContain('check');
});
