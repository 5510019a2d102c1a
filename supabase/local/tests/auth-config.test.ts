import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ROOT, type BackendFacts, type BackendProcess } from '../../tests/support/backend-process';
import { connect } from '../../tests/support/client';
import { readProjectConfig } from '../src/project-config';
import { withAuthenticator } from './support/authenticator';
import { linkIn, mailsFor, waitForMail } from './support/mails';
import { newDataDir, query, startOwn } from './support/own-backend';

/** What the Auth part of `config.toml` says is what the backend does. */
const made: string[] = [];
const started: BackendProcess[] = [];

async function start(config: string, files: Record<string, string> = {}): Promise<BackendFacts> {
  const workdir = fs.mkdtempSync(path.join(os.tmpdir(), 'local-supabase-config-'));
  const dataDir = newDataDir();
  made.push(workdir, dataDir);
  for (const [name, content] of Object.entries({ 'config.toml': config, ...files })) {
    const file = path.join(workdir, 'supabase', name);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  const backend = startOwn(dataDir, { workdir });
  started.push(backend);
  return backend.ready;
}

afterAll(async () => {
  for (const backend of started) await backend.stop();
  for (const dir of made) fs.rmSync(dir, { recursive: true, force: true });
});

const PASSWORD = 'Correct-horse-1';

test('codes, passwords and what a mail says of somebody', async () => {
  const facts = await start(
    `[auth]
password_requirements = "lower_upper_letters_digits_symbols"
[auth.email]
enable_confirmations = true
otp_length = 8`,
    { 'templates/confirmation.html': '<p>Hello {{ .Data.name }}. {{ .Token }} {{ .ConfirmationURL }}</p>' },
  );
  const client = connect(facts);
  const email = 'ann@config.test';
  for (const password of ['correct-horse-1', 'CORRECT-HORSE-1', 'Correct-horse', 'Correcthorse1']) {
    const { error } = await client.auth.signUp({ email, password });
    expect(error).toMatchObject({ status: 422, code: 'weak_password', reasons: ['characters'] });
  }
  const short = await client.auth.signUp({ email, password: 'abc' });
  expect(short.error).toMatchObject({ reasons: ['length', 'characters'] });

  const name = 'Ann '.repeat(200);
  const { data } = await client.auth.signUp({ email, password: PASSWORD, options: { data: { name } } });
  expect(data.session).toBeNull();
  const { text } = await waitForMail(facts.mailUrl, email);
  expect(text.match(/Ann/g)).toHaveLength(25);
  const token = /\b\d{8}\b/.exec(text)?.[0] ?? '';
  const session = await client.auth.verifyOtp({ email, token, type: 'email' });
  expect(session.error).toBeNull();
  const weak = await client.auth.updateUser({ password: 'correct-horse', current_password: PASSWORD });
  expect(weak.error?.code).toBe('weak_password');
}, 60_000);

test('without confirmations a sign-up signs in at once, and nobody signs up twice', async () => {
  const facts = await start('[auth.email]\nenable_confirmations = false');
  const email = 'bob@config.test';
  const { data, error } = await connect(facts).auth.signUp({ email, password: PASSWORD });
  expect([error, data.session?.user.email]).toEqual([null, email]);
  expect(data.user?.email_confirmed_at).toBeTruthy();
  expect((await connect(facts).auth.signInWithPassword({ email, password: PASSWORD })).error).toBeNull();
  expect(await mailsFor(facts.mailUrl, email)).toEqual([]);
  expect((await connect(facts).auth.signUp({ email, password: 'another-1' })).error).toMatchObject({
    status: 422,
    code: 'user_already_exists',
  });
  const races = await Promise.all(
    ['one-1-one', 'two-2-two'].map((password) =>
      connect(facts).auth.signUp({ email: 'race@config.test', password }),
    ),
  );
  expect(races.filter((race) => race.error === null)).toHaveLength(1);
  await connect(facts).auth.signInWithOtp({ email: 'carl@config.test' });
  expect(linkIn(await waitForMail(facts.mailUrl, 'carl@config.test'))).toContain('type=magiclink');
}, 60_000);

test('authenticator apps where they are switched on, and what SQL sees of them', async () => {
  const facts = await start(
    `[auth.mfa]
max_enrolled_factors = 2
[auth.mfa.totp]
enroll_enabled = true
verify_enabled = true
[auth.email]
enable_confirmations = false
double_confirm_changes = false`,
    {
      'migrations/20260101000000_claims.sql': `create function public.claims() returns jsonb language sql stable as $$
        select jsonb_build_object('aal', auth.jwt() ->> 'aal', 'methods', (
          select jsonb_agg(m ->> 'method') from jsonb_array_elements(auth.jwt() -> 'amr') m
          where to_timestamp((m ->> 'timestamp')::float8) > now() - interval '15 minutes')) $$;
        grant execute on function public.claims() to authenticated;`,
    },
  );
  const client = connect(facts);
  const { data } = await client.auth.signUp({ email: 'dora@config.test', password: PASSWORD });
  expect((await client.rpc('claims')).data).toEqual({ aal: 'aal1', methods: ['password'] });
  await withAuthenticator(client, facts.dbUrl);
  expect((await client.rpc('claims')).data).toEqual({ aal: 'aal2', methods: ['totp', 'password'] });
  expect((await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'B' })).error).toBeNull();
  const third = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'C' });
  expect(third.error?.code).toBe('too_many_enrolled_mfa_factors');
  const stale = "update auth.mfa_amr_claims set updated_at = now() - interval '16 minutes'";
  await query(facts.dbUrl, `${stale} where authentication_method = 'totp'`);
  await client.auth.refreshSession();
  expect((await client.rpc('claims')).data).toEqual({ aal: 'aal2', methods: ['password'] });

  // Only the new address is asked here.
  expect((await client.auth.updateUser({ email: 'eve@config.test' })).error).toBeNull();
  await fetch(linkIn(await waitForMail(facts.mailUrl, 'eve@config.test')), { redirect: 'manual' });
  expect((await client.auth.getUser()).data.user).toMatchObject({
    id: data.user?.id,
    email: 'eve@config.test',
  });
  expect(await mailsFor(facts.mailUrl, 'dora@config.test')).toEqual([]);
}, 60_000);

test('a new password needs the current one, until the file says otherwise', async () => {
  expect(readProjectConfig(ROOT).auth.requireCurrentPassword).toBe(true);
  const facts = await start('[auth.email]\nenable_confirmations = false\nrequire_current_password = false');
  const client = connect(facts);
  await client.auth.signUp({ email: 'fay@config.test', password: PASSWORD });
  expect((await client.auth.updateUser({ password: 'another-1-password' })).error).toBeNull();
}, 60_000);

test('requirements that nobody knows refuse the start', async () => {
  await expect(start('[auth]\npassword_requirements = "emoji"')).rejects.toThrow(
    'auth.password_requirements: one of letters_digits',
  );
}, 60_000);

test('Auth of this product mails an address once a minute at most', () => {
  expect(readProjectConfig(ROOT).auth.maxFrequencySeconds).toBe(60);
});
