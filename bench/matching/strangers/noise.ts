import type { Chance } from '../chance';
import type { Sale } from './bookings';
import { bankDay, dayOf, isoOf, monthEnd, parts, weekday } from './days';
import { person, plain } from './names';
import type { Channel, Line, Region, StrangersKind } from './types';
import type { Trade } from './trade';

export interface OtherLine {
  line: Line;
  kind: StrangersKind;
}

interface Words {
  rent: string;
  payroll: string;
  tax: string;
  software: string[];
  shops: string[];
  acquirer: string;
  refund: string;
  fee: string;
  bank: string;
}

const WORDS: Record<Region, Words> = {
  us: {
    rent: 'Oakmont Property Mgmt',
    payroll: 'Brightpay Payroll',
    tax: 'IRS USATAXPYMT',
    software: ['Cloudesk', 'Tripmail', 'Phonely'],
    shops: ['OFFICE SUPPLY 0421', 'COFFEE CORNER', 'PARKING AUTH', 'POSTAGE ONLINE', 'CITY GRILL'],
    acquirer: 'Cardpoint Merch Svcs',
    refund: 'GUEST REFUND',
    fee: 'MONTHLY SERVICE FEE',
    bank: 'FIRST STATE BANK',
  },
  uk: {
    rent: 'Harlow Estates',
    payroll: 'Brightpay Payroll',
    tax: 'HMRC PAYE/NIC',
    software: ['Cloudesk', 'Tripmail', 'Phonely'],
    shops: ['STATIONERS LEEDS', 'COFFEE CORNER', 'TRAIN TICKETS', 'ROYAL POST', 'CORNER CAFE'],
    acquirer: 'Cardpoint Merchant',
    refund: 'CLIENT REFUND',
    fee: 'ACCOUNT CHARGES',
    bank: 'BARCLAYS BANK PLC',
  },
  eu: {
    rent: 'Hausverwaltung Lindner',
    payroll: 'Gehaltsbüro Brand',
    tax: 'Finanzamt Mitte',
    software: ['Cloudesk', 'Tripmail', 'Telefonwerk'],
    shops: ['Bürobedarf 0421', 'Kaffeehaus', 'Parkhaus Mitte', 'Postfiliale', 'Ristorante Da Vito'],
    acquirer: 'Cardpoint Abrechnung',
    refund: 'Erstattung Kunde',
    fee: 'Kontoführung',
    bank: 'SPARKASSE',
  },
};

/** Everything in the account that pays no commission, of one year. */
export function makeNoise(
  chance: Chance,
  region: Region,
  trade: Trade,
  sales: Sale[],
  year: number,
): OtherLine[] {
  const words = WORDS[region];
  const lines: OtherLine[] = [];
  const add = (
    kind: StrangersKind,
    day: number,
    cents: number,
    channel: Channel,
    party: string,
    entry: string,
    remit: string,
    partyId = '',
  ) => {
    const at = bankDay(day);
    if (cents === 0 || parts(at).y !== String(year)) return;
    const id =
      partyId ||
      `1${[...party].reduce((sum, c) => (sum * 31 + c.charCodeAt(0)) % 900_000_000, 7) + 100_000_000}`;
    lines.push({
      kind,
      line: {
        day: at,
        cents,
        channel,
        party,
        partyId: id,
        partyBank: words.bank,
        entry,
        remit,
        structured: null,
        individual: null,
        run: String(100_000 + chance.below(900_000)),
      },
    });
  };
  const payees = Array.from({ length: 4 }, () => person(chance, region));
  for (let month = 0; month < 12; month++) {
    const first = dayOf(`${year}-${String(month + 1).padStart(2, '0')}-01`);
    const end = monthEnd(first);
    const within = () => first + chance.below(28);
    add('noise', first, -245_000, 'debit', words.rent, 'RENT', `RENT ${parts(first).m}/${parts(first).y}`);
    for (const payee of payees.slice(0, 2))
      add(
        'noise',
        end - 2,
        -(280_000 + chance.below(9000)),
        'paycheck',
        words.payroll,
        'PAYROLL',
        payee.join(' '),
      );
    add(
      'noise',
      first + 14,
      -(61_000 + chance.below(30_000)),
      'debit',
      words.tax,
      'TAX',
      String(270_500_000 + chance.below(999_999)),
    );
    for (const name of words.software)
      add(
        'noise',
        within(),
        -(2900 + 100 * chance.below(60)),
        'card',
        name,
        'SUBSCR',
        `INV-${10_000 + chance.below(89_999)}`,
      );
    for (let n = chance.below(6); n >= 0; n--)
      add(
        'noise',
        within(),
        -(450 + chance.below(14_000)),
        'card',
        chance.of(words.shops),
        'POS',
        String(1000 + chance.below(8999)),
      );
    for (let n = 1 + chance.below(3); n > 0; n--)
      add(
        'noise',
        within(),
        8000 + chance.below(90_000),
        'merchant',
        words.acquirer,
        'DEPOSIT',
        String(4_400_000_000 + chance.below(99_999_999)),
      );
    if (chance.is(0.6))
      add(
        'noise',
        within(),
        chance.is(0.5) ? -300_000 : 250_000,
        'transfer',
        'Reserve account',
        'TRANSFER',
        `${7000 + chance.below(2999)}`,
      );
    const close = weekday(end) === 0 ? end - 2 : weekday(end) === 6 ? end - 1 : end;
    add('noise', close, -1500, 'fee', words.fee, 'FEE', '');
    if (region !== 'uk') add('noise', close, 12 + chance.below(190), 'interest', 'Interest', 'INTEREST', '');
    // Advisors get their shares.
    add(
      'noise',
      first + 19,
      -(40_000 + chance.below(250_000)),
      'paycheck',
      chance.of(payees).join(' '),
      'IC SPLIT',
      `COMM SPLIT ${parts(first).m}`,
    );
    for (let n = chance.below(4); n > 0; n--) client(chance, region, sales, within(), add);
    if (chance.is(0.45)) guestRefund(chance, trade, sales, within(), words.refund, add);
    if (month % 3 === 0) overrides(chance, trade, first + 20, add);
  }
  coincidences(chance, sales, year, words, add);
  return lines;
}

