/** @jest-environment node */
import fs from 'node:fs';
import path from 'node:path';
import Papa from 'papaparse';
import type { JournalFormat, JournalLine } from '../accounting-types';
import { journalData } from '../testing/journal-data';
import { DATEV_COLUMNS } from './datev-columns';
import { journalFile } from './journal-file';
import { entriesOf } from './journal-entries';
import { postingsOf } from './datev';
import { XERO_LINES, xeroFiles } from './xero';

const bytesOf = async (format: JournalFormat, more: Parameters<typeof journalData>[0] = {}) => {
  const { content } = await journalFile(journalData({ ...more, format }));
  return Buffer.from(await new Blob([content]).arrayBuffer());
};
const fixture = (name: string) => fs.readFileSync(path.join(__dirname, 'fixtures', name));
const rowsOf = (text: string, delimiter = ',') =>
  Papa.parse<string[]>(text.trimEnd().replace(/^\uFEFF/, ''), { delimiter }).data;
const cents = (text = '') => Math.round(Number(text.replace(',', '.')) * 100);

// Holds books-42
it.each([
  ['quickbooks', 'journal-2027-01-quickbooks.csv'],
  ['xero', 'journal-2027-01-xero.csv'],
  ['datev', 'EXTF_Buchungsstapel_2027-01.csv'],
  ['csv', 'journal-2027-01.csv'],
] as const)('%s: the file is the one that is kept here, byte for byte, each time', async (format, name) => {
  expect((await journalFile(journalData({ format }))).name).toBe(name);
  const made = await bytesOf(format);
  if (process.env['PAPERPLANE_WRITE_FIXTURES'])
    fs.writeFileSync(path.join(__dirname, 'fixtures', name), made);
  expect(made.equals(fixture(name))).toBe(true);
  expect((await bytesOf(format)).equals(made)).toBe(true);
});

// Holds books-43
it('QuickBooks: six columns, days month first, each number balances, accounts by name', async () => {
  const [head, ...rows] = rowsOf((await bytesOf('quickbooks')).toString());
  expect(head).toEqual(['Journal No', 'Journal Date', 'Account Name', 'Debits', 'Credits', 'Description']);
  const numbers = new Map<string, number>();
  for (const [number = '', day, account, debit, credit] of rows) {
    expect(day).toMatch(/^(0[1-9]|1[0-2])\/([0-2]\d|3[01])\/\d{4}$/);
    expect(account).not.toBe('');
    expect([debit, credit].filter((amount) => amount !== '')).toHaveLength(1);
    numbers.set(number, (numbers.get(number) ?? 0) + cents(debit) - cents(credit));
  }
  expect([...numbers]).toEqual([
    ['3-1', 0],
    ['3-2', 0],
    ['3-3', 0],
  ]);
});

// Holds books-44
it('QuickBooks: where names are asked for they stand in a column of their own, and nothing else changes', async () => {
  const { settings, rows } = journalData();
  const named = rows.map((row) => ({
    ...row,
    party: row.account === 'receivable' ? '=Blue Line, Inc.' : null,
  }));
  const plain = rowsOf((await bytesOf('quickbooks')).toString());
  const [head, ...lines] = rowsOf(
    (
      await bytesOf('quickbooks', { rows: named, settings: { ...settings, quickbooksNames: true } })
    ).toString(),
  );
  expect(head).toEqual([...plain[0]!, 'Name']);
  expect(lines.map((line) => line.slice(0, 6))).toEqual(plain.slice(1));
  expect(lines.map((line) => line[6])).toEqual(
    rows.map(({ account }) => (account === 'receivable' ? "'=Blue Line, Inc." : '')),
  );
});

// Holds books-47
it('Xero: its template, days day first, a debit above zero, accounts by number, the tax rate by name', async () => {
  const [head, ...rows] = rowsOf((await bytesOf('xero')).toString());
  expect(head?.slice(0, 6)).toEqual([
    '*Narration',
    '*Date',
    'Description',
    '*AccountCode',
    '*TaxRate',
    '*Amount',
  ]);
  expect(head).toHaveLength(10);
  const journals = new Map<string, number>();
  for (const [narration = '', day = '', , code, rate, amount] of rows) {
    expect(day).toMatch(/^([0-2]\d|3[01])\/(0[1-9]|1[0-2])\/\d{4}$/);
    expect([code, rate]).toEqual([expect.stringMatching(/^\d{4}$/), 'Tax Exempt']);
    journals.set(`${narration} ${day}`, (journals.get(`${narration} ${day}`) ?? 0) + cents(amount));
  }
  expect([...journals.values()]).toEqual([0, 0, 0]);
});

