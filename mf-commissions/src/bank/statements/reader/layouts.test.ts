import { rowsOfText, textOfRows } from './cells';
import { readStatement } from './read-statement';
import type { StatementHints } from './types';

const USD = { currency: 'USD' };
const EUR = { currency: 'EUR' };

/** Layouts as vendors send them, invented. */
const LAYOUTS: [
  what: string,
  text: string,
  hints: StatementHints & { currency?: 'EUR' },
  lines: [string | null, string | null, string][],
  fee: string[],
][] = [
  [
    'a letter above that names an amount and has commas',
    'Harbour & Vale Travel,,\n"Dear partner, our payment, your commission, of 2,287.50",,\nKind regards, Booking team, Commission desk\nConfirmation No,Guest,Commission\nCR-30614,"Hoffman, Abigail",1327.50\nCR-30657,Novak,960.00',
    {},
    [
      ['CR-30614', 'Hoffman, Abigail', '1327.50'],
      ['CR-30657', 'Novak', '960.00'],
    ],
    [],
  ],
  [
    'a reference of the payment before that of the booking',
    'Payment Ref,Confirmation No,Lead,Commission\nACH-998120,CR-30614,Hoffman,1327.50\nACH-998121,CR-30657,Novak,960.00',
    {},
    [
      ['CR-30614', 'Hoffman', '1327.50'],
      ['CR-30657', 'Novak', '960.00'],
    ],
    [],
  ],
  [
    'two columns of references without a word, one of them known',
    'X1,X2,X3,X4\nAA77120,CR-30614,Hoffman,1327.50\nAA77121,CR-30657,Novak,960.00',
    { references: ['CR-30614', 'CR-30657'] },
    [
      ['CR-30614', 'Hoffman', '1327.50'],
      ['CR-30657', 'Novak', '960.00'],
    ],
    [],
  ],
  [
    'sums, a fee and the deposit below',
    'Booking,Lead name,Due you\nTR-29911,SERRANO/M,402.30\nTR-29934,SOLBERG/I,366.00\nTOTAL COMMISSION,,768.30\nLESS PROCESSING FEE,,-7.68\nNET DEPOSIT,,760.62',
    { deposit: 76_062 },
    [
      ['TR-29911', 'SERRANO/M', '402.30'],
      ['TR-29934', 'SOLBERG/I', '366.00'],
    ],
    ['LESS PROCESSING FEE 7.68'],
  ],
  [
    'German words, decimals and a fee',
    'Abrechnung Nr. 4711;;;\nBuchungsnummer;Reisender;Reisepreis;Provision\n1004711;Müller;2.990,00;299,00\n1004712;Weiß;1.250,50;125,05\nZwischensumme;;4.240,50;424,05\nBearbeitungsgebühr;;;-4,24\nGesamt;;;419,81',
    { currency: 'EUR' },
    [
      ['1004711', 'Müller', '299.00'],
      ['1004712', 'Weiß', '125.05'],
    ],
    ['Bearbeitungsgebühr 4.24'],
  ],
  [
    'pages with repeated heads and sums carried forward',
    'Ref\tGuest\tAmount\nCR-1001\tAda\t10.00\nCR-1002\tBo\t20.00\nCarried forward\t\t30.00\nPage 2\nRef\tGuest\tAmount\nBrought forward\t\t30.00\nCR-1003\tCy\t5.00\nGrand total\t\t35.00',
    {},
    [
      ['CR-1001', 'Ada', '10.00'],
      ['CR-1002', 'Bo', '20.00'],
      ['CR-1003', 'Cy', '5.00'],
    ],
    [],
  ],
  [
    'negatives in every hand',
    'Booking|Name|Commission\nCR-2001|Ada|(10.00)\nCR-2002|Bo|20.00-\nCR-2003|Cy|−5.50\nCR-2004|Di|100.00',
    {},
    [
      ['CR-2001', 'Ada', '-10.00'],
      ['CR-2002', 'Bo', '-20.00'],
      ['CR-2003', 'Cy', '-5.50'],
      ['CR-2004', 'Di', '100.00'],
    ],
    [],
  ],
  [
    'zeros before the numbers, beside the numbers of the agency',
    'Agency,Number,Passenger,Sales,Commission\n0020417,0030614,Hoffman,13275.00,1327.50\n0020417,0030657,Novak,9600.00,960.00',
    { references: ['30614', 'CR-30657'] },
    [
      ['0030614', 'Hoffman', '1327.50'],
      ['0030657', 'Novak', '960.00'],
    ],
    [],
  ],
  [
    'tails behind the references, and a second column of numbers',
    'Folio,Item,Guest,Paid\n778101,CR-30614-01,Hoffman,1000.00\n778102,CR-30614-02,Hoffman,327.50',
    { references: ['CR-30614'] },
    [
      ['CR-30614-01', 'Hoffman', '1000.00'],
      ['CR-30614-02', 'Hoffman', '327.50'],
    ],
    [],
  ],
  [
    'names only',
    'Guest;Departure;Commission\nHoffman, Abigail;05/02/2027;1,327.50\nNovak, Peter;05/09/2027;960.00\nTotal;;2,287.50',
    {},
    [
      [null, 'Hoffman, Abigail', '1327.50'],
      [null, 'Novak, Peter', '960.00'],
    ],
    [],
  ],
  [
    'two tables with other columns',
    'Cruises,,\nBooking,Guest,Commission\nCR-3001,Ada,10.00\nCR-3002,Bo,20.00\nHotels,,\nGuest,Nights,Confirmation,Rate,Commission\nCy,3,HT-9001,10.00,6.00\nDi,4,HT-9002,10.00,7.25\nTotal,,,,43.25',
    {},
    [
      ['CR-3001', 'Ada', '10.00'],
      ['CR-3002', 'Bo', '20.00'],
      ['HT-9001', 'Cy', '6.00'],
      ['HT-9002', 'Di', '7.25'],
    ],
    [],
  ],
  [
    'a second table of what is not paid yet, beside a known deposit',
    'Paid now,,\nBooking,Guest,Commission\nCR-3001,Ada,10.00\nCR-3002,Bo,20.00\nStill open,,\nBooking,Guest,Expected commission\nCR-3003,Cy,6.00',
    { deposit: 3000 },
    [
      ['CR-3001', 'Ada', '10.00'],
      ['CR-3002', 'Bo', '20.00'],
    ],
    [],
  ],
  [
    'signs of the currency',
    'Reservation,Client,Gross Fare,Agency Comm\n4410221,LIND/O,"$3,932.50",$393.25\n4410222,NOVAK/A,"$6,400.00",$640.00',
    {},
    [
      ['4410221', 'LIND/O', '393.25'],
      ['4410222', 'NOVAK/A', '640.00'],
    ],
    [],
  ],
  [
    'line ends of three systems in one file',
    'Booking,Guest,Amount\r\nCR-4001,Ada,10.00\rCR-4002,Bo,20.00\nCR-4003,Cy,30.00\r\n',
    {},
    [
      ['CR-4001', 'Ada', '10.00'],
      ['CR-4002', 'Bo', '20.00'],
      ['CR-4003', 'Cy', '30.00'],
    ],
    [],
  ],
  [
    'the net column, where only it adds up to the deposit',
    'Booking,Guest,Commission,Tax,Net\nCR-5001,Ada,100.00,10.00,90.00\nCR-5002,Bo,50.00,5.00,45.00',
    { deposit: 13_500 },
    [
      ['CR-5001', 'Ada', '90.00'],
      ['CR-5002', 'Bo', '45.00'],
    ],
    [],
  ],
  [
    'lines copied from a page, with a sum and a fee',
    'Settlement of February\nTR-29911 SERRANO/M 402.30\nTR-29934 SOLBERG/I 366.00\nTOTAL COMMISSION 768.30\nLESS PROCESSING FEE -7.68\nNET 760.62',
    {},
    [
      ['TR-29911', 'SERRANO/M', '402.30'],
      ['TR-29934', 'SOLBERG/I', '366.00'],
    ],
    ['LESS PROCESSING FEE 7.68'],
  ],
];

