import { vendorRateOn, type RateCategory } from './vendor-rates';

const vendor = {
  defaultCommissionRate: 10,
  rates: [
    { category: 'cruise', rate: 16, validFrom: '2027-01-01' },
    { category: 'cruise', rate: 15, validFrom: '2026-03-01' },
    { category: null, rate: 12, validFrom: '2026-01-01' },
    { category: null, rate: 11, validFrom: '2026-01-01' },
  ],
} as const;

const cases: [day: string, category: RateCategory | null, percent: number][] = [
  ['2025-12-31', null, 10],
  ['2025-12-31', 'cruise', 10],
  ['2026-01-01', null, 12],
  ['2026-02-28', 'cruise', 12],
  ['2026-03-01', 'cruise', 15],
  ['2027-01-01', 'cruise', 16],
  ['2027-01-01', 'air', 12],
  ['', 'cruise', 10],
];

// Holds vendors-2
test.each(cases)('a sale of %s takes the rate that holds then for %s', (day, category, percent) => {
  expect(vendorRateOn(vendor, day, category)).toBe(percent);
});

test('a vendor without rates pays its default', () => {
  expect(vendorRateOn({ defaultCommissionRate: 7.5 }, '2026-01-01', 'air')).toBe(7.5);
});
