import { linkIn, waitForMail } from '../../local/tests/support/mails';
import { backend } from '../support/backend';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import {
  accept,
  comeBy,
  createInvitee,
  expire,
  invitationRow,
  invite,
  memberRow,
  newAddress,
} from '../support/invitations';
import { api, createTestAgency, PASSWORD, signIn, type TestAgency } from '../support/test-agency';

/** Somebody who signs an invited person's address up must not get into the agency with the password they chose. */
let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const THIEF = 'chosen-by-a-thief';
const OPEN_LINK = {
  success: false,
  ...CODED,
  error: 'Please open the link in your invitation to join.',
  field: null,
};

/** Asks for the mail of an invitation, as the app does, and opens its link: a client with the session it brings. */
async function openMail(email: string, count: number) {
  const options = { emailRedirectTo: 'http://127.0.0.1:3000/create-password', data: { invited: 'yes' } };
  const { error } = await api().auth.signInWithOtp({ email, options });
  expect(error).toBeNull();
  const link = linkIn(await waitForMail(backend.mailUrl, email, count));
  const landing = (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '';
  const hash = new URLSearchParams(new URL(landing).hash.slice(1));
  const client = api();
  await client.auth.setSession({
    access_token: hash.get('access_token') ?? '',
    refresh_token: hash.get('refresh_token') ?? '',
  });
  return client;
}

const canSignIn = async (email: string, password: string) =>
  (await api().auth.signInWithPassword({ email, password })).error?.code ?? 'signed in';

const passwordOf = async (id: string) =>
  (
    await sqlOne<{ encrypted_password: string }>('select encrypted_password from auth.users where id = $1', [
      id,
    ])
  ).encrypted_password;

// Holds security-31
test('whoever signed the address up before it was invited is out once its owner confirms', async () => {
  const email = newAddress();
  await api().auth.signUp({ email, password: THIEF });
  expect(await canSignIn(email, THIEF)).toBe('email_not_confirmed');
  await invite(agency.owner, email);
  const owner = await openMail(email, 2);
  expect(await canSignIn(email, THIEF)).toBe('invalid_credentials');

  // Nobody else's password is asked for: there is none.
  expect((await owner.auth.updateUser({ password: PASSWORD })).error).toBeNull();
  expect(await accept(owner)).toMatchObject({ success: true });
  expect([await canSignIn(email, THIEF), await canSignIn(email, PASSWORD)]).toEqual([
    'invalid_credentials',
    'signed in',
  ]);
});

test('the password of an honest sign-up stays, and of one whose invitation is over', async () => {
  for (const over of [false, true]) {
    const email = newAddress();
    if (over) await expire(await invite(agency.owner, email));
    await api().auth.signUp({ email, password: PASSWORD });
    await fetch(linkIn(await waitForMail(backend.mailUrl, email)), { redirect: 'manual' });
    expect(await canSignIn(email, PASSWORD)).toBe('signed in');
  }
});

// Holds security-32
test('a password that its owner confirmed signs in, and joins only by the mail', async () => {
  const person = await createInvitee();
  const id = await invite(agency.owner, person.email);
  const byPassword = await signIn(person.email);
  expect((await byPassword.rpc('invitation_preview')).data).toMatchObject({
    invitation_id: id,
    by_mail: false,
  });
  expect(await accept(byPassword)).toEqual(OPEN_LINK);
  expect([await memberRow(person.id), (await invitationRow(id)).accepted_at]).toEqual([[], null]);

  const byMail = await openMail(person.email, 1);
  expect((await byMail.rpc('invitation_preview')).data).toMatchObject({ by_mail: true });
  expect(await accept(byMail)).toMatchObject({ success: true });
});

test.each(['otp', 'magiclink', 'recovery', 'invite', 'email/signup'])(
  'a session by %s has opened a mail',
  async (method) => {
    const person = await createInvitee();
    await invite(agency.owner, person.email);
    await comeBy(person.id, method);
    expect(await accept(person.api)).toMatchObject({ success: true });
  },
);

test.each(['password', 'totp', 'oauth', 'anonymous', 'email_change', 'mfa/phone'])(
  'a session by %s has not',
  async (method) => {
    const person = await createInvitee();
    await invite(agency.owner, person.email);
    await comeBy(person.id, method);
    expect(await accept(person.api)).toEqual(OPEN_LINK);
  },
);

test('another session of the same account is no proof, and what the token says of itself neither', async () => {
  const person = await createInvitee();
  await invite(agency.owner, person.email);
  const other = await signIn(person.email);
  expect(await accept(other)).toEqual(OPEN_LINK);
  await other.auth.updateUser({ data: { amr: [{ method: 'otp' }], session_id: 'x' } });
  expect(await accept(other)).toEqual(OPEN_LINK);
  expect(await accept(person.api)).toMatchObject({ success: true });
});

test('an account that takes an invited address leaves password and sessions behind', async () => {
  const thief = await createInvitee();
  const email = newAddress();
  await invite(agency.owner, email);
  await sql('update auth.users set email = $2 where id = $1', [thief.id, email]);
  expect(await passwordOf(thief.id)).toBe('');
  expect(await accept(thief.api)).toEqual({
    success: false,
    ...CODED,
    error: 'Please open the link in your invitation again.',
    field: null,
  });
});

test('nothing else about an account voids its password', async () => {
  const person = await createInvitee();
  await invite(agency.owner, person.email);
  await sql('update auth.users set raw_user_meta_data = $2, email_confirmed_at = now() where id = $1', [
    person.id,
    '{}',
  ]);
  expect(await canSignIn(person.email, PASSWORD)).toBe('signed in');
});
