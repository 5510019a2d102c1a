import { database, sql, sqlOne } from '../support/database';
import { giveFactor, refusalOf, withCode } from '../support/second-factor';
import { createMember, createTestAgency, signIn, type Api, type TestAgency } from '../support/test-agency';

/** What a stolen session and an owner who is one no more try beyond what each page's own tests hold (docs/security.md). */
let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

// Holds security-129
test('a stolen session learns of no other session that would pass for the password typed again', async () => {
  const thief = await signIn(agency.agent.email);
  // The person signs in elsewhere, with the password, a moment ago.
  await signIn(agency.agent.email);
  const devices = (await thief.rpc('list_my_devices')).data as { id: string; is_this: boolean }[];
  const others = devices.filter(({ is_this }) => !is_this);
  expect(others).toHaveLength(2);
  for (const { id } of others) {
    const asked = await thief.rpc('ask_address_change', { email: 'thief@elsewhere.test', proof: id });
    expect(refusalOf(asked)).toBe('password_not_shown');
  }
  expect(await sql('select from private.address_wishes where user_id = $1', [agency.agent.id])).toEqual([]);
});

const AS_OWNER: readonly [
  string,
  (client: Api, name: string) => PromiseLike<{ data: unknown; error: unknown }>,
  string,
][] = [
  [
    'asks to delete the agency',
    (client, name) => client.rpc('ask_agency_deletion', { name }),
    'agency_is_deleted_by_owners',
  ],
  ['keeps it', (client) => client.rpc('withdraw_agency_deletion'), 'agency_is_kept_by_owners'],
  [
    'says who needs a second factor',
    (client) => client.rpc('set_second_factor_policy', { p_policy: 'all' }),
    'second_factor_policy_is_for_owners',
  ],
  ['takes the agency along', (client) => client.rpc('start_agency_export'), '42501'],
];

// Holds security-130
test.each(AS_OWNER)(
  'an owner who is made an admin at the same moment no more %s',
  async (_what, ask, code) => {
    await createMember(agency.organizationId, 'owner');
    const { name } = await sqlOne<{ name: string }>('select name from public.organizations where id = $1', [
      agency.organizationId,
    ]);
    const other = await database();
    await other.query('begin');
    await other.query('select from public.organizations where id = $1 for no key update', [
      agency.organizationId,
    ]);
    await other.query(`update public.users set role = 'admin' where id = $1`, [agency.owner.id]);
    const asked = ask(agency.owner.api, name).then(refusalOf);
    await new Promise((resolve) => setTimeout(resolve, 400));
    await other.query('commit');
    expect(await asked).toBe(code);
  },
);

test('whatever a browser calls itself, signing in works and names it in our words', async () => {
  const id = agency.agent.id;
  for (const agent of ['\u0001\u202e<b>\r\nChrome/1 Windows', 'Mozilla '.repeat(15_000), '%s $1 \\', ' '])
    await sql(
      `insert into auth.sessions (id, user_id, aal, user_agent, created_at, updated_at) values (gen_random_uuid(), $1, 'aal1', $2, now(), now())`,
      [id, agent],
    );
  const devices = (await agency.agent.api.rpc('list_my_devices')).data as { device: string }[];
  expect([...new Set(devices.map(({ device }) => device))].sort()).toEqual([
    'Another program',
    'Chrome, Windows',
  ]);
});

// Holds security-131
test('a session found open makes nobody an admin who would pay without a code', async () => {
  await giveFactor(agency.owner);
  const invite = async (minutes: number, role: string) =>
    refusalOf(
      await (
        await withCode(agency.owner, minutes)
      ).rpc('create_invitation', {
        email: `${role}-${minutes}@elsewhere.test`,
        role,
      }),
    );
  expect(await invite(16, 'admin')).toBe('step_up_required');
  expect(await invite(16, 'agent')).toBeNull();
  expect(await invite(0, 'admin')).toBeNull();
  const promote = async (minutes: number) =>
    refusalOf(
      await (
        await withCode(agency.owner, minutes)
      ).rpc('set_member_role', {
        member_id: agency.agent.id,
        role: 'admin',
      }),
    );
  expect(await promote(16)).toBe('step_up_required');
  expect(await promote(0)).toBeNull();
});

// Holds security-132
test('a session that was opened by an authenticator ends with it, whatever its token says', async () => {
  const person = agency.admin;
  const [lost, kept] = [await giveFactor(person), await giveFactor(person)];
  const opened = async (factor: string, minutes: number) => {
    const { id } = await sqlOne<{ id: string }>(
      `with opened as (
         insert into auth.sessions (id, user_id, aal, factor_id, created_at, updated_at)
         values (gen_random_uuid(), $1, 'aal2', $2, now(), now()) returning id),
       proof as (
         insert into auth.mfa_amr_claims (id, session_id, authentication_method, created_at, updated_at)
         select gen_random_uuid(), id, 'totp', now(), now() - make_interval(mins => $3) from opened)
       select id from opened`,
      [person.id, factor, minutes],
    );
    return id;
  };
  const [thief, own, confirming] = [await opened(lost, 20), await opened(kept, 20), await opened(lost, 0)];
  await sql('delete from auth.mfa_factors where id = $1', [lost]);
  const left = await sql<{ id: string }>(`select id from auth.sessions where user_id = $1 and aal = 'aal2'`, [
    person.id,
  ]);
  expect(left.map(({ id }) => id).sort()).toEqual([own, confirming].sort());
  expect(left.map(({ id }) => id)).not.toContain(thief);
});
