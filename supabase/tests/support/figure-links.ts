import { isDeepStrictEqual } from 'node:util';
import type { World } from './agreements-world';
import { ask } from './bank';
import {
  dashboardOf,
  type CommissionFigure,
  type Dashboard,
  type Figures,
  type OwedFigures,
} from './dashboard';
import { sql } from './database';
import { listCommissions, listSales, type Answer, type Question } from './lists';
import type { Person } from './test-agency';

/** A figure and the list it leads to, which do not say the same. */
export interface Disagreement {
  where: string;
  reads: string;
  figure: unknown;
  list: unknown;
}

interface CommissionRow {
  id: string;
  sales_id: string;
  amount: number;
  agent_amount: number;
  open: number;
  owed: number;
  booking_reference: string;
  total_amount: number;
}
interface SaleRow {
  id: string;
  total_amount: number;
  commission_amount: number;
  commission: { id: string; agent_amount: number };
}
/** The sums of a list, as it says them and as its rows come to them, and its rows. */
interface Behind<Row> {
  sum: (of: (row: Row) => number) => number;
  count: number;
  rows: Row[];
  answer: Answer;
}

const cents = (amount: unknown) => Math.round(Number(amount ?? 0) * 100);

async function behind<Row>(
  list: (person: Person, question: Question) => Promise<Answer>,
  person: Person,
  question: object,
): Promise<Behind<Row>> {
  const rows: Row[] = [];
  let answer = await list(person, { ...question, page: 1, page_size: 100 });
  const first = answer;
  for (;;) {
    rows.push(...(answer.rows as unknown as Row[]));
    if (answer.page >= answer.total_pages) break;
    answer = await list(person, { ...question, page: answer.page + 1, page_size: 100 });
  }
  const sum = (of: (row: Row) => number) => rows.reduce((all, row) => all + cents(of(row)), 0);
  return { sum, count: rows.length, rows, answer: first };
}
const commissions = (person: Person, question: object) =>
  behind<CommissionRow>(listCommissions, person, question);
const sales = (person: Person, question: object) => behind<SaleRow>(listSales, person, question);

/** Figures of sales, and the status of the list that each leads to. */
const SALE_TABS = [
  ['booked', 'booked'],
  ['paid', 'paid'],
  ['active_total', 'active'],
  ['cancelled', 'cancelled'],
] as const;
const STATUSES = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'] as const;

/** What one reads, and where it does not agree. */
class Reader {
  readonly wrong: Disagreement[] = [];
  constructor(
    readonly world: World,
    readonly person: Person,
    readonly isAdmin: boolean,
  ) {}
  same(where: string, figure: unknown, list: unknown): void {
    if (!isDeepStrictEqual(figure, list))
      this.wrong.push({ where, reads: this.isAdmin ? 'admin' : this.person.email, figure, list });
  }
  /** A figure of commissions, and the list of them. */
  async figure(where: string, told: Partial<CommissionFigure>, question: object): Promise<void> {
    const list = await commissions(this.person, question);
    const overdue = 'overdue' in question;
    this.same(
      where,
      [told.count, cents(told.amount), cents(told.agent_amount)],
      [list.count, list.sum((row) => (overdue ? row.owed : row.amount)), list.sum((row) => row.agent_amount)],
    );
  }
  async sold(where: string, told: Figures, question: object): Promise<void> {
    const list = await sales(this.person, question);
    this.same(
      where,
      [told.count, cents(told.amount)],
      [list.count, list.sum(({ total_amount }) => total_amount)],
    );
  }
}

/** What anybody was paid of what is owed (of a vendor, of one person): told from each part by itself, whoever was paid first. */
async function advancedTo({ agency }: World, person: string | null, vendor: string | null): Promise<number> {
  const parts = await sql<{ cents: number }>(
    `select (p.amount * 100)::float8 as cents
     from private.commission_money m
     join public.commissions c on c.id = m.commission_id
     join lateral (
       select c.agent_id as user_id, c.agent_amount as amount where c.seller_paid
       union all
       select h.user_id, h.agent_amount from private.shares_beside_sellers h
       where h.commission_id = c.id and h.status = 'paid' and ($2::uuid is null or h.role in ('co_seller', 'referral'))) p on true
     where m.organization_id = $1 and m.owed > 0 and ($2::uuid is null or p.user_id = $2) and ($3::uuid is null or m.vendor_id = $3)`,
    [agency.organizationId, person, vendor],
  );
  return Math.round(parts.reduce((sum, part) => sum + part.cents, 0));
}

