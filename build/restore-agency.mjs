/** `npm run restore-agency -- --from <zip or folder> [--passphrase-file <file>]`: makes an installation of what an agency took along. */
import fs from 'node:fs';
import path from 'node:path';
import { red, Refusal, say } from './lib/console.mjs';
import { data, inWords } from './lib/options.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';
import { wishesOf } from './lib/wishes.mjs';

const USAGE =
  'npm run restore-agency -- --from <zip or folder> [--passphrase-file <file>] [--without-sealed]';
const OPTIONS = {
  from: { type: 'string' },
  'passphrase-file': { type: 'string' },
  'without-sealed': { type: 'boolean', default: false },
};

/** The passphrase in a file; its last line break is none of it. A passphrase on the command line would be read by others. */
function passphraseIn(file) {
  if (!file) return null;
  try {
    return fs.readFileSync(path.resolve(process.env.INIT_CWD ?? '.', file), 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new Refusal(`The passphrase cannot be read: ${error.message}`);
  }
}

async function main() {
  const { from, 'passphrase-file': file, 'without-sealed': withoutSealed } = wishesOf('from', OPTIONS, USAGE);
  const passphrase = passphraseIn(file);
  if (process.env.PAPERPLANE_PREPARED !== '1') await prepare('npm run restore-agency', { build: false });
  const { register } = await import('tsx/esm/api');
  register();
  const { restoreAgency } = await import('../supabase/takeout/restore-agency.ts');
  const log = (message, level) => level !== 'debug' && say(`  ${message}`);
  const plan = { workdir: REPOSITORY, dataDir: data, from, passphrase, withoutSealed, log };
  const { madeAt, rows, files } = await restoreAgency(plan);
  say(
    `${data} has the agency as it was at ${madeAt}: ${rows} rows, ${files} files. npm start starts it. Nobody has a password yet: each member gets in by “Forgot your password?” at their address. Banks are to be connected again.`,
  );
}

main().catch((error) => {
  say(red(inWords(error)));
  process.exit(1);
});
