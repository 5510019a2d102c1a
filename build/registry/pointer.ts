import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Compilation } from 'webpack';
import type { RemoteManifest } from '@paperplane/shared/platform';
import { inMatchOrder } from './route-order';
import { CONTRACT } from '../../shared/src/platform/contract';
import type { Assets, Hashes, Pointer, ShellPointer } from './types';

const listFiles = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(directory, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    )
    .sort();

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex');

/** Hash of every file of a folder, by relative path. */
export const hashFolder = (directory: string): Hashes =>
  Object.fromEntries(
    listFiles(directory).map((file) => [file, sha256(readFileSync(path.join(directory, file)))]),
  );

/** What browsers load of a remote, and refuse when it is anything else. */
const LOADED = /\.(js|css)$|^mf-manifest\.json$/;

/** The hashes as browsers want them. */
const integrityOf = (hashes: Hashes): Record<string, string> =>
  Object.fromEntries(
    Object.entries(hashes)
      .filter(([file]) => LOADED.test(file))
      .map(([file, hash]) => [file, `sha256-${Buffer.from(hash, 'hex').toString('base64')}`]),
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

/** The card chunks by the card's name. */
function cardAssets(compilation: Compilation, manifest: RemoteManifest): Record<string, Assets> {
  return Object.fromEntries(
    (manifest.slots ?? []).map(({ card }) => {
      const assets = filesOf(compilation, `card-${card}`);
      if (!assets) {
        throw new Error(
          `${manifest.name}: card "${card}" of the manifest has no chunk of its own. In src/remote.ts write ` +
            `() => import(/* webpackChunkName: "card-${card}" */ './...')`,
        );
      }
      return [card, assets];
    }),
  );
}

function sharedAssets(compilation: Compilation, name: string): Assets {
  const container = compilation.entrypoints.get(name)?.getFiles() ?? [];
  const exposed = filesOf(compilation, '__federation_expose_remote');
  if (container.length === 0 || !exposed) throw new Error(`${name}: the container exposes no ./remote`);
  return { js: [...container.filter((file) => file.endsWith('.js')), ...exposed.js], css: exposed.css };
}

/** The package's version, and what tells two builds of it apart. */
const versionOf = (packageVersion: string, content: unknown) =>
  `${packageVersion}-${sha256(JSON.stringify(content)).slice(0, 10)}`;

/**
 * Describes a finished build of the shell.
 * @param folder the site it consists of, not compressed yet
 */
export function makeShellPointer(folder: string, packageVersion: string): ShellPointer {
  const hashes = hashFolder(folder);
  return { name: 'shell', version: versionOf(packageVersion, hashes), contract: CONTRACT, hashes };
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
  const version = versionOf(packageVersion, [hashes, manifest]);
  const pointer: Pointer = {
    ...manifest,
    version,
    routes: inMatchOrder(manifest.routes),
    url: `/remotes/${manifest.name}/${version}/`,
    entry: 'mf-manifest.json',
    assets: sharedAssets(compilation, manifest.name),
    pages: pageAssets(compilation, manifest),
    cards: cardAssets(compilation, manifest),
    integrity: integrityOf(hashes),
    hashes,
  };
  writeFileSync(path.join(folder, 'pointer.json'), JSON.stringify(pointer, null, 2));
  return pointer;
}
