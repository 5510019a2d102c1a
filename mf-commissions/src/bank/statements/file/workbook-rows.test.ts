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
