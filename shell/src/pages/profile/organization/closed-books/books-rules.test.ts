import { proposedDay } from './books-rules';

// docs/product/commissions.md, Closed books
// Holds commissions-40
it.each([
  [null, '2026-11-20', '2026-10-31'],
  ['2026-09-30', '2026-11-20', '2026-10-31'],
  ['2026-10-31', '2026-11-20', ''],
  ['2026-11-05', '2026-11-20', ''],
  // The first of a month: the one before has just ended.
  ['2026-10-31', '2026-11-30', '2026-11-30'],
  [null, '2026-12-31', '2026-12-31'],
  [null, '2028-02-29', '2028-02-29'],
])('with books closed through %s and %s as the last day it proposes "%s"', (closedThrough, latest, day) => {
  expect(proposedDay({ closedThrough, latest })).toBe(day);
});
