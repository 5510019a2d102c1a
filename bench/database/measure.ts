import type pg from 'pg';
import { signIn } from '../../supabase/tests/support/client';
import type { Backend } from '../../supabase/local/src/index';
import { median } from '../quantile';
import { PASSWORD } from './fill';
import type { BenchQuery } from './queries';

/** What one query cost, in milliseconds. */
export interface Cost {
  /** Planning and execution as PostgreSQL counts them, the quickest of the runs: a busy machine only adds to it. */
  database: number;
  /** From the request to the parsed answer over REST, the median. */
  rest: number;
  /** Rows the filter matched, where it is a list. */
  count: number | null;
}

const RUNS = 3;

interface Plan {
  'QUERY PLAN': [{ 'Planning Time': number; 'Execution Time': number }];
}

/**
 * Asks over REST, and directly with the caller's claims for the database's own time.
 * @param client connection on which `actAs` has set the caller
 * @param rest calls a function over REST as the same caller
 */
export async function measure(
  client: pg.Client,
  rest: (name: string, args: object) => Promise<unknown>,
  { call, args, page, runs = RUNS }: BenchQuery,
): Promise<Cost> {
  const first = (await rest(call, args)) as { count?: number; total_pages?: number };
  const pages = Math.max(first.total_pages ?? 1, 1);
  const asked = page ? { ...args, page: page === 'last' ? pages : Math.ceil(pages / 2) } : args;
  const names = Object.keys(asked).map((name, n) => `${name} => $${n + 1}`);
  const explained = `explain (analyze, timing off, format json) select public.${call}(${names.join(', ')})`;
  const [database, over]: [number[], number[]] = [[], []];
  for (let run = 0; run <= runs; run += 1) {
    const start = performance.now();
    await rest(call, asked);
    const took = performance.now() - start;
    const { rows } = await client.query<Plan>(explained, Object.values(asked));
    const plan = rows[0]?.['QUERY PLAN'][0];
    // The first run warms the caches.
    if (run === 0 || !plan) continue;
    over.push(took);
    database.push(plan['Planning Time'] + plan['Execution Time']);
  }
  return { database: Math.min(...database), rest: median(over), count: first.count ?? null };
}

/**
 * Signs this person in over the API and makes them the caller on the connection.
 * @returns calls a function over REST as them; throws what it refuses
 */
export async function askAs(backend: Backend, client: pg.Client, email: string) {
  const api = await signIn(backend, email, PASSWORD);
  await actAs(client, email);
  return async (name: string, args: object): Promise<unknown> => {
    const answer = await api.rpc(name, args);
    if (answer.error) throw new Error(`${name} ${JSON.stringify(args)}: ${answer.error.message}`);
    return answer.data as unknown;
  };
}

/** Sets role and claims of this person on the connection, as the API does for a request of theirs. */
export async function actAs(client: pg.Client, email: string): Promise<void> {
  await client.query('reset role');
  await client.query(
    `select set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', u.id, 'session_id',
       (select max(s.id::text) from auth.sessions s where s.user_id = u.id))::text, false)
     from auth.users u where u.email = $1`,
    [email],
  );
  await client.query('set role authenticated');
}
