import type { SaleWords } from '../../../shared/src/testing/words';
import { sql } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

interface Timeline {
  bucket: string | null;
  labels: string[];
  sales: number[];
}

interface Recorded extends SaleWords {
  /** When it was typed in; by default at noon of its date, by UTC. */
  at?: string;
}

/** An organization in this time zone with these sales, all by its agent. */
async function agencyWith(timeZone: string, sales: Recorded[]): Promise<TestAgency> {
  const made = await createTestAgency();
  await sql('update public.organizations set time_zone = $2 where id = $1', [made.organizationId, timeZone]);
  for (const { at, ...words } of sales) {
    const sale = await made.sale(words);
    const noon = `${words.sold}T12:00:00Z`;
    await sql('update public.sales set created_at = $2 where id = $1', [sale.id, at ?? noon]);
    await sql('update public.commissions set created_at = $2 where sales_id = $1', [sale.id, at ?? noon]);
  }
  return made;
}

async function timeline(
  agency: TestAgency,
  start: string | null,
  end: string | null,
  bucket?: string,
): Promise<Timeline> {
  const { data, error } = await agency.admin.api.rpc('get_sales_timeline', {
    start_date: start,
    end_date: end,
    ...(bucket === undefined ? {} : { bucket }),
  });
  if (error) throw new Error(error.message);
  return data as unknown as Timeline;
}

/** The buckets with anything in them. */
const filled = ({ labels, sales }: Timeline) =>
  Object.fromEntries(labels.flatMap((label, i) => (sales[i] ? [[label, sales[i]]] : [])));

let agency: TestAgency;
beforeAll(async () => {
  agency = await agencyWith('America/New_York', [
    { sold: '2024-02-28', amount: 1 },
    { sold: '2024-02-29', amount: 2 },
    { sold: '2024-03-01', amount: 4 },
    // Saturday, Sunday, and the Saturday that ends that week.
    { sold: '2026-01-03', amount: 8 },
    { sold: '2026-01-04', amount: 16 },
    { sold: '2026-01-10', amount: 32 },
    { sold: '2026-06-30', amount: 64, paid: true },
    { sold: '2026-07-01', amount: 128, cancelled: true },
  ]);
});

describe('the bucket follows the span', () => {
  test.each([
    ['2026-01-03', '2026-01-03', 'hour', 24],
    ['2026-01-03', '2026-01-04', 'hour', 48],
    ['2026-01-03', '2026-01-05', 'day', 3],
    ['2026-01-01', '2026-03-31', 'day', 90],
    ['2026-01-01', '2026-04-01', 'week', 14],
    ['2026-01-01', '2026-06-29', 'week', 27],
    ['2026-01-01', '2026-06-30', 'month', 6],
    ['2025-11-22', '2026-11-21', 'month', 13],
  ])('%s to %s by the %s: %i', async (start, end, bucket, count) => {
    const line = await timeline(agency, start, end);
    expect([line.bucket, line.labels.length, line.sales.length]).toEqual([bucket, count, count]);
  });

  test.each([
    ['hour', '2026-01-01', '2026-01-31', 'hour'],
    ['hour', '2026-01-01', '2026-02-01', 'day'],
    ['day', '2020-01-01', '2026-12-31', 'day'],
    ['day', '1900-01-01', '2199-12-31', 'month'],
    ['week', '2026-01-03', '2026-01-03', 'week'],
    ['month', '2026-01-03', '2026-01-03', 'month'],
    ['decade', '2026-01-01', '2026-01-31', 'day'],
    ['', '2026-01-01', '2026-01-31', 'day'],
  ])('%p wanted from %s to %s: %s', async (wanted, start, end, bucket) => {
    expect((await timeline(agency, start, end, wanted)).bucket).toBe(bucket);
  });
});

test('days: all of them, a leap day too', async () => {
  expect(await timeline(agency, '2024-02-28', '2024-03-02')).toEqual({
    bucket: 'day',
    labels: ['2024-02-28', '2024-02-29', '2024-03-01', '2024-03-02'],
    sales: [1, 2, 4, 0],
  });
  expect((await timeline(agency, '2026-02-27', '2026-03-01')).labels).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
  ]);
});

test('weeks begin on Sunday, the first one before the range if need be, and count the range only', async () => {
  const line = await timeline(agency, '2026-01-03', '2026-01-17', 'week');
  expect(line).toEqual({
    bucket: 'week',
    labels: ['2025-12-28', '2026-01-04', '2026-01-11'],
    sales: [8, 48, 0],
  });
  expect((await timeline(agency, '2026-01-05', '2026-01-09', 'week')).sales).toEqual([0]);
});

test('months begin on the first, count the range only, and run over the turn of a year', async () => {
  expect(await timeline(agency, '2025-12-31', '2026-06-30', 'month')).toEqual({
    bucket: 'month',
    labels: [
      '2025-12-01',
      '2026-01-01',
      '2026-02-01',
      '2026-03-01',
      '2026-04-01',
      '2026-05-01',
      '2026-06-01',
    ],
    sales: [0, 56, 0, 0, 0, 0, 64],
  });
  expect((await timeline(agency, '2026-01-04', '2026-06-29', 'month')).sales).toEqual([48, 0, 0, 0, 0, 0]);
});

