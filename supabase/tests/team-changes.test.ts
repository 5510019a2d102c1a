import { sql } from './support/database';
import { invitationRow, invite, newAddress } from './support/invitations';
import {
  deactivate,
  DONE,
  KEEP,
  NOT_ALLOWED,
  OWNERS_ONLY,
  ownersOf,
  refused,
  roleOf,
  setRole,
  setSplit,
  transfer,
  UNKNOWN,
} from './support/team';
import { createMember, createWorld, untyped, type World } from './support/world';

let world: World;
let abroad: World;
beforeAll(async () => {
  abroad = await createWorld();
});
beforeEach(async () => {
  world = await createWorld();
});

describe('roles', () => {
  test('an owner makes admins and agents; their open invitations of admins go with the right', async () => {
    expect(await setRole(world.owner, world.agent, 'admin')).toEqual(DONE);
    expect(await roleOf(world.agent)).toBe('admin');
    const invitation = await invite(world.agent, newAddress());
    expect(await setRole(world.owner, world.agent, 'agent')).toEqual(DONE);
    expect((await invitationRow(invitation)).revoked_at).not.toBeNull();
    // At the next request they are an agent again.
    expect((await world.agent.api.from('invitations').select('id')).data).toEqual([]);
    expect(await setRole(world.owner, world.agent, 'agent')).toEqual(DONE);
  });

  test('an admin touches no admin and no owner, and makes none', async () => {
    const colleague = await createMember(world.organizationId, 'admin');
    for (const member of [colleague, world.owner, world.admin]) {
      expect(await setRole(world.admin, member, 'agent')).toEqual(refused(OWNERS_ONLY));
    }
    expect(await setRole(world.admin, world.agent, 'admin')).toEqual(
      refused('Only an owner can make somebody an admin.', 'role'),
    );
    expect(await roleOf(world.agent)).toBe('agent');
  });

  test('the last active owner is not demoted, and nobody is made an owner this way', async () => {
    expect(await setRole(world.owner, world.owner, 'admin')).toEqual(refused(KEEP, 'role'));
    const second = await createMember(world.organizationId, 'owner');
    await sql('update public.users set is_active = false where id = $1', [second.id]);
    expect(await setRole(world.owner, world.owner, 'agent')).toEqual(refused(KEEP, 'role'));
    expect(await setRole(world.owner, world.agent, 'owner')).toEqual(
      refused('Transfer the ownership to make somebody the owner.', 'role'),
    );
    for (const role of ['superuser', '', null]) {
      expect(await setRole(world.owner, world.agent, role)).toEqual(
        refused('Choose owner, admin or agent.', 'role'),
      );
    }
  });

  test.each(['agent', 'inactive'] as const)('%s changes nobody', async (who) => {
    for (const member of [world[who], world.rival, world.owner]) {
      expect(await setRole(world[who], member, 'admin')).toEqual(refused(NOT_ALLOWED));
      expect(await setSplit(world[who], member, 100)).toEqual(refused(NOT_ALLOWED));
      expect((await transfer(world[who], member)).success).toBe(false);
    }
  });

  test('nobody reaches another organization, and a revoked session nobody at all', async () => {
    expect(await setRole(world.owner, abroad.agent, 'admin')).toEqual(refused(UNKNOWN));
    expect(await setSplit(world.owner, abroad.agent, 1)).toEqual(refused(UNKNOWN));
    expect(await transfer(world.owner, abroad.admin)).toEqual(refused(UNKNOWN, 'member_id'));
    await sql('delete from auth.sessions where user_id = $1', [world.owner.id]);
    expect(await setRole(world.owner, world.agent, 'admin')).toEqual(refused(NOT_ALLOWED));
    expect(await setSplit(world.owner, world.agent, 1)).toEqual(refused(NOT_ALLOWED));
    expect(await deactivate(world.owner, world.agent)).toEqual(refused(NOT_ALLOWED));
  });

  test('owners who demote each other, and themselves, at the same moment: one stays', async () => {
    for (let round = 0; round < 4; round += 1) {
      const second = await createMember(world.organizationId, 'owner');
      const answers = await Promise.all([
        setRole(world.owner, second, 'agent'),
        setRole(second, world.owner, 'agent'),
        setRole(second, second, 'admin'),
        deactivate(world.owner, world.owner),
        deactivate(second, world.owner),
      ]);
      expect(answers.some(({ success }) => success)).toBe(true);
      expect(await ownersOf(world)).toBe(1);
      await sql(`update public.users set role = 'owner', is_active = true where id = $1`, [world.owner.id]);
      await sql(`update public.users set role = 'agent' where id = $1`, [second.id]);
    }
  });
});

describe('ownership', () => {
  test('goes to an active member of the organization, and the owner stays as an admin', async () => {
    const asAdmin = await invite(world.owner, newAddress(), { role: 'admin' });
    expect(await transfer(world.owner, world.agent)).toEqual(DONE);
    expect([await roleOf(world.owner), await roleOf(world.agent)]).toEqual(['admin', 'owner']);
    expect((await invitationRow(asAdmin)).revoked_at).not.toBeNull();
    expect(await transfer(world.owner, world.rival)).toMatchObject({ success: false });
    const settings = await untyped(world.owner.api, 'organizations')
      .update({ name: 'Mine' })
      .eq('id', world.organizationId)
      .select();
    expect(settings.data).toEqual([]);
    expect(await transfer(world.agent, world.owner)).toEqual(DONE);
  });

  test('does not go to oneself, to inactive people, or from anybody but an owner', async () => {
    expect(await transfer(world.owner, world.owner)).toEqual(
      refused('You are the owner already.', 'member_id'),
    );
    expect(await transfer(world.owner, world.inactive)).toEqual(
      refused('Activate this person first: an owner has to be active.', 'member_id'),
    );
    const second = await createMember(world.organizationId, 'owner');
    expect(await transfer(world.owner, second)).toEqual(
      refused('This person is an owner already.', 'member_id'),
    );
    for (const member of [world.admin, world.agent, world.owner]) {
      expect(await transfer(world.admin, member)).toEqual(
        refused('Only an owner can transfer the ownership.', 'member_id'),
      );
    }
    expect(await ownersOf(world)).toBe(2);
  });

  test('handed over several times at the same moment it has one owner in the end', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [holder] = await sql<{ id: string }>(
        `select id from public.users where organization_id = $1 and role = 'owner'`,
        [world.organizationId],
      );
      const people = [world.owner, world.admin, world.agent, world.rival];
      const from = people.find(({ id }) => id === holder?.id) ?? world.owner;
      const answers = await Promise.all(
        people.filter(({ id }) => id !== from.id).map((member) => transfer(from, member)),
      );
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
      expect(await ownersOf(world)).toBe(1);
    }
  });

  test('handed over and deactivated at the same moment an owner remains', async () => {
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([
        transfer(world.owner, world.admin),
        deactivate(world.owner, world.admin),
        deactivate(world.admin, world.agent),
        setRole(world.owner, world.admin, 'agent'),
      ]);
      expect(await ownersOf(world)).toBe(1);
      await sql(`update public.users set is_active = true, role = 'owner' where id = $1`, [world.owner.id]);
      await sql(`update public.users set is_active = true, role = 'admin' where id = $1`, [world.admin.id]);
      await sql(`update public.users set is_active = true where id = $1`, [world.agent.id]);
    }
  });
});
