import { Client, type QueryResultRow } from 'pg';
import { backend } from './backend';
import { proveError } from './contract';
import {
  proveAnswers,
  proveFailures,
  proveHistories,
  proveNotes,
  proveNotifications,
  proveReasons,
} from './facts-in-words';

/** Rows of one statement, run as `postgres`: for set-up and for looking at what really happened. */
export type Sql = <Row extends QueryResultRow = QueryResultRow>(
  statement: string,
  values?: unknown[],
) => Promise<Row[]>;

let connection: Promise<Client> | undefined;

async function open(): Promise<Client> {
  const client = new Client(backend.dbUrl);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Runs one statement on the connection that a test file shares; `closeDatabase` ends it. */
export const sql: Sql = async <Row extends QueryResultRow>(statement: string, values: unknown[] = []) => {
  const client = await (connection ??= open());
  try {
    return (await client.query<Row>(statement, values)).rows;
  } catch (error) {
    proveError(statement, error as Error);
    throw error;
  }
};

/** The same for exactly one row. */
export async function sqlOne<Row extends QueryResultRow = QueryResultRow>(
  statement: string,
  values: unknown[] = [],
): Promise<Row> {
  const rows = await sql<Row>(statement, values);
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`Expected one row, got ${rows.length}: ${statement}`);
  return row;
}

/** The shared connection itself, for transactions. */
export function database(): Promise<Client> {
  return (connection ??= open());
}

afterAll(async () => {
  proveAnswers();
  if (connection) {
    await proveNotifications(sql);
    await proveReasons(sql);
    await proveFailures(sql);
    await proveHistories(sql);
    await proveNotes(sql);
  }
  await (await connection)?.end();
  connection = undefined;
});
