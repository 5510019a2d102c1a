import type { SupabaseClient } from '@supabase/supabase-js';
import { backend } from '../../../tests/support/backend';
import { connect, signIn } from '../../../tests/support/client';

/** The password of everybody made here. */
export const PASSWORD = 'correct-horse';
let counter = 0;

/** An address nobody else uses, also not in another run on the same database. */
export const newAddress = (): string => `somebody-${Date.now()}-${(counter += 1)}@auth.test`;

/** Somebody with a confirmed address and a password; made by a server, so without a mail. */
export async function newPerson() {
  const email = newAddress();
  const { data, error } = await connect(backend, backend.secretKey).auth.admin.createUser({
    email,
    password: PASSWORD,
    email_confirm: true,
  });
  if (error) throw error;
  return { id: data.user.id, email };
}

/** Somebody new, signed in. */
export async function newcomer() {
  const person = await newPerson();
  return { ...person, client: await signIn(backend, person.email, PASSWORD) };
}

/** The session a client holds. Throws when there is none. */
export async function sessionOf(client: SupabaseClient) {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error('a session expected');
  return session;
}

/** What an access token says. */
export const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
    aal: string;
    amr: { method: string; timestamp: number }[];
    session_id: string;
    sub: string;
  };

/** Asks Auth as whoever has the token. */
export async function askAuth(path: string, token: string, { method = 'POST', body = {} } = {}) {
  const response = await fetch(`${backend.apiUrl}/auth/v1/${path}`, {
    method,
    headers: { apikey: backend.publishableKey, authorization: `Bearer ${token}` },
    body: method === 'GET' ? null : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
