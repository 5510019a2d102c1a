import { randomUUID } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/supabase-js';
import pg from 'pg';
import WebSocket from 'ws';
import { tokenFor } from '../../tests/support/token';
import { liveClient, startLive, type LiveClient } from './support/live';
import { query } from './support/own-backend';

let backend: Awaited<ReturnType<typeof startLive>>;
const clients: LiveClient[] = [];

beforeAll(async () => {
  backend = await startLive();
});

afterEach(async () => {
  for (const client of clients.splice(0)) {
    await client.removeAllChannels();
    await client.realtime.disconnect();
  }
});

afterAll(() => backend.stop());

const token = (sub: string, seconds?: number) => tokenFor(sub, backend.facts.jwtSecret, seconds);

function client(accessToken?: string, key?: string): LiveClient {
  const made = liveClient(backend.facts, accessToken, key);
  clients.push(made);
  return made;
}

interface Heard {
  event: string;
  payload: Record<string, unknown>;
}

/** Subscribes and waits for the first outcome. All later ones are in `outcomes`. */
async function join(of: LiveClient, topic: string, options: { private?: boolean; ack?: boolean } = {}) {
  await of.realtime.setAuth();
  const heard: Heard[] = [];
  const outcomes: string[] = [];
  const channel: RealtimeChannel = of.channel(topic, {
    config: { private: options.private ?? true, broadcast: { ack: options.ack ?? true } },
  });
  channel.on('broadcast', { event: '*' }, ({ event, payload }: Heard) => heard.push({ event, payload }));
  const reason = await new Promise<string>((resolve) => {
    channel.subscribe((status, error) => {
      outcomes.push(status);
      resolve(error?.message ?? status);
    });
  });
  return { channel, heard, outcomes, reason };
}

