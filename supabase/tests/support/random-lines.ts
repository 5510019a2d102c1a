import { FIRST_NAMES, LAST_NAMES } from '../../seed/names';
import type { Random } from '../../seed/random';
import { line, type BankLine } from './bank';
import { numberOf, VENDORS, type Booking } from './random-bookings';

/** A line, and what of it forbids certainty whatever else it says. */
export interface RandomLine extends BankLine {
  forbids: string | null;
}

/** What names money that pays no booking, or more bookings than are named. */
const FORBIDDING = ['GUEST REFUND', 'OVERRIDE', 'BONUS', 'CO-OP', 'ERSTATTUNG', '+3 BKGS'];
const TOWNS = 'LISBON SAVANNAH LINDAU PORTO NAPLES CHARLESTON HARPER OSLO BERGEN MORGAN BATH VIENNA'.split(
  ' ',
);
const WORDS =
  'COMM COMMISSION AGY PAYMENT TRAVEL CRUISE BOOKING REF INV DEPOSIT GROUP HOTEL PROVISION PAX OCEAN GATE RIVER LINES'.split(
    ' ',
  );

const digits = (random: Random, length: number) =>
  String(random.between(10 ** (length - 1), 10 ** length - 1));
const person = (random: Random) => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`.toUpperCase();

/** One of several, each a way to go on. */
type Ways<Result> = readonly (readonly [weight: number, way: () => Result])[];
const oneOf = <Result>(random: Random, ways: Ways<Result>): Result =>
  random.weighted(ways, ([weight]) => weight)[1]();

/** A reference as banks and vendors write it. */
function spelled(random: Random, reference: string): string {
  return random.pick([
    reference,
    reference.replace('-', ''),
    reference.replace('-', ' '),
    numberOf(reference),
    `${reference.replace('-', '')}.`,
    `REF:${reference}`,
    `#${numberOf(reference)}`,
    reference.toLowerCase(),
  ]);
}

/** Something like a reference that is none: a sign changed, exchanged, lost or added, or another prefix. */
function almost(random: Random, reference: string): string {
  const signs = [...numberOf(reference)];
  const at = random.between(0, signs.length - 1);
  const other = String(random.between(0, 9));
  return oneOf(random, [
    [3, () => signs.with(at, other).join('')],
    [1, () => [...signs.slice(1), signs[0]].join('')],
    [1, () => signs.toSpliced(at, 1).join('')],
    [1, () => signs.toSpliced(at, 0, other).join('')],
    [1, () => `${digits(random, 2)}${signs.join('')}${digits(random, 3)}`],
    [1, () => `CR-${signs.with(at, other).join('')}`],
    [1, () => `${signs.with(at, other).join('')}/1`],
    [1, () => signs.slice(0, -1).join('')],
  ]);
}

/** Puts who pays and what for into the form of a bank. Its own numbers are longer than any reference, some with one inside. */
function framed(random: Random, payer: string, text: string, near: string): string {
  const own = (length: number) =>
    (random.chance(0.3) ? `${digits(random, 4)}${near}` : '')
      .padEnd(length, digits(random, 9))
      .slice(0, length);
  const day = `260${random.between(3, 7)}${random.between(10, 28)}`;
  return oneOf(random, [
    [4, () => `${payer} ${text}`],
    [1, () => `${text} ${payer}`],
    [
      2,
      () =>
        `ORIG CO NAME:${payer} ORIG ID:${own(10)} DESC DATE:${day} CO ENTRY DESCR:COMMISSION SEC:CCD TRACE#:${own(15)} EED:${day} IND ID:${text} IND NAME:AGENCY TRN: ${own(11)}TC`,
    ],
    [1, () => `FEDWIRE CREDIT VIA: FIRST BANK/${own(9)} B/O: ${payer} REF: ${text} TRN: ${own(16)}`],
    [1, () => `${payer} ${text} RP${own(16)}`],
    [1, () => `SEPA GUTSCHRIFT ${payer} EREF+${own(12)} SVWZ+${text}`],
  ]);
}

