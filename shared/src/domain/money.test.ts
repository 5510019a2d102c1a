import {
  deriveCommission,
  formatCents,
  formatMoney,
  formatMoneyExact,
  fromCents,
  moneyInput,
  roundHalfAway,
  sumAmounts,
  toCents,
} from './money';

describe('cents', () => {
  it.each([
    [1.1, 110],
    [4.35, 435],
    [-1482.5, -148_250],
    [9_999_999_999.99, 999_999_999_999],
    [0, 0],
  ])('makes %p whole cents, and back', (amount, cents) => {
    expect(toCents(amount)).toBe(cents);
    expect(fromCents(cents)).toBe(amount);
  });

  it('shows cents as an amount', () => {
    expect(formatCents(148_200, 'USD')).toBe('$1,482.00');
  });

  it('adds amounts up to the cent, where binary fractions do not', () => {
    const rows = Array.from({ length: 3 }, () => ({ amount: 0.1 }));
    expect(rows.reduce((sum, { amount }) => sum + amount, 0)).not.toBe(0.3);
    expect(sumAmounts(rows)).toBe(0.3);
    expect(sumAmounts([{ amount: 0.1 }, { amount: 0.2 }, { amount: -0.3 }])).toBe(0);
    expect(sumAmounts([])).toBe(0);
  });
});

describe('formatMoney', () => {
  // Holds core-1
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
    expect(formatMoney(amount, { currency: 'USD' })).toBe(text);
  });

  it.each([
    [1482, '$1,482.00'],
    [1.005, '$1.01'],
    [0.1 + 0.2, '$0.30'],
    [9_999_999_999.99, '$9,999,999,999.99'],
    [null, '–'],
  ])('shows %p with cents as %s', (amount, text) => {
    expect(formatMoneyExact(amount, 'USD')).toBe(text);
  });

  it('shows another currency with its own sign', () => {
    expect(formatMoney(12, { currency: 'EUR' })).toBe('€12');
  });
});

describe('moneyInput', () => {
  it.each([
    [12940, '12,940.00'],
    [999, '999'],
    [1482.5, '1,482.50'],
    [0, '0'],
    [null, ''],
  ])('fills a field for %p with %p', (amount, text) => {
    expect(moneyInput(amount)).toBe(text);
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
