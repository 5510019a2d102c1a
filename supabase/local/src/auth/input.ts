import { AuthError } from './errors.js';
import { isKnownPassword } from './known-passwords.js';
import type { AuthSettings } from './settings.js';

/** A parsed JSON body. */
export type Body = Record<string, unknown>;

/** The refusal of a field. */
export const invalid = (message: string) => new AuthError(400, 'validation_failed', message);

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

/** NUL, and halves of a surrogate pair: PostgreSQL stores neither. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** A string field; throws `validation_failed` for another type. Missing is the empty string. */
export function text(body: Body, name: string): string {
  const value = body[name] ?? '';
  if (typeof value !== 'string') throw invalid(`${name} must be a string`);
  if (value.length > 4096 || UNSTORABLE.test(value))
    throw invalid(`${name} is too long or contains invalid characters`);
  return value;
}

/** A yes-or-no field; throws `validation_failed` for another type. */
export function flag(body: Body, name: string, missing: boolean): boolean {
  const value = body[name] ?? missing;
  if (typeof value !== 'boolean') throw invalid(`${name} must be true or false`);
  return value;
}

/** Most bytes of a user's data as JSON. All of it travels in every access token, so more would lock its account out. */
export const MAX_USER_DATA_BYTES = 16 * 1024;
/** Most levels of a user's data. */
const MAX_DEPTH = 20;

/** Throws `validation_failed` where the data is too deep or holds what cannot be stored. Keeps its own stack: recursion could overflow. */
function checkValues(data: object, name: string): void {
  const open: { value: unknown; depth: number }[] = [{ value: data, depth: 1 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next;
    if (typeof value === 'string' && UNSTORABLE.test(value))
      throw invalid(`${name} contains invalid characters`);
    if (typeof value !== 'object' || value === null) continue;
    if (depth > MAX_DEPTH) throw invalid(`${name} is nested more than ${MAX_DEPTH} levels deep`);
    for (const [key, item] of Object.entries(value)) {
      if (UNSTORABLE.test(key)) throw invalid(`${name} contains invalid characters`);
      open.push({ value: item, depth: depth + 1 });
    }
  }
}

/** What is known about a user, in a field; empty when missing. Throws `validation_failed` for another type, too deep, or over 16 kB. */
export function dataField(body: Body, name: 'data' | 'user_metadata' | 'app_metadata'): Body {
  const value = body[name] ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) throw invalid(`${name} must be an object`);
  checkValues(value, name);
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_USER_DATA_BYTES) throw tooMuchData();
  return value as Body;
}

/** The refusal of a user's data that is too large, by itself or with what is there. */
export const tooMuchData = (): AuthError =>
  invalid(`data must not be larger than ${MAX_USER_DATA_BYTES} bytes`);

/** How every id of Auth is written. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * One address: neither lists nor groups nor comments, which a mail server would read as other recipients. Local part and domain without
 * blanks, control characters and what has a meaning in a header.
 */
const ADDRESS = /^[^\s\p{C}@<>()[\]\\,;:"]+@[\p{L}\p{M}\p{N}_-]+(\.[\p{L}\p{M}\p{N}_-]+)+$/u;

/** A well-formed e-mail address in lower case. Throws `validation_failed` (400). */
export function email(body: Body, name = 'email'): string {
  const value = text(body, name).trim().toLowerCase();
  if (!value) throw invalid('An email address is required');
  if (value.length > 255 || !ADDRESS.test(value)) {
    throw invalid('Unable to validate email address: invalid format');
  }
  return value;
}

/** A new password that is long enough, has the characters asked for and is not known; throws `weak_password` (422) with its reasons. */
export function newPassword(body: Body, settings: AuthSettings): string {
  const value = text(body, 'password');
  const weak: Record<string, string> = {};
  if (value.length < settings.minPasswordLength) {
    weak.length = `Password should be at least ${settings.minPasswordLength} characters.`;
  }
  const sets = settings.requiredCharacters;
  if (!sets.every((set) => [...set].some((character) => value.includes(character)))) {
    weak.characters = `Password should contain at least one character of each: ${sets.join(', ')}.`;
  }
  if (settings.refuseKnownPasswords && isKnownPassword(value)) {
    weak.pwned = 'Password is known to be weak and easy to guess, please choose a different one.';
  }
  const reasons = Object.keys(weak);
  if (reasons.length > 0) {
    const message = Object.values(weak).join(' ');
    throw new AuthError(422, 'weak_password', message, { weak_password: { reasons } });
  }
  refuseLongPassword(value);
  return value;
}

/** bcrypt reads no more than 72 bytes: a longer password would be cut in silence. Throws `validation_failed` (400). */
export function refuseLongPassword(password: string): void {
  if (Buffer.byteLength(password) > 72) throw invalid('Password cannot be longer than 72 characters');
}
