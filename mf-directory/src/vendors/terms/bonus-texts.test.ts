import { bonusTitle, reachedText, stepText } from './bonus-texts';
import type { BonusTerms } from './terms-api';

const terms: BonusTerms = {
  id: 'b1',
  version: 1,
  periodStart: '2026-01-01',
  periodEnd: '2026-12-31',
  basis: 'sales',
  steps: [{ from: 100000, percent: 1 }],
  expected: null,
  reached: 76412,
  percent: 0,
  bonus: 0,
  next: { from: 100000, percent: 1, missing: 23588 },
};

it('says the period and what counts', () => {
  expect(bonusTitle(terms)).toMatch(/2026, sales booked$/);
  expect(bonusTitle({ ...terms, basis: 'received' })).toMatch(/commission received$/);
});

it('says what is reached and what the next step needs', () => {
  expect(reachedText(terms, 'USD')).toBe('$76,412.00 reached. $23,588.00 more reach 1%.');
  expect(reachedText({ ...terms, percent: 1, next: { from: 2e5, percent: 2.5, missing: 1 } }, 'USD')).toBe(
    '$76,412.00 reached, 1% of it. $1.00 more reach 2.5%.',
  );
  expect(reachedText({ ...terms, percent: 2.5, next: null }, 'USD')).toBe(
    '$76,412.00 reached, 2.5% of it. That is the last step.',
  );
});

it('says a step', () => {
  expect(stepText({ from: 100000, percent: 1 }, 'USD')).toMatch(/^1% from \$100,000/);
});
