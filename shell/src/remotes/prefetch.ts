/**
 * Prefetches what is likely to be opened next: the page behind a link that is pointed at, and, once the page at hand is usable and
 * nothing else is going on, the first page of each tab. Part of the federation chunk, so that login carries none of it.
 */
import { contractProblem } from '@paperplane/shared/platform';
import { matchingRoute } from './matching-route';
import type { Assets, Registry, RegistryEntry } from './registry-types';
import type { RemoteLoader } from './remote-loader';

/** How long nothing may have arrived before anything is prefetched, in milliseconds. */
const QUIET = 1000;
const LOADING = '[aria-busy="true"]';

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** Nobody pays for what they may never open: not on a plan that saves data, not where the line is slow. */
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

/** Asks for everything one page of a remote needs, once and last in the browser's queue; nothing of a remote that would be refused. */
export function prefetchPage(remote: RegistryEntry, page: string): void {
  if (contractProblem(remote.contract)) return;
  const at = (file: string) => new URL(remote.url + file, location.href).href;
  const load = ({ js, css }: Assets) => {
    js.forEach((file) => ask(at(file), 'script'));
    css.forEach((file) => ask(at(file), 'style'));
  };
  ask(at(remote.entry), 'fetch');
  load(remote.assets);
  if (remote.pages[page]) load(remote.pages[page]);
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
    for (const { path } of remote.nav ?? []) {
      const route = matchingRoute(registry, path);
      if (route) prefetchPage(route.remote, route.page);
    }
  }
}

/** Begins to look ahead; once per page, when its first remote has arrived. A failure costs nobody anything: the page loads by itself. */
export function startPrefetching(loader: Pick<RemoteLoader, 'registry'>): void {
  const follow = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || link.origin !== location.origin || !mayPrefetch()) return;
    loader.registry().then(
      (registry) => {
        const route = matchingRoute(registry, link.pathname);
        if (route) prefetchPage(route.remote, route.page);
      },
      () => undefined,
    );
  };
  for (const event of ['pointerover', 'focusin']) document.addEventListener(event, follow, { passive: true });
  loader
    .registry()
    .then(prefetchTabs)
    .catch(() => undefined);
}
