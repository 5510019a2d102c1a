import type { Client } from 'pg';
import { asCaller } from '../support/claims';
import { addDays, dashboardOf, todayIn, type Asked, type Dashboard } from '../support/dashboard';
import { database, sql } from '../support/database';
import {
  createCustomer,
  createMember,
  createTestAgency,
  signIn,
  api,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  const today = todayIn('UTC');
  await agency.sale({ amount: 500, sold: today, departs: addDays(today, 9) });
  await agency.sale({ agent: agency.rival, amount: 7777, sold: today, departs: addDays(today, 3) });
  await otherAgency.sale({ amount: 31337, sold: today });
});

const ADMIN = ['sales', 'commissions', 'sales_trend', 'commission_trend', 'top_vendors', 'recent_customers'];
const PARTS = {
  admin: [...ADMIN, 'to_do', 'top_agents', 'first_steps'],
  agent: [...ADMIN, 'payable', 'departures'],
};

const keys = (value: object) => Object.keys(value).sort();

describe('the range', () => {
  const rangeOf = async (asked: Asked) => (await dashboardOf(agency.admin, { ...asked, parts: [] })).range;
  const zone = (timeZone: string) =>
    sql('update public.organizations set time_zone = $2 where id = $1', [agency.organizationId, timeZone]);
  afterAll(() => zone('UTC'));

  test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'UTC'])(
    'is the last 365 days until today in %s, when nothing is asked for',
    async (timeZone) => {
      await zone(timeZone);
      const today = todayIn(timeZone);
      const expected = { start: addDays(today, -364), end: today, bucket: 'month', today };
      expect(await rangeOf({})).toEqual(expected);
      expect(await rangeOf({ start_date: null, end_date: null })).toEqual(expected);
    },
  );

  test('with one end is until today, or the 365 days before', async () => {
    await zone('UTC');
    const today = todayIn('UTC');
    expect(await rangeOf({ start_date: '2024-02-29' })).toMatchObject({ start: '2024-02-29', end: today });
    expect(await rangeOf({ end_date: '2024-12-31' })).toMatchObject({
      start: '2024-01-02',
      end: '2024-12-31',
    });
    // From a day to come: swapped as well.
    expect(await rangeOf({ start_date: addDays(today, 5) })).toMatchObject({
      start: today,
      end: addDays(today, 5),
    });
  });

  test('is the same the other way round', async () => {
    const right = await dashboardOf(agency.admin, { start_date: '2026-01-01', end_date: '2026-12-31' });
    expect(await dashboardOf(agency.admin, { start_date: '2026-12-31', end_date: '2026-01-01' })).toEqual(
      right,
    );
    expect(right.range).toMatchObject({ start: '2026-01-01', end: '2026-12-31' });
  });

  test('of impossible days ends where sale dates end', async () => {
    const all = { start: '1900-01-01', end: '2199-12-31' };
    expect(await rangeOf({ start_date: '-infinity', end_date: 'infinity' })).toMatchObject(all);
    expect(await rangeOf({ end_date: '4000-01-01 BC' })).toMatchObject({ end: '1900-01-01' });
    expect(await rangeOf({ end_date: '-infinity' })).toMatchObject({ end: '1900-01-01' });
  });

  test.each([
    ['2026-01-03', '2026-01-04', 'hour', 48],
    ['2026-01-03', '2026-01-05', 'day', 3],
    ['2026-01-01', '2026-03-31', 'day', 90],
    ['2026-01-01', '2026-04-01', 'week', 14],
    ['2026-01-01', '2026-06-29', 'week', 27],
    ['2026-01-01', '2026-06-30', 'month', 6],
  ])('from %s to %s is shown by the %s', async (start, end, bucket, count) => {
    const shown = await dashboardOf(agency.agent, { start_date: start, end_date: end });
    expect([
      shown.range.bucket,
      shown.sales_trend.labels.length,
      shown.commission_trend.labels.length,
    ]).toEqual([bucket, count, count]);
  });
});

