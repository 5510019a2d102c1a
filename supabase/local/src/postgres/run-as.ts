import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The user PostgreSQL runs as; null means: as ourselves. */
export type RunAs = { uid: number; gid: number } | null;

function lookUp(name: string): RunAs {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return null;
  }
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody` where that does not exist. */
export function chooseUser(): RunAs {
  if (process.getuid?.() !== 0) return null;
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (!user)
    throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor nobody');
  return user;
}

/** True when `user` may pass through every directory above `target` (by mode bits; ACLs are not read). */
export function isReachable(target: string, user: RunAs): boolean {
  if (!user) return true;
  for (let dir = path.dirname(path.resolve(target)); ; dir = path.dirname(dir)) {
    const stat = fs.statSync(dir, { throwIfNoEntry: false });
    if (stat) {
      const bit = stat.uid === user.uid ? 0o100 : stat.gid === user.gid ? 0o010 : 0o001;
      if (!(stat.mode & bit)) return false;
    }
    if (dir === path.dirname(dir)) return true;
  }
}
