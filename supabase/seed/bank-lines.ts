import { addDays } from './calendar';
import type { Random } from './random';

/** A commission no deposit has paid yet, and how its vendor appears on statements. Money in cents. */
export interface Owed {
  id: string;
  cents: number;
  dueOn: string;
  /** The day on which an admin recorded it as received; null while nobody has. */
  recordedOn: string | null;
  vendorId: string;
  payer: string;
  reference: string;
  customer: string;
}

/** What people decided about a line; nothing for one that still waits. */
export type Decided =
  | { as: 'certain' }
  | { as: 'aside'; category: string }
  | {
      as: 'match';
      parts: { owed: Owed; cents: number; writeOff?: string }[];
      unclaimed?: number;
      fee?: number;
    };

/** A line of the bank's file. */
export interface BankLine {
  day: string;
  cents: number;
  text: string;
  decided?: Decided;
}

/** The days a file covers. */
export interface Span {
  from: string;
  to: string;
}

/** As banks print what one booking brought: the payer, what it is, the reference, sometimes a name. */
const TEXTS: readonly ((owed: Owed) => string)[] = [
  ({ payer, reference }) => `ACH CREDIT ${payer} COMM ${reference}`,
  ({ payer, reference }) => `${payer} AGENT COMMISSION ${reference.replace('-', '')}`,
  ({ payer, reference, customer }) => `${payer} ${reference} ${customer.toUpperCase()}`,
  ({ payer, reference }) => `DIRECT DEP ${payer} REF ${reference}`,
];

const sum = (owed: readonly Owed[]): number => owed.reduce((total, { cents }) => total + cents, 0);

/** What the vendor owes that owes most of these commissions. */
const mostOfAVendor = (owed: readonly Owed[]): Owed[] =>
  owed
    .map(({ vendorId }) => owed.filter((other) => other.vendorId === vendorId))
    .reduce((best, each) => (each.length > best.length ? each : best), []);

/** Draws lines for what is owed, each commission once. */
function createDrawer(owed: readonly Owed[], { from, to }: Span, random: Random) {
  const pool = [...owed];
  const within = (day: string): string => (day < from ? from : day > to ? to : day);
  const line = (paid: readonly Owed[], cents: number, text: string, decided?: Decided): BankLine => ({
    day: within(addDays(paid[0]?.recordedOn ?? paid[0]?.dueOn ?? from, random.between(0, 6))),
    cents,
    text,
    ...(decided && { decided }),
  });
  const one = (): Owed => {
    const [drawn] = pool.splice(random.between(0, pool.length - 1), 1);
    if (!drawn) throw new Error('Nothing is owed any more');
    return drawn;
  };
  return {
    line,
    one,
    exact: (count: number, decided?: Decided): BankLine[] =>
      Array.from({ length: count }, () => {
        const owes = one();
        return line([owes], owes.cents, random.pick(TEXTS)(owes), decided);
      }),
    /** Neighbours in the order of due days, due about then, of the vendor that owes most of them. */
    lump: (count: number): Owed[] => {
      const [first, last] = [addDays(from, -60), addDays(to, 30)];
      const due = mostOfAVendor(pool.filter(({ dueOn }) => dueOn >= first && dueOn <= last));
      // On some days no vendor owes two about then.
      const drawn = (due.length < 2 ? mostOfAVendor(pool) : due).slice(0, count);
      if (drawn.length < 2) throw new Error('No vendor owes several commissions');
      for (const each of drawn) pool.splice(pool.indexOf(each), 1);
      return drawn;
    },
    on: (share: number): string => {
      const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
      return addDays(from, Math.round(days * share));
    },
  };
}

const withMore = (owed: readonly Owed[]): string =>
  `${owed[0]?.payer} REMITTANCE ${owed[0]?.reference} +${owed.length - 1} BKGS`;

