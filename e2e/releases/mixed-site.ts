import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Pointer, Registry, RegistryEntry } from '../../build/registry/types';
import { stack } from '../support/environment';
import { readRelease, unpackPart, type Release } from './packed-release';

export type Age = 'previous' | 'current';
/** Which release each part of a site is of. */
export interface Mix {
  shell: Age;
  remotes: Readonly<Record<string, Age>>;
}

const FILE = path.join(path.dirname(fileURLToPath(import.meta.url)), 'previous.release');
let known: Release | undefined;

/** The release before this one. */
export const previousRelease = (): Release => (known ??= readRelease(FILE));

/** `mf_sales` -> `mf-sales`, as releases name their parts. */
const partOf = (name: string) => name.replaceAll('_', '-');

/** Adds a remote of the previous release beside what is there. @returns its line in the registry */
function addPrevious(site: string, name: string): RegistryEntry {
  const unpacked = path.join(site, '.previous', name);
  unpackPart(previousRelease(), partOf(name), unpacked);
  const text = fs.readFileSync(path.join(unpacked, 'pointer.json'), 'utf8');
  const { hashes: _hashes, ...entry } = JSON.parse(text) as Pointer;
  const home = path.join(site, 'remotes', name);
  if (!fs.existsSync(path.join(home, entry.version)))
    fs.cpSync(path.join(unpacked, entry.version), path.join(home, entry.version), { recursive: true });
  return entry;
}

/** The previous shell in place of the current one: its page and its worker; hashed files stay beside each other. */
function putPreviousShell(site: string): void {
  for (const name of fs.readdirSync(site).filter((file) => /^(index\.html|sw\.js)/.test(file)))
    fs.rmSync(path.join(site, name));
  const release = previousRelease();
  // Later releases keep their shell's description beside its site.
  const inside = [...release.files.keys()].some((name) => name.startsWith('shell/site/'));
  unpackPart(release, inside ? 'shell/site' : 'shell', site);
}

/** Puts a site together from two releases, over the running product's backend. */
export const mixedSite =
  ({ shell, remotes }: Mix) =>
  (site: string): void => {
    fs.cpSync(stack().site, site, { recursive: true });
    const file = path.join(site, 'remotes.json');
    const registry = JSON.parse(fs.readFileSync(file, 'utf8')) as Registry;
    const mixed = registry.remotes.map((entry) =>
      remotes[entry.name] === 'previous' ? addPrevious(site, entry.name) : entry,
    );
    for (const end of ['', '.br', '.gz']) fs.rmSync(file + end, { force: true });
    fs.writeFileSync(file, JSON.stringify({ remotes: mixed }));
    if (shell === 'previous') putPreviousShell(site);
  };
