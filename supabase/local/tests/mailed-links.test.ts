import { backend } from '../../tests/support/backend';
import { connect, signIn } from '../../tests/support/client';
import { linkIn, mailsFor, waitForMail } from './support/mails';
import { query } from './support/own-backend';

const PASSWORD = 'correct-horse';
const NEW_PASSWORD = 'battery-staple';
const site = 'http://127.0.0.1:3000';
let counter = 0;
const newAddress = () => `linked-${Date.now()}-${(counter += 1)}@auth.test`;

/** Opens a mailed link as a browser does; gives where it leads and what stands behind the #. */
async function open(link: string) {
  const response = await fetch(link, { redirect: 'manual' });
  const target = new URL(response.headers.get('location') ?? '');
  return { target, hash: new URLSearchParams(target.hash.slice(1)) };
}

/** A client with the session a link brought. */
async function clientOf(hash: URLSearchParams) {
  const client = connect(backend);
  const { error } = await client.auth.setSession({
    access_token: hash.get('access_token') ?? '',
    refresh_token: hash.get('refresh_token') ?? '',
  });
  expect(error).toBeNull();
  return client;
}

async function confirmedUser() {
  const email = newAddress();
  await connect(backend).auth.signUp({ email, password: PASSWORD });
  await open(linkIn(await waitForMail(backend.mailUrl, email)));
  return email;
}

const canSignIn = async (email: string, password: string) =>
  (await connect(backend).auth.signInWithPassword({ email, password })).error === null;

/** Makes every mailed secret of an address older than it may be. */
const age = (email: string) =>
  query(
    backend.dbUrl,
    "update auth.one_time_tokens set created_at = now() - interval '2 hours' where relates_to = $1",
    [email],
  );

async function recoveryLink(email: string, mail = 2) {
  const { error } = await connect(backend).auth.resetPasswordForEmail(email, {
    redirectTo: `${site}/reset-password`,
  });
  expect(error).toBeNull();
  return linkIn(await waitForMail(backend.mailUrl, email, mail));
}

describe('a forgotten password', () => {
  test('the mailed link opens a session that sets a new one without the old one, and ends all others', async () => {
    const email = await confirmedUser();
    const elsewhere = await signIn(backend, email, PASSWORD);
    const link = await recoveryLink(email);
    const { target, hash } = await open(link);
    expect(target.origin + target.pathname).toBe(`${site}/reset-password`);
    expect(hash.get('type')).toBe('recovery');
    const client = await clientOf(hash);
    for (const password of ['short', '1q2w3e4r']) {
      expect((await client.auth.updateUser({ password })).error?.code).toBe('weak_password');
    }
    expect((await client.auth.updateUser({ password: PASSWORD })).error?.code).toBe('same_password');
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);
    expect(await canSignIn(email, PASSWORD)).toBe(false);
    expect((await elsewhere.auth.getUser()).error).not.toBeNull();
    expect((await client.auth.getUser()).error).toBeNull();
  });

  test('a used, an expired and an outdated link say so behind the #', async () => {
    const email = await confirmedUser();
    const first = await recoveryLink(email);
    const second = await recoveryLink(email, 3);
    expect((await open(first)).hash.get('error_code')).toBe('otp_expired');
    expect((await open(second)).hash.get('access_token')).toBeTruthy();
    const { target, hash } = await open(second);
    expect(target.pathname).toBe('/reset-password');
    expect(Object.fromEntries(hash)).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    });
    const third = await recoveryLink(email, 4);
    await age(email);
    expect((await open(third)).hash.get('error_code')).toBe('otp_expired');
  });

  // Holds security-41
  test('a changed password voids what was mailed before', async () => {
    const email = await confirmedUser();
    const link = await recoveryLink(email);
    const client = await signIn(backend, email, PASSWORD);
    const changed = await client.auth.updateUser({ password: NEW_PASSWORD, current_password: PASSWORD });
    expect(changed.error).toBeNull();
    expect((await open(link)).hash.get('error_code')).toBe('otp_expired');
  });

  test('an unknown address gets the same answer and no mail', async () => {
    const email = newAddress();
    expect((await connect(backend).auth.resetPasswordForEmail(email)).error).toBeNull();
    expect(await mailsFor(backend.mailUrl, email)).toHaveLength(0);
  });

  test('a link of one kind is no link of another', async () => {
    const email = await confirmedUser();
    const link = new URL(await recoveryLink(email));
    link.searchParams.set('type', 'signup');
    expect((await open(link.href)).hash.get('error_code')).toBe('otp_expired');
    link.searchParams.set('type', 'constructor');
    expect((await open(link.href)).hash.get('error_code')).toBe('validation_failed');
  });
});

