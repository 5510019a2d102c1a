/**
 * Every file of a remote is loaded with the hash the registry names for it: what differs from it by a byte is refused by the browser. Part
 * of the federation chunk.
 */
import { TIMEOUT } from './timeouts';

type Hashes = Readonly<Record<string, string>>;

/** What is expected of a version's files, by the address of its folder. */
const known = new Map<string, { readonly hashes: Hashes; readonly query: string }>();
/** The file of each folder that failed to load last. */
const failedFiles = new Map<string, string>();
/** Files of which this browser keeps a damaged copy. */
const damaged = new Set<string>();

const folderOf = (url: string) => [...known.keys()].find((folder) => url.startsWith(folder));
const fileOf = (url: string, folder: string) => url.slice(folder.length).replace(/\?.*/, '');

/**
 * What a remote's files must hash to, from now on.
 * @param folder absolute address, with a slash at its end
 * @param query keeps caches out, for attempts after a failure: the browser remembers what it has lost, failed preloads among it
 */
export function expectFiles(folder: string, hashes: Hashes = {}, query = ''): void {
  known.set(folder, { hashes, query });
  failedFiles.delete(folder);
  // Another attempt keeps caches out; the next visit will not. What has been mended meanwhile takes the damaged copy's place.
  for (const url of damaged) void fetch(url, { cache: 'reload' }).catch(() => undefined);
  damaged.clear();
}

/** The hash of a file, as browsers take it; empty for one that is not checked. */
export function integrityOf(url: string): string {
  const folder = folderOf(url);
  return (folder && known.get(folder)?.hashes[fileOf(url, folder)]) || '';
}

/** The address to ask for: the file's own, with the query of another attempt. */
export function addressOf(url: string): string {
  const { query } = known.get(folderOf(url) ?? '') ?? {};
  return query && !url.includes('?') ? `${url}?${query}` : url;
}

/** Remembers a file that did not come, for {@link diagnoseFailedFile}. */
export function recordFailedFile(url: string): void {
  const folder = folderOf(url);
  if (folder) failedFiles.set(folder, url);
}

async function hashOf(content: ArrayBuffer): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', content);
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`;
}

/** What a second request for a failed file found. */
export interface Finding {
  readonly reason: string;
  /** What the server answered. */
  readonly status: number;
}

async function inspectFile(url: string, file: string): Promise<Finding | null> {
  const response = await fetch(url, { cache: 'reload', signal: AbortSignal.timeout(TIMEOUT) });
  if (!response.ok) return { reason: `answered ${response.status} for ${file}`, status: response.status };
  const wanted = integrityOf(url);
  // Only pages that came unencrypted from another machine have no `subtle`.
  if (!wanted || !globalThis.crypto?.subtle) return null;
  if ((await hashOf(await response.arrayBuffer())) === wanted) return null;
  damaged.add(url.replace(/\?.*/, ''));
  for (const name of 'caches' in window ? await caches.keys() : [])
    await (await caches.open(name)).delete(url);
  return { reason: `wrong hash of ${file}`, status: response.status };
}

/**
 * Why the last file of a folder did not come: was it refused by the server, or was it there but not what it should be? Browsers call all of it a
 * network error. A damaged copy is removed from the caches.
 * @returns null where a second request finds nothing wrong, or no server
 */
export async function diagnoseFailedFile(folder: string): Promise<Finding | null> {
  const url = failedFiles.get(folder);
  return url ? inspectFile(url, fileOf(url, folder)).catch(() => null) : null;
}
