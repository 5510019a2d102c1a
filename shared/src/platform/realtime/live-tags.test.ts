/** @jest-environment jsdom */
import { connect, loadClient } from '../api/client';
import type { subscribeToTags as Subscribe } from './live-tags';

type Frame = [joinRef: string | null, ref: string | null, topic: string, event: string, payload: object];

/** Realtime, which is outside the product: what it was sent, and what it says. */
class Server {
  static readonly CONNECTING = 0;
  readyState = 0;
  readonly sent: Frame[] = [];
  onopen = () => undefined as void;
  onclose = (_event: object) => undefined as void;
  onmessage = (_message: { data: string }) => undefined as void;

  constructor(readonly url: string) {
    servers.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Frame);
  }
  close(): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({});
  }
  async accept(): Promise<void> {
    this.readyState = 1;
    this.onopen();
    await settle();
  }
  async say(...frame: Frame): Promise<void> {
    this.onmessage({ data: JSON.stringify(frame) });
    await settle();
  }
  of(event: string) {
    return this.sent.filter((frame) => frame[3] === event);
  }
  /** Answers the last question of a kind. */
  async answer(event: string, status: 'ok' | 'error'): Promise<void> {
    const [joinRef, ref, topic] = this.of(event).at(-1)!;
    await this.say(joinRef, ref, topic, 'phx_reply', { status, response: {} });
  }
  broadcast(topic: string, tag: string): Promise<void> {
    return this.say(null, null, topic, 'broadcast', { event: 'changed', payload: { tag } });
  }
}

/** What other tabs tell of their sessions. */
class OtherTabs {
  static hear: (message: { data: object }) => Promise<void>;
  static say = async (data: object): Promise<void> => {
    await OtherTabs.hear({ data });
    await settle();
  };
  addEventListener(_event: string, hear: typeof OtherTabs.hear): void {
    OtherTabs.hear = hear;
  }
  postMessage(): void {}
  close(): void {}
}

const KEY = 'paperplane.auth';
const servers: Server[] = [];
const server = () => servers.at(-1)!;
const settle = () => jest.advanceTimersByTimeAsync(0);

const sessionOf = (name: string) => ({
  access_token: name,
  refresh_token: `refresh-${name}`,
  token_type: 'bearer',
  expires_in: 36_000,
  expires_at: Math.floor(Date.now() / 1000) + 36_000,
  user: { id: 'nora' },
});

let subscribe: typeof Subscribe;
let heard: string[];
let leave: () => void;

beforeEach(async () => {
  jest.useFakeTimers();
  globalThis.WebSocket = Server as unknown as typeof WebSocket;
  globalThis.BroadcastChannel = OtherTabs as unknown as typeof BroadcastChannel;
  localStorage.setItem(KEY, JSON.stringify(sessionOf('first')));
  servers.length = 0;
  heard = [];
  jest.spyOn(console, 'warn').mockReturnValue();
  connect({ supabaseUrl: 'http://supabase.test', supabaseKey: 'key' } as Parameters<typeof connect>[0]);
  await (await loadClient()).auth.getSession();
  ({ subscribeToTags: subscribe } = await import('./live-tags'));
  leave = subscribe('user:1', (tag) => heard.push(tag));
  await settle();
});

afterEach(async () => {
  leave();
  await (await loadClient()).auth.stopAutoRefresh();
  jest.useRealTimers();
});

const enter = async () => {
  await server().accept();
  await server().answer('phx_join', 'ok');
};

test('joins a private topic as the person of the moment, and hears its tags', async () => {
  await enter();
  expect(server().of('phx_join')).toMatchObject([
    [
      expect.anything(),
      expect.anything(),
      'realtime:user:1',
      'phx_join',
      { access_token: 'first', config: { private: true } },
    ],
  ]);
  await server().broadcast('realtime:user:1', 'notifications');
  await server().broadcast('realtime:user:2', 'not for us');
  expect(heard).toEqual(['notifications']);
});

