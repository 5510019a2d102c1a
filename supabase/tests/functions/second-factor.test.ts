import { es256TokenFor, tokenFor } from '../support/token';
import { codeOf, forgetCodes, withAuthenticator } from '../../local/tests/support/authenticator';
import { callFunction } from '../support/bank-bridge';
import { backend } from '../support/backend';
import { sql } from '../support/database';
import { startFunctionsBackend, type FunctionsBackend } from '../support/functions-backend';
import { signIn as signInTo } from '../support/client';
import { refusalOf, tokenSaying } from '../support/second-factor';
import { createTestAgency, PASSWORD, type Person, type TestAgency } from '../support/test-agency';

/** The function in real Deno, beside the real Auth. */
let started: FunctionsBackend;
let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  started = await startFunctionsBackend();
  [agency, other] = [await createTestAgency(), await createTestAgency()];
});
afterAll(() => started.stop());

const signedIn = ({ email }: Person) => signInTo(backend, email, PASSWORD);
type Client = Awaited<ReturnType<typeof signedIn>>;

const ask = async (client: Client, body: object) =>
  callFunction('second-factor', (await client.auth.getSession()).data.session?.access_token ?? '', body);

/** Somebody who has set an authenticator up, with a session that its code has raised just now. */
async function raised(person: Person) {
  const client = await signedIn(person);
  const factor = await withAuthenticator(client, backend.dbUrl);
  return { client, factor };
}

const factorsOf = ({ id }: Person) => sql('select 1 from auth.mfa_factors where user_id = $1', [id]);

// Holds tenancy-18
test('an owner resets a member’s, who signs in with the password then; nobody else does', async () => {
  const member = await raised(agency.agent);
  const { client: owner } = await raised(agency.owner);
  const body = { action: 'reset', member_id: agency.agent.id };
  const { client: stranger } = await raised(other.owner);
  expect(await ask(stranger, body)).toMatchObject({ status: 400, body: { code: 'member_not_found' } });
  expect(await ask(await signedIn(agency.admin), body)).toMatchObject({
    status: 400,
    body: { code: 'second_factor_reset_is_for_owners' },
  });
  // The owner's password alone, and an old code.
  expect(await ask(await signedIn(agency.owner), body)).toMatchObject({
    status: 400,
    body: { code: 'second_factor_expected' },
  });
  const old = await tokenSaying(agency.owner, {
    aal: 'aal2',
    amr: [{ method: 'totp', timestamp: Math.floor(Date.now() / 1000) - 16 * 60 }],
  });
  expect(await callFunction('second-factor', old, body)).toMatchObject({
    status: 400,
    body: { code: 'step_up_required' },
  });
  expect(await factorsOf(agency.agent)).toHaveLength(1);

  expect(await ask(owner, body)).toEqual({ status: 200, body: { success: true } });
  expect(await factorsOf(agency.agent)).toEqual([]);
  expect((await member.client.auth.getUser()).error).not.toBeNull();
  const again = await signedIn(agency.agent);
  expect(refusalOf(await again.rpc('get_unread_count'))).toBeNull();
});

test('a recovery code takes the lost authenticator away, once; another tenant’s takes nothing', async () => {
  const lost = await raised(other.admin);
  await sql(`update public.users set role = 'owner' where id = $1`, [other.admin.id]);
  const { data: codes } = await lost.client.rpc('make_recovery_codes');
  const [code] = codes as string[];
  await sql(`update public.users set role = 'owner' where id = $1`, [agency.admin.id]);
  const { client: thief, factor } = await raised(agency.admin);
  expect(await ask(thief, { action: 'recover', code })).toMatchObject({
    status: 400,
    body: { code: 'recovery_code_wrong' },
  });
  expect(factor.id).toBeTruthy();
  expect(await factorsOf(agency.admin)).toHaveLength(1);

  const client = await signedIn(other.admin);
  expect(refusalOf(await client.rpc('get_unread_count'))).toBe('second_factor_expected');
  const both = await Promise.all([1, 2].map(() => ask(client, { action: 'recover', code })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(await factorsOf(other.admin)).toEqual([]);
  expect((await lost.client.auth.getUser()).error).not.toBeNull();
  // Who was let in sets up a new one, with the same session.
  expect(refusalOf(await client.rpc('get_unread_count'))).toBeNull();
  await withAuthenticator(client, backend.dbUrl, 'New phone');
  expect(refusalOf(await client.rpc('renew_mailbox_token'))).not.toBe('step_up_required');
});

test('a real code counts as one of now, and the same one not twice', async () => {
  const { client, factor } = await raised(other.rival);
  const { data } = await client.rpc('get_second_factor');
  expect(data).toMatchObject({ aal: 'aal2', has_factor: true });
  await forgetCodes(backend.dbUrl, factor.id);
  const code = codeOf(factor.secret);
  const verify = () => client.auth.mfa.challengeAndVerify({ factorId: factor.id, code });
  expect((await verify()).error).toBeNull();
  expect((await verify()).error?.code).toBe('mfa_verification_failed');
});

// Holds security-56
test('a session whose code is older than 15 minutes neither adds an authenticator nor removes one', async () => {
  const { client, factor } = await raised(other.inactive);
  const enroll = () => client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Thief' });
  await sql(
    `update auth.mfa_amr_claims c set updated_at = now() - interval '16 minutes' from auth.sessions s
     where s.id = c.session_id and s.user_id = $1`,
    [other.inactive.id],
  );
  expect((await enroll()).error).not.toBeNull();
  expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).not.toBeNull();
  expect(await factorsOf(other.inactive)).toHaveLength(1);
  await client.auth.mfa.challengeAndVerify({ factorId: factor.id, code: codeOf(factor.secret) });
  expect((await enroll()).error).toBeNull();
  expect((await client.auth.mfa.unenroll({ factorId: factor.id })).error).toBeNull();
});

test('a member is asked, and what is no action or no session is refused', async () => {
  const client = await signedIn(agency.rival);
  expect(await ask(client, { action: 'ask', member_id: other.agent.id })).toMatchObject({
    status: 400,
    body: { code: 'members_are_for_admins' },
  });
  expect((await ask(client, { action: 'forge' })).status).toBe(400);
  await sql('delete from auth.sessions where user_id = $1', [agency.rival.id]);
  expect(await ask(client, { action: 'recover', code: 'x' })).toMatchObject({ status: 403 });
});

describe.each([
  ['second-factor', { action: 'recover', code: 'x' }, 'session_over'],
  ['bank-connections', { action: 'providers' }, 'bank_admins_only'],
])('%s is reached with any token, and lets the database judge it', (name, body, code) => {
  const call = (token: string) => callFunction(name, token, body);

  // Hosted's check in front of functions knows tokens of the shared secret alone.
  it('with one that is signed with ES256', async () => {
    expect(await call(es256TokenFor(agency.owner.id))).toMatchObject({ status: 403, body: { code } });
  });

  it('with one that somebody else has signed, one that is over, and the public key', async () => {
    for (const token of [
      tokenFor(agency.owner.id, 'a secret of somebody else, as long as one has to be'),
      tokenFor(agency.owner.id, backend.jwtSecret, -60),
      backend.publishableKey,
    ])
      expect(await call(token)).toMatchObject({ status: 403, body: { code } });
  });
});
