import { sql } from '../support/database';
import { call, listTeam, memberProfile, type TeamRow } from '../support/directory';
import { expire, invite } from '../support/invitations';
import { createTestAgency, readyToPay, type Person, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
let pending: string;
let expired: string;

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  const named = async (person: Person, first: string, last: string) =>
    sql('update public.users set first_name = $2, last_name = $3 where id = $1', [person.id, first, last]);
  await named(agency.owner, 'Olga', 'Marín');
  await named(agency.admin, 'Adam', 'Young');
  await named(agency.agent, 'Ana', 'Berg');
  await named(agency.rival, 'René', 'Château');
  await named(agency.inactive, 'Ina', 'Quist');
  await agency.sale({ amount: 1000 });
  await agency.sale({ agent: agency.rival, amount: 5000 });
  await agency.sale({ agent: agency.rival, amount: 700, reference: 'PAID-1', agentPaid: true });
  await agency.sale({ agent: agency.rival, amount: 9000, cancelled: true });
  pending = await invite(agency.admin, 'thea@agency.test', {
    first_name: ' Thea ',
    last_name: 'Morgan',
    commission_split: 45,
  });
  expired = await invite(agency.admin, 'late@agency.test');
  await expire(expired);
  await invite(otherAgency.admin, 'foreign@agency.test');
});

const order = (rows: TeamRow[]) => rows.map(({ first_name: first, email }) => first ?? email);

test('an admin sees members and invitations, with sums of all sales but cancelled ones', async () => {
  const page = await listTeam(agency.admin);
  expect(page).toMatchObject({ count: 7, page: 1, page_size: 10, total_pages: 1 });
  expect(page.by_status).toEqual({ everyone: 7, active: 4, invited: 2, inactive: 1 });
  expect(order(page.rows)).toEqual(['Ana', 'René', 'late@agency.test', 'Olga', 'Thea', 'Ina', 'Adam']);
  const rival = page.rows.find(({ id }) => id === agency.rival.id);
  expect(rival).toMatchObject({
    kind: 'member',
    role: 'agent',
    is_active: true,
    email: agency.rival.email,
    sales_count: 2,
    commission_amount: 570,
    commission_split: 80,
    is_expired: null,
  });
  expect(Date.parse(rival?.last_active_at ?? '')).toBeGreaterThan(Date.now() - 60 * 60_000);
  const thea = page.rows.find(({ id }) => id === pending);
  expect(thea).toMatchObject({
    kind: 'invitation',
    first_name: 'Thea',
    last_name: 'Morgan',
    role: 'agent',
    is_active: false,
    sales_count: null,
    commission_amount: null,
    commission_split: 45,
    last_active_at: null,
    is_expired: false,
    invited_by: { id: agency.admin.id },
  });
  expect(page.rows.find(({ id }) => id === expired)).toMatchObject({ first_name: null, is_expired: true });
});

test.each<[object, string[]]>([
  [{ status: 'invited' }, ['late@agency.test', 'Thea']],
  [{ status: 'inactive' }, ['Ina']],
  [{ status: 'everything' }, ['Ana', 'René', 'late@agency.test', 'Olga', 'Thea', 'Ina', 'Adam']],
  [{ search: 'chateau rene' }, ['René']],
  [{ search: 'MARIN' }, ['Olga']],
  [{ search: 'late@' }, ['late@agency.test']],
  [{ search: '%' }, []],
  [{ status: 'active', sort: 'sales_count', descending: true }, ['René', 'Ana', 'Olga', 'Adam']],
  [{ status: 'active', sort: 'commission_amount' }, ['Olga', 'Adam', 'Ana', 'René']],
  [{ status: 'active', sort: 'role' }, ['Olga', 'Adam', 'Ana', 'René']],
  [{ status: 'active', sort: 'name', descending: true }, ['Adam', 'Olga', 'René', 'Ana']],
  [{ sort: 'status', page_size: 5 }, ['Olga', 'Adam', 'Ana', 'René', 'late@agency.test']],
  [{ page: 3, page_size: 3 }, ['Adam']],
  [{ page: 4, page_size: 3 }, []],
])('%p', async (args, expected) => {
  expect(order((await listTeam(agency.owner, args)).rows)).toEqual(expected);
});

