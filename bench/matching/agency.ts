import type pg from 'pg';
import { signInAs } from './session';

/** An agency whose owner is signed in, with an account at a bank. */
export interface Agency {
  organization: string;
  admin: string;
  account: string;
}

/** An agency with an owner and an account at a bank; the owner is signed in. */
export async function found(client: pg.Client, email: string, currency = 'USD'): Promise<Agency> {
  const { rows } = await client.query<{ organization: string; admin: string }>(
    `with o as (insert into public.organizations (name, email, currency) values ('World', 'world@bench.test', $2) returning id),
     a as (insert into auth.users (instance_id, id, aud, role, email, encrypted_password, email_confirmed_at)
       values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), 'authenticated', 'authenticated', $1, '', now()) returning id)
     insert into public.users (id, organization_id, first_name, last_name, role)
     select a.id, o.id, 'Ada', 'Admin', 'owner' from o, a returning organization_id as organization, id as admin`,
    [email, currency],
  );
  const [agency] = rows;
  if (!agency) throw new Error('No agency');
  await signInAs(client, email);
  const { rows: made } = await client.query<{ answer: { id: string } }>(
    `select public.save_bank_account('{"name": "Operating"}') as answer`,
  );
  return { ...agency, account: made[0]?.answer.id ?? '' };
}

/** Calls a public function as whoever is signed in. */
export async function call<Answer>(client: pg.Client, name: string, ...args: unknown[]): Promise<Answer> {
  const { rows } = await client.query<{ answer: Answer }>(
    `select public.${name}(${args.map((_, n) => `$${n + 1}`).join(', ')}) as answer`,
    args.map((arg) => (typeof arg === 'object' ? JSON.stringify(arg) : arg)),
  );
  return rows[0]?.answer as Answer;
}