describe('what is in it', () => {
  test('for an admin is the organization, and nothing of another', async () => {
    const shown = await dashboardOf(agency.admin);
    expect(keys(shown)).toEqual([...PARTS.admin, 'range'].sort());
    expect(shown.sales).toMatchObject({ booked: { count: 2, amount: 8277 } });
    expect(shown.top_agents?.map(({ id }) => id)).toEqual([agency.rival.id, agency.agent.id]);
    expect(JSON.stringify(shown)).not.toMatch(/31337|3133\.7/);
  });

  test('for an agent is their own, without a word of the others', async () => {
    const shown = await dashboardOf(agency.agent);
    expect(keys(shown)).toEqual([...PARTS.agent, 'range'].sort());
    expect(shown).toMatchObject({
      sales: { booked: { count: 1, amount: 500 } },
      commissions: { unpaid: { count: 1, amount: 50 } },
      payable: { now: { count: 0, amount: 0 }, expected: { count: 1, amount: 30 } },
    });
    expect(shown.departures).toMatchObject([{ vendor_name: 'Blue Fleet', customer_first_name: 'Vera' }]);
    expect(JSON.stringify(shown)).not.toMatch(/7777|777\.7|31337/);
    expect(JSON.stringify(shown)).not.toContain(agency.rival.id);
  });

  test('does not change for an agent, whatever the others do', async () => {
    const before = await dashboardOf(agency.agent);
    const customer_id = await createCustomer(agency.organizationId);
    const today = todayIn('UTC');
    for (const travel of [1, 2, 300]) {
      const sale = await agency.sale({
        agent: agency.rival,
        customer: customer_id,
        amount: 88_888,
        sold: today,
        departs: addDays(today, travel),
      });
      if (travel > 1) await agency.admin.api.from('sales').update({ status: 'paid' }).eq('id', sale.id);
    }
    await agency.sale({ agent: agency.owner, amount: 99_999, sold: '2019-01-01' });
    expect(await dashboardOf(agency.agent)).toEqual(before);
  });

  test('is nothing, not missing, for a new agency', async () => {
    const { organizationId, owner, agent } = await createTestAgency();
    await sql('update public.organizations set time_zone = $2 where id = $1', [organizationId, 'UTC']);
    const none = { count: 0, amount: 0 };
    const shown = await dashboardOf(owner);
    expect(shown).toMatchObject({
      sales: { booked: none, paid: none, cancelled: none, total: none, active_total: none },
      commissions: { unpaid: none, funds_received: none, agent_paid: none, cancelled: none, total: none },
      to_do: { payable: none, overdue: none, departures: none },
      top_agents: [],
      top_vendors: [],
      recent_customers: [],
    });
    // On the last day of a month a year begins with the next one.
    const months = (day: string) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7));
    const today = todayIn('UTC');
    expect(shown.sales_trend.labels).toHaveLength(months(today) - months(addDays(today, -364)) + 1);
    expect(new Set(shown.sales_trend['paid'])).toEqual(new Set([0]));
    expect(await dashboardOf(agent)).toMatchObject({
      payable: { now: none, expected: none, rows: [] },
      departures: [],
    });
  });
});

describe('parts', () => {
  test.each(['admin', 'agent'] as const)('of the %s are what they are in the whole', async (who) => {
    const whole = (await dashboardOf(agency[who])) as unknown as Record<string, unknown>;
    for (const part of PARTS[who])
      expect(await dashboardOf(agency[who], { parts: [part] })).toEqual({
        range: whole['range'],
        [part]: whole[part],
      });
    expect(await dashboardOf(agency[who], { parts: null })).toEqual(whole);
    expect(await dashboardOf(agency[who], { parts: PARTS[who] })).toEqual(whole);
  });

  test('that are unknown, or of somebody else’s page, are left out', async () => {
    const { range } = await dashboardOf(agency.agent, { parts: [] });
    for (const parts of [
      ['top_agents', 'to_do'],
      ['bogus', ''],
      ["sales' or true"],
      [null as unknown as string],
    ])
      expect(await dashboardOf(agency.agent, { parts })).toEqual({ range });
    expect(keys(await dashboardOf(agency.admin, { parts: ['payable', 'departures', 'sales'] }))).toEqual([
      'range',
      'sales',
    ]);
  });
});

describe('who may not', () => {
  test('someone inactive, with a revoked session or without one is refused', async () => {
    const person = await createMember(agency.organizationId, 'admin');
    const revoked = await signIn(person.email);
    await sql('delete from auth.sessions where user_id = $1', [person.id]);
    for (const client of [agency.inactive.api, revoked, api()])
      await expect(dashboardOf({ api: client })).rejects.toThrow('42501');
  });
});

