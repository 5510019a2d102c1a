/**
 * Worlds whose truth is known: an agency's bookings, and what its bank then shows of them. Nothing here knows how matching works;
 * the shares are those seen in practice (README, Matching). The same seed makes the same world.
 */
import { createRandom } from '../../supabase/seed/random';

export type Kind = 'single' | 'lump' | 'other amount' | 'wire' | 'part' | 'not entered' | 'noise';

export interface Vendor {
  name: string;
  kind: 'cruise' | 'tour' | 'hotel';
  /** As the bank prints whoever pays for it. */
  payer: string;
  days: number;
}

export interface Booking {
  vendor: number;
  /** The vendor's own reference, and what the agent typed. */
  reference: string;
  typed: string;
  customer: [string, string];
  companion: string;
  commission: number;
  /** Days since the beginning of the world. */
  soldOn: number;
  dueOn: number;
  entered: boolean;
}

export interface Deposit {
  day: number;
  cents: number;
  text: string;
  kind: Kind;
  /** The bookings it pays, with what is paid of each; of those that nobody entered none. */
  pays: { booking: number; cents: number }[];
}

export interface World {
  vendors: Vendor[];
  bookings: Booking[];
  deposits: Deposit[];
  days: number;
}

/** Numbers from a seed. */
export class Chance {
  readonly next: () => number;
  constructor(seed: number) {
    this.next = createRandom(seed).next;
  }
  below(n: number): number {
    return Math.floor(this.next() * n);
  }
  is(share: number): boolean {
    return this.next() < share;
  }
  of<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)];
    if (found === undefined) throw new Error('An empty list');
    return found;
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }
}

const FIRST =
  'Harbor,Northern,Silver,Golden,Coral,Azure,Meridian,Halcyon,Summit,Old Road,Terra,Lumen,Wayfarer,Blue Lagoon,Grand,Cliffside,Alder,Ember,Polar,Lotus,Granite,Palm,Saffron,Juniper,Monarch,Compass'.split(
    ',',
  );
const SECOND = {
  cruise: ['Ocean Lines', 'Star Cruises', 'Fjord Voyages', 'River Cruises', 'Yacht Club', 'Seaways'],
  tour: ['Expeditions', 'Journeys', 'Safaris', 'Tours', 'Small Group Travel', 'Trails'],
  hotel: ['Hotels', 'Resorts', 'Villas', 'Collection', 'Ryokan Group', 'Lodges'],
};
const GIVEN =
  'Ada,Amir,Bela,Carla,Dana,Elena,Felix,Grace,Hugo,Ines,Jonas,Keiko,Liam,Mila,Nora,Omar,Paula,Rosa,Stella,Theo'.split(
    ',',
  );
const FAMILY =
  'Hughes,Griffin,Fuentes,Lindgren,Nguyen,Peterson,Mehta,Khan,Wagner,Walsh,Carter,Evans,Thornton,Hoffman,Novak,Larsen,Taylor,Shah,Moreau,Kowalski,Whitfield,Olsen,Vargas,Coleman,Okafor,Sato,Silva,Becker,Marino,Popescu'.split(
    ',',
  );
const SETTLERS = [
  'ONYX CENTERSOURCE',
  'TACS SETTLEMENT',
  'SIGNET PARTNERS LLC',
  'OCEANIC HOLDINGS',
  'GLOBAL REMIT SVC',
  'VIRTUOSO SERVICES',
];
const NOISE = [
  'HARBOUR PROPERTIES RENT',
  'PAYROLL SERVICE',
  'CITY ENERGY BILL',
  'STRIPE TRANSFER ST-',
  'TRANSFER TO SAVINGS',
  'CARD 4412 OFFICE DEPOT',
  'OVERRIDE BONUS Q',
  'CO-OP MARKETING FUNDS',
  'IRS USATAXPYMT',
  'REFUND AIRLINE',
  'ZELLE FROM ',
  'INTEREST PAID',
  'MONTHLY SERVICE FEE',
];

const cut = (text: string, length: number) => text.toUpperCase().slice(0, length).trim();

function abbreviated(chance: Chance, name: string): string {
  return name
    .toUpperCase()
    .split(' ')
    .map((word) =>
      chance.is(0.5)
        ? word.slice(0, 3 + chance.below(2))
        : word[0] +
          word
            .slice(1)
            .replace(/[AEIOU]/g, '')
            .slice(0, 4),
    )
    .join(' ');
}

