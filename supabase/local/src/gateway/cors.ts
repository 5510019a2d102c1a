const METHODS = 'GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS';
const EXPOSED =
  'Content-Range, Content-Location, Content-Disposition, ETag, Preference-Applied, Location, Link, X-Total-Count, Tus-Resumable, ' +
  'Upload-Expires, Upload-Length, Upload-Offset';

/**
 * CORS headers as hosted answers them: pages of any origin may call and read. Nothing here trusts a browser for being one (no
 * cookies), so a page can do no more than who holds its key and token.
 */
export function corsHeaders(requestedHeaders: string | undefined): Record<string, string> {
  return {
    'access-control-allow-origin': '*',
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers':
      requestedHeaders ?? 'authorization, apikey, content-type, prefer, x-client-info',
    'access-control-expose-headers': EXPOSED,
    'access-control-max-age': '3600',
  };
}
