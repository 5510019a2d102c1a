/**
 * `node build/test/measured.mjs <file> <arguments of Node>`: runs Node with these arguments, and writes into the file how many processor
 * seconds it took with all that it started; nothing where the system does not say (outside Linux).
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const [file, ...args] = process.argv.slice(2);
const TICKS_A_SECOND = 100;
const EVERY = 1000;

/** Of a process, behind its name in parentheses: parent, own ticks, those of children that were waited for, and when it began (proc(5)). */
function readStat(id) {
  const fields = fs.readFileSync(`/proc/${id}/stat`, 'utf8').split(') ').at(-1).split(' ').map(Number);
  return {
    parent: fields[1],
    own: fields[11] + fields[12],
    waited: fields[13] + fields[14],
    began: fields[19],
  };
}

function readAll() {
  const found = new Map();
  for (const id of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      found.set(Number(id), readStat(id));
    } catch {
      // It has just ended.
    }
  return found;
}

/** Ticks of each process that it has started, directly or not, as last seen: nobody waits for the parts of a browser that is ended. */
const seen = new Map();

function look() {
  const all = readAll();
  const isOurs = (id) => id === process.pid || (all.has(id) && isOurs(all.get(id).parent));
  for (const [id, { own, began }] of all)
    if (id !== process.pid && isOurs(id)) seen.set(`${id} ${began}`, own);
}

// A signal goes to the whole group: the program ends by itself, and is waited for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const child = spawn(process.execPath, args, { stdio: 'inherit' });
const looking = process.platform === 'linux' ? setInterval(look, EVERY) : undefined;
child.once('error', (error) => {
  clearInterval(looking);
  console.error(error.message);
  process.exitCode = 127;
});
child.once('close', (code) => {
  clearInterval(looking);
  process.exitCode = code ?? 1;
  if (process.platform !== 'linux') return;
  const ended = [...seen.values()].reduce((sum, ticks) => sum + ticks, 0);
  // What lived for less than a look is in the other sum.
  fs.writeFileSync(file, String(Math.max(ended, readStat('self').waited) / TICKS_A_SECOND));
});
