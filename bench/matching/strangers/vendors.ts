import type { Chance } from '../chance';
import { plain } from './names';
import { numbering, type Numbering } from './references';
import type { Habit, Payer, Trade } from './trade';
import type { Basis, Category, Region } from './types';
import { giveWays, monthDay } from './ways';

const WORDS =
  'Aurelia,Northlight,Pelagia,Wanderoak,Isola,Bramblewick,Castaway Bay,Sundial,Kestrel,Verano,Larkspur,Tidewater,Mirador,Sable Point,Hollin,Ostara,Fjordane,Calypsa,Redfern,Amberley,Quayside,Tramontana,Willowmere,Skerry,Palmetto,Zephyra,Evenstar,Marlowe,Cobalt Reef,Ridgeline,Solenne,Thornbury,Vistamar,Gilded Oar,Ravello,Moorgate,Lighthouse,Saltgrass,Pinecrest,Odyssia'.split(
    ',',
  );
const SUFFIX: Record<Category, string[]> = {
  cruise: ['Cruises', 'Cruise Line', 'River Voyages', 'Expeditions', 'Yacht Club'],
  tour: ['Tours', 'Vacations', 'Journeys', 'Holidays', 'Escorted Travel', 'Adventures'],
  hotel: ['Resort & Spa', 'Hotel', 'Inn & Suites', 'Hotels', 'Beach Resort', 'Grand Hotel'],
  air: ['Airways', 'Air'],
  insurance: ['Travel Protection', 'Travel Insurance'],
  other: ['Car Rental', 'Transfers', 'Rail'],
};
const COUNTS: [Category, number][] = [
  ['cruise', 11],
  ['tour', 10],
  ['hotel', 12],
  ['air', 2],
  ['insurance', 2],
  ['other', 3],
];
const GROUPS =
  'Halvorsen Maritime Group,Blackfriars Leisure,Ostrava Holdings,Meridional Brands,Gulfport Operating Co,Delmar Hospitality'.split(
    ',',
  );
const LEGAL: Record<Region, string[]> = {
  us: ['Inc', 'LLC', ''],
  uk: ['Ltd', 'Limited', 'PLC', ''],
  eu: ['GmbH', 'AG', 'B.V.', 'S.p.A.', ''],
};
const BANKS: Record<Region, string[]> = {
  us: ['CITIBANK N.A.', 'TRUIST BANK', 'REGIONS BANK', 'BARCLAYS BANK PLC', 'DNB BANK ASA'],
  uk: ['BARCLAYS BANK PLC', 'HSBC UK', 'CITIBANK LONDON', 'DNB BANK ASA'],
  eu: ['COMMERZBANK', 'ING BANK', 'UNICREDIT', 'BARCLAYS BANK PLC'],
};
const FORMS: Record<Category, Numbering['form'][]> = {
  cruise: ['seven', 'five', 'letters', 'zeros', 'seven', 'tailed'],
  tour: ['prefixed', 'dated', 'five', 'slashed', 'tailed'],
  hotel: ['hotel'],
  air: ['record'],
  insurance: ['policy'],
  other: ['seven', 'hotel'],
};
const MONEY: Record<Category, [number, number]> = {
  cruise: [61_000, 0.65],
  tour: [48_000, 0.7],
  hotel: [7_700, 0.95],
  air: [5_200, 0.6],
  insurance: [6_800, 0.5],
  other: [3_900, 0.6],
};

/** The vendors of an agency with their habits, and who pays for them. */
export function makeVendors(chance: Chance, region: Region): Trade {
  const trade: Trade = { vendors: [], habits: [], payers: [] };
  const free = [...WORDS];
  const words = () => free.splice(chance.below(free.length), 1)[0] ?? 'Farwell';
  const settlements = ['Comtrac Settlement', 'Hotelpay Clearing'].map((name) =>
    addPayer(chance, region, trade, name, 'settlement'),
  );
  const consortium = addPayer(chance, region, trade, 'Beacon Travel Network', 'consortium');
  let shared = '';
  for (const [category, count] of COUNTS)
    for (let n = 0; n < count; n++) {
      // Two houses of one brand now and then, as in life.
      const word = n === 3 && shared ? shared : words();
      if (n === 0) shared = word;
      const name = `${category === 'hotel' && chance.is(0.2) ? 'The ' : ''}${word} ${SUFFIX[category][n % SUFFIX[category].length] ?? ''}`;
      const payer =
        category === 'hotel' && chance.is(0.6)
          ? (settlements[chance.below(2)] ?? 0)
          : category === 'tour' && n > 7
            ? consortium
            : addPayer(chance, region, trade, payerName(chance, region, name), 'own');
      const habit = habitOf(chance, category, n, payer);
      trade.vendors.push({ name, category, ...terms(chance, habit) });
      trade.habits.push(habit);
    }
  giveWays(chance, region, trade);
  return trade;
}

