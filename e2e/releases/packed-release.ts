import fs from 'node:fs';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { Contract } from '@paperplane/shared/platform';

/** What a packed release says of itself. */
export interface ReleaseFacts {
  commit: string;
  contract: Contract;
}

/** A release: the shell's site and the `dist` of every remote. */
export interface Release extends ReleaseFacts {
  /** Content by path: `shell/index.html`, `mf-sales/pointer.json`. */
  files: Map<string, Buffer>;
}

/** The first line of the unpacked file; the contents follow, one after the other. */
type Header = ReleaseFacts & { files: [name: string, size: number][] };

/** Written again wherever a release is deployed. */
const DERIVED = /\.(br|gz)$/;

function collect(files: Release['files'], folder: string, prefix: string): void {
  for (const entry of fs.readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = path.join(entry.parentPath, entry.name);
    if (!entry.isFile() || DERIVED.test(entry.name)) continue;
    files.set(`${prefix}/${path.relative(folder, file).split(path.sep).join('/')}`, fs.readFileSync(file));
  }
}

/** Packs the builds of a checkout. @param remotes folders of the remotes */
export function packRelease(repository: string, remotes: readonly string[], facts: ReleaseFacts): Buffer {
  const files: Release['files'] = new Map();
  collect(files, path.join(repository, 'shell/dist/site'), 'shell');
  for (const remote of remotes) {
    const dist = path.join(repository, remote, 'dist');
    const pointer = fs.readFileSync(path.join(dist, 'pointer.json'));
    const { version } = JSON.parse(pointer.toString()) as { version: string };
    files.set(`${remote}/pointer.json`, pointer);
    collect(files, path.join(dist, version), `${remote}/${version}`);
  }
  const header: Header = { ...facts, files: [...files].map(([name, { length }]) => [name, length]) };
  const all = Buffer.concat([Buffer.from(`${JSON.stringify(header)}\n`), ...files.values()]);
  return brotliCompressSync(all, {
    params: { [constants.BROTLI_PARAM_SIZE_HINT]: all.length, [constants.BROTLI_PARAM_LGWIN]: 24 },
  });
}

/** Reads a packed release. */
export function readRelease(file: string): Release {
  const all = brotliDecompressSync(fs.readFileSync(file));
  const end = all.indexOf('\n');
  const { files, ...facts } = JSON.parse(all.subarray(0, end).toString()) as Header;
  let at = end + 1;
  return { ...facts, files: new Map(files.map(([name, size]) => [name, all.subarray(at, (at += size))])) };
}

/** Writes one part of a release, the shell or a remote, into a folder: what its build left. */
export function unpackPart({ files }: Release, part: string, folder: string): void {
  for (const [name, content] of files) {
    if (!name.startsWith(`${part}/`)) continue;
    const target = path.join(folder, name.slice(part.length + 1));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.writeFileSync(target, content);
  }
}
