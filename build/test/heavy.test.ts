import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

interface Suite {
  tests: string[];
  reads: string[];
}

/** What a suite is, as the check sees it: the check itself runs as modules. */
function suites(): Record<string, Suite> {
  const script = `import { readBy, testsOf } from './heavy.mjs';
    import { SUITES } from './heavy-suites.mjs';
    const all = Object.entries(SUITES).map(async ([name, suite]) => [name, { tests: testsOf(suite), reads: await readBy(suite) }]);
    console.log(JSON.stringify(Object.fromEntries(await Promise.all(all))));`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: __dirname,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  if (!stdout) throw new Error(stderr);
  return JSON.parse(stdout) as Record<string, Suite>;
}

test('a heavy suite is due when what it reads changes: its tests, what they import, and what its database is made of', () => {
  const all = suites();
  const tests = Object.values(all).flatMap((suite) => suite.tests);
  expect(tests.filter((file) => !fs.existsSync(path.join(ROOT, file)))).toEqual([]);
  expect(new Set(tests).size).toBe(tests.length);
  for (const [name, suite] of Object.entries(all)) {
    const missing = [...suite.tests, 'package-lock.json', 'supabase/local/src/backend.ts'].filter(
      (file) => !suite.reads.includes(file),
    );
    expect({ name, missing }).toEqual({ name, missing: [] });
  }
  const product = ['supabase/tests/support/test-agency.ts', 'supabase/schemas/sales/tables.sql'];
  expect(all['leaks']?.reads).toEqual(expect.arrayContaining(product));
  // What no test of the backend alone can see leaves it be.
  expect(
    all['backend']?.reads.filter((file) => /^(shell|mf-|supabase\/(migrations|schemas))/.test(file)),
  ).toEqual([]);
});
