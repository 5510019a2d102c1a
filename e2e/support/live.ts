import { expect, type Page, type WebSocketRoute } from '@playwright/test';

/** The page's live connection, in the hands of a test. */
export interface Live {
  /** How often the page has begun to listen to a topic. */
  joins: (topic: string) => number;
  /** Waits until the page listens to a topic, for the n-th time. */
  joined: (topic: string, times?: number) => Promise<void>;
  /** Waits until the page has stopped listening to a topic. */
  left: (topic: string) => Promise<void>;
  /** Breaks the connection, and every attempt to restore it. */
  cut: () => Promise<void>;
  /** Lets the next attempt through. */
  mend: () => void;
}

/** Takes the page's live connection in hand; call it before the page opens. What is sent and said stays as it is. */
export async function liveOf(page: Page): Promise<Live> {
  const joins: string[] = [];
  const leaves: string[] = [];
  const open = new Set<WebSocketRoute>();
  let broken = false;

  await page.routeWebSocket(/\/realtime\/v1\//, async (socket) => {
    if (broken) return socket.close({ code: 1011 });
    open.add(socket);
    socket.onClose(() => void open.delete(socket));
    const server = socket.connectToServer();
    const asked = new Map<string, string>();
    socket.onMessage((message) => {
      const { ref, topic, event } = frame(message);
      if (event === 'phx_join' && ref && topic) asked.set(ref, topic);
      if (event === 'phx_leave' && topic) leaves.push(topic);
      server.send(message);
    });
    server.onMessage((message) => {
      const { ref, event, payload } = frame(message);
      const topic = ref && asked.get(ref);
      if (event === 'phx_reply' && payload?.status === 'ok' && topic) {
        joins.push(topic);
        asked.delete(ref);
      }
      socket.send(message);
    });
  });

  const joinsOf = (topic: string) => joins.filter((name) => name.endsWith(topic)).length;
  return {
    joins: joinsOf,
    joined: (topic, times = 1) => expect.poll(() => joinsOf(topic)).toBeGreaterThanOrEqual(times),
    left: (topic) => expect.poll(() => leaves.some((name) => name.endsWith(topic))).toBe(true),
    async cut() {
      broken = true;
      await Promise.all([...open].map((socket) => socket.close({ code: 1011 })));
      open.clear();
    },
    mend() {
      broken = false;
    },
  };
}

interface Frame {
  ref?: string | null;
  topic?: string;
  event?: string;
  payload?: { status?: string };
}

/** A message as the page writes it, protocol 2.0.0: `[join_ref, ref, topic, event, payload]`; anything else is none. */
function frame(message: string | Buffer): Frame {
  if (typeof message !== 'string') return {};
  const [, ref, topic, event, payload] = JSON.parse(message) as [
    unknown,
    Frame['ref'],
    string,
    string,
    Frame['payload'],
  ];
  return { ref, topic, event, payload };
}
