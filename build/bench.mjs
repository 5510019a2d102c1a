/**
 * `npm run bench [size|federation|phone|journeys|lists|search|reports|matching|payouts|day|soak] [...]`: figures against the budgets, on a build, a database and a browser of its own. Without a name: sizes.
 * What follows the name is handed on, as in `npm run bench lists 10000`.
 */
import path from 'node:path';
import { findChromium } from './lib/chromium.mjs';
import { endOnSignals, run } from './lib/children.mjs';
import { Refusal } from './lib/console.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';

const BENCHES = {
  size: 'size.ts',
  phone: 'phone/main.ts',
  journeys: 'phone/journeys.ts',
  federation: 'federation.ts',
  lists: 'database/main.ts',
  search: 'database/search.ts',
  matching: 'matching/main.ts',
  payouts: 'payouts.ts',
  reports: 'database/reports.ts',
  day: 'day/main.ts',
  soak: 'soak/main.ts',
};

async function main([name = 'size', ...rest]) {
  const file = BENCHES[name];
  if (!file) throw new Refusal(`There is no bench "${name}": choose ${Object.keys(BENCHES).join(' or ')}.`);
  const needsBrowser = ['size', 'federation', 'phone', 'journeys'].includes(name) || rest[0] === 'record';
  await prepare('npm run bench', { build: needsBrowser });
  const { code } = await run(
    process.execPath,
    [path.join(REPOSITORY, 'node_modules/tsx/dist/cli.mjs'), path.join(REPOSITORY, 'bench', file), ...rest],
    { cwd: REPOSITORY, env: needsBrowser ? { PAPERPLANE_CHROMIUM: await findChromium() } : {} },
  );
  process.exitCode = code;
}

endOnSignals();
main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
});
