/** @jest-environment jsdom */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { statementCsv, yearCsv } from './statement-csv';
import { statementFileName } from './statement-file-name';
import { statementPdf } from './statement-pdf';
import type { Statement } from './statement-types';
import { statementOf } from './testing/factories';

const FONT = require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf');
const loadFont = jest.fn(() => Promise.resolve(fs.readFileSync(FONT).toString('base64')));
const bytesOf = (blob: Blob) =>
  new Promise<Buffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(Buffer.from(reader.result as ArrayBuffer));
    reader.readAsArrayBuffer(blob);
  });

/** The texts of each page, read by another library than wrote them. */
async function read(statement: Statement): Promise<string[][]> {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-pdf-')), 'statement.pdf');
  fs.writeFileSync(file, await bytesOf(await statementPdf(statement, loadFont)));
  const told = execFileSync(process.execPath, [path.join(__dirname, 'testing/read-pdf.mjs'), file]);
  fs.rmSync(path.dirname(file), { recursive: true });
  return JSON.parse(told.toString()) as string[][];
}

// Holds payouts-58
test('the PDF says what the statement says, to the cent', async () => {
  const [texts = []] = await read(statementOf());
  expect(texts).toEqual(
    expect.arrayContaining([
      'Harbour & Vale Travel',
      '48 Chandlers Wharf',
      'New York, NY 10004',
      'office@harbourvale.test',
      '+1 (212) 555-0148',
      'Tax number: EIN 00-4815162',
      'January 2027, number 2027-01-07',
      'Sofia Marino',
      'Jan 8, 2027',
      'Bank account ••6613',
      'TR-29604',
      'Isabella Wagner',
      '$927.50',
      'Correction: HT-28527 was paid twice on Nov 20',
    ]),
  );
  const after = (name: string) => texts[texts.indexOf(name) + 1];
  expect(['Commissions', 'Adjustments', 'Carried in', 'Paid', 'Paid to you in 2026'].map(after)).toEqual([
    '$556.50',
    '-$12.60',
    '-$42.10',
    '$501.80',
    '$28,416.35',
  ]);
  expect(loadFont).not.toHaveBeenCalled();
});

// Holds payouts-78
test('the PDF and the table say that it came back, and what it pays again', async () => {
  const statement = statementOf({
    void: { voidedOn: '2027-01-20', reason: `Account closed ${'x '.repeat(200)}`, by: 'Margaret Vale' },
    returned: [
      {
        number: '2026-12-03',
        bookingReference: null,
        paidOn: '2026-12-08',
        voidedOn: '2026-12-19',
        amount: 120,
      },
    ],
  });
  const text = (await read(statement)).flat().join(' ');
  expect(text).toContain('Voided on Jan 20, 2027: Account closed');
  expect(text.match(/\bx\b/g)).toHaveLength(200);
  expect(text).toContain('statement 2026-12-03 of Dec 8, 2026');
  expect(statementCsv(statement)).toContain(
    '"Pays $120.00 again: statement 2026-12-03 of Dec 8, 2026, which came back and was voided on Dec 19, 2026."',
  );
});

test('names of other alphabets are written with a font in the file', async () => {
  const texts = (
    await read(statementOf({ agent: { firstName: 'Łukasz', lastName: 'Çağlayan' }, payout: 'Январь 2027' }))
  ).flat();
  expect(texts).toEqual(expect.arrayContaining(['Łukasz Çağlayan', 'Январь 2027, number 2027-01-07']));
  expect(loadFont).toHaveBeenCalledTimes(1);
});

test('a long statement goes on over pages and loses no line', async () => {
  const [line] = statementOf().lines;
  const lines = Array.from({ length: 200 }, (_, n) => ({ ...line!, bookingReference: `TR-${10_000 + n}` }));
  const pages = await read(statementOf({ lines }));
  expect(pages.length).toBeGreaterThan(3);
  expect(pages.flat().filter((text) => /^TR-\d{5}$/.test(text))).toEqual(
    lines.map(({ bookingReference }) => bookingReference),
  );
});

test('the table of a year has its statements, then what was paid without one', () => {
  const single = {
    paidOn: '2027-03-02',
    bookingReference: 'HT-30119',
    customer: null,
    vendor: 'Casa Marisol',
    receivedOn: null,
    commission: 120,
    split: 60,
    amount: 72,
  };
  const rows = yearCsv([statementOf()], [single], 'USD').split('\r\n');
  expect(rows.filter((row) => row.includes(',Paid,'))).toEqual([
    '2027-01-07,January 2027,2027-01-08,Paid,,,,,,,,501.80,USD',
    ',,2027-03-02,Paid,HT-30119,,Casa Marisol,,120.00,60,Single payment,72.00,USD',
  ]);
});

// Holds payouts-59
test('the table has a row for each line and each sum, and no cell is a formula', () => {
  const [line] = statementOf().lines;
  const rows = statementCsv(statementOf({ lines: [{ ...line!, customer: '=HYPERLINK("x")' }] })).split(
    '\r\n',
  );
  expect(rows.slice(1)).toEqual([
    `2027-01-07,January 2027,2027-01-08,Commission,TR-29604,"'=HYPERLINK(""x"")",Dolce Strada Italy,2026-12-29,927.50,60,,556.50,USD`,
    '2027-01-07,January 2027,2027-01-08,Commissions,,,,,,,,556.50,USD',
    '2027-01-07,January 2027,2027-01-08,Adjustments,,,,,,,,-12.60,USD',
    '2027-01-07,January 2027,2027-01-08,Carried in,,,,,,,,-42.10,USD',
    '2027-01-07,January 2027,2027-01-08,Paid,,,,,,,,501.80,USD',
    '2027-01-07,January 2027,2027-01-08,Agency,,,,,,,Harbour & Vale Travel,,',
    '2027-01-07,January 2027,2027-01-08,Agency,,,,,,,48 Chandlers Wharf,,',
    '2027-01-07,January 2027,2027-01-08,Agency,,,,,,,"New York, NY 10004",,',
    '2027-01-07,January 2027,2027-01-08,Agency,,,,,,,office@harbourvale.test,,',
    `2027-01-07,January 2027,2027-01-08,Agency,,,,,,,'+1 (212) 555-0148,,`,
    '2027-01-07,January 2027,2027-01-08,Agency,,,,,,,Tax number: EIN 00-4815162,,',
    '',
  ]);
});

test('files are named after number and agent', () => {
  expect(statementFileName(statementOf({ agent: { firstName: 'A', lastName: "O'Brién/../x" } }), 'pdf')).toBe(
    'statement-2027-01-07-o-brien-x.pdf',
  );
});