/** What every month brings beside commissions, with the category it is set aside under. */
const MONTHLY: readonly (readonly [share: number, cents: number, text: string, category: string])[] = [
  [0.1, -285_000, 'HARBOUR POINT PROPERTIES RENT', 'other'],
  [0.3, -4_250, 'MERCHANT SERVICES MONTHLY FEE', 'fee'],
  [0.55, -12_990, 'CARD PURCHASE BRIGHTLINE TELECOM', 'other'],
  [0.9, -1_500, 'INCOMING WIRE FEE', 'fee'],
];
const monthly = (on: (share: number) => string, decided: boolean): BankLine[] =>
  MONTHLY.map(([share, cents, text, category]) => ({
    day: on(share),
    cents,
    text,
    ...(decided && { decided: { as: 'aside', category } as const }),
  }));

const byDay = (lines: readonly BankLine[]): BankLine[] =>
  [...lines].sort((one, other) => one.day.localeCompare(other.day));

/** A file all of whose lines are settled: accepted, split up by hand, set aside, or left unclaimed. */
export function settledFile(owed: readonly Owed[], span: Span, random: Random): BankLine[] {
  const { exact, one, lump, line, on } = createDrawer(owed, span, random);
  const short = one();
  const settled = Math.round(short.cents * 0.97);
  const wired = one();
  const several = lump(3);
  return byDay([
    ...exact(14, { as: 'certain' }),
    line([short], settled, `${short.payer} COMM ${short.reference}`, {
      as: 'match',
      parts: [{ owed: short, cents: settled, writeOff: 'Card fee of the vendor, 3 percent' }],
    }),
    line([wired], wired.cents - 1500, `WIRE IN ${wired.payer} ${wired.reference}`, {
      as: 'match',
      parts: [{ owed: wired, cents: wired.cents }],
      fee: 1500,
    }),
    line(several, sum(several) + 13_500, withMore(several), {
      as: 'match',
      parts: several.map((each) => ({ owed: each, cents: each.cents })),
      unclaimed: 13_500,
    }),
    {
      day: on(0.4),
      cents: 61_240,
      text: 'WIRE IN 88213 OCEANIC HOLDINGS',
      decided: { as: 'match', parts: [], unclaimed: 61_240 },
    },
    {
      day: on(0.7),
      cents: 185_000,
      text: 'ZELLE FROM WHITFIELD TRIP BALANCE',
      decided: { as: 'aside', category: 'customer_payment' },
    },
    ...monthly(on, true),
  ]);
}

/** What the lump of a settled file paid. */
export function lumpOf(lines: readonly BankLine[]): Owed[] | undefined {
  const lumps = lines.flatMap(({ decided }) =>
    decided?.as === 'match' && decided.parts.length > 1 ? [decided.parts] : [],
  );
  return lumps[0]?.map(({ owed }) => owed);
}

/** The file after it: nothing is decided yet but what is like what was set aside before. */
export function waitingFile(
  owed: readonly Owed[],
  span: Span,
  random: Random,
  recalled: Owed | undefined,
): BankLine[] {
  const { exact, one, lump, line, on } = createDrawer(owed, span, random);
  const [big, small] = [lump(4), lump(2)];
  const [short, wired, wrong, silent] = [one(), one(), one(), one()];
  const typo = wrong.reference.replace(/(\d)(\d)$/, '$2$1');
  return byDay([
    ...exact(9),
    line(big, sum(big), withMore(big)),
    line(small, sum(small), `${small[0]?.payer} AGENCY COMMISSIONS 2 BOOKINGS`),
    line([short], Math.round(short.cents * 0.9), `${short.payer} COMM ${short.reference}`),
    line([wired], wired.cents - 1500, `WIRE IN ${wired.payer} ${wired.reference}`),
    line([wrong], wrong.cents, `ACH CREDIT ${wrong.payer} COMM ${typo}`),
    line([silent], silent.cents, `${silent.payer} COMMISSION`),
    ...(recalled
      ? [
          {
            day: on(0.8),
            cents: -recalled.cents,
            text: `${recalled.payer} COMM RECALL ${recalled.reference}`,
          },
        ]
      : []),
    { day: on(0.35), cents: 120_437, text: 'WIRE IN 90417 OAKMONT PAYABLES' },
    { day: on(0.6), cents: 41_837, text: 'COUNTER DEPOSIT 0031' },
    { day: on(0.75), cents: -8_640, text: 'CHECK 1043' },
    ...monthly(on, false),
  ]);
}
