import type pg from 'pg';

/** One call of a database function, as the application makes it. */
export interface BenchQuery {
  name: string;
  call:
    | 'list_customers'
    | 'list_sales'
    | 'list_commissions'
    | 'get_dashboard'
    | 'get_commission_stats'
    | 'search_everything'
    | 'find_customers_by_name'
    | 'get_customer_page'
    | 'run_report'
    | 'get_report_rows'
    | Timeline;
  args: Record<string, string | number | boolean | object>;
  /** Milliseconds of database time it may take with a million sales. */
  budget: number;
  /** The first page unless told; where the others are is known from a first call. */
  page?: 'middle' | 'last';
  /** How often it is asked; three times unless told. */
  runs?: number;
}

type Timeline =
  | 'get_sales_status_timeline'
  | 'get_agent_sales_timeline'
  | 'get_commission_status_timeline'
  | 'get_top_agents'
  | 'get_top_vendors'
  | 'get_recent_customers';

/** The budgeted ones: one filter, sorted by date, amount or reference, first and last page. */
const BUDGET = 50;
/** Every other combination. */
const OTHERS = 300;

const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);

/** Ids of somebody who sells much, somebody who sells little, and a vendor, of the first agency. */
async function people(client: pg.Client): Promise<{ busy: string; quiet: string; vendor: string }> {
  const { rows } = await client.query<{ busy: string; quiet: string; vendor: string }>(
    `with sold as (select agent_id, count(*) as n from public.sales where organization_id = md5('o1-0')::uuid group by 1)
     select (select agent_id from sold order by n desc limit 1) as busy,
       (select agent_id from sold order by n limit 1) as quiet, md5('v1-5')::uuid as vendor`,
  );
  if (!rows[0]) throw new Error('There are no sales');
  return rows[0];
}

/** Everything that is asked of both lists and of the dashboard. */
export async function queries(client: pg.Client): Promise<BenchQuery[]> {
  const { busy, quiet, vendor } = await people(client);
  const month = { start_date: day(30) };
  const year = { start_date: day(365), end_date: day(0) };
  const old = { start_date: day(800), end_date: day(770) };
  const filters = { 'no filter': {}, 'busy agent': { agent_id: busy }, 'quiet agent': { agent_id: quiet } };
  const dates = { 'last 30 days': month, 'last 365 days': year, 'an old month': old };
  const asked: BenchQuery[] = [];
  const add = (
    call: BenchQuery['call'],
    groups: Record<string, BenchQuery['args']>,
    sorts: string[],
    budget: number,
  ) => {
    for (const [filter, args] of Object.entries(groups)) {
      for (const sort of sorts) {
        // No index holds many rows in the order of customers: the page that is farthest from both ends tells.
        for (const page of [
          undefined,
          ...(sort === 'customer' ? (['middle'] as const) : []),
          'last',
        ] as const) {
          asked.push({ name: `${filter}, ${sort}`, call, args: { ...args, sort }, budget, page });
        }
      }
    }
  };

  const one = {
    ...filters,
    vendor: { vendor_id: vendor },
    paid: { status: 'paid' },
    booked: { status: 'booked' },
  };
  const bySearch = {
    'search a name': { customer_search: 'fleming' },
    'search two words': { customer_search: 'anna kha' },
  };
  add(
    'list_sales',
    { ...one, ...dates, ...bySearch },
    ['sale_date', 'total_amount', 'booking_reference'],
    BUDGET,
  );
  const pairs = {
    'agent and vendor': { agent_id: busy, vendor_id: vendor },
    'agent, booked': { agent_id: busy, status: 'booked' },
    'name, paid, a year': { customer_search: 'fleming', status: 'paid', ...year },
  };
  add('list_sales', pairs, ['sale_date', 'total_amount'], OTHERS);
  const rest = ['travel_date', 'commission_amount', 'created_at', 'status', 'customer', 'vendor', 'agent'];
  add('list_sales', { 'no filter': {}, 'busy agent': { agent_id: busy } }, rest, OTHERS);
  add('list_sales', { 'search a letter': { customer_search: 'a' } }, ['sale_date'], OTHERS);

  const paid = { 'agent paid': { status: 'agent_paid' }, unpaid: { status: 'unpaid' } };
  const plain = ['created_at', 'sale_date', 'amount', 'booking_reference'];
  const overdue = { overdue: true };
  add('list_commissions', { ...filters, vendor: { vendor_id: vendor }, ...paid, ...dates }, plain, BUDGET);
  const narrowed = {
    'vendor, overdue': { vendor_id: vendor, ...overdue },
    'agent and vendor': { agent_id: busy, vendor_id: vendor },
    'vendor, unpaid': { vendor_id: vendor, status: 'unpaid' },
    'vendor, a name': { vendor_id: vendor, search: 'fleming' },
  };
  add('list_commissions', narrowed, ['created_at', 'amount'], OTHERS);
  add('list_commissions', { overdue }, [...plain, 'due_on', 'customer', 'vendor'], OTHERS);
  add('list_commissions', { 'search a name': { search: 'fleming' } }, plain, OTHERS);
  add('list_commissions', { 'search a reference': { search: '12345' } }, plain, BUDGET);
  add(
    'list_commissions',
    { 'no filter': {} },
    ['total_amount', 'status', 'customer', 'vendor', 'agent'],
    OTHERS,
  );

  const services: [BenchQuery['call'], BenchQuery['args']][] = [
    ['get_commission_stats', year],
    ['get_sales_status_timeline', year],
    ['get_agent_sales_timeline', { agent_id: busy, ...year }],
    ['get_commission_status_timeline', year],
    ['get_top_agents', year],
    ['get_top_vendors', year],
    ['get_recent_customers', {}],
  ];
  for (const [call, args] of services) asked.push({ name: 'a year', call, args, budget: BUDGET });
  return [...asked, ...dashboards];
}

const since = (ago: number) => ({ start_date: day(ago - 1), end_date: day(0) });

/** The whole page in one call, over the ranges that read it in each of its ways: by month, by day, by hour, and everything. */
export const dashboards: readonly BenchQuery[] = Object.entries<BenchQuery['args']>({
  '365 days': {},
  '30 days': since(30),
  '2 days': since(2),
  'half a year': { start_date: day(300), end_date: day(110) },
  'all years': since(1096),
}).map(([name, args]) => ({ name, call: 'get_dashboard', args, budget: BUDGET, runs: 9 }));
