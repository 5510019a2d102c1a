import pg from 'pg';
import type { Log } from '../log.js';
import { asDatabaseAway } from './database-away.js';

/** Longest wait for a connection, in milliseconds: PostgreSQL on the same machine gives one at once or not at all. */
const CONNECT_MS = 5000;

/**
 * A pool that outlives PostgreSQL: a lost connection, idle or in use, ends nothing and is replaced by the next query.
 * @param name of the service, for the log
 */
export function openPool(config: pg.PoolConfig, name: string, log: Log): pg.Pool {
  const pool = new pg.Pool({ connectionTimeoutMillis: CONNECT_MS, ...config });
  const onLoss = (error: Error) => log(`${name}: connection lost (${error.message})`, 'debug');
  pool.on('error', onLoss);
  // The pool listens to its idle clients only; an error of one that is out would end the process.
  pool.on('connect', (client) => client.on('error', onLoss));
  return pool;
}

/** Runs one statement. @throws DatabaseAwayError */
export async function queryPool<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  sql: string,
  values: unknown[],
): Promise<pg.QueryResult<Row>> {
  return pool.query<Row>(sql, values).catch((error: unknown) => {
    throw asDatabaseAway(error);
  });
}

/**
 * Runs `work` in one transaction on a connection of its own; what it throws rolls everything back.
 * @throws DatabaseAwayError when the connection is lost, and then nobody knows whether a commit under way was done
 */
export async function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  end: 'commit' | 'rollback' = 'commit',
): Promise<Result> {
  const client = await pool.connect().catch((error: unknown) => {
    throw asDatabaseAway(error);
  });
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query(end);
    return result;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => (broken = failure));
    throw asDatabaseAway(error);
  } finally {
    client.release(broken);
  }
}
