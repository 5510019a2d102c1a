/** `npm run deploy -w mf-sales -- --to <target>`: one remote or the shell; from the root, all of them. */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { remoteFolders } from '../lib/workspace.mjs';
import { assemble } from './assemble';
import { remoteProblem, setProblem, shellProblem } from './contract-check';
import { readBuild, switchRemote, uploadRemote } from './deploy-remote';
import { switchShell, uploadShell } from './deploy-shell';
import { buildPart, REPOSITORY, testPart } from './prepare-part';
import { publish, stage } from './rollout';
import type { Storage } from './storage';
import { openTarget } from './target';
import type { Pointer, ShellPointer } from '../registry/types';

const USAGE = `Usage: npm run deploy -w <package> -- --to <target>      one remote, or the shell; also from its folder
       npm run deploy -- --to <target>                   the shell and all remotes
  --to <target>       a folder, or s3://bucket/prefix; PAPERPLANE_TARGET says it as well
  --percent <n>       give the version to some browsers only; 0 uploads it for nobody (npm run remotes -- stage)
  --dry-run           say what would be written, write nothing
  --from <folder>     a build that is there already, such as a kept release: the package's dist; no build, no tests
  --no-build          take the last build       --no-test    leave its tests out
  --break-contract    deploy what the target would refuse, or what would refuse the target's remotes
  --endpoint <url>    an S3-compatible service other than AWS (AWS_ENDPOINT_URL_S3); region and keys come from the environment
  --plain             store texts uncompressed, where a CDN compresses them`;

const OPTIONS = {
  to: { type: 'string', default: process.env['PAPERPLANE_TARGET'] ?? '' },
  percent: { type: 'string' },
  from: { type: 'string' },
  endpoint: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  'no-build': { type: 'boolean', default: false },
  'no-test': { type: 'boolean', default: false },
  'break-contract': { type: 'boolean', default: false },
  plain: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

type Values = ReturnType<typeof parse>;
const parse = () => parseArgs({ options: OPTIONS }).values;
const say = (line: string) => console.log(line);

/** The packages to deploy, by the folder npm runs us in. */
function partsHere(): string[] {
  const part = path.relative(REPOSITORY, process.cwd());
  const remotes = remoteFolders(REPOSITORY);
  if (part === '') return ['shell', ...remotes];
  if (part === 'shell' || remotes.includes(part)) return [part];
  throw new Error(`${part} is no remote and not the shell.\n${USAGE}`);
}

const distOf = (part: string, { from }: Values): string =>
  from ? path.resolve(process.env['INIT_CWD'] ?? '', from) : path.join(REPOSITORY, part, 'dist');

function refuse(problem: string | null, values: Values): void {
  if (!problem) return;
  if (!values['break-contract'])
    throw new Error(`${problem}.\nNothing has been switched. --break-contract goes on.`);
  say(`  ${problem}; going on, as --break-contract says`);
}

async function deployOne(storage: Storage, part: string, values: Values): Promise<void> {
  const dist = distOf(part, values);
  if (part === 'shell') {
    refuse(await shellProblem(storage, readBuild<ShellPointer>(dist)), values);
    const pointer = await uploadShell(storage, dist, say);
    await switchShell(storage, pointer);
    say(`  shell ${pointer.version} is current`);
    return;
  }
  refuse(await remoteProblem(storage, readBuild<Pointer>(dist)), values);
  const { name, version, ...pointer } = await uploadRemote(storage, dist, say);
  if (values.percent === undefined) await switchRemote(storage, { name, version, ...pointer });
  else if (Number(values.percent) !== 0) await stage(storage, name, version, Number(values.percent));
  await assemble(storage);
  const share =
    values.percent === undefined ? 'is current' : `is there for ${values.percent}% of the browsers`;
  say(`  ${name} ${version} ${share}`);
}

/** All of them fit each other, so they are looked at together: the shell first, which refuses nothing that is older than itself. */
async function deployAll(storage: Storage, parts: string[], values: Values): Promise<void> {
  const shell = readBuild<ShellPointer>(distOf('shell', values));
  const remotes = parts.filter((part) => part !== 'shell').map((part) => distOf(part, values));
  refuse(
    setProblem(
      shell,
      remotes.map((dist) => readBuild<Pointer>(dist)),
    ),
    values,
  );
  const uploaded: Pointer[] = [];
  for (const dist of remotes) uploaded.push(await uploadRemote(storage, dist, say));
  const pointer = await uploadShell(storage, distOf('shell', values), say);
  await switchShell(storage, pointer);
  for (const remote of uploaded) await switchRemote(storage, remote);
  await publish(storage);
  for (const { name, version } of [pointer, ...uploaded]) say(`  ${name} ${version} is current`);
}

async function main(): Promise<void> {
  const values = parse();
  if (values.help) return say(USAGE);
  if (!values.to) throw new Error(`Where to? --to names a folder or a bucket.\n${USAGE}`);
  const parts = partsHere();
  if (parts.length > 1 && (values.from || values.percent))
    throw new Error('--from and --percent are for one package: npm run deploy -w <package>');
  const [first = ''] = parts;
  if (first === 'shell' && values.percent)
    throw new Error('The shell is one page for everybody: only remotes can be staged');
  const { endpoint, plain, 'dry-run': dry } = values;
  const storage = await openTarget(values.to, { endpoint, plain, dryRun: dry, say });
  say(`Deploying ${parts.join(', ')} to ${storage.name}${dry ? ' (dry run: nothing is written)' : ''}`);
  if (!values.from && !values['no-build']) await buildPart(parts, say);
  if (!values.from && !values['no-test']) await testPart(parts, say);
  if (parts.length === 1) await deployOne(storage, first, values);
  else await deployAll(storage, parts, values);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
