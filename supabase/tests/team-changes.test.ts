import { sql, sqlOne } from './support/database';
import { memberProfile, outcomeOf } from './support/directory';
import { accept, invitationRow, invite, newAddress, newcomer } from './support/invitations';
import {
  commissionOf,
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

const setRole = (by: Person, { id }: Person, role: string | null) =>
  outcomeOf(by, 'set_member_role', { member_id: id, role });
const setSplit = (by: Person, { id }: Person, commission_split: number | string | null) =>
  outcomeOf(by, 'set_member_split', { member_id: id, commission_split });
const transfer = (by: Person, { id }: Person) => outcomeOf(by, 'transfer_ownership', { member_id: id });
const deactivate = (by: Person, { id }: Person, to: Person | null = null) =>
  outcomeOf(by, 'set_member_active', { member_id: id, active: false, reassign_to: to?.id ?? null });
const roleOf = async ({ id }: Person) =>
  (await sqlOne<{ role: string }>('select role from public.users where id = $1', [id])).role;
const owners = async () =>
  (
    await sqlOne<{ n: number }>(
      `select count(*)::int as n from public.users where organization_id = $1 and role = 'owner' and is_active`,
      [world.organizationId],
    )
  ).n;

const DONE = { success: true, error: null, field: null };
const NOT_ALLOWED = 'You do not have permission to change team members.';
const OWNERS_ONLY = 'Only an owner can change admins and owners.';
const UNKNOWN = 'This person is not in your organization.';
const KEEP = 'An organization always keeps at least one active owner.';
const refused = (error: string, field: string | null = null) => ({ success: false, error, field });

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
      expect(await owners()).toBe(1);
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
    expect(await owners()).toBe(2);
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
      expect(await owners()).toBe(1);
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
      expect(await owners()).toBe(1);
      await sql(`update public.users set is_active = true, role = 'owner' where id = $1`, [world.owner.id]);
      await sql(`update public.users set is_active = true, role = 'admin' where id = $1`, [world.admin.id]);
      await sql(`update public.users set is_active = true where id = $1`, [world.agent.id]);
    }
  });
});

describe('splits', () => {
  test('a new split counts for new sales, and the history keeps who changed it', async () => {
    const before = await recordSale(world.agent, world);
    expect(await setSplit(world.admin, world.agent, 72.5)).toEqual(DONE);
    const after = await recordSale(world.agent, world, { booking_reference: 'NEW' });
    expect(Number((await commissionOf(before.id)).commission_split)).toBe(60);
    expect(Number((await commissionOf(after.id)).commission_split)).toBe(72.5);
    // The same again is no change, also when it only rounds to the same.
    expect(await setSplit(world.owner, world.agent, 72.501)).toEqual(DONE);
    expect(await setSplit(world.owner, world.agent, 0)).toEqual(DONE);
    const profile = await memberProfile(world.agent, world.agent.id);
    expect(profile?.terms.commission_split).toBe(0);
    expect(profile?.terms.history.slice(0, 2)).toMatchObject([
      { previous_split: 72.5, commission_split: 0, changed_by: { id: world.owner.id } },
      { previous_split: 60, commission_split: 72.5, changed_by: { id: world.admin.id } },
    ]);
  });

  test('the split somebody joins with is no change', async () => {
    const joiner = await newcomerOf(world);
    expect((await memberProfile(joiner, joiner.id))?.terms).toEqual({ commission_split: 45, history: [] });
  });

  test.each([-0.01, 100.01, 'NaN', 'Infinity', null])('%p is refused', async (split) => {
    expect(await setSplit(world.owner, world.agent, split)).toEqual(
      refused('Enter a percentage from 0 to 100.', 'commission_split'),
    );
  });

  test('admins set those of agents, owners everybody’s; nobody else reads or writes them', async () => {
    expect(await setSplit(world.admin, world.admin, 100)).toEqual(refused(OWNERS_ONLY));
    expect(await setSplit(world.admin, world.owner, 100)).toEqual(refused(OWNERS_ONLY));
    expect(await setSplit(world.owner, world.admin, 90)).toEqual(DONE);
    expect(await setSplit(world.owner, world.owner, 90)).toEqual(DONE);
    await setSplit(world.admin, world.rival, 81);
    const seen = async (who: Person) =>
      ((await untyped(who.api, 'user_terms_history').select('user_id')).data ?? []).length;
    // What the set-up changed counts as well: one each of agent and rival.
    expect(
      await Promise.all([world.owner, world.agent, world.rival, world.inactive, abroad.owner].map(seen)),
    ).toEqual([5, 1, 2, 0, await seen(abroad.owner)]);
    for (const who of ['owner', 'agent'] as const) {
      const forged = await untyped(world[who].api, 'user_terms_history').insert({
        user_id: world.agent.id,
        organization_id: world.organizationId,
        previous_split: 1,
        commission_split: 2,
      });
      expect(forged.error?.code).toBe('42501');
    }
    await expect(
      sql('delete from public.user_terms_history where user_id = $1', [world.rival.id]),
    ).rejects.toThrow('History can be neither changed nor deleted.');
  });
});

