/** @jest-environment node */
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

interface Row {
  section: string;
  line: string;
  file: string;
  title: string;
}

/** The rows of every table of the page, each with the heading it stands under. */
function rowsOf(page: string): Row[] {
  let section = '';
  return page.split('\n').flatMap((text) => {
    if (text.startsWith('## ')) section = text.slice(3);
    const cells = text.startsWith('|') ? text.split('|').map((cell) => cell.trim()) : [];
    const [, line = '', file = '', title = ''] = cells;
    const isRow = cells.length === 5 && file.includes('/');
    return isRow ? [{ section, line, file, title }] : [];
  });
}

const quoted = (line: string) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text);

/** True when a file has a test, or a table of them, of this title as it is written there. */
function hasTest(source: string, title: string): boolean {
  return ["'", '"', '`'].some((quote) => {
    const at = source.indexOf(quote + title + quote);
    return at > 0 && /\(\s*$/.test(source.slice(0, at)) && /^\s*,/.test(source.slice(at + title.length + 2));
  });
}

const rows = rowsOf(read('docs/spec-checks.md'));

test.each(rows)('$section: $line', ({ line, file, title }) => {
  const source = read(file);
  expect(hasTest(source, title) ? title : `no test "${title}" in ${file}`).toBe(title);
  expect(quoted(line).filter((text) => !source.includes(text))).toEqual([]);
});

test('sections 2, 5, 8 and 9 are there, and no line stands twice', () => {
  const sections = new Set(rows.map(({ section }) => /^Section (\d)/.exec(section)?.[1]));
  expect([...sections].sort()).toEqual(['2', '5', '8', '9']);
  const lines = rows.map(({ section, line, file, title }) => [section, line, file, title].join(' | '));
  expect(lines).toEqual([...new Set(lines)]);
});

test('a test that is not there is missed', () => {
  const source = "it('adds up', () => undefined);\nconst text = 'adds up twice';\n// it says 'nothing'";
  expect(hasTest(source, 'adds up')).toBe(true);
  expect(hasTest(source, 'adds up twice')).toBe(false);
  expect(hasTest(source, 'nothing')).toBe(false);
});
