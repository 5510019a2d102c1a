import { dashboardOf } from '../support/dashboard';
import { sql } from '../support/database';
import { call, listTeam, listVendors, memberProfile, vendorProfile } from '../support/directory';
import { amountsOf, rowsOf, type Figure, type SaleRow } from '../support/figures-oracle';
import { createFiguresAgency, type FiguresAgency } from '../support/figures-agency';
import { listCommissions, listSales } from '../support/lists';
import { SEED } from '../support/soak';
import type { Person } from '../support/test-agency';

/** docs/product/dashboard.md, Which figure means which sum: each figure of each function, from rows added up one by one here. */

let agency: FiguresAgency;
let rows: SaleRow[];

beforeAll(async () => {
  agency = await createFiguresAgency(SEED);
  rows = await rowsOf(agency.organizationId);
  // Half of the totals are added up by the job, half of the days are read from their rows.
  await sql(`select private.refresh_totals('1 minute')`);
  await sql(
    `insert into private.stale_days select organization_id, day from private.daily_totals
     where organization_id = $1 and extract(day from day)::int % 2 = 0 group by 1, 2`,
    [agency.organizationId],
  );
});

const PEOPLE = ['owner', 'admin', 'agent', 'rival'] as const;
const seenBy = (person: Person) =>
  person === agency.owner || person === agency.admin ? rows : rows.filter((row) => row.agent === person.id);

const RANGES = [
  [null, null],
  ['2025-01-01', '2025-12-31'],
  ['2025-03-10', '2025-07-21'],
  ['2025-06-15', '2025-06-16'],
] as const;

const within = (all: SaleRow[], [start, end]: readonly [string | null, string | null]) =>
  all.filter(({ day }) => (start === null || day >= start) && (end === null || day <= end));

const COMMISSIONS = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'] as const;

/** The figures of commissions, as lists and the dashboard answer them. */
function commissionFigures(of: SaleRow[]): Record<string, Figure> {
  return {
    ...Object.fromEntries(
      COMMISSIONS.map((status) => [status, amountsOf(of.filter((row) => row.commissionStatus === status))]),
    ),
    total: amountsOf(of),
    active_total: amountsOf(of.filter((row) => row.commissionStatus !== 'cancelled')),
    ready: amountsOf(of.filter((row) => row.commissionStatus === 'funds_received' && row.status === 'paid')),
  };
}

/** The figures of sales by status; the lists add their gross commission, which no screen shows. */
function saleFigures(of: SaleRow[]): Record<string, { count: number; amount: number }> {
  const sold = (statuses: readonly string[]) => {
    const some = of.filter(({ status }) => statuses.includes(status));
    return { count: some.length, amount: amountsOf(some).total };
  };
  return {
    booked: sold(['booked']),
    paid: sold(['paid']),
    cancelled: sold(['cancelled']),
    total: sold(['booked', 'paid', 'cancelled']),
    active_total: sold(['booked', 'paid']),
  };
}

const plain = (figures: Record<string, Figure>) =>
  Object.fromEntries(
    Object.entries(figures).map(([name, { count, gross, share }]) => [
      name,
      { count, amount: gross, agent_amount: share },
    ]),
  );

/** Sold and earned: what a person, a vendor or a top list shows. Nothing cancelled counts. */
function soldOf(of: SaleRow[]) {
  const sold = of.filter(({ status }) => status !== 'cancelled');
  return {
    count: sold.length,
    revenue: amountsOf(sold).total,
    commission: amountsOf(of.filter((row) => row.commissionStatus !== 'cancelled')).gross,
  };
}

const dates = ([start_date, end_date]: readonly [string | null, string | null]) => ({ start_date, end_date });

test(`the sales of seed ${SEED} have everything in them that figures must tell apart`, () => {
  const combinations = new Set(rows.map(({ status, commissionStatus }) => `${status} ${commissionStatus}`));
  expect([...combinations].sort()).toEqual([
    'booked cancelled',
    'booked funds_received',
    'booked unpaid',
    'cancelled cancelled',
    'paid agent_paid',
    'paid cancelled',
    'paid funds_received',
  ]);
  expect(
    new Set(rows.filter(({ received }) => received !== null).map(({ commissionStatus }) => commissionStatus))
      .size,
  ).toBeGreaterThan(1);
});

