/** What packages this repository consists of, read from the repository itself: a new feature is a new folder, nothing else. */
import fs from 'node:fs';
import path from 'node:path';

const REMOTE = /^mf-[a-z]+$/;
const isPackage = (folder) => fs.existsSync(path.join(folder, 'package.json'));

/** Folders of the remotes, for example `mf-sales`, in the order of the alphabet. @param {string} repository */
export const remoteFolders = (repository) =>
  fs
    .readdirSync(repository)
    .filter((name) => REMOTE.test(name) && isPackage(path.join(repository, name)))
    .sort();

/** Folders of all workspaces, with `mf-*` of the root's package.json as what is there. @param {string} repository */
export function workspaceFolders(repository) {
  const { workspaces } = JSON.parse(fs.readFileSync(path.join(repository, 'package.json'), 'utf8'));
  return workspaces.flatMap((folder) => (folder === 'mf-*' ? remoteFolders(repository) : [folder]));
}
