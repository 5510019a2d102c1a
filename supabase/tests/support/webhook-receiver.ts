import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A request as a program got it. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** How it is answered: a status with a text, nothing until the caller gives up, or an end of the connection. */
export type Behaviour = { status: number; text?: string; headers?: Record<string, string> } | 'hold' | 'cut';

/** An event as a program reads it. */
export interface HeardEvent {
  id: string;
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** A program that is told: notes what it gets, and answers as it is told to. */
export class WebhookReceiver {
  readonly received: Received[] = [];
  /** With its secret it checks each request as it comes, and notes which were not signed. */
  secret: string | undefined;
  readonly forged: Received[] = [];
  /** Of each request; what is noted before was heard, whatever becomes of the answer. */
  behave: (request: Received) => Behaviour | Promise<Behaviour> = () => ({ status: 204 });
  origin = '';
  private readonly server = http.createServer((request, response) => void this.answer(request, response));

  async start(port = 0): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
    this.origin = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this.origin;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** What came, checked as programs check it. @throws where a signature does not fit */
  events(secret: string): HeardEvent[] {
    const webhook = new Webhook(secret);
    return this.received.map(({ body, headers }) => webhook.verify(body, headers) as HeardEvent);
  }

  /** Whether a request is signed and young, as the library says it. */
  private isSigned({ body, headers }: Received): boolean {
    if (!this.secret) return true;
    try {
      new Webhook(this.secret).verify(body, headers);
      return true;
    } catch {
      return false;
    }
  }

  private async answer(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
    let body = '';
    for await (const part of request) body += String(part);
    const received = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      body,
    };
    (this.isSigned(received) ? this.received : this.forged).push(received);
    const behaviour = await this.behave(received);
    if (behaviour === 'cut') response.destroy();
    else if (behaviour !== 'hold')
      response.writeHead(behaviour.status, behaviour.headers).end(behaviour.text ?? '');
  }
}

/** Whether something comes to be within 20 seconds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; Date.now() < end; await new Promise((go) => setTimeout(go, 50)))
    if (await holds()) return;
  throw new Error('It did not come to be');
}