test('a reversed range is swapped, an open one reaches as far as there are sales', async () => {
  expect(await timeline(agency, '2026-01-10', '2026-01-03')).toEqual(
    await timeline(agency, '2026-01-03', '2026-01-10'),
  );
  const all = await timeline(agency, null, null);
  expect([all.bucket, all.labels[0], all.labels.at(-1)]).toEqual(['month', '2024-02-01', '2026-07-01']);
  expect(all.sales.reduce((a, b) => a + b)).toBe(127);
  expect((await timeline(agency, null, '2024-03-01')).labels).toEqual([
    '2024-02-28',
    '2024-02-29',
    '2024-03-01',
  ]);
  expect((await timeline(agency, '2026-06-29', null)).labels).toEqual([
    '2026-06-29',
    '2026-06-30',
    '2026-07-01',
  ]);
  expect((await timeline(agency, '2030-01-01', null)).labels).toHaveLength(24);
  expect(await timeline(agency, '-infinity', 'infinity', 'month')).toMatchObject({ bucket: 'month' });
  expect((await timeline(agency, 'infinity', null)).labels).toHaveLength(24);
});

test('without a sale an open range has nothing to show, a given one is all zeros', async () => {
  const empty = await createTestAgency();
  const nothing = await timeline(empty, null, null);
  expect([nothing.labels, nothing.sales]).toEqual([[], []]);
  expect((await timeline(empty, '2026-01-01', '2026-01-03')).sales).toEqual([0, 0, 0]);
});

test('by status each has a line; the sum of amounts is the active total', async () => {
  const { data } = await agency.admin.api.rpc('get_sales_status_timeline', {
    start_date: '2026-06-29',
    end_date: '2026-07-01',
  });
  expect(data).toEqual({
    bucket: 'day',
    labels: ['2026-06-29', '2026-06-30', '2026-07-01'],
    booked: [0, 0, 0],
    paid: [0, 64, 0],
    cancelled: [0, 0, 128],
  });
  expect((await timeline(agency, '2026-06-29', '2026-07-01')).sales).toEqual([0, 64, 0]);
  const commissions = await agency.admin.api.rpc('get_commission_status_timeline', {
    start_date: '2026-06-29',
    end_date: '2026-07-01',
  });
  expect(commissions.data).toEqual({
    bucket: 'day',
    labels: ['2026-06-29', '2026-06-30', '2026-07-01'],
    unpaid: [0, 0, 0],
    funds_received: [0, 6.4, 0],
    agent_paid: [0, 0, 0],
    cancelled: [0, 0, 12.8],
    agent: {
      unpaid: [0, 0, 0],
      funds_received: [0, 3.84, 0],
      agent_paid: [0, 0, 0],
      cancelled: [0, 0, 7.68],
    },
  });
  const amounts = await agency.admin.api.rpc('get_commission_timeline', {
    start_date: '2026-06-29',
    end_date: '2026-07-01',
    bucket: 'month',
  });
  expect(amounts.data).toEqual({
    bucket: 'month',
    labels: ['2026-06-01', '2026-07-01'],
    amounts: [6.4, 0],
  });
});

