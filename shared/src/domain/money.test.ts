import {
  deriveCommission,
  formatMoney,
  formatMoneyExact,
  moneyInput,
  parseMoney,
  roundHalfAway,
} from './money';

describe('formatMoney', () => {
  it.each([
    [12940, '$12,940'],
    [0, '$0'],
    [-0.2, '$0'],
    [0.5, '$1'],
    [1482.5, '$1,483'],
    [2.5, '$3'],
    [-2.5, '-$3'],
    [9_999_999_999.99, '$10,000,000,000'],
    [null, '–'],
    [undefined, '–'],
    [Number.NaN, '–'],
  ])('shows %p without decimals as %s', (amount, text) => {
    expect(formatMoney(amount)).toBe(text);
  });

  it.each([
    [1482, '$1,482.00'],
    [1.005, '$1.01'],
    [0.1 + 0.2, '$0.30'],
    [9_999_999_999.99, '$9,999,999,999.99'],
    [null, '–'],
  ])('shows %p with cents as %s', (amount, text) => {
    expect(formatMoneyExact(amount)).toBe(text);
  });

  it('shows another currency with its own sign', () => {
    expect(formatMoney(12, { currency: 'EUR' })).toBe('€12');
  });
});

describe('moneyInput', () => {
  it.each([
    [12940, '12,940'],
    [1482.5, '1,482.50'],
    [0, '0'],
    [null, ''],
  ])('fills a field for %p with %p', (amount, text) => {
    expect(moneyInput(amount)).toBe(text);
  });

  it('gives back what parseMoney reads', () => {
    for (const amount of [0, 0.01, 12.3, 1482.5, 9_999_999_999.99]) {
      expect(parseMoney(moneyInput(amount))).toEqual({ ok: true, value: amount });
    }
  });
});

describe('parseMoney', () => {
  it.each([
    ['', null],
    ['   ', null],
    ['0', 0],
    ['1482', 1482],
    ['1482.5', 1482.5],
    ['1,482.50', 1482.5],
    ['12,940,000', 12_940_000],
    ['$1,482', 1482],
    ['$ 5', 5],
    [' 7 ', 7],
    ['7.', 7],
    ['.5', 0.5],
    ['007', 7],
    ['9999999999.99', 9_999_999_999.99],
  ])('reads %p as %p', (typed, value) => {
    expect(parseMoney(typed)).toEqual({ ok: true, value });
  });

  it.each([
    ['abc', 'moneyFormat'],
    ['1.482,50', 'moneyFormat'],
    ['1,48', 'moneyFormat'],
    ['1482,50', 'moneyFormat'],
    ['12,34,567', 'moneyFormat'],
    ['1 482', 'moneyFormat'],
    ['1e3', 'moneyFormat'],
    ['.', 'moneyFormat'],
    ['$', 'moneyFormat'],
    ['--1', 'moneyFormat'],
    ['€5', 'moneyFormat'],
    ['1.005', 'moneyDecimals'],
    ['-5', 'moneyNegative'],
    ['-$5', 'moneyNegative'],
    ['10000000000', 'moneyTooLarge'],
  ])('refuses %p: %s', (typed, problem) => {
    expect(parseMoney(typed)).toEqual({ ok: false, problem });
  });
});

describe('roundHalfAway', () => {
  it.each([
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [2.345, 2, 2.35],
    [1e-7, 2, 0],
    [8.345e-5, 2, 0],
    [0.5, 0, 1],
    [-0.5, 0, -1],
    [1e21, 2, 1e21],
  ])('rounds %p to %p decimals: %p', (value, digits, rounded) => {
    expect(roundHalfAway(value, digits)).toBeCloseTo(rounded, 10);
  });
});

describe('deriveCommission', () => {
  // The same cases run against the database's own arithmetic: round(total * rate / 100, 2).
  it.each([
    [12940, 13, 1682.2],
    [3275, 11, 360.25],
    [0.05, 10, 0.01],
    [0.04, 12.5, 0.01],
    [10.1, 0.5, 0.05],
    [33.33, 33.33, 11.11],
    [1.5, 33, 0.5],
    [9_999_999_999.99, 99.99, 9_998_999_999.99],
    [9_999_999_999.99, 100, 9_999_999_999.99],
    [0, 13, 0],
  ])('total %p at %p %% earns %p', (total, rate, amount) => {
    expect(deriveCommission('rate', total, rate, 999)).toEqual({ rate, amount });
  });

  it.each([
    [12940, 1682.2, 13],
    [3275, 360, 10.99],
    [300, 100, 33.33],
    [600, 400, 66.67],
    [8, 0.0, 0],
    [200, 0.25, 0.13],
    [9_999_999_999.99, 9_999_999_999.99, 100],
    [0, 50, 0],
    [0, 0, 0],
    [100, 150, 150],
  ])('on a total of %p a commission of %p is a rate of %p', (total, amount, rate) => {
    expect(deriveCommission('amount', total, 77, amount)).toEqual({ rate, amount });
  });

  it('takes what is not typed yet as 0', () => {
    expect(deriveCommission('rate', null, undefined, null)).toEqual({ rate: 0, amount: 0 });
    expect(deriveCommission('amount', undefined, null, null)).toEqual({ rate: 0, amount: 0 });
  });
});
