/** `npm run build` of shell and remotes: webpack, then precompressed files, and for a remote its version folder and pointer. */
import { readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack, { type Compilation, type Configuration } from 'webpack';
import { compressFolder } from './compress';
import { writeNotices } from './notices';
import { packageVersion, readManifest } from './registry/manifest';
import { makePointer, makeShellPointer } from './registry/pointer';
import { modulesOf } from './webpack/modules';

const requireHere = createRequire(import.meta.url);

/** Runs webpack once. @throws Error with all of webpack's messages */
function compile(configuration: Configuration): Promise<Compilation> {
  return new Promise((resolve, reject) => {
    webpack(configuration, (error, stats) => {
      if (error) return reject(error);
      if (!stats || stats.hasErrors())
        return reject(new Error(stats?.toString('errors-only') ?? 'no result'));
      if (stats.hasWarnings()) console.warn(stats.toString('errors-warnings'));
      return resolve(stats.compilation);
    });
  });
}

/** Replaces what lies at `target`; a failed build leaves the last good one in its place. */
function moveOver(source: string, target: string): void {
  rmSync(target, { recursive: true, force: true });
  renameSync(source, target);
}

/** Removes earlier builds, and what builds that were killed have left behind; one that is under way stays. */
function removeOthers(dist: string, keep: string[]): void {
  for (const name of readdirSync(dist).filter((other) => !keep.includes(other))) {
    const entry = path.join(dist, name);
    const age = Date.now() - (statSync(entry, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (!name.startsWith('next-') || age > 600_000) rmSync(entry, { recursive: true, force: true });
  }
}

async function bundle(directory: string): Promise<void> {
  const dist = path.join(directory, 'dist');
  // A name of its own: two builds of one checkout must not mix their files.
  const next = path.join(dist, `next-${process.pid}`);
  const configuration = requireHere(path.join(directory, 'webpack.config.js')) as Configuration;
  const compilation = await compile({ ...configuration, output: { ...configuration.output, path: next } });
  const modules = modulesOf(compilation, path.dirname(directory));
  const consistsOf = JSON.stringify(modules);
  writeNotices(directory, next, modules);
  if (path.basename(directory) === 'shell') {
    const shell = makeShellPointer(next, packageVersion(directory));
    await compressFolder(next);
    moveOver(next, path.join(dist, 'site'));
    writeFileSync(path.join(dist, 'pointer.json'), JSON.stringify(shell, null, 2));
    writeFileSync(path.join(dist, 'modules.json'), consistsOf);
    removeOthers(dist, ['site', 'pointer.json', 'modules.json']);
    console.log(`shell ${shell.version}`);
    return;
  }
  const manifest = await readManifest(directory);
  const pointer = makePointer(next, compilation, manifest, packageVersion(directory));
  await compressFolder(next);
  moveOver(next, path.join(dist, pointer.version));
  writeFileSync(path.join(dist, 'pointer.json'), JSON.stringify(pointer, null, 2));
  writeFileSync(path.join(dist, 'modules.json'), consistsOf);
  removeOthers(dist, [pointer.version, 'pointer.json', 'modules.json']);
  console.log(`${pointer.name} ${pointer.version}`);
}

bundle(process.cwd()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
