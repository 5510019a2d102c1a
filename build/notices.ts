/** The licences of what a build carries: most of them ask to be shipped along. They lie beside the build; nothing loads them. */
import fs from 'node:fs';
import path from 'node:path';
import type { ChunkModules } from './webpack/modules';

/** Name of the file in every build. */
export const NOTICES = 'third-party-notices.txt';

/** `node_modules/downshift/node_modules/react-is/index.js` -> where the library lies, and its name. */
export function libraryOf(module: string): { place: string; name: string } | null {
  const [, place, name] = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))/.exec(module) ?? [];
  // The federation plugin writes files of its own there.
  return place && name && !name.startsWith('.') ? { place, name } : null;
}

interface Package {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}

const readPackage = (folder: string) =>
  JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as Package;

/** Name, version, kind of licence and its words, as far as the package brings them along. */
function noticeOf(folder: string): string {
  const { name, version, license } = readPackage(folder);
  const file = fs.readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const words = file ? fs.readFileSync(path.join(folder, file), 'utf8').trim() : '';
  return [name, version, license ?? 'see below', '', words].join('\n').trimEnd();
}

/**
 * Writes the licences of the libraries in a build: those its modules show, and what the package depends on (a font, the service
 * worker's parts).
 * @param directory the package's folder
 * @param target the folder of the build
 */
export function writeNotices(directory: string, target: string, chunks: readonly ChunkModules[]): void {
  const repository = path.dirname(directory);
  const shown = chunks.flatMap(({ modules }) => modules.flatMap((module) => libraryOf(module)?.place ?? []));
  const declared = Object.keys(readPackage(directory).dependencies ?? {})
    .filter((name) => !name.startsWith('@paperplane/'))
    .map((name) => `node_modules/${name}`);
  const places = [...new Set([...shown, ...declared])].filter((place) =>
    fs.existsSync(path.join(repository, place, 'package.json')),
  );
  const notices = new Set(places.sort().map((place) => noticeOf(path.join(repository, place))));
  fs.writeFileSync(path.join(target, NOTICES), `${[...notices].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}
