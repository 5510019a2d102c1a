/**
 * `node build/test/measured.mjs <file> <arguments of Node>`: runs Node with these arguments, and writes into the file how many processor
 * seconds it took with all that it started; nothing where the system does not say (outside Linux).
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';

const [file, ...args] = process.argv.slice(2);
const TICKS_A_SECOND = 100;

// A signal goes to the whole group: the program ends by itself, and is waited for.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
const child = spawn(process.execPath, args, { stdio: 'inherit' });
child.once('error', (error) => {
  console.error(error.message);
  process.exitCode = 127;
});
child.once('close', (code) => {
  process.exitCode = code ?? 1;
  if (process.platform !== 'linux') return;
  // Behind the name in parentheses; user and system time of children that have ended (proc(5), cutime and cstime).
  const fields = fs.readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1).split(' ');
  fs.writeFileSync(file, String((Number(fields[13]) + Number(fields[14])) / TICKS_A_SECOND));
});
