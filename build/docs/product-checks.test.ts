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

/** The pages of a folder by name. */
const pagesOf = (folder: string): [string, string][] =>
  fs
    .readdirSync(path.join(ROOT, folder))
    .filter((file) => file.endsWith('.md'))
    .map((file) => [path.basename(file, '.md'), read(path.join(folder, file))]);

const rows = pagesOf('docs/product-checks').flatMap(([page, text]) =>
  rowsOf(text).map((row) => ({ ...row, page })),
);

test.each(rows)('$section: $line', ({ line, file, title }) => {
  const source = read(file);
  expect(hasTest(source, title) ? title : `no test "${title}" in ${file}`).toBe(title);
  expect(quoted(line).filter((text) => !source.includes(text))).toEqual([]);
});

/** What docs/security.md promises; it names files and tests in the same way. */
const promises = rowsOf(read('docs/security.md'));

test('security promises something', () => expect(promises.length).toBeGreaterThan(20));

test.each(promises)('$section: $line', ({ file, title }) => {
  expect(hasTest(read(file), title) ? title : `no test "${title}" in ${file}`).toBe(title);
});

/** Each page of docs/product with its headings, without their levels; pointers name them so. */
const headings = new Map(
  pagesOf('docs/product').map(([page, text]) => [
    page,
    new Set([...text.matchAll(/^#{1,3} (.+)$/gm)].map(([, heading = '']) => heading)),
  ]),
);

test('every section is a heading of the page of the same name, and no line stands twice', () => {
  expect(new Set(rows.map(({ section }) => section)).size).toBeGreaterThan(30);
  const homeless = rows.filter(({ page, section }) => !headings.get(page)?.has(section));
  expect(homeless.map(({ page, section }) => `${page}: ${section}`)).toEqual([]);
  const lines = rows.map(({ section, line, file, title }) => [section, line, file, title].join(' | '));
  expect(lines).toEqual([...new Set(lines)]);
});

const SKIPPED = /^(node_modules|dist|\..*)$/;
const TEXT = /\.(tsx?|mjs|cjs|css|sql|md)$/;

/** Paths of everything in the repository that may hold a comment. */
const sources = (folder: string): string[] =>
  fs.readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const at = path.join(folder, entry.name);
    if (entry.isDirectory()) return SKIPPED.test(entry.name) ? [] : sources(at);
    return TEXT.test(entry.name) ? [path.relative(ROOT, at)] : [];
  });

/** Pointers to pages of docs/product in a text that name no heading there; a name ends at punctuation or with its line. */
function deadPointers(text: string): string[] {
  const named = [...text.matchAll(/docs\/product\/(\w+)\.md, ([A-Z][\w -]*)/g)];
  return named
    .filter(([, page = '', name = '']) => !headings.get(page)?.has(name.trim()))
    .map(([, page, name = '']) => `${page}, ${name.trim()}`);
}

test('every pointer to a page of docs/product names a heading of it', () => {
  const files = sources(ROOT).filter((file) => read(file).includes('docs/product/'));
  expect(files.length).toBeGreaterThan(50);
  const dead = files.flatMap((file) => deadPointers(read(file)).map((name) => `${file}: ${name}`));
  expect(dead).toEqual([]);
});

test('a pointer to a heading that is not there is found', () => {
  expect(deadPointers('/** Moves it on (docs/product/sales.md, Sale states). */')).toEqual([]);
  expect(deadPointers('// docs/' + 'product/sales.md, Sale stages')).toEqual(['sales, Sale stages']);
  expect(deadPointers('// docs/' + 'product/bank.md, Sale states')).toEqual(['bank, Sale states']);
});

test('a test that is not there is missed', () => {
  const source = "it('adds up', () => undefined);\nconst text = 'adds up twice';\n// it says 'nothing'";
  expect(hasTest(source, 'adds up')).toBe(true);
  expect(hasTest(source, 'adds up twice')).toBe(false);
  expect(hasTest(source, 'nothing')).toBe(false);
});
