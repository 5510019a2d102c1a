import { strToU8, zipSync } from 'fflate';
import { rowsOfFile } from './rows-of-file';

/** A file of these bytes. */
const file = (bytes: Uint8Array, name = 'statement'): File => {
  const given = new File([bytes.slice()], name);
  return Object.assign(given, { arrayBuffer: () => Promise.resolve(bytes.slice().buffer) });
};

const utf16 = (text: string): Uint8Array =>
  Uint8Array.from([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);

test('a text is read by what it holds, whatever its encoding, and is a CSV file by its name', async () => {
  const text = 'Booking,Amount\nCR-1001,10.00';
  const rows = [
    ['Booking', 'Amount'],
    ['CR-1001', '10.00'],
  ];
  const plain = await rowsOfFile(file(strToU8(text), 'a.csv'));
  expect([plain.type, plain.rows.map(({ cells }) => cells)]).toEqual(['text/csv', rows]);
  const wide = await rowsOfFile(file(utf16(text), 'a.txt'));
  expect([wide.type, wide.rows.map(({ cells }) => cells)]).toEqual(['text/plain', rows]);
});

test.each([
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 1]), 'Choose a PDF'],
  ['an archive of something else', zipSync({ 'word/document.xml': strToU8('<w/>') }), 'Choose a PDF'],
  ['what is too large', new Uint8Array(10_000_001), 'too large'],
])('%s is refused', async (_, bytes, why) => {
  await expect(rowsOfFile(file(bytes))).rejects.toThrow(why);
});
