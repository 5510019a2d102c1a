import { serviceKeys } from './keys.ts';
import { isSameSecret } from './same-secret.ts';

/** Whether the request comes from the project itself: its bearer or `apikey` is a key of `service_role`. */
export function isService(request: Request): boolean {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer\s+/i, '');
  const given = [bearer, request.headers.get('apikey')].filter((key) => key != null);
  return serviceKeys().some((expected) => given.some((key) => isSameSecret(key, expected)));
}
