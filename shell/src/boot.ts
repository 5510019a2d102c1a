/**
 * The first script of the page: tiny, async, on its own. While the app is still on its way it reads the registry, and for the
 * address at hand starts everything its remote will need. Nothing depends on it: where it fails, the app loads the same later.
 */
import { applyTheme, storedTheme } from './layout/theme/theme';
import { matchingRoute } from './remotes/matching-route';
import type { Assets, Registry, RegistryEntry } from './remotes/registry-types';
import { choose } from './remotes/rollout';

// Before the styles have arrived, so that nothing is ever painted in the wrong one.
applyTheme(storedTheme());

const TIMEOUT = 4000;
const filesOf = (chunk: string) => document.currentScript?.dataset[chunk]?.split(' ') ?? [];
const frame = filesOf('frame');
const login = filesOf('login');
const manifests: Record<string, Promise<Response>> = {};

function preload(href: string, as: 'script' | 'style', integrity = '') {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = as;
  link.href = href;
  // Both must equal what the later request does, or the file is fetched twice.
  link.integrity = integrity;
  if (new URL(href, location.href).origin !== location.origin) link.crossOrigin = 'anonymous';
  document.head.append(link);
}

const get = (url: string, integrity = '') => fetch(url, { integrity, signal: AbortSignal.timeout(TIMEOUT) });

/** Whole, at once: who takes longer than the time-out to sign in would find an answer whose body is gone. */
const whole = async (response: Response) => new Response(await response.arrayBuffer(), response);

const load = (
  files: readonly string[],
  at = (file: string) => file,
  hashes: RegistryEntry['integrity'] = {},
) => files.forEach((file) => preload(at(file), file.endsWith('.css') ? 'style' : 'script', hashes[file]));

/** In the order in which it is needed: browsers ask an HTTP/1 server for six files at a time, and this is more. */
function start({ url, entry, assets, pages, integrity }: RegistryEntry, page: string) {
  const at = (file: string) => new URL(url + file, location.href).href;
  const loadOwn = ({ js, css }: Assets) => load([...js, ...css], at, integrity);
  const manifest = get(at(entry), integrity?.[entry]).then(whole);
  manifest.catch(() => undefined);
  manifests[at(entry)] = manifest;
  load(frame);
  loadOwn(assets);
  if (pages[page]) loadOwn(pages[page]);
}

// Known from the address alone, before the app has started.
if (location.pathname === '/login') load(login);

const registry = get('/remotes.json').then(async (response) => {
  if (!response.ok) throw new Error(`remotes.json: ${response.status}`);
  const { remotes } = (await response.json()) as Registry;
  const found = { remotes: remotes.map(choose) } as Registry;
  const route = matchingRoute(found, location.pathname);
  if (route) start(route.remote, route.page);
  return found;
});
registry.catch(() => undefined);

window.paperplaneBoot = { registry, manifests, choose };
