import { AuthError } from './errors.js';
import type { AuthSettings } from './settings.js';

/** A parsed JSON body. */
export type Body = Record<string, unknown>;

const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

/** Parses a JSON object body; an empty one is `{}`. Throws `bad_json` (400). */
export async function readJson(request: Request): Promise<Body> {
  const text = await request.text();
  if (!text) return {};
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  } catch {
    // Falls through to the one refusal.
  }
  throw new AuthError(400, 'bad_json', 'Could not parse request body as JSON: an object is expected');
}

/** A string field; throws `validation_failed` for another type. Missing is the empty string. */
export function text(body: Body, name: string): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') throw invalid(`${name} must be a string`);
  if (value.length > 4096 || value.includes('\0'))
    throw invalid(`${name} is too long or contains invalid characters`);
  return value;
}

/** A yes-or-no field; throws `validation_failed` for another type. */
export function flag(body: Body, name: string, missing: boolean): boolean {
  const value = body[name] ?? missing;
  if (typeof value !== 'boolean') throw invalid(`${name} must be true or false`);
  return value;
}

/** An object field such as `data`; undefined when missing. */
export function object(body: Body, name: string): Body | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(`${name} must be an object`);
  if (JSON.stringify(value).includes('\\u0000')) throw invalid(`${name} contains invalid characters`);
  return value as Body;
}

/** A well-formed e-mail address in lower case. */
export function email(body: Body): string {
  const value = text(body, 'email').trim().toLowerCase();
  if (!value) throw invalid('An email address is required');
  if (value.length > 255 || !/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(value)) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return value;
}

/** A new password that is long enough; throws `weak_password` (422) with its reasons. */
export function newPassword(body: Body, settings: AuthSettings): string {
  const value = text(body, 'password');
  if (value.length < settings.minPasswordLength) {
    const message = `Password should be at least ${settings.minPasswordLength} characters.`;
    throw new AuthError(422, 'weak_password', message, { weak_password: { reasons: ['length'] } });
  }
  // bcrypt reads no more: a longer password would be cut in silence.
  if (Buffer.byteLength(value) > 72) throw invalid('Password cannot be longer than 72 characters');
  return value;
}