/** What is overdue, wherever it is said, and the list of it. */
async function overdue(
  reader: Reader,
  where: string,
  told: OwedFigures,
  vendor: string | null,
): Promise<void> {
  const { person, world } = reader;
  const question = { overdue: true, ...(vendor && { vendor_id: vendor }) };
  const list = await commissions(person, question);
  const paid = await commissions(person, { ...question, status: 'agent_paid' });
  reader.same(
    where,
    {
      count: told.count,
      amount: cents(told.amount),
      paid: [told.agents_paid.count, cents(told.agents_paid.amount)],
      advanced: cents(told.agents_paid.advanced),
    },
    {
      count: list.count,
      amount: list.sum((row) => row.owed),
      paid: [paid.count, paid.sum((row) => row.owed)],
      advanced: await advancedTo(world, null, vendor),
    },
  );
}

interface ReportRows {
  count: number;
  figures: { open: number };
}
const agingRows = (person: Person, age: string, vendor: string | null) =>
  ask<ReportRows>(person, 'get_report_rows', {
    definition: { report: 'aging', age, ...(vendor && { vendor_id: vendor }) },
    page_size: 1,
  });

interface Aging {
  buckets: { bucket: string; count: number; amount: number }[];
  agents_paid: OwedFigures['agents_paid'];
  vendors: ({ vendor: { id: string }; count: number; amount: number; buckets: Record<string, number> } & Pick<
    OwedFigures,
    'agents_paid'
  >)[];
}
interface VendorPage {
  figures: Record<'expected' | 'funds_received' | 'agent_paid', CommissionFigure> & {
    overdue: OwedFigures & { agent_amount: number };
    sales_count: number;
    total_amount: number;
  };
  sales: { count: number };
}
interface MemberPage {
  figures: Record<'sales_count' | 'total_amount' | 'commission_amount', number> & {
    ready: { count: number; agent_amount: number };
    commissions: Record<string, CommissionFigure>;
  };
  sales: { count: number; rows: { id: string; total_amount: number }[] };
}
interface GroupPage {
  figures: Record<
    | 'sales'
    | 'booked'
    | 'paid'
    | 'cancelled'
    | 'total_amount'
    | 'commission_amount'
    | 'owed_amount'
    | 'owed_count',
    number
  >;
  sales: { id: string; total_amount: number; commission: { agent_amount: number } }[];
}

const RANGE = { start_date: '2024-01-01', end_date: '2199-12-31' };

/** A day on which several people have a share, to look at by the hour. */
async function sharedDays({ agency }: World): Promise<string[]> {
  const days = await sql<{ day: string }>(
    `select distinct counted_on::text as day from private.shares_beside_sellers
     where organization_id = $1 and commission_id is not null order by 1 limit 2`,
    [agency.organizationId],
  );
  return days.map(({ day }) => day);
}

async function dashboardCards(reader: Reader): Promise<void> {
  const { person, world } = reader;
  const days = await sharedDays(world);
  for (const range of [RANGE, ...days.map((day) => ({ start_date: day, end_date: day }))]) {
    const board: Dashboard = await dashboardOf(person, {
      ...range,
      parts: ['sales', 'commissions', 'commission_trend'],
    });
    for (const status of STATUSES) {
      const told = board.commissions[status];
      await reader.figure(`dashboard ${status}`, told ?? {}, { ...range, status });
      const drawn = (series: readonly (string | number)[] = []) =>
        series.reduce<number>((sum, each) => sum + cents(each), 0);
      reader.same(
        `dashboard chart ${status} ${range.start_date}`,
        [drawn(board.commission_trend[status]), drawn(board.commission_trend.agent[status])],
        [cents(told?.amount), cents(told?.agent_amount)],
      );
    }
    for (const [card, status] of SALE_TABS)
      await reader.sold(`dashboard ${card}`, board.sales[card] ?? { count: 0, amount: 0 }, {
        ...range,
        status,
      });
  }
}

