import { formatPercent, parsePercent, percentInput, sharePercent } from './percent';

it.each([
  [13, '13%'],
  [12.5, '12.5%'],
  [0, '0%'],
  [33.333, '33.33%'],
  [null, '–'],
  [Number.NaN, '–'],
])('formats %p as %s', (percent, text) => {
  expect(formatPercent(percent)).toBe(text);
});

it('fills a field with the bare number', () => {
  expect(percentInput(12.5)).toBe('12.5');
  expect(percentInput(null)).toBe('');
});

// Holds core-14
it.each([
  ['', null],
  ['  ', null],
  ['13', 13],
  ['12.5', 12.5],
  ['12,5', 12.5],
  ['12,5 %', 12.5],
  ['12.5%', 12.5],
  ['12.5 %', 12.5],
  ['.5', 0.5],
  ['0', 0],
  ['-0', 0],
  ['100', 100],
])('reads %p as %p', (typed, value) => {
  expect(parsePercent(typed)).toEqual({ ok: true, value });
});

it.each([
  ['abc', 'percentFormat'],
  ['12€', 'percentFormat'],
  ['1,234', 'percentDecimals'],
  ['%', 'percentFormat'],
  ['1e1', 'percentFormat'],
  ['1 2', 'percentFormat'],
  ['12.345', 'percentDecimals'],
  ['100.01', 'percentRange'],
  ['-1', 'percentRange'],
])('refuses %p: %s', (typed, problem) => {
  expect(parsePercent(typed)).toEqual({ ok: false, problem });
});

it.each([
  [1, 4, 25],
  [2, 3, 67],
  [0, 0, 0],
  [5, 0, 0],
  [2, 1, 100],
  [-1, 4, 0],
])('%p of %p is a share of %p %%', (part, whole, share) => {
  expect(sharePercent(part, whole)).toBe(share);
});
