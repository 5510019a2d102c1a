import { randomUUID } from 'node:crypto';
import type { Sql } from './database';

/** An account as a sign-up leaves it. */
export interface NewAccount {
  email: string;
  password: string;
  confirmed?: boolean;
  /** What the sign-up page said of the person. */
  data?: object;
  /** How long ago, as an interval. */
  age?: string;
}

/** Creates an account without Auth, for tests of the database and of the browser. Hashing is cheap here, not weak there. @returns its id */
export async function insertAccount(
  sql: Sql,
  { email, password, confirmed = true, data = {}, age = '0 seconds' }: NewAccount,
): Promise<string> {
  const id = randomUUID();
  await sql(
    `with account as (
       insert into auth.users (instance_id, id, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
         raw_user_meta_data, created_at)
       values ('00000000-0000-0000-0000-000000000000', $1, $2, extensions.crypt($3, extensions.gen_salt('bf', 4)),
         case when $4 then now() end, '{"provider": "email", "providers": ["email"]}', $5, now() - $6::interval)
       returning id)
     insert into auth.identities (provider, provider_id, user_id, identity_data) select 'email', id::text, id, $7 from account`,
    [id, email, password, confirmed, JSON.stringify(data), age, JSON.stringify({ sub: id, email })],
  );
  return id;
}
