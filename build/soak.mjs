/**
 * `npm run test:soak [database|browser|flaky|mutants]`: the tests of database and browser in their long form. Storms of thousands of operations, every
 * mutation and every attempt of the scans, of which `npm test` takes a sample (PAPERPLANE_SEED=1234 repeats one), fifty kills of each kind;
 * every failure of every remote, every mix of two releases, every part deployed at every moment, every screen in both themes at both widths,
 * an import of 50,000 rows. `flaky` runs every browser test ten times (PAPERPLANE_REPEATS=3: three) as it is in `npm test`, without a second try, beside a process that
 * keeps a core busy: what fails there fails some day in CI. `mutants` puts faults into rules, functions, policies and screens and says which no test notices
 * (`mutants/run.mjs`). These two are run when they are asked for.
 */
import { endOnSignals, run } from './lib/children.mjs';
import { Refusal } from './lib/console.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';
import { mutants } from './mutants/run.mjs';
import { playwright, tools } from './test/steps.mjs';

const SOAK = { PAPERPLANE_SOAK: '1' };

/** Uses whatever nobody else wants of a core. */
const BUSY = "require('node:os').setPriority(10); for (;;);";

const SOAKS = {
  database: () => ({ args: [tools.jest, '--selectProjects', 'database'], env: SOAK }),
  browser: async () => {
    await prepare('npm run test:soak');
    const { args, env } = await playwright('soak');
    return { args, env: { ...SOAK, ...env } };
  },
};

async function flaky() {
  const { args, env } = await SOAKS.browser();
  void run(process.execPath, ['-e', BUSY]);
  return {
    args: [...args, `--repeat-each=${process.env.PAPERPLANE_REPEATS ?? 10}`, '--retries=0'],
    env: { ...env, PAPERPLANE_SOAK: '' },
  };
}

async function main([only]) {
  if (only === 'mutants') {
    await prepare('npm run test:soak', { build: false });
    return mutants();
  }
  const jobs = only === 'flaky' ? { flaky } : only ? { [only]: SOAKS[only] } : SOAKS;
  for (const job of Object.values(jobs)) {
    if (!job) throw new Refusal(`There is no soak "${only}": choose database, browser, flaky or mutants.`);
    const { args, env } = await job();
    const { code } = await run(process.execPath, args, { cwd: REPOSITORY, env });
    if (code !== 0) process.exitCode = code;
  }
}

endOnSignals();
main(process.argv.slice(2))
  .catch((error) => {
    console.error(error instanceof Refusal ? error.message : error);
    process.exitCode = 1;
  })
  // What runs beside has no end of its own.
  .finally(() => process.exit());
