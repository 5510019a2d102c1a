import { checkText, refusalText, type FileCheck } from './check-words';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const check = (changes: Partial<FileCheck>): FileCheck => ({
  state: 'refused',
  name: 'Paper.pdf',
  type: 'application/pdf',
  code: 'file_not_its_type',
  params: {},
  isLate: false,
  ...changes,
});

// Holds records-2
test.each<[Partial<FileCheck>, string]>([
  [{ params: { found: 'png' } }, 'This is not a PDF: its content is a PNG picture.'],
  [{ type: XLSX, params: { found: 'zip' } }, 'This is not an Excel file: its content is an archive (ZIP).'],
  [
    { params: { found: 'page' } },
    'This is not a PDF: its content is a web page or drawing, which can run programs.',
  ],
  // Nobody knows what it is, or a later version of the function does.
  [{ params: { found: 'unknown' } }, 'This is not a PDF.'],
  [{ code: 'of_tomorrow' }, 'This is not a PDF.'],
  [{ code: 'file_with_macros' }, 'This file has macros, which are programs. Save it without them.'],
])('%j is told as %j', (changes, words) => {
  expect(refusalText(check(changes))).toBe(words);
  expect(checkText(check(changes))).toBe(words);
});

test('a file that waits is told as that', () => {
  expect(checkText(check({ state: 'checking', code: null }))).toBe('Checking …');
  expect(checkText(check({ state: 'checking', code: null, isLate: true }))).toBe(
    'Still waiting to be checked',
  );
});
