import {
  CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
} from 'kysely';
import type postgres from 'postgres';
import { unmarkParameter } from './exact-numbers.js';

/** Thrown instead of using a connection that is gone. */
class ConnectionLostError extends Error {
  readonly code = 'CONNECTION_CLOSED';
}

/**
 * One reserved connection. postgres.js (3.4.9) ends the whole process when something is sent over a reserved
 * connection that is gone, for example the ROLLBACK after a failure: nothing is sent over a lost one any more.
 */
class ReservedConnection implements DatabaseConnection {
  constructor(
    private readonly reserved: postgres.ReservedSql,
    readonly isLost: () => boolean,
  ) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.isLost()) throw new ConnectionLostError('The connection to the database was lost');
    const result = await this.reserved.unsafe(query.sql, query.parameters.map(unmarkParameter) as never[]);
    const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(result.command);
    return {
      ...(changes ? { numAffectedRows: BigInt(result.count) } : {}),
      rows: Array.from(result) as Row[],
    };
  }

  streamQuery(): never {
    throw new Error('REST answers are read whole');
  }

  release(): void {
    // The pool itself takes a lost one back.
    if (!this.isLost()) this.reserved.release();
  }
}

function reservingDriver(sql: postgres.Sql, isLost: () => boolean): Driver {
  const run = async (connection: DatabaseConnection, statement: string) => {
    await connection.executeQuery(CompiledQuery.raw(statement));
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => new ReservedConnection(await sql.reserve(), isLost),
    beginTransaction: (connection, { isolationLevel, accessMode }) =>
      run(
        connection,
        `begin ${isolationLevel ? `isolation level ${isolationLevel}` : ''} ${accessMode ?? ''}`,
      ),
    commitTransaction: (connection) => run(connection, 'commit'),
    rollbackTransaction: async (connection) => {
      // A transaction on a lost connection has ended with it.
      if (!isLost()) await run(connection, 'rollback');
    },
    releaseConnection: async (connection) => (connection as ReservedConnection).release(),
    destroy: () => sql.end(),
  };
}

/**
 * Kysely over postgres.js. `isLost` tells whether a connection of this pool was lost: then all of it is given up,
 * and the caller opens a new pool.
 */
export function reservingDialect(sql: postgres.Sql, isLost: () => boolean): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => reservingDriver(sql, isLost),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}
