import { mayBeIn, provenOrder } from './day-order';

it.each<[string[], string | null]>([
  [['03/04/2027'], null],
  [['03/14/2027', '03/04/2027'], 'mdy'],
  [['14/03/2027', '04/03/2027'], 'dmy'],
  [['2027-03-04'], 'ymd'],
  [['29.01.27'], 'dmy'],
  [['03.04.27'], 'dmy'],
  [['Jan 29, 2027'], 'ymd'],
  [[], 'ymd'],
  // Two digits: a file spans few years.
  [['03/04/26'], null],
  [['26-11-19', '26-11-20', '26-11-21'], 'ymd'],
  [['19-11-26', '20-11-26', '21-11-26'], 'dmy'],
  [['26-11-19'], null],
  // One day that does not exist proves nothing.
  [['02/30/2027', '01/31/2027', '01/26/2027'], 'mdy'],
])('%j are in the order %s', (dates, order) => {
  expect(provenOrder(dates)).toBe(order);
});

// Holds imports-58
it('an order is disproved by a line, and years of two digits in front need proof', () => {
  expect(mayBeIn('mdy', ['03/04/26'])).toBe(true);
  expect(mayBeIn('dmy', ['03/04/26'])).toBe(true);
  expect(mayBeIn('ymd', ['03/04/26'])).toBe(false);
  expect(mayBeIn('dmy', ['03/04/26', '03/14/26'])).toBe(false);
  expect(mayBeIn('ymd', ['26-11-19', '26-11-20'])).toBe(true);
  expect(mayBeIn('dmy', ['Jan 29, 2027'])).toBe(true);
});

it('a long file is no trouble', () => {
  const days = Array.from({ length: 150_000 }, (_each, n) => `${(n % 28) + 1}/03/2026`);
  expect(provenOrder(days)).toBe('dmy');
});