/** What can be paid now, as a figure says it, and the list of it with what it names beside. */
async function ready(reader: Reader, where: string, told: Figures, more: object = {}): Promise<void> {
  const list = await commissions(reader.person, { ready: true, ...more });
  const beside = (list.answer as { ready_beside?: Figures }).ready_beside ?? { count: 0, amount: 0 };
  reader.same(
    where,
    [told.count, cents(told.amount)],
    [list.count + beside.count, list.sum((row) => row.agent_amount) + cents(beside.amount)],
  );
}

async function toDo(reader: Reader): Promise<void> {
  if (!reader.isAdmin) return;
  const { to_do } = await dashboardOf(reader.person, { parts: ['to_do'] });
  if (!to_do) throw new Error('Nothing to do is told');
  await ready(reader, 'to do: ready to pay', to_do.payable);
  await overdue(reader, 'to do: overdue', to_do.overdue, null);
  await reader.sold('to do: departing unpaid', to_do.departures, { departing: true });
}

async function vendorPages(reader: Reader): Promise<void> {
  const { person, world, isAdmin } = reader;
  for (const vendor_id of isAdmin ? world.vendors : []) {
    const { figures, sales: latest } = await ask<VendorPage>(person, 'get_vendor_page', { vendor_id });
    for (const status of ['funds_received', 'agent_paid'] as const)
      await reader.figure(`vendor ${status}`, figures[status], { vendor_id, status });
    await reader.figure('vendor overdue', figures.overdue, { vendor_id, overdue: true });
    await overdue(reader, 'vendor overdue', figures.overdue, vendor_id);
    const open = await agingRows(person, 'all', vendor_id);
    reader.same(
      'vendor expected',
      [
        figures.expected.count + figures.overdue.count,
        cents(figures.expected.amount) + cents(figures.overdue.amount),
      ],
      [open.count, cents(open.figures.open)],
    );
    await reader.sold(
      'vendor revenue',
      { count: figures.sales_count, amount: figures.total_amount },
      { vendor_id, status: 'active' },
    );
    reader.same('vendor sales', latest.count, (await sales(person, { vendor_id })).count);
  }
}

async function memberPages(reader: Reader): Promise<void> {
  const { person, world, isAdmin } = reader;
  const all = [...world.people, ...[...world.leads.keys()].map((id) => ({ id }))];
  for (const { id: agent_id } of isAdmin ? all : [person]) {
    const { figures, sales: latest } = await ask<MemberPage>(person, 'get_member_page', {
      member_id: agent_id,
    });
    for (const status of STATUSES)
      await reader.figure(`member ${status}`, figures.commissions[status] ?? {}, { agent_id, status });
    await ready(
      reader,
      'member ready',
      { count: figures.ready.count, amount: figures.ready.agent_amount },
      { agent_id },
    );
    await reader.sold(
      'member revenue',
      { count: figures.sales_count, amount: figures.total_amount },
      { agent_id, status: 'active' },
    );
    const sold = await sales(person, { agent_id });
    reader.same('member sales', latest.count, sold.count);
    for (const row of latest.rows)
      reader.same(
        'member latest sale',
        cents(row.total_amount),
        cents(sold.rows.find(({ id }) => id === row.id)?.total_amount),
      );
  }
}

async function payoutsStrip(reader: Reader): Promise<void> {
  if (!reader.isAdmin) return;
  const { strip } = await ask<{ strip: { ready: Figures } }>(reader.person, 'list_payouts');
  await ready(reader, 'payouts: ready to pay', strip.ready);
}

async function bankStrip(reader: Reader): Promise<void> {
  if (!reader.isAdmin) return;
  const { strip } = await ask<{ strip: { overdue: OwedFigures } }>(reader.person, 'get_bank_inbox');
  await overdue(reader, 'bank: overdue', strip.overdue, null);
  const aging = await ask<Aging>(reader.person, 'run_report', { definition: { report: 'aging' } });
  const late = aging.vendors.filter(({ count }) => count > 0);
  reader.same(
    'bank: overdue and the report',
    [strip.overdue.vendors, cents(strip.overdue.amount), strip.overdue.agents_paid],
    [late.length, late.reduce((sum, { amount }) => sum + cents(amount), 0), aging.agents_paid],
  );
}

