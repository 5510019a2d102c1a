import { randomUUID } from 'node:crypto';
import { attempt, type Caller } from '../support/claims';
import { database, sql, sqlOne } from '../support/database';
import { sendMail } from '../support/mail';
import {
  confirmed,
  giveFactor,
  refusalOf,
  sessionIdOf,
  tokenSaying,
  withCode,
} from '../support/second-factor';
import {
  api,
  createMember,
  createTestAgency,
  type Api,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let other: TestAgency;
beforeAll(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
});

const setPolicy = (client: Api, policy: string) =>
  client.rpc('set_second_factor_policy', { p_policy: policy });

interface Own {
  policy: string;
  required: boolean;
  has_factor: boolean;
  aal: string;
  confirmed_at: string | null;
  step_up_until: string | null;
  recovery: { left: number; made_on: string | null } | null;
}
const ownOf = async (client: Api): Promise<Own> => {
  const { data, error } = await client.rpc('get_second_factor');
  if (error) throw new Error(error.message);
  return data as unknown as Own;
};

/** What somebody may see without the API's check of the request: by row-level security and functions alone. */
async function seen(person: Caller): Promise<Record<string, unknown>> {
  const rows: Record<string, unknown> = {};
  for (const table of ['organizations', 'users', 'user_emails', 'customers', 'vendors', 'notifications'])
    rows[table] = await attempt(person, `select 1 from public.${table}`);
  rows['profile'] = await attempt(person, 'select private.current_organization_id() is null as nobody');
  return rows;
}

const NOTHING = {
  organizations: [],
  users: [],
  user_emails: [],
  customers: [],
  vendors: [],
  notifications: [],
  profile: [{ nobody: true }],
};

describe('a session that knows the password alone, of somebody with a second factor', () => {
  let person: Person;
  beforeAll(async () => {
    person = await createMember(agency.organizationId, 'admin');
    expect(refusalOf(await person.api.rpc('get_unread_count'))).toBeNull();
    await giveFactor(person);
  });

  // Holds security-46
  test('is nobody: tables are empty, and the caller has no tenant', async () => {
    expect(await seen(person)).toEqual(NOTHING);
  });

  test.each([
    ['a table', (client: Api) => client.from('customers').select('id')],
    ['its own row', (client: Api) => client.from('users').select('id')],
    ['a function', (client: Api) => client.rpc('get_unread_count')],
    ['a change', (client: Api) => client.from('users').update({ first_name: 'Eve' }).eq('id', person.id)],
    ['joining an agency', (client: Api) => client.rpc('accept_invitation', {})],
  ] as const)('is told why by %s', async (_name, ask) => {
    expect(refusalOf(await ask(person.api))).toBe('second_factor_expected');
  });

  test('joins no topic and touches no file', async () => {
    for (const topic of [`user:${person.id}`, `org:${agency.organizationId}`]) {
      await sql(`insert into realtime.messages (topic, extension, private) values ($1, 'broadcast', true)`, [
        topic,
      ]);
      const rows = await attempt(
        person,
        'select 1 from realtime.messages where topic = realtime.topic()',
        [],
        {
          'realtime.topic': topic,
        },
      );
      expect([topic, rows]).toEqual([topic, []]);
    }
    const picture = `${agency.organizationId}/${person.id}/${randomUUID()}.webp`;
    const stored = await attempt(
      person,
      `insert into storage.objects (bucket_id, name) values ('avatars', $1) returning name`,
      [picture],
    );
    expect(stored).toBe('42501');
  });

  // Holds security-47
  test.each<[string, object]>([
    ['no level', {}],
    ['a level that is none', { aal: ['aal2'] }],
    ['another level', { aal: 'AAL2' }],
    ['a code without the level', { amr: confirmed(0).amr }],
  ])('stays nobody with a token of %s', async (_name, claims) => {
    const client = api(await tokenSaying(person, claims));
    expect(refusalOf(await client.rpc('get_unread_count'))).toBe('second_factor_expected');
  });

  test('hears of itself what signing in needs', async () => {
    expect(await ownOf(person.api)).toEqual({
      policy: 'optional',
      required: false,
      has_factor: true,
      aal: 'aal1',
      confirmed_at: null,
      step_up_until: null,
      recovery: null,
    });
  });

  test('is who they are with the code, however old, and is told until when it counts again', async () => {
    const client = await withCode(person, 60);
    expect((await client.from('customers').select('id')).data).toHaveLength(1);
    expect(await ownOf(client)).toMatchObject({ aal: 'aal2', step_up_until: null });
    const fresh = await ownOf(await withCode(person, 5));
    expect(Date.parse(fresh.step_up_until ?? '') - Date.parse(fresh.confirmed_at ?? '')).toBe(15 * 60_000);
  });

  test('and a session that ended is nobody with any code', async () => {
    const gone = await createMember(agency.organizationId, 'agent');
    await giveFactor(gone);
    const client = await withCode(gone);
    await sql('delete from auth.sessions where user_id = $1', [gone.id]);
    expect((await client.from('customers').select('id')).data).toEqual([]);
    expect(refusalOf(await client.rpc('get_second_factor'))).toBe('42501');
  });
});

