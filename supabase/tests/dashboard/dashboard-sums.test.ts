import { dashboardOf, todayIn } from '../support/dashboard';
import { expectedDashboard } from '../support/dashboard-oracle';
import { sql } from '../support/database';
import { paySellers } from '../support/paid-sellers';
import { isTried, SEED } from '../support/soak';
import {
  createMember,
  createVendor,
  createTestAgency,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let people: Record<'admin' | 'owner' | 'agent' | 'rival', Person>;

/**
 * Three years of sales around today and around every day that is special: ends of years, a leap day, days of 23 and 25
 * hours. Recorded at any hour, by several agents with several vendors, in every state there is.
 */
beforeAll(async () => {
  agency = await createTestAgency();
  const { organizationId, admin, owner, agent, rival } = agency;
  people = { admin, owner, agent, rival };
  const agents = [agent.id, rival.id, owner.id];
  for (let n = 0; n < 4; n += 1) agents.push((await createMember(organizationId, 'agent', 33.33 + n)).id);
  const vendors = [agency.vendorId];
  for (let n = 0; n < 6; n += 1) vendors.push(await createVendor(organizationId, 7.77 + n));
  await sql(
    `update public.vendor_terms set expected_payment_days = 5, expected_payment_basis = 'booking' where vendor_id = any ($1)`,
    [vendors.slice(0, 3)],
  );
  await sql(
    `update public.vendor_terms set expected_payment_days = 20, expected_payment_basis = 'return' where vendor_id = any ($1)`,
    [vendors.slice(3, 5)],
  );
  const customers = await sql<{ id: string }>(
    `insert into public.customers (organization_id, first_name, last_name, email)
     select $1, 'C' || n, 'Many', case when n % 3 > 0 then n || '@mail.test' end from generate_series(1, 25) n returning id`,
    [organizationId],
  );
  await sql(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date,
       return_date, total_amount, commission_basis, commission_rate, created_at)
     select $1, ($2::uuid[])[1 + h % 25], ($3::uuid[])[1 + h / 25 % 7], ($4::uuid[])[1 + h / 9 % 7], 'D-' || n, d.day,
       case when n % 4 > 0 then d.day + n % 60 end, case when n % 4 > 1 then d.day + n % 60 + 7 end, h % 100000 / 100.0, 'rate',
       n % 20, d.day + (h / 7 % 1440) * interval '1 minute'
     from generate_series(1, 1400) n
     cross join lateral (select abs(hashint4(n)) as h) r
     cross join lateral (select case n % 3 when 0 then ($5::date[])[1 + n / 3 % cardinality($5)]
       when 1 then current_date - h % 40 + 15 else current_date - h % 1200 end as day) d`,
    [organizationId, customers.map(({ id }) => id), vendors, agents, SPECIAL],
  );
  await sql(
    `update public.commissions c set created_at = s.created_at from public.sales s
     where s.id = c.sales_id and s.organization_id = $1`,
    [organizationId],
  );
  // The vendor paid before the customer did.
  await sql(
    `update public.commissions c set status = 'funds_received', received_on = c.sale_date + 3, received_amount = c.amount,
       received_how = 'word'
     from public.sales s
     where s.id = c.sales_id and s.organization_id = $1 and abs(hashtext(s.booking_reference)) % 11 = 1`,
    [organizationId],
  );
  for (const [status, remainder] of [
    ['paid', 2],
    ['cancelled', 3],
  ])
    await sql(
      `update public.sales set status = $2 where organization_id = $1 and abs(hashtext(booking_reference)) % 5 = $3`,
      [organizationId, status, remainder],
    );
  await paySellers(
    organizationId,
    `c.status = 'funds_received' and c.sale_paid and abs(hashtext(c.id::text)) % 2 = 0`,
  );
});

const SPECIAL = [
  '2023-12-31',
  '2024-01-01',
  '2024-02-28',
  '2024-02-29',
  '2024-03-01',
  '2024-12-31',
  '2025-01-01',
  // New York, Vienna, Santiago.
  '2026-03-08',
  '2026-11-01',
  '2026-03-29',
  '2026-10-25',
  '2026-09-05',
  '2026-09-06',
  // A Saturday and a Sunday.
  '2026-01-03',
  '2026-01-04',
];

const RANGES = [
  ['2024-02-28', '2024-02-29'],
  ['2024-02-29', '2024-02-29'],
  ['2024-02-01', '2024-03-31'],
  ['2023-12-31', '2024-01-01'],
  ['2024-12-15', '2025-01-15'],
  ['2023-07-01', '2024-12-31'],
  ['2026-03-08', '2026-03-08'],
  ['2026-11-01', '2026-11-01'],
  ['2026-03-28', '2026-03-29'],
  ['2026-10-25', '2026-10-26'],
  ['2026-09-05', '2026-09-06'],
  ['2026-01-01', '2026-05-31'],
  ['2026-01-04', '2026-06-20'],
  ['2026-08-24', '2026-11-21'],
  ['2023-01-01', '2028-12-31'],
  ['1990-01-01', '1990-01-31'],
] as const;

/** Those that the clocks have a say in: the hours of a day, and of one that is short or long. */
const BY_THE_HOUR = RANGES.filter(([start, end]) => Date.parse(end) - Date.parse(start) <= 86_400_000);

const moveTo = (timeZone: string) =>
  sql('update public.organizations set time_zone = $2 where id = $1', [agency.organizationId, timeZone]);

async function isRight(
  who: keyof typeof people,
  timeZone: string,
  ranges: readonly (readonly [string, string])[],
): Promise<void> {
  const isAdmin = who === 'admin' || who === 'owner';
  for (const [start, end] of ranges) {
    const today = todayIn(timeZone);
    const shown = await dashboardOf(people[who], { start_date: start, end_date: end });
    expect(shown).toEqual(await expectedDashboard(people[who], { start, end, timeZone, today }, isAdmin));
  }
}

describe('every number is a plain sum of the rows one sees', () => {
  test.each(['admin', 'agent'] as const)('as the %s, over every range', async (who) => {
    await moveTo('UTC');
    await isRight(who, 'UTC', RANGES);
  });

  test.each(['owner', 'rival'] as const)(`as the %s, too (seed ${SEED})`, async (who) => {
    await moveTo('UTC');
    await isRight(who, 'UTC', [...RANGES.filter(() => isTried(5)), RANGES[14]]);
  });

  test.each([
    'America/New_York',
    'Europe/Vienna',
    'America/Santiago',
    'Asia/Kathmandu',
    'Australia/Lord_Howe',
    'Pacific/Kiritimati',
  ])('where it is %s', async (timeZone) => {
    await moveTo(timeZone);
    await isRight('admin', timeZone, BY_THE_HOUR);
    await isRight('agent', timeZone, [...BY_THE_HOUR.filter(() => isTried(3)), ['2026-01-04', '2026-06-20']]);
  });
});

test('the test data covers every case: there is something in every part, and what an agent is owed has every reason', async () => {
  await moveTo('UTC');
  const today = todayIn('UTC');
  const all = { start: '2023-01-01', end: '2028-12-31', timeZone: 'UTC', today };
  const admin = await expectedDashboard(people.admin, all, true);
  expect([
    admin.top_agents?.length,
    admin.top_vendors.length,
    admin.recent_customers.length,
    [admin.to_do?.payable, admin.to_do?.overdue, admin.to_do?.departures].filter((each) => each?.count)
      .length,
    admin.to_do?.vendors_without_terms,
    Object.values(admin.sales).filter(({ count }) => count > 0).length,
    Object.values(admin.commissions).filter(({ count }) => count > 0).length,
  ]).toEqual([5, 5, 5, 3, 2, 5, 7]);
  for (const who of ['agent', 'rival'] as const) {
    const { payable, departures } = await expectedDashboard(people[who], all, false);
    expect([departures?.length, payable?.rows.length]).toEqual([5, 5]);
    expect([Number(payable?.now.count) > 5, Number(payable?.expected.count) > 5]).toEqual([true, true]);
  }
});

test('what an admin has to do is counted as the list behind it counts', async () => {
  await moveTo('UTC');
  const { to_do } = await dashboardOf(people.admin, { parts: ['to_do'] });
  const { api } = people.admin;
  const count = async (list: 'list_sales' | 'list_commissions', asked: object) =>
    ((await api.rpc(list, asked)).data as unknown as { count: number }).count;
  expect([to_do?.payable.count, to_do?.overdue.count, to_do?.departures.count]).toEqual([
    await count('list_commissions', { ready: true }),
    await count('list_commissions', { overdue: true }),
    await count('list_sales', { departing: true }),
  ]);
});

test('who is paid out now is shown last what they wait for: the customer, the overdue, the others', async () => {
  const { organizationId, rival } = agency;
  const reasons = async () => {
    const { payable } = await dashboardOf(rival, { parts: ['payable'] });
    return payable?.rows.map(({ reason }) => reason);
  };
  expect(await reasons()).toEqual(Array(5).fill('ready'));
  const before = await dashboardOf(rival, { parts: ['payable'] });
  const left = Number(before.payable?.now.count) - 1;
  // All but one are written off; of those that wait for the customer one stays, and of those past due the largest: nothing is overdue of none.
  await sql(
    `update public.commissions set status = 'cancelled' where id in (
       select id from public.commissions where organization_id = $1 and agent_id = $2 and status = 'funds_received' and sale_paid
       order by id limit $3)`,
    [organizationId, rival.id, left],
  );
  await sql(
    `update public.commissions set status = 'cancelled' where id in (
       select id from public.commissions where organization_id = $1 and agent_id = $2 and status = 'funds_received'
         and not sale_paid order by id offset 1)`,
    [organizationId, rival.id],
  );
  await sql(
    `update public.commissions set status = 'cancelled' where id in (
       select id from public.commissions where organization_id = $1 and agent_id = $2 and status = 'unpaid'
         and due_on < current_date order by amount desc, id offset 1)`,
    [organizationId, rival.id],
  );
  expect(await reasons()).toEqual([
    'ready',
    'awaiting_customer',
    'overdue',
    'awaiting_vendor',
    'awaiting_vendor',
  ]);
  const today = todayIn('UTC');
  const asked = { start: '2026-01-01', end: '2026-12-31', timeZone: 'UTC', today };
  const { payable } = await dashboardOf(rival, { parts: ['payable'] });
  expect(payable).toEqual((await expectedDashboard(rival, asked, false)).payable);
});
