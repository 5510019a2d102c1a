import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { databaseAway, DatabaseAwayError } from '../database/database-away.js';
import { LOOPBACK } from '../instance/ports.js';
import { waitUntil } from '../instance/process-info.js';
import { messageOf, type Log } from '../log.js';
import { corsHeaders } from './cors.js';
import { refuseHost } from './guard.js';
import {
  BodyTooLargeError,
  ClientGoneError,
  JsonTooDeepError,
  MAX_BODY_BYTES,
  sendResponse,
  toRequest,
} from './http-bridge.js';
import { MAX_JSON_DEPTH } from './json-depth.js';
import { json, refuseUpgrade } from './respond.js';
import { targetOf } from './target.js';

/** Answers one request; `path` begins with a slash and carries no query. */
export type Handler = (request: Request, path: string) => Promise<Response>;

/** Answers a request below `/functions/v1` by itself: bodies pass as they come, and CORS is the function's business. */
export type FunctionHandler = (
  message: http.IncomingMessage,
  target: http.ServerResponse,
  url: URL,
) => Promise<void>;

/** Takes over the socket of a request that asks for another protocol. */
export type UpgradeHandler = (
  message: http.IncomingMessage,
  socket: Duplex,
  head: Buffer,
  path: string,
) => void;

/** The HTTP front door. Bound before anything else starts: its port is the first guard against two backends. */
export interface Gateway {
  port: number;
  apiUrl: string;
  /** Opens the door; until then every request but /health is answered 503. */
  serve(handler: Handler, onUpgrade: UpgradeHandler, functions: FunctionHandler): void;
  /** Closes the door again and waits, not for long, for the requests that are inside. */
  drain(): Promise<void>;
  stop(): Promise<void>;
}

/** Thrown when the port is taken. */
export class PortTakenError extends Error {}

const DRAIN_MS = 3000;

/** Longer than clients keep a connection: one of ours that ends first may end under a request that is on its way. */
const KEEP_ALIVE_MS = 75_000;

/** Room for an access token that carries as much user data as Auth takes. */
const MAX_HEADER_BYTES = 64 * 1024;

export interface GatewayOptions {
  port: number;
  log: Log;
}

function listen(server: http.Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? new PortTakenError(`Port ${port} is in use`) : error),
    );
    server.listen(port, LOOPBACK, () => resolve((server.address() as AddressInfo).port));
  });
}

/** Binds the port on the loopback interface and guards it: Host, body size, errors as JSON. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  let handler: Handler | null = null;
  let upgradeHandler: UpgradeHandler | null = null;
  let functionHandler: FunctionHandler | null = null;
  let running = 0;
  let port = 0;
  let apiUrl = '';

  async function answer(message: http.IncomingMessage): Promise<Response> {
    const target = targetOf(message, apiUrl);
    if ('refusal' in target) {
      const { status, message: text, headers } = target.refusal;
      return json(status, { code: 'bad_request', message: text }, headers);
    }
    const { url } = target;
    if (url.pathname === '/health') {
      return json(200, {
        name: 'local-supabase',
        status: handler ? 'ready' : 'starting',
        pid: process.pid,
        url: apiUrl,
      });
    }
    if (!handler)
      return json(
        503,
        { code: 'not_ready', message: 'The backend is starting or stopping' },
        { 'retry-after': '1' },
      );
    running += 1;
    try {
      return await handler(await toRequest(message, url), url.pathname);
    } finally {
      running -= 1;
    }
  }

  /** The answer for what went wrong; the services answer what they know themselves. */
  function failure(error: unknown): Response {
    if (error instanceof ClientGoneError) throw error;
    if (error instanceof DatabaseAwayError) return databaseAway();
    if (error instanceof BodyTooLargeError) {
      const text = `The request body is larger than ${MAX_BODY_BYTES} bytes`;
      return json(413, { code: 'request_too_large', message: text }, { connection: 'close' });
    }
    if (error instanceof JsonTooDeepError) {
      const text = `The JSON of the request is nested deeper than ${MAX_JSON_DEPTH} levels`;
      return json(400, { code: 'request_too_deep', message: text });
    }
    options.log(`Unexpected error: ${messageOf(error)}`, 'warn');
    return json(500, { code: 'unexpected_failure', message: 'Unexpected error in the local backend' });
  }

  async function callFunction(
    answerIt: FunctionHandler,
    message: http.IncomingMessage,
    target: http.ServerResponse,
  ): Promise<void> {
    const address = targetOf(message, apiUrl);
    if ('refusal' in address) return sendResponse(await answer(message), target, {});
    running += 1;
    try {
      await answerIt(message, target, address.url);
    } finally {
      running -= 1;
    }
  }

  async function handle(message: http.IncomingMessage, target: http.ServerResponse): Promise<void> {
    const refusal = refuseHost(message.headers.host, port);
    if (refusal) return sendResponse(json(403, { code: 'forbidden', message: refusal }), target, {});
    if (functionHandler && /^\/functions\/v1(?![^/?])/.test(message.url ?? '')) {
      return callFunction(functionHandler, message, target);
    }
    // Beside the API only this machine's own programs ask: /health tells what runs here.
    const isApi = /^\/[a-z]+\/v1(?![^/?])/.test(message.url ?? '');
    const cors = isApi ? corsHeaders(message.headers['access-control-request-headers']) : {};
    if (message.method === 'OPTIONS') return sendResponse(new Response(null, { status: 204 }), target, cors);
    return sendResponse(await answer(message).catch(failure), target, cors);
  }

  const settings = { maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS };
  const server = http.createServer(settings, (message, target) => {
    // A client that goes away in the middle of an answer is no error of ours.
    handle(message, target).catch(() => target.destroy());
  });
  server.on('upgrade', (message, socket, head) => {
    socket.on('error', () => socket.destroy());
    const refusal = refuseHost(message.headers.host, port);
    if (refusal) return refuseUpgrade(socket, 403, refusal);
    if (!upgradeHandler) return refuseUpgrade(socket, 503, 'The backend is starting or stopping');
    const target = targetOf(message, apiUrl);
    if ('refusal' in target) return refuseUpgrade(socket, target.refusal.status, target.refusal.message);
    return upgradeHandler(message, socket, head, target.url.pathname);
  });
  port = await listen(server, options.port);
  apiUrl = `http://${LOOPBACK}:${port}`;
  return {
    port,
    apiUrl,
    serve(next, onUpgrade, functions) {
      handler = next;
      upgradeHandler = onUpgrade;
      functionHandler = functions;
    },
    async drain() {
      handler = null;
      upgradeHandler = null;
      functionHandler = null;
      await waitUntil(() => running === 0, DRAIN_MS);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        setTimeout(() => server.closeAllConnections(), 1000).unref();
      }),
  };
}
