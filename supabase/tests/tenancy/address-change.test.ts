import { linkIn, mailsFor, waitForMail } from '../../local/tests/support/mails';
import { backend } from '../support/backend';
import { sql, sqlOne } from '../support/database';
import { invite, newAddress } from '../support/invitations';
import { sendMail } from '../support/mail';
import {
  api,
  createTestAgency,
  signIn,
  type Api,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/** Another e-mail address: who may ask for it, and what follows (docs/product/tenancy.md, Change of address). */
const LANDING = 'http://127.0.0.1:3000/email-change';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeEach(async () => {
  [agency, otherAgency] = await Promise.all([createTestAgency(), createTestAgency()]);
  await sendMail();
});

/** The session that Auth opens for a password, which shows that it was right. */
async function prove({ email }: Person): Promise<string> {
  const { data } = await (await signIn(email)).auth.getSession();
  const claims = JSON.parse(atob((data.session?.access_token ?? '').split('.')[1] ?? '')) as {
    session_id: string;
  };
  return claims.session_id;
}
const ask = async (client: Api, email: string, proof: string) =>
  (await client.rpc('ask_address_change', { email, proof })).data as {
    success: boolean;
    code?: string;
    field: string;
  };
const mailLinks = async (client: Api, email: string) =>
  (await client.auth.updateUser({ email }, { emailRedirectTo: LANDING })).error;
const pending = async (client: Api) =>
  (await client.rpc('get_address_change')).data as { email: string; waits_for: string[] } | null;
const linkFor = async (address: string, number = 1) =>
  linkIn(await waitForMail(backend.mailUrl, address, number));

/** Opens a mailed link as a browser does: what stands behind the #. */
async function open(link: string) {
  const target = new URL((await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '');
  expect(target.pathname).toBe('/email-change');
  return new URLSearchParams(target.hash.slice(1));
}
const addressesOf = ({ id }: Person) =>
  sqlOne<{ account: string; member: string; found: boolean }>(
    `select a.email as account, e.email as member, s.document like '%' || split_part(e.email, '@', 1) || '%' as found
     from auth.users a join public.user_emails e on e.user_id = a.id join private.user_search s on s.user_id = a.id where a.id = $1`,
    [id],
  );

/** A member whose session Auth knows, and the address they have asked for: both mails are on their way. */
async function asking(person = agency.agent) {
  const client = await signIn(person.email);
  const wanted = newAddress();
  expect(await ask(client, wanted, await prove(person))).toMatchObject({ success: true });
  expect(await mailLinks(client, wanted)).toBeNull();
  return { client, wanted };
}

test.each(['current', 'new'] as const)(
  'the address changes when both links were opened, the %s one first: everywhere, and the former hears of it',
  async (first) => {
    const { agent: person, admin } = agency;
    const { client, wanted } = await asking();
    expect(await pending(client)).toMatchObject({ email: wanted, waits_for: ['current', 'new'] });
    const other = first === 'new' ? 'current' : 'new';
    const addressOf = { current: person.email, new: wanted };
    expect((await open(await linkFor(addressOf[first]))).get('message')).toContain('other email');
    expect(await pending(client)).toMatchObject({ waits_for: [other] });
    expect(await addressesOf(person)).toMatchObject({ account: person.email, member: person.email });
    // Twice is no second word.
    expect((await open(await linkFor(addressOf[first]))).get('error_code')).toBe('otp_expired');
    expect(await addressesOf(person)).toMatchObject({ account: person.email });

    expect((await open(await linkFor(addressOf[other]))).get('type')).toBe('email_change');
    expect(await addressesOf(person)).toMatchObject({ account: wanted, member: wanted });
    expect(await pending(client)).toBeNull();
    const { rows } = (await admin.api.rpc('list_team', { search: wanted })).data as {
      rows: { id: string }[];
    };
    expect(rows.map(({ id }) => id)).toEqual([person.id]);
    await signIn(wanted);
    await expect(signIn(person.email)).rejects.toThrow('Invalid login credentials');

    const told = await sqlOne<{ to_address: string; body: string }>(
      `select to_address, body from private.outgoing_mails where recipient_id = $1 and subject = 'Your email address was changed'`,
      [person.id],
    );
    expect([told.to_address, told.body.includes(wanted)]).toEqual([person.email, true]);
    expect(
      await sql('select actor_id, details from private.audit_log where action = $1 and subject_id = $2', [
        'member_address_changed',
        person.id,
      ]),
    ).toEqual([{ actor_id: person.id, details: {} }]);
  },
);

// Holds security-40
test('without the password typed again, a session begins nothing, whatever it says', async () => {
  const { agent: person, rival } = agency;
  const client = await signIn(person.email);
  const wanted = newAddress();
  expect((await mailLinks(client, wanted))?.status).toBe(500);
  const own = await prove(person);
  const claims = JSON.parse(
    atob(((await client.auth.getSession()).data.session?.access_token ?? '').split('.')[1] ?? ''),
  ) as { session_id: string };
  const refused = { success: false, code: 'password_not_shown', field: 'current_password' };
  // This very session, somebody else's, one that a mail opened, and one of some minutes ago are no proof.
  expect(await ask(client, wanted, claims.session_id)).toMatchObject(refused);
  expect(await ask(client, wanted, await prove(rival))).toMatchObject(refused);
  await sql(`update auth.mfa_amr_claims set authentication_method = 'otp' where session_id = $1`, [own]);
  expect(await ask(client, wanted, own)).toMatchObject(refused);
  const old = await prove(person);
  await sql(
    `update auth.mfa_amr_claims set created_at = now() - interval '6 minutes' where session_id = $1`,
    [old],
  );
  expect(await ask(client, wanted, old)).toMatchObject(refused);
  expect((await mailLinks(client, wanted))?.status).toBe(500);
  expect(await mailsFor(backend.mailUrl, wanted)).toEqual([]);

  // What was proven is good for the address it was proven for, once, and for ten minutes.
  const proof = await prove(person);
  expect(await ask(client, wanted, proof)).toMatchObject({ success: true });
  expect(await ask(client, wanted, proof)).toMatchObject(refused);
  expect((await mailLinks(client, newAddress()))?.status).toBe(500);
  await sql(`update private.address_wishes set asked_at = now() - interval '11 minutes' where user_id = $1`, [
    person.id,
  ]);
  expect((await mailLinks(client, wanted))?.status).toBe(500);
});

// Holds tenancy-68
test('an address that somebody has, that is invited, one’s own or none is refused at its field', async () => {
  const { agent: person } = agency;
  const client = await signIn(person.email);
  const invited = newAddress();
  await invite(otherAgency.owner, invited);
  for (const [email, code] of [
    [otherAgency.agent.email.toUpperCase(), 'address_taken'],
    [invited, 'address_invited'],
    [person.email, 'address_is_own'],
    ['nobody', 'address_unreadable'],
  ] as const)
    expect(await ask(client, email, await prove(person))).toMatchObject({
      success: false,
      code,
      field: 'email',
    });
  // None of the sessions that showed the password is left.
  expect((await client.rpc('list_my_devices')).data).toHaveLength(2);
});

test('an address that is invited meanwhile changes hands without the password: only its owner gets in', async () => {
  const { client, wanted } = await asking();
  await invite(otherAgency.owner, wanted);
  await open(await linkFor(agency.agent.email));
  await open(await linkFor(wanted));
  await expect(signIn(wanted)).rejects.toThrow('Invalid login credentials');
  expect((await client.from('customers').select('id')).data).toEqual([]);
});

test('an address that somebody takes meanwhile stays theirs', async () => {
  const { wanted } = await asking();
  await open(await linkFor(agency.agent.email));
  await api().auth.signUp({ email: wanted, password: 'battery-staple' });
  expect((await open(await linkFor(wanted))).get('error_code')).toBe('email_exists');
  expect(await addressesOf(agency.agent)).toMatchObject({
    account: agency.agent.email,
    member: agency.agent.email,
  });
});

// Holds tenancy-69
test('what is withdrawn is void, and may be asked for again', async () => {
  const { client, wanted } = await asking();
  await open(await linkFor(wanted));
  expect((await client.rpc('withdraw_address_change')).data).toMatchObject({ success: true });
  expect(await pending(client)).toBeNull();
  expect((await open(await linkFor(agency.agent.email))).get('error_code')).toBe('otp_expired');
  expect((await mailLinks(client, wanted))?.status).toBe(500);
  expect(await ask(client, wanted, await prove(agency.agent))).toMatchObject({ success: true });
  expect(await mailLinks(client, wanted)).toBeNull();
  await open(await linkFor(agency.agent.email, 2));
  await open(await linkFor(wanted, 2));
  expect(await addressesOf(agency.agent)).toMatchObject({ account: wanted });
});

// Holds tenancy-70
test('links of yesterday change nothing, and the page says that they are over', async () => {
  const { client, wanted } = await asking();
  await sql(
    `update auth.one_time_tokens set created_at = created_at - interval '25 hours' where user_id = $1`,
    [agency.agent.id],
  );
  for (const address of [wanted, agency.agent.email])
    expect((await open(await linkFor(address))).get('error_code')).toBe('otp_expired');
  expect(await pending(client)).toMatchObject({ email: wanted, waits_for: [] });
  expect(await addressesOf(agency.agent)).toMatchObject({ account: agency.agent.email });
});

test('nobody sees or withdraws the change of another person', async () => {
  const { client, wanted } = await asking();
  for (const person of [agency.owner, agency.rival, otherAgency.owner]) {
    expect(await pending(person.api)).toBeNull();
    expect((await person.api.rpc('withdraw_address_change')).data).toMatchObject({ success: true });
  }
  expect(await pending(client)).toMatchObject({ email: wanted, waits_for: ['current', 'new'] });
});

test('an account that is only marked as deleted keeps no address; its member’s row has the last one', async () => {
  const { id, email } = agency.agent;
  const response = await fetch(`${backend.apiUrl}/auth/v1/admin/users/${id}`, {
    method: 'DELETE',
    headers: { apikey: backend.secretKey, 'content-type': 'application/json' },
    body: JSON.stringify({ should_soft_delete: true }),
  });
  expect(response.status).toBe(200);
  const kept = await addressesOf(agency.agent);
  expect(kept.member).toBe(email);
  expect(kept.account).not.toContain('@');
});
