import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import type { Outcome } from '../support/invitations';
import {
  api,
  createMember,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  otherAgency = await createTestAgency();
});
beforeEach(async () => {
  agency = await createTestAgency();
});

const set = async (by: Person, member: Person, active: boolean | null = false): Promise<Outcome> => {
  const { data, error } = await by.api.rpc('set_member_active', {
    member_id: member.id,
    active: active as boolean,
  });
  if (error) throw new Error(`${error.code}: ${error.message}`);
  return data as unknown as Outcome;
};
const isActive = async ({ id }: Person) =>
  (await sqlOne<{ is_active: boolean }>('select is_active from public.users where id = $1', [id])).is_active;

const DONE = { success: true, error: null, field: null, reassigned: 0 };
const refused = (error: string, field: string | null = null) => ({ success: false, ...CODED, error, field });
const NOT_ALLOWED = refused('You do not have permission to change team members.');
const OWNERS_ONLY = refused('Only an owner can change admins and owners.');
const KEEP = refused('An organization always keeps at least one active owner.');

test('an admin deactivates an agent and lets them in again', async () => {
  expect(await set(agency.admin, agency.agent)).toEqual(DONE);
  expect(await isActive(agency.agent)).toBe(false);
  // Done already is done.
  expect(await set(agency.admin, agency.agent)).toEqual(DONE);
  expect(await set(agency.admin, agency.agent, true)).toEqual(DONE);
  expect(await isActive(agency.agent)).toBe(true);
});

test('an owner deactivates admins and other owners, an admin neither', async () => {
  const [second, colleague] = [
    await createMember(agency.organizationId, 'owner'),
    await createMember(agency.organizationId, 'admin'),
  ];
  for (const member of [agency.owner, colleague, agency.admin]) {
    expect(await set(agency.admin, member)).toEqual(OWNERS_ONLY);
    expect(await isActive(member)).toBe(true);
  }
  expect(await set(agency.owner, colleague)).toEqual(DONE);
  expect(await set(agency.owner, second)).toEqual(DONE);
  expect(await isActive(second)).toBe(false);
});

test('the last active owner stays, also when owners deactivate each other at the same moment', async () => {
  expect(await set(agency.owner, agency.owner)).toEqual(KEEP);
  const second = await createMember(agency.organizationId, 'owner');
  const both = await Promise.all([set(agency.owner, second), set(second, agency.owner)]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect([await isActive(agency.owner), await isActive(second)].sort()).toEqual([false, true]);
});

test('two owners who leave at the same moment: one stays', async () => {
  const second = await createMember(agency.organizationId, 'owner');
  const both = await Promise.all([set(agency.owner, agency.owner), set(second, second)]);
  expect(both).toContainEqual(DONE);
  expect(both).toContainEqual(KEEP);
});

test.each(['agent', 'inactive'] as const)('%s changes nobody, not even themselves', async (who) => {
  for (const member of [agency[who], agency.rival, agency.owner]) {
    expect(await set(agency[who], member, who === 'inactive')).toEqual(NOT_ALLOWED);
  }
  expect([await isActive(agency.inactive), await isActive(agency.rival)]).toEqual([false, true]);
});

test('an organization never touches another one, and nobody signed in touches none', async () => {
  const unknown = refused('This person is not in your organization.');
  expect(await set(agency.owner, otherAgency.agent)).toEqual(unknown);
  expect(
    await set(agency.owner, { ...otherAgency.agent, id: '00000000-0000-4000-8000-000000000000' }),
  ).toEqual(unknown);
  expect(await isActive(otherAgency.agent)).toBe(true);
  await expect(set({ ...agency.owner, api: api() }, agency.agent)).rejects.toThrow('42501');
  expect(await set(agency.owner, agency.agent, null)).toEqual(
    refused('Say whether the person is active.', 'active'),
  );
});

// Holds security-29
test('nobody gets around the function', async () => {
  for (const who of ['owner', 'admin', 'agent', 'inactive'] as const) {
    for (const change of [
      { is_active: true },
      { role: 'owner' },
      { organization_id: otherAgency.organizationId },
    ]) {
      const { error } = await untyped(agency[who].api, 'users').update(change).eq('id', agency[who].id);
      expect(error?.code).toBe('42501');
    }
  }
});

test('deactivation shuts every table at the next request; own row, organization and session stay', async () => {
  await agency.sale();
  expect((await agency.agent.api.from('sales').select('id')).data).toHaveLength(1);
  await set(agency.admin, agency.agent);
  for (const table of [
    'sales',
    'commissions',
    'customers',
    'vendors',
    'notifications',
    'user_terms',
    'invitations',
  ]) {
    expect([table, (await untyped(agency.agent.api, table).select('organization_id')).data]).toEqual([
      table,
      [],
    ]);
  }
  const { data: me } = await agency.agent.api
    .from('users')
    .select('id, is_active, organizations!users_organization_id_fkey(name)');
  expect(me).toEqual([{ id: agency.agent.id, is_active: false, organizations: { name: 'Agency' } }]);
  expect(await sql('select 1 from auth.sessions where user_id = $1', [agency.agent.id])).toHaveLength(1);
  await set(agency.admin, agency.agent, true);
  expect((await agency.agent.api.from('sales').select('id')).data).toHaveLength(1);
});
