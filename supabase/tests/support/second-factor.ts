import { randomUUID } from 'node:crypto';
import { backend } from './backend';
import { sql, sqlOne } from './database';
import { api, type Api, type Person } from './test-agency';
import { tokenFor } from './token';

/** Gives somebody an authenticator that counts, as Auth leaves it; their session stays as it is. @returns its id */
export async function giveFactor({ id }: Pick<Person, 'id'>): Promise<string> {
  const factorId = randomUUID();
  await sql(
    `insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at)
     values ($1, $2, $3, 'totp', 'unverified', now(), now())`,
    [factorId, id, factorId],
  );
  await sql(`update auth.mfa_factors set status = 'verified' where id = $1`, [factorId]);
  return factorId;
}

/** Their session as the database knows it. */
export const sessionIdOf = async ({ id }: Pick<Person, 'id'>): Promise<string> =>
  (await sqlOne<{ id: string }>('select max(id::text) as id from auth.sessions where user_id = $1', [id])).id;

/** A token of their session that says what it is told to. */
export const tokenSaying = async (person: Pick<Person, 'id'>, claims: object): Promise<string> =>
  tokenFor(person.id, backend.jwtSecret, 3600, { session_id: await sessionIdOf(person), ...claims });

/** What a token says when a code was entered so many minutes ago. */
export const confirmed = (minutes: number) => ({
  aal: 'aal2',
  amr: [
    { method: 'totp', timestamp: Math.floor(Date.now() / 1000) - Math.round(minutes * 60) },
    { method: 'password', timestamp: Math.floor(Date.now() / 1000) - 7200 },
  ],
});

/** The person with a code of so many minutes ago. */
export const withCode = async (person: Pick<Person, 'id'>, minutes = 0): Promise<Api> =>
  api(await tokenSaying(person, confirmed(minutes)));

/** The code of a refusal: of an error or of an answer; null where it was none. */
export function refusalOf({ data, error }: { data: unknown; error: unknown }): string | null {
  if (error) {
    const { code, details } = error as { code: string; details: string | null };
    return code === 'P0001' ? (JSON.parse(details ?? '{}') as { code: string }).code : code;
  }
  const said = Object(data) as { success?: boolean; code?: string };
  return said.success === false ? (said.code ?? 'unknown') : null;
}
