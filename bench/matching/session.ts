import type pg from 'pg';

/** Gives this person a session and makes them the caller of the functions that follow, with the rights of the connection. */
export async function signInAs(client: pg.Client, email: string): Promise<void> {
  await client.query(
    `with s as (insert into auth.sessions (id, user_id) select gen_random_uuid(), u.id from auth.users u where u.email = $1 returning id, user_id)
     select set_config('request.jwt.claims', jsonb_build_object('role', 'authenticated', 'sub', s.user_id, 'session_id', s.id)::text, false) from s`,
    [email],
  );
}
