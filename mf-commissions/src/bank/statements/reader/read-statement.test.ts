import { readStatement } from './read-statement';

const DOLLARS = { currency: 'USD' };
const read = (text: string) =>
  readStatement(text, DOLLARS).lines.map(({ reference, name, amount }) => [reference, name, amount]);

test.each([
  [
    'a CSV file with a head and a sum',
    'Booking,Guest,Gross,Commission\nCR-30614,"Hoffman, Abigail",13275.00,"1,327.50"\nCR-30657,Novak,9600.00,960.00\nTotal,,,2287.50',
    [
      ['CR-30614', 'Hoffman, Abigail', '1327.50'],
      ['CR-30657', 'Novak', '960.00'],
    ],
  ],
  [
    'cells copied from a sheet',
    'CR-30614\tHoffman\t1,327.50\nCR-30657\tNovak\t$960.00',
    [
      ['CR-30614', 'Hoffman', '1327.50'],
      ['CR-30657', 'Novak', '960.00'],
    ],
  ],
  [
    'lines copied from a page',
    'CR-30614 Abigail Hoffman 1,327.50\n30657 Peter Novak 960.00',
    [
      ['CR-30614', 'Abigail Hoffman', '1327.50'],
      ['30657', 'Peter Novak', '960.00'],
    ],
  ],
  [
    'a European file',
    'Referenz;Name;Betrag\nCR-1;Lind;1.327,50\nCR-2;Berg;-12,00',
    [
      ['CR-1', 'Lind', '1327.50'],
      ['CR-2', 'Berg', '-12.00'],
    ],
  ],
])('%s', (_, text, lines) => {
  expect(read(text)).toEqual(lines);
});

test('a line without an amount is named, and what is no table is refused', () => {
  expect(readStatement('CR-1,Lind,10.00\nCR-2,Berg,soon', DOLLARS)).toMatchObject({
    total: 1000,
    problems: [{ line: 2, why: 'This is not an amount.' }],
  });
  expect(() => readStatement('Dear partner,\nplease find attached', DOLLARS)).toThrow(
    'No line of this has an amount.',
  );
});

test('an amount of another currency is left out, in words', () => {
  expect(readStatement('CR-1;Lind;10,00 €\nCR-2;Berg;$10,00', { currency: 'EUR' })).toMatchObject({
    total: 1000,
    problems: [{ line: 2, why: 'This agency works in euros (EUR).' }],
  });
});

test('what no line decides is read as the agency writes amounts', () => {
  const total = (notation: 'comma' | 'point') =>
    readStatement('CR-1;Lind;1.250\nCR-2;Berg;2.100', { currency: 'EUR', notation }).total;
  expect(total('comma')).toBe(335_000);
});