/** What a part is made by: breaking it breaks this part alone. */
const MADE_BY = {
  sales: 'public.get_sales_by_status(start_date date, end_date date) returns jsonb',
  commissions: 'private.commission_stats(f private.commission_filter, wanted text[]) returns jsonb',
  sales_trend: 'public.get_sales_status_timeline(start_date date, end_date date, bucket text) returns jsonb',
  commission_trend:
    'public.get_commission_status_timeline(start_date date, end_date date, bucket text) returns jsonb',
  first_steps: 'private.own_first_steps() returns jsonb',
  top_agents: 'public.get_top_agents(start_date date, end_date date, max_rows integer) returns jsonb',
  top_vendors: 'public.get_top_vendors(start_date date, end_date date, max_rows integer) returns jsonb',
  recent_customers:
    'public.get_recent_customers(max_rows integer, start_date date, end_date date) returns jsonb',
  to_do: 'private.to_do(f private.commission_filter) returns jsonb',
  payable: 'private.payable_to(home uuid, agent uuid, today date) returns jsonb',
  departures: 'private.departures_of(home uuid, agent uuid, today date) returns jsonb',
};

/** The page as this person gets it while something is broken; all is well afterwards. */
async function whileBroken(who: 'admin' | 'agent', damage: string): Promise<Record<string, unknown>> {
  return asCaller(agency[who], async (client: Client) => {
    await client.query('reset role');
    await client.query(damage);
    await client.query('set local role authenticated');
    const { rows } = await client.query<{ page: Record<string, unknown> }>(
      'select public.get_dashboard() as page',
    );
    return rows[0]?.page ?? {};
  });
}

/** The arguments as they are, defaults included: a function is replaced only by one of the same signature. */
async function broken(signature: string, body: string): Promise<string> {
  const [name] = signature.split('(');
  const [row] = await sql<{ head: string }>(
    `select p.oid::regproc || '(' || pg_get_function_arguments(p.oid) || ')' as head from pg_proc p
     where p.oid = $1::regproc`,
    [name],
  );
  return `create or replace function ${row?.head ?? ''} returns jsonb language plpgsql stable security definer
    set search_path = '' as $$ begin ${body} end $$`;
}

describe('a part that fails says so and leaves the others as they are', () => {
  test.each(['admin', 'agent'] as const)('each part of the %s', async (who) => {
    const whole = (await dashboardOf(agency[who])) as unknown as Record<string, unknown>;
    for (const part of PARTS[who]) {
      const damage = await broken(MADE_BY[part as keyof typeof MADE_BY], `raise exception 'secret detail';`);
      expect(await whileBroken(who, damage)).toEqual({ ...whole, [part]: { error: true } });
    }
  });

  test.each([
    ['divides by zero', 'return to_jsonb(1 / 0);'],
    ['finds a lock', `raise lock_not_available;`],
    ['is not there any more', 'return (select to_jsonb(t) from private.nowhere t);'],
  ])('because it %s', async (_what, body) => {
    const whole = (await dashboardOf(agency.admin)) as unknown as Record<string, unknown>;
    const damage = await broken(MADE_BY.top_vendors, body);
    expect(await whileBroken('admin', damage)).toEqual({ ...whole, top_vendors: { error: true } });
  });

  test('because what it reads is gone', async () => {
    const whole: Dashboard = await dashboardOf(agency.agent);
    const shown = await whileBroken('agent', 'alter table private.monthly_totals rename to elsewhere');
    expect(shown).toEqual({ ...whole, top_vendors: { error: true } });
  });

  test('because somebody holds what it reads: it waits two seconds, not for ever', async () => {
    const whole: Dashboard = await dashboardOf(agency.agent);
    const client = await database();
    await client.query('begin');
    try {
      await client.query('lock table private.monthly_totals in access exclusive mode');
      const started = performance.now();
      expect(await dashboardOf(agency.agent)).toEqual({ ...whole, top_vendors: { error: true } });
      expect(performance.now() - started).toBeLessThan(10_000);
    } finally {
      await client.query('rollback');
    }
    expect(await dashboardOf(agency.agent)).toEqual(whole);
  });
});
