import { isSameSecret } from '../same-secret.ts';

/** The password of basic authentication; many services can send nothing else. */
function passwordOf(basic: string): string {
  try {
    return atob(basic).replace(/^[^:]*:/, '');
  } catch {
    return '';
  }
}

/** Whether a request brings the secret: as bearer, as the password of basic authentication, or in a header of its own. */
export function carriesSecret(headers: Headers, expected: string): boolean {
  const [, scheme = '', value = ''] = /^(\S+)\s+(.+)$/.exec(headers.get('authorization') ?? '') ?? [];
  const given = [headers.get('x-inbound-mail-secret') ?? ''];
  if (/^bearer$/i.test(scheme)) given.push(value);
  if (/^basic$/i.test(scheme)) given.push(passwordOf(value));
  // Each is compared: how long it takes tells nothing.
  return given.map((secret) => isSameSecret(secret, expected)).includes(true);
}
