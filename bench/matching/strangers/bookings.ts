import type { Chance } from '../chance';
import { isoOf } from './days';
import { companionOf, person } from './names';
import { nextReference, typeReference } from './references';
import type { Category, Region, StrangersBooking } from './types';
import type { Trade } from './trade';

/** A booking with what only its vendor knows. */
export interface Sale {
  booking: StrangersBooking;
  vendor: number;
  reference: string;
  typedWrong: boolean;
  /** The day the vendor has it ready for its next run; null: never paid. */
  readyOn: number | null;
  soldOn: number;
  startsOn: number;
  endsOn: number;
}

const LEAD: Record<Category, [number, number]> = {
  cruise: [60, 260],
  tour: [45, 220],
  hotel: [5, 110],
  air: [7, 120],
  insurance: [30, 200],
  other: [4, 90],
};
const NIGHTS: Record<Category, [number, number]> = {
  cruise: [4, 14],
  tour: [6, 15],
  hotel: [1, 8],
  air: [3, 15],
  insurance: [5, 15],
  other: [1, 8],
};

/** What the agency sold from seven months before the year to its end, in order of sale. */
export function makeSales(chance: Chance, region: Region, trade: Trade, year: number, count: number): Sale[] {
  const first = Date.UTC(year, 0, 1) / 86_400_000;
  const weights = trade.habits.map((habit) => habit.weight);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const pick = () => {
    let left = chance.next() * total;
    return Math.max(
      0,
      weights.findIndex((weight) => (left -= weight) < 0),
    );
  };
  const days = Array.from({ length: count }, () =>
    chance.is(0.8) ? first - 210 + chance.below(450) : first + chance.below(350),
  ).sort((a, b) => a - b);
  const sales: Sale[] = [];
  for (const soldOn of days) {
    if (sales.length >= count) break;
    const vendor = pick();
    const grouped = trade.habits[vendor]?.groups === true && chance.is(0.22);
    const one = sell(chance, region, trade, vendor, soldOn, sales.at(-1) ?? null, null, year);
    sales.push(one);
    if (grouped) {
      const more = 1 + chance.below(4);
      for (let n = 0; n < more && sales.length < count; n++)
        sales.push(sell(chance, region, trade, vendor, soldOn, one, one, year));
    } else if (chance.is(0.05) && sales.length < count) {
      // Two couples who travel together book the same for nearly the same price.
      const twin = sell(chance, region, trade, vendor, soldOn, one, one, year);
      if (chance.is(0.4)) twin.booking.commission += chance.of([-100, -37, 1, 50, 125, 200]);
      if (twin.booking.commission < 500) twin.booking.commission = one.booking.commission;
      sales.push(twin);
    }
  }
  return sales;
}

function sell(
  chance: Chance,
  region: Region,
  trade: Trade,
  vendor: number,
  soldOn: number,
  before: Sale | null,
  like: Sale | null,
  year: number,
): Sale {
  const habit = trade.habits[vendor];
  const known = trade.vendors[vendor];
  if (!habit || !known) throw new Error(`No vendor ${vendor}`);
  const reference = nextReference(chance, habit.numbering, String(year), like !== null);
  const [low, high] = LEAD[known.category];
  const startsOn = like ? like.startsOn : soldOn + Math.round(chance.between(low, high));
  const [short, long] = NIGHTS[known.category];
  const endsOn = like ? like.endsOn : startsOn + short + chance.below(long - short + 1);
  const customer = person(chance, region);
  const entered = !chance.is(0.045);
  const { typed, wrong } = typeReference(
    chance,
    reference,
    known.name,
    customer[1],
    before?.reference ?? null,
  );
  const cancelled = chance.is(0.045) ? Math.min(startsOn - 1, soldOn + 5 + chance.below(60)) : null;
  const paid = cancelled === null ? !chance.is(habit.neverPaid) : chance.is(0.12);
  const basis =
    habit.trueBasis === 'booking'
      ? soldOn
      : habit.trueBasis === 'departure'
        ? startsOn
        : habit.trueBasis === 'return'
          ? endsOn
          : Math.max(soldOn, startsOn - 80);
  const recordedOn = soldOn + (chance.is(0.08) ? 10 + chance.below(35) : chance.below(3));
  return {
    vendor,
    reference,
    typedWrong: wrong,
    readyOn: paid
      ? basis + habit.lag + Math.round(chance.between(0, habit.slack) * (chance.is(0.1) ? 3 : 1))
      : null,
    soldOn,
    startsOn,
    endsOn,
    booking: {
      vendor,
      typed: entered ? typed : null,
      customer,
      companion: companionOf(chance, region, customer),
      soldOn: isoOf(soldOn),
      startsOn: isoOf(startsOn),
      endsOn: isoOf(endsOn),
      commission: like ? like.booking.commission : amount(chance, habit.median, habit.sigma),
      recordedOn: isoOf(entered ? recordedOn : soldOn),
      entered,
      cancelledOn: cancelled === null ? null : isoOf(cancelled),
      markedReceivedOn: null,
    },
  };
}

/** Around the median, log-normal; commissions of round fares are round. */
function amount(chance: Chance, median: number, sigma: number): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
  const cents = Math.max(500, median * Math.exp(sigma * normal));
  const roll = chance.next();
  return roll < 0.14
    ? Math.round(cents / 1000) * 1000 || 1000
    : roll < 0.3
      ? Math.round(cents / 100) * 100
      : Math.round(cents);
}
