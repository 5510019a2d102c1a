import pg from 'pg';
import { messageOf, type Log } from '../log.js';

const RETRY_MS = 1000;

/**
 * Calls `onReload` for every `notify pgrst, 'reload schema'`, the way hosted projects announce a changed schema, and
 * after each lost connection, because one may have been missed then. Returns how to stop.
 */
export function listenForReload(url: string, onReload: () => Promise<void>, log: Log): () => Promise<void> {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function connect(first: boolean): Promise<void> {
    const next = new pg.Client(url);
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!stopped) timer = setTimeout(() => void connect(false), RETRY_MS);
    });
    next.on('notification', () => void onReload());
    try {
      await next.connect();
      await next.query('listen pgrst');
      client = next;
      if (!first) await onReload();
    } catch (error) {
      log(`rest: not listening for schema changes yet (${messageOf(error)})`, 'debug');
      await next.end().catch(() => undefined);
    }
  }

  void connect(true);
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await client?.end().catch(() => undefined);
  };
}
