/**
 * The folder a web server serves: the shell, and below `remotes/` every deployed version of every remote.
 * Deploying a remote is: upload its folder, switch its pointer, assemble `remotes.json` again; rolling back is: switch it back.
 */
import fs from 'node:fs';
import path from 'node:path';
import { compressFile } from '../compress';
import { hashFolder } from './pointer';
import type { Pointer, Registry, RegistryEntry } from './types';

const CURRENT = 'current.json';

const read = (file: string): string => fs.readFileSync(file, 'utf8');
const readPointer = (file: string) => JSON.parse(read(file)) as Pointer;

/** Readers see the old file or the new one, never half of one. */
function replaceFile(file: string, content: string | Buffer): void {
  const next = `${file}.${process.pid}.next`;
  fs.writeFileSync(next, content);
  fs.renameSync(next, file);
}

/** Checks an uploaded version against the hashes of its pointer. @throws Error naming the first wrong file */
function verify(folder: string, pointer: Pointer): void {
  const found = hashFolder(folder);
  for (const [file, hash] of Object.entries(pointer.hashes)) {
    if (found[file] !== hash)
      throw new Error(`${pointer.name} ${pointer.version}: ${file} is missing or damaged`);
  }
}

/** Names the files beside it; who finds it must find them. */
const isPage = (name: string) => name.startsWith('index.html');
/** Makes browsers fetch the page and everything it names. */
const isWorker = (name: string) => name.startsWith('sw.js');

/** Puts the shell's build into the site. Older hashed files stay for pages that are open; the page comes late, its worker last. */
export function deployShell(site: string, dist: string): void {
  fs.mkdirSync(site, { recursive: true });
  // Backwards, so that of one file the compressed copies come first.
  const names = fs.readdirSync(dist).sort().reverse();
  const files = names.filter((name) => !isPage(name) && !isWorker(name));
  for (const name of [...files, ...names.filter(isPage), ...names.filter(isWorker)]) {
    fs.cpSync(path.join(dist, name), path.join(site, name), { recursive: true });
  }
}

/**
 * Puts a remote's build into the site and switches its pointer. {@link assemble} makes it visible.
 * @param dist the remote's `dist`
 * @returns the version that is current now
 */
export function deployRemote(site: string, dist: string): string {
  const pointer = readPointer(path.join(dist, 'pointer.json'));
  const home = path.join(site, 'remotes', pointer.name);
  const folder = path.join(home, pointer.version);
  if (!fs.existsSync(folder)) {
    const upload = `${folder}.${process.pid}.upload`;
    fs.mkdirSync(home, { recursive: true });
    fs.cpSync(path.join(dist, pointer.version), upload, { recursive: true });
    fs.renameSync(upload, folder);
  }
  verify(folder, pointer);
  replaceFile(path.join(home, CURRENT), JSON.stringify(pointer));
  return pointer.version;
}

/** The deployed versions of a remote and which one is current. */
export function versionsOf(site: string, name: string): { version: string; current: boolean }[] {
  const home = path.join(site, 'remotes', name);
  const current = readPointer(path.join(home, CURRENT)).version;
  return fs
    .readdirSync(home)
    .filter((version) => fs.existsSync(path.join(home, version, 'pointer.json')))
    .map((version) => ({ version, current: version === current }));
}

/** Switches a remote's pointer to a version that was deployed before. @throws Error when it was not, or is damaged */
export function rollBack(site: string, name: string, version: string): void {
  const home = path.join(site, 'remotes', name);
  const file = path.join(home, version, 'pointer.json');
  if (!fs.existsSync(file)) throw new Error(`${name} ${version} is not deployed here`);
  const pointer = readPointer(file);
  verify(path.join(home, version), pointer);
  replaceFile(path.join(home, CURRENT), JSON.stringify(pointer));
}

function currentPointers(site: string): Pointer[] {
  const home = path.join(site, 'remotes');
  const names = fs.existsSync(home) ? fs.readdirSync(home).sort() : [];
  return names
    .map((name) => path.join(home, name, CURRENT))
    .filter((file) => fs.existsSync(file))
    .map(readPointer);
}

const entryOf = ({ hashes: _hashes, ...entry }: Pointer): RegistryEntry => entry;

/**
 * Writes `remotes.json` from all current pointers; again, until no pointer has been switched meanwhile, so that of two deployments at
 * the same time none is lost.
 */
export async function assemble(site: string): Promise<Registry> {
  for (;;) {
    const pointers = currentPointers(site);
    const registry: Registry = { remotes: pointers.map(entryOf) };
    const file = path.join(site, 'remotes.json');
    replaceFile(file, JSON.stringify(registry));
    await compressFile(file);
    if (JSON.stringify(currentPointers(site)) === JSON.stringify(pointers)) return registry;
  }
}
