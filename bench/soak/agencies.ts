import type { Agency } from '../database/fill';

/** The agency that sells most, a small one, and all of them. */
export interface Agencies {
  largest: Agency;
  small: Agency;
  all: Agency[];
}

/** Sales of three years of two or three people. */
const SMALL = 3000;

/** How fast agencies become smaller: with 0.75 half of a thousand have two to five thousand sales each. */
const SKEW = 0.75;

/**
 * One agency of this many sales, and others of which each sells less than the one before.
 * @param most sales of the largest
 * @param sales of all together
 */
export function agenciesOf(most: number, sales: number, count: number): Agencies {
  const largest = {
    number: 1,
    sales: most,
    agents: Math.max(12, Math.round(most / 10_000)),
    vendors: Math.max(40, Math.round(most / 2500)),
    customers: most / 5,
  };
  const weights = Array.from({ length: count - 1 }, (_, n) => (n + 1) ** -SKEW);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const others = weights.map((weight, n): Agency => {
    const own = Math.max(100, Math.round((weight / whole) * (sales - largest.sales)));
    return {
      number: n + 2,
      sales: own,
      agents: Math.max(11, Math.round(own / 10_000)),
      vendors: Math.max(40, Math.round(own / 2500)),
      customers: Math.max(50, Math.round(own / 10)),
    };
  });
  const small = others.find((agency) => agency.sales <= SMALL) ?? largest;
  return { largest, small, all: [largest, ...others] };
}
