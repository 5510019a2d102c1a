import { sql } from '../support/database';
import { paymentOf } from '../support/deeds';
import {
  commissionOf,
  createMember,
  createTestAgency,
  handOf,
  readyToPay,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
});

/** What a person finds behind their bell, oldest first. */
const told = async ({ api }: Person) =>
  (
    await api
      .from('notifications')
      .select('type, message, commentable_type, commentable_id, is_read')
      .order('created_at')
      .order('id')
  ).data;

const update = async (by: Person, saleId: string, change: object) => {
  const { error } = await untyped(by.api, 'sales').update(change).eq('id', saleId);
  if (error) throw new Error(error.message);
};

const SALE = 'sale BF-1001 for Vera Lind';

test('a sale that an admin records for an agent is told to the agent', async () => {
  const sale = await agency.sale({ by: agency.admin });
  expect(await told(agency.agent)).toEqual([
    {
      type: 'assignment',
      message: 'admin Test assigned you a sale.',
      commentable_type: 'sales',
      commentable_id: sale.id,
      is_read: false,
    },
  ]);
  for (const other of [agency.admin, agency.rival]) expect(await told(other)).toEqual([]);
  expect(await told(agency.owner)).toMatchObject([{ type: 'sale_recorded' }]);
});

test('a reassigned sale is told to its new agent, not to the one who lost it', async () => {
  const { id } = await agency.sale();
  await update(agency.owner, id, { agent_id: agency.rival.id });
  expect(await told(agency.rival)).toMatchObject([
    { type: 'assignment', message: 'owner Test assigned you a sale.' },
  ]);
  expect(await told(agency.agent)).toEqual([]);
  // An admin who takes a sale over knows.
  await update(agency.admin, id, { agent_id: agency.admin.id });
  expect(await told(agency.admin)).toMatchObject([{ type: 'sale_recorded' }]);
});

test('that the customer paid, and the payout, are told to the agent, once each', async () => {
  const { id } = await agency.sale();
  const payment = await readyToPay(agency, id);
  await agency.admin.api.rpc('record_agent_payment', payment);
  const about = { commentable_type: 'commissions', commentable_id: payment.commission_id, is_read: false };
  expect(await told(agency.agent)).toEqual([
    { type: 'commission', message: `The customer paid the ${SALE}. Your commission can be paid.`, ...about },
    { type: 'payout', message: `Your payout for the ${SALE} was recorded.`, ...about },
  ]);
  expect(await told(agency.rival)).toEqual([]);
});

test('funds received before the sale is paid are told as well, and not again when it is', async () => {
  const { id, commissionId } = await agency.sale();
  await agency.admin.api.from('commissions').update({ status: 'funds_received' }).eq('id', commissionId);
  await update(agency.admin, id, { status: 'paid' });
  expect(await told(agency.agent)).toMatchObject([
    { type: 'commission', message: `Your commission on the ${SALE} is marked as funds received.` },
  ]);
});

test('that the vendor paid is told where an admin has recorded the receipt', async () => {
  const { commissionId: commission_id } = await agency.sale();
  await agency.admin.api.rpc('record_receipt', {
    commission_id,
    received_on: '2026-06-01',
    received_amount: 100,
  });
  expect(await told(agency.agent)).toMatchObject([
    { type: 'commission', message: `Blue Fleet paid the commission on the ${SALE}.` },
  ]);
});

test('a sale cancelled by somebody else is told to its agent, in one message', async () => {
  const { id } = await agency.sale();
  await update(agency.admin, id, { status: 'cancelled', agent_id: agency.rival.id });
  expect(await told(agency.agent)).toMatchObject([
    {
      type: 'sale',
      message: 'admin Test cancelled your sale.',
      commentable_type: 'sales',
      commentable_id: id,
    },
  ]);
  expect(await told(agency.rival)).toEqual([]);
});

