/** The database of what a device keeps (docs/product/platform.md, Reading offline). */
export const KEPT_DATABASE = 'paperplane.kept';

/**
 * Deletes everything this device keeps for reading offline, and its keys: they lie in the same database.
 * @returns resolves when it is gone, will be as soon as another tab has put its work down, or the browser has no such storage
 */
export function eraseKept(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => resolve();
    try {
      Object.assign(indexedDB.deleteDatabase(KEPT_DATABASE), {
        onsuccess: done,
        onerror: done,
        onblocked: done,
      });
    } catch {
      done();
    }
  });
}
