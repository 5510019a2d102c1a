import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const REPOSITORY = path.resolve(__dirname, '../..');

/** The selectors of a stylesheet that ask `:has()` for an attribute. */
const asksForAttribute = (css: string): string[] => css.match(/[^{};]*:has\([^{]*\[[^{]*(?=\{)/g) ?? [];

it('finds an attribute in whatever stands in :has()', () => {
  expect(asksForAttribute('.a:has(> input:is([readonly], .b)) { color: red }')).toHaveLength(1);
  expect(asksForAttribute('.a:has(.b) { color: red } .c[hidden] { color: red }')).toEqual([]);
});

/**
 * Where one selector of a page does, Chromium looks up the tree for what asks so at every element with any attribute that comes or goes:
 * on a phone each label of a chart restyled every icon of the page. A class, a tag or a pseudo-class costs nothing.
 */
it('no stylesheet asks :has() for an attribute', () => {
  const files = execFileSync('git', ['ls-files', '*.css'], { cwd: REPOSITORY, encoding: 'utf8' })
    .trim()
    .split('\n');
  expect(files.length).toBeGreaterThan(50);
  const found = files.flatMap((file) =>
    asksForAttribute(fs.readFileSync(path.join(REPOSITORY, file), 'utf8')).map((rule) => `${file}: ${rule}`),
  );
  expect(found).toEqual([]);
});
