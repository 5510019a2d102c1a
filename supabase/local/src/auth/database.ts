import pg from 'pg';
import type { Log } from '../log.js';

/** Query access for Auth, as the role that owns the auth schema. */
export interface AuthDb {
  rows<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  one<Row>(sql: string, values?: unknown[]): Promise<Row | undefined>;
  /** Runs `work` in one transaction. */
  transaction<Result>(work: (db: AuthDb) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

type Runner = Pick<pg.Pool, 'query'>;

function access(runner: Runner, transaction: AuthDb['transaction'], close: AuthDb['close']): AuthDb {
  const rows = async <Row>(sql: string, values: unknown[] = []) =>
    (await runner.query<Row & pg.QueryResultRow>(sql, values)).rows as Row[];
  return {
    rows,
    one: async <Row>(sql: string, values?: unknown[]) => (await rows<Row>(sql, values))[0],
    transaction,
    close,
  };
}

/** Opens a small pool. Connections lost with PostgreSQL are replaced by the next query. */
export function openAuthDb(url: string, log: Log): AuthDb {
  const pool = new pg.Pool({ connectionString: url, max: 5, options: '-c search_path=auth,extensions' });
  pool.on('error', (error) => log(`auth: connection lost (${error.message})`, 'debug'));
  const db: AuthDb = access(
    pool,
    async (work) => {
      const client = await pool.connect();
      let broken: Error | undefined;
      try {
        await client.query('begin');
        const nested: AuthDb = access(
          client,
          (inner) => inner(nested),
          async () => undefined,
        );
        const result = await work(nested);
        await client.query('commit');
        return result;
      } catch (error) {
        await client.query('rollback').catch((failure: Error) => (broken = failure));
        throw error;
      } finally {
        client.release(broken);
      }
    },
    () => pool.end(),
  );
  return db;
}
