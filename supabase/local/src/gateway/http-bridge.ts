import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { isTooDeep } from './json-depth.js';

/** Largest request body in bytes; a sale is far below, an import of thousands of rows fits. */
export const MAX_BODY_BYTES = 10 * 1024 * 1024;

/** Thrown for a body above the limit. */
export class BodyTooLargeError extends Error {}

/** Thrown for JSON that is nested too deep to be read safely. */
export class JsonTooDeepError extends Error {}

/** Thrown when the client goes away in the middle of its body: there is nobody left to answer. */
export class ClientGoneError extends Error {}

/** Reads a whole body, at most MAX_BODY_BYTES of it. */
async function readBody(message: IncomingMessage): Promise<Buffer | null> {
  if (message.method === 'GET' || message.method === 'HEAD') return null;
  if (Number(message.headers['content-length'] ?? 0) > MAX_BODY_BYTES) throw new BodyTooLargeError();
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of message) {
      const part = chunk as Buffer;
      size += part.length;
      if (size > MAX_BODY_BYTES) throw new BodyTooLargeError();
      chunks.push(part);
    }
  } catch (error) {
    throw error instanceof BodyTooLargeError ? error : new ClientGoneError('', { cause: error });
  }
  return size ? Buffer.concat(chunks) : null;
}

/**
 * The web Request for a Node request to `url`.
 * @throws BodyTooLargeError, JsonTooDeepError (files may hold what they like), ClientGoneError
 */
export async function toRequest(message: IncomingMessage, url: URL): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const item of value ?? []) headers.append(name, item);
  }
  const body = await readBody(message);
  if (body && !url.pathname.startsWith('/storage/') && isTooDeep(body)) throw new JsonTooDeepError();
  return new Request(url, {
    method: message.method ?? 'GET',
    headers,
    body: body ? new Uint8Array(body) : null,
  });
}

/** Header by which an answer names its headers that pages of other origins may read. */
const EXPOSE = 'access-control-expose-headers';

/** Writes a web Response, with extra headers that win over its own; what it exposes to pages is exposed beside theirs. */
export async function sendResponse(
  response: Response,
  target: ServerResponse,
  extra: Record<string, string>,
): Promise<void> {
  const headers = new Headers(response.headers);
  const exposed = headers.get(EXPOSE);
  for (const name of [...headers.keys()]) if (name.startsWith('access-control-')) headers.delete(name);
  for (const [name, value] of Object.entries(extra)) headers.set(name, value);
  if (exposed && extra[EXPOSE]) headers.append(EXPOSE, exposed);
  target.writeHead(response.status, Object.fromEntries(headers));
  if (!response.body) return void target.end();
  await pipeline(Readable.fromWeb(response.body as ReadableStream<Uint8Array>), target);
}
