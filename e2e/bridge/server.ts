import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountSet, type BridgeAccount, type Wanted } from './accounts';
import { openBook, type Book } from './book';
import { answerAs, errorsOf, isFault, lied, type Fault } from './faults';
import { bridgePage } from './page';

const HOST = '127.0.0.1';

/** A running bridge. */
export interface Bridge {
  /** Its origin, which is its page too. */
  url: string;
  /** The accounts that it tells; to be set. */
  accounts: BridgeAccount[];
  /** What it answers; to be set. */
  fault: Fault;
  /** Requests for accounts so far. */
  requests: { url: string; authorization: string | undefined }[];
  /** A new setup token. */
  token(): string;
  stop(): Promise<void>;
}

/** Where a bridge listens and what it remembers. */
export interface BridgeOptions {
  /** The port it should have, where it had none before; another one where that is taken. */
  port?: number;
  /** Where it remembers its port, accounts and claims; without one it forgets them when it stops. */
  file?: string;
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}

/** The password of a request; empty for none. */
function passwordOf({ headers }: http.IncomingMessage): string {
  const [, credentials = ''] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [user, password = ''] = Buffer.from(credentials, 'base64').toString().split(':');
  return user === 'demo' ? password : '';
}

function wantedOf({ searchParams }: URL): Wanted {
  return {
    from: Number(searchParams.get('start-date') ?? 0),
    to: Number(searchParams.get('end-date') ?? Infinity),
    pending: searchParams.get('pending') === '1',
    balancesOnly: searchParams.get('balances-only') === '1',
  };
}

function listen(server: http.Server, port: number): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error);
    server.once('error', failed);
    server.listen(port, HOST, () => {
      server.off('error', failed);
      resolve(true);
    });
  });
}

/** What answers at which address, each beside its method. */
function routes(
  bridge: Bridge,
  book: Book,
): Record<string, (...given: Parameters<http.RequestListener>) => unknown> {
  const json = (response: http.ServerResponse, text: string) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  const page = (response: http.ServerResponse) =>
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(bridgePage(bridge.token(), bridge.fault));
  return {
    'GET /': (_request, response) => page(response),
    'GET /simplefin/create': (_request, response) => page(response),
    'GET /simplefin/info': (_request, response) => json(response, '{"versions":["1.0","2.0"]}'),
    'GET /token': (_request, response) =>
      response.writeHead(200, { 'content-type': 'text/plain' }).end(bridge.token()),
    async 'POST /faults'(request, response) {
      const fault = new URLSearchParams(await bodyOf(request)).get('fault');
      if (!isFault(fault)) return response.writeHead(400).end();
      bridge.fault = fault;
      response.writeHead(303, { location: '/' }).end();
    },
    'POST /simplefin/claim'(request, response) {
      if (bridge.fault === 'claim_redirect') return answerAs('redirect', response, '');
      const password = book.use(request.url?.split('/').at(-1) ?? '');
      if (!password) return response.writeHead(403).end('Forbidden');
      const host = bridge.fault === 'claim_elsewhere' ? '169.254.169.254' : new URL(bridge.url).host;
      response
        .writeHead(200, { 'content-type': 'text/plain' })
        .end(`http://demo:${password}@${host}/simplefin`);
    },
    'GET /simplefin/accounts'(request, response) {
      const url = new URL(request.url ?? '', bridge.url);
      bridge.requests.push({ url: url.href, authorization: request.headers.authorization });
      if (!book.isPassword(passwordOf(request)))
        return response
          .writeHead(403, { 'content-type': 'application/json' })
          .end('{"errors":["Forbidden"],"accounts":[]}');
      const told = lied(bridge.accounts, bridge.fault);
      const wanted = wantedOf(url);
      wanted.pending ||= bridge.fault === 'pending';
      const text = JSON.stringify(accountSet(told, wanted, errorsOf(bridge.fault)));
      if (!answerAs(bridge.fault, response, text)) json(response, text);
    },
  };
}

/**
 * Starts a SimpleFIN server (simplefin.org/protocol.html) on this machine: tokens to be claimed once, accounts with their lines
 * by days, and faults. For tests, and beside the demo. Answers nobody who calls it by another name (DNS rebinding).
 */
export async function startBridge({ port = 0, file }: BridgeOptions = {}): Promise<Bridge> {
  const book = openBook(file);
  const server = http.createServer();
  for (const wanted of [book.kept.port || port, port, 0]) if (await listen(server, wanted)) break;
  const { port: taken } = server.address() as AddressInfo;
  // Kept with the next thing there is to remember: a start that fails behind this one changes nothing.
  book.kept.port = taken;
  const url = `http://${HOST}:${taken}`;
  const bridge: Bridge = {
    url,
    get accounts() {
      return book.kept.accounts;
    },
    set accounts(accounts) {
      book.kept.accounts = accounts;
      book.keep();
    },
    fault: 'none',
    requests: [],
    token: () => Buffer.from(`${url}/simplefin/claim/${book.newClaim()}`).toString('base64'),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  const answers = routes(bridge, book);
  server.on('request', (request: http.IncomingMessage, response: http.ServerResponse) => {
    const { pathname } = new URL(request.url ?? '/', url);
    const answer = answers[`${request.method} ${pathname.replace(/\/claim\/[^/]+$/, '/claim')}`];
    const isOurs = [`${HOST}:${taken}`, `localhost:${taken}`].includes(request.headers.host ?? '');
    if (answer && isOurs) void answer(request, response);
    else response.writeHead(isOurs ? 404 : 403).end();
  });
  return bridge;
}
