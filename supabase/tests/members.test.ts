import { sql, sqlOne } from './support/database';
import type { Outcome } from './support/invitations';
import {
  api,
  createMember,
  createWorld,
  recordSale,
  untyped,
  type Person,
  type World,
} from './support/world';

let world: World;
let abroad: World;
beforeAll(async () => {
  abroad = await createWorld();
});
beforeEach(async () => {
  world = await createWorld();
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
const refused = (error: string, field: string | null = null) => ({ success: false, error, field });
const NOT_ALLOWED = refused('You do not have permission to change team members.');
const OWNERS_ONLY = refused('Only an owner can change admins and owners.');
const KEEP = refused('An organization always keeps at least one active owner.');

test('an admin deactivates an agent and lets them in again', async () => {
  expect(await set(world.admin, world.agent)).toEqual(DONE);
  expect(await isActive(world.agent)).toBe(false);
  // Done already is done.
  expect(await set(world.admin, world.agent)).toEqual(DONE);
  expect(await set(world.admin, world.agent, true)).toEqual(DONE);
  expect(await isActive(world.agent)).toBe(true);
});

test('an owner deactivates admins and other owners, an admin neither', async () => {
  const [second, colleague] = [
    await createMember(world.organizationId, 'owner'),
    await createMember(world.organizationId, 'admin'),
  ];
  for (const member of [world.owner, colleague, world.admin]) {
    expect(await set(world.admin, member)).toEqual(OWNERS_ONLY);
    expect(await isActive(member)).toBe(true);
  }
  expect(await set(world.owner, colleague)).toEqual(DONE);
  expect(await set(world.owner, second)).toEqual(DONE);
  expect(await isActive(second)).toBe(false);
});

test('the last active owner stays, also when owners deactivate each other at the same moment', async () => {
  expect(await set(world.owner, world.owner)).toEqual(KEEP);
  const second = await createMember(world.organizationId, 'owner');
  const both = await Promise.all([set(world.owner, second), set(second, world.owner)]);
  expect(both.filter(({ success }) => success)).toHaveLength(1);
  expect([await isActive(world.owner), await isActive(second)].sort()).toEqual([false, true]);
});

test('two owners who leave at the same moment: one stays', async () => {
  const second = await createMember(world.organizationId, 'owner');
  const both = await Promise.all([set(world.owner, world.owner), set(second, second)]);
  expect(both).toContainEqual(DONE);
  expect(both).toContainEqual(KEEP);
});

test.each(['agent', 'inactive'] as const)('%s changes nobody, not even themselves', async (who) => {
  for (const member of [world[who], world.rival, world.owner]) {
    expect(await set(world[who], member, who === 'inactive')).toEqual(NOT_ALLOWED);
  }
  expect([await isActive(world.inactive), await isActive(world.rival)]).toEqual([false, true]);
});

test('an organization never touches another one, and nobody signed in touches none', async () => {
  const unknown = refused('This person is not in your organization.');
  expect(await set(world.owner, abroad.agent)).toEqual(unknown);
  expect(await set(world.owner, { ...abroad.agent, id: '00000000-0000-4000-8000-000000000000' })).toEqual(
    unknown,
  );
  expect(await isActive(abroad.agent)).toBe(true);
  await expect(set({ ...world.owner, api: api() }, world.agent)).rejects.toThrow('42501');
  expect(await set(world.owner, world.agent, null)).toEqual(
    refused('Say whether the person is active.', 'active'),
  );
});

test('nobody gets around the function', async () => {
  for (const who of ['owner', 'admin', 'agent', 'inactive'] as const) {
    for (const change of [
      { is_active: true },
      { role: 'owner' },
      { organization_id: abroad.organizationId },
    ]) {
      const { error } = await untyped(world[who].api, 'users').update(change).eq('id', world[who].id);
      expect(error?.code).toBe('42501');
    }
  }
});

test('deactivation shuts every table at the next request; own row, organization and session stay', async () => {
  await recordSale(world.agent, world);
  expect((await world.agent.api.from('sales').select('id')).data).toHaveLength(1);
  await set(world.admin, world.agent);
  for (const table of [
    'sales',
    'commissions',
    'customers',
    'vendors',
    'notifications',
    'user_terms',
    'invitations',
  ]) {
    expect([table, (await untyped(world.agent.api, table).select('*')).data]).toEqual([table, []]);
  }
  const { data: me } = await world.agent.api
    .from('users')
    .select('id, is_active, organizations!users_organization_id_fkey(name)');
  expect(me).toEqual([{ id: world.agent.id, is_active: false, organizations: { name: 'Agency' } }]);
  expect(await sql('select 1 from auth.sessions where user_id = $1', [world.agent.id])).toHaveLength(1);
  await set(world.admin, world.agent, true);
  expect((await world.agent.api.from('sales').select('id')).data).toHaveLength(1);
});
