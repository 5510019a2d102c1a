import { cacheNames } from 'workbox-core';
import { CacheExpiration } from 'workbox-expiration';
import { cacheStrategyOf } from './cache-strategy';

/**
 * Saves the shell's previous files from being cleared away when this version takes over: a tab that still works with them, because
 * somebody is typing in it, will ask for more of them. They grow old in the cache of hashed files like any other.
 * @param wanted paths of this version's own files
 * @param cacheName the cache of hashed files
 */
export async function keepOldFiles(
  wanted: ReadonlySet<string>,
  cacheName: string,
  maxEntries: number,
): Promise<void> {
  const [old, kept] = await Promise.all([caches.open(cacheNames.precache), caches.open(cacheName)]);
  const expiration = new CacheExpiration(cacheName, { maxEntries });
  for (const request of await old.keys()) {
    const url = new URL(request.url);
    if (cacheStrategyOf(url, location.origin) !== 'cache-first' || wanted.has(url.pathname)) continue;
    const response = await old.match(request);
    if (!response) continue;
    await kept.put(request, response);
    await expiration.updateTimestamp(request.url);
  }
}
