import { readLimited } from './limited.ts';

/** More bytes no request of ours has. */
const LONGEST = 20_000;

/** The JSON object in a request's body; an empty one for anything else. */
export async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const { bytes, whole } = await readLimited(request.body, LONGEST);
  if (!whole) return {};
  try {
    const body: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

/** A text of a body; undefined for anything else. */
export const textIn = (body: Record<string, unknown>, name: string): string | undefined => {
  const value = body[name];
  return typeof value === 'string' ? value : undefined;
};

/** An id of a body; null for anything else. */
export const idIn = (body: Record<string, unknown>, name: string): string | null => {
  const text = textIn(body, name) ?? '';
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? text : null;
};
