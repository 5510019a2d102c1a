import crypto from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { BackendFacts, BackendProcess } from '../../tests/support/backend-process';
import { connect } from '../../tests/support/client';
import { newDataDir, startOwn } from './support/own-backend';

const PASSWORD = 'correct-horse';
const SECRET = 'a-jwt-secret-of-at-least-thirty-two-characters';
const dataDir = newDataDir();
let backend: BackendProcess;
let facts: BackendFacts;

/** A key as older Supabase projects have them. */
function legacyKey(role: string, secret = SECRET): string {
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const body = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ iss: 'supabase', role, exp })}`;
  return `${body}.${crypto.createHmac('sha256', secret).update(body).digest('base64url')}`;
}

beforeAll(async () => {
  backend = startOwn(dataDir, {
    args: ['--sign-in-limit', '3', '--mail-interval', '60'],
    env: {
      SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_mine',
      SUPABASE_SECRET_KEY: 'sb_secret_mine',
      SUPABASE_JWT_SECRET: SECRET,
    },
  });
  facts = await backend.ready;
}, 60_000);

afterAll(async () => {
  await backend.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

test('keys and JWT secret come from the environment and are not written down', () => {
  expect(facts).toMatchObject({
    publishableKey: 'sb_publishable_mine',
    secretKey: 'sb_secret_mine',
    jwtSecret: SECRET,
  });
  const file = path.join(dataDir, 'secrets.json');
  expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  expect(fs.readFileSync(file, 'utf8')).not.toMatch(/mine|thirty-two/);
});

test('legacy keys are accepted, with their role and nothing more', async () => {
  expect((await connect(facts, legacyKey('anon')).rpc('who')).data).toMatchObject({ role: 'anon' });
  expect((await connect(facts, legacyKey('service_role')).rpc('who')).data).toMatchObject({
    role: 'service_role',
  });
  expect((await connect(facts, legacyKey('postgres')).rpc('who')).status).toBe(401);
  expect((await connect(facts, legacyKey('anon', 'another-secret')).rpc('who')).status).toBe(401);
  const { error } = await connect(facts, legacyKey('anon')).auth.signInWithPassword({
    email: 'a@b.test',
    password: 'x',
  });
  expect(error?.message).toBe('Invalid login credentials');
});

test('after three failed sign-ins the fourth waits, for this address only', async () => {
  const attempt = (email: string) =>
    connect(facts).auth.signInWithPassword({ email, password: 'wrong-password' });
  for (let i = 0; i < 3; i += 1) expect((await attempt('victim@settings.test')).error?.status).toBe(400);
  expect((await attempt('victim@settings.test')).error).toMatchObject({
    status: 429,
    code: 'over_request_rate_limit',
  });
  expect((await attempt('VICTIM@settings.test ')).error?.status).toBe(429);
  expect((await attempt('other@settings.test')).error?.status).toBe(400);
});

// Holds security-34
test('a right password of an address that is not confirmed counts like a wrong one', async () => {
  const email = 'unconfirmed@settings.test';
  await connect(facts).auth.signUp({ email, password: PASSWORD });
  const attempt = () => connect(facts).auth.signInWithPassword({ email, password: PASSWORD });
  for (let i = 0; i < 3; i += 1) expect((await attempt()).error?.code).toBe('email_not_confirmed');
  expect((await attempt()).error?.status).toBe(429);
});

// Holds security-35
test('who has forgotten the password is never told to wait, and a stranger not that there is such a person', async () => {
  const email = 'forgetful@settings.test';
  await connect(facts).auth.signUp({ email, password: PASSWORD });
  const answers = [];
  for (const address of [email, email, 'nobody@settings.test', 'nobody@settings.test'])
    answers.push(await connect(facts).auth.resetPasswordForEmail(address));
  expect(answers).toEqual(Array(4).fill({ data: {}, error: null }));
});

test('a second sign-up within the interval is answered like a first', async () => {
  const email = 'twice@settings.test';
  const signUp = () => connect(facts).auth.signUp({ email, password: PASSWORD });
  const [first, second] = [await signUp(), await signUp()];
  expect([second.error, second.data.user?.identities?.length]).toEqual([null, 1]);
  expect(Object.keys(second.data.user ?? {})).toEqual(Object.keys(first.data.user ?? {}));
});

test('a second mail within the interval is refused with the time to wait', async () => {
  const client = connect(facts);
  const email = 'again@settings.test';
  expect((await client.auth.signUp({ email, password: PASSWORD })).error).toBeNull();
  const { error } = await client.auth.resend({ type: 'signup', email });
  expect(error).toMatchObject({ status: 429, code: 'over_email_send_rate_limit' });
  expect(error?.message).toMatch(/you can only request this after \d+ seconds/);
});
