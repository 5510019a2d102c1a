import fc from 'fast-check';

const DAYS = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-02'];
const which = fc.nat();
const date = fc.constantFrom(...DAYS);
const cents = fc.integer({ min: 0, max: 999_999 }).map((n) => n / 100);
const change = fc.record(
  {
    sale_date: date,
    total_amount: cents,
    vendor: which,
    agent: which,
    customer: which,
    travel_date: date,
    status: fc.constantFrom('paid', 'cancelled', 'booked'),
  },
  { requiredKeys: [] },
);
/** Everything that may happen to sales and their totals, on few days, agents and vendors. */
export const totalsWrite = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('insert' as const),
      date,
      cents,
      which,
      rows: fc.integer({ min: 1, max: 8 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      which,
      change,
      rows: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('commission' as const),
      which,
      status: fc.constantFrom('funds_received', 'cancelled'),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('pay' as const), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('terms' as const),
      which,
      days: fc.option(fc.nat({ max: 60 }), { nil: null }),
      basis: fc.constantFrom('booking', 'departure', 'return'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('merge' as const), which, other: which }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('undo' as const), which }) },
);
export type TotalsWrite = typeof totalsWrite extends fc.Arbitrary<infer T> ? T : never;
