import type { Agency } from './remit';
import type { Region } from './types';

/** A row of a statement before its layout. */
export interface Row {
  reference: string;
  name: string;
  vendor: string;
  start: number;
  end: number;
  cents: number;
  /** The commission of the whole booking, and the fare it is of. */
  due: number;
  gross: number;
}

/** What a layout needs to know besides its rows. */
export interface Sending {
  payer: string;
  agency: Agency;
  region: Region;
  run: string;
  day: number;
  /** Kept by the payer; what a bank keeps on the way is in no statement. */
  fee: number;
  /** Amounts and dates as the payer writes them. */
  money(cents: number): string;
  date(day: number): string;
}

/** A statement's cells, and how they are written. */
export interface Sheet {
  rows: string[][];
  spreadsheet?: boolean;
  separator?: ',' | ';' | '\t';
  ends?: string[];
}

export type Layout = (rows: Row[], sending: Sending) => Sheet;

const sum = (rows: Row[]) => rows.reduce((total, row) => total + row.cents, 0);
const SIGN = { us: '$', uk: '£', eu: '€' };
const CODE = { us: 'USD', uk: 'GBP', eu: 'EUR' };

/** Nothing but a table. */
const bare: Layout = (rows, { money, date, fee }) => ({
  rows: [
    ['Booking #', 'Guest', 'Sail Date', 'Gross Fare', 'Commission'],
    ...rows.map((row) => [row.reference, row.name, date(row.start), money(row.gross), money(row.cents)]),
    ...(fee ? [['', 'HANDLING', '', '', money(-fee)]] : []),
  ],
  ends: ['\n'],
});

/** A letter above the table, the payment's own number on every row, a sum. */
const letter: Layout = (rows, { payer, agency, money, date, day, run, fee }) => ({
  rows: [
    [payer],
    [`Date: ${date(day)}`],
    [`To: ${agency.name}, IATA ${agency.iata}`],
    [
      'Dear partner, please find below the commissions of our current run. Questions: quote the payment reference.',
    ],
    [],
    ['Payment Ref', 'Confirmation No', 'Traveler', 'Travel Date', 'Amount Paid'],
    ...rows.map((row) => [run, row.reference, row.name, date(row.start), money(row.cents)]),
    ...(fee ? [['', '', 'Handling', '', money(-fee)]] : []),
    ['TOTAL', '', '', '', money(sum(rows) - fee)],
    [],
    ['Thank you for your business!'],
  ],
});

/** Semicolons; in German where the region is. */
const semicolons: Layout = (rows, { region, money, date, fee }) => ({
  rows: [
    region === 'eu'
      ? ['Vorgang', 'Reisender', 'Anreise', 'Abreise', 'Umsatz', 'Provision']
      : ['File', 'Client', 'From', 'To', 'Turnover', 'Commission'],
    ...rows.map((row) => [
      row.reference,
      row.name,
      date(row.start),
      date(row.end),
      money(row.gross),
      money(row.cents),
    ]),
    ...(fee ? [[region === 'eu' ? 'Gebühr' : 'Fee', '', '', '', '', money(-fee)]] : []),
    [
      region === 'eu' ? 'Summe' : 'Sum',
      '',
      '',
      '',
      money(rows.reduce((total, row) => total + row.gross, 0)),
      money(sum(rows) - fee),
    ],
  ],
  separator: ';',
});

/** A settlement's: houses, guests, revenue, and what it keeps. */
const settlement: Layout = (rows, { money, date, region, fee, agency, run }) => ({
  rows: [
    ['Commission Settlement Report', '', '', '', '', '', '', ''],
    ['Agency', agency.iata, 'Batch', run, '', '', '', ''],
    ['Property', 'Guest Name', 'Arrival', 'Departure', 'Conf Number', 'Room Revenue', 'Commission', 'Curr'],
    ...rows.map((row) => [
      row.vendor,
      row.name,
      date(row.start),
      date(row.end),
      row.reference,
      money(row.gross),
      money(row.cents),
      CODE[region],
    ]),
    ['GROSS COMMISSION', '', '', '', '', '', money(sum(rows)), CODE[region]],
    ...(fee ? [['LESS PROCESSING FEE', '', '', '', '', '', money(-fee), CODE[region]]] : []),
    ['NET DEPOSIT', '', '', '', '', '', money(sum(rows) - fee), CODE[region]],
  ],
});

/** Travelers and no numbers. */
const names: Layout = (rows, { money, date, payer, fee }) => ({
  rows: [
    [`${payer} - agency earnings`],
    ['Traveler', 'Departure', 'Nights', 'Commission'],
    ...rows.map((row) => [row.name, date(row.start), String(row.end - row.start), money(row.cents)]),
    ...(fee ? [['Processing', '', '', money(-fee)]] : []),
    ['TOTAL', '', '', money(sum(rows) - fee)],
  ],
  ends: ['\n'],
});

/** A spreadsheet whose numbers have zeros before them and a tail behind. */
const padded: Layout = (rows, { money, date, day, fee, agency }) => ({
  spreadsheet: true,
  rows: [
    ['Remittance', date(day), '', '', ''],
    ['Res ID', 'Agency', 'Passenger', 'Depart', 'Net Comm'],
    ...rows.map((row) => [
      /^\d+$/.test(row.reference) ? `${row.reference.padStart(10, '0')}-01` : `${row.reference}-01`,
      agency.clia,
      row.name,
      date(row.start),
      money(row.cents),
    ]),
    ...(fee ? [['FEE', '', '', '', money(-fee)]] : []),
    ['NET', '', '', '', money(sum(rows) - fee)],
  ],
});