function vendorsOf(chance: Chance, count: number): Vendor[] {
  const used = new Set<string>();
  return Array.from({ length: count }, () => {
    const kind = chance.of(['cruise', 'cruise', 'tour', 'hotel', 'hotel'] as const);
    let name: string;
    do name = `${chance.of(FIRST)} ${chance.of(SECOND[kind])}`;
    while (used.has(name));
    used.add(name);
    const how = chance.next();
    // ACH shows sixteen characters of the company's name.
    const payer =
      how < 0.6 ? cut(name, 16) : how < 0.82 ? cut(abbreviated(chance, name), 16) : chance.of(SETTLERS);
    return { name, kind, payer, days: kind === 'hotel' ? 30 + chance.below(30) : 10 + chance.below(30) };
  });
}

const FORMS = [
  (n: number) => `CR-${10_000 + n}`,
  (n: number) => `${1_000_000 + n * 7}`,
  (n: number) => `TR${20_000 + n}`,
  (n: number) => `HT-${30_000 + n}`,
  (n: number) => `B${((n * 2654435761) % 2 ** 31).toString(36).toUpperCase().padStart(6, 'X').slice(0, 6)}`,
];

/** What an agent types of a reference: as it is, otherwise (14 of a hundred), or wrongly (7). */
function typedBy(chance: Chance, reference: string): string {
  const how = chance.next();
  if (how < 0.14)
    return chance.of([
      reference.replace('-', ''),
      reference.toLowerCase(),
      reference.replace('-', ' '),
      `#${reference}`,
      reference.replace(/^[A-Z]+-?/, '') || reference,
    ]);
  if (how < 0.21) {
    const at = 2 + chance.below(reference.length - 3);
    return chance.is(0.5)
      ? reference.slice(0, at) + String(chance.below(10)) + reference.slice(at + 1)
      : reference.slice(0, at) + (reference[at + 1] ?? '') + (reference[at] ?? '') + reference.slice(at + 2);
  }
  return reference;
}

function bookingsOf(chance: Chance, vendors: Vendor[], count: number, days: number): Booking[] {
  const forms = vendors.map(() => chance.of(FORMS));
  const unentered = vendors.map(() => chance.between(0.02, 0.08));
  return Array.from({ length: count }, (_, n) => {
    const vendor = chance.below(vendors.length);
    const { kind, days: terms } = vendors[vendor] as Vendor;
    const reference = (forms[vendor] as (n: number) => string)(n * 3 + chance.below(3));
    const soldOn = chance.below(days);
    const amount = kind === 'hotel' ? Math.exp(chance.between(2.1, 5.8)) : Math.exp(chance.between(4.4, 7.8));
    return {
      vendor,
      reference,
      typed: typedBy(chance, reference),
      customer: [chance.of(GIVEN), chance.of(FAMILY)] as [string, string],
      companion: chance.of(FAMILY),
      // Many rates are round, and so are many amounts.
      commission: chance.is(0.3)
        ? Math.max(Math.round(amount), 5) * 100
        : Math.max(Math.round(amount * 100), 500),
      soldOn,
      dueOn: soldOn + terms,
      entered: !chance.is(unentered[vendor] ?? 0),
    };
  });
}

/** A reference as a bank shows it: alone, or with something around it (39 of a hundred). */
function shown(chance: Chance, reference: string): string {
  const plain = chance.is(0.6) ? reference.replace('-', '') : reference;
  return chance.is(0.39)
    ? chance.of([`INV${plain}`, `${plain}/01`, `RES# ${plain}`, `BKG${plain}A`, `${plain}-COMM`])
    : plain;
}

function textOf(chance: Chance, vendor: Vendor, bookings: Booking[]): string {
  const [first] = bookings;
  const parts = [vendor.payer, chance.of(['AGY COMM', 'COMM', 'AGENCY COMMISSION', 'REMIT', 'PAYMENT', ''])];
  if (first && chance.is(bookings.length === 1 ? 0.7 : 0.5)) parts.push(shown(chance, first.reference));
  if (bookings.length > 1 && chance.is(0.4)) parts.push(`+${bookings.length - 1} BKGS`);
  if (first && bookings.length === 1 && chance.is(0.3))
    parts.push((chance.is(0.12) ? first.companion : first.customer[1]).toUpperCase());
  if (chance.is(0.3)) parts.push(String(100_000 + chance.below(900_000)));
  return parts.filter(Boolean).join(' ');
}

/** What arrives for one booking: seldom another amount than agreed, more often from hotels; a wire loses its fee. */
function received(chance: Chance, cents: number, hotel: boolean): { cents: number; kind: Kind } {
  if (chance.is(hotel ? 0.28 : 0.18))
    return { cents: Math.max(Math.round(cents * chance.between(0.7, 1.08)), 100), kind: 'other amount' };
  if (cents > 20_000 && chance.is(0.12)) {
    const fee = chance.is(0.6)
      ? chance.of([1000, 1500, 2000, 2500])
      : Math.round(cents * chance.between(-0.018, 0.042));
    return { cents: cents - fee, kind: 'wire' };
  }
  return { cents, kind: 'single' };
}

