import { asCaller } from '../support/claims';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** What follows from many sales that change in one statement is written for all of them at once, and is the same. */
const SALES = 400;
let agency: TestAgency;

beforeAll(async () => {
  agency = await createTestAgency();
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount,
       commission_basis, commission_rate)
     select $1, $2, $3, $4, 'MANY-' || n, date '2026-01-01' + n % 90, 100 + n, 'rate', 10 from generate_series(1, $5::int) n`,
    [agency.organizationId, agency.customerId, agency.vendorId, agency.agent.id, SALES],
  );
});

test('no trigger joins the rows before and after in a way that a plan for one row makes slow', async () => {
  // Vendors and customers are changed one at a time.
  const slow = await sql<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace = 'private'::regnamespace and p.prorettype = 'trigger'::regtype
       and p.prosrc ~ '(from|join) (replaced|changed|added|removed|written) \\w+\\s+((inner|left|right)\\s+)?join (replaced|changed|added|removed|written)\\M'
       and p.proname not in ('move_due_dates', 'keep_customer_totals')`,
  );
  expect(slow).toEqual([]);
});

test('a deactivated agent’s sales: each has its history, its commission’s and its message, and the sums are right', async () => {
  const before = await sqlOne<{ at: string }>('select clock_timestamp()::text as at');
  const { data } = await agency.owner.api.rpc('set_member_active', {
    member_id: agency.agent.id,
    active: false,
    reassign_to: agency.rival.id,
  });
  expect(data).toMatchObject({ success: true, reassigned: SALES });

  const histories = await sql(
    `select h.change_type, h.version, h.changed_by, h.changed_fields, h.previous_data, h.new_data, h.notes, count(*)::int as n
     from public.sales_history h where h.organization_id = $1 and h.change_type <> 'create' group by 1, 2, 3, 4, 5, 6, 7`,
    [agency.organizationId],
  );
  expect(histories).toEqual([
    {
      change_type: 'update',
      version: 2,
      changed_by: agency.owner.id,
      changed_fields: ['agent_id'],
      previous_data: { agent_id: agency.agent.id },
      new_data: { agent_id: agency.rival.id },
      notes: null,
      n: SALES,
    },
  ]);
  const ofCommissions = await sql(
    `select h.changed_by, h.previous_status, h.new_status, h.new_data, h.notes, count(distinct h.commission_id)::int as n
     from public.commission_history h where h.organization_id = $1 and h.change_type = 'update' group by 1, 2, 3, 4, 5`,
    [agency.organizationId],
  );
  expect(ofCommissions).toEqual([
    {
      changed_by: agency.owner.id,
      previous_status: 'unpaid',
      new_status: 'unpaid',
      new_data: { agent_id: agency.rival.id },
      notes: 'Sale given to another agent',
      n: SALES,
    },
  ]);
  expect(
    await sql(
      `select n.user_id, n.type, n.message, count(distinct n.commentable_id)::int as n from public.notifications n
       where n.organization_id = $1 and n.created_at > $2 and n.commentable_type = 'sales' group by 1, 2, 3`,
      [agency.organizationId, before.at],
    ),
  ).toEqual([
    { user_id: agency.rival.id, type: 'assignment', message: 'owner Test assigned you a sale.', n: SALES },
  ]);
  expect(
    await sql(`select row_data from private.check_totals() where row_data ->> 'organization_id' = $1`, [
      agency.organizationId,
    ]),
  ).toEqual([]);
  const [split] = await sql<{ splits: string[]; shares: boolean }>(
    `select array_agg(distinct commission_split::text) as splits, bool_and(agent_amount = round(amount * 0.8, 2)) as shares
     from public.commissions where organization_id = $1`,
    [agency.organizationId],
  );
  expect(split).toEqual({ splits: ['80.00'], shares: true });
});

test('whoever takes sales over themselves is not told so', async () => {
  await agency.owner.api.rpc('set_member_active', {
    member_id: agency.rival.id,
    active: false,
    reassign_to: agency.owner.id,
  });
  await sql('update public.users set is_active = true where organization_id = $1', [agency.organizationId]);
  expect(
    await sql(`select type from public.notifications where user_id = $1 and type <> 'sale_recorded'`, [
      agency.owner.id,
    ]),
  ).toEqual([]);
  expect(
    await sql(`select count(*)::int as n from public.sales where agent_id = $1`, [agency.owner.id]),
  ).toEqual([{ n: SALES }]);
});

test('who may give sales away is asked for every statement, whoever acted before and whatever is set', async () => {
  const { id } = await agency.sale();
  const give = `update public.sales set agent_id = '${agency.rival.id}' where id = '${id}'`;
  const session = await sqlOne<{ id: string }>(
    'select max(id::text) as id from auth.sessions where user_id = $1',
    [agency.agent.id],
  );
  const refused = expect.objectContaining({ code: 'P0001', hint: 'agent_id' }) as unknown;
  await asCaller(agency.admin, async (client) => {
    await client.query(`update public.sales set agent_id = '${agency.agent.id}' where id = '${id}'`);
    // The same transaction, somebody else.
    await client.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({ role: 'authenticated', sub: agency.agent.id, session_id: session.id }),
    ]);
    await client.query('savepoint refused');
    await expect(client.query(give)).rejects.toEqual(refused);
    await client.query('rollback to refused');
  });
  const { error } = await agency.agent.api.from('sales').update({ agent_id: agency.rival.id }).eq('id', id);
  expect(error).toMatchObject({ code: 'P0001', hint: 'agent_id' });
});

test('an agent reads and writes like before: one sale, one entry, with the names of travelers', async () => {
  const { data: friend } = await agency.agent.api
    .from('customers')
    .insert({ first_name: 'Anna', last_name: 'Kay' })
    .select('id')
    .single();
  const { id } = await agency.sale({ travelers: [friend?.id ?? ''] });
  await agency.agent.api
    .from('sales')
    .update({ traveler_ids: [], notes: 'Alone' } as never)
    .eq('id', id);
  const entries = await sql(
    `select change_type, changed_fields, previous_data, new_data from public.sales_history where sales_id = $1 order by version`,
    [id],
  );
  expect(entries).toEqual([
    expect.objectContaining({
      change_type: 'create',
      new_data: expect.objectContaining({ travelers: ['Anna Kay'], agent_id: agency.agent.id }),
    }),
    {
      change_type: 'update',
      changed_fields: ['notes', 'travelers'],
      previous_data: { notes: null, travelers: ['Anna Kay'] },
      new_data: { notes: 'Alone', travelers: [] },
    },
  ]);
});
