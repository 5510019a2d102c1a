import crypto from 'node:crypto';

/** Claims of an access token as hosted Auth writes them; `sub` and `session_id` are absent on API keys. */
export interface Claims {
  sub?: string;
  role?: string;
  exp?: number;
  iat?: number;
  session_id?: string;
  [name: string]: unknown;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const mac = (text: string, secret: string) => crypto.createHmac('sha256', secret).update(text).digest();

/** An HS256 JSON web token. */
export function signToken(claims: Claims, secret: string): string {
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${mac(body, secret).toString('base64url')}`;
}

/** Why a token was refused. */
export type TokenProblem = 'malformed' | 'signature' | 'expired';

/** Checks algorithm, signature and expiry. Returns the claims or the problem. */
export function readToken(token: string, secret: string): Claims | TokenProblem {
  const [head, body, signature, ...rest] = token.split('.');
  if (!head || !body || !signature || rest.length > 0) return 'malformed';
  try {
    const header = JSON.parse(Buffer.from(head, 'base64url').toString()) as { alg?: unknown };
    const given = Buffer.from(signature, 'base64url');
    const expected = mac(`${head}.${body}`, secret);
    if (header.alg !== 'HS256') return 'signature';
    if (given.length !== expected.length || !crypto.timingSafeEqual(given, expected)) return 'signature';
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims | null;
    if (typeof claims !== 'object' || claims === null) return 'malformed';
    if (typeof claims.exp === 'number' && claims.exp <= nowSeconds()) return 'expired';
    return claims;
  } catch {
    return 'malformed';
  }
}

/** A fresh refresh token. */
export const newRefreshToken = () => crypto.randomBytes(18).toString('base64url');

/** One-way form in which secrets of links and sessions are stored. */
export const hash = (secret: string) => crypto.createHash('sha256').update(secret).digest('hex');
