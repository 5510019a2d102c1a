import { expect, type Page, type WebSocketRoute } from '@playwright/test';

/** The page's live connection, in the hands of a test. */
export interface Live {
  /** Waits until the page listens to a topic, for the n-th time. */
  joined: (topic: string, times?: number) => Promise<void>;
  /** Breaks the connection, and every attempt to restore it. */
  cut: () => Promise<void>;
  /** Lets the next attempt through. */
  mend: () => void;
}

/** Takes the page's live connection in hand; call it before the page opens. What is sent and said stays as it is. */
export async function liveOf(page: Page): Promise<Live> {
  const joins: string[] = [];
  const open = new Set<WebSocketRoute>();
  let broken = false;

  await page.routeWebSocket(/\/realtime\/v1\//, async (socket) => {
    if (broken) return socket.close({ code: 1011 });
    open.add(socket);
    socket.onClose(() => void open.delete(socket));
    const server = socket.connectToServer();
    const asked = new Map<string, string>();
    socket.onMessage((message) => {
      const [, reference, topic, event] = frame(message);
      if (event === 'phx_join') asked.set(reference, topic);
      server.send(message);
    });
    server.onMessage((message) => {
      const [, reference, , event, payload] = frame(message);
      if (event === 'phx_reply' && payload?.status === 'ok' && asked.has(reference)) {
        joins.push(asked.get(reference) ?? '');
        asked.delete(reference);
      }
      socket.send(message);
    });
  });

  return {
    joined: (topic, times = 1) =>
      expect
        .poll(() => joins.filter((name) => name.endsWith(topic)).length, { timeout: 20_000 })
        .toBeGreaterThanOrEqual(times),
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

type Frame = [join: string, reference: string, topic: string, event: string, payload?: { status?: string }];

/** Messages as realtime-js writes them, `[join, reference, topic, event, payload]`. */
function frame(message: string | Buffer): Frame {
  if (typeof message !== 'string') return ['', '', '', ''];
  const parts = JSON.parse(message) as Frame;
  return Array.isArray(parts) ? parts : ['', '', '', ''];
}
