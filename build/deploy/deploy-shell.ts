/**
 * The shell lies at the root of the site. Files whose names say their content stay beside those of other versions; the few that keep their
 * names (page, service worker, icons) are kept by version below `shell/` and copied to the root when the pointer is switched, the page
 * second to last and the worker last.
 */
import path from 'node:path';
import type { ShellPointer } from '../registry/types';
import { cacheControl, FOR_EVER } from '../serve/headers';
import { readBuild } from './deploy-remote';
import { changeState, moment, readState, switched } from './state';
import type { Storage } from './storage';
import { upload, verify } from './upload';

const ATTEMPTS = 100;

const isHashed = (file: string) => cacheControl(`/${file}`) === FOR_EVER;
const keyOf = (version: string) => (file: string) => (isHashed(file) ? file : `shell/${version}/${file}`);

/** Order of copying: a browser that gets the page must find the files it names, and the worker makes browsers fetch the page. */
const ORDER = ['index.html', 'sw.js'];
const inOrder = (files: string[]): string[] =>
  files.sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b) || a.localeCompare(b));

/**
 * Uploads the shell's build. No browser loads it yet.
 * @param dist the shell's `dist`, with `site/` and `pointer.json`
 */
export async function uploadShell(
  storage: Storage,
  dist: string,
  say: (line: string) => void,
): Promise<ShellPointer> {
  const pointer = readBuild<ShellPointer>(dist);
  const { version, hashes } = pointer;
  const title = `shell ${version}`;
  say(title);
  await upload(storage, { title, folder: path.join(dist, 'site'), hashes, keyOf: keyOf(version), say });
  await storage.write(`shell/${version}/pointer.json`, Buffer.from(JSON.stringify(pointer)));
  return pointer;
}

/** The description of a version of the shell that was uploaded. @throws Error when it was not, or is damaged */
export async function findShell(storage: Storage, version: string): Promise<ShellPointer> {
  const stored = await storage.read(`shell/${version}/pointer.json`);
  if (!stored) throw new Error(`shell ${version} is not deployed here`);
  const pointer = JSON.parse(stored.content.toString()) as ShellPointer;
  await verify(storage, { title: `shell ${version}`, hashes: pointer.hashes, keyOf: keyOf(version) });
  return pointer;
}

/** Copies what the current version names to the root; again, when somebody has switched meanwhile. Also finishes what a crash has left. */
export async function settleShell(storage: Storage): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const state = await readState<ShellPointer>(storage, 'shell');
    if (!state) return;
    const { version, hashes } = state.current;
    let changed = false;
    for (const file of inOrder(Object.keys(hashes).filter((name) => !isHashed(name)))) {
      const wanted = await storage.read(keyOf(version)(file));
      if (!wanted) throw new Error(`shell ${version}: ${file} is missing`);
      const found = await storage.read(file);
      if (found?.content.equals(wanted.content)) continue;
      await storage.write(file, wanted.content);
      changed = true;
    }
    const now = await readState<ShellPointer>(storage, 'shell');
    // A round without a change means that everything is in place.
    if (!changed && now?.current.version === version) return;
    if (attempt > 2) await moment(attempt);
  }
  throw new Error(
    'The shell is switched by others all the time; npm run remotes -- assemble finishes the work',
  );
}

/** Switches the shell to a version that was uploaded, for everybody. */
export async function switchShell(storage: Storage, pointer: ShellPointer): Promise<void> {
  await changeState<ShellPointer>(storage, 'shell', (state) =>
    state?.current.version === pointer.version ? null : switched(state, pointer, 'deploy'),
  );
  await settleShell(storage);
}

/** Uploads and switches. @returns the version that is current now */
export async function deployShell(
  storage: Storage,
  dist: string,
  say: (line: string) => void = () => undefined,
): Promise<string> {
  const pointer = await uploadShell(storage, dist, say);
  await switchShell(storage, pointer);
  return pointer.version;
}
