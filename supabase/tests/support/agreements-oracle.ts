/**
 * Commission as agencies agree it, reckoned by somebody who read the document alone: money in whole cents, percents in hundredths ("points": 100 %
 * is 10,000). Nothing here asks the database.
 */

/** 100 percent. */
export const WHOLE = 10_000;

/** A percent of an amount, half a cent away from zero, as PostgreSQL rounds numbers. */
export function percentOf(cents: number, points: number): number {
  const product = Math.abs(cents) * points;
  const rest = product % WHOLE;
  const whole = (product - rest) / WHOLE;
  return Math.sign(cents) * (rest * 2 >= WHOLE ? whole + 1 : whole) || 0;
}

/** An amount in parts by percents whose sum is 100: whole cents first, the cents that are left to the largest remainders, of equal ones to the first. */
export function partsOf(cents: number, points: readonly number[]): number[] {
  const sign = cents < 0 ? -1 : 1;
  const exact = points.map((each) => Math.abs(cents) * each);
  const parts = exact.map((product) => Math.floor(product / WHOLE));
  const missing = Math.abs(cents) - parts.reduce((sum, each) => sum + each, 0);
  const places = exact.map((product, place) => ({ place, rest: product % WHOLE }));
  places.sort((one, other) => other.rest - one.rest || one.place - other.place);
  for (const { place } of places.slice(0, missing)) parts[place] = (parts[place] ?? 0) + 1;
  return parts.map((each) => sign * each || 0);
}

/** Several amounts under several splits as one split: weighted by the amounts, two decimals; the first of them where there is nothing to weigh. */
export function weighted(pieces: readonly { cents: number; points: number }[]): number {
  const sum = pieces.reduce((all, { cents }) => all + cents, 0);
  if (sum === 0) return pieces[0]?.points ?? 0;
  return Math.round(pieces.reduce((all, { cents, points }) => all + cents * points, 0) / sum);
}

/** Steps of a year's volume. */
export interface Tiers {
  /** Rising; what is below the first has the split by default. */
  steps: readonly { from: number; split: number }[];
}

/** The split of a volume that was reached. */
const tierAt = ({ steps }: Tiers, otherwise: number, volume: number): number =>
  steps.filter(({ from }) => from <= volume).at(-1)?.split ?? otherwise;

/**
 * The split of each of a year's sales, in their order, by what they add to the volume: each has the split of the volume before it, and one that
 * crosses is divided.
 */
export function tierSplits(tiers: Tiers, otherwise: number, volumes: readonly number[]): number[] {
  let before = 0;
  return volumes.map((volume) => {
    const after = before + volume;
    const inside = tiers.steps.map(({ from }) => from).filter((from) => from > before && from < after);
    const bounds = [before, ...inside, after];
    const pieces = bounds.slice(1).map((end, n) => {
      const start = bounds[n] ?? 0;
      return { cents: end - start, points: tierAt(tiers, otherwise, start) };
    });
    before = after;
    return weighted(pieces);
  });
}

/** Terms of a person, of one version. */
export interface Terms {
  /** A day; the first version holds always. */
  validFrom: string;
  split: number;
  byVendor: ReadonlyMap<string, number>;
  byCategory: ReadonlyMap<string, number>;
}

/** The version that holds on a day: the latest that is valid by then. */
export const termsOn = (versions: readonly Terms[], day: string): Terms | undefined =>
  versions.filter(({ validFrom }) => validFrom <= day).at(-1);

/** A line, as far as splits ask for it. */
export interface OracleLine {
  kind: string;
  amount: number;
  commission: number;
}

/** The split of a vendor's commission: the vendor's own, else that of the categories weighted by what each line earns, else by default. */
export function vendorSplit(terms: Terms, vendor: string, lines: readonly OracleLine[]): number {
  const own = terms.byVendor.get(vendor);
  if (own !== undefined) return own;
  const earning = lines.filter(({ commission }) => commission !== 0);
  if (earning.length === 0) return terms.split;
  return weighted(
    earning.map(({ kind, commission }) => ({
      cents: commission,
      points: terms.byCategory.get(kind) ?? terms.split,
    })),
  );
}

/** The split of the agency's own fee: that of its category, else by default. No vendor owes it. */
export const feeSplit = (terms: Terms): number => terms.byCategory.get('service_fee') ?? terms.split;

/** Money of one person in one commission. */
export interface Part {
  person: string;
  gross: number;
  split: number;
  amount: number;
}

/** A commission in parts: gross by percents, and of each its person's split. */
export function shareOut(
  cents: number,
  people: readonly { person: string; points: number; split: number }[],
): Part[] {
  const gross = partsOf(
    cents,
    people.map(({ points }) => points),
  );
  return people.map(({ person, split }, n) => ({
    person,
    split,
    gross: gross[n] ?? 0,
    amount: percentOf(gross[n] ?? 0, split),
  }));
}
