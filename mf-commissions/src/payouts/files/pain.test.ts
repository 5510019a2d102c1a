import fs from 'node:fs';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { paymentFile, paymentFileKinds } from './payment-file';
import { painFile } from './pain';
import { ibanPayment, ibanPayout, usPayment, usPayout } from './testing/factories';

const MADE = new Date('2027-02-05T09:20:00Z');
const SCHEMA = fs.readFileSync(path.join(__dirname, 'fixtures/pain.001.001.09.xsd'), 'utf8');
const refusals = async (xml: string) => (await validateXML({ xml, schema: SCHEMA })).errors;
const texts = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}[^>]*>([^<]*)</${element}>`, 'g'))].map((match) => match[1]);

// Holds payouts-94
test('a payout in euros is a SEPA transfer that the schema of the standard accepts', async () => {
  const { content } = painFile(
    ibanPayout([
      ibanPayment(1, 1441.88),
      ibanPayment(2, 0.02, { numbers: { iban: 'GB82WEST12345698765432' } }),
    ]),
    MADE,
  );
  expect(await refusals(content)).toEqual([]);
  expect(texts(content, 'CtrlSum')).toEqual(['1441.90', '1441.90']);
  expect(texts(content, 'NbOfTxs')).toEqual(['2', '2']);
  expect(texts(content, 'InstdAmt')).toEqual(['1441.88', '0.02']);
  expect(texts(content, 'IBAN')).toEqual([
    'FR1420041010050500013M02606',
    'DE89370400440532013000',
    'GB82WEST12345698765432',
  ]);
  expect([texts(content, 'Cd'), texts(content, 'ChrgBr'), texts(content, 'Dt')]).toEqual([
    ['SEPA'],
    ['SLEV'],
    ['2027-02-05'],
  ]);
});

test('in another currency, without BIC and day, the schema accepts it too', async () => {
  const payout = ibanPayout([ibanPayment(1, 5, { numbers: { iban: 'CH9300762011623852957' } })], {
    currency: 'CHF',
    plannedOn: null,
  });
  const { content } = painFile({ ...payout, sender: { ...payout.sender, bic: undefined } }, MADE);
  expect(await refusals(content)).toEqual([]);
  expect(texts(content, 'Cd')).toEqual([]);
  expect(texts(content, 'Dt')).toEqual(['2027-02-04']);
});

test('a planned day that is over becomes the agency’s day, and a file that would pay nobody is none', () => {
  const late = painFile({ ...ibanPayout([ibanPayment(1, 10)]), plannedOn: '2027-01-05' }, MADE);
  expect(texts(late.content, 'Dt')).toEqual(['2027-02-04']);
  const nobody = ibanPayout([{ ...ibanPayment(1, 10), holderName: 'Иван' }]);
  expect(() => painFile(nobody, MADE)).toThrow('This file would pay nobody.');
});

test('no name or title adds an element or leaves the letters of SEPA', async () => {
  const names = [
    '</Nm><Nm>Eve',
    'Zoë & Łukasz "Ångström" <b>',
    `${'Ñandú '.repeat(40)}`,
    ']]><!--',
    'a\u0000b\u0007c',
    '&#38;amp;',
  ];
  const { content } = painFile(
    ibanPayout(
      names.map((holderName, n) => ibanPayment(n, 1, { holderName })),
      { name: '<x>February & "2027"' },
    ),
    MADE,
  );
  expect(await refusals(content)).toEqual([]);
  expect(texts(content, 'Nm').slice(2)).toEqual([
    '/Nm Nm Eve',
    'Zoe Lukasz Angstrom b',
    'Nandu '.repeat(12).slice(0, 70).trimEnd(),
    'a b c',
    '38 amp',
  ]);
  expect(texts(content, 'Ustrd')[0]).toBe('Commission x February 2027');
});

test.each(['李小龍旅行社', '🛫🛫', '...'])('no file says that %s pays', (holderName) => {
  const payout = ibanPayout([ibanPayment(1, 10)]);
  expect(() => painFile({ ...payout, sender: { ...payout.sender, holderName } }, MADE)).toThrow(
    'The name on the account that pays has no letters',
  );
});

test('a name of several lines is one line of the table, and no formula of any keyboard', () => {
  const names = ['Eve\r\nBo,1,2', ' =1+1', '＝1+1', '\t＠SUM(A1)'];
  const payments = names.map((holderName, n) => ibanPayment(n, 1, { holderName }));
  const { content } = paymentFile('csv', ibanPayout(payments), MADE, '2027-02-04');
  expect(
    content
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(',DE')[0]),
  ).toEqual(['"Eve Bo,1,2"', "'=1+1", "'＝1+1", "'＠SUM(A1)"]);
});

test('the schema refuses what the standard does not allow', async () => {
  const { content } = painFile(ibanPayout([ibanPayment(1, 10)]), MADE);
  for (const broken of [
    content.replace('<PmtMtd>TRF</PmtMtd>', ''),
    content.replace('10.00</InstdAmt>', '10.005</InstdAmt>'),
    content.replace('DE89370400440532013000', 'DE8X'),
    content.replace('<Nm>Agent 1</Nm>', `<Nm>${'A'.repeat(71)}</Nm>`),
    content.replace('pain.001.001.09', 'pain.001.001.03'),
  ])
    expect((await refusals(broken)).length).toBeGreaterThan(0);
});

test('what may be made of a payout, and the table', () => {
  expect(paymentFileKinds({ kind: 'us', currency: 'USD' })).toEqual(['nacha', 'csv']);
  expect(paymentFileKinds({ kind: 'us', currency: 'CAD' })).toEqual(['csv']);
  expect(paymentFileKinds({ kind: 'iban', currency: 'EUR' })).toEqual(['pain', 'csv']);
  const { content, left, name } = paymentFile(
    'csv',
    ibanPayout([ibanPayment(1, 1441.88, { holderName: '=cmd|Eve, "X"' })]),
    MADE,
    '2027-02-04',
  );
  expect(content).toBe(
    '\uFEFFName on the account,IBAN,BIC,Amount,Currency,Payment date,Payout\r\n' +
      '"\'=cmd|Eve, ""X""",DE89370400440532013000,COBADEFFXXX,1441.88,EUR,2027-02-05,February 2027\r\n',
  );
  expect([name, left.map(({ reason }) => reason)]).toEqual(['payout-2027-02-05.csv', ['No bank details']]);
});

test('the table keeps zeros in front of numbers, and all digits of long ones, when a spreadsheet opens it', () => {
  const numbers = {
    routingNumber: '021000021',
    accountNumber: '12345678901234567',
    accountType: 'checking',
  } as const;
  const payments = [
    usPayment(1, 10, { numbers }),
    usPayment(2, 20, { numbers: { ...numbers, routingNumber: '121000248' } }),
  ];
  const { content } = paymentFile('csv', usPayout(payments), MADE, '2027-02-04');
  expect(content.split('\r\n').slice(1, 3)).toEqual([
    'Agent 1,"=""021000021""","=""12345678901234567""",checking,10.00,USD,2027-02-05,February 2027',
    'Agent 2,121000248,"=""12345678901234567""",checking,20.00,USD,2027-02-05,February 2027',
  ]);
});

test('names of every script are in the letters that the schema of the standard accepts, or who has them is said to be left out', async () => {
  const scripts = [
    ...['Latin', 'Greek', 'Cyrillic', 'Arabic', 'Hebrew', 'Han', 'Hiragana', 'Katakana', 'Hangul', 'Thai'],
    ...[
      'Devanagari',
      'Bengali',
      'Tamil',
      'Telugu',
      'Georgian',
      'Armenian',
      'Ethiopic',
      'Khmer',
      'Lao',
      'Mongolian',
    ],
  ];
  /** A name of the first letters of a script. */
  const nameIn = (script: string) => {
    const is = new RegExp(`^\\p{Script=${script}}$`, 'u');
    const found: string[] = [];
    for (let point = 0x41; found.length < 60 && point < 0x20000; point += 1)
      if (is.test(String.fromCodePoint(point))) found.push(String.fromCodePoint(point));
    return found.join('');
  };
  const names = scripts.map(nameIn);
  expect(names.every(({ length }) => length >= 30)).toBe(true);
  const payments = [...names, ...names.map((name) => `${name.slice(0, 20)} Smith`)].map((holderName, n) =>
    ibanPayment(n % 9, 1, { holderName }),
  );
  const { content, left } = painFile(ibanPayout(payments), MADE);
  expect(await refusals(content)).toEqual([]);
  const paid = texts(content, 'Nm').slice(2);
  // Beside them stands who has no bank details.
  expect(paid.length + left.length).toBe(payments.length + 1);
  expect(paid.every((name) => /^[A-Za-z0-9/\-?:().,'+ ]{1,70}$/.test(name ?? ''))).toBe(true);
  expect(paid.filter((name) => name?.endsWith('Smith'))).toHaveLength(names.length);
});

// Holds payouts-101
test('a file whose day was not chosen names the day it is where the agency is, in its name and inside', () => {
  const data = { ...ibanPayout([ibanPayment(1, 10)]), plannedOn: null };
  const { name, content } = paymentFile('pain', data, MADE, '2027-02-06');
  expect(name).toBe('payout-2027-02-06.xml');
  expect(content).toContain('<ReqdExctnDt><Dt>2027-02-06</Dt></ReqdExctnDt>');
});
