import { sql } from '../support/database';
import {
  createMember,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;

beforeAll(async () => {
  [agency, otherAgency] = await Promise.all([createTestAgency(), createTestAgency()]);
});

const people = () => [agency.owner, agency.admin, agency.agent, agency.rival, agency.inactive];
const addresses = async ({ api }: Person) =>
  ((await untyped(api, 'user_emails').select('*')).data as { email: string }[])
    .map(({ email }) => email)
    .sort();
const all = () =>
  people()
    .map(({ email }) => email)
    .sort();

test('admins read the addresses of their organization, an agent the own one, an inactive person none', async () => {
  expect(await addresses(agency.owner)).toEqual(all());
  expect(await addresses(agency.admin)).toEqual(all());
  expect(await addresses(agency.agent)).toEqual([agency.agent.email]);
  expect(await addresses(agency.inactive)).toEqual([]);
  expect(await addresses(otherAgency.agent)).toEqual([otherAgency.agent.email]);
});

// Holds security-3
test('`select *` on people works for every member, and has no address', async () => {
  for (const person of [agency.owner, agency.admin, agency.agent]) {
    const { data, error } = await untyped(person.api, 'users').select('*');
    expect(error).toBeNull();
    expect((data as { id: string }[]).map(({ id }) => id).sort()).toEqual(
      people()
        .map(({ id }) => id)
        .sort(),
    );
    for (const { email } of people()) expect(JSON.stringify(data)).not.toContain(email);
  }
  expect((await untyped(agency.admin.api, 'users').select('email')).error?.code).toBe('42703');
});

test('a change answers with the whole row', async () => {
  const { data, error } = await agency.agent.api
    .from('users')
    .update({ first_name: 'Ann' })
    .eq('id', agency.agent.id)
    .select();
  expect(error).toBeNull();
  expect(data).toMatchObject([{ id: agency.agent.id, first_name: 'Ann', role: 'agent' }]);
});

test('admins find people by name and address together, by a new one at once; agents by no address', async () => {
  const found = async ({ api }: Person, search: string) =>
    ((await api.rpc('find_members_by_name', { search })).data as { id: string }[]).map(({ id }) => id);
  const { id, email } = agency.rival;
  const mailbox = email.split('@')[0]?.split('.')[1] ?? '';
  await sql(`update public.users set first_name = 'Quinlan' where id = $1`, [id]);
  expect(await found(agency.admin, `quinlan ${mailbox}`)).toEqual([id]);
  expect(await found(agency.agent, 'quinlan')).toEqual([id]);
  expect(await found(agency.agent, `quinlan ${mailbox}`)).toEqual([]);
  await sql('update public.user_emails set email = $2 where user_id = $1', [
    id,
    'moved.elsewhere@agency.test',
  ]);
  expect(await found(agency.admin, 'quinlan elsewhere')).toEqual([id]);
  expect(await found(agency.admin, `quinlan ${mailbox}`)).toEqual([]);
  await sql('update public.user_emails set email = $2 where user_id = $1', [id, email]);
});

test('everybody has exactly one address, which goes with them', async () => {
  expect(
    await sql(
      `select u.id from (select * from public.users where organization_id = any ($1)) u
       full join (select * from public.user_emails where organization_id = any ($1)) e on e.user_id = u.id
       where e.user_id is null or u.id is null`,
      [[agency.organizationId, otherAgency.organizationId]],
    ),
  ).toEqual([]);
  const { id } = await createMember(otherAgency.organizationId, 'agent');
  // Nobody is deleted who has terms, or an entry in the audit log, which nobody can take out: here both are.
  await sql('delete from public.user_terms where user_id = $1', [id]);
  await sql(`begin;
    alter table private.audit_log disable trigger audit_log_keep;
    delete from private.audit_log where actor_id = '${id}';
    alter table private.audit_log enable trigger audit_log_keep;
    commit`);
  await sql('delete from public.users where id = $1', [id]);
  expect(await sql('select 1 from public.user_emails where user_id = $1', [id])).toEqual([]);
  expect(await sql('select 1 from private.user_search where user_id = $1', [id])).toEqual([]);
});
