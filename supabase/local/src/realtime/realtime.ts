import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer } from 'ws';
import { keyClaims, openServicePool } from '../database/service-pool.js';
import { keyKind, refuseBadToken, type ApiKeys, type Caller } from '../gateway/keys.js';
import { refuseUpgrade } from '../gateway/respond.js';
import type { Log } from '../log.js';
import { openAuthorization } from './authorization.js';
import { Connection } from './connection.js';
import { deliverDatabaseMessages } from './database-messages.js';
import { broadcastByHttp } from './http-broadcast.js';
import { Hub } from './hub.js';
import { Presences } from './presence.js';
import { MAX_MESSAGE_BYTES } from './protocol.js';

export interface RealtimeOptions {
  dbUrl: string;
  keys: ApiKeys;
  log: Log;
}

/** Live messages over web sockets. */
export interface Realtime {
  /** Answers a request that is no web socket; `path` is what follows /realtime/v1. */
  handle(request: Request, path: string, caller: Caller): Promise<Response>;
  /** Takes over the socket of a request to /realtime/v1/websocket, or answers why not. */
  upgrade(message: IncomingMessage, socket: Duplex, head: Buffer): void;
  close(): Promise<void>;
}

const MAX_SOCKETS = 500;
/** As hosted: who has been silent so long is gone. Clients send a heartbeat every 25 seconds. */
const SILENCE_MS = 60_000;
const CHECK_MS = 15_000;
const GOING_AWAY = 1001;

/** Opens Realtime on the database: private channels as the policies on `realtime.messages` say; broadcasts and presence. */
export async function openRealtime({ dbUrl, keys, log }: RealtimeOptions): Promise<Realtime> {
  const db = openServicePool(dbUrl, 'realtime', log);
  const hub = new Hub();
  const services = { keys, hub, presences: new Presences(hub), authorization: openAuthorization(db) };
  const messages = deliverDatabaseMessages(dbUrl, db, hub, log);
  await messages.ready;
  const connections = new Set<Connection>();
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_MESSAGE_BYTES,
    perMessageDeflate: false,
  });
  const check = setInterval(() => {
    for (const { socket, lastHeard } of connections) {
      if (Date.now() - lastHeard > SILENCE_MS) socket.terminate();
    }
  }, CHECK_MS);
  check.unref();

  return {
    async handle(request, path, caller) {
      const claims = caller.claims ?? keyClaims(caller.key);
      return refuseBadToken(caller) ?? (await broadcastByHttp(services, request, path, claims));
    },
    upgrade(message, socket, head) {
      const query = new URL(message.url ?? '/', 'http://localhost').searchParams;
      const key = query.get('apikey') ?? '';
      if (!keyKind(key, keys)) return refuseUpgrade(socket, 401, 'Invalid API key');
      if (connections.size >= MAX_SOCKETS) {
        return refuseUpgrade(socket, 429, 'Too many connections');
      }
      const version = query.get('vsn') === '2.0.0' ? '2.0.0' : '1.0.0';
      server.handleUpgrade(message, socket, head, (opened) => {
        const connection = new Connection(opened, key, version, services, log);
        connections.add(connection);
        opened.on('close', () => connections.delete(connection));
      });
    },
    async close() {
      clearInterval(check);
      for (const { socket } of connections) {
        socket.close(GOING_AWAY, 'The backend is stopping');
        setTimeout(() => socket.terminate(), 500).unref();
      }
      server.close();
      await messages.stop();
      await db.close();
    },
  };
}