describe.each(PEOPLE)('as the %s', (who) => {
  // Holds dashboard-22
  test.each(RANGES)('commissions and sales by status from %s to %s', async (...range) => {
    const person = agency[who];
    const mine = within(seenBy(person), range);
    const commissions = plain(commissionFigures(mine));
    expect(await call(person, 'get_commission_stats', dates(range))).toEqual(commissions);
    expect((await listCommissions(person, dates(range))).stats).toEqual(commissions);
    expect(await call(person, 'get_commissions_by_status', dates(range))).toEqual(
      Object.fromEntries(
        [...COMMISSIONS, 'total'].map((name) => {
          const { count, amount } = commissions[name] as { count: number; amount: number };
          return [name, { count, amount }];
        }),
      ),
    );
    const sales = saleFigures(mine);
    expect(await call(person, 'get_sales_by_status', dates(range))).toEqual(sales);
    expect((await listSales(person, dates(range))).by_status).toMatchObject(sales);
    if (range[0] !== null) {
      const shown = await dashboardOf(person, { ...dates(range), parts: ['sales', 'commissions'] });
      expect([shown.sales, shown.commissions]).toEqual([sales, commissions]);
    }
  });

  test('the points of each line of a chart add up to its card', async () => {
    const person = agency[who];
    const asked = { start_date: '2025-03-10', end_date: '2025-07-21' };
    const shown = await dashboardOf(person, {
      ...asked,
      parts: ['sales', 'commissions', 'sales_trend', 'commission_trend'],
    });
    const sum = (points: readonly (number | string)[] | undefined) =>
      (points ?? []).reduce<number>((cents, point) => cents + Math.round(Number(point) * 100), 0) / 100;
    for (const status of ['booked', 'paid', 'cancelled'])
      expect(sum(shown.sales_trend[status])).toBe(shown.sales[status]?.amount);
    for (const status of COMMISSIONS) {
      expect(sum(shown.commission_trend[status])).toBe(shown.commissions[status]?.amount);
      expect(sum(shown.commission_trend.agent[status])).toBe(shown.commissions[status]?.agent_amount);
    }
  });

  // Holds dashboard-29
  test('each card counts what its list holds, the total without the cancelled', async () => {
    const person = agency[who];
    const mine = seenBy(person);
    const sales = saleFigures(mine);
    for (const status of ['booked', 'paid', 'cancelled', 'active'] as const) {
      const card = sales[status === 'active' ? 'active_total' : status];
      const list = await listSales(person, { status, page_size: 100 });
      expect([status, list.count]).toEqual([status, card?.count]);
      expect(list.rows.length).toBe(Math.min(100, card?.count ?? 0));
    }
    for (const status of COMMISSIONS)
      expect((await listCommissions(person, { status })).count).toBe(commissionFigures(mine)[status]?.count);
  });

  test('of a customer, what the reader may see without the cancelled', async () => {
    const person = agency[who];
    for (const customer of agency.customerIds) {
      const { count, revenue } = soldOf(seenBy(person).filter((row) => row.customer === customer));
      expect(await call(person, 'get_customer_profile', { customer_id: customer })).toMatchObject({
        totals: { sales_count: count, total_amount: revenue },
      });
    }
  });

  test('of a vendor, what an admin may see without the cancelled, and an agent nothing', async () => {
    const person = agency[who];
    for (const vendor of agency.vendorIds) {
      const { count, revenue } = soldOf(seenBy(person).filter((row) => row.vendor === vendor));
      const profile = await call(person, 'get_vendor_profile', { vendor_id: vendor });
      if (who === 'agent' || who === 'rival') expect(profile).toBeNull();
      else expect(profile).toMatchObject({ figures: { sales_count: count, total_amount: revenue } });
    }
  });

  test.each(RANGES)('the top lists from %s to %s', async (...range) => {
    const person = agency[who];
    const mine = within(seenBy(person), range);
    for (const [name, key] of [
      ['get_top_agents', 'agent'],
      ['get_top_vendors', 'vendor'],
    ] as const) {
      const listed = await call<Record<string, unknown>[]>(person, name, { ...dates(range), max_rows: 100 });
      const figures = Object.fromEntries(
        listed.map((row) => [row['id'], [row['sales_count'], row['total_revenue'], row['total_commission']]]),
      );
      const expected = [...new Set(mine.map((row) => row[key]))]
        .map((id) => [id, soldOf(mine.filter((row) => row[key] === id))] as const)
        .filter(([, { count }]) => count > 0)
        .map(([id, { count, revenue, commission }]) => [id, [count, revenue, commission]]);
      expect(figures).toEqual(Object.fromEntries(expected));
    }
  });
});

