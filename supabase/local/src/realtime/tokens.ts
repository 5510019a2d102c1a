import { readToken, type Claims } from '../auth/tokens.js';
import { API_ROLES, keyClaims } from '../database/service-pool.js';
import { keyKind, type ApiKeys } from '../gateway/keys.js';

const PROBLEMS = {
  expired: 'InvalidJWTToken: Token has expired',
  signature: 'JwtSignatureError: Failed to validate JWT signature',
  malformed: 'MalformedJWT: The token provided is not a valid JWT',
} as const;

/** Claims of an access token or API key, or the text with which hosted refuses it. */
export function claimsOf(token: string, keys: ApiKeys): Claims | string {
  const key = keyKind(token, keys);
  if (key) return keyClaims(key);
  const claims = readToken(token, keys.jwtSecret);
  if (typeof claims === 'string') return PROBLEMS[claims];
  return API_ROLES.has(claims.role ?? '') ? claims : PROBLEMS.malformed;
}
