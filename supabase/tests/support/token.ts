import crypto from 'node:crypto';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** An access token as Auth signs it. */
export function tokenFor(sub: string, secret: string, seconds = 3600, more: object = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + seconds, ...more };
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${body}.${crypto.createHmac('sha256', secret).update(body).digest('base64url')}`;
}

/** The same as new hosted projects sign it, with a key of nobody's. */
export function es256TokenFor(sub: string, seconds = 3600): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub, role: 'authenticated', aud: 'authenticated', iat: now, exp: now + seconds };
  const body = `${encode({ alg: 'ES256', typ: 'JWT', kid: crypto.randomUUID() })}.${encode(claims)}`;
  const { privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signature = crypto.sign('sha256', Buffer.from(body), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${body}.${signature.toString('base64url')}`;
}
