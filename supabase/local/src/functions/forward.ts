import http from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  answerError,
  OUT_OF_RESOURCES,
  tooLarge,
  tooSlow,
  WORKER_ERROR,
  type FunctionError,
} from './answers.js';
import type { Worker, WorkerEnd } from './worker.js';

/** Largest body that a function is given; it is handed on as it comes. */
export const MAX_FUNCTION_BODY_BYTES = 40 * 1024 * 1024;

/** Say something about one connection, not about the request. */
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
]);

const WHY_ENDED: Record<WorkerEnd, FunctionError> = {
  error: WORKER_ERROR,
  resources: OUT_OF_RESOURCES,
  stopped: OUT_OF_RESOURCES,
};

/** How long it is waited to hear why a worker has ended, if it has: a connection may end by itself. */
const MOST_MS_TO_END = 2000;

const endToEnd = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));

function requestHeaders(message: http.IncomingMessage, worker: Worker): http.OutgoingHttpHeaders {
  const [host = '', port = '80'] = (message.headers.host ?? '').split(':');
  const address = message.socket.remoteAddress ?? '';
  return {
    ...endToEnd(message.headers),
    // As hosted: whatever the client says of where it is, the gateway's word takes its place.
    'cf-connecting-ip': address,
    'x-forwarded-for': address,
    'x-forwarded-host': host,
    'x-forwarded-port': port,
    'x-forwarded-proto': 'http',
    ...worker.headers,
  };
}

class TooLargeError extends Error {}

/** Hands on what fits, and says of each part that it came. */
function limited(onPart: () => void): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      onPart();
      if (size > MAX_FUNCTION_BODY_BYTES) done(new TooLargeError());
      else done(null, chunk);
    },
  });
}

/** How a request to a function came out; `silent`: the function said nothing for too long. */
export type Outcome = 'answered' | 'silent';

/**
 * Hands a request on to a function's worker, and its answer back, both as they come. Resolves when the answer has been given or
 * nobody waits for it any more.
 * @param path what the function sees: its name, and what follows
 * @param seconds how long nothing may come from either side
 */
export async function forward(
  message: http.IncomingMessage,
  target: http.ServerResponse,
  { worker, path, seconds }: { worker: Worker; path: string; seconds: number },
): Promise<Outcome> {
  if (Number(message.headers['content-length'] ?? 0) > MAX_FUNCTION_BODY_BYTES) {
    // What comes is let go by: who sends it hears the answer.
    answerError(target, tooLarge(MAX_FUNCTION_BODY_BYTES));
    return 'answered';
  }
  const request = http.request({
    host: '127.0.0.1',
    port: worker.port,
    agent: worker.agent,
    method: message.method,
    path,
    headers: requestHeaders(message, worker),
  });
  let isSilent = false;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      request.destroy();
    }, seconds * 1000);
  };
  // The client went away: the function is told so.
  target.once('close', () => request.destroy());
  try {
    wait();
    const answered = new Promise<http.IncomingMessage>((resolve, reject) => {
      request.once('response', resolve);
      request.on('error', reject);
    });
    const body = limited(wait);
    const tooMuch = new Promise<never>((_resolve, reject) => body.once('error', reject));
    // A function may answer without having read the whole body: the rest is let go by, so that who sends it hears the answer.
    const letGo = () => {
      message.unpipe(body);
      message.resume();
    };
    body.once('error', letGo);
    request.once('close', letGo);
    message.pipe(body).pipe(request);
    const response = await Promise.race([answered, tooMuch]);
    const status = response.statusCode ?? 500;
    target.writeHead(status, response.statusMessage, {
      ...endToEnd(response.headers),
      ...(status >= 500 ? { 'sb-error-code': 'EDGE_FUNCTION_ERROR' } : {}),
    });
    response.on('data', wait);
    await pipeline(response, target);
  } catch (error) {
    if (target.headersSent || target.destroyed) target.destroy();
    else if (error instanceof TooLargeError) {
      answerError(target, tooLarge(MAX_FUNCTION_BODY_BYTES), { connection: 'close' });
    } else if (isSilent) answerError(target, tooSlow(seconds));
    else
      answerError(
        target,
        WHY_ENDED[await Promise.race([worker.ended, sleep(MOST_MS_TO_END, 'error' as const)])],
      );
  } finally {
    clearTimeout(timer);
    request.destroy();
  }
  return isSilent ? 'silent' : 'answered';
}
