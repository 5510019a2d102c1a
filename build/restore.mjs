/** `npm run restore -- --from <folder> [--replace]`: makes the data folder of a backup, into an empty one or in the place of what is there. */
import { red, say } from './lib/console.mjs';
import { data, inWords } from './lib/options.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';
import { wishesOf } from './lib/wishes.mjs';

const USAGE = 'npm run restore -- --from <folder> [--replace]';
const OPTIONS = { from: { type: 'string' }, replace: { type: 'boolean', default: false } };

async function main() {
  const wishes = wishesOf('from', OPTIONS, USAGE);
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
