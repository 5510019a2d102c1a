import { sql } from './support/database';
import { call, listTeam, memberProfile, type TeamRow } from './support/directory';
import { expire, invite } from './support/invitations';
import { createWorld, readyToPay, recordSale, type Person, type World } from './support/world';

let world: World;
let abroad: World;
let pending: string;
let expired: string;

beforeAll(async () => {
  [world, abroad] = [await createWorld(), await createWorld()];
  const named = async (person: Person, first: string, last: string) =>
    sql('update public.users set first_name = $2, last_name = $3 where id = $1', [person.id, first, last]);
  await named(world.owner, 'Olga', 'Marín');
  await named(world.admin, 'Adam', 'Young');
  await named(world.agent, 'Ana', 'Berg');
  await named(world.rival, 'René', 'Château');
  await named(world.inactive, 'Ina', 'Quist');
  await recordSale(world.agent, world, { total_amount: 1000 });
  await recordSale(world.rival, world, { total_amount: 5000 });
  const paid = await recordSale(world.rival, world, { total_amount: 700, booking_reference: 'PAID-1' });
  await world.admin.api.rpc('record_agent_payment', await readyToPay(world, paid.id));
  const cancelled = await recordSale(world.rival, world, { total_amount: 9000 });
  await world.rival.api.from('sales').update({ status: 'cancelled' }).eq('id', cancelled.id);
  pending = await invite(world.admin, 'thea@agency.test', {
    first_name: ' Thea ',
    last_name: 'Morgan',
    commission_split: 45,
  });
  expired = await invite(world.admin, 'late@agency.test');
  await expire(expired);
  await invite(abroad.admin, 'foreign@agency.test');
});

const order = (rows: TeamRow[]) => rows.map(({ first_name: first, email }) => first ?? email);

test('an admin sees members and invitations, with sums of all sales but cancelled ones', async () => {
  const page = await listTeam(world.admin);
  expect(page).toMatchObject({ count: 7, page: 1, page_size: 10, total_pages: 1 });
  expect(page.by_status).toEqual({ everyone: 7, active: 4, invited: 2, inactive: 1 });
  expect(order(page.rows)).toEqual(['Ana', 'René', 'late@agency.test', 'Olga', 'Thea', 'Ina', 'Adam']);
  const rival = page.rows.find(({ id }) => id === world.rival.id);
  expect(rival).toMatchObject({
    kind: 'member',
    role: 'agent',
    is_active: true,
    email: world.rival.email,
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
    invited_by: { id: world.admin.id },
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
  expect(order((await listTeam(world.owner, args)).rows)).toEqual(expected);
});

test('an agent sees who is there, and nothing that tells of money', async () => {
  const page = await listTeam(world.agent, { page_size: 100 });
  expect(page.by_status).toEqual({ everyone: 5, active: 4, invited: 0, inactive: 1 });
  for (const row of page.rows) {
    expect(Object.keys(row).sort()).toEqual(
      ['avatar_url', 'first_name', 'id', 'is_active', 'kind', 'last_name', 'role'].sort(),
    );
  }
  // The order would tell who sells more, who earns what, who works when.
  for (const sort of ['sales_count', 'commission_amount', 'commission_split', 'last_active_at']) {
    for (const descending of [true, false]) {
      const sorted = await listTeam(world.agent, { sort, descending });
      const named = await listTeam(world.agent, { sort: 'name', descending });
      expect(sorted).toEqual(named);
    }
  }
  expect((await listTeam(world.agent, { status: 'invited' })).count).toBe(0);
  for (const search of ['thea', '@agency', world.rival.email, '570', '80']) {
    expect([search, (await listTeam(world.agent, { search })).count]).toEqual([search, 0]);
  }
});

test('inactive, revoked and foreign people see nobody', async () => {
  expect(await listTeam(world.inactive)).toMatchObject({ rows: [], count: 0, by_status: { everyone: 0 } });
  expect((await listTeam(abroad.owner)).rows.map(({ id }) => id)).not.toContain(world.agent.id);
  expect((await listTeam(abroad.owner, { search: 'berg' })).count).toBe(0);
  const gone = await createWorld();
  await sql('delete from auth.sessions where user_id = $1', [gone.owner.id]);
  expect((await listTeam(gone.owner)).count).toBe(0);
  expect(await memberProfile(gone.owner, gone.owner.id)).toBeNull();
});

test('a profile tells admins all, agents of themselves, and everybody else nothing', async () => {
  const told = await memberProfile(world.admin, world.rival.id);
  expect(told).toMatchObject({
    member: { id: world.rival.id, role: 'agent', is_active: true, email: world.rival.email },
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
  expect(await memberProfile(world.rival, world.rival.id)).toEqual(told);
  expect(await memberProfile(world.agent, world.agent.id)).toMatchObject({
    figures: { sales_count: 1 },
    payouts: [],
  });
  for (const [who, of] of [
    [world.agent, world.rival],
    [world.agent, world.admin],
    [world.inactive, world.inactive],
    [abroad.owner, world.agent],
    [world.owner, abroad.agent],
  ] as const) {
    expect(await memberProfile(who, of.id)).toBeNull();
  }
  expect(await call(world.admin, 'get_member_profile', { member_id: null })).toBeNull();
});

test('only the last ten payouts are shown, and all sums count on', async () => {
  const home = await createWorld();
  for (let n = 0; n < 12; n += 1) {
    const sale = await recordSale(home.agent, home, { booking_reference: `P-${n}`, total_amount: 100 + n });
    const payment = {
      ...(await readyToPay(home, sale.id)),
      payment_date: `2026-06-${String(n + 1).padStart(2, '0')}`,
    };
    await home.admin.api.rpc('record_agent_payment', payment);
  }
  const profile = await memberProfile(home.owner, home.agent.id);
  expect(profile?.payouts.map((payout) => payout.booking_reference)).toEqual(
    Array.from({ length: 10 }, (_, n) => `P-${11 - n}`),
  );
  expect(profile?.figures.commissions.agent_paid?.count).toBe(12);
});