test.each(LAYOUTS)('%s', (_, text, { currency, ...hints }, lines, fees) => {
  const read = readStatement(text, currency ? EUR : USD, hints);
  expect(read.lines.map(({ reference, name, amount }) => [reference, name, amount])).toEqual(lines);
  expect(read.fees.map(({ text: words, amount }) => `${words} ${amount}`)).toEqual(fees);
  expect(read.problems).toEqual([]);
  expect(read.total).toBe(lines.reduce((sum, [, , amount]) => sum + Math.round(Number(amount) * 100), 0));
});

test('every row is a line, a fee, a problem, or left out with its reason', () => {
  const text =
    'Dear partner\nBooking,Guest,Amount\nCR-1,Ada,10.00\nCR-2,Bo,soon\nTotal,,10.00\nWire fee,,1.00\nRegards,,';
  const read = readStatement(text, USD);
  expect(read).toMatchObject({
    lines: [{ line: 3 }],
    fees: [{ line: 6, text: 'Wire fee', amount: '1.00' }],
    problems: [{ line: 4 }],
    leftOut: [
      { line: 1, why: 'text', text: 'Dear partner' },
      { line: 2, why: 'head' },
      { line: 5, why: 'sum', text: 'Total 10.00' },
      { line: 7, why: 'text' },
    ],
  });
});

