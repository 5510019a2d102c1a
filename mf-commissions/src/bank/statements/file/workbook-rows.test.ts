import { strToU8, zipSync } from 'fflate';
import { readRows } from '../reader/read-rows';
import { workbookRows } from './workbook-rows';

const sheet = (rows: string) =>
  strToU8(`<?xml version="1.0"?><worksheet xmlns="x"><sheetData>${rows}</sheetData></worksheet>`);

const BOOK = {
  'xl/workbook.xml': strToU8('<workbook/>'),
  'xl/sharedStrings.xml': strToU8(
    '<sst><si><t>Booking</t></si><si><t>Guest</t></si><si><r><t>Commis</t></r><r><t>sion</t></r></si><si><t>TR-1001</t></si></sst>',
  ),
  'xl/worksheets/sheet1.xml': sheet(
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="D1" t="s"><v>2</v></c></row>' +
      '<row r="2"><c r="A2" t="s"><v>3</v></c><c r="B2" t="inlineStr"><is><t>Ada</t></is></c><c r="D2"><v>100.10000000000001</v></c></row>' +
      '<row r="3"><c r="A3" t="str"><v>TR-1002</v></c><c r="D3"><v>20.5</v></c></row>',
  ),
};

test('a workbook is read cell by cell: shared texts, texts of their own, numbers as people write them', () => {
  const rows = workbookRows(zipSync(BOOK));
  expect(rows.map(({ cells }) => cells)).toEqual([
    ['Booking', 'Guest', '', 'Commission'],
    ['TR-1001', 'Ada', '', '100.10'],
    ['TR-1002', '', '', '20.50'],
  ]);
  expect(readRows(rows, { currency: 'USD' })).toMatchObject({
    total: 12_060,
    lines: [{ reference: 'TR-1001', name: 'Ada' }, { reference: 'TR-1002' }],
  });
});

test.each([
  ['what is no archive', strToU8('PK nothing')],
  ['an archive of something else', zipSync({ 'word/document.xml': strToU8('<w/>') })],
])('%s is refused', (_, bytes) => {
  expect(() => workbookRows(bytes)).toThrow(/damaged|Choose a PDF/);
});

describe('a workbook that lies about its sizes', () => {
  /** Writes a number over that of each entry in the table of contents. */
  function said(zip: Uint8Array, at: number, size: number): Uint8Array {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
    for (let n = 0; n + 46 <= zip.length; n += 1)
      if (view.getUint32(n, true) === 0x02014b50) view.setUint32(n + at, size, true);
    return zip;
  }
  const UNPACKED = 24;

  /** A zip of one file, which its table of contents names again and again, each time by another name. */
  function named(zip: Uint8Array, times: number): Uint8Array {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength);
    const end = zip.length - 22;
    const at = view.getUint32(end + 16, true);
    const entries = Array.from({ length: times }, (_, n) => {
      const entry = zip.slice(at, end);
      entry.set(strToU8(`xl/worksheets/sheet${n + 100}.xml`), 46);
      return entry;
    });
    const table = Uint8Array.from(entries.flatMap((entry) => [...entry]));
    const last = zip.slice(end);
    new DataView(last.buffer).setUint16(10, times, true);
    new DataView(last.buffer).setUint16(8, times, true);
    return Uint8Array.from([...zip.subarray(0, at), ...table, ...last]);
  }

  test('small ones, and unpacks to more: only so much is unpacked', () => {
    const bomb = zipSync({ ...BOOK, 'xl/worksheets/sheet2.xml': new Uint8Array(2_000_000) });
    expect(() => workbookRows(said(bomb, UNPACKED, 100))).toThrow(/damaged|ends in the middle/);
  });

  // Holds security-73
  test.each([
    ['not packed', 0],
    ['packed', 9],
  ] as const)('and has the same bytes under many names, %s', (_, level) => {
    const content = new Uint8Array(200_000).fill(32);
    const zip = zipSync({ 'xl/worksheets/sheet100.xml': content }, { level });
    const forged = named(zip, Math.ceil(51_000_000 / content.length));
    if (level === 0) said(forged, UNPACKED, 0);
    expect(forged.length).toBeLessThan(300_000);
    expect(() => workbookRows(forged)).toThrow('too large to be a statement');
  });
});

describe('a workbook of a few kilobytes that unfolds is refused', () => {
  const wide = '<row><c r="GR1"><v>1</v></c></row>';
  test.each([
    [
      'into rows of 200 cells with one that is written',
      { 'xl/worksheets/sheet1.xml': sheet(wide.repeat(40_000)) },
    ],
    [
      'into more rows than are read',
      { 'xl/worksheets/sheet1.xml': sheet('<row><c><v>1</v></c></row>'.repeat(60_000)) },
    ],
    [
      'into elements of several sheets',
      Object.fromEntries(
        [1, 2, 3].map((n) => [`xl/worksheets/sheet${n}.xml`, sheet('<c/>'.repeat(400_000))]),
      ),
    ],
  ])('%s', (_, sheets) => {
    const bytes = zipSync({ 'xl/workbook.xml': strToU8('<workbook/>'), ...sheets });
    expect(bytes.length).toBeLessThan(40_000);
    expect(() => workbookRows(bytes)).toThrow(/too large|no statement/);
  });
});
