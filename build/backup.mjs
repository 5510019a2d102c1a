/** `npm run backup -- --to <folder>`: database and files as of one moment, while the product runs or while it does not. */
import { red, Refusal, say } from './lib/console.mjs';
import { data, inWords } from './lib/options.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';
import { wishesOf } from './lib/wishes.mjs';

const USAGE = 'npm run backup -- --to <folder>';

async function main() {
  const { to } = wishesOf('to', { to: { type: 'string' } }, USAGE);
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
