import { gzipSync } from 'node:zlib';
import { BankFileEngine } from './engine/engine';
import { openContent, readFixture } from './testing/open-fixture';

describe('files that are no bank files', () => {
  it.each<[string, string | Buffer, RegExp]>([
    ['nothing', '', /empty/],
    ['blanks', ' \n\n', /empty/],
    ['a PDF', '%PDF-1.7 ...', /PDF/],
    ['a workbook', Buffer.from('PK\u0003\u0004xl/workbook.xml'), /Save the sheet as CSV/],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), /Excel/],
    ['a packed file', gzipSync('a'.repeat(100_000)), /packed/],
    ['binary', Buffer.from([1, 0, 2, 0]), /not a text file/],
    ['prose', 'Dear customer\nyour statement is ready\n', /no bank file/],
    ['other XML', '<?xml version="1.0"?><rss><channel/></rss>', /no statement of a bank/],
    ['XML without an end', `<BkToCstmrStmt>${'<a>'.repeat(1_000_000)}`, /no statement of a bank/],
    [
      'XML of 4,000,000 elements',
      `<BkToCstmrStmt>${'<a/>'.repeat(4_000_000)}</BkToCstmrStmt>`,
      /no statement of a bank/,
    ],
    ['a table with one long line', `Date,Amount\n${'1,'.repeat(200_000)}`, /100,000 characters/],
    [
      'a table with one long cell',
      `Date,Text,Amount\n2027-01-01,"${'a\n'.repeat(6000)}",1.00\n`,
      /10,000 characters/,
    ],
    ['a wide table', `${'a,'.repeat(300)}\n`, /200 columns/],
    ['200,000 lines', `Date,Text,Amount\n${'2027-01-01,A,1.00\n'.repeat(200_000)}`, /more than 50,000 lines/],
    [
      'OFX with 60,000 movements',
      `OFXHEADER:100\n\n<OFX>${'<STMTTRN></STMTTRN>'.repeat(60_000)}</OFX>`,
      /more than 50,000 lines/,
    ],
    [
      'OFX with names that take for ever',
      `OFXHEADER:100\n\n<OFX><${'A'.repeat(40)}></OFX>`,
      /names that OFX does not have/,
    ],
    [
      'OFX in which the bank refuses',
      'OFXHEADER:100\n\n<OFX><SIGNONMSGSRSV1><SONRS><STATUS><CODE>15500</STATUS></SONRS></SIGNONMSGSRSV1></OFX>',
      /no account/,
    ],
    ['QIF of securities', '!Type:Invst\nD1/1/2027\nNBuy\n^\n', /no movements of a bank account/],
    ['a header alone', 'Date,Text,Amount\n', /no movements/],
  ])('%s', async (_name, content, why) => {
    const opened = openContent(content).then(({ engine, opened: { reading } }) => engine.read(reading));
    await expect(opened).rejects.toThrow(why);
  });

  it('50 MB, without reading them', async () => {
    const arrayBuffer = jest.fn();
    const file = { size: 50_000_000, name: 'large.csv', arrayBuffer } as unknown as File;
    await expect(new BankFileEngine().open(file)).rejects.toThrow('larger than 30 MB');
    expect(arrayBuffer).not.toHaveBeenCalled();
  });
});

it.each([
  ['csv-web-page.csv', /web page/],
  ['ofx-cut-off.ofx', /before its end mark/],
  ['ofx-entities.ofx', /entities of its own/],
  ['mt940-cut-off.sta', /before its closing balance/],
  ['camt-cut-off.xml', /ends in the middle/],
  ['camt-entities.xml', /entities of its own/],
  ['camt-052.xml', /download CAMT.053/],
])('%s is refused', async (name, why) => {
  await expect(readFixture(name)).rejects.toThrow(why);
});
