import fs from 'node:fs';
import { backend } from '../../tests/support/backend';
import { connect, signIn } from '../../tests/support/client';
import { linkIn, mailsFor, waitForMail } from './support/mails';
import { newDataDir, query, startOwn } from './support/own-backend';
import { askAuth, claimsOf, newAddress, newcomer, newPerson, PASSWORD, sessionOf } from './support/people';

const site = 'http://127.0.0.1:3000';

/** Opens a mailed link as a browser does; where it leads, and what stands behind the #. */
async function open(link: string) {
  const response = await fetch(link, { redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? '');
  return { target, hash: new URLSearchParams(target.hash.slice(1)) };
}

const linkFor = async (address: string, number = 1) =>
  linkIn(await waitForMail(backend.mailUrl, address, number));

const addressOf = async (id: string) =>
  (
    await query<{ email: string; email_change: string }>(
      backend.dbUrl,
      'select email, email_change from auth.users where id = $1',
      [id],
    )
  )[0];

/** Somebody who has asked for another address. */
async function asking() {
  const person = await newcomer();
  const wanted = newAddress();
  const { data, error } = await person.client.auth.updateUser(
    { email: wanted.toUpperCase() },
    { emailRedirectTo: `${site}/settings` },
  );
  expect(error).toBeNull();
  return { ...person, wanted, user: data.user };
}

describe.each(['new first', 'current first'])('another address, the %s', (order) => {
  test('is the user’s when both have confirmed it, and not before', async () => {
    const { id, email, wanted, client, user } = await asking();
    expect(user).toMatchObject({ email, new_email: wanted });
    const addresses = order === 'new first' ? [wanted, email] : [email, wanted];
    for (const address of addresses) {
      const { subject, text } = await waitForMail(backend.mailUrl, address);
      expect(subject).toBe('Confirm your new email address for Paperplane');
      expect(text).toContain(`that ${wanted} takes the place of ${email}`);
      expect(text).toContain(`Confirm ${address}: http`);
    }
    const half = await open(await linkFor(addresses[0] ?? ''));
    expect(`${half.target.origin}${half.target.pathname}`).toBe(`${site}/settings`);
    expect([...half.hash.keys()]).toEqual(['message']);
    expect(half.hash.get('message')).toContain('confirm link sent to the other email');
    expect(await addressOf(id)).toEqual({ email, email_change: wanted });
    // The same link again is no second word.
    expect((await open(await linkFor(addresses[0] ?? ''))).hash.get('error_code')).toBe('otp_expired');
    expect(await addressOf(id)).toEqual({ email, email_change: wanted });

    const whole = await open(await linkFor(addresses[1] ?? ''));
    expect(whole.hash.get('type')).toBe('email_change');
    expect(await addressOf(id)).toEqual({ email: wanted, email_change: '' });
    const after = (await client.auth.getUser()).data.user;
    expect([after?.email, after?.new_email]).toEqual([wanted, undefined]);
    expect(after?.identities?.[0]?.identity_data).toMatchObject({ email: wanted, email_verified: true });
    expect((await client.auth.refreshSession()).data.session?.user.email).toBe(wanted);
    await signIn(backend, wanted, PASSWORD);
    await expect(signIn(backend, email, PASSWORD)).rejects.toThrow('Invalid login credentials');
  });
});

test('one’s own address again is no change, and somebody’s else is refused', async () => {
  const { client, email } = await newcomer();
  const { data, error } = await client.auth.updateUser({ email: email.toUpperCase() });
  expect([error, data.user?.new_email]).toEqual([null, undefined]);
  const other = await newPerson();
  expect((await client.auth.updateUser({ email: other.email, data: { nick: 'A' } })).error).toMatchObject({
    status: 422,
    code: 'email_exists',
  });
  expect((await client.auth.getUser()).data.user?.user_metadata).not.toHaveProperty('nick');
  expect((await client.auth.updateUser({ email: 'a@b.test,c@d.test' })).error?.code).toBe(
    'validation_failed',
  );
  expect(await mailsFor(backend.mailUrl, other.email)).toEqual([]);
});

test('an address that somebody takes meanwhile is not given', async () => {
  const { id, email, wanted } = await asking();
  await open(await linkFor(email));
  await connect(backend, backend.secretKey).auth.admin.createUser({ email: wanted, email_confirm: true });
  expect((await open(await linkFor(wanted))).hash.get('error_code')).toBe('email_exists');
  expect((await addressOf(id))?.email).toBe(email);
});

// Holds security-61
test('links for one address do not confirm another one, also not one that is wished at the same moment', async () => {
  const { id, email, wanted, client } = await asking();
  await open(await linkFor(email));
  const target = newAddress();
  expect((await client.auth.updateUser({ email: target })).error).toBeNull();
  expect((await open(await linkFor(wanted))).hash.get('error_code')).toBe('otp_expired');
  await open(await linkFor(target));
  expect((await addressOf(id))?.email).toBe(email);

  const rivals = [newAddress(), newAddress()];
  await Promise.all(rivals.map((address) => client.auth.updateUser({ email: address })));
  const last = (await addressOf(id))?.email_change ?? '';
  const lost = rivals.find((address) => address !== last) ?? '';
  expect((await open(await linkFor(lost))).hash.get('error_code')).toBe('otp_expired');
  expect((await open(await linkFor(last))).hash.has('message')).toBe(true);
});

test('the mails are sent again on request, the first ones are void', async () => {
  const { id, email, wanted } = await asking();
  const first = [await linkFor(wanted), await linkFor(email)];
  const { error } = await connect(backend).auth.resend({ type: 'email_change', email });
  expect(error).toBeNull();
  const second = [await linkFor(wanted, 2), await linkFor(email, 2)];
  for (const link of first) expect((await open(link)).hash.get('error_code')).toBe('otp_expired');
  for (const link of second) await open(link);
  expect((await addressOf(id))?.email).toBe(wanted);
  for (const nothing of [newAddress(), wanted]) {
    expect((await connect(backend).auth.resend({ type: 'email_change', email: nothing })).error).toBeNull();
    expect(await mailsFor(backend.mailUrl, nothing)).toHaveLength(nothing === wanted ? 2 : 0);
  }
});

test('what was mailed to the old address is void with the change', async () => {
  const { email, wanted } = await asking();
  await connect(backend).auth.resetPasswordForEmail(email);
  const recovery = await linkFor(email, 2);
  await open(await linkFor(email));
  await open(await linkFor(wanted));
  expect((await open(recovery)).hash.get('error_code')).toBe('otp_expired');
});

test('old links have expired', async () => {
  const { id, email, wanted } = await asking();
  await query(
    backend.dbUrl,
    "update auth.one_time_tokens set created_at = now() - interval '2 hours' where user_id = $1",
    [id],
  );
  for (const address of [email, wanted])
    expect((await open(await linkFor(address))).hash.get('error_code')).toBe('otp_expired');
  expect((await addressOf(id))?.email).toBe(email);
});

test('a new password voids the links', async () => {
  const { client, email, wanted, id } = await asking();
  const changed = await client.auth.updateUser({ password: 'battery-staple', current_password: PASSWORD });
  expect(changed.error).toBeNull();
  for (const address of [email, wanted])
    expect((await open(await linkFor(address))).hash.get('error_code')).toBe('otp_expired');
  expect((await addressOf(id))?.email).toBe(email);
});

test('with PKCE the last link gives a code for the browser that asked', async () => {
  const { client, email } = await newcomer();
  const wanted = newAddress();
  // By hand: supabase-js forgets the verifier of a change of address once it has asked for it.
  const verifier = 'v'.repeat(43);
  const token = (await sessionOf(client)).access_token;
  const asked = await askAuth('user', token, {
    method: 'PUT',
    body: { email: wanted, code_challenge: verifier, code_challenge_method: 'plain' },
  });
  expect(asked.body).toMatchObject({ email, new_email: wanted });
  const half = (await open(await linkFor(email))).target;
  expect(half.searchParams.get('message')).toContain('other email');
  expect(half.searchParams.has('code')).toBe(false);
  const { target, hash } = await open(await linkFor(wanted));
  expect(hash.has('access_token')).toBe(false);
  const code = target.searchParams.get('code');
  const exchange = (code_verifier: string) =>
    askAuth('token?grant_type=pkce', token, { body: { auth_code: code, code_verifier } });
  expect((await exchange('w'.repeat(43))).body.error_code).toBe('bad_code_verifier');
  const { body } = await exchange(verifier);
  expect(body.user).toMatchObject({ email: wanted });
  expect(claimsOf(String(body.access_token)).amr).toMatchObject([{ method: 'email_change' }]);
});

test('where no mail can be sent, nothing of the wish is left', async () => {
  const dataDir = newDataDir();
  // Nobody listens at the port that is for nothing.
  const own = startOwn(dataDir, { env: { SMTP_HOST: '127.0.0.1', SMTP_PORT: '9' } });
  try {
    const facts = await own.ready;
    const email = newAddress();
    await connect(facts, facts.secretKey).auth.admin.createUser({
      email,
      password: PASSWORD,
      email_confirm: true,
    });
    const client = await signIn(facts, email, PASSWORD);
    const { error } = await client.auth.updateUser({ email: newAddress() });
    expect(error?.status).toBe(500);
    const { user } = (await client.auth.getUser()).data;
    expect([user?.email, user?.new_email, user?.email_change_sent_at]).toEqual([email, undefined, undefined]);
    expect(await query(facts.dbUrl, 'select 1 from auth.one_time_tokens')).toEqual([]);
  } finally {
    await own.stop();
    fs.rmSync(dataDir, { recursive: true, force: true });
  }
}, 60_000);
