import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Compilation } from 'webpack';
import type { RemoteManifest } from '@paperplane/shared/platform';
import { inMatchOrder } from './route-order';
import type { Assets, Pointer } from './types';

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    )
    .sort();

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** Hash of every file of a folder, by relative path. */
export const hashFolder = (directory: string): Record<string, string> =>
  Object.fromEntries(
    listFiles(directory).map((file) => [file, sha256(readFileSync(path.join(directory, file)))]),
  );

function filesOf(compilation: Compilation, group: string): Assets | null {
  const files = compilation.namedChunkGroups.get(group)?.getFiles();
  if (!files) return null;
  const ending = (end: string) => files.filter((file) => file.endsWith(end));
  return { js: ending('.js'), css: ending('.css') };
}

/** The page chunks by the page's name; a page without one is a mistake that would only show as a slower first view. */
function pageAssets(compilation: Compilation, manifest: RemoteManifest): Record<string, Assets> {
  const pages = new Set(manifest.routes.map(({ page }) => page));
  return Object.fromEntries(
    [...pages].map((page) => {
      const assets = filesOf(compilation, page);
      if (!assets) {
        throw new Error(
          `${manifest.name}: page "${page}" of the manifest has no chunk of its own. In src/remote.ts write ` +
            `() => import(/* webpackChunkName: "${page}" */ './...')`,
        );
      }
      return [page, assets];
    }),
  );
}

function sharedAssets(compilation: Compilation, name: string): Assets {
  const container = compilation.entrypoints.get(name)?.getFiles() ?? [];
  const exposed = filesOf(compilation, '__federation_expose_remote');
  if (container.length === 0 || !exposed) throw new Error(`${name}: the container exposes no ./remote`);
  if (exposed.css.length === 0) throw new Error(`${name}: src/remote.ts must import './remote.css'`);
  return { js: [...container.filter((file) => file.endsWith('.js')), ...exposed.js], css: exposed.css };
}

/**
 * Describes a finished build: its version (package version and content hash), what it consists of, what its manifest says.
 * @param folder the build's output; the pointer is written into it as well, so that a deployed version can be rolled back to
 */
export function makePointer(
  folder: string,
  compilation: Compilation,
  manifest: RemoteManifest,
  packageVersion: string,
): Pointer {
  const hashes = hashFolder(folder);
  const version = `${packageVersion}-${sha256(JSON.stringify([hashes, manifest])).slice(0, 10)}`;
  const pointer: Pointer = {
    ...manifest,
    version,
    routes: inMatchOrder(manifest.routes),
    url: `/remotes/${manifest.name}/${version}/`,
    entry: 'mf-manifest.json',
    assets: sharedAssets(compilation, manifest.name),
    pages: pageAssets(compilation, manifest),
    hashes,
  };
  writeFileSync(path.join(folder, 'pointer.json'), JSON.stringify(pointer, null, 2));
  return pointer;
}
