import type { Client, QueryResult, QueryResultRow } from 'pg';
import { database, sqlOne } from './database';
import type { Person } from './test-agency';

/** Who a statement runs as: a person with their session, or nobody. */
export type Caller = Person | 'anon';

/**
 * Runs statements in one transaction as the API runs them, role and claims set, then takes all of it back.
 * Without the API: for schemas that Realtime and Storage ask with the caller's rights.
 * @param settings more settings of the transaction, like `realtime.topic`
 */
export async function asCaller<Answer>(
  caller: Caller,
  run: (client: Client) => Promise<Answer>,
  settings: Record<string, string> = {},
): Promise<Answer> {
  const role = caller === 'anon' ? 'anon' : 'authenticated';
  const session =
    caller === 'anon'
      ? undefined
      : await sqlOne<{ id: string | null }>(
          'select max(id::text) as id from auth.sessions where user_id = $1',
          [caller.id],
        );
  const claims =
    caller === 'anon' ? { role } : { role, sub: caller.id, session_id: session?.id ?? undefined };
  const client = await database();
  await client.query('begin');
  try {
    for (const [name, value] of Object.entries({
      'request.jwt.claims': JSON.stringify(claims),
      ...settings,
    })) {
      await client.query('select set_config($1, $2, true)', [name, value]);
    }
    await client.query(`set local role ${role}`);
    return await run(client);
  } finally {
    await client.query('rollback');
  }
}

/** One statement as this caller: its rows, or the SQLSTATE it was refused with. */
export async function attempt<Row extends QueryResultRow = QueryResultRow>(
  caller: Caller,
  statement: string,
  values: unknown[] = [],
  settings: Record<string, string> = {},
): Promise<Row[] | string> {
  return asCaller(
    caller,
    (client) =>
      client.query<Row>(statement, values).then(
        ({ rows }: QueryResult<Row>) => rows,
        (error: { code?: string }) => error.code ?? 'unknown',
      ),
    settings,
  );
}
