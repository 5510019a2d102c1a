import { sql } from '../support/database';
import { memberProfile, outcomeOf } from '../support/directory';
import { deactivate, DONE, KEEP, refused } from '../support/team';
import { commissionOf, createMember, createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  otherAgency = await createTestAgency();
});
beforeEach(async () => {
  agency = await createTestAgency();
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
    const sale = await agency.sale();
    expect(await deactivate(agency.admin, agency.agent)).toEqual({ ...DONE, reassigned: 0 });
    expect(await agents([sale.id])).toEqual([agency.agent.id]);
  });

  test('go over with history, split and news; what is paid, cancelled or received stays', async () => {
    const [first, second, paid, cancelled, received] = [
      await agency.sale({ reference: 'S-1' }),
      await agency.sale({ reference: 'S-2' }),
      await agency.sale({ reference: 'S-3', paid: true }),
      await agency.sale({ reference: 'S-4', cancelled: true }),
      await agency.sale({ reference: 'S-5' }),
    ];
    const foreign = await agency.sale({ agent: agency.owner, reference: 'OWN' });
    await agency.admin.api
      .from('commissions')
      .update({ status: 'funds_received' })
      .eq('sales_id', received.id);
    await sql('delete from public.notifications where user_id = $1', [agency.rival.id]);

    expect(await deactivate(agency.admin, agency.agent, agency.rival)).toEqual({ ...DONE, reassigned: 2 });
    expect(await agents([first, second, paid, cancelled, received, foreign].map(({ id }) => id))).toEqual([
      agency.rival.id,
      agency.rival.id,
      agency.agent.id,
      agency.agent.id,
      agency.agent.id,
      agency.owner.id,
    ]);
    expect(await commissionOf(first.id)).toMatchObject({ agent_id: agency.rival.id, agent_amount: '80.00' });
    const [told] = await sql(
      `select changed_by, changed_fields, new_data from public.sales_history where sales_id = $1 order by version desc limit 1`,
      [first.id],
    );
    expect(told).toEqual({
      changed_by: agency.admin.id,
      changed_fields: ['agent_id'],
      new_data: { agent_id: agency.rival.id },
    });
    expect(
      await sql(
        `select type, commentable_id from public.notifications where user_id = $1 order by commentable_id`,
        [agency.rival.id],
      ),
    ).toEqual([first.id, second.id].sort().map((id) => ({ type: 'assignment', commentable_id: id })));
    expect(await sql('select * from private.check_totals()')).toEqual([]);
    expect((await memberProfile(agency.rival, agency.rival.id))?.figures.booked_sales_count).toBe(2);
    // Somebody inactive can still be relieved of what was left.
    await sql(`update public.sales set agent_id = $2 where id = $1`, [first.id, agency.agent.id]);
    expect(await deactivate(agency.owner, agency.agent, agency.owner)).toEqual({ ...DONE, reassigned: 1 });
  });

  test('are taken by an active colleague only, and nobody is deactivated otherwise', async () => {
    const sale = await agency.sale();
    const wrong = 'Choose an active member of your organization to take over the open sales.';
    for (const to of [agency.inactive, otherAgency.agent]) {
      expect(await deactivate(agency.admin, agency.agent, to)).toEqual(refused(wrong, 'reassign_to'));
    }
    expect(await deactivate(agency.admin, agency.agent, agency.agent)).toEqual(
      refused('Choose somebody else to take over the open sales.', 'reassign_to'),
    );
    const activate = { member_id: agency.agent.id, active: true, reassign_to: agency.rival.id };
    expect(await outcomeOf(agency.admin, 'set_member_active', activate)).toMatchObject({
      field: 'reassign_to',
    });
    expect(await agents([sale.id])).toEqual([agency.agent.id]);
    expect((await agency.agent.api.from('sales').select('id')).data).toHaveLength(1);
  });

  test('come back when the last owner cannot leave, and go when there is a second', async () => {
    const sale = await agency.sale({ agent: agency.owner });
    expect(await deactivate(agency.owner, agency.owner, agency.rival)).toEqual(refused(KEEP));
    expect(await agents([sale.id])).toEqual([agency.owner.id]);
    await createMember(agency.organizationId, 'owner');
    expect(await deactivate(agency.owner, agency.owner, agency.rival)).toEqual({ ...DONE, reassigned: 1 });
    expect(await agents([sale.id])).toEqual([agency.rival.id]);
  });

  test('are edited, paid and re-dated while they go over: nothing waits for ever, and all agrees', async () => {
    const sales = await Promise.all(
      Array.from({ length: 12 }, (_, n) => agency.sale({ reference: `M-${n}`, departs: '2026-07-01' })),
    );
    const edits = sales.map(
      ({ id }, n) =>
        () =>
          n % 3 === 0
            ? agency.owner.api
                .from('sales')
                .update({ total_amount: 2000 + n })
                .eq('id', id)
            : n % 3 === 1
              ? agency.owner.api.from('sales').update({ status: 'paid' }).eq('id', id)
              : agency.owner.api
                  .from('commissions')
                  .update({ notes: `n ${n}` })
                  .eq('sales_id', id),
    );
    const [first, second] = await Promise.all([
      deactivate(agency.admin, agency.agent, agency.rival),
      deactivate(agency.owner, agency.rival, agency.agent),
      ...edits.map((edit) => edit().then(({ error }) => expect([undefined, 'P0001']).toContain(error?.code))),
      ...[5, 10, 15].map((days) =>
        agency.admin.api
          .from('vendor_terms')
          .update({ expected_payment_days: days })
          .eq('vendor_id', agency.vendorId)
          .then(({ error }) => {
            expect(error).toBeNull();
          }),
      ),
    ]);
    // Whoever came second found the other one inactive.
    expect([first.success, second.success].sort()).toEqual([false, true]);
    expect(await sql('select * from private.check_totals()')).toEqual([]);
    expect(
      await sql(
        `select s.id from public.sales s join public.commissions c on c.sales_id = s.id join public.vendor_terms v on v.vendor_id = s.vendor_id
         where s.organization_id = $1 and (c.agent_id <> s.agent_id or c.status = 'unpaid' and c.due_on is distinct from
           private.due_on(v.expected_payment_days, v.expected_payment_basis, s.sale_date, s.travel_date, s.return_date))`,
        [agency.organizationId],
      ),
    ).toEqual([]);
  });
});