function depositsOf(chance: Chance, vendors: Vendor[], bookings: Booking[], days: number): Deposit[] {
  const deposits: Deposit[] = [];
  vendors.forEach((vendor, v) => {
    const hotel = vendor.kind === 'hotel';
    const late = chance.between(-3, 20);
    const waiting = bookings
      .map((booking, number) => ({ ...booking, number }))
      .filter((booking) => booking.vendor === v && !chance.is(hotel ? 0.12 : 0.08))
      .sort((a, b) => a.dueOn - b.dueOn);
    while (waiting.length > 0) {
      // 29 of 98 deposits are lumps of two to forty, three in the middle.
      const size = chance.is(0.296)
        ? Math.min(2 + Math.floor(Math.exp(chance.between(-0.7, 1.6)) ** 1.25), 40)
        : 1;
      const paid = waiting.splice(0, Math.min(size, waiting.length));
      // Not in order: vendors pay what their own books say is due, and leave others for later.
      const later = paid.length > 1 ? paid.filter(() => chance.is(0.15)) : [];
      if (later.length > 0 && later.length < paid.length - 1) {
        paid.splice(0, paid.length, ...paid.filter((booking) => !later.includes(booking)));
        waiting.push(...later.map((booking) => ({ ...booking, dueOn: booking.dueOn + 20 })));
        waiting.sort((a, b) => a.dueOn - b.dueOn);
      }
      const day = Math.max(...paid.map(({ dueOn }) => dueOn)) + Math.round(late + chance.between(-4, 10));
      const push = (parts: { booking: number; cents: number }[], kind: Kind) => {
        const known = parts.filter(({ booking }) => bookings[booking]?.entered);
        deposits.push({
          day,
          kind: known.length < parts.length ? 'not entered' : kind,
          cents: parts.reduce((sum, part) => sum + part.cents, 0),
          pays: known,
          text: textOf(
            chance,
            vendor,
            parts.map(({ booking }) => bookings[booking] as Booking),
          ),
        });
      };
      const [only] = paid;
      if (paid.length > 1)
        push(
          paid.map(({ number, commission }) => ({ booking: number, cents: commission })),
          'lump',
        );
      else if (only && chance.is(0.025)) {
        const first = Math.round(only.commission * chance.between(0.3, 0.7));
        push([{ booking: only.number, cents: first }], 'part');
        push([{ booking: only.number, cents: only.commission - first }], 'part');
      } else if (only) {
        const { cents, kind } = received(chance, only.commission, hotel);
        push([{ booking: only.number, cents }], kind);
      }
    }
  });
  // Overrides and marketing money of the vendors themselves belong to no booking; customers pay what they booked.
  for (let n = 0; n < deposits.length * 0.06; n += 1) {
    const booking = chance.of(bookings);
    const vendor = vendors[booking.vendor] as Vendor;
    const own = chance.is(0.5);
    deposits.push({
      day: chance.below(days),
      kind: 'noise',
      pays: [],
      cents: own
        ? chance.is(0.5)
          ? chance.of([10_000, 25_000, 50_000])
          : 5000 + chance.below(100_000)
        : booking.commission * (6 + chance.below(6)),
      text: own
        ? `${vendor.payer} ${chance.of(['OVERRIDE', 'COOP', 'MKTG', 'COMM'])}`
        : `ZELLE FROM ${booking.customer.join(' ').toUpperCase()} ${booking.reference}`,
    });
  }
  const noise = Math.round(deposits.length * 0.35);
  for (let n = 0; n < noise; n += 1) {
    const what = chance.of(NOISE);
    const text = what.endsWith('-')
      ? `${what}${1000 + n}`
      : what.endsWith(' ')
        ? `${what}${chance.of(GIVEN)} ${chance.of(FAMILY)}`.toUpperCase()
        : what;
    const sign = /OVERRIDE|CO-OP|STRIPE|REFUND|ZELLE|INTEREST/.test(what) ? 1 : -1;
    deposits.push({
      day: chance.below(days),
      kind: 'noise',
      cents: sign * Math.round(Math.exp(chance.between(2, 7.5)) * 100),
      text,
      pays: [],
    });
  }
  return deposits.filter(({ day }) => day >= 0 && day < days + 90).sort((a, b) => a.day - b.day);
}

/** The world of a seed: `bookings` bookings with some dozens of vendors, in half a year. */
export function worldOf(seed: number, bookings = 1200): World {
  const chance = new Chance(seed);
  const days = 180;
  const vendors = vendorsOf(chance, 36);
  const sold = bookingsOf(chance, vendors, bookings, days);
  return { vendors, bookings: sold, deposits: depositsOf(chance, vendors, sold, days), days };
}
