import { lineCommission, sumsOfLines, type LineKind } from './sale-lines';

const line = (kind: LineKind, amount: number, commission = 0) => ({ kind, amount, commission });

describe('a line of a sale', () => {
  it.each([
    [{ kind: 'cruise', amount: 6980, earns: 'rate' }, 15, { rate: 15, commission: 1047 }],
    [{ kind: 'air', amount: 0.05, earns: 'rate' }, 50, { rate: 50, commission: 0.03 }],
    [{ kind: 'transfer', amount: 96, earns: 'amount' }, 12, { rate: 12.5, commission: 12 }],
    [{ kind: 'extra', amount: 0, earns: 'amount' }, 0, { rate: 0, commission: 0 }],
    [{ kind: 'discount', amount: -100, earns: 'rate' }, 12.5, { rate: 12.5, commission: -12.5 }],
    [{ kind: 'discount', amount: -100, earns: 'amount' }, -7, { rate: 7, commission: -7 }],
    [{ kind: 'taxes', amount: 320, earns: 'rate' }, 10, { rate: 0, commission: 0 }],
    [{ kind: 'service_fee', amount: 150, earns: 'rate' }, 50, { rate: 0, commission: 0 }],
    [{ kind: 'fare', amount: 320, earns: 'nothing' }, 10, { rate: 0, commission: 0 }],
  ] as const)('%j of %d earns %j', (what, typed, expected) => {
    expect(lineCommission(what, typed)).toEqual(expected);
  });
});

describe('the lines of a sale', () => {
  // Holds sales-5
  it('come to a total, a fee, and the commission of what goes through the vendor', () => {
    expect(
      sumsOfLines([
        line('cruise', 6980, 1047),
        line('non_commissionable', 640),
        line('taxes', 320),
        line('air', 1384, 69.2),
        line('tour', 420, 42),
        line('transfer', 96, 12),
        line('service_fee', 150),
      ]),
    ).toEqual({ total: 9990, fee: 150, through: 9840, commission: 1170.2, rate: 11.89, toDivide: 1320.2 });
  });

  it('have no rate where nothing goes through the vendor, and a discount takes off', () => {
    expect(sumsOfLines([line('service_fee', 75)])).toMatchObject({ through: 0, rate: 0, toDivide: 75 });
    expect(sumsOfLines([line('hotel', 1000, 120), line('discount', -100, -12)])).toMatchObject({
      total: 900,
      commission: 108,
      rate: 12,
    });
  });
});
