/**
 * Prefetches what is likely to be opened next: the page behind a link that is pointed at, and, once the page at hand is usable and
 * nothing else is going on, the first page of each tab. Part of the federation chunk, so that login carries none of it.
 */
import { contractProblem } from '@paperplane/shared/platform';
import { cardsOn, matchingRoute } from './matching-route';
import type { Assets, Registry, RegistryEntry } from './registry-types';

/** How long nothing may have arrived before anything is prefetched, in milliseconds. */
const QUIET = 1000;
const LOADING = '[aria-busy="true"]';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Nothing is prefetched with data saving on or on a slow connection. */
export function mayPrefetch(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection };
  return navigator.onLine && !connection?.saveData && !/2g/.test(connection?.effectiveType ?? '');
}

const asked = new Set<string>();

function ask(href: string, as: 'script' | 'style' | 'fetch'): void {
  if (asked.has(href) || performance.getEntriesByName(href).length > 0) return;
  asked.add(href);
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.as = as;
  link.href = href;
  if (new URL(href).origin !== location.origin) link.crossOrigin = 'anonymous';
  document.head.append(link);
}

/** Prefetches all files of one part of a remote, once and with the lowest priority; nothing of a remote whose contract would be refused. */
function prefetchPart(remote: RegistryEntry, own: Assets | undefined): void {
  if (contractProblem(remote.contract)) return;
  const at = (file: string) => new URL(remote.url + file, location.href).href;
  const load = ({ js, css }: Assets) => {
    js.forEach((file) => ask(at(file), 'script'));
    css.forEach((file) => ask(at(file), 'style'));
  };
  ask(at(remote.entry), 'fetch');
  load(remote.assets);
  if (own) load(own);
}

/** The page behind an address, and the cards on it. */
function prefetchAddress(registry: Registry, pathname: string): void {
  const route = matchingRoute(registry, pathname);
  if (!route) return;
  prefetchPart(route.remote, route.remote.pages[route.page]);
  for (const { remote, assets } of cardsOn(registry, route.record)) prefetchPart(remote, assets);
}

const lastArrival = () =>
  Math.max(0, ...performance.getEntriesByType('resource').map((entry) => entry.startTime + entry.duration));

/** Resolves once the page shows what it is to show and nothing has arrived for a while. */
export async function untilUsable(): Promise<void> {
  for (;;) {
    const wait = lastArrival() + QUIET - performance.now();
    if (document.readyState === 'complete' && !document.querySelector(LOADING) && wait <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, Math.max(wait, 250)));
  }
}

const idle = (): Promise<unknown> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(resolve);
    else setTimeout(resolve, 0);
  });

/** The first page of each tab, one remote after the other. */
async function prefetchTabs(registry: Registry): Promise<void> {
  for (const remote of registry.remotes) {
    await untilUsable();
    await idle();
    if (!mayPrefetch()) return;
    for (const { path } of remote.nav ?? []) prefetchAddress(registry, path);
  }
}

/** Begins to look ahead; once per page, when its first remote has arrived. A failure has no effect: the page loads its files itself. */
export function startPrefetching(loader: { registry: () => Promise<Registry> }): void {
  const follow = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || !mayPrefetch()) return;
    loader.registry().then(
      (registry) => prefetchAddress(registry, link.pathname),
      () => undefined,
    );
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, follow, { passive: true });
  loader
    .registry()
    .then(prefetchTabs)
    .catch(() => undefined);
}