test('a factor that was only begun asks for nothing', async () => {
  const person = await createMember(agency.organizationId, 'agent');
  await sql(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'unverified', now(), now())`,
    [person.id],
  );
  expect((await person.api.from('customers').select('id')).data).toHaveLength(1);
});

describe('the policy of an agency', () => {
  let own: TestAgency;
  beforeAll(async () => {
    own = await createTestAgency();
  });

  // Holds tenancy-13
  test('is for owners, and one of three', async () => {
    for (const person of [own.admin, own.agent, own.inactive])
      expect(refusalOf(await setPolicy(person.api, 'all'))).toBe('second_factor_policy_is_for_owners');
    expect(refusalOf(await setPolicy(own.owner.api, 'some'))).toBe('second_factor_policy_unknown');
    const { error } = await own.owner.api
      .from('organizations')
      .update({ second_factor_policy: 'all' } as never)
      .eq('id', own.organizationId);
    expect(error?.code).toBe('42501');
  });

  // Holds tenancy-12
  test('shuts out who needs one and has none, and lets in who has', async () => {
    await giveFactor(own.owner);
    const owner = await withCode(own.owner);
    expect(refusalOf(await setPolicy(owner, 'admins'))).toBeNull();
    expect(refusalOf(await own.admin.api.rpc('get_unread_count'))).toBe('second_factor_required');
    expect(await seen(own.admin)).toEqual(NOTHING);
    expect(await ownOf(own.admin.api)).toMatchObject({ policy: 'admins', required: true, has_factor: false });
    expect(refusalOf(await own.agent.api.rpc('get_unread_count'))).toBeNull();
    expect(await ownOf(own.agent.api)).toMatchObject({ required: false });

    expect(refusalOf(await setPolicy(owner, 'all'))).toBeNull();
    expect(refusalOf(await own.agent.api.rpc('get_unread_count'))).toBe('second_factor_required');
    await giveFactor(own.agent);
    expect(refusalOf(await (await withCode(own.agent)).rpc('get_unread_count'))).toBeNull();

    // Not even they who are shut out can lower it.
    const second = await createMember(own.organizationId, 'owner');
    expect(refusalOf(await setPolicy(second.api, 'optional'))).toBe('second_factor_required');
    expect(refusalOf(await setPolicy(owner, 'optional'))).toBeNull();
    const log = await sql(
      `select details -> 'changes' -> 0 ->> 'after' as after, kind, actor_id from private.audit_log
       where organization_id = $1 and action = 'second_factor_policy_changed' order by id`,
      [own.organizationId],
    );
    expect(log).toEqual(
      ['admins', 'all', 'optional'].map((after) => ({ after, kind: 'sign_in', actor_id: own.owner.id })),
    );
  });

  test('asks nobody of another agency, nor who is inactive', async () => {
    await sql(`update public.organizations set second_factor_policy = 'all' where id = $1`, [
      own.organizationId,
    ]);
    expect(refusalOf(await other.admin.api.rpc('get_unread_count'))).toBeNull();
    expect((await own.inactive.api.from('users').select('id')).data).toEqual([{ id: own.inactive.id }]);
    await sql(`update public.organizations set second_factor_policy = 'optional' where id = $1`, [
      own.organizationId,
    ]);
  });
});

describe('who has one', () => {
  interface Listed {
    policy: string;
    members: {
      user_id: string;
      has_factor: boolean;
      since: string | null;
      asked_at: string | null;
      reset_by_name: string | null;
    }[];
    everybody: object;
    admins: object;
  }
  const listOf = async (person: Pick<Person, 'api'>) =>
    (await person.api.rpc('list_second_factors')).data as unknown as Listed;

  test('owners and admins see of their own agency, nobody else', async () => {
    const own = await createTestAgency();
    await giveFactor(own.agent);
    await giveFactor(own.rival);
    const listed = await listOf(own.admin);
    expect(listed).toMatchObject({
      policy: 'optional',
      everybody: { count: 4, with_factor: 2 },
      admins: { count: 2, with_factor: 0 },
    });
    expect(listed.members.map(({ user_id, has_factor }) => [user_id, has_factor])).toEqual(
      expect.arrayContaining([
        [own.agent.id, true],
        [own.owner.id, false],
      ]),
    );
    expect(listed.members.map(({ user_id }) => user_id)).not.toContain(own.inactive.id);
    for (const person of [other.agent, own.inactive])
      expect(refusalOf(await person.api.rpc('list_second_factors'))).toBe('42501');
  });

  // Holds tenancy-21
  test('a member is asked once a day, by admins of the agency, and hears of it', async () => {
    const own = await createTestAgency();
    await sendMail();
    const ask = (person: Person, member: Person) =>
      person.api.rpc('ask_for_second_factor', { p_member_id: member.id });
    expect(refusalOf(await ask(own.agent, own.rival))).toBe('members_are_for_admins');
    expect(refusalOf(await ask(other.owner, own.agent))).toBe('member_not_found');
    expect(refusalOf(await ask(own.admin, own.agent))).toBeNull();
    expect(refusalOf(await ask(own.owner, own.agent))).toBe('second_factor_asked_today');
    expect(
      (await listOf(own.owner)).members.find(({ user_id }) => user_id === own.agent.id)?.asked_at,
    ).not.toBeNull();
    expect((await own.agent.api.from('notifications').select('code')).data).toEqual([
      { code: 'second_factor_asked' },
    ]);
    await giveFactor(own.rival);
    expect(refusalOf(await ask(own.admin, own.rival))).toBe('second_factor_there');
    expect(await subjectsTo(own.agent)).toEqual(['Please set up a second factor']);
  });
});

const subjectsTo = async ({ email }: Person) =>
  (
    await sql<{ subject: string }>(
      `select subject from private.outgoing_mails where to_address = $1 order by created_at, id`,
      [email],
    )
  ).map(({ subject }) => subject);
const actionsAbout = async ({ id }: Person) =>
  (
    await sql<{ action: string }>(
      `select action from private.audit_log where subject_id = $1 and kind = 'sign_in'
       and action <> 'member_signed_in' order by id`,
      [id],
    )
  ).map(({ action }) => action);

// Holds tenancy-22
test('an authenticator that comes or goes is in the audit log, and told its person by mail', async () => {
  await sendMail();
  const person = await createMember(agency.organizationId, 'agent');
  const factorId = await giveFactor(person);
  await sql('delete from auth.mfa_factors where id = $1', [factorId]);
  expect(await actionsAbout(person)).toEqual(['second_factor_added', 'second_factor_removed']);
  expect(await subjectsTo(person)).toEqual([
    'An authenticator was added to your account',
    'An authenticator was removed from your account',
  ]);
});

describe('an owner resets the second factor of a member', () => {
  const reset = (client: Api, member: Pick<Person, 'id'>) =>
    client.rpc('begin_second_factor_reset', { p_member_id: member.id });

  // Holds security-57
  test('never of another agency, nor an admin anybody’s, nor one’s own', async () => {
    await giveFactor(other.agent);
    const before = await sessionIdOf(other.agent);
    expect(refusalOf(await reset(agency.owner.api, other.agent))).toBe('member_not_found');
    expect(refusalOf(await reset(other.admin.api, other.agent))).toBe('second_factor_reset_is_for_owners');
    expect(refusalOf(await reset(other.owner.api, other.owner))).toBe('second_factor_reset_of_oneself');
    expect(refusalOf(await reset(other.owner.api, other.rival))).toBe('second_factor_missing');
    expect(await sessionIdOf(other.agent)).toBe(before);
  });

  test('which ends their sessions, is logged with who did it, and told by mail', async () => {
    await sendMail();
    const own = await createTestAgency();
    await giveFactor(own.owner);
    await giveFactor(own.agent);
    expect(refusalOf(await reset(await withCode(own.owner, 16), own.agent))).toBe('step_up_required');
    const owner = await withCode(own.owner);
    expect(refusalOf(await reset(owner, own.agent))).toBeNull();
    expect(await sql('select 1 from auth.sessions where user_id = $1', [own.agent.id])).toEqual([]);
    // As Auth takes it away then: that is told once, as a reset.
    await sql('delete from auth.mfa_factors where user_id = $1', [own.agent.id]);
    expect(await actionsAbout(own.agent)).toEqual(['second_factor_added', 'second_factor_reset']);
    expect(await subjectsTo(own.agent)).toContain('Your second factor was reset');
    const { data } = await owner.rpc('list_second_factors');
    const { members } = data as unknown as { members: { user_id: string; reset_by_name: string }[] };
    expect(members.find(({ user_id }) => user_id === own.agent.id)).toMatchObject({
      reset_by_name: 'owner Test',
    });
  });
});

test('a report by mail is written for somebody with a second factor, who is not there', async () => {
  const person = await createMember(agency.organizationId, 'admin');
  await giveFactor(person);
  const client = await database();
  await client.query('begin');
  try {
    await client.query('select private.begin_acting($1)', [person.id]);
    const { rows } = await client.query('select private.current_organization_id() as id');
    expect(rows).toEqual([{ id: agency.organizationId }]);
  } finally {
    await client.query('rollback');
  }
  expect(await sqlOne('select private.current_organization_id() as id')).toEqual({ id: null });
});
