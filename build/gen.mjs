/**
 * `npm run gen`: makes whatever is made of something else and stands in a commit. `npm run gen -- --check` names what is stale and leaves it.
 * What stands in no commit is made where it is needed: by starts, tests and the deployment of functions.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from './lib/prepare.mjs';

/** Which program makes which files. */
const MADE = {
  'supabase/gen-types.ts': ['shared/src/platform/api/database.types.ts', 'shared/src/platform/api/reads.ts'],
  'build/openapi/cli.ts': ['supabase/functions/api/openapi.json'],
  'build/docs/cli.ts': ['docs/product/platform.md', 'docs/rules-without-test.md'],
};

const read = (file) => fs.readFileSync(path.join(REPOSITORY, file), 'utf8');
const before = new Map(Object.values(MADE).flatMap((files) => files.map((file) => [file, read(file)])));

let failed = false;
// Each reads what those before it have made.
for (const script of ['supabase/made/cli.ts', ...Object.keys(MADE)]) {
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', script], {
    cwd: REPOSITORY,
    stdio: 'inherit',
  });
  failed ||= status !== 0;
}

const isCheck = process.argv.includes('--check');
const stale = [...before].filter(([file, text]) => read(file) !== text);
for (const [file, text] of stale) {
  console.log(isCheck ? `Stale: ${file}` : `Wrote ${file}`);
  if (isCheck) fs.writeFileSync(path.join(REPOSITORY, file), text);
}
if (stale.length === 0 && !failed) console.log('Everything that is made is up to date.');
process.exitCode = failed || (isCheck && stale.length > 0) ? 1 : 0;
