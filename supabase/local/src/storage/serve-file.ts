import type { FileMetadata, ObjectRow, StorageServices } from './context.js';
import { objectNotFound } from './errors.js';

/** Types a browser runs as a page, or as a script within one. */
const ACTIVE =
  /^(text\/html|application\/xhtml\+xml|text\/xml|application\/xml|text\/javascript|application\/javascript)/i;
const SVG = /^image\/svg/i;

function disposition(how: 'inline' | 'attachment', name: string): string {
  return name ? `${how}; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, escape)}` : how;
}

function headersFor(row: ObjectRow, metadata: FileMetadata, download: string | null): Headers {
  const type = ACTIVE.test(metadata.mimetype) ? 'text/plain; charset=utf-8' : metadata.mimetype;
  const headers = new Headers({
    'content-type': type,
    'cache-control': metadata.cacheControl,
    etag: metadata.eTag,
    'last-modified': new Date(metadata.lastModified).toUTCString(),
    'accept-ranges': 'bytes',
    // Uploaded files are strangers' files: no guessing of types, and nothing in them runs.
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  });
  const name = download || (row.name.split('/').pop() ?? '');
  if (download !== null) headers.set('content-disposition', disposition('attachment', name));
  // As an image in a page a drawing is harmless; opened by itself it would be a page.
  else if (SVG.test(type)) headers.set('content-disposition', disposition('attachment', name));
  return headers;
}

/**
 * First and last byte that a `Range` header asks for. Null when it is to be ignored: none, several ranges, or no sense in it, such
 * as a last byte before the first. 'beyond' when the file ends before it.
 */
function rangeOf(header: string | null, size: number): [number, number] | 'beyond' | null {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (!from && !to) return null;
  if (!from) return Number(to) === 0 || size === 0 ? 'beyond' : [Math.max(size - Number(to), 0), size - 1];
  if (to && Number(to) < Number(from)) return null;
  if (Number(from) >= size) return 'beyond';
  return [Number(from), to ? Math.min(Number(to), size - 1) : size - 1];
}

/** Answers an object's contents; `?download` asks for a file to be saved. */
export async function serveFile(
  { files }: StorageServices,
  request: Request,
  row: ObjectRow | undefined,
): Promise<Response> {
  if (!row?.metadata) throw objectNotFound();
  const { metadata } = row;
  const headers = headersFor(row, metadata, new URL(request.url).searchParams.get('download'));
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''));
  if (known.includes(metadata.eTag)) return new Response(null, { status: 304, headers });
  if (request.method === 'HEAD') {
    headers.set('content-length', String(metadata.size));
    return new Response(null, { headers });
  }
  const data = await files.read(row.version);
  if (!data) throw objectNotFound();
  const range = rangeOf(request.headers.get('range'), data.length);
  if (range === 'beyond') {
    headers.delete('content-disposition');
    headers.set('content-range', `bytes */${data.length}`);
    return new Response(null, { status: 416, headers });
  }
  const [from, to] = range ?? [0, data.length - 1];
  headers.set('content-length', String(to - from + 1));
  if (range) headers.set('content-range', `bytes ${from}-${to}/${data.length}`);
  return new Response(new Uint8Array(data.subarray(from, to + 1)), { status: range ? 206 : 200, headers });
}