function payerName(chance: Chance, region: Region, name: string): string {
  const roll = chance.next();
  if (roll < 0.66) return `${name} ${chance.of(LEGAL[region])}`.trim();
  if (roll < 0.9) {
    const [first = '', ...rest] = plain(name.replace(/^The |[&]/g, '')).split(/\s+/);
    return chance.is(0.5)
      ? `${first.slice(0, 3)}${rest.map((word) => word[0]).join('')} ${chance.of(['Commissions', 'AP', 'Travel Pmt'])}`
      : `${first.slice(0, 6)} ${(rest[0] ?? '').replace(/[aeiou]/g, '')}`;
  }
  return `${chance.of(GROUPS)} ${chance.of(LEGAL[region])}`.trim();
}

function addPayer(chance: Chance, region: Region, trade: Trade, name: string, role: Payer['role']): number {
  const own = role === 'own';
  const digits = (count: number) => Array.from({ length: count }, () => chance.below(10)).join('');
  trade.payers.push({
    name,
    role,
    id: `9${digits(9)}`,
    bank: chance.of(BANKS[region]),
    channel: 'ach',
    entry:
      role === 'settlement'
        ? 'HOTEL COMM'
        : chance.of(['COMMISSION', 'TA COMM', 'PAYMENTS', 'EDI PAYMNT', 'AGT COMM', 'VENDOR PMT']),
    remit: chance.of([
      'bare',
      'bare',
      'bare',
      'bare',
      'bare',
      'bare',
      'bare',
      'glued',
      'glued',
      'agency',
      'named',
      'name first',
      'invoice',
      'month',
      'tail',
      'quoted',
      'name',
      'nothing',
    ] as const),
    nameForm: chance.of([
      'LAST/FIRST',
      'LAST/FIRST',
      'LAST/F',
      'First Last',
      'Last, First',
      'F Last',
      'LAST',
    ] as const),
    lists: chance.of(['references', 'references', 'names', 'nothing'] as const),
    together: !own,
    run: own
      ? { every: chance.of(['week', 'week', 'day'] as const), on: 1 + chance.below(5) }
      : { every: 'month', on: monthDay(chance) },
    layout: chance.is(role === 'settlement' ? 0.85 : own ? 0.58 : 0.8)
      ? own
        ? chance.below(12)
        : chance.of([3, 6, 8, 11])
      : null,
    feeEach: role === 'settlement' && chance.is(0.6) ? chance.of([75, 100, 150]) : 0,
    feeOnce: 0,
    structured: chance.is(0.5),
  });
  return trade.payers.length - 1;
}

function habitOf(chance: Chance, category: Category, n: number, payer: number): Habit {
  const [median, sigma] = MONEY[category];
  const early = category === 'cruise' && n % 2 === 0;
  const forms = FORMS[category];
  return {
    payer,
    numbering: numbering(chance, forms[n % forms.length] ?? 'seven'),
    trueBasis: early
      ? 'final payment'
      : category === 'air' || category === 'insurance'
        ? 'booking'
        : category === 'tour' && n % 3 === 0
          ? 'departure'
          : 'return',
    lag: early ? 4 + chance.below(10) : category === 'hotel' ? 15 + chance.below(45) : 5 + chance.below(26),
    slack: category === 'hotel' ? 22 : 6,
    median: median * chance.between(0.7, 1.4),
    sigma,
    weight: (category === 'hotel' ? 1.1 : 1) / (1 + n * 0.7),
    groups: category === 'tour' ? n % 3 === 2 : category === 'cruise' && n % 5 === 1,
    neverPaid: category === 'hotel' ? 0.12 : 0.07,
    otherAmount: category === 'hotel' ? 0.28 : 0.16,
  };
}

/** The terms as written down: a round figure near the truth; final payments are taken for sixty days before departure, which no terms express. */
function terms(chance: Chance, habit: Habit): { days: number; basis: Basis } {
  if (habit.trueBasis === 'final payment') return { days: chance.of([0, 0, 7]), basis: 'departure' };
  return {
    days: Math.max(0, Math.round((habit.lag + chance.between(-6, 8)) / 5) * 5),
    basis: habit.trueBasis,
  };
}
