import fs from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import path from 'node:path';
import { contentType } from './content-type';
import { fileHeaders } from './headers';
import { LOAD_ERRORS } from './load-errors';

interface Found {
  file: string;
  encoding: '' | 'br' | 'gzip';
  stats: fs.Stats;
}

const statOf = (file: string): fs.Stats | null => {
  const stats = fs.statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() ? stats : null;
};

/** The path below the site that an address names; null for one that tries to leave it or names a hidden file. */
export function safePath(url: string): string | null {
  try {
    const pathname = decodeURIComponent(new URL(url, 'http://site').pathname);
    const segments = pathname.split('/');
    const odd = pathname.includes('\0') || pathname.includes('\\');
    return odd || segments.some((segment) => segment.startsWith('.')) ? null : pathname;
  } catch {
    return null;
  }
}

/** The file to send: precompressed as the browser accepts it, where there is such a file. */
function find(file: string, accepted: string): Found | null {
  const plain = statOf(file);
  if (!plain) return null;
  for (const [encoding, end] of [
    ['br', '.br'],
    ['gzip', '.gz'],
  ] as const) {
    const stats = accepted.includes(encoding) ? statOf(file + end) : null;
    if (stats) return { file: file + end, encoding, stats };
  }
  return { file, encoding: '', stats: plain };
}

/** Somebody opens an address of the app; a script or data file that is missing must stay missing. */
const isPageRequest = (request: IncomingMessage, pathname: string): boolean =>
  (request.headers.accept ?? '').includes('text/html') &&
  !path.posix.basename(pathname).includes('.') &&
  !pathname.startsWith('/remotes/');

const plain = (response: ServerResponse, status: number, text: string) => {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(`${text}\n`);
};

function send(request: IncomingMessage, response: ServerResponse, pathname: string, found: Found): void {
  const { file, encoding, stats } = found;
  const etag = `"${stats.size.toString(36)}-${Math.round(stats.mtimeMs).toString(36)}${encoding && `-${encoding}`}"`;
  const headers: Record<string, string | number> = {
    'Content-Type': contentType(pathname),
    ...fileHeaders(pathname),
    ETag: etag,
    Vary: 'Accept-Encoding',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
  if (request.headers['if-none-match'] === etag) {
    response.writeHead(304, headers).end();
    return;
  }
  response.writeHead(200, { ...headers, 'Content-Length': stats.size });
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const stream = fs.createReadStream(file);
  // Removed between the look and the opening: the connection breaks, the server does not.
  stream.on('error', () => response.destroy());
  stream.pipe(response);
}

/** What {@link staticSite} serves and to whom. */
export interface StaticSite {
  folder: string;
  /** Values of the Host header that are answered; others may be DNS rebinding by a page elsewhere. */
  hosts: readonly string[];
  /** Headers of every answer, as they are at this moment. */
  headers: () => Readonly<Record<string, string>>;
  /** Takes what browsers report of remotes that did not load. */
  collector?: RequestListener;
}

/** Serves a site folder as a static host would: precompressed files, long caching for hashed names, the app's page for its routes. */
export const staticSite =
  ({ folder, hosts, headers, collector }: StaticSite): RequestListener =>
  (request, response) => {
    for (const [name, value] of Object.entries(headers())) response.setHeader(name, value);
    if (!hosts.includes(request.headers.host ?? ''))
      return plain(response, 421, 'This address is not served here.');
    if (collector && request.method === 'POST' && request.url === LOAD_ERRORS)
      return void collector(request, response);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('Allow', 'GET, HEAD');
      return plain(response, 405, 'Only GET and HEAD are answered here.');
    }
    const pathname = safePath(request.url ?? '/');
    if (pathname === null) return plain(response, 400, 'This is not a valid address.');
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const file = pathname.endsWith('/') ? null : find(path.join(folder, pathname), accepted);
    if (file) return send(request, response, pathname, file);
    const page = isPageRequest(request, pathname) ? find(path.join(folder, 'index.html'), accepted) : null;
    if (page) return send(request, response, '/index.html', page);
    return plain(response, 404, `${pathname} does not exist.`);
  };
