/** `npm run release:pack`: keeps the builds of this checkout as the previous release; see README.md beside it. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { remoteFolders } from '../../build/lib/workspace.mjs';
import { readManifest } from '../../build/registry/manifest';
import { packRelease } from './packed-release';

async function main(): Promise<void> {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const repository = path.resolve(here, '../..');
  const remotes = remoteFolders(repository);
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], {
    cwd: repository,
    encoding: 'utf8',
  }).trim();
  const { contract } = await readManifest(path.join(repository, remotes[0] ?? ''));
  const packed = packRelease(repository, remotes, { commit, contract });
  fs.writeFileSync(path.join(here, 'previous.release'), packed);
  console.log(
    `${commit}, contract ${contract.major}.${contract.minor}: shell, ${remotes.join(', ')}, ${Math.round(packed.length / 1000)} kB`,
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
