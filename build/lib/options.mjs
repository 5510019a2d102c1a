/** Where the product runs and keeps its data: the defaults of a checkout, changed by the environment. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { wayOut } from './begin-again.mjs';
import { bold, dim, duration, Refusal, say } from './console.mjs';
import { REPOSITORY } from './prepare.mjs';

const { env } = process;
const port = (name, fallback) => (env[name] ? Number(env[name]) : fallback);

export const HOST = '127.0.0.1';
export const wantedPort = port('PAPERPLANE_PORT', 3000);
export const data = path.resolve(REPOSITORY, env.PAPERPLANE_DATA ?? '.paperplane');

/** Where a backup a day is kept, beside the data, so that it outlives it; none with `PAPERPLANE_BACKUPS=off`. */
export const backups =
  env.PAPERPLANE_BACKUPS === 'off'
    ? undefined
    : path.resolve(REPOSITORY, env.PAPERPLANE_BACKUPS ?? `${data}-backups`);

/** Options of the backend, for a web server at `url`. @param {string} url @param {(error: Error) => void} onFatal */
export const productOptions = (url, onFatal) => ({
  repository: REPOSITORY,
  data,
  url,
  apiPort: port('PAPERPLANE_API_PORT', 54321),
  mailPort: port('PAPERPLANE_MAIL_PORT', 54324),
  unlimited: env.PAPERPLANE_UNLIMITED === '1',
  say,
  onFatal,
});

const REPLICAS = { replicas: { type: 'string', default: '0' }, 'replica-lag': { type: 'string' } };

/** What `npm start -- --replicas 1 --replica-lag 8s` asks of the backend. @param {string[]} args @throws Refusal for anything else */
export function replicaOptions(args) {
  try {
    const { values } = parseArgs({ args, options: REPLICAS });
    const replicas = Number(values.replicas);
    if (!Number.isInteger(replicas) || replicas < 0) throw new Error('--replicas needs a whole number');
    return {
      replicas,
      replicaLag: values['replica-lag'],
      readsPort: port('PAPERPLANE_READS_PORT', 54326),
    };
  } catch (error) {
    throw new Refusal(`${error.message}. Known: --replicas <n>, --replica-lag <time> (500ms, 8s).`);
  }
}

const LOGINS = [
  ['owner', 'owns the agency'],
  ['admin', 'manages everything'],
  ['agent', 'sells, sees own sales'],
  ['inactive', 'is locked out'],
  ['other', 'owns another agency'],
];

/** Says where everything is and who can sign in. */
export function printAddresses(
  url,
  { mailUrl, smtpUrl, bridgeUrl, apiUrl, readsUrl, backups: kept },
  started,
) {
  say();
  say(bold(`  Paperplane   ${url}`));
  say(`  Mail         ${mailUrl}   ${dim('(every mail the app sends)')}`);
  say(`  Mail in      ${smtpUrl}   ${dim('(to the address of a statement mailbox)')}`);
  say(`  Bank         ${bridgeUrl}   ${dim('(setup tokens of a bank to connect)')}`);
  say(`  API          ${apiUrl}`);
  if (readsUrl) say(`  Reads        ${readsUrl}   ${dim('(answered by replicas)')}`);
  say(`  Data         ${data}`);
  if (kept) say(`  Backups      ${kept}   ${dim('(one a day, the last seven)')}`);
  say();
  say(`  Demo logins, all with the password ${bold('paperplane-demo')}:`);
  for (const [name, who] of LOGINS) say(`    ${`${name}@demo.paperplane.test`.padEnd(34)}${dim(who)}`);
  say();
  say(dim(`  Started in ${duration(Date.now() - started)}. Ctrl-C stops it.`));
}

/** An error in words: ours say everything themselves, others show where they come from. */
export function inWords(error) {
  if (error.name === 'OutdatedDatabaseError') return `${error.message} ${wayOut(data)}`;
  const ours = [
    'Refusal',
    'AlreadyRunningError',
    'MigrationError',
    'DataFolderError',
    'BackupError',
    'TakeoutError',
  ].includes(error.name);
  if (error.syscall && error.path) return `${error.path} cannot be used: ${error.message}`;
  return ours ? error.message : String(error.stack ?? error);
}
