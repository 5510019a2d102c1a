import { zipSync, type Zippable } from 'fflate';

export { strToU8, zipSync } from 'fflate';

/** fflate's `zip` without workers of its own: it runs in one already, and a worker from text is not allowed to a page. */
export function zip(files: Zippable, done: (error: null, archive: Uint8Array) => void): void {
  done(null, zipSync(files));
}
