import {
  addDays,
  formatDate,
  formatMoney,
  formatPercent,
  LINE_LABELS,
  plural,
  RATE_CATEGORIES,
} from '@paperplane/shared/domain';
import { overrideTexts, whoseOf, whoseText } from './override-words';
import type { Agreement, Terms, TermsVersion, Tiers } from './terms-api';

/** What a tier counts; the key is the database's. */
export const BASES = {
  sales_booked: 'Sales booked',
  commission_expected: 'Commission expected',
  commission_received: 'Commission received',
} as const;

/** What reaching a tier does; the key is the database's. */
export const MODES = {
  from_there_on: {
    label: 'From there on',
    hint: 'Each sale has the split of the volume before it; one that crosses a step is divided.',
    short: 'Each rate for its own part',
  },
  whole_year: {
    label: 'For the whole year',
    hint: 'A tier that is reached counts for all sales of the year: the difference comes with the next payout.',
    short: 'Each rate for the whole year',
  },
} as const;

/** What a split can be agreed for: the kinds a vendor pays for, and the agency's own fee. */
export const SPLIT_CATEGORIES: Readonly<Record<string, string>> = {
  ...RATE_CATEGORIES,
  service_fee: LINE_LABELS.service_fee,
};

/** The version that is in force, and the one that is planned. */
export function versionsOf({ versions, inForce, today }: Agreement) {
  return {
    current: versions.find(({ id }) => id === inForce) ?? null,
    planned: versions.find((each) => each.validFrom > today && each.replacedAt === null) ?? null,
  };
}

/** A part of the volume with one split; `to` null: no end. */
export interface Band {
  from: number;
  to: number | null;
  split: number;
}

/** The parts of a year's volume; below the first step the default counts. */
export function bandsOf({ tiers, defaultSplit }: Terms): Band[] {
  if (!tiers) return [];
  const first = tiers.steps[0]?.from === 0 ? [] : [{ from: 0, split: defaultSplit }];
  const steps = [...first, ...tiers.steps];
  return steps.map((step, index) => ({ ...step, to: steps[index + 1]?.from ?? null }));
}

/** `until $50,000`, `$50,000 to $150,000`, `over $150,000`. */
export function bandText({ from, to }: Band, currency: string): string {
  const money = (amount: number) => formatMoney(amount, { currency });
  if (to === null) return from === 0 ? 'of everything' : `over ${money(from)}`;
  return from === 0 ? `until ${money(to)}` : `${money(from)} to ${money(to)}`;
}

/** `Jan 1`: on which day a tier's year begins, without its year. */
export const yearStartText = (monthDay: string): string => formatDate(`2001-${monthDay}`).split(',')[0] ?? '';

/** `Sales booked, year from Jan 1: 65% until $50,000, 67% over $50,000`; of tiers that lift the year it says so. */
function tiersText(terms: Terms, tiers: Tiers, currency: string): string {
  const bands = bandsOf(terms).map((band) => `${formatPercent(band.split)} ${bandText(band, currency)}`);
  const whole = tiers.mode === 'whole_year' ? ', for the whole year' : '';
  return `${BASES[tiers.basis]}, year from ${yearStartText(tiers.yearStart)}${whole}: ${bands.join(', ')}`;
}

/** `65% of everything`, `By tier, 2 vendors, 1 category`. */
export function summaryText({ tiers, defaultSplit, vendorSplits, categorySplits, overrides }: Terms): string {
  const rest = tiers
    ? 'By tier'
    : `${formatPercent(defaultSplit)} of everything${vendorSplits.length + categorySplits.length > 0 ? ' else' : ''}`;
  return [
    rest,
    vendorSplits.length > 0 && plural(vendorSplits.length, 'vendor'),
    categorySplits.length > 0 && plural(categorySplits.length, 'category', 'categories'),
    overrides.length > 0 && 'override',
  ]
    .filter(Boolean)
    .join(', ');
}

/** What a version is now: `replaced` never began. */
export type VersionState = 'in force' | 'planned' | 'replaced' | 'before';

export function stateOf(version: TermsVersion, { inForce, today }: Agreement): VersionState {
  if (version.id === inForce) return 'in force';
  if (version.replacedAt !== null) return 'replaced';
  return version.validFrom > today ? 'planned' : 'before';
}

/** What held before there were versions is the first, from this day on. */
const EVER = '1900-01-01';

/** `from Apr 1, 2027`, `Jan 1, 2026 to Dec 31, 2026`, `on Jan 1, 2026`, `until Dec 31, 2025`. */
export function periodText(version: TermsVersion, versions: readonly TermsVersion[]): string {
  const next = versions
    .filter((each) => each.replacedAt === null && each.number > version.number)
    .sort((one, other) => one.validFrom.localeCompare(other.validFrom))[0];
  const last = version.replacedAt === null && next ? addDays(next.validFrom, -1) : null;
  if (version.validFrom === EVER) return last ? `until ${formatDate(last)}` : 'from the start';
  if (!last) return `from ${formatDate(version.validFrom)}`;
  // Another took its place on its first day.
  if (last < version.validFrom) return `on ${formatDate(version.validFrom)}`;
  return `${formatDate(version.validFrom)} to ${formatDate(last)}`;
}

/** Something that two versions say differently; as it is read. */
export interface Difference {
  label: string;
  from: string;
  to: string;
}

/** What a version says of everything that no vendor or category is named for. */
export const restText = ({ tiers, defaultSplit }: Terms): string =>
  tiers ? 'by tier' : formatPercent(defaultSplit);

/**
 * What differs from one version to another, in the order in which it counts; what one does not name has what it says of the rest.
 * @param vendors names by id
 * @param people names by id
 */
export function differences(
  one: Terms,
  other: Terms,
  vendors: ReadonlyMap<string, string>,
  currency: string,
  people: ReadonlyMap<string, string>,
): Difference[] {
  const rows: Difference[] = [];
  const compare = (label: string, from: string, to: string) => {
    if (from !== to) rows.push({ label, from, to });
  };
  const splits = (terms: Terms) =>
    new Map([
      ...terms.vendorSplits.map(({ vendorId, split }) => [vendorId, split] as const),
      ...terms.categorySplits.map(({ category, split }) => [category, split] as const),
    ]);
  const [before, after] = [splits(one), splits(other)];
  for (const key of new Set([...vendors.keys(), ...Object.keys(SPLIT_CATEGORIES)])) {
    const [from, to] = [before.get(key), after.get(key)];
    if (from !== to)
      compare(
        vendors.get(key) ?? SPLIT_CATEGORIES[key] ?? key,
        from === undefined ? `${restText(one)}, as the rest` : formatPercent(from),
        to === undefined ? `${restText(other)}, as the rest` : formatPercent(to),
      );
  }
  const tiers = (terms: Terms) => (terms.tiers ? tiersText(terms, terms.tiers, currency) : 'None');
  compare('Tiers', tiers(one), tiers(other));
  compare('Default', formatPercent(one.defaultSplit), formatPercent(other.defaultSplit));
  const [led, leads] = [overrideTexts(one, currency), overrideTexts(other, currency)];
  for (const key of new Set([...led.keys(), ...leads.keys()]))
    compare(`Override: ${whoseText(whoseOf(key), people)}`, led.get(key) ?? 'None', leads.get(key) ?? 'None');
  return rows;
}
