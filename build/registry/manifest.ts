import { readFileSync } from 'node:fs';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import type { RemoteManifest } from '@paperplane/shared/platform';

/**
 * What a module of the app exports, as data.
 * Only what it really uses is kept of its imports, so no browser code runs here.
 */
export async function readExports<T>(file: string): Promise<Partial<T>> {
  const bundle = await build({
    entryPoints: [file],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    treeShaking: true,
    logLevel: 'error',
  });
  const module = { exports: {} as Partial<T> };
  runInNewContext(bundle.outputFiles[0]?.text ?? '', { module, exports: module.exports });
  return module.exports;
}

/**
 * Reads a remote's `src/manifest.ts`.
 * @param directory the remote's folder
 * @throws Error when the file does not export `manifest`
 */
export async function readManifest(directory: string): Promise<RemoteManifest> {
  const { manifest } = await readExports<{ manifest: RemoteManifest }>(
    path.join(directory, 'src/manifest.ts'),
  );
  if (!manifest) throw new Error(`${path.basename(directory)}/src/manifest.ts exports no manifest`);
  return manifest;
}

/** The version in a package's package.json. */
export function packageVersion(directory: string): string {
  const { version } = JSON.parse(readFileSync(path.join(directory, 'package.json'), 'utf8')) as {
    version: string;
  };
  return version;
}
