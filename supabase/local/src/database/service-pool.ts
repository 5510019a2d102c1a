import type pg from 'pg';
import type { Claims } from '../auth/tokens.js';
import type { Log } from '../log.js';
import { inTransaction, openPool, queryPool } from './pool.js';

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

/** The roles a token may name. */
export const API_ROLES = new Set(['anon', 'authenticated', 'service_role']);

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

/** Opens a small pool whose statements may take so many milliseconds. Its queries throw DatabaseAwayError while PostgreSQL is away. */
export function openServicePool(
  url: string,
  name: string,
  log: Log,
  statementMs: number = STATEMENT_MS,
): ServicePool {
  const options = `-c statement_timeout=${statementMs} -c idle_in_transaction_session_timeout=20000`;
  const pool = openPool({ connectionString: url, max: 4, options }, name, log);
  return {
    rows: async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
      (await queryPool<Row>(pool, sql, values)).rows,
    transaction: (work, end) => inTransaction(pool, work, end),
    close: () => pool.end(),
  };
}