// Holds platform-187
test('comes back after 1, 2, 5, then 10 s, and says that something may be missed', async () => {
  await enter();
  server().close();
  for (const wait of [1000, 2000, 5000, 10_000, 10_000]) {
    const before = servers.length;
    await jest.advanceTimersByTimeAsync(wait - 1);
    expect(servers).toHaveLength(before);
    await jest.advanceTimersByTimeAsync(1);
    expect(servers).toHaveLength(before + 1);
    server().close();
  }
  await jest.advanceTimersByTimeAsync(10_000);
  await server().accept();
  expect(heard).toEqual([]);
  await server().answer('phx_join', 'ok');
  expect(heard).toEqual(['missed']);
});

test.each(['phx_close', 'phx_error'])(
  'joins again after %s, with new tokens where there are some',
  async (event) => {
    await enter();
    const { auth } = await loadClient();
    globalThis.fetch = () =>
      Promise.resolve({
        ok: true,
        status: 200,
        headers: new Map(),
        json: () => Promise.resolve(sessionOf('second')),
      } as never);
    await auth.refreshSession();
    await settle();
    const [joinRef] = server().of('phx_join').at(-1)!;
    await server().say(joinRef, joinRef, 'realtime:user:1', event, {});
    await jest.advanceTimersByTimeAsync(1000);
    expect(server().of('phx_join')).toHaveLength(2);
    expect(server().of('phx_join').at(-1)?.[4]).toMatchObject({ access_token: 'second' });
    await server().answer('phx_join', 'ok');
    expect(heard).toEqual(['missed']);
  },
);

test('a refused join is tried again, more and more slowly', async () => {
  await server().accept();
  await server().answer('phx_join', 'error');
  await jest.advanceTimersByTimeAsync(1000);
  expect(server().of('phx_join')).toHaveLength(2);
  await server().answer('phx_join', 'error');
  await jest.advanceTimersByTimeAsync(1999);
  expect(server().of('phx_join')).toHaveLength(2);
  await jest.advanceTimersByTimeAsync(1);
  expect(server().of('phx_join')).toHaveLength(3);
});

test('a heartbeat without an answer ends the connection; this tab’s refreshed token is handed on, nobody else’s', async () => {
  await enter();
  const [connection] = servers;
  localStorage.setItem(KEY, JSON.stringify(sessionOf('second')));
  await OtherTabs.say({ event: 'SIGNED_IN', session: { ...sessionOf('eve'), user: { id: 'eve' } } });
  expect(connection?.of('access_token').map((frame) => frame[4])).toEqual([{ access_token: 'second' }]);
  await jest.advanceTimersByTimeAsync(30_000);
  await server().answer('heartbeat', 'ok');
  await jest.advanceTimersByTimeAsync(30_000);
  expect(connection?.readyState).toBe(1);
  await jest.advanceTimersByTimeAsync(30_000);
  expect(connection?.readyState).toBe(3);
});

// Holds platform-188
test('an address that says nothing for 10 s is given up, and tried again', async () => {
  await jest.advanceTimersByTimeAsync(10_000);
  expect(servers[0]!.readyState).toBe(3);
  await jest.advanceTimersByTimeAsync(1000);
  expect(servers).toHaveLength(2);
});

test('leaves with the last listener, and stays away', async () => {
  await enter();
  leave();
  expect(server().of('phx_leave')).toHaveLength(1);
  await server().answer('phx_leave', 'ok');
  await jest.advanceTimersByTimeAsync(61_000);
  expect(server().readyState).toBe(3);
  await jest.advanceTimersByTimeAsync(60_000);
  expect(servers).toHaveLength(1);
});

test('the end of an earlier stay on a topic is not the end of the next one', async () => {
  await enter();
  const [old] = server().of('phx_join')[0]!;
  leave();
  leave = subscribe('user:1', (tag) => heard.push(`again ${tag}`));
  await settle();
  await server().answer('phx_leave', 'ok');
  await server().answer('phx_join', 'ok');
  await server().say(old, old, 'realtime:user:1', 'phx_close', {});
  await server().broadcast('realtime:user:1', 'notifications');
  await jest.advanceTimersByTimeAsync(5000);
  expect(server().of('phx_join')).toHaveLength(2);
  expect(heard).toEqual(['again notifications']);
});
