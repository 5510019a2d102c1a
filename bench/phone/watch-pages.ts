import WebSocket from 'ws';

/** A page of the browser as it was opened, before anything of it has run. */
export interface Watched {
  send: (method: string, params?: object) => Promise<unknown>;
}

interface Message {
  id?: number;
  method?: string;
  sessionId?: string;
  params?: { sessionId?: string; name?: string; payload?: string };
  error?: { message: string };
  result?: unknown;
}

/**
 * Meets every page that a browser opens, whoever opens it and in whatever profile, beside those who drive it (DevTools protocol).
 * @param port where the browser listens for tools
 * @param meet prepares a page, which waits for it
 * @param told what a page says through a binding
 * @returns what ends it
 */
export async function watchPages(
  port: number,
  meet: (page: Watched) => Promise<unknown>,
  told: (binding: string, payload: string) => void,
): Promise<() => void> {
  const answer = await fetch(`http://127.0.0.1:${port}/json/version`);
  const { webSocketDebuggerUrl } = (await answer.json()) as { webSocketDebuggerUrl: string };
  const socket = new WebSocket(webSocketDebuggerUrl, { maxPayload: 2 ** 28 });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (message: Message) => void>();
  let last = 0;

  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<unknown>((resolve, reject) => {
      const id = (last += 1);
      waiting.set(id, ({ error, result }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result),
      );
      socket.send(JSON.stringify({ id, method, params, sessionId }));
    });

  async function attached(sessionId: string) {
    const page: Watched = { send: (method, params) => send(method, params, sessionId) };
    try {
      await meet(page);
      await page.send('Runtime.runIfWaitingForDebugger');
    } catch {
      // It was closed meanwhile.
    }
  }

  socket.on('message', (data: Buffer) => {
    const { id, method, params, ...rest } = JSON.parse(data.toString()) as Message;
    if (id !== undefined) {
      waiting.get(id)?.(rest);
      waiting.delete(id);
    } else if (method === 'Target.attachedToTarget') void attached(params?.sessionId ?? '');
    else if (method === 'Runtime.bindingCalled') told(params?.name ?? '', params?.payload ?? '');
  });
  await send('Target.setAutoAttach', {
    autoAttach: true,
    waitForDebuggerOnStart: true,
    flatten: true,
    filter: [{ type: 'page' }],
  });
  return () => socket.close();
}
