import { centsText, decimalIn, readAmount } from './amount';

const cents = (text: string, decimal: '.' | ',') => {
  const read = readAmount(text, decimal);
  return read.ok ? read.cents : read.why;
};

it.each<[string, '.' | ',', number]>([
  ['1,234.56', '.', 123456],
  ['1.234,56', ',', 123456],
  ['(1.234,56)', ',', -123456],
  ['(1,234.56)', '.', -123456],
  ['$(12.00)', '.', -1200],
  ['1 234,56', ',', 123456],
  ['1\u202f234,56 €', ',', 123456],
  ["1'234.56", '.', 123456],
  ['-$1,234.5', '.', -123450],
  ['$-5', '.', -500],
  ['USD 12.00', '.', 1200],
  ['12.00 USD', '.', 1200],
  ['1234.56-', '.', -123456],
  ['12.00 DR', '.', -1200],
  ['12.00CR', '.', 1200],
  ['12.00 USD DR', '.', -1200],
  ['12,00 € S', ',', -1200],
  ['\u22125.00', '.', -500],
  ['+818.75', '.', 81875],
  ['.5', '.', 50],
  ['12.340', '.', 1234],
  ['1,234,567', '.', 123456700],
  ['-0.00', '.', 0],
])('%s with “%s” is %d', (text, decimal, expected) => {
  expect(cents(text, decimal)).toBe(expected);
});

it.each<[string, '.' | ',', RegExp]>([
  ['1.234,56', '.', /not written with “.”/],
  ['1,234.56', ',', /not written with “,”/],
  ['1,23,456.00', '.', /not written|not an amount/],
  ['12.345', '.', /more than two decimals/],
  ['=1+1', '.', /formula/],
  ['-(5.00)', '.', /not an amount|not written/],
  ['--5', '.', /not an amount/],
  ['twelve', '.', /not an amount/],
  ['12:30', '.', /not an amount/],
  ['-5.00 DR', '.', /not an amount/],
  ['0,125', '.', /not written/],
  ['99999999999.00', '.', /too large/],
])('%s with “%s” is refused', (text, decimal, why) => {
  expect(cents(text, decimal)).toEqual(expect.stringMatching(why));
});

it.each([
  ['$5.00', 'USD', 500],
  ['USD 5.00', 'USD', 500],
  ['5.00', 'USD', 500],
  ['€5.00', 'USD', 'This agency works in US dollars (USD).'],
  ['5.00 GBP', 'EUR', 'This agency works in euros (EUR).'],
])('%s in an agency of %s is %s', (text, currency, expected) => {
  const read = readAmount(text, '.', currency);
  expect(read.ok ? read.cents : read.why).toBe(expected);
});

it.each<[string[], '.' | ',' | null]>([
  [['1,234.56'], '.'],
  [['1.234,56'], ','],
  [['1,234'], null],
  [['1,234', '2.50'], '.'],
  [['1.234', '2,50'], ','],
  [['1.234.567'], ','],
  [['0,125'], ','],
  [['12', '7'], '.'],
  [[], '.'],
])('%j prove %s', (amounts, decimal) => {
  expect(decimalIn(amounts)).toBe(decimal);
});

it('writes cents as a decimal text', () => {
  expect([123456, -5, 0, -100].map(centsText)).toEqual(['1234.56', '-0.05', '0.00', '-1.00']);
});