async function agingReport(reader: Reader): Promise<void> {
  const { person, world, isAdmin } = reader;
  const aging = await ask<Aging>(person, 'run_report', { definition: { report: 'aging' } });
  const whose = isAdmin ? null : person.id;
  reader.same('aging advanced', cents(aging.agents_paid.advanced), await advancedTo(world, whose, null));
  for (const { bucket, count, amount } of aging.buckets) {
    const rows = await agingRows(person, bucket, null);
    reader.same(`aging ${bucket}`, [count, cents(amount)], [rows.count, cents(rows.figures.open)]);
  }
  for (const { vendor, count, amount, agents_paid } of aging.vendors) {
    const rows = await agingRows(person, 'overdue', vendor.id);
    reader.same(
      'aging of a vendor',
      [count, cents(amount), cents(agents_paid.advanced)],
      [rows.count, cents(rows.figures.open), await advancedTo(world, whose, vendor.id)],
    );
  }
}

/** The figures on top of the list, each a link to its status. */
async function stripOfList(reader: Reader): Promise<void> {
  for (const question of [{}, { overdue: true }, { ready: true }]) {
    const { stats } = await listCommissions(reader.person, question);
    for (const status of STATUSES)
      await reader.figure(`list ${status} ${JSON.stringify(question)}`, stats?.[status] ?? {}, {
        ...question,
        status,
      });
  }
}

/** A customer's sums are of whole sales, also of an agent (docs/product/agreements.md, Shares): the list of an admin has whole ones. */
async function customerPages(reader: Reader): Promise<void> {
  const { person, world, isAdmin } = reader;
  if (!isAdmin) return;
  const { customer, totals } = await ask<{
    customer: { first_name: string; last_name: string };
    totals: { sales_count: number; total_amount: number };
  }>(person, 'get_customer_page', { customer_id: world.agency.customerId });
  await reader.sold(
    'customer: lifetime sales',
    { count: totals.sales_count, amount: totals.total_amount },
    { search: `${customer.first_name} ${customer.last_name}`, status: 'active' },
  );
}

/** The tabs of the list of sales. */
async function tabsOfSales(reader: Reader): Promise<void> {
  const { by_status } = await listSales(reader.person);
  for (const [tab, status] of SALE_TABS) {
    const { count = 0, amount = 0 } = by_status?.[tab] ?? {};
    await reader.sold(`sales ${tab}`, { count, amount }, { status });
  }
}

async function groupPages(reader: Reader): Promise<void> {
  const { person, world } = reader;
  for (const group_id of world.groups) {
    const { figures, sales: shown } = await ask<GroupPage>(person, 'get_sale_group', { group_id });
    const { rows, answer } = await sales(person, { group_id });
    const active = await sales(person, { group_id, status: 'active' });
    const list = await commissions(person, {});
    const ids = new Set(rows.map(({ id }) => id));
    const open = list.rows.filter((row) => ids.has(row.sales_id) && row.open > 0);
    reader.same(
      'group sums',
      [
        figures.sales,
        figures.booked,
        figures.paid,
        figures.cancelled,
        cents(figures.total_amount),
        cents(figures.commission_amount),
      ],
      [
        active.count,
        answer.by_status?.['booked']?.['count'],
        answer.by_status?.['paid']?.['count'],
        answer.by_status?.['cancelled']?.['count'],
        active.sum((row) => row.total_amount),
        active.sum((row) => row.commission_amount),
      ],
    );
    reader.same(
      'group owed',
      [figures.owed_count, cents(figures.owed_amount)],
      [open.length, open.reduce((sum, row) => sum + cents(row.open), 0)],
    );
    const plain = (all: readonly Pick<SaleRow, 'id' | 'total_amount' | 'commission'>[]) =>
      all.map((row) => [row.id, cents(row.total_amount), cents(row.commission.agent_amount)]).sort();
    reader.same('group sales', plain(shown as SaleRow[]), plain(rows));
  }
}

