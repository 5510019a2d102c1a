/** Finished builds for tests, as `npm run build` leaves them. */
import { CONTRACT } from '../../../shared/src/platform/contract';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Hashes, Pointer, Registry, ShellPointer } from '../../registry/types';
import type { Storage } from '../storage';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function writeAll(folder: string, files: Record<string, string>): Hashes {
  for (const [file, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  }
  return Object.fromEntries(Object.entries(files).map(([file, text]) => [file, sha256(text)]));
}

/** @returns the `dist` of a remote's build */
export function buildRemote(
  home: string,
  name: `mf_${string}`,
  version: string,
  change: Partial<Pointer> = {},
): string {
  const dist = path.join(home, `${name} ${version}`);
  const hashes = writeAll(path.join(dist, version), {
    'mf-manifest.json': `{"of":"${version}"}`,
    'remoteEntry.1.js': `entry of ${version}`,
    'js/list.1.js': `list of ${version}${' '.repeat(1000)}`,
    'css/styles.1.css': `.${name} { }`,
  });
  const pointer: Pointer = {
    name,
    version,
    contract: CONTRACT,
    routes: [{ path: `/${name.slice(3)}`, page: 'list', title: 'List', access: 'user' }],
    url: `/remotes/${name}/${version}/`,
    entry: 'mf-manifest.json',
    assets: { js: ['remoteEntry.1.js'], css: ['css/styles.1.css'] },
    pages: { list: { js: ['js/list.1.js'], css: [] } },
    hashes,
    ...change,
  };
  fs.writeFileSync(path.join(dist, 'pointer.json'), JSON.stringify(pointer));
  return dist;
}

/** @returns the `dist` of a build of the shell */
export function buildShell(home: string, version: string, change: Partial<ShellPointer> = {}): string {
  const dist = path.join(home, `shell ${version}`);
  const hashes = writeAll(path.join(dist, 'site'), {
    [`js/main.${version}.js`]: `app ${version}`,
    'index.html': `<html>${version}${' '.repeat(1000)}`,
    'sw.js': `worker ${version}`,
    'manifest.webmanifest': '{}',
    'icons/a.svg': '<svg/>',
  });
  const pointer: ShellPointer = { name: 'shell', version, contract: CONTRACT, hashes, ...change };
  fs.writeFileSync(path.join(dist, 'pointer.json'), JSON.stringify(pointer));
  return dist;
}

/** What a browser would read. */
export async function textOf(storage: Storage, key: string): Promise<string | undefined> {
  return (await storage.read(key))?.content.toString();
}

export async function registryOf(storage: Storage): Promise<Registry> {
  return JSON.parse((await textOf(storage, 'remotes.json')) ?? '{"remotes":[]}') as Registry;
}

/** `mf_sales 2`, for every remote of the registry. */
export async function listed(storage: Storage): Promise<string[]> {
  return (await registryOf(storage)).remotes.map(({ name, version }) => `${name} ${version}`);
}
