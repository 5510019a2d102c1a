import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { AuthSettings } from './auth/settings.js';
import { startBackend } from './backend.js';
import type { SeedHook } from './bootstrap/seed.js';
import { DataFolderError } from './instance/data-folder.js';
import { removeData } from './instance/remove-data.js';
import { catchUncaught } from './last-resort.js';
import { messageOf, type Log } from './log.js';
import type { Backend } from './options.js';

const USAGE = `Usage: npm run backend -- [options]
  --workdir <folder>        project that holds supabase/migrations (default: here)
  --data <folder>           where database and keys are kept (default: <workdir>/.paperplane)
  --begin-again             deletes everything in the data folder first
  --backups <folder>        keeps a backup a day there, the last seven
  --port <n>                API port (default 54321; 0 = any free one)
  --db-port <n>             PostgreSQL port (default 54322, or the next free one)
  --mail-port <n>           mail page port (default 54324)
  --replicas <n>            replicas that answer reads at an address of its own (default 0)
  --replica-lag <time>      how far they stay behind, such as 500ms or 8s (default 0)
  --reads-port <n>          port of that address (default 54326)
  --site-url <url>          where the application runs (default http://127.0.0.1:3000)
  --redirect-url <url>      one more place mails may lead to (repeatable)
  --deno <file>             Deno that runs functions (default: the one npm has installed; "off": none)
  --function-seconds <n>    how long a function may be silent (default 150)
  --seed <module>           module whose "seed" export fills a new database once
  --sign-in-limit <n>       failed sign-ins per e-mail in five minutes (default 30)
  --request-limit <n>       sign-ups, mails and verifications in five minutes (default 300)
  --mail-interval <s>       seconds between two mails of one kind to one user (default 1)
Environment: SUPABASE_PUBLISHABLE_KEY, SUPABASE_SECRET_KEY, SUPABASE_JWT_SECRET,
  SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASS, SMTP_FROM, PAPERPLANE_DEBUG`;

const log: Log = (message, level = 'info') => {
  if (level === 'debug' && !process.env.PAPERPLANE_DEBUG) return;
  process.stderr.write(`[backend] ${level === 'warn' ? 'Warning: ' : ''}${message}\n`);
};

function wholeNumber(name: string, value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 0)
    throw new Error(`--${name} needs a whole number, not "${value}"`);
  return number;
}

async function loadSeed(file: string): Promise<SeedHook> {
  const loaded = (await import(pathToFileURL(path.resolve(file)).href)) as { seed?: SeedHook };
  if (typeof loaded.seed !== 'function') throw new Error(`${file} exports no function "seed"`);
  return loaded.seed;
}

async function main(): Promise<void> {
  const text = { type: 'string' } as const;
  const many = { type: 'string', multiple: true } as const;
  const { values } = parseArgs({
    options: {
      workdir: { ...text, default: process.cwd() },
      data: text,
      'begin-again': { type: 'boolean' },
      backups: text,
      port: { ...text, default: '54321' },
      'db-port': { ...text, default: '54322' },
      'mail-port': { ...text, default: '54324' },
      replicas: { ...text, default: '0' },
      'replica-lag': text,
      'reads-port': { ...text, default: '54326' },
      'site-url': text,
      'redirect-url': many,
      deno: text,
      'function-seconds': text,
      seed: text,
      'sign-in-limit': text,
      'request-limit': text,
      'mail-interval': text,
      help: { type: 'boolean' },
    },
  });
  if (values.help) return void process.stdout.write(`${USAGE}\n`);

  let starting: Promise<Backend> | null = null;
  let ending = false;
  const end = async (code: number) => {
    if (ending) return;
    ending = true;
    // A signal in the middle of the start lets the start finish: nothing must be left half open.
    await starting?.then((backend) => backend.stop()).catch(() => undefined);
    process.exit(code);
  };
  catchUncaught(log, () => void end(1));
  process.on('SIGINT', () => void end(0));
  process.on('SIGTERM', () => void end(0));
  // Started by another program: end with it.
  if (process.send) process.on('disconnect', () => void end(0));

  const workdir = path.resolve(values.workdir);
  const dataDir = path.resolve(values.data ?? path.join(workdir, '.paperplane'));
  if (values['begin-again']) removeData(dataDir);
  const setting = (flag: 'sign-in-limit' | 'request-limit' | 'mail-interval', name: keyof AuthSettings) =>
    values[flag] === undefined ? {} : { [name]: wholeNumber(flag, values[flag]) };
  const started = performance.now();
  starting = startBackend({
    workdir,
    dataDir,
    port: wholeNumber('port', values.port),
    dbPort: wholeNumber('db-port', values['db-port']),
    mailPort: wholeNumber('mail-port', values['mail-port']),
    replicas: wholeNumber('replicas', values.replicas),
    replicaLag: values['replica-lag'],
    readsPort: wholeNumber('reads-port', values['reads-port']),
    siteUrl: values['site-url'],
    additionalRedirectUrls: values['redirect-url'] ?? [],
    auth: {
      ...setting('sign-in-limit', 'signInLimit'),
      ...setting('request-limit', 'requestLimit'),
      ...setting('mail-interval', 'maxFrequencySeconds'),
    },
    deno: values.deno,
    functionSeconds:
      values['function-seconds'] === undefined
        ? undefined
        : wholeNumber('function-seconds', values['function-seconds']),
    backups: values.backups && path.resolve(values.backups),
    seed: values.seed ? await loadSeed(values.seed) : undefined,
    log,
    onFatal: (error) => {
      log(`${error.message}. The backend has stopped.`, 'warn');
      void end(1);
    },
  });
  const { stop: _stop, ...facts } = await starting;
  if (ending) return;
  if (process.send) process.send({ type: 'ready', ...facts });
  process.stdout.write(
    `Backend ready in ${Math.round(performance.now() - started)} ms\n` +
      `  API URL          ${facts.apiUrl}\n` +
      (facts.readsUrl ? `  Reads            ${facts.readsUrl}\n` : '') +
      `  Publishable key  ${facts.publishableKey}\n` +
      `  Secret key       ${facts.secretKey}\n` +
      `  Mail             ${facts.mailUrl}\n` +
      `  Database         ${facts.dbUrl}\n`,
  );
}

main().catch((error: unknown) => {
  process.stderr.write(`[backend] ${messageOf(error)}\n`);
  const saysAll = error instanceof DataFolderError;
  const cause = error instanceof Error && error.cause && !saysAll ? messageOf(error.cause) : '';
  if (cause && !messageOf(error).includes(cause)) process.stderr.write(`[backend]   ${cause}\n`);
  if (process.send)
    process.send({ type: 'failed', message: messageOf(error) }, undefined, undefined, () => process.exit(1));
  else process.exit(1);
});
