import type { Client } from 'pg';
import { asCaller } from './claims';
import { sqlOne } from './database';
import { addDays, type CommissionFigure, type Dashboard, type Figures, type Trend } from './dashboard';
import type { Person } from './test-agency';

type Row = Record<string, unknown>;

/** Rows of one statement over what the caller may read. */
type Rows = <R = Row>(statement: string) => Promise<R[]>;

const days = (first: string, last: string): string[] =>
  Array.from({ length: (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1 }, (_, n) =>
    addDays(first, n),
  );

/** The hours a day has in a time zone, counted by the clock of the machine and not of the database. */
function hours(day: string, timeZone: string): string[] {
  const clock = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'short',
  });
  const quarters = Array.from({ length: 72 * 4 }, (_, n) =>
    clock.format(new Date(Date.parse(day) + (n / 4 - 24) * 3_600_000)),
  );
  return [...new Set(quarters.map((text) => `${text.slice(0, 10)}T${text.slice(11, 13)}:00`))].filter(
    (hour) => hour.startsWith(day),
  );
}

/** Every bucket of a range, empty ones too. */
export function bucketsOf({ start, end, bucket }: Dashboard['range'], timeZone: string): string[] {
  const all = days(start, end);
  if (bucket === 'hour') return all.flatMap((day) => hours(day, timeZone));
  if (bucket === 'day') return all;
  const first = (day: string) =>
    bucket === 'month' ? `${day.slice(0, 7)}-01` : addDays(day, -new Date(day).getUTCDay());
  return [...new Set(all.map(first))];
}

/** docs/product/core.md, Chart buckets. */
function bucketFor(start: string, end: string): Dashboard['range']['bucket'] {
  const span = days(start, end).length;
  if (span <= 2) return 'hour';
  if (span <= 90) return 'day';
  return span <= 180 ? 'week' : 'month';
}

const BUCKET = {
  hour: `to_char(sale_date, 'YYYY-MM-DD') || 'T' || to_char(created_at at time zone 'ZONE', 'HH24') || ':00'`,
  day: `sale_date::text`,
  week: `(sale_date - extract(dow from sale_date)::int)::text`,
  month: `to_char(sale_date, 'YYYY-MM') || '-01'`,
};

/** Sums each status in its bucket. An hour that the day does not have is the next one it has. */
async function trend(
  rows: Rows,
  range: Dashboard['range'],
  timeZone: string,
  source: { table: string; amount: string; statuses: string[] },
): Promise<Trend> {
  const labels = bucketsOf(range, timeZone);
  const found = await rows<{ label: string; status: string; cents: string }>(
    `select ${BUCKET[range.bucket].replace('ZONE', timeZone)} as label, status, (sum(${source.amount}) * 100)::bigint::text as cents
     from public.${source.table} where sale_date between '${range.start}' and '${range.end}' group by 1, 2`,
  );
  const answer: Trend = { labels };
  for (const status of source.statuses) {
    const cents = labels.map(() => 0n);
    for (const row of found.filter((one) => one.status === status)) {
      const place = labels.findIndex((label) => label >= row.label);
      cents[place] = (cents[place] ?? 0n) + BigInt(row.cents);
    }
    answer[status] = cents.map((sum) => Number(sum) / 100);
  }
  return answer;
}

async function byStatus(
  rows: Rows,
  { start, end }: Dashboard['range'],
  { table, amount, groups }: { table: string; amount: string; groups: Record<string, string[]> },
): Promise<Record<string, Figures>> {
  const answer: Record<string, Figures> = {};
  for (const [name, statuses] of Object.entries(groups)) {
    const [figures] = await rows<Figures>(
      `select count(*)::int as count, coalesce(sum(${amount}), 0)::float8 as amount from public.${table}
       where sale_date between '${start}' and '${end}' and status in (${statuses.map((s) => `'${s}'`).join(', ')})`,
    );
    if (figures) answer[name] = figures;
  }
  return answer;
}

