import fs from 'node:fs';
import path from 'node:path';
import { checkContents, PART } from '../../functions/_shared/contents.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const DOCX = `${OFFICE}wordprocessingml.document`;
const XLSX = `${OFFICE}spreadsheetml.sheet`;
const PPTX = `${OFFICE}presentationml.presentation`;

type Contents = string | Buffer;
const bytes = (contents: Contents) =>
  typeof contents === 'string' ? Buffer.from(contents, 'latin1') : contents;

/** Looks into a file in memory, and counts what was read of it. */
async function look(type: string, contents: Contents) {
  const file = bytes(contents);
  let count = 0;
  const answer = await checkContents(type, file.length, (from, to) => {
    expect([from >= 0, from < to, to <= file.length]).toEqual([true, true, true]);
    count += to - from;
    return Promise.resolve(new Uint8Array(file.subarray(from, to)));
  });
  return { answer, count };
}
const judged = async (type: string, contents: Contents) => (await look(type, contents)).answer;
const notItsType = (found: string) => ({ code: 'file_not_its_type', params: { found } });

/** An archive with files of these names, each of `size` bytes. */
function zip(names: string[], { size = 4, comment = '' } = {}): Buffer {
  const parts: Buffer[] = [];
  const table: Buffer[] = [];
  let at = 0;
  for (const name of names) {
    const local = Buffer.alloc(30);
    local.write('PK\x03\x04', 'latin1');
    local.writeUInt32LE(size, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.write('PK\x01\x02', 'latin1');
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(local, Buffer.from(name), Buffer.alloc(size, 7));
    table.push(entry, Buffer.from(name));
    at += 30 + name.length + size;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt32LE(Buffer.concat(table).length, 12);
  end.writeUInt32LE(at, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...parts, ...table, end, Buffer.from(comment)]);
}
const office = (main: string, ...others: string[]) => zip(['[Content_Types].xml', main, ...others]);

/** A container of the Office before, with these streams; its directory is the last of the sectors, four streams in each. */
function ole(streams: string[], { sectors = 4, chained = true } = {}): Buffer {
  const file = Buffer.alloc((sectors + 4) * 512);
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(sectors, 48);
  file.writeUInt32LE(0, 76);
  // The table of sectors is the first of them: the directory goes on two sectors behind.
  const [first, second] = [sectors, sectors + 2];
  if (sectors < 128) {
    file.writeUInt32LE(chained ? second : 0xfffffffe, 512 + 4 * first);
    if (second < 128) file.writeUInt32LE(0xfffffffe, 512 + 4 * second);
  }
  ['Root Entry', ...streams].forEach((name, index) => {
    const at = ((index < 4 ? first : second) + 1) * 512 + (index % 4) * 128;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE(name.length * 2 + 2, at + 64);
  });
  return file;
}

const PNG = '\x89PNG\r\n\x1a\n\0\0\0\rIHDR';
const LONG = 'A line of a text that goes on.\n'.repeat(10_000);

test.each<[string, string, Contents]>([
  ['a PDF', 'application/pdf', '%PDF-1.7\n%\xe2\xe3\xcf\xd3'],
  ['a JPEG', 'image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF'],
  ['a PNG', 'image/png', PNG],
  ['a GIF', 'image/gif', 'GIF89a\x01\0'],
  ['a WebP', 'image/webp', 'RIFF\x01\0\0\0WEBPVP8 '],
  ['a text', 'text/plain', 'Some words'],
  ['words in UTF-8', 'text/plain', Buffer.from('Zürich – “quoted” 日本語')],
  ['words in Windows-1252', 'text/csv', 'Z\xfcrich;12 \x80;\x93quoted\x94'],
  ['words in UTF-16', 'text/plain', Buffer.from('\ufeffZürich 日本', 'utf16le')],
  ['a text of 300 kB', 'text/csv', LONG],
  ['a text whose last part begins within a letter', 'text/plain', Buffer.from(`${'é'.repeat(PART)}x`)],
  ['a text that ends as DOS ends it', 'text/plain', 'Words\r\n\x1a'],
  ['a comparison', 'text/plain', 'a < b'],
  ['a word that begins like a program', 'text/csv', 'MZ-12;BM-3\n'],
  ['rich text, which is text', 'text/plain', '{\\rtf1 words}'],
  ['Word', DOCX, office('word/document.xml')],
  ['Word with a second name of its main part', DOCX, office('word/document2.xml', 'docProps/app.xml')],
  ['Excel', XLSX, office('xl/workbook.xml', 'xl/worksheets/sheet1.xml')],
  ['PowerPoint', PPTX, office('ppt/presentation.xml')],
  [
    'Word with a comment behind',
    DOCX,
    zip(['[Content_Types].xml', 'word/document.xml'], { comment: 'PK\x05' }),
  ],
  ['old Word', 'application/msword', ole(['1Table', 'WordDocument'])],
  ['old Excel', 'application/vnd.ms-excel', ole(['Workbook'])],
  ['older Excel', 'application/vnd.ms-excel', ole(['Book'])],
  ['old PowerPoint', 'application/vnd.ms-powerpoint', ole(['a', 'b', 'c', 'd', 'PowerPoint Document'])],
  ['old Word whose directory lies at its end', 'application/msword', ole(['WordDocument'], { sectors: 120 })],
  [
    'old Word whose directory goes on where the header does not tell',
    'application/msword',
    ole(['a', 'b', 'c', 'd', 'WordDocument'], { sectors: 128 * 109 }),
  ],
])('%s is what it says', async (_name, type, contents) => {
  expect(await judged(type, contents)).toBeNull();
});

test.each<[string, string, Contents, string]>([
  ['a picture as PDF', 'application/pdf', PNG, 'png'],
  ['a PDF as picture', 'image/png', '%PDF-1.7', 'pdf'],
  ['a JPEG as PNG', 'image/png', '\xff\xd8\xff\xe0', 'jpeg'],
  ['a GIF of an unknown year', 'image/gif', 'GIF88a\0', 'unknown'],
  ['a sound as WebP', 'image/webp', 'RIFF\x01\0\0\0WAVE', 'video'],
  ['a film as JPEG', 'image/jpeg', '\0\0\0\x20ftypheic', 'video'],
  ['a drawing as picture', 'image/png', '<svg onload="1">', 'page'],
  ['a page as text', 'text/plain', '\xef\xbb\xbf <!doctype html>', 'page'],
  ['a page in UTF-16 as text', 'text/plain', Buffer.from('\ufeff<script>1</script>', 'utf16le'), 'page'],
  ['a drawing behind its declaration as table', 'text/csv', '<?xml version="1.0"?><svg/>', 'page'],
  ['a page before a PDF', 'application/pdf', '<html><script>1</script>%PDF-1.7', 'page'],
  ['a PDF behind a line of junk', 'application/pdf', 'junk\n%PDF-1.7', 'text'],
  ['a program as PDF', 'application/pdf', 'MZ\x90\0\x03', 'program'],
  ['a program as text', 'text/plain', '\x7fELF\x02\x01', 'program'],
  ['bytes as text', 'text/plain', 'words\0words', 'unknown'],
  ['control characters as text', 'text/csv', 'a;b\x1b[31m', 'unknown'],
  ['a text with bytes at its end', 'text/plain', `${LONG}\0\x01`, 'unknown'],
  ['an archive as Word', DOCX, zip(['evil.exe']), 'zip'],
  ['an archive with a folder named as Word’s', DOCX, zip(['word/evil.exe', '[Content_Types].xml']), 'zip'],
  ['Word without its list of types', DOCX, zip(['word/document.xml']), 'zip'],
  ['what is Word and Excel at once', DOCX, office('word/document.xml', 'xl/workbook.xml'), 'zip'],
  ['Excel as Word', DOCX, office('xl/workbook.xml'), 'excel'],
  ['Word as PDF', 'application/pdf', office('word/document.xml'), 'word'],
  ['old Word as old Excel', 'application/vnd.ms-excel', ole(['WordDocument']), 'old_word'],
  ['an installer as old Word', 'application/msword', ole(['Binary.x']), 'ole'],
  ['old Word as new', DOCX, ole(['WordDocument']), 'old_word'],
  ['an archive of another kind', DOCX, 'Rar!\x1a\x07', 'archive'],
  ['nothing', 'image/png', ' ', 'text'],
])('%s is refused', async (_name, type, contents, found) => {
  expect(await judged(type, contents)).toEqual(notItsType(found));
});

const FIXTURES = path.resolve(__dirname, '../../../shared/src/import/fixtures');
test.each(fs.readdirSync(FIXTURES).filter((name) => /\.(xlsx|csv)$/.test(name)))(
  'a real file is what it says: %s',
  async (name) => {
    const type = name.endsWith('.csv') ? 'text/csv' : XLSX;
    expect(await judged(type, fs.readFileSync(path.join(FIXTURES, name)))).toBeNull();
  },
);

// Holds records-9
test.each([['word/vbaProject.bin'], ['xl/macrosheets/sheet1.xml']])(
  'macros are refused: %s',
  async (part) => {
    expect(await judged(DOCX, office('word/document.xml', part))).toEqual({
      code: 'file_with_macros',
      params: {},
    });
  },
);

// Holds records-10
test.each<[string, string, Contents]>([
  ['PDF', 'application/pdf', '%PDF-1.7\n'],
  ['PNG', 'image/png', PNG],
  ['GIF', 'image/gif', 'GIF89a\0'],
])('a %s that ends as an archive is two files in one', async (_name, type, start) => {
  expect(await judged(type, Buffer.concat([bytes(start), zip(['a'])]))).toEqual({
    code: 'file_of_two_kinds',
    params: {},
  });
});

const broken = (change: (file: Buffer) => Buffer | void) => {
  const file = office('word/document.xml');
  return change(file) ?? file;
};
test.each<[string, Buffer]>([
  ['cut off', broken((file) => file.subarray(0, -30))],
  ['with a table behind its end', broken((file) => void file.writeUInt32LE(0xffffff, file.length - 6))],
  ['with an empty table', broken((file) => void file.writeUInt32LE(0, file.length - 10))],
  ['with a table that is none', broken((file) => void file.writeUInt32LE(0, file.length - 6))],
])('an Office file %s is damaged, and nothing is read outside of it', async (_name, file) => {
  expect(await judged(DOCX, file)).toEqual({ code: 'file_damaged', params: {} });
});

test('an old container with sectors of an impossible size is damaged', async () => {
  const file = ole(['WordDocument']);
  file.writeUInt16LE(40, 30);
  expect(await judged('application/msword', file)).toEqual({ code: 'file_damaged', params: {} });
});

test('a directory that leads in a circle ends, and what may be where nobody looked is believed', async () => {
  const file = ole(['a']);
  file.writeUInt32LE(4, 512 + 4 * 4);
  expect(await judged('application/msword', file)).toBeNull();
  expect(await judged('application/pdf', file)).toEqual(notItsType('ole'));
});

// Holds records-8
test('of a large file both ends are read, and a table of contents where it lies', async () => {
  const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(25 * 1024 * 1024, 7)]);
  expect(await look('application/pdf', large)).toEqual({ answer: null, count: 2 * PART });
  // So many names that the table is longer than the end that is read.
  const names = Array.from({ length: 3000 }, (_, n) => `word/media/picture-${n}.png`);
  const { answer, count } = await look(
    DOCX,
    zip(['[Content_Types].xml', 'word/document.xml', ...names], { size: 100 }),
  );
  expect(answer).toBeNull();
  expect(count).toBeGreaterThan(2 * PART);
});
