/**
 * `npm run dev`: the hot-reloading twin of `npm start`. `npm run dev -w mf-sales`: the same for one remote's team: their remote and the shell
 * from the sources, the other remotes from their last build.
 */
import fs from 'node:fs';
import path from 'node:path';
import { endChildren } from './lib/children.mjs';
import { bold, dim, red, Refusal, say } from './lib/console.mjs';
import { data, HOST, inWords, printAddresses, productOptions, wantedPort } from './lib/options.mjs';
import { buildOnly, prepare, REPOSITORY } from './lib/prepare.mjs';
import { remoteFolders } from './lib/workspace.mjs';

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

/** Builds, beside everything else, the remotes that have never been built; their tabs work from then on. */
async function buildMissing(folders) {
  const missing = folders.filter(
    (folder) => !fs.existsSync(path.join(REPOSITORY, folder, 'dist/pointer.json')),
  );
  if (missing.length === 0) return;
  say(dim(`  ${missing.join(', ')} without a build yet: building meanwhile.`));
  await buildOnly('npm run dev', missing);
  say(dim(`  ${missing.join(', ')} built: "Try again" or a reload shows them.`));
}

async function main() {
  const [only] = process.argv.slice(2);
  const all = remoteFolders(REPOSITORY);
  if (only && !all.includes(only))
    throw new Refusal(`There is no remote "${only}". Remotes: ${all.join(', ')}`);
  const others = only ? all.filter((folder) => folder !== only) : [];
  if (process.env.PAPERPLANE_PREPARED !== '1') await prepare('npm run dev', { build: false });
  process.chdir(REPOSITORY);
  fs.mkdirSync(data, { recursive: true });
  const { register } = await import('tsx/esm/api');
  register();
  const { startDevelopment } = await import('./dev/run.ts');
  const url = `http://${HOST}:${wantedPort}`;
  say(bold(only ? `Starting ${only} in the shell` : 'Starting shell and remotes'));
  const onFatal = (error) => {
    say(red(error.message));
    void end(1);
  };
  running = startDevelopment({
    ...productOptions(url, onFatal),
    remotes: only ? [only] : all,
    built: others,
  });
  const development = await running;
  if (ending) return;
  printAddresses(url, development, started);
  say(dim(`  Sources are watched: shell, shared and ${only ?? 'all remotes'}.`));
  await buildMissing(others).catch((error) => {
    if (!ending) say(red(inWords(error)));
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => void end(0));

main().catch((error) => {
  if (ending) return;
  say(red(inWords(error)));
  void end(1);
});
