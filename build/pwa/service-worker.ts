/**
 * Finishes the shell's build: copies what needs a fixed address, and writes `sw.js` with the list of the shell's files. esbuild, which is
 * here already, does what workbox-build would need some 300 packages for; the worker itself is Workbox.
 */
import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import type { PrecacheEntry } from '../../shell/src/pwa/worker/scope';

/** What the app needs to start and to show any page of the shell. Letters beyond Latin 1 are kept when they are first used. */
const NEEDED = /^(index\.html|(js|css|img)\/.+|fonts\/(?!.*latin-ext).+)$/;
const COMPRESSED = /\.(br|gz)$/;

/**
 * Lists the files that are stored when the service worker is installed.
 * @param folder the shell's finished build
 */
export function precacheList(folder: string): PrecacheEntry[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'));
  return files
    .filter((file) => NEEDED.test(file) && !COMPRESSED.test(file))
    .sort()
    .map((file) => ({
      url: `/${file}`,
      revision: file === 'index.html' ? hash(path.join(folder, file)) : null,
    }));
}

const hash = (file: string): string =>
  createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);

/**
 * Adds web manifest, icons and service worker to the shell's build.
 * @param directory the shell's folder
 * @param folder its finished build
 */
export async function addServiceWorker(directory: string, folder: string): Promise<void> {
  for (const name of ['manifest.webmanifest', 'icons']) {
    cpSync(path.join(directory, 'public', name), path.join(folder, name), { recursive: true });
  }
  await build({
    entryPoints: [path.join(directory, 'src/pwa/worker/service-worker.ts')],
    outfile: path.join(folder, 'sw.js'),
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'iife',
    target: 'es2022',
    define: {
      PRECACHE: JSON.stringify(precacheList(folder)),
      'process.env.NODE_ENV': '"production"',
    },
    logLevel: 'error',
  });
}