test('nobody is told of what they did themselves', async () => {
  const { id } = await agency.sale();
  await update(agency.agent, id, { total_amount: 2000, notes: 'Window seat' });
  await update(agency.agent, id, { status: 'paid' });
  const second = await agency.sale();
  await update(agency.agent, second.id, { status: 'cancelled' });
  const own = await agency.sale({ agent: agency.admin });
  await agency.admin.api.rpc('record_agent_payment', {
    ...(await readyToPay(agency, own.id)),
    agent_id: agency.admin.id,
  });
  expect(
    await sql(
      `select n.message from public.notifications n join public.users u on u.id = n.user_id
       where n.organization_id = $1 and starts_with(n.message, u.first_name || ' ' || u.last_name)`,
      [agency.organizationId],
    ),
  ).toEqual([]);
  expect(await told(agency.agent)).toEqual([]);
});

describe('admins hear of sales', () => {
  const about = (id: string | null) => ({ commentable_type: 'sales', commentable_id: id, is_read: false });
  const recorded = 'agent Test recorded a sale.';
  const paid = 'agent Test marked a sale as paid by the customer.';

  test('that others record, and that are paid; nobody else does', async () => {
    const { id } = await agency.sale();
    await update(agency.agent, id, { notes: 'no news' });
    await update(agency.agent, id, { status: 'paid' });
    await update(agency.agent, id, { notes: 'no news either' });
    const news = [
      { type: 'sale_recorded', message: recorded, ...about(id) },
      { type: 'sale_paid', message: paid, ...about(id) },
    ];
    for (const admin of [agency.owner, agency.admin]) expect(await told(admin)).toEqual(news);
    for (const other of [agency.agent, agency.rival]) expect(await told(other)).toEqual([]);
    const deactivated = await sql('select 1 from public.notifications where user_id = $1', [
      agency.inactive.id,
    ]);
    expect(deactivated).toEqual([]);
    const stranger = await createTestAgency();
    expect(await told(stranger.owner)).toEqual([]);
  });

  test('one message for the sales of one statement', async () => {
    await sql(
      `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount,
         commission_basis, commission_rate)
       select $1, $2, $3, $4, 'ALL-' || n, date '2026-01-01', 100, 'rate', 10 from generate_series(1, 3) n`,
      [agency.organizationId, agency.customerId, agency.vendorId, agency.agent.id],
    );
    await sql(`update public.sales set status = 'paid' where organization_id = $1`, [agency.organizationId]);
    expect(await told(agency.admin)).toEqual([
      { type: 'sale_recorded', message: 'An admin recorded 3 sales.', ...about(null) },
      { type: 'sale_paid', message: 'An admin marked 3 sales as paid by the customer.', ...about(null) },
    ]);
  });

  test('once: who is its agent hears of it as its agent', async () => {
    const { id } = await agency.sale({ agent: agency.owner, by: agency.admin });
    expect(await told(agency.owner)).toMatchObject([{ type: 'assignment', ...about(id) }]);
  });

  test('unless they do not want to, which is for each to say', async () => {
    const silence = (person: Person, who: string) =>
      person.api.from('users').update({ hears_of_sales: false }).eq('id', who).select('id');
    expect((await silence(agency.owner, agency.admin.id)).data).toEqual([]);
    expect((await silence(agency.admin, agency.admin.id)).data).toHaveLength(1);
    await agency.sale();
    expect(await told(agency.admin)).toEqual([]);
    expect(await told(agency.owner)).toMatchObject([{ type: 'sale_recorded' }]);
  });
});

test('edits by an admin that are no news are not told', async () => {
  const { id } = await agency.sale();
  await update(agency.admin, id, {
    total_amount: 1200,
    notes: 'Checked',
    status: 'booked',
    agent_id: agency.agent.id,
  });
  expect(await told(agency.agent)).toEqual([]);
});

test('what is refused is not told', async () => {
  const { id } = await agency.sale();
  await update(agency.agent, id, { status: 'paid' });
  await expect(update(agency.admin, id, { agent_id: agency.rival.id })).rejects.toThrow(
    'cannot change any more',
  );
  const payment = { ...paymentOf(await commissionOf(id), handOf(agency.admin)), amount: 1 };
  expect((await agency.admin.api.rpc('record_agent_payment', payment)).data).toMatchObject({
    success: false,
  });
  expect([await told(agency.agent), await told(agency.rival)]).toEqual([[], []]);
});

