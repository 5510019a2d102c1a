/**
 * Commission as agencies agree it, reckoned by somebody who read the document alone: money in whole cents, percents in hundredths ("points": 100 %
 * is 10,000). Nothing here asks the database.
 */

/** 100 percent. */
export const WHOLE = 10_000;

/** A percent of an amount, half a cent away from zero, as PostgreSQL rounds numbers. Points of a divided split have a fraction; what floating numbers lack is not half a cent. */
export function percentOf(cents: number, points: number): number {
  return Math.sign(cents) * Math.floor((Math.abs(cents) * points) / WHOLE + 0.5 + 1e-7) || 0;
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

/** Several amounts under several splits as one split: weighted by the amounts, exactly; the first of them where there is nothing to weigh. */
export function weighted(pieces: readonly { cents: number; points: number }[]): number {
  const sum = pieces.reduce((all, { cents }) => all + cents, 0);
  if (sum === 0) return pieces[0]?.points ?? 0;
  return pieces.reduce((all, { cents, points }) => all + cents * points, 0) / sum;
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

/** What of a person's year is its volume. */
export const VOLUMES = ['sales_booked', 'commission_expected', 'commission_received'] as const;

/** Tiers of a year that begins on an agreed day. */
export interface YearTiers extends Tiers {
  basis: (typeof VOLUMES)[number];
  /** Month and day. */
  yearStart: string;
  mode: 'from_there_on' | 'whole_year';
}

/** The day on which the year of a day began. */
export function yearOf({ yearStart }: YearTiers, day: string): string {
  const year = Number(day.slice(0, 4));
  return `${day.slice(5) < yearStart ? year - 1 : year}-${yearStart}`;
}

/** The split of what comes after a volume, by itself; where a tier lifts the whole year that of all of it. */
export const tierSplit = (tiers: YearTiers, otherwise: number, before: number, adds: number): number =>
  (tiers.mode === 'whole_year'
    ? tierSplits(tiers, otherwise, [before + adds, 0])
    : tierSplits(tiers, otherwise, [before, adds])
  )[1] ?? otherwise;

/** The first day of the next year of tiers. */
export const yearAfter = (tiers: YearTiers, day: string): string => {
  const from = yearOf(tiers, day);
  return `${Number(from.slice(0, 4)) + 1}${from.slice(4)}`;
};

/** What a lead has of others' shares. */
export interface OverrideRule {
  whose: 'all' | readonly string[];
  points: number;
  base: 'gross' | 'agency' | 'agent';
  takenFrom: 'agency' | 'agent';
  cap: number | null;
}

/** A percent of one of the three that a share consists of. */
export function overrideOf({ points, base }: OverrideRule, { gross, amount }: Part): number {
  return percentOf({ gross, agency: gross - amount, agent: amount }[base], points);
}

/** Terms of a person, of one version. */
export interface Terms {
  /** A day; the first version holds always. */
  validFrom: string;
  split: number;
  byVendor: ReadonlyMap<string, number>;
  byCategory: ReadonlyMap<string, number>;
  tiers: YearTiers | null;
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

/** The split of a vendor's commission: the vendor's own, else that of the categories weighted by what each line earns, else `otherwise`, the tier's. */
export function vendorSplit(
  terms: Terms,
  vendor: string,
  lines: readonly OracleLine[],
  otherwise: number,
): number {
  const own = terms.byVendor.get(vendor);
  if (own !== undefined) return own;
  const earning = lines.filter(({ commission }) => commission !== 0);
  if (earning.length === 0) return otherwise;
  return weighted(
    earning.map(({ kind, commission }) => ({
      cents: commission,
      points: terms.byCategory.get(kind) ?? otherwise,
    })),
  );
}

/** The split of the agency's own fee: that of its category, else `otherwise`, the tier's. No vendor owes it. */
export const feeSplit = (terms: Terms, otherwise: number): number =>
  terms.byCategory.get('service_fee') ?? otherwise;

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
