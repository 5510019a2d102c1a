import crypto from 'node:crypto';
import type { BackendFacts } from '../../../tests/support/backend-process';
import { query } from './own-backend';

/** Longest time a request may take whatever happens to PostgreSQL, in milliseconds. */
const SLOW_MS = 5000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Somebody who asks one service again and again; `good` are the statuses of a service that is well. */
interface Visitor {
  service: string;
  good: number[];
  ask: () => Promise<Response>;
}

function visitors({ apiUrl, secretKey }: BackendFacts, write: (name: string) => void): Visitor[] {
  const headers = { apikey: secretKey, 'content-type': 'application/json' };
  const get = (path: string) => fetch(apiUrl + path, { headers });
  const post = (path: string, values: object) =>
    fetch(apiUrl + path, { method: 'POST', headers, body: JSON.stringify(values) });
  const mark = crypto.randomUUID();
  let count = 0;
  const insert = async () => {
    const name = `${mark}-${(count += 1)}`;
    const response = await post('/rest/v1/authors', { name });
    if (response.status === 201) write(name);
    return response;
  };
  return [
    ...Array.from({ length: 4 }, () => ({ service: 'writing', good: [201], ask: insert })),
    ...Array.from({ length: 2 }, () => ({
      service: 'rest',
      good: [200],
      ask: () => get('/rest/v1/authors?select=id,name&limit=5'),
    })),
    // There is no such token, which Auth knows only from the database.
    {
      service: 'auth',
      good: [400],
      ask: () => post('/auth/v1/token?grant_type=refresh_token', { refresh_token: mark }),
    },
    { service: 'storage', good: [200], ask: () => get('/storage/v1/bucket') },
  ];
}

/** What requests met while they came all the time. */
export interface Load {
  /** Names of authors whose insert was answered 201. */
  acknowledged: string[];
  /** Answers that no client could make sense of, and those that took too long. */
  faults: string[];
  slowestMs: number;
  /** How often each service answered well. */
  answered: Map<string, number>;
  /** Waits until every service has answered well again. */
  untilAllAnswer(): Promise<void>;
  stop(): Promise<void>;
}

/** Without a status there is an answer only while the backend lives. */
async function faultOf({ service, good, ask }: Visitor, mayBeGone: () => boolean): Promise<string | null> {
  try {
    const response = await ask();
    const text = await response.text();
    if (good.includes(response.status)) return null;
    const { message } = JSON.parse(text) as { message?: string };
    const isAway = response.status === 503 && response.headers.get('retry-after') && message;
    return isAway ? 'gone' : `${service}: ${response.status} ${text}`;
  } catch (error) {
    if (mayBeGone()) return 'gone';
    const cause = (error as { cause?: unknown }).cause;
    return `${service}: ${String(error)} ${String(cause)}`;
  }
}

/**
 * Writers and readers on three services, until told to stop.
 * @param mayBeGone whether the backend itself may have been killed
 */
export function startLoad(facts: BackendFacts, mayBeGone: () => boolean = () => false): Load {
  let stopped = false;
  const load: Load = {
    acknowledged: [],
    faults: [],
    slowestMs: 0,
    answered: new Map(),
    async untilAllAnswer() {
      const services = ['writing', 'rest', 'auth', 'storage'];
      const before = new Map(load.answered);
      const isBack = (name: string) => (load.answered.get(name) ?? 0) > (before.get(name) ?? 0);
      for (let tries = 0; !services.every(isBack); tries += 1) {
        if (tries > 1500) throw new Error(`Only ${services.filter(isBack).join(', ')} came back`);
        await pause(20);
      }
    },
    async stop() {
      stopped = true;
      await all;
    },
  };
  const visit = async (visitor: Visitor) => {
    while (!stopped) {
      const began = performance.now();
      const fault = await faultOf(visitor, mayBeGone);
      const ms = performance.now() - began;
      load.slowestMs = Math.max(load.slowestMs, ms);
      if (ms > SLOW_MS) load.faults.push(`${visitor.service}: ${Math.round(ms)} ms`);
      if (fault === null) load.answered.set(visitor.service, (load.answered.get(visitor.service) ?? 0) + 1);
      else if (fault !== 'gone') load.faults.push(fault);
      if (fault) await pause(20);
    }
  };
  const all = Promise.all(visitors(facts, (name) => load.acknowledged.push(name)).map(visit));
  return load;
}

/** Names of authors that were acknowledged and are not there. */
export async function lostAuthors(facts: BackendFacts, acknowledged: string[]): Promise<string[]> {
  const rows = await query<{ name: string }>(
    facts.dbUrl,
    'select name from unnest($1::text[]) as name except select name from public.authors',
    [acknowledged],
  );
  return rows.map(({ name }) => name);
}