/** Lines of a bank, each around another booking: much of what it says fits, and seldom all of it. */
export function randomLines(bookings: readonly Booking[], random: Random): RandomLine[] {
  const open = bookings.filter((booking) => booking.open > 0);

  const lineOf = (booking: Booking, n: number): RandomLine => {
    const other = random.pick(bookings);
    let forbids: string | null = null;
    const extra: Partial<BankLine> = {};
    const names = booking.vendor.toUpperCase();
    const payer = oneOf(random, [
      [10, () => names],
      [1, () => `${names} ${random.pick(['INC', 'LLC', 'GMBH', 'LTD'])}`],
      [2, () => random.pick(VENDORS).toUpperCase()],
      [2, () => random.pick(names.split(' '))],
      [2, () => random.pick(TOWNS)],
      [1, () => 'DEPOSIT'],
      [
        2,
        () => {
          const [kind, who] = random.chance(0.3)
            ? ['a client', booking.traveler.toUpperCase()]
            : ['a stranger', person(random)];
          const zelle = random.pick(['ZELLE FROM', 'ZELLE PAYMENT FROM', '']);
          forbids = `${kind} pays${zelle && ' by Zelle'}`;
          return zelle && random.chance(0.5) ? `${zelle} ${who} FOR ${names}` : `${zelle} ${who}`.trim();
        },
      ],
      [
        1,
        () => {
          forbids = 'a stranger is the counterparty';
          extra.counterparty = person(random);
          return random.pick([names, '']);
        },
      ],
    ]);
    const named = oneOf(random, [
      [8, () => spelled(random, booking.reference)],
      [5, () => almost(random, booking.reference)],
      [2, () => spelled(random, other.reference)],
      [2, () => `${spelled(random, booking.reference)} ${spelled(random, other.reference)}`],
      [1, () => `${spelled(random, booking.reference)} ${almost(random, other.reference)}`],
      [7, () => ''],
    ]);
    // Beside a stranger's name the vendor's own first word would read as the vendor paying for that person.
    const towns = forbids ? TOWNS.filter((town) => !names.startsWith(`${town} `)) : TOWNS;
    const words = [
      ...(named ? [named] : []),
      ...(random.chance(0.4) ? [random.pick(WORDS)] : []),
      ...(random.chance(0.15) ? [random.pick(towns)] : []),
      ...(random.chance(0.1) ? [person(random)] : []),
      ...(random.chance(0.1)
        ? [`${booking.traveler.split(' ')[1]}/${booking.traveler[0]}`.toUpperCase()]
        : []),
      ...(random.chance(0.2) ? [digits(random, random.between(4, 10))] : []),
      ...(random.chance(0.1) ? [`INV ${digits(random, random.between(4, 10))}`] : []),
    ];
    if (random.chance(0.12)) {
      forbids = random.pick(FORBIDDING);
      words.push(forbids);
    }
    const amount = oneOf(random, [
      [14, () => booking.open],
      [1, () => booking.agreed],
      [2, () => random.pick(open).open],
      [1, () => booking.open + random.between(-3, 3)],
      [1, () => booking.open + other.open],
      [1, () => random.between(10_00, 1500_00)],
    ]);
    const shuffled = words.map((word) => [random.next(), word] as const).sort(([a], [b]) => a - b);
    const text = framed(
      random,
      payer,
      shuffled.map(([, word]) => word).join(' '),
      numberOf(booking.reference),
    );
    const day = new Date(Date.UTC(2026, 2, random.between(1, 120))).toISOString().slice(0, 10);
    return {
      ...line(n + 1, text.trim(), (Math.max(amount, 1) / 100).toFixed(2), { booked_on: day, ...extra }),
      forbids,
    };
  };
  return open.map(lineOf);
}
