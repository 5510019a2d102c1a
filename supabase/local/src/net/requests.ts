import pg from 'pg';
import { openServicePool } from '../database/service-pool.js';
import { messageOf, type Log } from '../log.js';

/** Requests that are on their way at once; the others wait in the queue. */
const MOST_AT_ONCE = 50;
/** Finds what nobody has told of, after a lost connection. */
const SWEEP_MS = 5000;
const RETRY_MS = 1000;
/** Of an answer's text. */
const LONGEST_CONTENT = 100_000;

interface QueuedRequest extends pg.QueryResultRow {
  id: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: Buffer | null;
  timeout_milliseconds: number;
}

interface Outcome {
  status?: number;
  type?: string | null;
  headers?: Record<string, string>;
  content?: string;
  timedOut?: boolean;
  error?: string;
}

const TAKE = `delete from net.http_request_queue q
  using (select id from net.http_request_queue order by id limit $1 for update skip locked) t
  where q.id = t.id returning q.*`;
const KEEP = `insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
  values ($1, $2, $3, $4, $5, $6, $7)`;
const FORGET = `delete from net._http_response where created < now() - interval '10 minutes'`;

async function send({
  method,
  url,
  headers,
  body,
  timeout_milliseconds: limit,
}: QueuedRequest): Promise<Outcome> {
  const signal = AbortSignal.timeout(limit);
  try {
    const answer = await fetch(url, {
      method,
      headers,
      body: body && new Uint8Array(body),
      redirect: 'manual',
      signal,
    });
    const content = (await answer.text()).slice(0, LONGEST_CONTENT).replaceAll('\0', '');
    return {
      status: answer.status,
      type: answer.headers.get('content-type'),
      headers: Object.fromEntries(answer.headers),
      content,
      timedOut: false,
    };
  } catch (error) {
    if (!signal.aborted) return { error: messageOf(error), timedOut: false };
    return { error: `Timeout of ${limit} ms reached`, timedOut: true };
  }
}

/** The address of a request as the log may tell it: no query, no credentials. */
function placeOf(url: string): string {
  if (!URL.canParse(url)) return 'an address that is none';
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/**
 * Sends what `net.http_post` has put into the queue, once each, as soon as it is committed; only to our own API: a database that
 * can be made to call any address is a way into other people's networks. Answers are kept for ten minutes.
 * @param url connection as `postgres`
 * @param apiUrl our own address
 */
export function sendRequests(url: string, apiUrl: string, log: Log): { stop(): Promise<void> } {
  const db = openServicePool(url, 'net', log);
  const running = new Set<Promise<void>>();
  let listener: pg.Client | null = null;
  let retry: NodeJS.Timeout | undefined;
  let isStopped = false;
  let taking: Promise<void> | null = null;
  let isAskedAgain = false;

  async function run(request: QueuedRequest): Promise<void> {
    const place = placeOf(request.url);
    const isOurs = URL.canParse(request.url) && new URL(request.url).origin === apiUrl;
    const outcome = isOurs
      ? await send(request)
      : { error: 'Here only the own API is called', timedOut: false };
    if (outcome.error) log(`net: ${request.method} ${place}: ${outcome.error}`, 'warn');
    const { status, type, headers, content, timedOut, error } = outcome;
    await db.rows(KEEP, [request.id, status, type, headers, content, timedOut, error]);
  }

  async function takeAll(): Promise<void> {
    do {
      isAskedAgain = false;
      const requests = await db.rows<QueuedRequest>(TAKE, [MOST_AT_ONCE - running.size]);
      for (const request of requests) {
        const work = run(request)
          .catch((error: unknown) => log(`net: ${messageOf(error)}`, 'debug'))
          .finally(() => {
            running.delete(work);
            look();
          });
        running.add(work);
      }
    } while (isAskedAgain && running.size < MOST_AT_ONCE);
  }

  function look(): void {
    isAskedAgain = true;
    if (isStopped || running.size >= MOST_AT_ONCE) return;
    taking ??= takeAll()
      .catch((error: unknown) => log(`net: ${messageOf(error)}`, 'debug'))
      .finally(() => (taking = null));
  }

  async function listen(): Promise<void> {
    const client = new pg.Client({ connectionString: url, keepAlive: true });
    listener = client;
    client.on('error', () => undefined);
    client.on('end', () => {
      if (!isStopped) retry = setTimeout(() => void listen(), RETRY_MS);
    });
    client.on('notification', look);
    try {
      await client.connect();
      await client.query('listen net_http_requests');
      look();
    } catch (error) {
      log(`net: not listening yet (${messageOf(error)})`, 'debug');
      await client.end().catch(() => undefined);
    }
  }

  void listen();
  const sweeping = setInterval(() => {
    look();
    db.rows(FORGET).catch(() => undefined);
  }, SWEEP_MS);
  sweeping.unref();
  return {
    async stop() {
      isStopped = true;
      clearInterval(sweeping);
      clearTimeout(retry);
      await listener?.end().catch(() => undefined);
      await taking;
      await db.close();
    },
  };
}
