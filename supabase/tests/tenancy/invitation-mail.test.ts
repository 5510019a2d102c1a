import { randomUUID } from 'node:crypto';
import { waitForMail } from '../../local/tests/support/mails';
import { backend } from '../support/backend';
import { sql, sqlOne } from '../support/database';
import { invite, newAddress } from '../support/invitations';
import { api, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let name: string;
beforeAll(async () => {
  agency = await createTestAgency();
  await sql(
    `update public.organizations set name = 'Harbor & Sons', time_zone = 'Pacific/Auckland' where id = $1`,
    [agency.organizationId],
  );
  name = 'Harbor & Sons';
});

/** Asks Auth for a mail as the app does, and reads it. */
async function mailed(email: string, data: object, count = 1) {
  const { error } = await api().auth.signInWithOtp({ email, options: { data: { invited: 'yes', ...data } } });
  expect(error).toBeNull();
  return waitForMail(backend.mailUrl, email, count);
}

const lastDay = async (id: string) =>
  (
    await sqlOne<{ day: string }>(
      `select to_char(expires_at at time zone 'Pacific/Auckland', 'FMMonth FMDD, YYYY') as day from public.invitations where id = $1`,
      [id],
    )
  ).day;

const metadata = async (email: string) =>
  (
    await sqlOne<{ data: Record<string, unknown> }>(
      'select raw_user_meta_data as data from auth.users where email = $1',
      [email],
    )
  ).data;

const WORDS = ['invited_to', 'invited_by', 'invited_until', 'invitation'];

// Holds tenancy-45
test('names agency, inviter and the last day, and leaves nothing of it in the account', async () => {
  const email = newAddress();
  const id = await invite(agency.admin, email);
  const mail = await mailed(email, { invitation: id });
  expect(mail.subject).toBe('You are invited to Paperplane');
  expect(mail.text).toContain(`admin Test invited ${email} to work at ${name} on Paperplane.`);
  expect(mail.text).toContain(`The invitation is open until ${await lastDay(id)}.`);
  expect(mail.html).toContain('Harbor &amp; Sons');
  for (const word of WORDS) expect(await metadata(email)).not.toHaveProperty(word);
});

test('sent again, it names who sent it now, and the new last day', async () => {
  const email = newAddress();
  const id = await invite(agency.admin, email);
  await mailed(email, { invitation: id });
  await sql(
    `update public.invitations set expires_at = now() - interval '3 days', mailed_at = now() - interval '61 minutes' where id = $1`,
    [id],
  );
  expect((await agency.owner.api.rpc('renew_invitation', { invitation_id: id })).data).toMatchObject({
    success: true,
  });
  const { text } = await mailed(email, { invitation: id }, 2);
  expect(text).toContain('owner Test invited');
  expect(text).toContain(`open until ${await lastDay(id)}.`);
});

test('asked for again within the hour, a mail carries nobody’s words', async () => {
  const email = newAddress();
  const id = await invite(agency.admin, email);
  await mailed(email, { invitation: id });
  await sql(`update public.invitations set mailed_at = now() - interval '59 minutes' where id = $1`, [id]);
  const { subject, text } = await mailed(email, { invitation: id }, 2);
  expect(subject).toBe('Your link to Paperplane');
  expect(text).not.toContain('Harbor');
});

test('a fresh link that the invited person asks for says that, and no names', async () => {
  const email = newAddress();
  await mailed(email, { invitation: await invite(agency.admin, email) });
  const { subject, text } = await mailed(email, {}, 2);
  expect(subject).toBe('Your link to Paperplane');
  expect(text).toContain('A fresh link for');
  expect(text).not.toContain('Harbor');
});

test('words that a caller makes up are in no mail, and who signs up with an invited address reads none', async () => {
  const made = { invited_to: 'Evil', invited_by: 'Mallory', invited_until: 'tomorrow' };
  for (const invitation of [undefined, randomUUID(), 'x']) {
    const { text } = await mailed(newAddress(), { ...made, ...(invitation && { invitation }) });
    expect(text).not.toMatch(/Evil|Mallory|tomorrow/);
  }
  // The id of an invitation counts for its own address alone.
  const email = newAddress();
  const id = await invite(agency.admin, email);
  expect((await mailed(newAddress(), { invitation: id })).text).not.toContain('Harbor');

  const { data } = await api().auth.signUp({ email, password: 'correct-horse', options: { data: made } });
  expect(JSON.stringify(data)).not.toMatch(/Harbor|admin Test/);
  for (const word of WORDS) expect(await metadata(email)).not.toHaveProperty(word);
});

// Holds platform-118
test('asked for again with its key, it is known whether its mail has left: nobody gets a second one', async () => {
  const email = newAddress();
  const sent = { email, role: 'agent', request_key: randomUUID() };
  const write = async () => {
    const { data, error } = await agency.admin.api.rpc('create_invitation', sent);
    expect(error).toBeNull();
    return data as { id: string; mailed: boolean };
  };
  const { id, mailed: wasMailed } = await write();
  expect(wasMailed).toBe(false);
  // A mail for another reason is not the invitation's.
  await mailed(newAddress(), { invitation: id });
  expect(await write()).toEqual({ id, mailed: false });
  await mailed(email, { invitation: id });
  expect(await write()).toEqual({ id, mailed: true });
});
