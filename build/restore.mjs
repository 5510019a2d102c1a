/** `npm run restore -- --from <folder> [--replace]`: makes the data folder of a backup, into an empty one or in the place of what is there. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { red, Refusal, say } from './lib/console.mjs';
import { data, inWords } from './lib/options.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';

const USAGE = 'npm run restore -- --from <folder> [--replace]';
const OPTIONS = { from: { type: 'string' }, replace: { type: 'boolean', default: false } };

/** What was typed. @throws Refusal for anything else */
function wishesOf(args) {
  try {
    const { from, replace } = parseArgs({ args, options: OPTIONS }).values;
    if (from) return { from: path.resolve(process.env.INIT_CWD ?? '.', from), replace };
  } catch (error) {
    throw new Refusal(`${error.message}. ${USAGE}`);
  }
  throw new Refusal(USAGE);
}

async function main() {
  const wishes = wishesOf(process.argv.slice(2));
  if (process.env.PAPERPLANE_PREPARED !== '1') await prepare('npm run restore', { build: false });
  const { register } = await import('tsx/esm/api');
  register();
  const { restoreBackup } = await import('../supabase/local/src/index.ts');
  const log = (message, level) => level !== 'debug' && say(`  ${message}`);
  const { madeAt } = await restoreBackup({ workdir: REPOSITORY, dataDir: data, log, ...wishes });
  say(`${data} is as it was at ${madeAt}. Everybody signs in again. npm start starts it.`);
}

main().catch((error) => {
  say(red(inWords(error)));
  process.exit(1);
});