type Add = (
  kind: StrangersKind,
  day: number,
  cents: number,
  channel: Channel,
  party: string,
  entry: string,
  remit: string,
  partyId?: string,
) => void;

/** Clients pay fees and deposits; most have a booking, and their names are known. */
function client(chance: Chance, region: Region, sales: Sale[], day: number, add: Add): void {
  const known = sales.filter((sale) => sale.booking.entered && sale.soldOn <= day && sale.startsOn > day);
  const sale = known.length && chance.is(0.8) ? chance.of(known) : null;
  const name = sale ? sale.booking.customer : person(chance, region);
  const forWhat = chance.of(
    region === 'eu'
      ? ['Planungshonorar', 'Anzahlung Reise', 'Servicegebuehr']
      : ['planning fee', 'trip deposit', 'service fee', 'thank you!'],
  );
  const what = sale && chance.is(0.25) ? `${forWhat} ${sale.reference}` : forWhat;
  add(
    'client payment',
    day,
    chance.of([7500, 10_000, 15_000, 25_000, 50_000 + chance.below(200_000)]),
    'person',
    plain(name.join(' ')),
    'P2P',
    what,
  );
}

/** A vendor's refund that goes through the agency, or one the agency sends on. */
function guestRefund(chance: Chance, trade: Trade, sales: Sale[], day: number, word: string, add: Add): void {
  const known = sales.filter((sale) => sale.booking.cancelledOn !== null && sale.soldOn < day);
  if (!known.length) return;
  const sale = chance.of(known);
  const payer = trade.payers[trade.habits[sale.vendor]?.payer ?? -1];
  if (!payer || payer.role !== 'own') return;
  const cents = Math.round(sale.booking.commission * chance.between(3, 9));
  add(
    'guest refund',
    day,
    cents,
    'ach',
    payer.name,
    word.slice(0, 12),
    `${sale.reference} ${plain(sale.booking.customer[1]).toUpperCase()}`,
    payer.id,
  );
  if (chance.is(0.7))
    add(
      'guest refund',
      day + 4,
      -cents,
      'debit',
      plain(sale.booking.customer.join(' ')),
      word,
      `REFUND ${sale.reference}`,
    );
}

/** Quarterly bonuses of a few payers, and money for advertising: no booking of anybody. */
function overrides(chance: Chance, trade: Trade, day: number, add: Add): void {
  const some = trade.payers.filter(
    (payer, n) => payer.role === 'consortium' || (payer.role === 'own' && n % 9 === 3),
  );
  for (const payer of some) {
    const [entry, remit] = chance.of([
      ['OVERRIDE', `Q${Math.ceil(Number(parts(day).m) / 3)} ${parts(day).y} OVERRIDE`],
      ['BONUS', 'SALES BONUS TIER 2'],
      ['COOP MKTG', `CO-OP ${parts(day).y}-${1000 + chance.below(8999)}`],
      ['MKT FUNDS', 'MARKETING SUPPORT'],
    ] as const);
    add(
      'override/bonus/co-op',
      day + chance.below(12),
      10_000 + chance.below(40) * 2500 + (chance.is(0.5) ? chance.below(2500) : 0),
      payer.channel === 'wire' ? 'wire' : 'ach',
      payer.name,
      entry,
      remit,
      payer.id,
    );
  }
}

/** Other credits that happen to be an open commission's amount. */
function coincidences(chance: Chance, sales: Sale[], year: number, words: Words, add: Add): void {
  const soon = sales.filter((sale) => sale.readyOn !== null && isoOf(sale.readyOn).startsWith(String(year)));
  for (let n = 0; n < 2 && soon.length; n++) {
    const sale = chance.of(soon);
    add(
      'noise',
      (sale.readyOn ?? 0) + chance.below(9) - 4,
      sale.booking.commission,
      'merchant',
      words.acquirer,
      'DEPOSIT',
      String(4_400_000_000 + chance.below(99_999_999)),
    );
  }
}
