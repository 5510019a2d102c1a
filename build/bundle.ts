/** `npm run build` of shell and remotes: webpack, then precompressed files, and for a remote its version folder and pointer. */
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import webpack, { type Compilation, type Configuration } from 'webpack';
import { compressFolder } from './compress';
import { packageVersion, readManifest } from './registry/manifest';
import { writePointer } from './registry/pointer';

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

async function bundle(directory: string): Promise<void> {
  const dist = path.join(directory, 'dist');
  rmSync(dist, { recursive: true, force: true });
  const configuration = requireHere(path.join(directory, 'webpack.config.js')) as Configuration;
  const compilation = await compile(configuration);
  if (path.basename(directory) === 'shell') {
    await compressFolder(dist);
    return;
  }
  const manifest = await readManifest(directory);
  const pointer = writePointer(dist, compilation, manifest, packageVersion(directory));
  await compressFolder(path.join(dist, pointer.version));
  console.log(`${pointer.name} ${pointer.version}`);
}

bundle(process.cwd()).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
