import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { assemble } from '../../build/deploy/assemble';
import { deployRemote } from '../../build/deploy/deploy-remote';
import { deployShell } from '../../build/deploy/deploy-shell';
import { DirectoryStorage } from '../../build/deploy/directory-storage';
import type { AnyPointer, Pointer, ShellPointer } from '../../build/registry/types';
import { withPageRevision } from './offline';
import type { SiteCopy } from './site-copy';

const REPOSITORY = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
/** What tells a page of the next shell from one of this. */
export const NEXT_SHELL = 'data-next';

const hash = (file: string, as: 'hex' | 'base64') =>
  createHash('sha256').update(fs.readFileSync(file)).digest(as);

function edit(file: string, change: (text: string) => string): void {
  fs.writeFileSync(file, change(fs.readFileSync(file, 'utf8')));
  for (const end of ['.br', '.gz']) fs.rmSync(file + end, { force: true });
}

const pointerOf = <P extends AnyPointer>(dist: string) =>
  JSON.parse(fs.readFileSync(path.join(dist, 'pointer.json'), 'utf8')) as P;

const withHash = ({ hashes }: AnyPointer, folder: string, files: string[]) => ({
  ...hashes,
  ...Object.fromEntries(files.map((file) => [file, hash(path.join(folder, file), 'hex')])),
});

/** The next release of a remote: the same code, one byte longer, in a version of its own. */
function nextRemote(dist: string): void {
  const old = pointerOf<Pointer>(path.join(dist, '../old'));
  const version = `${old.version}-next`;
  const folder = path.join(dist, version);
  fs.cpSync(path.join(dist, '../old', old.version), folder, { recursive: true });
  const files = [...new Set([...old.assets.js, ...Object.values(old.pages).flatMap(({ js }) => js)])];
  for (const file of files) edit(path.join(folder, file), (text) => `${text}\n`);
  const integrity = Object.fromEntries(
    files.map((file) => [file, `sha256-${hash(path.join(folder, file), 'base64')}`]),
  );
  const next: Pointer = {
    ...old,
    version,
    url: old.url.replace(old.version, version),
    integrity: { ...old.integrity, ...integrity },
    hashes: withHash(old, folder, files),
  };
  fs.writeFileSync(path.join(dist, 'pointer.json'), JSON.stringify(next));
}

/** The next release of the shell: a page that says so, and the worker that fetches it. */
function nextShell(dist: string): void {
  const old = pointerOf<ShellPointer>(path.join(dist, '../old'));
  const site = path.join(dist, 'site');
  fs.cpSync(path.join(dist, '../old/site'), site, { recursive: true });
  edit(path.join(site, 'index.html'), (text) => text.replace('<html', `<html ${NEXT_SHELL}`));
  edit(path.join(site, 'sw.js'), (text) => withPageRevision(text, 'next'));
  const hashes = withHash(old, site, ['index.html', 'sw.js']);
  const next: ShellPointer = { ...old, version: `${old.version}-next`, hashes };
  fs.writeFileSync(path.join(dist, 'pointer.json'), JSON.stringify(next));
}

/**
 * Rolls out the next release of a part, as its team would.
 * @param part the part's folder, for example `mf-sales` or `shell`
 * @returns its version
 */
export async function deployNext({ folder }: SiteCopy, part: string): Promise<string> {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'paperplane-next-'));
  const storage = new DirectoryStorage(folder);
  try {
    fs.symlinkSync(path.join(REPOSITORY, part, 'dist'), path.join(work, 'old'));
    const dist = path.join(work, 'dist');
    fs.mkdirSync(dist);
    if (part === 'shell') {
      nextShell(dist);
      return await deployShell(storage, dist);
    }
    nextRemote(dist);
    const version = await deployRemote(storage, dist);
    await assemble(storage);
    return version;
  } finally {
    fs.rmSync(work, { recursive: true, force: true });
  }
}
