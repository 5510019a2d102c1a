import { ascii85Of, pdfPage } from '@paperplane/shared/testing';
import { strToU8, zlibSync } from 'fflate';
import { FILE_LIMITS } from '../../files/limits';
import { rowsOfBytes } from './rows-of-bytes';

const open = jest.fn(() => Promise.resolve([{ line: 1, cells: ['Fjordline', '120.00'] }]));
beforeEach(() => open.mockClear());

const rowsOf = (...parts: (string | Uint8Array)[]) => {
  const pieces = parts.map((part) => (typeof part === 'string' ? strToU8(part, true) : part));
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return rowsOfBytes(bytes, 'statement.pdf', { pdf: open, workbook: open });
};
const inPdf = (data: Uint8Array) => [
  '%PDF-1.7\n1 0 obj\n<< /Length 9 >>\nstream\r\n',
  data,
  '\nendstream\nendobj\n%%EOF',
];
const zeros = (size: number) => zlibSync(new Uint8Array(size), { level: 9 });
/** The same data behind a block that is not packed and has the word. */
const withWord = (packed: Uint8Array) =>
  Uint8Array.of(0x78, 0xda, 0, 9, 0, 0xf6, 0xff, ...strToU8('endstream'), ...packed.subarray(2));
const TOO_LARGE = 'This PDF is too large to be a statement.';

test('opens a PDF whose streams unpack to what is read, also where they are damaged or not packed at all', async () => {
  const text = zlibSync(strToU8('BT /F1 12 Tf (Fjordline 120.00) Tj ET'));
  for (const data of [
    text,
    text.subarray(0, 20),
    strToU8('q 1 0 0 1 0 0 cm Q'),
    zeros(FILE_LIMITS.unpacked / 2),
  ])
    await expect(rowsOf(...inPdf(data))).resolves.toMatchObject({ type: 'application/pdf' });
  expect(open).toHaveBeenCalledTimes(4);
});

// Holds security-74
test('refuses one that unpacks to more before anybody opens it: at once, twice packed, or in many streams', async () => {
  const half = inPdf(zeros(FILE_LIMITS.unpacked / 2 + 1000));
  const forged = {
    'at once': inPdf(zeros(FILE_LIMITS.unpacked + 1)),
    'twice packed': inPdf(zlibSync(zeros(FILE_LIMITS.unpacked + 1), { level: 9 })),
    'in two streams': [...half, ...half],
    'behind a word that ends a stream': inPdf(withWord(zeros(FILE_LIMITS.unpacked + 1))),
    'in the line after a comment': [
      '%PDF-1.7\nstream %x\r\n',
      zeros(FILE_LIMITS.unpacked + 1),
      '\nendstream',
    ],
    'with a window that the format does not have': inPdf(
      Uint8Array.of(0x88, 0x1c, ...zeros(FILE_LIMITS.unpacked + 1).subarray(2)),
    ),
    'in streams inside each other': inPdf(
      zlibSync(strToU8(`stream\n\x78\x01\x00\xff\xff\x00\x00`.repeat(400_000), true), { level: 0 }),
    ),
  };
  for (const [how, parts] of Object.entries(forged))
    expect({ how, refusal: await rowsOf(...parts).catch(String) }).toMatchObject({
      refusal: expect.stringContaining(TOO_LARGE) as string,
    });
  expect(open).not.toHaveBeenCalled();
});

test('opens one of 300 pages with fonts and pictures, each stream counted by itself', async () => {
  const page = zlibSync(
    strToU8(Array.from({ length: 400 }, (_, n) => `(line ${n} ${n * 7919}) Tj`).join('\n')),
  );
  const picture = new Uint8Array(100_000).map((_, n) => (n * 7919) >> 3);
  const parts = Array.from({ length: 300 }, () => ['1 0 obj\nstream\n', page, '\nendstream\n']).flat();
  const fonts = Array.from({ length: 20 }, () => [
    '2 0 obj\nstream\r\n',
    zlibSync(picture),
    '\r\nendstream\n',
  ]).flat();
  await expect(rowsOf('%PDF-1.7\n', ...parts, ...fonts)).resolves.toMatchObject({ type: 'application/pdf' });
});

const hexOf = (bytes: Uint8Array) =>
  `${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('\n')}>`;
const bomb = zeros(FILE_LIMITS.unpacked + 1);
const OLD = 'This PDF is packed in an old way that is not read.';

test.each([
  ['ASCII85', '/Filter [ /ASCII85Decode /FlateDecode ]', ascii85Of(bomb), TOO_LARGE],
  ['ASCII85 by its short name', '/F[/A85/Fl]', ascii85Of(bomb), TOO_LARGE],
  ['hexadecimal digits', '/Filter [/ASCIIHexDecode /FlateDecode]', hexOf(bomb), TOO_LARGE],
  ['digits of letters', '/Filter [/AHx /A85 /Fl]', hexOf(strToU8(ascii85Of(bomb))), TOO_LARGE],
  ['packed letters', '/Filter [/Fl /A85 /Fl]', zlibSync(strToU8(ascii85Of(bomb))), TOO_LARGE],
  ['a name in codes', '/#46ilter [/ASCII#385Decode /#46lateDecode]', ascii85Of(bomb), TOO_LARGE],
  ['run lengths', '/Filter /RunLengthDecode', Uint8Array.of(129, 32, 128), OLD],
  ['packed run lengths', '/Filter [/FlateDecode /RL]', zlibSync(Uint8Array.of(129, 32, 128)), OLD],
  ['LZW', '/Filter [/FlateDecode /LZWDecode]', zlibSync(Uint8Array.of(128, 11)), OLD],
  ['LZW, in codes', '/Filter /#4cZW', Uint8Array.of(128, 11), OLD],
  ['LZW behind a text', '/X (endstream % ) /Filter /LZW', Uint8Array.of(128, 11), OLD],
  ['a filter that stands elsewhere', '/Filter % 1\n7 0 R', bomb, OLD],
  ['one of its filters', '/Filter [/FlateDecode 7 0 R]', bomb, OLD],
])('refuses what is packed by %s', async (_, dictionary, data, refusal) => {
  await expect(rowsOf(pdfPage([dictionary, data]))).rejects.toThrow(refusal);
  expect(open).not.toHaveBeenCalled();
});

test('refuses one whose way of packing lies in the data of another', async () => {
  const inner = '<< /Length 9 >>\nstream\n9 0 obj << /Filter /RL >> stream\n\x81 \x80\nendstream\nendobj';
  await expect(rowsOf(pdfPage('null', { more: [inner] }))).rejects.toThrow(OLD);
});

test('opens what honest programs write: letters around packed data, fonts and forms of any name', async () => {
  const text = zlibSync(strToU8('BT /F1 12 Tf (Fjordline 120.00) Tj ET\n'.repeat(20_000)));
  for (const [dictionary, data] of [
    ['/Filter [ /ASCII85Decode /FlateDecode ]', ascii85Of(text)],
    ['/Type /XObject /Subtype /Form /Resources << /Font << /RLine 5 0 R >> >> /Filter [/FlateDecode]', text],
    ['/Filter /DCTDecode', Uint8Array.of(255, 216, 255)],
  ] as const)
    await expect(rowsOf(pdfPage([dictionary, data]))).resolves.toMatchObject({ type: 'application/pdf' });
});
