const METHODS = 'GET, POST, PATCH, PUT, DELETE, HEAD, OPTIONS';
const EXPOSED =
  'Content-Range, Content-Location, Content-Disposition, ETag, Preference-Applied, Location, Tus-Resumable, Upload-Expires, ' +
  'Upload-Length, Upload-Offset';

/** CORS headers for an origin that has passed the guard; none for callers that are no browser page. */
export function corsHeaders(
  origin: string | undefined,
  requestedHeaders: string | undefined,
): Record<string, string> {
  if (!origin) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-allow-methods': METHODS,
    'access-control-allow-headers':
      requestedHeaders ?? 'authorization, apikey, content-type, prefer, x-client-info',
    'access-control-expose-headers': EXPOSED,
    'access-control-max-age': '600',
  };
}
