import { randomUUID } from 'node:crypto';
import { sql, sqlOne } from './database';
import { createAccount, signIn, type Api, type Person } from './test-agency';

/** What the functions about invitations and members answer. */
export interface Outcome {
  success: boolean;
  error?: string | null;
  organization_id?: string;
}

export const newAddress = () => `invited.${randomUUID().slice(0, 8)}@agency.test`;

/** Invites an address over the API; throws when that is refused. Returns the invitation's id. */
export async function invite(by: Person, email: string, extra: object = {}): Promise<string> {
  const { data, error } = await by.api
    .from('invitations')
    .insert({ email, role: 'agent', ...extra })
    .select('id')
    .single();
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data.id;
}

/** Lets the sessions of an account have come about in another way than by password: `otp` is a mailed link. */
export const comeBy = (id: string, method: string) =>
  sql(
    `update auth.mfa_amr_claims a set authentication_method = $2 from auth.sessions s
     where s.id = a.session_id and s.user_id = $1`,
    [id, method],
  );

/** Somebody who opened the link in the mail: signed in, e-mail confirmed, in no organization yet. */
export async function createInvitee(email: string = newAddress(), data: object = {}): Promise<Person> {
  const id = await createAccount(email, { data });
  const api = await signIn(email);
  await comeBy(id, 'otp');
  return { id, email, api };
}

/** Accepts as Ada Byrne and returns the answer. */
export async function accept(client: Api, extra: object = {}): Promise<Outcome> {
  const { data, error } = await client.rpc('accept_invitation', {
    first_name: 'Ada',
    last_name: 'Byrne',
    ...extra,
  });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as unknown as Outcome;
}

/** Lets the invitation run out a minute ago. */
export async function expire(id: string): Promise<void> {
  await sql(`update public.invitations set expires_at = now() - interval '1 minute' where id = $1`, [id]);
}

export const invitationRow = (id: string) =>
  sqlOne<{
    accepted_at: Date | null;
    revoked_at: Date | null;
    expires_at: Date;
    invited_by: string;
  }>('select * from public.invitations where id = $1', [id]);

/** Everything that joining would have written for this account. */
export const memberRow = (id: string) =>
  sql(
    `select u.organization_id, e.email, u.first_name, u.last_name, u.role, u.is_active, t.commission_split
     from public.users u join public.user_emails e on e.user_id = u.id
     join public.user_terms t on t.user_id = u.id where u.id = $1`,
    [id],
  );
