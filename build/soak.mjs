/**
 * `npm run test:soak [database|browser]`: the tests of database and browser in their long form. Storms of thousands of operations, every
 * mutation and every attempt of the scans, of which `npm test` takes a sample (PAPERPLANE_SEED=1234 repeats one), fifty kills of each kind;
 * every failure of every remote, every mix of two releases, every part deployed at every moment, every screen in both themes at both widths,
 * an import of 50,000 rows.
 */
import path from 'node:path';
import { endOnSignals, run } from './lib/children.mjs';
import { findChromium } from './lib/chromium.mjs';
import { Refusal } from './lib/console.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';

const bin = (file) => path.join(REPOSITORY, 'node_modules', file);
const SOAK = { PAPERPLANE_SOAK: '1' };

const SOAKS = {
  database: () => ({ args: [bin('jest/bin/jest.js'), '--selectProjects', 'database'], env: SOAK }),
  browser: async () => {
    await prepare('npm run test:soak');
    return {
      args: [bin('playwright/cli.js'), 'test', '-c', 'e2e/playwright.config.ts'],
      env: { ...SOAK, PAPERPLANE_CHROMIUM: await findChromium() },
    };
  },
};

async function main([only]) {
  if (only && !SOAKS[only]) throw new Refusal(`There is no soak "${only}": choose database or browser.`);
  for (const [name, job] of Object.entries(SOAKS)) {
    if (only && only !== name) continue;
    const { args, env } = await job();
    const { code } = await run(process.execPath, args, { cwd: REPOSITORY, env });
    if (code !== 0) process.exitCode = code;
  }
}

endOnSignals();
main(process.argv.slice(2)).catch((error) => {
  console.error(error instanceof Refusal ? error.message : error);
  process.exitCode = 1;
});