/** Gross and the agents' share, by status, altogether, without cancelled, and what agents can be paid now. */
async function commissionFigures(
  rows: Rows,
  { start, end }: Dashboard['range'],
): Promise<Dashboard['commissions']> {
  const groups = {
    ...Object.fromEntries(COMMISSIONS.map((status) => [status, `m.status = '${status}'`])),
    total: 'true',
    active_total: `m.status <> 'cancelled'`,
    ready: `m.status = 'funds_received' and s.status = 'paid'`,
  };
  const answer: Dashboard['commissions'] = {};
  for (const [name, condition] of Object.entries(groups)) {
    const [figure] = await rows<CommissionFigure>(
      `select count(*)::int as count, coalesce(sum(m.amount), 0)::float8 as amount,
         coalesce(sum(m.agent_amount), 0)::float8 as agent_amount
       from public.commissions m join public.sales s on s.id = m.sales_id
       where s.sale_date between '${start}' and '${end}' and ${condition}`,
    );
    if (figure) answer[name] = figure;
  }
  return answer;
}

/** Gross, and beside it the agents' share. */
async function commissionTrend(rows: Rows, range: Dashboard['range'], timeZone: string) {
  const of = (amount: string) =>
    trend(rows, range, timeZone, { table: 'commissions', amount, statuses: COMMISSIONS });
  const { labels: _labels, ...agent } = await of('agent_amount');
  return { ...(await of('amount')), agent } as Dashboard['commission_trend'];
}

const SALES = ['booked', 'paid', 'cancelled'];
const COMMISSIONS = ['unpaid', 'funds_received', 'agent_paid', 'cancelled'];
const each = (statuses: string[]) => Object.fromEntries(statuses.map((status) => [status, [status]]));

const SUMS = `count(*)::int as sales_count, sum(s.total_amount)::float8 as total_revenue,
  coalesce(sum((select m.amount from public.commissions m where m.sales_id = s.id and m.status <> 'cancelled')), 0)::float8
    as total_commission`;
const BEST = `order by sum(s.total_amount) desc, count(*) desc, 1 limit 5`;

async function payable(rows: Rows, today: string): Promise<Dashboard['payable']> {
  const open = await rows<Row & { place: number }>(
    `select m.id as commission_id, s.id as sales_id, s.booking_reference, c.first_name as customer_first_name,
       c.last_name as customer_last_name, v.name as vendor_name, m.agent_amount::float8, m.status, s.status as sale_status,
       m.received_on::text, m.due_on::text,
       case when m.status = 'unpaid' then case when m.due_on < '${today}' and m.amount > 0 then 'overdue' else 'awaiting_vendor' end
         when s.status = 'paid' then 'ready' else 'awaiting_customer' end as reason
     from public.commissions m join public.sales s on s.id = m.sales_id join public.customers c on c.id = s.customer_id
     join public.vendors v on v.id = s.vendor_id
     where m.status in ('unpaid', 'funds_received')
     order by case when m.status = 'unpaid' then 3 when s.status = 'paid' then 1 else 2 end,
       case when m.status = 'unpaid' then m.due_on else s.sale_date end nulls last, s.sale_date, s.created_at,
       s.booking_reference, s.id`,
  );
  const figures = (list: Row[]): Figures => ({
    count: list.length,
    amount: list.reduce((sum, row) => sum + Math.round(Number(row['agent_amount']) * 100), 0) / 100,
  });
  const now = open.filter(({ reason }) => reason === 'ready');
  return {
    now: figures(now),
    expected: figures(open.filter((row) => !now.includes(row))),
    rows: open.slice(0, 5),
  };
}

/** What an admin has to do, whatever the range. */
async function toDo(rows: Rows, today: string, withoutTerms: number): Promise<Dashboard['to_do']> {
  const figures = async (amount: string, source: string): Promise<Figures> => {
    const [found] = await rows<Figures>(
      `select count(*)::int as count, coalesce(sum(${amount}), 0)::float8 as amount from public.${source}`,
    );
    return found ?? { count: 0, amount: 0 };
  };
  return {
    payable: await figures('agent_amount', `commissions where status = 'funds_received' and sale_paid`),
    overdue: {
      ...(await figures(
        'amount',
        `commissions where status = 'unpaid' and amount > 0 and due_on < '${today}'`,
      )),
      // Nobody has said since when receipts are recorded: only unpaid ones are known.
      vendors: (
        await rows(
          `select distinct vendor_id from public.commissions where status = 'unpaid' and amount > 0 and due_on < '${today}'`,
        )
      ).length,
      agents_paid: { count: 0, amount: 0, advanced: 0 },
      paid_short: { count: 0, amount: 0 },
      tracked_since: null,
    },
    vendors_without_terms: withoutTerms,
    departures: await figures(
      'total_amount',
      `sales where status = 'booked' and travel_date <= '${addDays(today, 30)}'`,
    ),
  };
}

