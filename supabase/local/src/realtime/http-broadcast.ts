import type { Claims } from '../auth/tokens.js';
import { json } from '../gateway/respond.js';
import type { Authorization } from './authorization.js';
import type { Hub } from './hub.js';
import { asObject, MAX_MESSAGE_BYTES } from './protocol.js';

interface Outgoing {
  topic: string;
  event: string;
  payload: unknown;
  private: boolean;
}

const ACCEPTED = () => new Response(null, { status: 202 });
const refused = (status: number, message: string) => json(status, { error: message, message });

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** The list of messages that a body holds, or null when it is none. */
function readMessages(body: Buffer): Outgoing[] | null {
  const { messages } = asObject(parseJson(body));
  if (!Array.isArray(messages)) return null;
  const read = messages.map(asObject).map((message) => ({
    topic: message.topic,
    event: message.event,
    payload: message.payload,
    private: message.private === true,
  }));
  const isMessage = (message: (typeof read)[number]): message is Outgoing =>
    typeof message.topic === 'string' && typeof message.event === 'string' && message.payload !== undefined;
  return read.every(isMessage) ? read : null;
}

/** One message with its topic and event in the address, or null when the address is another. */
function readAddressed(path: string, url: URL, request: Request, body: Buffer): Outgoing | null {
  const [, topic, event] = /^\/api\/broadcast\/([^/]+)\/events\/([^/]+)$/.exec(path) ?? [];
  if (!topic || !event) return null;
  const isBinary = request.headers.get('content-type')?.startsWith('application/octet-stream');
  return {
    topic: decodeURIComponent(topic),
    event: decodeURIComponent(event),
    payload: isBinary ? body : parseJson(body),
    private: url.searchParams.get('private') === 'true',
  };
}

/**
 * Broadcasts without a socket. Who may send to a private topic is asked of the policies; what is not allowed is dropped and
 * still answered 202, as on hosted.
 */
export async function broadcastByHttp(
  { hub, authorization }: { hub: Hub; authorization: Authorization },
  request: Request,
  path: string,
  claims: Claims,
): Promise<Response> {
  if (!path.startsWith('/api/broadcast')) return refused(404, 'There is nothing here');
  if (request.method !== 'POST') return refused(405, 'Only POST sends a broadcast');
  const body = Buffer.from(await request.arrayBuffer());
  if (body.length > MAX_MESSAGE_BYTES) return refused(413, 'The message is too large');
  let messages: Outgoing[] | null;
  try {
    const addressed = readAddressed(path, new URL(request.url), request, body);
    messages = addressed ? [addressed] : readMessages(body);
  } catch {
    messages = null;
  }
  if (!messages || messages.some(({ payload }) => payload === undefined)) {
    return refused(422, 'Each message needs a topic, an event and a payload');
  }
  const allowed = new Map<string, boolean>();
  for (const { topic, event, payload, private: isPrivate } of messages) {
    if (isPrivate && !allowed.has(topic)) allowed.set(topic, await authorization.mayWrite(claims, topic));
    if (isPrivate && !allowed.get(topic)) continue;
    hub.send(topic, isPrivate, { type: 'broadcast', event, payload });
  }
  return ACCEPTED();
}
