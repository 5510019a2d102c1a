import fs from 'node:fs';
import path from 'node:path';
import { globSync } from 'tinyglobby';
import { UNTESTED_PAGE } from './rules';

const ROOT = path.resolve(__dirname, '../..');
/** Nobody reads more. What is made, and the ids of rules, do not count. */
const MOST = 50_000;
const MADE = [UNTESTED_PAGE, 'docs/database.md', 'docs/rules.md'];
const ROUTE = /^\| `\/.*$/gm;
const ID = /\[[a-z-]+-\d+\]/g;

test('the documents stay within fifty thousand words', () => {
  const pages = globSync(['*.md', '{docs/**,bench,build,e2e/*,mf-*,shared,shell,supabase,supabase/*}/*.md'], {
    cwd: ROOT,
    ignore: ['**/node_modules/**', ...MADE],
  });
  const words = pages.flatMap((page) => {
    const text = fs.readFileSync(path.join(ROOT, page), 'utf8').replace(ROUTE, '').replace(ID, '');
    return text.split(/[^\p{L}\p{N}'’._/:-]+/u).filter((word) => /\p{L}/u.test(word));
  });
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'docs/product/sales.md']));
  expect(words.length).toBeLessThanOrEqual(MOST);
  expect(words.length).toBeGreaterThan(MOST / 2);
});