test.each(LAYOUTS)('%s: as rows that can be corrected it reads alike', (_, text, { currency, ...hints }) => {
  const money = currency === 'EUR' ? EUR : USD;
  const meant = (source: string) => {
    const { lines, fees, total } = readStatement(source, money, hints);
    return {
      lines: lines.map((line) => ({ ...line, line: 0 })),
      fees: fees.map((fee) => ({ ...fee, line: 0 })),
      total,
    };
  };
  expect(meant(textOfRows(rowsOfText(text)))).toEqual(meant(text));
});

test('eight digits are a booking, not a day, and letters alone are one below a head that says so', () => {
  const digits =
    'Reservation,Name,Start,Amount\n52730507,H Bianchi,06.02.2025,"78,67"\n11730508,E Roth,07.02.2025,"8,60"';
  expect(readStatement(digits, EUR).lines).toMatchObject([
    { reference: '52730507', dates: '06.02.2025' },
    { reference: '11730508', dates: '07.02.2025' },
  ]);
  const letters =
    'Ref,Client name,Check-in,Statement,Payable\nVJQXYV,ZIMMERMANN/A,02/07/2025,739260,42.30\nKJZXJY,KRUEGER/G,02/08/2025,739260,24.46';
  expect(readStatement(letters, USD).lines).toMatchObject([
    { reference: 'VJQXYV', name: 'ZIMMERMANN/A' },
    { reference: 'KJZXJY', name: 'KRUEGER/G' },
  ]);
});

test('numbers of a letterhead are no amounts, and a gross sum is no booking', () => {
  const text =
    'Commission Settlement Report,,,\nAgency,33383038,Batch,269366\nConf Number,Guest Name,Room Revenue,Commission\nSA63674814,Emre Roth,1164.40,116.44\nSA63683875,Petra Hofmann,1430.00,140.50\nGROSS COMMISSION,,,256.94\nNET DEPOSIT,,,256.94';
  expect(readStatement(text, USD)).toMatchObject({
    total: 25_694,
    lines: [{ reference: 'SA63674814' }, { reference: 'SA63683875' }],
    problems: [],
  });
});

test('what is paid now is the amount, not what was due or came before', () => {
  const text =
    'Reservation,Lead Name,Commission Due,Previously Paid,This Payment\n628460-02,ENTWISTLE,1291.56,0.00,1291.56\n629419-02,MORGAN,502.58,100.00,288.37';
  expect(readStatement(text, USD).lines.map(({ amount }) => amount)).toEqual(['1291.56', '288.37']);
});

test.each([
  ['CR-30614,120.00\nCR-30657,96.00', '120.00', '96.00'],
  ['30614,120.00\n30657,1096.00', '120.00', '1096.00'],
  ['CR-30614,"1,120.00"\nCR-30657,"10,096.00"', '1120.00', '10096.00'],
  ['CR-30614\t1,120.00\nCR-30657\t10,096.00', '1120.00', '10096.00'],
])(
  'a comma between a reference and its amount separates, inside an amount it does not: %j',
  (text, ...amounts) => {
    const { lines } = readStatement(text, USD);
    expect(lines.map(({ reference, amount }) => [reference?.slice(-5), amount])).toEqual([
      ['30614', amounts[0]],
      ['30657', amounts[1]],
    ]);
  },
);

test('a fee that the deposit does not show was not kept', () => {
  const text = 'Booking,Guest,Amount\nCR-1001,Ada,10.00\nCR-1002,Bo,20.00\nFee,,1.00';
  expect(readStatement(text, USD, { deposit: 3000 })).toMatchObject({ total: 3000, fee: 0, fees: [] });
  expect(readStatement(text, USD, { deposit: 2900 })).toMatchObject({ total: 3000, fee: 100 });
});

test('what a line says beside its commission is kept', () => {
  const text =
    'Booking,Guest,Sail date,Gross,Ship,Commission\nCR-1001,Ada,05/02/2027,100.00,Aurora,10.00\nCR-1002,Bo,05/09/2027,200.00,Aurora,20.00';
  expect(readStatement(text, USD).lines[1]).toEqual({
    line: 3,
    reference: 'CR-1002',
    name: 'Bo',
    amount: '20.00',
    dates: '05/09/2027',
    gross: '200.00',
    text: 'Aurora',
  });
});
