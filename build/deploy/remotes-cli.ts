/** `npm run remotes -- …`: list versions, roll back, stage a version for some browsers, promote it, watch it. */
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { allStates, compareRegistry } from './assemble';
import { versionsOf } from './deploy-remote';
import { promote, publish, rollBack, stage, unstage } from './rollout';
import type { Storage } from './storage';
import { folderOf, openTarget } from './target';
import { readReports, watchOnce } from './watch';

const USAGE = `Usage: npm run remotes -- <command> [--at <target>]
  list [name]                            the remotes and the shell, their versions, which is current and which is staged
  rollback <name> [version]              go back to the version before, or to any earlier one; the name may be shell
  stage <name> <version> --percent <n>   give a version to some browsers only; each keeps what it got. 0 takes it away
  promote <name>                         give the staged version to everybody
  watch                                  switch back what browsers cannot load, until Ctrl-C
    --errors <file|url>   where the reports are: load-errors.jsonl beside the folder without
    --threshold <5>       so many load errors of a version within --window <10> minutes are too many
    --trial <60>          for how many minutes after its deployment a version is watched
    --every <15>          seconds between two looks       --once   look once and end
  assemble                               write remotes.json from the pointers again, and the shell's page
  --at <target>     a folder (.paperplane/site without), or s3://bucket/prefix; PAPERPLANE_TARGET says it as well
  --dry-run         say what would be written, write nothing
  --break-contract  go on although the target would refuse it
  --endpoint <url>, --plain   as for npm run deploy`;

const OPTIONS = {
  at: { type: 'string', default: process.env['PAPERPLANE_TARGET'] ?? '.paperplane/site' },
  percent: { type: 'string' },
  endpoint: { type: 'string' },
  errors: { type: 'string' },
  threshold: { type: 'string', default: '5' },
  window: { type: 'string', default: '10' },
  trial: { type: 'string', default: '60' },
  every: { type: 'string', default: '15' },
  once: { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  'break-contract': { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>['values'];
const parse = () => parseArgs({ allowPositionals: true, options: OPTIONS });
const say = (line: string) => console.log(line);

/** `mf-sales` and `mf_sales` are the same remote. */
const remoteName = (name: string) => name.replaceAll('-', '_');

async function list(storage: Storage, only: string): Promise<void> {
  const names = only ? [only] : ['shell', ...(await storage.folders('remotes'))];
  for (const name of names) {
    const versions = await versionsOf(storage, name);
    say(`${name}${versions.length > 0 ? '' : ': nothing deployed'}`);
    for (const { version, current, percent, since } of versions) {
      const share = percent ? `  staged for ${percent}% of the browsers` : '';
      say(`  ${current ? '*' : ' '} ${version}${share}${since && `  since ${since.slice(0, 16)}`}`);
    }
  }
  if (!(await compareRegistry(storage)).matches)
    say(
      'remotes.json does not match: a deployment is under way, or broke off; npm run remotes -- assemble finishes it',
    );
}

async function change(storage: Storage, positionals: string[], values: Values): Promise<string> {
  const [command, given = '', version] = positionals;
  const name = remoteName(given);
  const options = { breakContract: values['break-contract'] };
  if (command === 'assemble') return `${(await allStates(storage)).length} remotes`;
  if (!name) throw new Error(USAGE);
  if (command === 'rollback') return `${name} ${await rollBack(storage, name, version, options)} is current`;
  if (command === 'promote') return `${name} ${await promote(storage, name)} is current`;
  if (command === 'stage' && values.percent !== undefined) {
    const percent = Number(values.percent);
    if (percent === 0) await unstage(storage, name);
    else if (version) await stage(storage, name, version, percent, options);
    else throw new Error(USAGE);
    return `${name} ${version ?? ''} is staged for ${percent}% of the browsers`;
  }
  throw new Error(USAGE);
}

const MINUTE = 60_000;

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0)) throw new Error(`--${name} is a number above 0.\n${USAGE}`);
  return value;
}

/** Polls until it is stopped; a failed poll is reported and repeated. */
async function watch(storage: Storage, values: Values): Promise<void> {
  const { at, errors, once } = values;
  if (!errors && at.includes('://'))
    throw new Error(`Where are the reports? --errors names a file or an address.\n${USAGE}`);
  const source = errors ?? path.join(path.dirname(folderOf(at)), 'load-errors.jsonl');
  const rules = {
    threshold: numberOf('threshold', values.threshold),
    window: numberOf('window', values.window) * MINUTE,
    trial: numberOf('trial', values.trial) * MINUTE,
  };
  const pause = numberOf('every', values.every) * 1000;
  say(`Watching ${storage.name} by ${source}`);
  for (;;) {
    try {
      await watchOnce(storage, await readReports(source), rules, (line) =>
        say(`${new Date().toISOString()} ${line}`),
      );
    } catch (error) {
      if (once) throw error;
      console.error(`${new Date().toISOString()} ${error instanceof Error ? error.message : String(error)}`);
    }
    if (once) return;
    await sleep(pause);
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parse();
  const { endpoint, plain, 'dry-run': dry } = values;
  const storage = await openTarget(values.at, { endpoint, plain, dryRun: dry, say });
  if (positionals[0] === 'list') return list(storage, remoteName(positionals[1] ?? ''));
  if (positionals[0] === 'watch') return watch(storage, values);
  const done = await change(storage, positionals, values);
  await publish(storage);
  say(done);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