// Holds books-48
it('Xero: no file has more than 300 lines, no journal is torn, and one that is longer has a line an account', async () => {
  const [first, second] = journalData().rows as [JournalLine, JournalLine];
  const long = Array.from({ length: 250 }, (_, n) => [
    { ...first, entry: n + 1, amount: 10 },
    { ...second, entry: n + 1, amount: -10 },
  ]).flat();
  const huge = [
    ...Array.from({ length: 400 }, () => ({ ...first, entry: 900, amount: -0.01 })),
    { ...second, entry: 900, amount: 4 },
  ];
  const files = xeroFiles(journalData({ rows: [...long, ...huge] })).map((file) => rowsOf(file).slice(1));
  expect(files.map((rows) => rows.length)).toEqual([XERO_LINES, 202]);
  for (const rows of files) expect(rows.reduce((sum, row) => sum + cents(row[5]), 0)).toBe(0);
  expect(files[1]?.slice(-2).map((row) => row[5])).toEqual(['-4.00', '4.00']);
  const zip = { rows: [...long, ...huge] };
  expect((await journalFile(journalData({ ...zip, format: 'xero' }))).name).toBe('journal-2027-01-xero.zip');
  expect((await bytesOf('xero', zip)).equals(await bytesOf('xero', zip))).toBe(true);
});

/** Fields of the header and of a posting as developer.datev.de describes them (format EXTF 700, posting batch 13), by their number. */
const HEADER: Readonly<Record<number, RegExp>> = {
  1: /^"EXTF"$/,
  2: /^700$/,
  3: /^21$/,
  4: /^"Buchungsstapel"$/,
  5: /^13$/,
  6: /^20\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])([01]\d|2[0-3])[0-5]\d[0-5]\d\d{3}$/,
  7: /^$/,
  8: /^"\w{0,2}"$/,
  9: /^"\w{0,25}"$/,
  10: /^"\w{0,25}"$/,
  11: /^\d{4,7}$/,
  12: /^\d{1,5}$/,
  13: /^20\d{2}(0[1-9]|1[0-2])01$/,
  14: /^[4-8]$/,
  15: /^20270101$/,
  16: /^20270131$/,
  17: /^"[\w.\-/ ]{0,30}"$/,
  18: /^"([A-Z]{2}){0,2}"$/,
  19: /^[12]$/,
  20: /^(0|30|40|50|64)$/,
  21: /^[01]$/,
  22: /^"[A-Z]{3}"$/,
  24: /^""$/,
  27: /^"(\d{2}){0,2}"$/,
  31: /^".{0,16}"$/,
};
const POSTING: Readonly<Record<number, RegExp>> = {
  1: /^\d{1,10},\d{2}$/,
  2: /^"[SH]"$/,
  3: /^"[A-Z]{3}"$/,
  7: /^\d{1,9}$/,
  8: /^\d{1,9}$/,
  9: /^""$/,
  10: /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])$/,
  11: /^"[\w$%&*+\-/]{0,36}"$/,
  14: /^"([^"]|""){0,60}"$/,
  114: /^[01]$/,
};
/** The fields of a line, between semicolons that stand in no quotes. */
const fieldsOf = (text: string) =>
  [...`${text};`.matchAll(/((?:"(?:[^"]|"")*"|[^;"])*);/g)].map(([, field = '']) => field);

// Holds books-49
it('DATEV: header and postings are as their description says, field by field, in Windows-1252', async () => {
  const bytes = await bytesOf('datev');
  const lines = new TextDecoder('windows-1252').decode(bytes).split('\r\n');
  expect(lines.at(-1)).toBe('');
  const [header = '', columns = '', ...rows] = lines.slice(0, -1);
  expect(fieldsOf(header)).toHaveLength(31);
  for (const [number, pattern] of Object.entries(HEADER))
    expect(fieldsOf(header)[Number(number) - 1]).toMatch(pattern);
  expect(fieldsOf(header)[12]).toBe('20260701');
  expect(columns).toBe(DATEV_COLUMNS.join(';'));
  expect(DATEV_COLUMNS).toHaveLength(125);
  expect(rows).toHaveLength(6);
  for (const row of rows) {
    expect(fieldsOf(row)).toHaveLength(125);
    for (const [number, pattern] of Object.entries(POSTING))
      expect(fieldsOf(row)[Number(number) - 1]).toMatch(pattern);
  }
  // One byte a letter: ë is there, Ł is not.
  expect(bytes.includes(Buffer.from([0x5a, 0x6f, 0xeb]))).toBe(true);
  expect(rows[0]).toContain('Sale CR-31102, Café ""Zoë"" & ');
});

// Holds books-50
it('DATEV: postings bring to each account what its lines say, whatever the number of lines', () => {
  const entries = entriesOf(journalData().rows);
  for (const entry of entries) {
    const accounts = new Map<string, number>();
    const add = (account: string, amount: number) =>
      accounts.set(account, (accounts.get(account) ?? 0) + amount);
    for (const { cents: amount, debit, credit } of postingsOf(entry)) {
      expect(amount).toBeGreaterThan(0);
      add(debit, amount);
      add(credit, -amount);
    }
    for (const { number, amount } of entry.lines) add(number ?? '', -Math.round(amount * 100));
    expect([...accounts.values()].every((rest) => rest === 0)).toBe(true);
  }
});

// Holds books-51
it.each(['quickbooks', 'xero', 'datev', 'csv'] as const)(
  '%s: what begins like a formula is a text',
  async (format) => {
    const text = new TextDecoder('windows-1252').decode(await bytesOf(format));
    const cells = rowsOf(text, format === 'datev' ? ';' : ',')
      .slice(1)
      .flat();
    expect(cells.filter((cell) => /^[=+@\t]|^-(?!\d+(\.\d+)?$)/.test(cell))).toEqual([]);
  },
);
