/** `npm run backup -- --to <folder>`: database and files as of one moment, while the product runs or while it does not. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { red, Refusal, say } from './lib/console.mjs';
import { data, inWords } from './lib/options.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';

const USAGE = 'npm run backup -- --to <folder>';

/** The folder as it was typed. @throws Refusal for anything else than it */
function folderOf(args) {
  try {
    const { to } = parseArgs({ args, options: { to: { type: 'string' } } }).values;
    if (to) return path.resolve(process.env.INIT_CWD ?? '.', to);
  } catch (error) {
    throw new Refusal(`${error.message}. ${USAGE}`);
  }
  throw new Refusal(USAGE);
}

async function main() {
  const to = folderOf(process.argv.slice(2));
  if (process.env.PAPERPLANE_PREPARED !== '1') await prepare('npm run backup', { build: false });
  const { register } = await import('tsx/esm/api');
  register();
  const { backUpDataFolder, inMegabytes } = await import('../supabase/local/src/index.ts');
  const ending = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => ending.abort(new Refusal('Ended; there is no backup.')));
  const log = (message, level) => level !== 'debug' && say(`  ${message}`);
  const plan = { workdir: REPOSITORY, dataDir: data, to, signal: ending.signal, log };
  const { bytes, madeAt } = await backUpDataFolder(plan);
  say(
    `Backup of ${madeAt} in ${to} (${inMegabytes(bytes)}). Whoever has it has everything: keep it as the data itself.`,
  );
}

main().catch((error) => {
  say(red(inWords(error)));
  process.exit(1);
});
