import fs from 'node:fs';
import path from 'node:path';
import type { Pointer } from '../registry/types';
import { homeOf, changeState, readState, switched } from './state';
import type { Storage } from './storage';
import { upload, verify } from './upload';

/** The pointer that a build has left in its `dist`. */
export function readBuild<P>(dist: string): P {
  const file = path.join(dist, 'pointer.json');
  if (!fs.existsSync(file)) throw new Error(`${dist} holds no build: ${file} is missing`);
  return JSON.parse(fs.readFileSync(file, 'utf8')) as P;
}

const folderOf = (name: string, version: string) => `${homeOf(name)}/${version}`;

/**
 * Uploads a remote's build into its immutable folder, its description last: a version with a description is complete. No browser loads it yet.
 * @param dist the remote's `dist`
 * @throws Error naming the first file that is missing or damaged
 */
export async function uploadRemote(
  storage: Storage,
  dist: string,
  say: (line: string) => void,
): Promise<Pointer> {
  const pointer = readBuild<Pointer>(dist);
  const { name, version, hashes } = pointer;
  const folder = folderOf(name, version);
  const title = `${name} ${version}`;
  say(title);
  const keyOf = (file: string) => `${folder}/${file}`;
  await upload(storage, { title, folder: path.join(dist, version), hashes, keyOf, say });
  const description = Buffer.from(JSON.stringify(pointer));
  if (!(await storage.read(keyOf('pointer.json')))?.content.equals(description))
    await storage.write(keyOf('pointer.json'), description);
  return pointer;
}

/** The description of a version that was uploaded. @throws Error when it was not, or is damaged */
export async function findRemote(storage: Storage, name: string, version: string): Promise<Pointer> {
  const folder = folderOf(name, version);
  const stored = await storage.read(`${folder}/pointer.json`);
  if (!stored) throw new Error(`${name} ${version} is not deployed here`);
  const pointer = JSON.parse(stored.content.toString()) as Pointer;
  const keyOf = (file: string) => `${folder}/${file}`;
  await verify(storage, { title: `${name} ${version}`, hashes: pointer.hashes, keyOf });
  return pointer;
}

/** Switches a remote's pointer to a version just uploaded, for everybody. `assemble` makes it visible. */
export async function switchRemote(storage: Storage, pointer: Pointer): Promise<void> {
  await changeState<Pointer>(storage, pointer.name, (state) =>
    state?.current.version === pointer.version ? null : switched(state, pointer, 'deploy'),
  );
}

/** Uploads and switches. @returns the version that is current now */
export async function deployRemote(
  storage: Storage,
  dist: string,
  say: (line: string) => void = () => undefined,
): Promise<string> {
  const pointer = await uploadRemote(storage, dist, say);
  await switchRemote(storage, pointer);
  return pointer.version;
}

/** The versions of a remote, or of the shell, that were uploaded completely; which one is current and which one staged, since when (ISO time). */
export async function versionsOf(
  storage: Storage,
  name: string,
): Promise<{ version: string; current: boolean; percent: number; since: string }[]> {
  const state = await readState(storage, name);
  const versions = await storage.folders(homeOf(name));
  const complete = await Promise.all(
    versions.map(async (version) => (await storage.read(`${folderOf(name, version)}/pointer.json`)) !== null),
  );
  return versions
    .filter((_, index) => complete[index])
    .map((version) => {
      const current = version === state?.current.version;
      const staged = version === state?.staged?.pointer.version ? state.staged : undefined;
      const since = (current ? state.since : staged?.since) ?? '';
      return { version, current, percent: staged?.percent ?? 0, since };
    });
}
