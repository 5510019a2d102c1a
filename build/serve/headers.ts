/** Headers of the product's files: what `npm start` sends, and what `npm run headers` prints for a static host. */
import fs from 'node:fs';
import path from 'node:path';
import type { Registry } from '../registry/types';
import type { SiteConfig } from './site-config';

/** Folders whose files are named after their content, below the site. */
export const HASHED_FOLDERS = ['js', 'css', 'fonts', 'img'] as const;
const HASHED = new RegExp(`^/(${HASHED_FOLDERS.join('|')})/|^/remotes/[^/]+/[^/]+/`);
export const FOR_EVER = 'public, max-age=31536000, immutable';

/** Asked for by who signs out: the browser drops what it kept of this site. */
export const SIGNED_OUT = '/signed-out.txt';
export const DROPS_CACHE = { 'Cache-Control': 'no-store', 'Clear-Site-Data': '"cache"' } as const;

/** Files whose address names their content may be kept for ever; everything else, `sw.js` above all, is asked for again each time. */
export const cacheControl = (pathname: string): string => {
  if (pathname === SIGNED_OUT) return DROPS_CACHE['Cache-Control'];
  return HASHED.test(pathname) ? FOR_EVER : 'no-cache';
};

/** Headers of one file beside those of every answer. */
export const fileHeaders = (pathname: string): Readonly<Record<string, string>> =>
  pathname === SIGNED_OUT ? DROPS_CACHE : { 'Cache-Control': cacheControl(pathname) };

type Addresses = Pick<SiteConfig, 'supabaseUrl' | 'analyticsUrl'> &
  Partial<Pick<SiteConfig, 'loadErrorsUrl' | 'reads' | 'readsUrl'>>;
type Deployed = { remotes: readonly Pick<Registry['remotes'][number], 'url'>[] };

/** The origin of an absolute address; none for a path on this origin. */
const originOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).origin] : []);

/**
 * Headers of every answer. Scripts only from here and from where the registry says remotes lie, none inline; data only from here and the
 * installation's own services; nobody may frame the app. Styles of single elements are allowed: charts position things that way.
 * @param registry content of `remotes.json`; features may be deployed on origins of their own
 */
export function securityHeaders(
  config: Addresses,
  registry: Deployed = { remotes: [] },
): Record<string, string> {
  const remotes = [...new Set(registry.remotes.flatMap(({ url }) => originOf(url)))];
  const backend = originOf(config.supabaseUrl);
  const replicas = config.reads === 'replicas' ? originOf(config.readsUrl ?? '') : [];
  const told = [...originOf(config.analyticsUrl), ...originOf(config.loadErrorsUrl ?? '')];
  const live = backend.map((origin) => origin.replace(/^http/, 'ws'));
  const policy: Record<string, string[]> = {
    'default-src': ["'none'"],
    'script-src': ["'self'", ...remotes],
    'style-src': ["'self'", ...remotes],
    'style-src-attr': ["'unsafe-inline'"],
    // Pictures lie in Storage: an address elsewhere could carry data out, or tell who looks.
    'img-src': ["'self'", 'data:', 'blob:', ...backend, ...remotes],
    'font-src': ["'self'", ...remotes],
    'connect-src': ["'self'", ...backend, ...live, ...replicas, ...told, ...remotes],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  };
  const secure = backend.some((origin) => origin.startsWith('https:'));
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, sources]) => [name, ...new Set(sources)].join(' '))
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    // Browsers ignore it on a connection that is not encrypted, as on one's own machine.
    ...(secure ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}

const timeOf = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;

function readJson(file: string): Record<string, unknown> {
  try {
    return (JSON.parse(fs.readFileSync(file, 'utf8')) ?? {}) as Record<string, unknown>;
  } catch {
    // Not there yet, or broken: the app says so, the headers stay strict.
    return {};
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Listed {
  url?: unknown;
  staged?: { entry?: { url?: unknown } };
}

function headersOf(configFile: string, registryFile: string): Record<string, string> {
  const { supabaseUrl, analyticsUrl, loadErrorsUrl, reads, readsUrl } = readJson(configFile);
  const { remotes } = readJson(registryFile);
  const listed = Array.isArray(remotes) ? (remotes as (Listed | null)[]) : [];
  const entries = listed.flatMap((entry) => [entry, entry?.staged?.entry]);
  return securityHeaders(
    {
      supabaseUrl: textOf(supabaseUrl),
      analyticsUrl: textOf(analyticsUrl),
      loadErrorsUrl: textOf(loadErrorsUrl),
      ...(reads === 'replicas' && { reads, readsUrl: textOf(readsUrl) }),
    },
    { remotes: entries.map((entry) => ({ url: textOf(entry?.url) })) },
  );
}

/**
 * The headers of a site folder, from the `config.json` and `remotes.json` that lie in it.
 * @returns gives them as they are now; a new deployment needs no restart
 */
export function siteHeaders(folder: string): () => Readonly<Record<string, string>> {
  const files = ['config.json', 'remotes.json'].map((name) => path.join(folder, name)) as [string, string];
  let known: Readonly<Record<string, string>> = {};
  let version = '';
  return () => {
    const found = files.map(timeOf).join();
    if (found !== version) {
      known = headersOf(...files);
      version = found;
    }
    return known;
  };
}
