import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';

/** Does something as this person would, with a session for as long as it takes. */
export async function asPerson(client: Client, id: string, run: () => Promise<void>): Promise<void> {
  const session = randomUUID();
  const claims = (value: string) =>
    client.query(`select set_config('request.jwt.claims', $1, true)`, [value]);
  await client.query('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [
    session,
    id,
  ]);
  await claims(JSON.stringify({ role: 'authenticated', sub: id, session_id: session }));
  try {
    await run();
  } finally {
    await claims('');
    await client.query('delete from auth.sessions where id = $1', [session]);
  }
}
