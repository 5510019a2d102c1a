import fs from 'node:fs';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';
import { paymentFile, paymentFileKinds } from './payment-file';
import { painFile } from './pain';
import { ibanPayment, ibanPayout } from './testing/factories';

const MADE = new Date('2027-02-05T09:20:00Z');
const SCHEMA = fs.readFileSync(path.join(__dirname, 'fixtures/pain.001.001.09.xsd'), 'utf8');
const refusals = async (xml: string) => (await validateXML({ xml, schema: SCHEMA })).errors;
const texts = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}[^>]*>([^<]*)</${element}>`, 'g'))].map((match) => match[1]);

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
  expect(texts(content, 'Dt')).toEqual(['2027-02-05']);
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

test('a file whose day was not chosen names the day it is where the agency is, in its name and inside', () => {
  const data = { ...ibanPayout([ibanPayment(1, 10)]), plannedOn: null };
  const { name, content } = paymentFile('pain', data, MADE, '2027-02-06');
  expect(name).toBe('payout-2027-02-06.xml');
  expect(content).toContain('<ReqdExctnDt><Dt>2027-02-06</Dt></ReqdExctnDt>');
});
