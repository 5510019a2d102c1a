import { LiveConnection } from './live-connection';

/** Realtime, which is outside the product: what it was sent, and what it says. */
class Server {
  readyState: number = WebSocket.CONNECTING;
  readonly sent: { topic: string; event: string; ref: string; payload: Record<string, unknown> }[] = [];
  onopen = () => undefined as void;
  onclose = () => undefined as void;
  onmessage = (_message: { data: string }) => undefined as void;

  send(text: string): void {
    this.sent.push(JSON.parse(text) as (typeof this.sent)[number]);
  }
  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    this.onclose();
  }
  async accept(): Promise<void> {
    this.readyState = WebSocket.OPEN;
    this.onopen();
    await settle();
  }
  say(message: object): void {
    this.onmessage({ data: JSON.stringify(message) });
  }
  of(event: string) {
    return this.sent.filter((message) => message.event === event);
  }
  answerJoin(status: 'ok' | 'error'): void {
    const { topic, ref } = this.of('phx_join').at(-1)!;
    this.say({ topic, event: 'phx_reply', ref, payload: { status, response: {} } });
  }
  broadcast(topic: string, tag: string): void {
    this.say({ topic, event: 'broadcast', ref: null, payload: { event: 'changed', payload: { tag } } });
  }
}

const settle = () => jest.advanceTimersByTimeAsync(0);

function setUp() {
  const servers: Server[] = [];
  const session = { token: 'first' };
  const heard: string[] = [];
  const connection = new LiveConnection({
    open: () => {
      const server = new Server();
      servers.push(server);
      return server as unknown as WebSocket;
    },
    token: () => Promise.resolve(session.token),
  });
  const leave = connection.join('user:1', (tag) => heard.push(tag));
  return { servers, session, heard, leave, connection };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('joins a private topic as the person of the moment, and hears its tags', async () => {
  const { servers, heard } = setUp();
  const [server] = servers as [Server];
  await server.accept();
  expect(server.of('phx_join')).toMatchObject([
    { topic: 'realtime:user:1', payload: { access_token: 'first', config: { private: true } } },
  ]);
  server.answerJoin('ok');
  server.broadcast('realtime:user:1', 'notifications');
  server.broadcast('realtime:user:2', 'not for us');
  server.onmessage({ data: '<html>' });
  expect(heard).toEqual(['notifications']);
});

test('comes back after 1, 2, 5, then 10 s, and says that something may be missed', async () => {
  const { servers, heard } = setUp();
  await servers[0]!.accept();
  servers[0]!.answerJoin('ok');
  servers[0]!.close();
  for (const wait of [1000, 2000, 5000, 10_000, 10_000]) {
    const before = servers.length;
    await jest.advanceTimersByTimeAsync(wait - 1);
    expect(servers).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(servers).toHaveLength(before + 1);
    servers.at(-1)!.close();
  }
  await jest.advanceTimersByTimeAsync(10_000);
  await servers.at(-1)!.accept();
  expect(heard).toEqual([]);
  servers.at(-1)!.answerJoin('ok');
  expect(heard).toEqual(['missed']);
});

test.each(['phx_close', 'phx_error'])('joins again with a new token after %s', async (event) => {
  const { servers, session, heard } = setUp();
  const [server] = servers as [Server];
  await server.accept();
  server.answerJoin('ok');
  session.token = 'second';
  server.say({ topic: 'realtime:user:1', event, ref: null, payload: {} });
  await jest.advanceTimersByTimeAsync(1000);
  expect(server.of('phx_join').at(-1)).toMatchObject({ payload: { access_token: 'second' } });
  server.answerJoin('ok');
  expect(heard).toEqual(['missed']);
});

test('a refused join is tried again, more and more slowly', async () => {
  const { servers } = setUp();
  const [server] = servers as [Server];
  await server.accept();
  server.answerJoin('error');
  await jest.advanceTimersByTimeAsync(1000);
  expect(server.of('phx_join')).toHaveLength(2);
  server.answerJoin('error');
  await jest.advanceTimersByTimeAsync(1999);
  expect(server.of('phx_join')).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(server.of('phx_join')).toHaveLength(3);
});

test('a heartbeat without an answer ends the connection; a refreshed token is handed on', async () => {
  const { servers, session } = setUp();
  const [server] = servers as [Server];
  await server.accept();
  server.answerJoin('ok');
  session.token = 'second';
  await jest.advanceTimersByTimeAsync(30_000);
  expect(server.of('access_token')).toMatchObject([{ payload: { access_token: 'second' } }]);
  server.say({
    topic: 'phoenix',
    event: 'phx_reply',
    ref: server.of('heartbeat')[0]!.ref,
    payload: { status: 'ok' },
  });
  await jest.advanceTimersByTimeAsync(30_000);
  expect(server.readyState).toBe(WebSocket.OPEN);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(server.readyState).toBe(WebSocket.CLOSED);
});

test('an address that says nothing for 10 s is given up, and tried again', async () => {
  const { servers } = setUp();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(servers[0]!.readyState).toBe(WebSocket.CLOSED);
  await jest.advanceTimersByTimeAsync(1000);
  expect(servers).toHaveLength(2);
});

test('leaves with the last listener, and stays away', async () => {
  const { servers, leave } = setUp();
  await servers[0]!.accept();
  servers[0]!.answerJoin('ok');
  leave();
  expect(servers[0]!.of('phx_leave')).toHaveLength(1);
  expect(servers[0]!.readyState).toBe(WebSocket.CLOSED);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(servers).toHaveLength(1);
});

test('the end of an earlier stay on a topic is not the end of the next one', async () => {
  const { servers, leave, connection } = setUp();
  const [server] = servers as [Server];
  connection.join('org:1', () => undefined);
  await server.accept();
  server.answerJoin('ok');
  const old = server.of('phx_join').find(({ topic }) => topic === 'realtime:user:1')!.ref;
  leave();
  connection.join('user:1', () => undefined);
  await settle();
  const joins = server.of('phx_join').length;
  server.say({ topic: 'realtime:user:1', event: 'phx_close', ref: null, join_ref: old, payload: {} });
  await jest.advanceTimersByTimeAsync(5000);
  expect(server.of('phx_join')).toHaveLength(joins);
});
