import { sql } from '../support/database';
import { invitationRow, invite, newAddress } from '../support/invitations';
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
} from '../support/team';
import { createMember, createTestAgency, untyped, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  otherAgency = await createTestAgency();
});
beforeEach(async () => {
  agency = await createTestAgency();
});

describe('roles', () => {
  test('an owner makes admins and agents; their open invitations of admins go with the right', async () => {
    expect(await setRole(agency.owner, agency.agent, 'admin')).toEqual(DONE);
    expect(await roleOf(agency.agent)).toBe('admin');
    const invitation = await invite(agency.agent, newAddress());
    expect(await setRole(agency.owner, agency.agent, 'agent')).toEqual(DONE);
    expect((await invitationRow(invitation)).revoked_at).not.toBeNull();
    // At the next request they are an agent again.
    expect((await agency.agent.api.from('invitations').select('id')).data).toEqual([]);
    expect(await setRole(agency.owner, agency.agent, 'agent')).toEqual(DONE);
  });

  test('an admin touches no admin and no owner, and makes none', async () => {
    const colleague = await createMember(agency.organizationId, 'admin');
    for (const member of [colleague, agency.owner, agency.admin]) {
      expect(await setRole(agency.admin, member, 'agent')).toEqual(refused(OWNERS_ONLY));
    }
    expect(await setRole(agency.admin, agency.agent, 'admin')).toEqual(
      refused('Only an owner can make somebody an admin.', 'role'),
    );
    expect(await roleOf(agency.agent)).toBe('agent');
  });

  test('the last active owner is not demoted, and nobody is made an owner this way', async () => {
    expect(await setRole(agency.owner, agency.owner, 'admin')).toEqual(refused(KEEP, 'role'));
    const second = await createMember(agency.organizationId, 'owner');
    await sql('update public.users set is_active = false where id = $1', [second.id]);
    expect(await setRole(agency.owner, agency.owner, 'agent')).toEqual(refused(KEEP, 'role'));
    expect(await setRole(agency.owner, agency.agent, 'owner')).toEqual(
      refused('Transfer the ownership to make somebody the owner.', 'role'),
    );
    for (const role of ['superuser', '', null]) {
      expect(await setRole(agency.owner, agency.agent, role)).toEqual(
        refused('Choose owner, admin or agent.', 'role'),
      );
    }
  });

  test.each(['agent', 'inactive'] as const)('%s changes nobody', async (who) => {
    for (const member of [agency[who], agency.rival, agency.owner]) {
      expect(await setRole(agency[who], member, 'admin')).toEqual(refused(NOT_ALLOWED));
      expect(await setSplit(agency[who], member, 100)).toEqual(refused(NOT_ALLOWED));
      expect((await transfer(agency[who], member)).success).toBe(false);
    }
  });

  test('nobody reaches another organization, and a revoked session nobody at all', async () => {
    expect(await setRole(agency.owner, otherAgency.agent, 'admin')).toEqual(refused(UNKNOWN));
    expect(await setSplit(agency.owner, otherAgency.agent, 1)).toEqual(refused(UNKNOWN));
    expect(await transfer(agency.owner, otherAgency.admin)).toEqual(refused(UNKNOWN, 'member_id'));
    await sql('delete from auth.sessions where user_id = $1', [agency.owner.id]);
    expect(await setRole(agency.owner, agency.agent, 'admin')).toEqual(refused(NOT_ALLOWED));
    expect(await setSplit(agency.owner, agency.agent, 1)).toEqual(refused(NOT_ALLOWED));
    expect(await deactivate(agency.owner, agency.agent)).toEqual(refused(NOT_ALLOWED));
  });

  test('owners who demote each other, and themselves, at the same moment: one stays', async () => {
    for (let round = 0; round < 4; round += 1) {
      const second = await createMember(agency.organizationId, 'owner');
      const answers = await Promise.all([
        setRole(agency.owner, second, 'agent'),
        setRole(second, agency.owner, 'agent'),
        setRole(second, second, 'admin'),
        deactivate(agency.owner, agency.owner),
        deactivate(second, agency.owner),
      ]);
      expect(answers.some(({ success }) => success)).toBe(true);
      expect(await ownersOf(agency)).toBe(1);
      await sql(`update public.users set role = 'owner', is_active = true where id = $1`, [agency.owner.id]);
      await sql(`update public.users set role = 'agent' where id = $1`, [second.id]);
    }
  });
});

describe('ownership', () => {
  test('goes to an active member of the organization, and the owner stays as an admin', async () => {
    const asAdmin = await invite(agency.owner, newAddress(), { role: 'admin' });
    expect(await transfer(agency.owner, agency.agent)).toEqual(DONE);
    expect([await roleOf(agency.owner), await roleOf(agency.agent)]).toEqual(['admin', 'owner']);
    expect((await invitationRow(asAdmin)).revoked_at).not.toBeNull();
    expect(await transfer(agency.owner, agency.rival)).toMatchObject({ success: false });
    const settings = await untyped(agency.owner.api, 'organizations')
      .update({ name: 'Mine' })
      .eq('id', agency.organizationId)
      .select();
    expect(settings.data).toEqual([]);
    expect(await transfer(agency.agent, agency.owner)).toEqual(DONE);
  });

  test('does not go to oneself, to inactive people, or from anybody but an owner', async () => {
    expect(await transfer(agency.owner, agency.owner)).toEqual(
      refused('You are the owner already.', 'member_id'),
    );
    expect(await transfer(agency.owner, agency.inactive)).toEqual(
      refused('Activate this person first: an owner has to be active.', 'member_id'),
    );
    const second = await createMember(agency.organizationId, 'owner');
    expect(await transfer(agency.owner, second)).toEqual(
      refused('This person is an owner already.', 'member_id'),
    );
    for (const member of [agency.admin, agency.agent, agency.owner]) {
      expect(await transfer(agency.admin, member)).toEqual(
        refused('Only an owner can transfer the ownership.', 'member_id'),
      );
    }
    expect(await ownersOf(agency)).toBe(2);
  });

  test('handed over several times at the same moment it has one owner in the end', async () => {
    for (let round = 0; round < 4; round += 1) {
      const [holder] = await sql<{ id: string }>(
        `select id from public.users where organization_id = $1 and role = 'owner'`,
        [agency.organizationId],
      );
      const people = [agency.owner, agency.admin, agency.agent, agency.rival];
      const from = people.find(({ id }) => id === holder?.id) ?? agency.owner;
      const answers = await Promise.all(
        people.filter(({ id }) => id !== from.id).map((member) => transfer(from, member)),
      );
      expect(answers.filter(({ success }) => success)).toHaveLength(1);
      expect(await ownersOf(agency)).toBe(1);
    }
  });

  test('handed over and deactivated at the same moment an owner remains', async () => {
    for (let round = 0; round < 3; round += 1) {
      await Promise.all([
        transfer(agency.owner, agency.admin),
        deactivate(agency.owner, agency.admin),
        deactivate(agency.admin, agency.agent),
        setRole(agency.owner, agency.admin, 'agent'),
      ]);
      expect(await ownersOf(agency)).toBe(1);
      await sql(`update public.users set is_active = true, role = 'owner' where id = $1`, [agency.owner.id]);
      await sql(`update public.users set is_active = true, role = 'admin' where id = $1`, [agency.admin.id]);
      await sql(`update public.users set is_active = true where id = $1`, [agency.agent.id]);
    }
  });
});
