import file from './openapi.json' with { type: 'json' };

const TEXT = JSON.stringify(file);

/** What the API can be asked, for everybody, also from pages of elsewhere: it says nothing of any agency. Null for any other request. */
export function openApiAnswer({ method, url }: Request): Response | null {
  if (method !== 'GET' || !/^(?:\/functions\/v1)?\/api\/v1\/openapi\.json$/.test(new URL(url).pathname))
    return null;
  return new Response(TEXT, {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    },
  });
}
