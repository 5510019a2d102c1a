/**
 * What the service worker does with a request: `network-first`, `cache-first`, or `none`: it stays with the browser.
 */
export type CacheStrategy = 'network-first' | 'cache-first' | 'none';

/** Addresses that name their content: what once came from there never changes. */
const HASHED = /^\/(js|css|fonts|img)\/|^\/remotes\/[^/]+\/[^/]+\//;
const REMOTE_MANIFEST = /^\/remotes\/[^/]+\/[^/]+\/mf-manifest\.json$/;
const POINTERS = ['/remotes.json', '/config.json'];

/**
 * Decides by the address alone. Nothing of another origin is ever touched, the backend's answers least of all; nor is anything with a
 * query, which is how a retry keeps caches out.
 * @param home origin of the app
 */
export function cacheStrategyOf(url: URL, home: string): CacheStrategy {
  if (url.origin !== home || url.search) return 'none';
  if (POINTERS.includes(url.pathname) || REMOTE_MANIFEST.test(url.pathname)) return 'network-first';
  return HASHED.test(url.pathname) ? 'cache-first' : 'none';
}

/** A backend behind the same host answers these itself, for example the links in its mails. */
const BACKEND = /^\/(auth|rest|storage|realtime|functions|graphql)\/v1(\/|$)/;

/** True for addresses that the app's one page answers; files and the backend's own pages are none of its business. */
export const isAppPage = (pathname: string): boolean =>
  !BACKEND.test(pathname) && !pathname.startsWith('/remotes/') && !/\.[^/]*$/.test(pathname);
