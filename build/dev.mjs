/**
 * `npm run dev`: the hot-reloading twin of `npm start`. `npm run dev -w mf-sales`: one remote alone, on a bare page that signs in by
 * itself (`?as=agent` for somebody else than the owner).
 */
import fs from 'node:fs';
import path from 'node:path';
import { endChildren } from './lib/children.mjs';
import { bold, dim, red, Refusal, say } from './lib/console.mjs';
import { data, HOST, inWords, printAddresses, productOptions, wantedPort } from './lib/options.mjs';
import { prepare, REPOSITORY } from './lib/prepare.mjs';

const REMOTES = ['mf-dashboard', 'mf-sales', 'mf-commissions', 'mf-directory'];
const started = Date.now();

let running = null;
let ending = null;

function end(code) {
  ending ??= (async () => {
    endChildren('SIGTERM');
    await running?.then((development) => development.stop()).catch(() => undefined);
    process.exit(code);
  })();
  return ending;
}

async function main() {
  const [only] = process.argv.slice(2);
  if (only && !REMOTES.includes(only))
    throw new Refusal(`There is no remote "${only}". Remotes: ${REMOTES.join(', ')}`);
  await prepare('npm run dev', { build: false });
  process.chdir(REPOSITORY);
  fs.mkdirSync(data, { recursive: true });
  const { register } = await import('tsx/esm/api');
  register();
  const { startDevelopment } = await import('./dev/run.ts');
  const url = `http://${HOST}:${wantedPort}`;
  say(bold(only ? `Starting ${only} alone` : 'Starting shell and remotes'));
  const onFatal = (error) => {
    say(red(error.message));
    void end(1);
  };
  running = startDevelopment({
    ...productOptions(url, onFatal),
    remotes: only ? [only] : REMOTES,
    alone: Boolean(only),
  });
  const development = await running;
  if (ending) return;
  printAddresses(url, development, started);
  say(dim(`  Sources are watched: ${only ? path.join(only, 'src') : 'shell, shared and all remotes'}.`));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));

main().catch((error) => {
  if (ending) return;
  say(red(inWords(error)));
  void end(1);
});
