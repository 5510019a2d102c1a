import type pg from 'pg';
import { inTransaction, openPool, queryPool } from '../database/pool.js';
import type { Log } from '../log.js';

/** Query access for Auth, as the role that owns the auth schema. */
export interface AuthDb {
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  one<Row>(sql: string, values?: unknown[]): Promise<Row | undefined>;
  /** Runs `work` in one transaction. */
  transaction<Result>(work: (db: AuthDb) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

type Run = <Row extends pg.QueryResultRow>(sql: string, values: unknown[]) => Promise<pg.QueryResult<Row>>;

function access(run: Run, transaction: AuthDb['transaction'], close: AuthDb['close']): AuthDb {
  const rows = async <Row>(sql: string, values: unknown[] = []) =>
    (await run<Row & pg.QueryResultRow>(sql, values)).rows as Row[];
  return {
    rows,
    one: async <Row>(sql: string, values?: unknown[]) => (await rows<Row>(sql, values))[0],
    transaction,
    close,
  };
}

/** Opens a small pool. Its queries throw DatabaseAwayError while PostgreSQL is away. */
export function openAuthDb(url: string, log: Log): AuthDb {
  const options = '-c search_path=auth,extensions';
  const pool = openPool({ connectionString: url, max: 5, options }, 'auth', log);
  return access(
    (sql, values) => queryPool(pool, sql, values),
    (work) =>
      inTransaction(pool, (client) => {
        const nested: AuthDb = access(
          (sql, values) => client.query(sql, values),
          (inner) => inner(nested),
          async () => undefined,
        );
        return work(nested);
      }),
    () => pool.end(),
  );
}