describe('hours are those of the organization’s clocks', () => {
  test('and the day is the sale’s, whenever it was typed in', async () => {
    const tokyo = await agencyWith('Asia/Tokyo', [
      // 00:30 in Tokyo.
      { sold: '2026-05-05', amount: 1, at: '2026-05-04T15:30:00Z' },
      { sold: '2026-05-05', amount: 2, at: '2026-05-05T14:59:59Z' },
      // Typed in two days later at 09:10.
      { sold: '2026-05-05', amount: 4, at: '2026-05-07T00:10:00Z' },
    ]);
    const line = await timeline(tokyo, '2026-05-05', '2026-05-05');
    expect([line.labels.length, line.labels[0], line.labels[23]]).toEqual([
      24,
      '2026-05-05T00:00',
      '2026-05-05T23:00',
    ]);
    expect(filled(line)).toEqual({ '2026-05-05T00:00': 1, '2026-05-05T09:00': 4, '2026-05-05T23:00': 2 });
    const commissions = await tokyo.admin.api.rpc('get_commission_timeline', {
      start_date: '2026-05-05',
      end_date: '2026-05-05',
    });
    const { labels, amounts } = commissions.data as unknown as { labels: string[]; amounts: number[] };
    expect(filled({ bucket: 'hour', labels, sales: amounts })).toEqual({
      '2026-05-05T00:00': 0.1,
      '2026-05-05T09:00': 0.4,
      '2026-05-05T23:00': 0.2,
    });
  });

  test('a day has 23 when daylight saving begins, 24 when it ends, and loses no sale', async () => {
    const newYork = await agencyWith('America/New_York', [
      // 01:30 and 03:30, an hour apart.
      { sold: '2026-03-08', amount: 1, at: '2026-03-08T06:30:00Z' },
      { sold: '2026-03-08', amount: 2, at: '2026-03-08T07:30:00Z' },
      // At 02:30 of the next day: an hour that the eighth did not have.
      { sold: '2026-03-08', amount: 4, at: '2026-03-09T06:30:00Z' },
      // 01:30 twice.
      { sold: '2026-11-01', amount: 8, at: '2026-11-01T05:30:00Z' },
      { sold: '2026-11-01', amount: 16, at: '2026-11-01T06:30:00Z' },
    ]);
    const spring = await timeline(newYork, '2026-03-08', '2026-03-08');
    expect(spring.labels).toHaveLength(23);
    expect(spring.labels).not.toContain('2026-03-08T02:00');
    expect(filled(spring)).toEqual({ '2026-03-08T01:00': 1, '2026-03-08T03:00': 6 });
    const autumn = await timeline(newYork, '2026-11-01', '2026-11-01');
    expect(autumn.labels).toHaveLength(24);
    expect(filled(autumn)).toEqual({ '2026-11-01T01:00': 24 });
    expect((await timeline(newYork, '2026-03-07', '2026-03-08')).labels).toHaveLength(47);
    expect(filled(await timeline(newYork, '2026-03-08', '2026-03-10'))).toEqual({ '2026-03-08': 7 });
  });

  test('even where midnight does not exist', async () => {
    const santiago = await agencyWith('America/Santiago', [
      { sold: '2026-09-06', amount: 1, at: '2026-09-06T04:30:00Z' },
      { sold: '2026-09-06', amount: 2, at: '2026-09-07T03:30:00Z' },
    ]);
    const line = await timeline(santiago, '2026-09-06', '2026-09-06');
    expect([line.labels.length, line.labels[0]]).toEqual([23, '2026-09-06T01:00']);
    expect(filled(line)).toEqual({ '2026-09-06T01:00': 3 });
  });
});

// Holds dashboard-18, first-version-4
test('one agent’s timeline needs the agent', async () => {
  const nobody = await agency.admin.api.rpc('get_agent_sales_timeline', { start_date: '2026-01-01' });
  expect(nobody.error).toMatchObject({ code: 'P0001', message: 'Agent ID is required' });
  const range = { start_date: '2026-01-03', end_date: '2026-01-10', bucket: 'month' };
  const own = await agency.admin.api.rpc('get_agent_sales_timeline', { agent_id: agency.agent.id, ...range });
  expect(own.data).toEqual({ bucket: 'month', labels: ['2026-01-01'], sales: [56] });
  const other = await agency.admin.api.rpc('get_agent_sales_timeline', {
    agent_id: agency.rival.id,
    ...range,
  });
  expect(other.data).toEqual({ bucket: 'month', labels: ['2026-01-01'], sales: [0] });
});

test('every timeline answers amounts, to the cent', async () => {
  const cents = await agencyWith('UTC', [
    { sold: '2026-06-29', amount: 10.25, commission: 1.03 },
    { sold: '2026-06-30', amount: 20.5, commission: 2.07, paid: true },
    { sold: '2026-06-30', amount: 40.99, commission: 4.11, cancelled: true },
  ]);
  const range = { start_date: '2026-06-29', end_date: '2026-06-30', bucket: 'day' };
  const named = await sql<{ name: string; args: string }>(
    `select proname as name, pg_get_function_arguments(oid) as args from pg_proc
     where pronamespace = 'public'::regnamespace and proname ~ '_timeline$' order by 1`,
  );
  expect(named.length).toBeGreaterThan(4);
  for (const { args, name } of named) {
    const of = args.includes('agent_id') ? { agent_id: cents.agent.id } : {};
    // What it answers is held against its contract, too.
    const { data, error } = await cents.admin.api.rpc(name as never, { ...range, ...of } as never);
    expect([name, error]).toEqual([name, null]);
    const { agent, bucket, labels, ...series } = data as unknown as Record<string, unknown>;
    expect([name, bucket, labels]).toEqual([name, 'day', ['2026-06-29', '2026-06-30']]);
    const sums = Object.fromEntries(
      Object.entries(series as Record<string, number[]>).map(([key, each]) => [
        key,
        Math.round(100 * each.reduce((sum, amount) => sum + amount, 0)),
      ]),
    );
    expect([name, sums]).toEqual([
      name,
      name.includes('commission')
        ? 'unpaid' in sums
          ? { unpaid: 103, funds_received: 207, agent_paid: 0, cancelled: 411 }
          : { amounts: 310 }
        : 'booked' in sums
          ? { booked: 1025, paid: 2050, cancelled: 4099 }
          : { sales: 3075 },
    ]);
    expect(agent === undefined || typeof agent === 'object').toBe(true);
  }
});