test('the operator’s own work is told under no name', async () => {
  const { id } = await agency.sale();
  await sql(`update public.sales set status = 'cancelled' where id = $1`, [id]);
  expect(await told(agency.agent)).toMatchObject([{ message: 'An admin cancelled your sale.' }]);
});

test('notifications of others are unreadable and cannot be marked, for admins too', async () => {
  await agency.sale({ by: agency.admin });
  const stranger = await createTestAgency();
  for (const person of [agency.owner, agency.admin, agency.rival, agency.inactive, stranger.owner]) {
    const { data, count } = await person.api
      .from('notifications')
      .select('*', { count: 'exact' })
      .eq('user_id', agency.agent.id);
    expect([data, count]).toEqual([[], 0]);
    const mark = await person.api
      .from('notifications')
      .update({ is_read: true })
      .eq('user_id', agency.agent.id)
      .select();
    expect(mark.data).toEqual([]);
  }
  expect(await told(agency.agent)).toMatchObject([{ is_read: false }]);
  const mark = await agency.agent.api
    .from('notifications')
    .update({ is_read: true })
    .eq('user_id', agency.agent.id)
    .select('is_read');
  expect(mark.data).toEqual([{ is_read: true }]);
});

test('someone inactive finds their news when they are back', async () => {
  const agent = await createMember(agency.organizationId, 'agent');
  const { id } = await agency.sale({ agent });
  await agency.admin.api.rpc('set_member_active', { member_id: agent.id, active: false });
  await update(agency.admin, id, { status: 'cancelled' });
  expect(await told(agent)).toEqual([]);
  await agency.admin.api.rpc('set_member_active', { member_id: agent.id, active: true });
  expect(await told(agent)).toHaveLength(1);
});

describe('get_unread_count', () => {
  const count = async ({ api }: Person) => {
    const { data, error, status } = await api.rpc('get_unread_count');
    return error ? [status, error.code] : data;
  };

  test('counts what the caller has not read, and nothing of others', async () => {
    for (const _ of ['one', 'two']) await agency.sale({ by: agency.admin });
    expect(await Promise.all([agency.agent, agency.rival, agency.admin].map(count))).toEqual([2, 0, 0]);
    const { data } = await agency.agent.api.from('notifications').select('id').limit(1).single();
    await agency.agent.api.from('notifications').update({ is_read: true }).eq('id', data!.id);
    expect(await count(agency.agent)).toBe(1);
  });

  test('is refused to the inactive and to revoked sessions, so that a page learns that it is locked out', async () => {
    expect(await count(agency.inactive)).toEqual([403, '42501']);
    await sql('delete from auth.sessions where user_id = $1', [agency.agent.id]);
    expect(await count(agency.agent)).toEqual([403, '42501']);
  });
});

test('whose role changes hears of it from whoever changed it, and of an ownership that was handed over', async () => {
  const roles = async (by: Person, name: 'set_member_role' | 'transfer_ownership', args: object) => {
    const { data } = await by.api.rpc(name, args as never);
    expect(data).toMatchObject({ success: true });
  };
  const { agent, admin, owner, rival } = agency;
  const about = (id: string | null) => ({
    commentable_type: id && 'team',
    commentable_id: id,
    is_read: false,
  });
  await roles(owner, 'set_member_role', { member_id: agent.id, role: 'admin' });
  // The same role again is no news.
  await roles(owner, 'set_member_role', { member_id: agent.id, role: 'admin' });
  await roles(owner, 'set_member_role', { member_id: agent.id, role: 'agent' });
  expect(await told(agent)).toEqual([
    { type: 'role', message: 'owner Test made you an admin.', ...about(agent.id) },
    { type: 'role', message: 'owner Test made you an agent.', ...about(null) },
  ]);
  await roles(owner, 'transfer_ownership', { member_id: admin.id });
  expect(await told(admin)).toEqual([
    { type: 'role', message: 'owner Test transferred the ownership to you.', ...about(admin.id) },
  ]);
  // Who gave it away knows, and nobody else is told.
  for (const other of [owner, rival]) expect(await told(other)).toEqual([]);
});