describe.each(['owner', 'admin'] as const)('as the %s, of people and vendors', (who) => {
  test('the team, its members, and what they were paid', async () => {
    const person = agency[who];
    const { rows: team } = await listTeam(person, { page_size: 100 });
    for (const member of agency.sellers) {
      const own = rows.filter((row) => row.agent === member.id);
      const { count, revenue, commission } = soldOf(own);
      expect(team.find(({ id }) => id === member.id)).toMatchObject({
        sales_count: count,
        commission_amount: commission,
      });
      const profile = await memberProfile(person, member.id);
      const byStatus = plain(commissionFigures(own));
      expect(profile?.figures).toEqual({
        sales_count: count,
        total_amount: revenue,
        commission_amount: commission,
        booked_sales_count: own.filter(({ status }) => status === 'booked').length,
        commissions: Object.fromEntries(COMMISSIONS.map((status) => [status, byStatus[status]])),
        ready: { count: byStatus['ready']?.count, agent_amount: byStatus['ready']?.agent_amount },
      });
      const [paid] = await sql<{ sum: number }>(
        'select coalesce(sum(amount), 0)::float8 as sum from public.agent_payments where agent_id = $1',
        [member.id],
      );
      expect(byStatus['agent_paid']?.agent_amount).toBe(paid?.sum);
    }
  });

  test('the vendors, what they owe and what receipts say came from them', async () => {
    const person = agency[who];
    const { rows: listed } = await listVendors(person, { page_size: 100 });
    for (const vendor of agency.vendorIds) {
      const own = rows.filter((row) => row.vendor === vendor);
      const { count, revenue } = soldOf(own);
      expect(listed.find(({ id }) => id === vendor)).toMatchObject({
        sales_count: count,
        total_amount: revenue,
      });
      const of = (some: SaleRow[]) => plain({ figure: amountsOf(some) })['figure'];
      // Of nothing nothing is owed.
      const unpaid = own.filter((row) => row.commissionStatus === 'unpaid' && row.gross > 0);
      // What came of a commission that was cancelled later counts, too.
      const received = own.filter((row) => row.received !== null);
      const came = received.reduce((cents, row) => cents + Math.round((row.received ?? 0) * 100), 0) / 100;
      expect((await vendorProfile(person, vendor))?.figures).toEqual({
        sales_count: count,
        total_amount: revenue,
        expected: of(unpaid.filter((row) => !row.late)),
        overdue: {
          ...of(unpaid.filter((row) => row.late)),
          agents_paid: { count: 0, amount: 0, advanced: 0 },
          paid_short: { count: 0, amount: 0 },
          tracked_since: null,
        },
        funds_received: of(own.filter((row) => row.commissionStatus === 'funds_received')),
        agent_paid: of(own.filter((row) => row.commissionStatus === 'agent_paid')),
        received: {
          count: received.length,
          amount: came,
          owed: amountsOf(received).gross,
          taken_back: 0,
          net: came,
        },
      });
    }
  });
});

test.each(['agent', 'rival'] as const)('what the %s is paid next', async (who) => {
  const own = seenBy(agency[who]);
  const { payable } = await dashboardOf(agency[who], { parts: ['payable'] });
  const ready = own.filter((row) => row.commissionStatus === 'funds_received' && row.status === 'paid');
  const later = own.filter(
    (row) =>
      row.commissionStatus === 'unpaid' ||
      (row.commissionStatus === 'funds_received' && row.status === 'booked'),
  );
  const share = (some: SaleRow[]) => ({ count: some.length, amount: amountsOf(some).share });
  expect([payable?.now, payable?.expected]).toEqual([share(ready), share(later)]);
});
