import pg from 'pg';
import type { Claims } from '../auth/tokens.js';
import type { Log } from '../log.js';

/** Database access of a service that acts for callers: as its own role, or under a caller's rights. */
export interface ServicePool {
  /** Rows of one statement, with the rights of the service. */
  rows<Row extends pg.QueryResultRow>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction, with the rights of the service until `actAs`. */
  transaction<Result>(
    work: (client: pg.PoolClient) => Promise<Result>,
    end?: 'commit' | 'rollback',
  ): Promise<Result>;
  close(): Promise<void>;
}

/** Longest time a statement may take, as on hosted for `authenticated`. */
const STATEMENT_MS = 8000;

const API_ROLES = new Set(['anon', 'authenticated', 'service_role']);

/** The claims of somebody who brings an API key only. */
export const keyClaims = (key: 'publishable' | 'secret'): Claims => ({
  role: key === 'secret' ? 'service_role' : 'anon',
});

/** For the rest of the transaction: the caller's role, and the claims that policies read. */
export async function actAs(
  client: pg.PoolClient,
  claims: Claims,
  settings: Record<string, string> = {},
): Promise<void> {
  const role = API_ROLES.has(claims.role ?? '') ? String(claims.role) : 'anon';
  const values: Record<string, string> = {
    ...settings,
    'request.jwt.claims': JSON.stringify(claims),
    'request.jwt.claim.sub': claims.sub ?? '',
    'request.jwt.claim.role': role,
    // Last: the new role decides nothing about the settings before it.
    role,
  };
  await client.query(
    'select set_config(name, value, true) from unnest($1::text[], $2::text[]) as s(name, value)',
    [Object.keys(values), Object.values(values)],
  );
}

/** Opens a small pool whose statements may take so many milliseconds. Connections lost with PostgreSQL are replaced by the next query. */
export function openServicePool(
  url: string,
  name: string,
  log: Log,
  statementMs: number = STATEMENT_MS,
): ServicePool {
  const timeouts = `-c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=20000`;
  const pool = new pg.Pool({ connectionString: url, max: 4, options: timeouts });
  pool.on('error', (error) => log(`${name}: connection lost (${error.message})`, 'debug'));
  return {
    rows: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await pool.query<Row>(sql, values)).rows,
    async transaction(work, end = 'commit') {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const result = await work(client);
        await client.query(end);
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => (broken = failure));
        throw error;
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}
