import {
  feeSplit,
  overrideOf,
  partsOf,
  shareOut,
  termsOn,
  tierSplit,
  vendorSplit,
  percentOf,
  WHOLE,
  yearAfter,
  yearOf,
  type OracleLine,
  type OverrideRule,
  type Part,
  type Terms,
  type YearTiers,
} from './agreements-oracle';
import type { Person, TestAgency } from './test-agency';

/** One who has a part of a sale, with the splits of the day it was recorded. */
export interface Holder {
  person: string;
  role: 'seller' | 'co_seller' | 'referral';
  points: number;
  split: number;
  fee: number;
  /** The version that said so. */
  terms: Terms;
}

/** A sale as the test recorded it; money in cents. */
export interface WorldSale {
  id: string;
  reference: string;
  vendor: string;
  day: string;
  total: number;
  commission: number;
  fee: number;
  lines: OracleLine[];
  /** The seller first. */
  holders: Holder[];
  /** By person, the splits of the fee since there is one: it may come later than the sale. */
  fees: Map<string, { split: number; terms: Terms }>;
  /** What the customer has paid of it. */
  customerPaid: number;
  status: 'booked' | 'paid' | 'cancelled';
  /** Its commission was cancelled, alone or with it. */
  gone: boolean;
  receipt: { amount: number; writtenOff: number; reduces: boolean } | null;
  penalty: { amount: number; holders: Holder[]; gone: boolean } | null;
  /** By key, what somebody was paid. */
  paid: Map<string, number>;
  recalled: number;
}

/** What one person is to get of one commission. */
export interface Due extends Part {
  key: string;
  role: Holder['role'];
  live: boolean;
  terms: Terms;
}

/** An agency with all that the test did to it. */
export interface World {
  agency: TestAgency;
  people: readonly Person[];
  vendors: readonly string[];
  groups: string[];
  today: string;
  below: (limit: number) => number;
  /** By person: versions in the order in which they hold. */
  terms: Map<string, Terms[]>;
  sales: WorldSale[];
  /** What vendors promised for volume: the agency's own. */
  bonuses: { id: string; vendor: string; amount: number; received: boolean }[];
  /** By lead, what they have of others. */
  leads: Map<string, OverrideRule>;
  /** Cents by person that were added or taken by hand. */
  adjusted: Map<string, number>;
  paysOnReceived: boolean;
  done: Map<string, number>;
  refused: Map<string, string[]>;
  log: string[];
}

/** The terms of a person on a day. */
function held(world: World, person: string, day: string): Terms {
  const terms = termsOn(world.terms.get(person) ?? [], day);
  if (!terms) throw new Error(`${person} has no terms on ${day}`);
  return terms;
}

/** What each of these has of a sale in their volume: their percent of it, not to the cent. */
function volumesOf(
  sale: WorldSale,
  holders: readonly Pick<Holder, 'points'>[],
  basis: YearTiers['basis'],
): number[] {
  const { status, gone, total, commission, receipt } = sale;
  const cents = {
    sales_booked: status === 'cancelled' ? 0 : total,
    commission_expected: gone ? 0 : commission,
    // What came counts, whatever became of it.
    commission_received: receipt?.amount ?? 0,
  }[basis];
  return holders.map(({ points }) => (cents * points) / WHOLE);
}

/** What a person has sold in the year of a sale before it, by the day of sale, then as recorded; or, where a tier lifts the whole year, beside it. */
function volumeBefore({ sales }: World, person: string, sale: WorldSale, tiers: YearTiers): number {
  const [from, until] = [yearOf(tiers, sale.day), yearAfter(tiers, sale.day)];
  const own = sales.includes(sale) ? sales.indexOf(sale) : sales.length;
  const counts = ({ day }: WorldSale, n: number) =>
    tiers.mode === 'whole_year' ? n !== own : day < sale.day || (day === sale.day && n < own);
  const volume = sales
    .filter((each, n) => each.day >= from && each.day < until && counts(each, n))
    .reduce((sum, each) => {
      const place = each.holders.findIndex((holder) => holder.person === person);
      return place < 0 ? sum : sum + (volumesOf(each, each.holders, tiers.basis)[place] ?? 0);
    }, 0);
  // Rounded once; what floating numbers lack is not half a cent.
  return Math.round(volume + 1e-6);
}

/** Who gets what percent of a sale, with the splits that their terms say for its day now. The seller has what the others leave. */
export function holdersOf(
  world: World,
  sale: WorldSale,
  seller: string,
  others: readonly Pick<Holder, 'person' | 'role' | 'points'>[],
  lines: readonly OracleLine[] = sale.lines,
): Holder[] {
  const points = WHOLE - others.reduce((sum, each) => sum + each.points, 0);
  const all = [{ person: seller, role: 'seller' as const, points }, ...others];
  return all.map((holder, n) => {
    const terms = held(world, holder.person, sale.day);
    const otherwise = tierOf(world, sale, all, n, terms);
    return {
      ...{ ...holder, terms, split: vendorSplit(terms, sale.vendor, lines, otherwise) },
      fee: feeSplit(terms, otherwise),
    };
  });
}

/** What the tiers of these terms say now of one who has a part of a sale; by default without tiers. */
function tierOf(
  world: World,
  sale: WorldSale,
  holders: readonly Pick<Holder, 'person' | 'points'>[],
  n: number,
  { tiers, split }: Terms,
): number {
  const person = holders[n]?.person;
  if (!tiers || !person) return split;
  const before = volumeBefore(world, person, sale, tiers);
  const adds = volumesOf(sale, holders, tiers.basis)[n] ?? 0;
  // What is received later counts for what is sold after it, and for the year.
  return tierSplit(
    tiers,
    split,
    before,
    tiers.basis === 'commission_received' && tiers.mode === 'from_there_on' ? 0 : adds,
  );
}

