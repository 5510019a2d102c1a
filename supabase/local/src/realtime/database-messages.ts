import pg from 'pg';
import type { ServicePool } from '../database/service-pool.js';
import { messageOf, type Log } from '../log.js';
import type { Hub } from './hub.js';

const RETRY_MS = 500;
const PURGE_MS = 60 * 60 * 1000;
/** A transaction may have begun, and stamped its messages, this long before the connection was lost. */
const OVERLAP_SECONDS = 30;
const REMEMBERED = 2000;

interface Row extends pg.QueryResultRow {
  id: string;
  topic: string;
  event: string | null;
  payload: Record<string, unknown> | null;
  private: boolean | null;
}

const COLUMNS = 'id, topic, event, payload, private';

/** Delivers what `realtime.send` wrote. `stop` resolves when nothing runs any more. */
export interface DatabaseMessages {
  ready: Promise<void>;
  stop(): Promise<void>;
}

/**
 * Listens for messages in the database. A notification carries the id only and arrives at commit; the row is read from
 * the table. After a lost connection the rows of the gap are read, so none is missed. Old rows are deleted hourly.
 */
export function deliverDatabaseMessages(url: string, db: ServicePool, hub: Hub, log: Log): DatabaseMessages {
  let stopped = false;
  let client: pg.Client | null = null;
  let lostAt: string | null = null;
  let retry: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  let waiting: string[] = [];
  const delivered = new Set<string>();

  function deliver(row: Row): void {
    if (delivered.has(row.id)) return;
    delivered.add(row.id);
    if (delivered.size > REMEMBERED) for (const oldest of delivered) if (delivered.delete(oldest)) break;
    const payload = { type: 'broadcast', event: row.event, payload: row.payload, meta: { id: row.id } };
    hub.send(row.topic, row.private === true, payload);
  }

  const then = (step: () => Promise<void>) => {
    work = work.then(step).catch((error: unknown) => log(`realtime: ${messageOf(error)}`, 'debug'));
  };

  async function deliverWaiting(): Promise<void> {
    const ids = waiting;
    waiting = [];
    if (ids.length === 0 || hub.isEmpty) return;
    const rows = await db.rows<Row>(
      `select ${COLUMNS} from realtime.messages join unnest($1::uuid[]) with ordinality as w(id, place) using (id)
       order by w.place`,
      [ids],
    );
    rows.forEach(deliver);
  }

  async function deliverSince(instant: string): Promise<void> {
    const rows = await db.rows<Row>(
      `select ${COLUMNS} from realtime.messages where extension = 'broadcast'
       and inserted_at > $1::timestamp - make_interval(secs => ${OVERLAP_SECONDS}) order by inserted_at`,
      [instant],
    );
    rows.forEach(deliver);
  }

  function lost(): void {
    if (!client) return;
    client = null;
    if (stopped) return;
    lostAt ??= new Date().toISOString();
    retry = setTimeout(() => void connect().catch(() => undefined), RETRY_MS);
  }

  async function connect(): Promise<void> {
    if (stopped) return;
    const next = new pg.Client({ connectionString: url, keepAlive: true });
    client = next;
    next.on('error', () => lost());
    next.on('end', () => lost());
    next.on('notification', ({ payload }) => {
      if (payload) waiting.push(payload);
      then(deliverWaiting);
    });
    try {
      await next.connect();
      await next.query("set timezone = 'UTC'; listen realtime_messages");
    } catch (error) {
      lost();
      throw error;
    }
    const since = lostAt;
    lostAt = null;
    if (since) then(() => deliverSince(since));
  }

  const purge = () =>
    then(async () => {
      await db.rows("delete from realtime.messages where inserted_at < now() - interval '3 days'");
    });
  const ready = connect().then(purge);
  const purging = setInterval(purge, PURGE_MS);
  purging.unref();
  return {
    ready,
    async stop() {
      stopped = true;
      clearInterval(purging);
      clearTimeout(retry);
      await client?.end().catch(() => undefined);
      await work;
    },
  };
}