async function newcomerOf(home: World): Promise<Person> {
  const address = newAddress();
  await invite(home.admin, address, { commission_split: 45 });
  const person = await newcomer(address);
  const answer = await accept(person.api);
  if (!answer.success) throw new Error(String(answer.error));
  return person;
}

describe('open sales of somebody who leaves', () => {
  const agents = async (ids: string[]) =>
    (
      await sql<{ agent_id: string }>(
        `select s.agent_id from unnest($1::uuid[]) with ordinality u(id, n) join public.sales s on s.id = u.id order by n`,
        [ids],
      )
    ).map(({ agent_id: agent }) => agent);

  test('stay with them when nobody is chosen', async () => {
    const sale = await recordSale(world.agent, world);
    expect(await deactivate(world.admin, world.agent)).toEqual({ ...DONE, reassigned: 0 });
    expect(await agents([sale.id])).toEqual([world.agent.id]);
  });

  test('go over with history, split and news; what is paid, cancelled or received stays', async () => {
    const record = (n: number) => recordSale(world.agent, world, { booking_reference: `S-${n}` });
    const [first, second, paid, cancelled, received] = [
      await record(1),
      await record(2),
      await record(3),
      await record(4),
      await record(5),
    ];
    const foreign = await recordSale(world.owner, world, { booking_reference: 'OWN' });
    await world.agent.api.from('sales').update({ status: 'paid' }).eq('id', paid.id);
    await world.agent.api.from('sales').update({ status: 'cancelled' }).eq('id', cancelled.id);
    await world.admin.api
      .from('commissions')
      .update({ status: 'funds_received' })
      .eq('sales_id', received.id);
    await sql('delete from public.notifications where user_id = $1', [world.rival.id]);

    expect(await deactivate(world.admin, world.agent, world.rival)).toEqual({ ...DONE, reassigned: 2 });
    expect(await agents([first, second, paid, cancelled, received, foreign].map(({ id }) => id))).toEqual([
      world.rival.id,
      world.rival.id,
      world.agent.id,
      world.agent.id,
      world.agent.id,
      world.owner.id,
    ]);
    expect(await commissionOf(first.id)).toMatchObject({ agent_id: world.rival.id, agent_amount: '80.00' });
    const [told] = await sql(
      `select changed_by, changed_fields, new_data from public.sales_history where sales_id = $1 order by version desc limit 1`,
      [first.id],
    );
    expect(told).toEqual({
      changed_by: world.admin.id,
      changed_fields: ['agent_id'],
      new_data: { agent_id: world.rival.id },
    });
    expect(
      await sql(
        `select type, commentable_id from public.notifications where user_id = $1 order by commentable_id`,
        [world.rival.id],
      ),
    ).toEqual([first.id, second.id].sort().map((id) => ({ type: 'assignment', commentable_id: id })));
    expect(await sql('select * from private.check_rollups()')).toEqual([]);
    expect((await memberProfile(world.rival, world.rival.id))?.figures.booked_sales_count).toBe(2);
    // Somebody inactive can still be relieved of what was left.
    await sql(`update public.sales set agent_id = $2 where id = $1`, [first.id, world.agent.id]);
    expect(await deactivate(world.owner, world.agent, world.owner)).toEqual({ ...DONE, reassigned: 1 });
  });

  test('are taken by an active colleague only, and nobody is deactivated otherwise', async () => {
    const sale = await recordSale(world.agent, world);
    const wrong = 'Choose an active member of your organization to take over the open sales.';
    for (const to of [world.inactive, abroad.agent]) {
      expect(await deactivate(world.admin, world.agent, to)).toEqual(refused(wrong, 'reassign_to'));
    }
    expect(await deactivate(world.admin, world.agent, world.agent)).toEqual(
      refused('Choose somebody else to take over the open sales.', 'reassign_to'),
    );
    const activate = { member_id: world.agent.id, active: true, reassign_to: world.rival.id };
    expect(await outcomeOf(world.admin, 'set_member_active', activate)).toMatchObject({
      field: 'reassign_to',
    });
    expect(await agents([sale.id])).toEqual([world.agent.id]);
    expect((await world.agent.api.from('sales').select('id')).data).toHaveLength(1);
  });

  test('come back when the last owner cannot leave, and go when there is a second', async () => {
    const sale = await recordSale(world.owner, world);
    expect(await deactivate(world.owner, world.owner, world.rival)).toEqual(refused(KEEP));
    expect(await agents([sale.id])).toEqual([world.owner.id]);
    await createMember(world.organizationId, 'owner');
    expect(await deactivate(world.owner, world.owner, world.rival)).toEqual({ ...DONE, reassigned: 1 });
    expect(await agents([sale.id])).toEqual([world.rival.id]);
  });

  test('are edited, paid and re-dated while they go over: nothing waits for ever, and all agrees', async () => {
    const sales = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        recordSale(world.agent, world, { booking_reference: `M-${n}`, travel_date: '2026-07-01' }),
      ),
    );
    const edits = sales.map(
      ({ id }, n) =>
        () =>
          n % 3 === 0
            ? world.owner.api
                .from('sales')
                .update({ total_amount: 2000 + n })
                .eq('id', id)
            : n % 3 === 1
              ? world.owner.api.from('sales').update({ status: 'paid' }).eq('id', id)
              : world.owner.api
                  .from('commissions')
                  .update({ notes: `n ${n}` })
                  .eq('sales_id', id),
    );
    const [first, second] = await Promise.all([
      deactivate(world.admin, world.agent, world.rival),
      deactivate(world.owner, world.rival, world.agent),
      ...edits.map((edit) => edit().then(({ error }) => expect([undefined, 'P0001']).toContain(error?.code))),
      ...[5, 10, 15].map((days) =>
        world.admin.api
          .from('vendors')
          .update({ expected_payment_days: days })
          .eq('id', world.vendorId)
          .then(({ error }) => {
            expect(error).toBeNull();
          }),
      ),
    ]);
    // Whoever came second found the other one inactive.
    expect([first.success, second.success].sort()).toEqual([false, true]);
    expect(await sql('select * from private.check_rollups()')).toEqual([]);
    expect(
      await sql(
        `select s.id from public.sales s join public.commissions c on c.sales_id = s.id join public.vendors v on v.id = s.vendor_id
         where s.organization_id = $1 and (c.agent_id <> s.agent_id or c.status = 'unpaid' and c.due_on is distinct from
           private.due_on(v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date))`,
        [world.organizationId],
      ),
    ).toEqual([]);
  });
});
