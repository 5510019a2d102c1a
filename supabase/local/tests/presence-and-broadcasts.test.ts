import { randomUUID } from 'node:crypto';
import type { RealtimeChannel } from '@supabase/supabase-js';
import WebSocket from 'ws';
import { tokenFor } from '../../tests/support/token';
import { liveClient, startLive, type LiveClient } from './support/live';

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

function somebody(): LiveClient {
  const made = liveClient(backend.facts, tokenFor(randomUUID(), backend.facts.jwtSecret));
  clients.push(made);
  return made;
}

async function until(isTrue: () => boolean): Promise<void> {
  const end = Date.now() + 20_000;
  while (!isTrue()) {
    if (Date.now() > end) throw new Error('Did not happen in time');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function subscribed(of: LiveClient, channel: RealtimeChannel): Promise<RealtimeChannel> {
  await of.realtime.setAuth();
  const outcome = await new Promise((resolve) => channel.subscribe((status) => resolve(status)));
  expect(outcome).toBe('SUBSCRIBED');
  return channel;
}

/** Enters a topic to see who is there. */
async function enter(key: string, topic: string, isPrivate = false) {
  const of = somebody();
  const channel = of.channel(topic, { config: { private: isPrivate, presence: { key, enabled: true } } });
  return subscribed(of, channel);
}

const present = (channel: RealtimeChannel) =>
  Object.fromEntries(
    Object.entries(channel.presenceState<{ mood: string }>()).map(([key, told]) => [
      key,
      told.map(({ mood }) => mood),
    ]),
  );

const post = (path: string, body: BodyInit, token?: string, type = 'application/json') =>
  fetch(`${backend.facts.apiUrl}/realtime/v1/api/broadcast${path}`, {
    method: 'POST',
    headers: {
      apikey: backend.facts.publishableKey,
      'content-type': type,
      ...(token ? { authorization: `Bearer ${token}` } : {}),
    },
    body,
  });

describe('presence', () => {
  test('those who come later see who is there, and who leaves is gone', async () => {
    const ann = await enter('ann', 'square');
    expect(await ann.track({ mood: 'calm' })).toBe('ok');
    await until(() => 'ann' in present(ann));
    const bob = await enter('bob', 'square');
    await until(() => 'ann' in present(bob));
    await bob.track({ mood: 'loud' });
    await until(() => 'bob' in present(ann) && 'bob' in present(bob));
    expect(present(bob)).toEqual({ ann: ['calm'], bob: ['loud'] });
    await ann.untrack();
    await until(() => !('ann' in present(bob)));
    await bob.unsubscribe();
    await until(() => Object.keys(present(ann)).length === 0);
  });

  test('on a private topic the policies decide who is seen and who sees', async () => {
    const [ann, bob] = [await enter('ann', 'room', true), await enter('bob', 'room', true)];
    expect(await ann.track({ mood: 'calm' })).toBe('ok');
    await until(() => 'ann' in present(bob));
    // The lobby lets everybody send, but hear broadcasts only.
    const blind = await enter('eve', 'lobby', true);
    expect(await blind.track({ mood: 'curious' })).toBe('ok');
    expect(present(blind)).toEqual({});
    const own = tokenFor('5e9c1d9e-0000-4000-8000-000000000000', backend.facts.jwtSecret);
    const listener = liveClient(backend.facts, own);
    clients.push(listener);
    const topic = 'user:5e9c1d9e-0000-4000-8000-000000000000';
    const mute = await subscribed(listener, listener.channel(topic, { config: { private: true } }));
    expect(await mute.track({ mood: 'seen' })).toBe('error');
  });
});

describe('broadcasts', () => {
  /** Listens to everything on a topic. */
  async function listen(topic: string, isPrivate = false) {
    const of = somebody();
    const heard: { event: string; payload: unknown }[] = [];
    const channel = of
      .channel(topic, { config: { private: isPrivate } })
      .on('broadcast', { event: '*' }, ({ event, payload }: (typeof heard)[number]) =>
        heard.push({ event, payload }),
      );
    return { channel: await subscribed(of, channel), heard };
  }

  test('bytes reach the others and no socket is closed for them', async () => {
    const [from, to] = [await listen('bytes'), await listen('bytes')];
    await from.channel.send({
      type: 'broadcast',
      event: 'raw',
      payload: new Uint8Array([1, 0, 255]).buffer as never,
    });
    await until(() => to.heard.length === 1);
    expect(new Uint8Array(to.heard[0]?.payload as ArrayBuffer)).toEqual(new Uint8Array([1, 0, 255]));
    await from.channel.send({ type: 'broadcast', event: 'after', payload: { still: 'here' } });
    await until(() => to.heard.length === 2);
  });

  test('messages are sent without a socket, to private topics by whom the policies let', async () => {
    const [open, closed] = [await listen('news'), await listen('lobby', true)];
    const messages = [
      { topic: 'news', event: 'one', payload: { n: 1 } },
      { topic: 'lobby', event: 'two', payload: { n: 2 }, private: true },
    ];
    expect((await post('', JSON.stringify({ messages }))).status).toBe(202);
    const member = tokenFor(randomUUID(), backend.facts.jwtSecret);
    expect((await post('', JSON.stringify({ messages }), member)).status).toBe(202);
    await until(() => open.heard.length === 2 && closed.heard.length > 0);
    expect(open.heard).toEqual([1, 1].map((n) => ({ event: 'one', payload: { n } })));
    // Sent twice, but nobody's was dropped.
    expect(closed.heard).toEqual([{ event: 'two', payload: { n: 2 } }]);
    expect((await post('', '{"messages": [{}]}')).status).toBe(422);
    expect((await post('', '{"messages": []}', `${member}x`)).status).toBe(401);
  });

  test('one message with topic and event in the address, as JSON and as bytes', async () => {
    const { heard } = await listen('a/b');
    expect((await post('/a%2Fb/events/told', '{"n": 1}')).status).toBe(202);
    expect(
      (await post('/a%2Fb/events/raw', new Uint8Array([7]), undefined, 'application/octet-stream')).status,
    ).toBe(202);
    await until(() => heard.length === 2);
    expect(heard[0]).toEqual({ event: 'told', payload: { n: 1 } });
    expect(new Uint8Array(heard[1]?.payload as ArrayBuffer)).toEqual(new Uint8Array([7]));
  });
});

describe('a client of protocol 1.0.0', () => {
  interface Frame {
    event: string;
    payload: Record<string, never>;
  }

  /** Joins a topic without a client library. */
  async function rawJoin(topic: string) {
    const { apiUrl, publishableKey } = backend.facts;
    const address = `${apiUrl.replace('http', 'ws')}/realtime/v1/websocket?apikey=${publishableKey}&vsn=1.0.0`;
    const socket = new WebSocket(address);
    const frames: Frame[] = [];
    socket.on('message', (data: Buffer) => frames.push(JSON.parse(data.toString()) as Frame));
    await new Promise((resolve) => socket.on('open', resolve));
    const send = (event: string, payload: object) =>
      socket.send(JSON.stringify({ topic: `realtime:${topic}`, event, payload, ref: '1' }));
    send('phx_join', { config: { presence: { key: 'me' } } });
    await until(() => frames.some(({ event }) => event === 'presence_state'));
    return { socket, frames, send };
  }

  test('hears all but bytes, which it does not know', async () => {
    const { socket, frames } = await rawJoin('old');
    await post('/old/events/raw', new Uint8Array([7]), undefined, 'application/octet-stream');
    await post('/old/events/told', '{}');
    await until(() => frames.some(({ event }) => event === 'broadcast'));
    expect(frames.map(({ event, payload }) => payload.event ?? event)).toEqual([
      'phx_reply',
      'presence_state',
      'told',
    ]);
    socket.close();
  });

  test('a change of what one tells leaves and joins at once', async () => {
    const { socket, frames, send } = await rawJoin('moods');
    send('presence', { type: 'presence', event: 'track', payload: { mood: 'calm' } });
    send('presence', { type: 'presence', event: 'track', payload: { mood: 'awake' } });
    const diffs = () => frames.filter(({ event }) => event === 'presence_diff').map(({ payload }) => payload);
    await until(() => diffs().length === 2);
    const ref = expect.any(String) as string;
    expect(diffs()).toEqual([
      { joins: { me: { metas: [{ mood: 'calm', phx_ref: ref }] } }, leaves: {} },
      {
        joins: { me: { metas: [{ mood: 'awake', phx_ref: ref, phx_ref_prev: ref }] } },
        leaves: { me: { metas: [{ mood: 'calm', phx_ref: ref }] } },
      },
    ]);
    socket.close();
  });
});
