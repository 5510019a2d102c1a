import {
  feeSplit,
  shareOut,
  termsOn,
  vendorSplit,
  WHOLE,
  type OracleLine,
  type Part,
  type Terms,
} from './agreements-oracle';
import type { Person, TestAgency } from './test-agency';

/** One who has a part of a sale, with the splits of the day it was recorded. */
export interface Holder {
  person: string;
  role: 'seller' | 'co_seller' | 'referral';
  points: number;
  split: number;
  fee: number;
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

/** Who gets what percent of a sale, with the splits that their terms say for its day now. The seller has what the others leave. */
export function holdersOf(
  world: World,
  { vendor, day, lines }: Pick<WorldSale, 'vendor' | 'day' | 'lines'>,
  seller: string,
  others: readonly Pick<Holder, 'person' | 'role' | 'points'>[],
): Holder[] {
  const points = WHOLE - others.reduce((sum, each) => sum + each.points, 0);
  return [{ person: seller, role: 'seller' as const, points }, ...others].map((holder) => {
    const terms = held(world, holder.person, day);
    return { ...holder, split: vendorSplit(terms, vendor, lines), fee: feeSplit(terms) };
  });
}

/** What the shares of a sale's commission are reckoned from. */
export const basisOf = ({ commission, receipt }: WorldSale): number =>
  receipt?.reduces ? commission - receipt.writtenOff : commission;

const parted = (
  kind: string,
  cents: number,
  holders: readonly Holder[],
  live: boolean,
  fee: boolean,
): Due[] =>
  shareOut(
    cents,
    holders.map(({ person, points, split, fee: own }) => ({ person, points, split: fee ? own : split })),
  ).map((part, n) => ({ ...part, key: `${kind}/${n + 1}`, role: holders[n]?.role ?? 'seller', live }));

/** Everybody's money in a sale, as it is agreed now. */
export function duesOf(sale: WorldSale): Due[] {
  return [
    ...parted('vendor', basisOf(sale), sale.holders, !sale.gone, false),
    ...(sale.fee > 0 ? parted('service_fee', sale.fee, sale.holders, sale.status !== 'cancelled', true) : []),
    ...(sale.penalty
      ? parted('penalty', sale.penalty.amount, sale.penalty.holders, !sale.penalty.gone, false)
      : []),
  ];
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
