import http from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as the stand-in got it. */
export interface Asked {
  path: string;
  headers: http.IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** How it answers: status, headers and JSON or text; `hold` until it is let go; `cut` ends the connection without an answer. */
export type Behaviour =
  | { status: number; headers?: Record<string, string>; body: object | string }
  | 'hold'
  | 'cut';

/** A mail service in place of the real one, which remembers what it took, once for each key. */
export class MailStandIn {
  readonly asked: Asked[] = [];
  /** What it would have delivered, by the key of the request. */
  readonly delivered = new Map<string, Record<string, unknown>>();
  /** For the requests to come, the first one first; then it takes everything. */
  behaviours: Behaviour[] = [];
  private readonly held: http.ServerResponse[] = [];
  private readonly server = http.createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const body = text ? (JSON.parse(text) as Record<string, unknown>) : {};
    this.asked.push({ path: request.url ?? '', headers: request.headers, body });
    const behaviour = this.behaviours.shift();
    if (typeof behaviour === 'object') {
      const { status, headers = {}, body: said } = behaviour;
      response
        .writeHead(status, {
          'content-type': typeof said === 'string' ? 'text/html' : 'application/json',
          ...headers,
        })
        .end(typeof said === 'string' ? said : JSON.stringify(said));
      return;
    }
    const key = String(request.headers['idempotency-key'] ?? this.asked.length);
    this.delivered.set(key, this.delivered.get(key) ?? body);
    if (behaviour === 'cut') return void response.destroy();
    if (behaviour === 'hold') return void this.held.push(response);
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ id: `re-${key}` }));
  }
}
