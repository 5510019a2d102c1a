import { createClient } from '@supabase/supabase-js';
import { backend } from '../support/backend';
import { connect } from '../support/client';
import { sql } from '../support/database';
import { sendMail } from '../support/mail';
import { createTestAgency, PASSWORD, type Api, type Person, type TestAgency } from '../support/test-agency';

/** Devices: who is signed in where, who is told, and what becomes of sessions that are ended (docs/product/tenancy.md, Devices). */
const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36';
const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeEach(async () => {
  [agency, otherAgency] = await Promise.all([createTestAgency(), createTestAgency()]);
  await sendMail();
});

/** Signs in through Auth with a browser. */
async function signInWith({ email }: Person, userAgent: string): Promise<Api> {
  const client = createClient(backend.apiUrl, backend.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
    realtime: { transport: class {} as never },
    global: { headers: { 'user-agent': userAgent } },
  });
  const { error } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  if (error) throw error;
  return client;
}

interface Device {
  id: string;
  device: string;
  time_zone: string | null;
  last_seen_at: string;
  is_this: boolean;
  is_new: boolean;
}
const devicesOf = async (client: Api) => {
  const { data, error } = await client.rpc('list_my_devices');
  if (error) throw new Error(error.message);
  return data as unknown as Device[];
};
const mailsTo = ({ id }: Person) =>
  sql<{ subject: string; body: string; to_address: string }>(
    `select subject, body, to_address from private.outgoing_mails where recipient_id = $1 and kind = 'account' order by created_at`,
    [id],
  );
const entriesOf = (action: string, { id }: Person) =>
  sql<{ actor_id: string | null; kind: string; device: string | null; details: object }>(
    'select actor_id, kind, device, details from private.audit_log where action = $1 and subject_id = $2 order by id',
    [action, id],
  );
const customersSeen = async (client: Api) =>
  ((await client.from('customers').select('id')).data ?? []).length;
const refreshes = async (refreshToken: string) =>
  (await connect(backend).auth.refreshSession({ refresh_token: refreshToken })).error?.code ?? 'alive';

// Holds tenancy-62
test('one’s own sessions with browser, system and the zone they told, this one first; nobody else’s', async () => {
  const here = await signInWith(agency.agent, CHROME);
  const phone = await signInWith(agency.agent, PHONE);
  await phone.rpc('tell_time_zone', { time_zone: 'Europe/Vienna' });
  await phone.rpc('tell_time_zone', { time_zone: 'Asia/Tokyo' });
  await here.rpc('tell_time_zone', { time_zone: 'Nowhere/Land' });
  const devices = await devicesOf(here);
  expect(devices.map(({ device, time_zone, is_this }) => [device, time_zone, is_this])).toEqual([
    ['Chrome, Windows', null, true],
    ['Safari, iPhone', 'Europe/Vienna', false],
    ['Another program', null, false],
  ]);
  expect(Object.keys(devices[0] ?? {}).sort()).toEqual([
    'device',
    'id',
    'is_new',
    'is_this',
    'last_seen_at',
    'signed_in_at',
    'time_zone',
  ]);
  const ids = new Set(devices.map(({ id }) => id));
  for (const person of [agency.rival, agency.owner, otherAgency.agent])
    expect((await devicesOf(person.api)).filter(({ id }) => ids.has(id))).toEqual([]);
  expect(await devicesOf(agency.inactive.api)).toEqual([]);
});

// Holds tenancy-63
test('a device that is not known is told by mail, once, and with the sign-in; the first one ever is not', async () => {
  await signInWith(agency.agent, CHROME);
  await signInWith(agency.agent, CHROME);
  const [mail, ...more] = await mailsTo(agency.agent);
  expect([mail?.subject, mail?.to_address, more.length]).toEqual([
    'New sign-in: Chrome on Windows',
    agency.agent.email,
    0,
  ]);
  expect(mail?.body).toContain('Was it you?');
  expect(mail?.body).not.toMatch(/https?:/);
  const phone = await signInWith(agency.agent, PHONE);
  expect((await devicesOf(phone)).map(({ device, is_new }) => [device, is_new])).toEqual([
    ['Safari, iPhone', true],
    ['Chrome, Windows', false],
    ['Chrome, Windows', true],
    ['Another program', false],
  ]);
  const { data } = await phone.from('notifications').select('code, message').eq('code', 'new_device');
  expect(data?.map(({ message }) => message).sort()).toEqual([
    'Chrome on Windows signed in to your account.',
    'Safari on iPhone signed in to your account.',
  ]);

  // Somebody who has never signed in: their first device is what the account begins with.
  await sql('delete from private.known_devices where user_id = $1', [agency.rival.id]);
  await signInWith(agency.rival, FIREFOX);
  expect(await mailsTo(agency.rival)).toEqual([]);
});

// Holds tenancy-63
test('a known browser in another time zone is told like a new one', async () => {
  const tell = async (zone: string) =>
    (await signInWith(agency.agent, FIREFOX)).rpc('tell_time_zone', { time_zone: zone });
  await tell('Europe/Vienna');
  await tell('Europe/Vienna');
  expect(await mailsTo(agency.agent)).toHaveLength(1);
  await tell('Asia/Tokyo');
  await tell('Asia/Tokyo');
  const [, mail, ...more] = await mailsTo(agency.agent);
  expect(mail?.body).toContain('Firefox on Linux, in the time zone Asia/Tokyo, signed in');
  expect(more).toEqual([]);
});

