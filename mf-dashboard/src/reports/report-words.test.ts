import { shortRange } from './report-words';

it.each([
  ['2025-12-01', '2026-11-30', 'Dec 2025 – Nov 2026'],
  ['2028-01-01', '2028-02-29', 'Jan – Feb 2028'],
  ['2026-11-01', '2026-11-30', 'Nov 1 – 30, 2026'],
  ['2026-01-01', '2026-11-29', 'Jan 1 – Nov 29, 2026'],
  ['2026-03-02', '2026-11-30', 'Mar 2 – Nov 30, 2026'],
])('%s to %s is, in few letters, %s', (start, end, words) => {
  expect(shortRange(start, end)).toBe(words);
});