async function until(isTrue: () => boolean, milliseconds = 20_000): Promise<void> {
  const end = Date.now() + milliseconds;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('Did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const sendFromDatabase = (topic: string, payload: object, isPrivate = true) =>
  query(backend.facts.dbUrl, 'select realtime.send($1, $2, $3, $4)', [payload, 'changed', topic, isPrivate]);

test('a private topic is joined by whom the policy admits, and hears the database', async () => {
  const [me, other] = [randomUUID(), randomUUID()];
  const mine = await join(client(token(me)), `user:${me}`);
  const theirs = await join(client(token(other)), `user:${other}`);
  expect([mine.reason, theirs.reason]).toEqual(['SUBSCRIBED', 'SUBSCRIBED']);
  await sendFromDatabase(`user:${me}`, { tag: 'notifications' });
  await until(() => mine.heard.length > 0);
  expect(mine.heard).toEqual([
    { event: 'changed', payload: { tag: 'notifications', id: expect.any(String) as string } },
  ]);
  expect(theirs.heard).toEqual([]);
});

test.each([
  ['another person', () => token(randomUUID()), 'Unauthorized: You do not have permissions to read'],
  ['nobody signed in', () => undefined, 'Unauthorized: You do not have permissions to read'],
  ['an expired token', () => token(randomUUID(), -5), 'InvalidJWTToken: Token has expired'],
  ['a token signed by somebody else', () => tokenFor(randomUUID(), 'other secret'), 'JwtSignatureError'],
  ['something that is no token', () => 'nonsense', 'MalformedJWT'],
])('%s does not join a private topic', async (_who, tokenOf, reason) => {
  const joined = await join(client(tokenOf()), `user:${randomUUID()}`);
  expect(joined.outcomes[0]).toBe('CHANNEL_ERROR');
  expect(joined.reason).toContain(reason);
});

test('the secret key joins every private topic', async () => {
  const joined = await join(client(undefined, backend.facts.secretKey), `user:${randomUUID()}`);
  expect(joined.reason).toBe('SUBSCRIBED');
});

test('joining the same name as a public topic does not hear private messages', async () => {
  const me = randomUUID();
  const open = await join(client(), `user:${me}`, { private: false });
  const closed = await join(client(token(me)), `user:${me}`);
  expect(open.reason).toBe('SUBSCRIBED');
  await sendFromDatabase(`user:${me}`, { secret: true });
  await sendFromDatabase(`user:${me}`, { open: true }, false);
  await until(() => open.heard.length > 0 && closed.heard.length > 0);
  expect(open.heard.map(({ payload }) => payload)).toEqual([expect.objectContaining({ open: true })]);
  expect(closed.heard.map(({ payload }) => payload)).toEqual([expect.objectContaining({ secret: true })]);
});

test('a message is sent at commit, in order, and never when the transaction is undone', async () => {
  const me = randomUUID();
  const { heard } = await join(client(token(me)), `user:${me}`);
  const db = new pg.Client(backend.facts.dbUrl);
  await db.connect();
  const send = (n: number) => db.query("select realtime.send($1, 'n', $2)", [{ n }, `user:${me}`]);
  await db.query('begin');
  await send(0);
  await db.query('rollback');
  await db.query('begin');
  for (let n = 1; n <= 50; n += 1) await send(n);
  await pause(100);
  expect(heard).toEqual([]);
  await db.query('commit');
  await db.end();
  await until(() => heard.length >= 50);
  expect(heard.map(({ payload }) => payload.n)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
});

test('clients speak where an INSERT policy lets them, and are refused elsewhere', async () => {
  const [me, other] = [randomUUID(), randomUUID()];
  const mine = await join(client(token(me)), 'lobby');
  const theirs = await join(client(token(other)), 'lobby');
  const own = await join(client(token(me)), `user:${me}`);
  const word = { type: 'broadcast' as const, event: 'word', payload: { text: 'hello' } };
  expect(await mine.channel.send(word)).toBe('ok');
  await until(() => theirs.heard.length > 0);
  expect(theirs.heard).toEqual([{ event: 'word', payload: { text: 'hello' } }]);
  expect(mine.heard).toEqual([]);
  expect(await own.channel.send(word)).toBe('error');
  expect(own.heard).toEqual([]);
  const stored = await query(backend.facts.dbUrl, "select 1 from realtime.messages where topic = 'lobby'");
  expect(stored).toEqual([]);
});

test('a channel is closed when its token expires', async () => {
  const me = randomUUID();
  const { outcomes, reason, heard } = await join(client(token(me, 2)), `user:${me}`);
  expect(reason).toBe('SUBSCRIBED');
  await until(() => outcomes.includes('CLOSED'));
  await sendFromDatabase(`user:${me}`, { late: true });
  await pause(100);
  expect(heard).toEqual([]);
});

test('a renewed token keeps the channel, one without the right closes it', async () => {
  const me = randomUUID();
  const api = client(token(me, 2));
  const { outcomes, heard } = await join(api, `user:${me}`);
  await api.realtime.setAuth(token(me, 60));
  await pause(2500);
  expect(outcomes).toEqual(['SUBSCRIBED']);
  await sendFromDatabase(`user:${me}`, { still: 'here' });
  await until(() => heard.length === 1);
  await api.realtime.setAuth(token(randomUUID(), 60));
  await until(() => outcomes.includes('CLOSED'));
});

test('who leaves hears nothing more, and may come back', async () => {
  const me = randomUUID();
  const api = client(token(me));
  const witness = await join(client(token(me)), `user:${me}`);
  const first = await join(api, `user:${me}`);
  expect(await api.removeChannel(first.channel)).toBe('ok');
  await sendFromDatabase(`user:${me}`, { n: 1 });
  await until(() => witness.heard.length > 0);
  const second = await join(api, `user:${me}`);
  await sendFromDatabase(`user:${me}`, { n: 2 });
  await until(() => second.heard.length > 0);
  expect(first.heard).toEqual([]);
  expect(second.heard.map(({ payload }) => payload.n)).toEqual([2]);
});

test('messages go on after the listening connection was lost, the gap included', async () => {
  const me = randomUUID();
  const { heard } = await join(client(token(me)), `user:${me}`);
  await query(
    backend.facts.dbUrl,
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'supabase_realtime_admin'`,
  );
  await sendFromDatabase(`user:${me}`, { n: 1 });
  await until(() => heard.length === 1);
  await sendFromDatabase(`user:${me}`, { n: 2 });
  await until(() => heard.length === 2);
});

function open(options: { key?: string; origin?: string; host?: string; vsn?: string } = {}) {
  const { key = backend.facts.publishableKey, origin, host, vsn = '1.0.0' } = options;
  const url = `${backend.facts.apiUrl.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}&vsn=${vsn}`;
  const socket = new WebSocket(url, { ...(origin ? { origin } : {}), headers: host ? { host } : {} });
  const outcome = new Promise<string>((resolve) => {
    socket.on('open', () => resolve('open'));
    socket.on('error', (error) => resolve(error.message));
  });
  return { socket, outcome };
}

test.each([
  [{ key: 'nonsense' }, '401'],
  [{ key: '', origin: 'https://evil.test' }, '401'],
  [{ host: 'evil.test' }, '403'],
])('a socket with %j is refused', async (options, status) => {
  expect(await open(options).outcome).toContain(status);
});

test('the older protocol version is spoken too, and rubbish ends the socket', async () => {
  const { socket, outcome } = open({ origin: 'https://app.test' });
  expect(await outcome).toBe('open');
  const answer = new Promise<unknown>((resolve) =>
    socket.once('message', (data: Buffer) => resolve(JSON.parse(data.toString()))),
  );
  socket.send(JSON.stringify({ topic: 'phoenix', event: 'heartbeat', payload: {}, ref: '1' }));
  expect(await answer).toMatchObject({ topic: 'phoenix', event: 'phx_reply', ref: '1' });
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  socket.send('rubbish');
  expect(await closed).toBe(1002);
});