// Holds security-39
test('a session that goes on with another browser, as a stolen one does, is told', async () => {
  const client = await signInWith(agency.agent, CHROME);
  const token = (await client.auth.getSession()).data.session?.refresh_token ?? '';
  await fetch(`${backend.apiUrl}/auth/v1/token?grant_type=refresh_token`, {
    method: 'POST',
    headers: { apikey: backend.publishableKey, 'content-type': 'application/json', 'user-agent': FIREFOX },
    body: JSON.stringify({ refresh_token: token }),
  });
  expect((await mailsTo(agency.agent)).map(({ subject }) => subject)).toEqual([
    'New sign-in: Chrome on Windows',
    'New sign-in: Firefox on Linux',
  ]);
});

// Holds tenancy-66
test('each sign-in is in the audit log with its device, which agents do not read', async () => {
  await signInWith(agency.agent, CHROME);
  expect((await entriesOf('member_signed_in', agency.agent)).at(-1)).toEqual({
    actor_id: agency.agent.id,
    kind: 'sign_in',
    device: 'Chrome, Windows',
    details: { new_device: true },
  });
  const read = (client: Api) => client.rpc('get_audit_log', { kind: 'sign_in' });
  expect(JSON.stringify((await read(agency.admin.api)).data)).toContain('member_signed_in');
  expect((await read(agency.agent.api)).error?.code).toBe('42501');
});

test('one device, or all others, are signed out: their tokens are refused at once, valid or not; this one stays', async () => {
  const here = await signInWith(agency.agent, CHROME);
  const [phone, laptop] = [await signInWith(agency.agent, PHONE), await signInWith(agency.agent, FIREFOX)];
  const refreshToken = (await phone.auth.getSession()).data.session?.refresh_token ?? '';
  const phoneId = (await devicesOf(here)).find(({ device }) => device === 'Safari, iPhone')?.id ?? '';
  expect(await customersSeen(phone)).toBe(1);

  expect((await here.rpc('end_my_sessions', { session_id: phoneId })).data).toMatchObject({
    success: true,
    ended: 1,
  });
  expect(await devicesOf(phone)).toEqual([]);
  expect(await customersSeen(phone)).toBe(0);
  expect(await refreshes(refreshToken)).toBe('refresh_token_not_found');
  expect((await phone.auth.getUser()).data.user).toBeNull();
  expect((await here.rpc('end_my_sessions', { session_id: phoneId })).data).toMatchObject({ ended: 0 });

  // All others are two: the laptop, and the session that the agency was made with.
  expect((await here.rpc('end_my_sessions')).data).toMatchObject({ ended: 2 });
  expect(await devicesOf(laptop)).toEqual([]);
  expect(await devicesOf(here)).toHaveLength(1);
  expect((await entriesOf('member_devices_ended', agency.agent)).map(({ details }) => details)).toEqual([
    { count: 1 },
    { count: 2 },
  ]);
});

// Holds security-38
test('nobody ends somebody else’s session, nor with a session that has ended', async () => {
  const [theirs] = (await devicesOf(agency.rival.api)).map(({ id }) => id);
  for (const client of [agency.agent.api, agency.owner.api, otherAgency.owner.api])
    expect((await client.rpc('end_my_sessions', { session_id: theirs ?? '' })).data).toMatchObject({
      ended: 0,
    });
  expect(await devicesOf(agency.rival.api)).toHaveLength(1);
  const [over, open] = [await signInWith(agency.agent, CHROME), await signInWith(agency.agent, PHONE)];
  await open.rpc('end_my_sessions');
  expect((await over.rpc('end_my_sessions')).data).toMatchObject({
    success: false,
    code: 'not_in_organization',
  });
  expect(await devicesOf(open)).toHaveLength(1);
});

// Holds tenancy-65
test('an owner ends a member’s sessions, who is told; nobody else does', async () => {
  const member = agency.agent;
  const client = await signInWith(member, PHONE);
  const end = async (person: Person, id = member.id) =>
    (await person.api.rpc('end_member_sessions', { member_id: id })).data;
  expect(await end(agency.admin)).toMatchObject({ code: 'members_are_signed_out_by_owners' });
  expect(await end(agency.rival)).toMatchObject({ code: 'members_are_for_admins' });
  expect(await end(otherAgency.owner)).toMatchObject({ code: 'member_not_found' });
  expect(await end(agency.owner, agency.owner.id)).toMatchObject({ code: 'own_devices_in_profile' });
  expect(await devicesOf(client)).toHaveLength(2);

  expect(await end(agency.owner)).toMatchObject({ success: true, ended: 2 });
  expect(await devicesOf(client)).toEqual([]);
  expect(await devicesOf(agency.owner.api)).toHaveLength(1);
  expect(await entriesOf('member_signed_out', member)).toMatchObject([
    { actor_id: agency.owner.id, kind: 'sign_in', details: { count: 2 } },
  ]);
  const mail = (await mailsTo(member)).at(-1);
  expect(mail?.subject).toBe('You were signed out on all devices');
  expect(mail?.body).toContain('owner Test signed you out');
  expect(await end(agency.owner)).toMatchObject({ ended: 0 });
  expect(await mailsTo(member)).toHaveLength(2);
});