test('an agent sees who is there, and nothing that tells of money', async () => {
  const page = await listTeam(agency.agent, { page_size: 100 });
  expect(page.by_status).toEqual({ everyone: 5, active: 4, invited: 0, inactive: 1 });
  for (const row of page.rows) {
    expect(Object.keys(row).sort()).toEqual(
      ['avatar_url', 'first_name', 'id', 'is_active', 'kind', 'last_name', 'role'].sort(),
    );
  }
  // The order would tell who sells more, who earns what, who works when.
  for (const sort of ['sales_count', 'commission_amount', 'commission_split', 'last_active_at']) {
    for (const descending of [true, false]) {
      const sorted = await listTeam(agency.agent, { sort, descending });
      const named = await listTeam(agency.agent, { sort: 'name', descending });
      expect(sorted).toEqual(named);
    }
  }
  expect((await listTeam(agency.agent, { status: 'invited' })).count).toBe(0);
  for (const search of ['thea', '@agency', agency.rival.email, '570', '80']) {
    expect([search, (await listTeam(agency.agent, { search })).count]).toEqual([search, 0]);
  }
});

test('inactive, revoked and foreign people see nobody', async () => {
  expect(await listTeam(agency.inactive)).toMatchObject({ rows: [], count: 0, by_status: { everyone: 0 } });
  expect((await listTeam(otherAgency.owner)).rows.map(({ id }) => id)).not.toContain(agency.agent.id);
  expect((await listTeam(otherAgency.owner, { search: 'berg' })).count).toBe(0);
  const gone = await createTestAgency();
  await sql('delete from auth.sessions where user_id = $1', [gone.owner.id]);
  expect((await listTeam(gone.owner)).count).toBe(0);
  expect(await memberProfile(gone.owner, gone.owner.id)).toBeNull();
});

test('a profile tells admins all, agents of themselves, and everybody else nothing', async () => {
  const told = await memberProfile(agency.admin, agency.rival.id);
  expect(told).toMatchObject({
    member: { id: agency.rival.id, role: 'agent', is_active: true, email: agency.rival.email },
    terms: { commission_split: 80 },
    figures: {
      sales_count: 2,
      total_amount: 5700,
      commission_amount: 570,
      booked_sales_count: 1,
      commissions: {
        unpaid: { count: 1, amount: 500, agent_amount: 400 },
        funds_received: { count: 0, amount: 0, agent_amount: 0 },
        agent_paid: { count: 1, amount: 70, agent_amount: 56 },
        cancelled: { count: 1, amount: 900, agent_amount: 720 },
      },
    },
    payouts: [
      {
        amount: 56,
        booking_reference: 'PAID-1',
        payment_method: 'bank_transfer',
        payment_date: '2026-06-01',
      },
    ],
  });
  expect(told?.payouts).toHaveLength(1);
  expect(await memberProfile(agency.rival, agency.rival.id)).toEqual(told);
  expect(await memberProfile(agency.agent, agency.agent.id)).toMatchObject({
    figures: { sales_count: 1 },
    payouts: [],
  });
  for (const [who, of] of [
    [agency.agent, agency.rival],
    [agency.agent, agency.admin],
    [agency.inactive, agency.inactive],
    [otherAgency.owner, agency.agent],
    [agency.owner, otherAgency.agent],
  ] as const) {
    expect(await memberProfile(who, of.id)).toBeNull();
  }
  expect(await call(agency.admin, 'get_member_profile', { member_id: null })).toBeNull();
});

test('only the last ten payouts are shown, and all sums count on', async () => {
  const freshAgency = await createTestAgency();
  for (let n = 0; n < 12; n += 1) {
    const sale = await freshAgency.sale({ reference: `P-${n}`, amount: 100 + n });
    const payment = {
      ...(await readyToPay(freshAgency, sale.id)),
      payment_date: `2026-06-${String(n + 1).padStart(2, '0')}`,
    };
    await freshAgency.admin.api.rpc('record_agent_payment', payment);
  }
  const profile = await memberProfile(freshAgency.owner, freshAgency.agent.id);
  expect(profile?.payouts.map((payout) => payout.booking_reference)).toEqual(
    Array.from({ length: 10 }, (_, n) => `P-${11 - n}`),
  );
  expect(profile?.figures.commissions.agent_paid?.count).toBe(12);
});