/** By how much the tiers, as the year stands now, change what was recorded: of each share that stands. */
export function correctionsOf(world: World, sale: WorldSale): Map<string, number> {
  return new Map(
    duesOf(sale).map((due) => {
      const { terms, key, gross, split, live } = due;
      const [kind, place] = key.split('/');
      const { tiers } = terms;
      if (!tiers || !live || (tiers.basis === 'commission_received' && tiers.mode === 'from_there_on'))
        return [key, 0];
      const holders = kind === 'penalty' ? (sale.penalty?.holders ?? []) : sale.holders;
      const tier = tierOf(world, sale, holders, Number(place) - 1, terms);
      const lines = kind === 'penalty' ? [] : sale.lines;
      const now =
        kind === 'service_fee' ? feeSplit(terms, tier) : vendorSplit(terms, sale.vendor, lines, tier);
      return [key, percentOf(gross, now) - percentOf(gross, split)];
    }),
  );
}

/** Of a person, over a share. */
export interface Claim {
  person: string;
  key: string;
  cents: number;
}

/** What leads have over the shares of a sale, and what is taken off others for it; of those with a cap before it. */
export function overridesOf(world: World, sale: WorldSale, capped = false): Claim[] {
  return duesOf(sale)
    .filter(({ live, key }) => live || sale.paid.has(key))
    .flatMap((due) =>
      [...world.leads].flatMap(([lead, rule]) => {
        if ((rule.cap !== null) !== capped) return [];
        if (lead === due.person || (rule.whose !== 'all' && !rule.whose.includes(due.person))) return [];
        const cents = overrideOf(rule, due);
        if (cents === 0) return [];
        const own = { person: lead, key: due.key, cents };
        return rule.takenFrom === 'agency' ? [own] : [own, { ...own, person: due.person, cents: -cents }];
      }),
    );
}

/** Who has a part of the fee keeps its split; who comes to it later has that of their terms then, and so have all where it is taken off and comes back. */
export function keepFees(world: World, sale: WorldSale): void {
  if (sale.fee === 0) {
    sale.fees.clear();
    return;
  }
  const now = holdersOf(world, sale, sale.holders[0]?.person ?? '', sale.holders.slice(1));
  sale.fees = new Map(
    now.map(({ person, fee, terms }) => [person, sale.fees.get(person) ?? { split: fee, terms }]),
  );
}

/** What the shares of a sale's commission are reckoned from. */
export const basisOf = ({ commission, receipt }: WorldSale): number =>
  receipt?.reduces ? commission - receipt.writtenOff : commission;

const parted = (
  kind: string,
  cents: number,
  holders: readonly Holder[],
  live: boolean,
  fees?: WorldSale['fees'],
): Due[] =>
  shareOut(
    cents,
    holders.map(({ person, points, split }) => ({
      person,
      points,
      split: fees ? (fees.get(person)?.split ?? 0) : split,
    })),
  ).map((part, n) => {
    const holder = holders[n];
    if (!holder) throw new Error(`Nobody has part ${n}`);
    const terms = fees?.get(holder.person)?.terms ?? holder.terms;
    return { ...part, key: `${kind}/${n + 1}`, role: holder.role, live, terms };
  });

/** Everybody's money in a sale, as it is agreed now. */
export function duesOf(sale: WorldSale): Due[] {
  return [
    ...parted('vendor', basisOf(sale), sale.holders, !sale.gone),
    ...(sale.fee > 0
      ? parted('service_fee', sale.fee, sale.holders, sale.status !== 'cancelled', sale.fees)
      : []),
    ...(sale.penalty ? parted('penalty', sale.penalty.amount, sale.penalty.holders, !sale.penalty.gone) : []),
  ];
}

/** What one person, or the agency (null), has of what stands: of sales, and of vendors' commissions. */
export function figuresOf({ sales }: World, person: string | null) {
  const figures = { sales: 0, total: 0, expected: 0, commissions: 0, amount: 0, agents: 0 };
  for (const sale of sales) {
    const place = sale.holders.findIndex((holder) => holder.person === person);
    if (sale.status === 'cancelled' || (person !== null && place < 0)) continue;
    const part = (cents: number) =>
      person === null
        ? cents
        : (partsOf(
            cents,
            sale.holders.map(({ points }) => points),
          )[place] ?? 0);
    figures.sales += 1;
    figures.total += part(sale.total);
    figures.expected += part(sale.commission);
    if (sale.gone) continue;
    figures.commissions += 1;
    figures.amount += part(sale.commission);
    for (const { key, person: of, amount } of duesOf(sale))
      if (key.startsWith('vendor/') && (person === null || person === of))
        figures.agents += sale.paid.get(key) ?? amount;
  }
  return figures;
}

/** What a person is owed by the end of all days, in cents: what is agreed of what stands, what was paid of what does not, and what was said by hand. */
export function owed(world: World, person: string): number {
  const dues = world.sales.flatMap((sale) =>
    duesOf(sale)
      .filter((due) => due.person === person)
      .map(({ key, live, amount }) => (live ? amount : (sale.paid.get(key) ?? 0))),
  );
  return dues.reduce((sum, each) => sum + each, world.adjusted.get(person) ?? 0);
}

export const oneOf = <Item>({ below }: Pick<World, 'below'>, items: readonly Item[]): Item | undefined =>
  items[below(Math.max(items.length, 1))];
