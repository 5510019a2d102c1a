import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');
const operate = read('docs/operate.md');

test('each step of the first deploy says whether it was tried', () => {
  const [, first = ''] = /## The first deploy\n([^]*?)\n## /.exec(operate) ?? [];
  const steps = first.split(/^(?=\d+\. )/m).slice(1);
  expect(steps.length).toBeGreaterThan(9);
  expect(steps.filter((step) => !/[*_](?:Tried|Not tried)\b/.test(step))).toEqual([]);
});

test('the CLI is named with the version that the tests push with', () => {
  const [, version] = /CLI_VERSION = '([\d.]+)'/.exec(read('supabase/tests/support/tools.ts')) ?? [];
  const named = ['README.md', 'docs/operate.md']
    .flatMap((file) => [...read(file).matchAll(/npx supabase(?:@([\d.]+))? \w/g)])
    .map(([, one]) => one)
    .concat(/supabase@([\d.]+)/.exec(read('build/deploy/functions.mjs'))?.[1]);
  expect(named.length).toBeGreaterThan(4);
  expect(new Set(named)).toEqual(new Set([version]));
});
