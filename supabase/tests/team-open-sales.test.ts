import { sql } from './support/database';
import { memberProfile, outcomeOf } from './support/directory';
import { deactivate, DONE, KEEP, refused } from './support/team';
import { commissionOf, createMember, createWorld, recordSale, type World } from './support/world';

let world: World;
let abroad: World;
beforeAll(async () => {
  abroad = await createWorld();
});
beforeEach(async () => {
  world = await createWorld();
});

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
