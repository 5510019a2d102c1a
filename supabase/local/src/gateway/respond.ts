import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

/** A JSON answer. */
export function json(status: number, body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  });
}

/** Ends a request for another protocol with a plain answer. */
export function refuseUpgrade(socket: Duplex, status: number, text: string): void {
  const length = Buffer.byteLength(text);
  const headers = `Connection: close\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}`;
  // Nobody reads from it any more, so it would never notice that the other side has gone.
  socket.once('finish', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${headers}\r\n\r\n${text}`);
}