/** Rows of one commission: in its list, in the list of sales, in the file, and found by its reference. */
async function rowsOfLists(reader: Reader): Promise<void> {
  const { person } = reader;
  const list = await commissions(person, {});
  const sold = await sales(person, {});
  const bySale = new Map(list.rows.map((row) => [row.sales_id, row]));
  reader.same(
    'rows of sales',
    sold.rows.map(({ id, commission }) => [id, cents(commission.agent_amount)]),
    sold.rows.map(({ id }) => [id, cents(bySale.get(id)?.agent_amount)]),
  );
  const file = await ask<{ columns: string[]; rows: unknown[][] }>(person, 'export_commissions');
  const column = (row: unknown[], name: string) => cents(row[file.columns.indexOf(name)]);
  reader.same(
    'file of commissions',
    file.rows
      .map((row) => [
        row[file.columns.indexOf('booking_reference')],
        ...['commission_amount', 'agent_amount', 'open_amount', 'overdue_amount', 'total_amount'].map(
          (name) => column(row, name),
        ),
      ])
      .sort(),
    list.rows
      .map((row) => [
        row.booking_reference,
        ...[row.amount, row.agent_amount, row.open, row.owed, row.total_amount].map(cents),
      ])
      .sort(),
  );
  type Found = { commissions?: { id: string; amount: number; agent_amount: number }[] };
  for (const row of list.rows.slice(0, 12)) {
    const found = await ask<Found>(person, 'search_everything', { query: row.booking_reference });
    const one = found.commissions?.find(({ id }) => id === row.id);
    reader.same(
      'search',
      [cents(one?.amount), cents(one?.agent_amount)],
      [cents(row.amount), cents(row.agent_amount)],
    );
  }
}

/**
 * Every address of a list that a screen writes with a filter, or of a report, by its file: what compares the figures there with the
 * list, or why there is none. A test holds it against the sources.
 */
export const LINKS: Readonly<Record<string, readonly ((reader: Reader) => Promise<void>)[] | string>> = {
  'mf-dashboard/src/dashboard/cards.tsx': [dashboardCards],
  'mf-dashboard/src/dashboard/to-do.tsx': [toDo],
  'mf-directory/src/vendors/vendor-figures.tsx': [vendorPages],
  'mf-directory/src/vendors/vendor-page.tsx': [vendorPages],
  'mf-directory/src/team/member-page.tsx': [memberPages],
  'mf-directory/src/team/member-money.tsx': [memberPages],
  'mf-commissions/src/payouts/list/payouts-strip.tsx': [payoutsStrip],
  'mf-commissions/src/bank/inbox/bank-strip.tsx': [bankStrip],
  'mf-dashboard/src/reports/aging/aging-page.tsx': [agingReport],
  'mf-commissions/src/commissions/list/stat-strip.tsx': [stripOfList],
  'mf-sales/src/list/status-tabs.tsx': [tabsOfSales],
  'mf-sales/src/groups/group-page.tsx': [groupPages, rowsOfLists],
  'mf-directory/src/customers/profile/customer-page.tsx': [customerPages],
  'mf-commissions/src/bank/inbox/no-transactions.tsx': 'no figure',
  'mf-commissions/src/payouts/batch/agents-card.tsx': 'a number of what waits for travel, among more',
  'mf-dashboard/src/reports/report-page.tsx': 'rows of reports (supabase/tests/reports/reports.test.ts)',
  'mf-dashboard/src/reports/mail/asked-card.tsx': 'no figure: what was asked for then',
  'mf-dashboard/src/reports/gallery/gallery-page.tsx': 'the figure of the report itself',
  'mf-dashboard/src/reports/saved/saved-reports.tsx': 'no figure',
  'mf-dashboard/src/dashboard/first-steps.tsx': 'no figure of money',
  'mf-directory/src/audit-log/record-path.ts': 'no figure',
};

/** All figures that disagree with the list they lead to, to one who reads them. */
export async function disagreements(world: World, person: Person, isAdmin: boolean): Promise<Disagreement[]> {
  const reader = new Reader(world, person, isAdmin);
  const checks = new Set(Object.values(LINKS).flatMap((each) => (typeof each === 'string' ? [] : each)));
  for (const check of checks)
    await check(reader).catch((error: unknown) => reader.same(check.name, 'can be read', String(error)));
  return reader.wrong;
}
