import { sqlOne } from '../support/database';
import { partsOf, percentOf, tierSplits, WHOLE, type Tiers } from '../support/agreements-oracle';
import { randomOf, SEED, SOAK } from '../support/soak';

/** Rules of parts and tiers, worked out by hand on paper; the judge of the random histories is held to the same tables. */

type Case = readonly [amount: string, percents: readonly string[], parts: readonly string[]];

/** An amount, its percents, and its parts to the cent. */
const PARTS: readonly Case[] = [
  ['100.00', ['100.00'], ['100.00']],
  ['0.00', ['60.00', '40.00'], ['0.00', '0.00']],
  ['925.00', ['70.00', '30.00'], ['647.50', '277.50']],
  // 33.33, 33.33, 33.34 exactly: no cent is left.
  ['100.00', ['33.33', '33.33', '33.34'], ['33.33', '33.33', '33.34']],
  // 3.333, 3.333, 3.334: one cent, to the largest remainder.
  ['10.00', ['33.33', '33.33', '33.34'], ['3.33', '3.33', '3.34']],
  // Halves of a cent: of equal remainders the first gets it.
  ['0.01', ['50.00', '50.00'], ['0.01', '0.00']],
  ['0.03', ['50.00', '50.00'], ['0.02', '0.01']],
  ['0.05', ['25.00', '25.00', '25.00', '25.00'], ['0.02', '0.01', '0.01', '0.01']],
  // 0.7, 0.2 and 0.1 of a cent.
  ['0.01', ['70.00', '20.00', '10.00'], ['0.01', '0.00', '0.00']],
  // 5.5, 3.3, 2.2 cents: 5 + 3 + 2, and one to the half.
  ['0.11', ['50.00', '30.00', '20.00'], ['0.06', '0.03', '0.02']],
  // 1234.2468, 1221.66 and 12.0932 cents: one is left, for the second part.
  ['24.68', ['50.01', '49.50', '0.49'], ['12.34', '12.22', '0.12']],
  // A part of a hundredth of a percent: 0.0001 of 9,999.99 is 99.9999 cents.
  ['9999.99', ['99.99', '0.01'], ['9998.99', '1.00']],
  // Ten of ten percent of 7 cents: 0.7 each, seven cents, to the first seven.
  [
    '0.07',
    Array.from({ length: 10 }, () => '10.00'),
    ['0.01', '0.01', '0.01', '0.01', '0.01', '0.01', '0.01', '0.00', '0.00', '0.00'],
  ],
  // Below zero as above it.
  ['-10.00', ['33.33', '33.33', '33.34'], ['-3.33', '-3.33', '-3.34']],
  ['-0.01', ['50.00', '50.00'], ['-0.01', '0.00']],
  ['9999999999.99', ['50.00', '50.00'], ['5000000000.00', '4999999999.99']],
];

const inCents = (amount: string) => Math.round(Number(amount) * 100);

const told = async (amount: string, percents: readonly string[]) =>
  (
    await sqlOne<{ parts: string[] }>(
      'select private.parts_of($1::numeric, $2::numeric[])::text[] as parts',
      [amount, percents],
    )
  ).parts;

test.each(PARTS)('%s by %j is %j', async (amount, percents, parts) => {
  expect(await told(amount, percents)).toEqual(parts);
  if (inCents(amount) < 1e11)
    expect(partsOf(inCents(amount), percents.map(inCents))).toEqual(parts.map(inCents));
});

test(`parts come to the amount, each within a cent of its percent, in the database as by hand (seed ${SEED})`, async () => {
  const below = randomOf(SEED);
  for (let n = 0; n < (SOAK ? 3000 : 150); n += 1) {
    const cents = below(3) ? below(2_000_000) : below(12);
    const rest: number[] = [];
    for (let left = WHOLE; rest.length < 9 && below(4) > 0;) {
      const points = 1 + below(Math.max(1, left - 2));
      if (points >= left - 1) break;
      rest.push(points);
      left -= points;
    }
    const points = [WHOLE - rest.reduce((sum, each) => sum + each, 0), ...rest];
    const parts = partsOf(cents, points);
    expect(parts.reduce((sum, each) => sum + each, 0)).toBe(cents);
    for (const [place, part] of parts.entries())
      expect(Math.abs(part - (cents * (points[place] ?? 0)) / WHOLE)).toBeLessThan(1);
    const said = await told(
      (cents / 100).toFixed(2),
      points.map((each) => (each / 100).toFixed(2)),
    );
    expect({ cents, points, parts: said.map(inCents) }).toEqual({ cents, points, parts });
  }
});

test.each([
  [92_500, 7000, 64_750],
  // Half a cent goes up, of a minus down.
  [1, 5000, 1],
  [-1, 5000, -1],
  [333, 3333, 111],
  [0, 5000, 0],
])('%i cents by %i points are %i cents, as PostgreSQL rounds them', async (cents, points, is) => {
  expect(percentOf(cents, points)).toBe(is);
  const { told: rounded } = await sqlOne<{ told: number }>(
    'select (100 * round($1::numeric / 100 * $2::numeric / 100 / 100, 2))::int as told',
    [cents, points],
  );
  expect(rounded).toBe(is);
});

/** 60 % to begin with, 65 % from $100,000, 70 % from $150,000. */
const STEPS: Tiers['steps'] = [
  { from: 10_000_000, split: 6500 },
  { from: 15_000_000, split: 7000 },
];

test.each([
  // Below, and exactly at the step: the next one has it.
  [
    [10_000_000, 100],
    [6000, 6500],
  ],
  [
    [9_999_999, 1],
    [6000, 6000],
  ],
  // Half of it before the step, half beyond: 62.5 %.
  [
    [9_000_000, 2_000_000],
    [6000, 6250],
  ],
  // Across both steps: 90,000 of 60 % before; of 80,000: 10,000 at 60, 50,000 at 65, 20,000 at 70 = 65.625.
  [
    [9_000_000, 8_000_000],
    [6000, 6562.5],
  ],
  // A third beyond: (20,000 x 60 + 10,000 x 65) / 30,000 = 61.66…
  [
    [8_000_000, 3_000_000, 100],
    [6000, 18_500 / 3, 6500],
  ],
  // What adds nothing has the split of where it stands.
  [
    [10_000_000, 0],
    [6000, 6500],
  ],
])('from there on, volumes of %j have the splits %j', (volumes, splits) => {
  expect(tierSplits({ steps: STEPS }, 6000, volumes)).toEqual(splits);
});
