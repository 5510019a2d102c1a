import { kindOf, PROBLEMS } from './file-kind';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const OFFICE = 'application/vnd.openxmlformats-officedocument';

test.each([
  ['%PDF-1.7', 'a.pdf', 'application/pdf'],
  ['%PDF-1.7', 'a.html', 'application/pdf'],
  ['\xff\xd8\xff\xe0', 'a.jpg', 'image/jpeg'],
  ['\x89PNG\r\n\x1a\n', 'a.png', 'image/png'],
  ['GIF89a', 'a.gif', 'image/gif'],
  ['RIFF\x01\x00\x00\x00WEBP', 'a.webp', 'image/webp'],
  ['PK\x03\x04…word/document.xml', 'a.docx', `${OFFICE}.wordprocessingml.document`],
  ['PK\x03\x04…xl/workbook.xml', 'a.xlsx', `${OFFICE}.spreadsheetml.sheet`],
  ['PK\x03\x04…ppt/slides', 'a.pptx', `${OFFICE}.presentationml.presentation`],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'a.DOC', 'application/msword'],
  ['a;b\n1;2', 'a.csv', 'text/csv'],
  ['1 < 2', 'a.txt', 'text/plain'],
])('%j called %s is %s', (contents, name, type) => {
  expect(kindOf(bytes(contents), name)).toEqual({ type });
});

test.each([
  ['', 'a.pdf', PROBLEMS.empty],
  ['<!doctype html><script>1</script>', 'a.pdf', PROBLEMS.page],
  ['<svg onload="1">', 'a.png', PROBLEMS.page],
  ['\xef\xbb\xbf <HTML>', 'a.txt', PROBLEMS.page],
  ['<?xml version="1.0"?><svg/>', 'a.txt', PROBLEMS.page],
  ['MZ\x90\x00', 'a.pdf', PROBLEMS.unknown],
  ['PK\x03\x04evil.exe', 'a.docx', PROBLEMS.unknown],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'a.msi', PROBLEMS.unknown],
])('%j called %s is refused', (contents, name, problem) => {
  expect(kindOf(bytes(contents), name)).toEqual({ problem });
});