describe('changing the password', () => {
  // Holds security-37
  test('asks for the current one', async () => {
    const email = await confirmedUser();
    const client = await signIn(backend, email, PASSWORD);
    const change = (current?: string) =>
      client.auth.updateUser({
        password: NEW_PASSWORD,
        ...(current === undefined ? {} : { current_password: current }),
      });
    expect((await change()).error).toMatchObject({ status: 400, code: 'current_password_required' });
    expect((await change('guess')).error).toMatchObject({ status: 400, code: 'current_password_invalid' });
    expect(await canSignIn(email, PASSWORD)).toBe(true);
    expect((await change(PASSWORD)).error).toBeNull();
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);
  });

  test('simultaneous links: one of two browsers gets in', async () => {
    const email = await confirmedUser();
    const link = await recoveryLink(email);
    const opened = await Promise.all([open(link), open(link), open(link)]);
    expect(opened.filter(({ hash }) => hash.get('access_token'))).toHaveLength(1);
  });
});

describe('signing in by mail', () => {
  test('somebody new is created, invited by the confirmation mail, and confirmed by its link', async () => {
    const email = newAddress();
    const options = { emailRedirectTo: `${site}/create-password`, data: { invited: 'yes' } };
    const { data, error } = await connect(backend).auth.signInWithOtp({ email, options });
    expect([error, data.session]).toEqual([null, null]);
    const mail = await waitForMail(backend.mailUrl, email);
    expect(mail.subject).toBe('Your link to Paperplane');
    expect(mail.text).toContain('Set up your account');
    expect(mail.text).not.toContain('you signed up');
    expect(await canSignIn(email, '')).toBe(false);
    const { target, hash } = await open(linkIn(mail));
    expect(target.pathname).toBe('/create-password');
    const client = await clientOf(hash);
    const refreshed = await client.auth.refreshSession({ refresh_token: hash.get('refresh_token') ?? '' });
    expect(refreshed.data.user?.email_confirmed_at).toBeTruthy();
    expect((await client.auth.updateUser({ password: NEW_PASSWORD })).error).toBeNull();
    expect(await canSignIn(email, NEW_PASSWORD)).toBe(true);
  });

  test('a confirmed address gets a magic link, an unconfirmed one the confirmation again', async () => {
    const confirmed = await confirmedUser();
    await connect(backend).auth.signInWithOtp({ email: confirmed });
    const magic = await waitForMail(backend.mailUrl, confirmed, 2);
    expect((await open(linkIn(magic))).hash.get('type')).toBe('magiclink');

    const unconfirmed = newAddress();
    await connect(backend).auth.signInWithOtp({ email: unconfirmed });
    await connect(backend).auth.signInWithOtp({ email: unconfirmed });
    const again = await waitForMail(backend.mailUrl, unconfirmed, 2);
    expect((await open(linkIn(again))).hash.get('type')).toBe('signup');
  });

  test('nobody is created when that is not wanted', async () => {
    const email = newAddress();
    const { error } = await connect(backend).auth.signInWithOtp({
      email,
      options: { shouldCreateUser: false },
    });
    expect(error).toMatchObject({ status: 422, code: 'otp_disabled' });
    const users = await query(backend.dbUrl, 'select 1 from auth.users where email = $1', [email]);
    expect(users).toHaveLength(0);
  });
});

describe('inviting with the secret key', () => {
  test('mails a link that opens once; the publishable key may not', async () => {
    const email = newAddress();
    const refused = await connect(backend).auth.admin.inviteUserByEmail(email);
    expect(refused.error?.status).toBe(403);
    const admin = connect(backend, backend.secretKey).auth.admin;
    const { error } = await admin.inviteUserByEmail(email, { redirectTo: `${site}/create-password` });
    expect(error).toBeNull();
    const { target, hash } = await open(linkIn(await waitForMail(backend.mailUrl, email)));
    expect([target.pathname, hash.get('type')]).toEqual(['/create-password', 'invite']);
    expect((await admin.inviteUserByEmail(email)).error?.code).toBe('email_exists');
  });
});
