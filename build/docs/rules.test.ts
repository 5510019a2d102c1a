import fs from 'node:fs';
import path from 'node:path';
import {
  checksPage,
  holdersOf,
  listedIn,
  pagesOf,
  readRules,
  rulesOf,
  UNTESTED_PAGE,
  untested,
  untestedPage,
} from './rules';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

const { rules, holders } = readRules(ROOT);

test('each rule has an id of its page, once', () => {
  expect(rules.length).toBeGreaterThan(1000);
  const ids = rules.map(({ id }) => id);
  expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([]);
  expect(rules.filter(({ id, page }) => !new RegExp(`^${page}-\\d+$`).test(id))).toEqual([]);
  expect(rules.filter(({ text }) => text.length < 8)).toEqual([]);
});

test('tests name rules that there are', () => {
  const ids = new Set(rules.map(({ id }) => id));
  expect(holders.filter(({ id }) => !ids.has(id))).toEqual([]);
});

test('a rule has a test, or stands on the list of those without, which only shrinks', () => {
  const page = read(UNTESTED_PAGE);
  const listed = listedIn(page);
  expect(untested(rules, holders).filter(({ id }) => !listed.has(id))).toEqual([]);
  expect(page).toBe(untestedPage(page, rules, holders));
});

describe('a page and its tests', () => {
  const page =
    '# Sales\n\n## Fields\n\nA sale is one booking. It has a day. [sales-1] [sales-2]\n\n- `a` is\n  required. [sales-4]\n\n| from | to [sales-5] |\n';
  const source =
    "// Why so.\n// Holds sales-1, sales-4\ntest.each([\n  1,\n])('adds %s', () => undefined);\n";

  test('a rule is the sentence before its id', () => {
    expect(rulesOf('sales', page).map(({ id, text }) => `${id}: ${text}`)).toEqual([
      'sales-1: It has a day.',
      'sales-2: It has a day.',
      'sales-4: `a` is required.',
      'sales-5: from: to',
    ]);
  });

  test('a test names rules in a comment above it', () => {
    expect(holdersOf('a.test.ts', source)).toEqual(
      ['sales-1', 'sales-4'].map((id) => ({ id, file: 'a.test.ts', title: 'adds %s' })),
    );
    expect(() => holdersOf('a.test.ts', '// Holds sales-1\nconst one = 1;\n')).toThrow('above no test');
  });

  test('the list of rules without a test takes no new one', () => {
    const [one, two, four, five] = rulesOf('sales', page);
    const before = untestedPage(
      '- sales: 1, 2\n',
      [one!, two!, four!, five!],
      [{ ...two!, file: '', title: '' }],
    );
    expect([...listedIn(before)]).toEqual(['sales-1']);
    expect(checksPage([two!], [{ ...two!, file: 'a.test.ts', title: 'adds' }])).toContain(
      '  - a.test.ts: adds\n',
    );
  });
});

/** Each page of docs/product with its headings, without their levels; pointers name them so. */
const headings = new Map(
  pagesOf(ROOT).map(([page, text]) => [
    page,
    new Set([...text.matchAll(/^#{1,3} (.+)$/gm)].map(([, heading = '']) => heading)),
  ]),
);

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