/** The whole page from plain sums over the rows this person may read, one by one and under row-level security. */
export async function expectedDashboard(
  person: Person,
  { start, end, timeZone, today }: { start: string; end: string; timeZone: string; today: string },
  isAdmin: boolean,
): Promise<Dashboard> {
  const range = { start, end, bucket: bucketFor(start, end), today };
  // The caller may be an agent, who reads no terms.
  const { n: withoutTerms } = await sqlOne<{ n: number }>(
    `select count(distinct v.vendor_id)::int as n from public.users u
     join public.vendor_terms v on v.organization_id = u.organization_id and v.expected_payment_days is null
     join public.commissions c on c.vendor_id = v.vendor_id and c.status = 'unpaid' and c.due_on is null where u.id = $1`,
    [person.id],
  );
  return asCaller(person, async (client: Client) => {
    const rows: Rows = async <R = Row>(statement: string) => (await client.query(statement)).rows as R[];
    const sold = `s.status <> 'cancelled' and s.sale_date between '${start}' and '${end}'`;
    return {
      range,
      sales: await byStatus(rows, range, {
        table: 'sales',
        amount: 'total_amount',
        groups: { ...each(SALES), total: SALES, active_total: ['booked', 'paid'] },
      }),
      commissions: await commissionFigures(rows, range),
      sales_trend: await trend(rows, range, timeZone, {
        table: 'sales',
        amount: 'total_amount',
        statuses: SALES,
      }),
      commission_trend: await commissionTrend(rows, range, timeZone),
      top_vendors: await rows<{ id: string }>(
        `select v.id, v.name, v.logo_url, ${SUMS} from public.sales s join public.vendors v on v.id = s.vendor_id
         where ${sold} group by v.id ${BEST}`,
      ),
      recent_customers: await rows<{ id: string; sale_id: string }>(
        `select c.id, c.first_name, c.last_name, c.email, l.sale_id, l.last_purchase_amount, l.sale_date::text from (
           select distinct on (s.customer_id) s.customer_id, s.id as sale_id, s.total_amount::float8 as last_purchase_amount,
             s.sale_date, s.created_at, s.booking_reference
           from public.sales s where ${sold} order by s.customer_id, s.sale_date desc, s.created_at desc,
             s.booking_reference desc, s.id) l
         join public.customers c on c.id = l.customer_id
         order by l.sale_date desc, l.created_at desc, l.booking_reference desc, l.sale_id limit 5`,
      ),
      ...(isAdmin
        ? {
            to_do: await toDo(rows, today, withoutTerms),
            // What is done of them, organization-settings.test.ts says.
            first_steps: (await rows<{ steps: object }>('select public.get_first_steps() as steps'))[0]
              ?.steps,
            top_agents: await rows<{ id: string }>(
              `select u.id, u.first_name, u.last_name, u.avatar_url, ${SUMS} from public.sales s
               join public.users u on u.id = s.agent_id where ${sold} group by u.id ${BEST}`,
            ),
          }
        : {
            payable: await payable(rows, today),
            departures: await rows<{ sales_id: string }>(
              `select s.id as sales_id, s.booking_reference, s.customer_id, c.first_name as customer_first_name,
                 c.last_name as customer_last_name, v.name as vendor_name, s.travel_date::text, s.return_date::text
               from public.sales s join public.customers c on c.id = s.customer_id join public.vendors v on v.id = s.vendor_id
               where s.status <> 'cancelled' and s.travel_date >= '${today}' 
               order by s.travel_date, s.sale_date, s.created_at, s.booking_reference, s.id limit 5`,
            ),
          }),
    };
  });
}
