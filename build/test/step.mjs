/** `node build/test/step.mjs <name>`: one cached step, as Nx runs it (`project.json`); ends with the time at which it passed. */
import { endOnSignals, run } from '../lib/children.mjs';
import { say } from '../lib/console.mjs';
import { REPOSITORY } from '../lib/prepare.mjs';
import { passedAt } from './perform.mjs';
import { STEPS } from './steps.mjs';

endOnSignals();
const step = STEPS.find(({ name, cached }) => cached && name === process.argv[2]);
if (!step) throw new Error(`There is no cached step "${process.argv[2]}".`);
const { args, env } = await step.job();
const { code } = await run(process.execPath, args, { cwd: REPOSITORY, env });
if (code === 0) say(passedAt(new Date()));
process.exitCode = code;