/** Two tables: what is paid and what is taken back, each with its sum. */
const twoTables: Layout = (rows, { money, date, fee }) => {
  const [paid, taken] = [rows.filter((row) => row.cents >= 0), rows.filter((row) => row.cents < 0)];
  const table = (title: string, part: Row[]) => [
    [title],
    ['Reservation', 'Name', 'Start', 'Amount'],
    ...part.map((row) => [row.reference, row.name, date(row.start), money(row.cents)]),
    ['Subtotal', '', '', money(sum(part))],
    [],
  ];
  return {
    rows: [
      ...table('COMMISSIONS', paid),
      ...(taken.length || fee ? table('ADJUSTMENTS', taken) : []),
      ...(fee ? [['Service fee', '', '', money(-fee)]] : []),
      ['NET PAYMENT', '', '', money(sum(rows) - fee)],
    ],
  };
};

/** Currency signs, what is taken back in brackets. */
const signs: Layout = (rows, { region, date, fee }) => {
  const money = (cents: number) => {
    const text = `${SIGN[region]}${(Math.abs(cents) / 100).toLocaleString(region === 'eu' ? 'de-DE' : 'en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
    return cents < 0 ? `(${text})` : text;
  };
  return {
    rows: [
      ['Date', 'Booking', 'Lead Passenger', 'Booking Value', 'Commission Paid'],
      ...rows.map((row) => [date(row.start), row.reference, row.name, money(row.gross), money(row.cents)]),
      ...(fee ? [['', '', 'Bank charge', '', money(-fee)]] : []),
      ['', '', 'Total', '', money(sum(rows) - fee)],
    ],
    ends: ['\n'],
  };
};

/** Printed pages: heads again every eight rows, sums carried forward. */
const pages: Layout = (rows, { payer, money, date, fee }) => {
  const head = ['Bkg No', 'Pax', 'Dep', 'Ret', 'Comm Amt'];
  const count = Math.ceil(rows.length / 8);
  const out: string[][] = [];
  for (let page = 0; page < count; page++) {
    out.push([payer, '', '', '', `Page ${page + 1} of ${count}`], head);
    if (page > 0) out.push(['Carried forward', '', '', '', money(sum(rows.slice(0, page * 8)))]);
    for (const row of rows.slice(page * 8, page * 8 + 8))
      out.push([row.reference, row.name, date(row.start), date(row.end), money(row.cents)]);
  }
  if (fee) out.push(['PROCESSING FEE', '', '', '', money(-fee)]);
  out.push(['GRAND TOTAL', '', '', '', money(sum(rows) - fee)]);
  return { rows: out };
};

/** Ends of lines as three systems write them, names over two lines. */
const mixed: Layout = (rows, { money, date, fee, run }) => ({
  rows: [
    ['Ref', 'Client name', 'Check-in', 'Statement', 'Payable'],
    ...rows.map((row) => [
      row.reference,
      row.name.replace(', ', ',\n'),
      date(row.start),
      run,
      money(row.cents),
    ]),
    ...(fee ? [['Charge', '', '', run, money(-fee)]] : []),
    ['Total', '', '', '', money(sum(rows) - fee)],
  ],
  ends: ['\r\n', '\n', '\r\n', '\n'],
});

/** What is due, what was paid before, and what this payment pays. */
const balances: Layout = (rows, { money, date, fee, run }) => ({
  rows: [
    ['Invoice', 'Reservation', 'Lead Name', 'Travel', 'Commission Due', 'Previously Paid', 'This Payment'],
    ...rows.map((row, n) => [
      `${run}${String(n + 1).padStart(2, '0')}`,
      row.reference,
      row.name,
      date(row.start),
      money(row.due),
      money(row.cents > 0 && row.cents < row.due ? 0 : row.cents < 0 ? row.due : 0),
      money(row.cents),
    ]),
    ...(fee ? [['', '', 'Transaction fee', '', '', '', money(-fee)]] : []),
    ['', '', '', 'TOTAL', money(rows.reduce((total, row) => total + row.due, 0)), '', money(sum(rows) - fee)],
  ],
});

/** A spreadsheet with the net, the tax and what is paid out of each. */
const taxed: Layout = (rows, { region, money, date, fee, payer }) => {
  const net = (cents: number) => Math.round(cents / (region === 'us' ? 1 : 1.19));
  return {
    spreadsheet: true,
    rows: [
      [payer, '', '', '', '', ''],
      region === 'eu'
        ? ['Buchungsnr', 'Kunde', 'Reisedatum', 'Provision netto', 'USt', 'Auszahlung']
        : ['Booking No', 'Customer', 'Travel Date', 'Net', 'Tax', 'Paid Out'],
      ...rows.map((row) => [
        row.reference,
        row.name,
        date(row.start),
        money(net(row.cents)),
        money(row.cents - net(row.cents)),
        money(row.cents),
      ]),
      ...(fee
        ? [[region === 'eu' ? 'Bearbeitungsgebühr' : 'Handling fee', '', '', '', '', money(-fee)]]
        : []),
      [region === 'eu' ? 'Gesamt' : 'Total', '', '', '', '', money(sum(rows) - fee)],
    ],
  };
};

/** The layouts of the trade; a payer keeps to one. */
export const LAYOUTS: readonly Layout[] = [
  bare,
  letter,
  semicolons,
  settlement,
  names,
  padded,
  twoTables,
  signs,
  pages,
  mixed,
  balances,
  taxed,
];
