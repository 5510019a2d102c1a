import { currencySign, currencyWords, notationIn, notationOf } from './currency';
import { dateOrderIn } from './date-order';
import { moneyInput } from './money';
import { moneyProblem, readMoney, type MoneyProblem } from './read-money';

// Holds core-2
it.each<[string, number | null]>([
  ['', null],
  ['   ', null],
  ['0', 0],
  ['1482', 1482],
  ['1482.5', 1482.5],
  ['1482,50', 1482.5],
  ['1,234.56', 1234.56],
  ['1.234,56', 1234.56],
  ['1 234,56', 1234.56],
  ['1\u00a0234,56', 1234.56],
  ['1\u202f234.56', 1234.56],
  ["1'234.56", 1234.56],
  ['1’234,56', 1234.56],
  ['12,5', 12.5],
  ['1 234', 1234],
  ['12,940,000', 12_940_000],
  ['12.940.000', 12_940_000],
  ['1,234,567.8', 1_234_567.8],
  ['€1,482', 1482],
  ['1.482,00 €', 1482],
  ['€ 5', 5],
  ['EUR 5', 5],
  ['5,20 eur', 5.2],
  ['+5', 5],
  ['5+', 5],
  ['-0', 0],
  ['7.', 7],
  ['.5', 0.5],
  [',5', 0.5],
  ['007', 7],
  ['9999999999.99', 9_999_999_999.99],
])('reads %p of an agency in euros as %p, or in the notation of its rule', (typed, value) => {
  // What every notation reads alike, but for `€1,482`: one separator before three digits.
  const notation = typed === '€1,482' ? ('point' as const) : undefined;
  expect(readMoney(typed, { currency: 'EUR', ...(notation && { notation }) })).toEqual({ ok: true, value });
});

// Holds core-3
it.each([
  ['1,234', 'point', 1234],
  ['1.234', 'comma', 1234],
  ['-1.000', 'comma', 'moneyNegative'],
  // Decimals, in these notations, and too many of them: refused, and never taken for a thousand.
  ['1.234', 'point', 'moneyDecimals'],
  ['1,234', 'comma', 'moneyDecimals'],
  ['1.230', 'point', 'moneyDecimals'],
] as const)('%p typed with a decimal %s is %p', (typed, notation, outcome) => {
  expect(readMoney(typed, { currency: 'USD', notation })).toEqual(
    typeof outcome === 'number' ? { ok: true, value: outcome } : { ok: false, problem: outcome },
  );
});

it.each<[string, MoneyProblem]>([
  ['abc', 'moneyFormat'],
  ['12,34,567', 'moneyFormat'],
  ['1,234 567', 'moneyFormat'],
  ['1.234,567,890', 'moneyFormat'],
  ['1 23', 'moneyFormat'],
  ['1e3', 'moneyFormat'],
  ['12:30', 'moneyFormat'],
  ['.', 'moneyFormat'],
  ['$', 'moneyFormat'],
  ['--1', 'moneyFormat'],
  ['-5-', 'moneyFormat'],
  ['5 apples', 'moneyFormat'],
  ['5%', 'moneyFormat'],
  ['1234,567', 'moneyDecimals'],
  ['0,125', 'moneyDecimals'],
  ['1,234.567', 'moneyDecimals'],
  ["1'234.567", 'moneyDecimals'],
  ['-5', 'moneyNegative'],
  ['5-', 'moneyNegative'],
  ['-$5', 'moneyNegative'],
  ['$-5', 'moneyNegative'],
  ['\u22125 $', 'moneyNegative'],
  ['10000000000', 'moneyTooLarge'],
  ['€5', 'moneyOtherCurrency'],
  ['5 EUR', 'moneyOtherCurrency'],
  ['CA$5', 'moneyOtherCurrency'],
  ['5 Fr.', 'moneyOtherCurrency'],
])('refuses %p of an agency in dollars: %s', (typed, problem) => {
  expect(readMoney(typed, { currency: 'USD' })).toEqual({ ok: false, problem });
});

it.each([
  ['Fr.5', 'CHF', 5],
  ["CHF 1'234.50", 'CHF', 1234.5],
  ['12,50 kr.', 'SEK', 12.5],
  ['$5', 'CAD', 5],
  ['CA$5', 'CAD', 5],
  ['US$5', 'USD', 5],
  ['5 zł', 'PLN', 5],
])('%p is an amount of an agency in %s', (typed, currency, value) => {
  expect(readMoney(typed, { currency })).toEqual({ ok: true, value });
});

it('reads nothing but its notation in a file', () => {
  const inFile = (text: string) => readMoney(text, { currency: 'EUR', notation: 'comma', strict: true });
  expect(inFile('1.234,56')).toEqual({ ok: true, value: 1234.56 });
  expect(inFile('1,234.56')).toEqual({ ok: false, problem: 'moneyFormat' });
  expect(inFile('12.5')).toEqual({ ok: false, problem: 'moneyFormat' });
});

it.each([
  ['USD', 'point', '$', 'US dollars'],
  ['GBP', 'point', '£', 'British pounds'],
  ['CAD', 'point', '$', 'Canadian dollars'],
  ['CHF', 'point', 'CHF', 'Swiss francs'],
  ['EUR', 'comma', '€', 'euros'],
  ['DKK', 'comma', 'kr', 'Danish kroner'],
  ['BRL', 'comma', 'R$', 'Brazilian reals'],
  ['XXX', 'point', '¤', '(unknown currency)'],
])('%s is written with a %s, %s, and called %s', (currency, notation, sign, words) => {
  expect([notationOf(currency), currencySign(currency), currencyWords(currency)]).toEqual([
    notation,
    sign,
    words,
  ]);
});

// Holds core-12
it('says in which currency the agency works, and its largest amount', () => {
  expect(moneyProblem('moneyOtherCurrency', 'EUR')).toBe('This agency works in euros (EUR).');
  expect(moneyProblem('moneyTooLarge', 'EUR')).toBe('Enter an amount of at most €9,999,999,999.99.');
});

// Holds core-11
it.each([
  ['EUR', undefined, 'Enter an amount like 1.482,50.'],
  ['EUR', 'point', 'Enter an amount like 1,482.50.'],
  ['USD', undefined, 'Enter an amount like 1,482.50.'],
  ['USD', 'comma', 'Enter an amount like 1.482,50.'],
] as const)('an agency in %s with a %s is told: %s', (currency, notation, told) => {
  expect(moneyProblem('moneyFormat', currency, notation)).toBe(told);
});

// Holds core-10
it.each([
  ['de-DE', 'comma', 'dmy'],
  ['en-US', 'point', 'mdy'],
  ['ja-JP', 'point', 'ymd'],
  ['en-GB', 'point', 'dmy'],
  ['fr-CA', 'comma', 'ymd'],
  ['no language', 'point', 'mdy'],
])('an agency that signs up in %s types a decimal %s, and dates as %s', (language, notation, order) => {
  expect([notationIn(language), dateOrderIn(language)]).toEqual([notation, order]);
});

it.each(['point', 'comma'] as const)(
  'reads what a field is filled with alike, with a decimal %s',
  (notation) => {
    for (const amount of [0, 0.01, 12.3, 999, 1000, 12_940, 1482.5, 1_000_000, 9_999_999_999.99])
      expect(readMoney(moneyInput(amount), { currency: 'EUR', notation })).toEqual({
        ok: true,
        value: amount,
      });
  },
);
