import fs from 'node:fs';
import path from 'node:path';

const LOOK_MS = 1000;

function newestIn(folder: string): number {
  let newest = 0;
  for (const entry of fs.readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const { mtimeMs } = fs.statSync(path.join(entry.parentPath, entry.name), { throwIfNoEntry: false }) ?? {};
    newest = Math.max(newest, mtimeMs ?? 0);
  }
  return newest;
}

/** Tells states of a folder's files apart: a number that changes with them. Looks at most once a second. */
export function versionOf(folder: string): () => number {
  let lookedAt = 0;
  let version = 0;
  return () => {
    if (Date.now() - lookedAt < LOOK_MS) return version;
    lookedAt = Date.now();
    return (version = newestIn(folder));
  };
}
