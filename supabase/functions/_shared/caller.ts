/** The claims of the token that came with a request: what the database has let in before is believed, nothing else. */
function claimsOf(request: Request): Record<string, unknown> {
  const token = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '') ?? '';
  const base64 = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  return JSON.parse(atob(base64)) as Record<string, unknown>;
}

function claimOf(request: Request, name: string): string {
  const claim = claimsOf(request)[name];
  if (typeof claim !== 'string') throw new Error('The token names nobody');
  return claim;
}

/** Whose token came with a request the database has let in. @throws Error where it names nobody */
export const userOf = (request: Request): string => claimOf(request, 'sub');

/** The session of that token. @throws Error where it names none */
export const sessionOf = (request: Request): string => claimOf(request, 'session_id');
