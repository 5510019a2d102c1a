/**
 * A year of an agency whose bank, vendors and habits are those of strangers: `strangersWorld(seed)` makes bookings, monthly bank files,
 * statements, and the truth about every line. The same seed makes the same world.
 */
import { Chance } from '../chance';
import { makeSales, type Sale } from './bookings';
import { camtPrinter } from './camt';
import { isoOf, monthEnd } from './days';
import { kindOf, markTwins } from './kinds';
import { makeNoise } from './noise';
import { makePayments, type Payment } from './payments';
import type { Printer } from './printer';
import { remitOf, type Agency } from './remit';
import { statementOf } from './statements';
import { usPrinter } from './texts-us';
import { ukPrinter } from './texts-uk';
import type { Line, Region, StrangersDeposit, StrangersMonth, StrangersWorld } from './types';
import type { Trade } from './trade';
import { makeVendors } from './vendors';

export type * from './types';

const YEAR = 2025;
const REGIONS: readonly Region[] = ['us', 'uk', 'eu'];
const CURRENCY = { us: 'USD', uk: 'GBP', eu: 'EUR' } as const;
const AGENCY = { us: 'Wayland Travel Co', uk: 'Wayland Travel Ltd', eu: 'Reisebüro Wayland GmbH' };
const PRINTERS = { us: usPrinter, uk: ukPrinter, eu: camtPrinter };

interface Entry {
  line: Line;
  text: string;
  deposit: StrangersDeposit;
}

/**
 * The world of a seed: its region is that of seed % 3, its bank's dialect that of the seeds divided by three.
 * @param bookings how many the agency's vendors know of, a few of which nobody entered
 */
export function strangersWorld(seed: number, bookings = 1000): StrangersWorld {
  const chance = new Chance(seed * 7919 + 13);
  const region = REGIONS[((seed % 3) + 3) % 3] ?? 'us';
  const digits = (length: number) => Array.from({ length }, () => chance.below(10)).join('');
  const agency: Agency = {
    name: AGENCY[region],
    iata: `33${digits(6)}`,
    clia: `00${digits(6)}`,
    account: `${1 + chance.below(9)}${digits(region === 'eu' ? 9 : 7)}`,
  };
  const printer = PRINTERS[region](chance, Math.floor(seed / 3), agency);
  const trade = makeVendors(chance, region);
  const sales = makeSales(chance, region, trade, YEAR, bookings);
  const first = Date.UTC(YEAR, 0, 1) / 86_400_000;
  const last = Date.UTC(YEAR, 11, 31) / 86_400_000;
  const payments = makePayments(chance, trade, sales, first, last);
  recordLate(chance, payments, last);
  const entries: Entry[] = payments.map((payment) =>
    entryOf(chance, region, trade, payment, agency, printer),
  );
  markTwins(
    payments,
    entries.map(({ deposit }) => deposit),
  );
  for (const { line, kind } of makeNoise(chance, region, trade, sales, YEAR))
    entries.push({
      line,
      text: printer.print(line),
      deposit: {
        line: 0,
        day: isoOf(line.day),
        cents: line.cents,
        kind,
        pays: [],
        unentered: 0,
        unenteredCents: 0,
        fee: 0,
        statement: null,
      },
    });
  return {
    seed,
    region,
    currency: CURRENCY[region],
    vendors: trade.vendors,
    bookings: sales.map(({ booking }) => booking),
    months: months(chance, printer, entries, first, last),
  };
}

/** Some are entered only after their money has come, within the year. */
function recordLate(chance: Chance, payments: Payment[], last: number): void {
  const seen = new Set<Sale>();
  for (const { items, day } of payments)
    for (const { sale } of items) {
      if (seen.has(sale)) continue;
      seen.add(sale);
      if (sale.booking.entered && sale.booking.markedReceivedOn === null && day < last && chance.is(0.03))
        sale.booking.recordedOn = isoOf(Math.min(last, Math.max(day + 2 + chance.below(34), sale.soldOn)));
    }
}

function entryOf(
  chance: Chance,
  region: Region,
  trade: Trade,
  payment: Payment,
  agency: Agency,
  printer: Printer,
): Entry {
  const payer = trade.payers[payment.payer];
  if (!payer) throw new Error(`No payer ${payment.payer}`);
  const run = String(100_000 + chance.below(899_999));
  const sum = payment.items.reduce((total, item) => total + item.cents, 0);
  const [only] = payment.items;
  const alone =
    payment.items.length === 1 &&
    payment.special === null &&
    payer.remit !== 'name' &&
    payer.remit !== 'nothing';
  const remit = remitOf(chance, payer, payment, agency, run);
  const named =
    region === 'us' &&
    payer.channel === 'ach' &&
    payer.remit === 'name' &&
    payment.items.length === 1 &&
    !payment.special?.startsWith('recall');
  const line: Line = {
    day: payment.day,
    cents: sum - payment.fee,
    channel:
      payment.special?.startsWith('recall') || (payment.special === 'duplicate' && sum < 0)
        ? 'ach'
        : payer.channel,
    party: payer.name,
    partyId: payer.id,
    partyBank: payer.bank,
    entry: payer.entry,
    remit: named ? run : remit,
    individual: named ? remit : null,
    structured: payer.structured && alone && only ? only.sale.reference : null,
    run,
  };
  const text = printer.print(line);
  const mistake = payment.special === 'duplicate';
  const unentered = mistake ? [] : payment.items.filter(({ sale }) => !sale.booking.entered);
  const deposit: StrangersDeposit = {
    line: 0,
    day: isoOf(payment.day),
    cents: line.cents,
    kind: kindOf(payer, payment, text),
    pays: mistake
      ? []
      : payment.items
          .filter(({ sale }) => sale.booking.entered)
          .map(({ booking, cents }) => ({ booking, cents })),
    unentered: unentered.length,
    unenteredCents: unentered.reduce((total, { cents }) => total + cents, 0),
    fee: mistake ? 0 : payment.fee,
    statement: payment.statement ? statementOf(chance, region, trade, payer, payment, agency, run) : null,
  };
  return { line, text, deposit };
}

/** The files of the year, in the order of the bank, each line with its ordinal. */
function months(
  chance: Chance,
  printer: Printer,
  entries: Entry[],
  first: number,
  last: number,
): StrangersMonth[] {
  const shuffled = entries
    .map((entry) => ({ entry, at: entry.line.day + chance.next() * 0.9 }))
    .sort((a, b) => a.at - b.at);
  const found: StrangersMonth[] = [];
  let opening = 4_500_000;
  for (let start = first; start <= last; start = monthEnd(start) + 1) {
    const end = monthEnd(start);
    const rows = shuffled
      .filter(({ entry }) => entry.line.day >= start && entry.line.day <= end)
      .map(({ entry }) => entry);
    if (printer.newestFirst) rows.reverse();
    found.push({
      file: printer.file(rows, { first: start, last: end, opening }),
      lastDay: isoOf(end),
      deposits: rows.map(({ deposit }, line) => ({ ...deposit, line })),
    });
    opening += rows.reduce((sum, { line }) => sum + line.cents, 0);
  }
  return found;
}
