import pg from 'pg';
import { actAs } from './measure';

/** What a write costs with the totals kept and without, in milliseconds: the means of many. */
export interface WriteCost {
  name: string;
  kept: number;
  bare: number;
  /** What the job takes for it afterwards, to add up the days it marked. Nobody waits for that. */
  later: number;
}

/** The totals may add a quarter to a write. */
export const WRITE_GOAL = 1.25;

const REPETITIONS = 400;
/** Not counted. */
const WARM_UP = 10;

interface Sizes {
  customers: number;
  vendors: number;
  agents: number;
}

/**
 * Makes the triggers of the totals the only ones that a session leaves out when it plays a replica: so they are switched
 * without a change of the tables, which would make every plan anew.
 */
export const ALL_BUT_TOTALS = `do $$
  declare t record;
  begin
    for t in
      select g.tgrelid::regclass as place, g.tgname as name from pg_trigger g join pg_class c on c.oid = g.tgrelid
      where c.relnamespace in ('public'::regnamespace, 'private'::regnamespace, 'realtime'::regnamespace)
        and g.tgname !~ 'mark_days' and g.tgenabled <> 'D'
    loop
      execute format('alter table %s enable always trigger %I', t.place, t.name);
    end loop;
  end $$`;

const somebody = (kind: string, most: number) =>
  `md5('${kind}1-' || (1 + floor(random() * ${most}))::int)::uuid`;

/** What is written, each time to something else; `$1` is a sale of the last weeks that is still booked: paying them comes last. */
export function statements(sizes: Sizes): Record<string, string> {
  const columns =
    'customer_id, vendor_id, agent_id, booking_reference, sale_date, travel_date, return_date, total_amount, commission_basis';
  const values = `${somebody('k', sizes.customers)}, ${somebody('v', sizes.vendors)}, ${somebody('u', sizes.agents)},
    'W-' || floor(random() * 1e6), current_date - floor(random() * 5)::int, current_date + 30, current_date + 37,
    round((random() * 5000)::numeric, 2), 'rate'`;
  return {
    'a sale recorded': `insert into public.sales (${columns}) values (${values})`,
    'a total changed': 'update public.sales set total_amount = total_amount + 1 where id = $1',
    'a sale given to another agent': `update public.sales set agent_id = ${somebody('u', sizes.agents)} where id = $1`,
    'a sale paid': `update public.sales set status = 'paid' where id = $1`,
    [MANY]: `insert into public.sales (${columns}) select ${values} from generate_series(1, 500) n`,
  };
}

const MANY = '500 sales in one statement';

const BOOKED = `select s.id from public.sales s
  where s.organization_id = md5('o1-0')::uuid and s.status = 'booked' and s.sale_date > current_date - 60
    and exists (select 1 from public.commissions c where c.sales_id = s.id and c.status = 'unpaid')
  order by random() limit $1`;

const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

interface Side {
  client: pg.Client;
  times: number[];
}

/** A connection that writes as this person, with the totals (`origin`) or without. Switching one would plan everything anew. */
async function open(url: string, admin: string, role: 'origin' | 'replica'): Promise<Side> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query(`set session_replication_role = ${role}`);
  await actAs(client, admin);
  return { client, times: [] };
}

/**
 * Writes as the admin of the first agency, each write a transaction of its own, with and without totals by turns. The totals
 * are not right afterwards: the last thing to do with a database.
 * @param url connection as a superuser, who alone may switch triggers for a session
 */
export async function measureWrites(url: string, admin: string, sizes: Sizes): Promise<WriteCost[]> {
  const helper = new pg.Client(url);
  await helper.connect();
  await helper.query(ALL_BUT_TOTALS);
  await helper.query('select cron.alter_job(jobid, active => false) from cron.job');
  const refresh = () => helper.query(`select private.refresh_totals('1 hour')`);
  await refresh();
  const kept = await open(url, admin, 'origin');
  const bare = await open(url, admin, 'replica');
  try {
    const costs: WriteCost[] = [];
    for (const [name, statement] of Object.entries(statements(sizes))) {
      [kept.times, bare.times] = [[], []];
      const repetitions = name === MANY ? REPETITIONS / 20 : REPETITIONS;
      const { rows: booked } = await helper.query<{ id: string }>(BOOKED, [2 * (repetitions + WARM_UP)]);
      for (let n = 0; n < repetitions + WARM_UP; n += 1) {
        // One after the other, each the first by turns.
        for (const side of n % 2 === 0 ? [kept, bare] : [bare, kept]) {
          const values = statement.includes('$1') ? [booked.pop()?.id] : [];
          if (values.includes(undefined)) throw new Error(`Too few booked sales for "${name}"`);
          const start = performance.now();
          await side.client.query(statement, values);
          if (n >= WARM_UP) side.times.push(performance.now() - start);
        }
      }
      const start = performance.now();
      await refresh();
      const later = (performance.now() - start) / (repetitions + WARM_UP);
      costs.push({ name, kept: mean(kept.times), bare: mean(bare.times), later });
    }
    return costs;
  } finally {
    await Promise.all([helper, kept.client, bare.client].map((client) => client.end()));
  }
}
