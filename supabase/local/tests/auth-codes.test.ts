import fs from 'node:fs';
import type { BackendFacts, BackendProcess } from '../../tests/support/backend-process';
import { connect } from '../../tests/support/client';
import { linkIn, waitForMail } from './support/mails';
import { newDataDir, startOwn } from './support/own-backend';

/** Codes, in a project whose mails show them: those of Paperplane carry none. */
const PASSWORD = 'correct-horse';
const dataDir = newDataDir();
let running: BackendProcess;
let facts: BackendFacts;

beforeAll(async () => {
  running = startOwn(dataDir);
  facts = await running.ready;
}, 60_000);

afterAll(async () => {
  await running.stop();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const codeFor = async (email: string, mail = 1) =>
  /\b\d{6}\b/.exec((await waitForMail(facts.mailUrl, email, mail)).text)?.[0] ?? '';

test('the mailed code confirms; ten wrong ones make the mail void', async () => {
  const [email, second] = ['first@codes.test', 'second@codes.test'];
  const client = connect(facts);
  await client.auth.signUp({ email, password: PASSWORD });
  const code = await codeFor(email);
  const wrongCode = code === '000000' ? '111111' : '000000';
  const refused = await client.auth.verifyOtp({ email, token: wrongCode, type: 'email' });
  expect(refused.error).toMatchObject({ status: 403, code: 'otp_expired' });
  expect((await client.auth.verifyOtp({ email, token: code, type: 'email' })).data.session).not.toBeNull();

  await client.auth.signUp({ email: second, password: PASSWORD });
  const secondCode = await codeFor(second);
  const bad = secondCode === '000000' ? '111111' : '000000';
  for (let i = 0; i < 10; i += 1) await client.auth.verifyOtp({ email: second, token: bad, type: 'email' });
  const late = await client.auth.verifyOtp({ email: second, token: secondCode, type: 'email' });
  expect(late.error).not.toBeNull();
});

test('the mailed code signs in too', async () => {
  const email = 'third@codes.test';
  const client = connect(facts);
  await client.auth.signUp({ email, password: PASSWORD });
  await fetch(linkIn(await waitForMail(facts.mailUrl, email)), { redirect: 'manual' });
  await client.auth.signInWithOtp({ email });
  const token = await codeFor(email, 2);
  expect((await client.auth.verifyOtp({ email, token, type: 'email' })).data.session).not.toBeNull();
});
