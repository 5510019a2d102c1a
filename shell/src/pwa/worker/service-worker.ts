/**
 * The service worker, at the root of the site: the shell's files are stored when it is installed, everything else when it is first used.
 * A new version waits until the page sends SKIP_WAITING. Compiled on its own (build/webpack/pwa.cjs), never part of the page.
 */
import { clientsClaim, type WorkboxPlugin } from 'workbox-core';
import { ExpirationPlugin } from 'workbox-expiration';
import { createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { CacheFirst, NetworkFirst } from 'workbox-strategies';
import { keepOldFiles } from './keep-old-files';
import type { WorkerScope } from './scope';
import { isAppPage, cacheStrategyOf, type CacheStrategy } from './cache-strategy';

declare const self: WorkerScope;

const HASHED_FILES = 'paperplane-files';
/** Versions of the remotes accumulate; the least recently used are removed first. */
const MAX_FILES = 400;
/** How long registry, configuration and manifests may take before the kept copy answers, in seconds. Below the app's own time-outs. */
const NETWORK_TIMEOUT_SECONDS = 3;

/** Keeps good answers only: a static host may answer a missing file with the app's page. */
const onlyGood: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && !response.headers.get('content-type')?.includes('text/html') ? response : null,
};
const matchOptions = { ignoreVary: true };

const usesStrategy =
  (strategy: CacheStrategy) =>
  ({ url }: { url: URL }) =>
    cacheStrategyOf(url, self.location.origin) === strategy;

// The build writes the list here, and only once.
const files = self.__WB_MANIFEST;
const wanted = new Set(files.map(({ url }) => url));
self.addEventListener('install', (event) => event.waitUntil(keepOldFiles(wanted, HASHED_FILES, MAX_FILES)));
self.addEventListener('message', ({ data }) => {
  if ((data as { type?: unknown } | null)?.type === 'SKIP_WAITING') void self.skipWaiting();
});

// The first page is taken over at once; the router also listens for CACHE_URLS, the files that page had loaded before.
clientsClaim();
precacheAndRoute(files, { cleanURLs: false });
registerRoute(
  ({ request, url }) => request.mode === 'navigate' && isAppPage(url.pathname),
  createHandlerBoundToURL('/index.html'),
);
registerRoute(
  usesStrategy('network-first'),
  new NetworkFirst({
    cacheName: 'paperplane-pointers',
    networkTimeoutSeconds: NETWORK_TIMEOUT_SECONDS,
    plugins: [onlyGood, new ExpirationPlugin({ maxEntries: 40 })],
    matchOptions,
  }),
);
registerRoute(
  usesStrategy('cache-first'),
  new CacheFirst({
    cacheName: HASHED_FILES,
    plugins: [onlyGood, new ExpirationPlugin({ maxEntries: MAX_FILES, purgeOnQuotaError: true })],
    matchOptions,
  }),
);
