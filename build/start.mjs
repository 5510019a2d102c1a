/** `npm start`: installs what is missing, builds what is stale, starts everything, says where it is. Ctrl-C stops it. */
import http from 'node:http';
import { mayBeginAgain } from './lib/begin-again.mjs';
import { endChildren } from './lib/children.mjs';
import { bold, red, Refusal, say } from './lib/console.mjs';
import {
  backups,
  data,
  HOST,
  inWords,
  printAddresses,
  productOptions,
  replicaOptions,
  wantedPort,
} from './lib/options.mjs';
import { checkNode, prepare } from './lib/prepare.mjs';

const WHO = '/.well-known/paperplane';
const started = Date.now();
const me = { name: 'paperplane', pid: process.pid, startedAt: new Date(started).toISOString() };

const STARTING = `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="1"><title>Paperplane is starting</title>
<body style="font:16px system-ui;display:grid;place-items:center;min-height:90vh"><p>Paperplane is starting …</p></body></html>`;

/** What answers requests: first "starting", then the product. */
let listener = (_request, response) => {
  response.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8', 'Retry-After': '1' });
  response.end(STARTING);
};

/** False for a request under another name: a page elsewhere may have bent its name to this machine (DNS rebinding). */
const isAddressed = ({ headers }) =>
  [HOST, 'localhost'].some((name) => headers.host === `${name}:${server.address()?.port}`);

const server = http.createServer((request, response) => {
  if (request.url !== WHO || !isAddressed(request)) return listener(request, response);
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(me));
});

/** Who holds the port, in words. */
async function holder() {
  try {
    const answer = await fetch(`http://${HOST}:${wantedPort}${WHO}`, { signal: AbortSignal.timeout(2000) });
    const other = await answer.json();
    if (other.name === 'paperplane') {
      return `Paperplane is already running: process ${other.pid}, started ${other.startedAt}. Open http://${HOST}:${wantedPort}, or stop that one first.`;
    }
  } catch {
    // Another program, then.
  }
  return `Port ${wantedPort} is used by another program. Stop it, or choose another port: PAPERPLANE_PORT=3001 npm start`;
}

/** Takes the port before anything else: of two starts at once, one gets it. */
function listen() {
  return new Promise((resolve, reject) => {
    server.once('error', async (error) => {
      reject(error.code === 'EADDRINUSE' ? new Refusal(await holder()) : error);
    });
    server.listen(wantedPort, HOST, () => resolve(`http://${HOST}:${server.address().port}`));
  });
}

let running = null;
let ending = null;

/** Stops everything in the right order, once. */
function end(code) {
  ending ??= (async () => {
    endChildren('SIGTERM');
    server.close();
    server.closeAllConnections();
    // A start that is under way is let finish: nothing may be left half open.
    await running?.then((product) => product.stop()).catch(() => undefined);
    process.exit(code);
  })();
  return ending;
}

function stopOn(signal) {
  process.on(signal, () => {
    if (!ending) say('\nStopping …');
    void end(0);
  });
}

/** Starts the product; over data of another version only when that may be deleted. */
async function startProduct(options) {
  const { startEverything } = await import('./serve/run.ts');
  try {
    return await startEverything(options);
  } catch (error) {
    if (error.name !== 'OutdatedDatabaseError' || !(await mayBeginAgain(error, data))) throw error;
    const { removeData } = await import('../supabase/local/src/index.ts');
    removeData(data);
    return await startEverything(options);
  }
}

async function main() {
  checkNode();
  const replicas = replicaOptions(process.argv.slice(2));
  const url = await listen();
  if (process.env.PAPERPLANE_PREPARED !== '1') await prepare('npm start');
  if (ending) return;
  // The rest is TypeScript; only now is what runs it installed.
  const { register } = await import('tsx/esm/api');
  register();
  say(bold('Starting'));
  const onFatal = (error) => {
    say(red(`${error.message}. Everything has been stopped; start again with npm start.`));
    void end(1);
  };
  running = startProduct({ ...productOptions(url, onFatal), ...replicas, backups });
  const product = await running;
  if (ending) return;
  listener = product.listener;
  printAddresses(url, { ...product, backups }, started);
  // To a test that started it: a pipe between the two, which nobody else reads.
  process.send?.({
    type: 'ready',
    url,
    apiUrl: product.apiUrl,
    readsUrl: product.readsUrl,
    replicaUrls: product.replicaUrls,
    mailUrl: product.mailUrl,
    smtpUrl: product.smtpUrl,
    bridgeUrl: product.bridgeUrl,
    publishableKey: product.publishableKey,
    dbUrl: product.dbUrl,
    jwtSecret: product.jwtSecret,
    site: product.site,
  });
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) stopOn(signal);
// Started by a test: end with it.
if (process.send) process.on('disconnect', () => void end(0));

main().catch((error) => {
  if (ending) return;
  say(red(inWords(error)));
  void end(1);
});
