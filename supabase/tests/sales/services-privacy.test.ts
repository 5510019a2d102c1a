import { sql } from '../support/database';
import { inParallel } from '../support/leak-scan-requests';
import {
  untyped,
  api,
  createTestAgency,
  signIn,
  type Api,
  type Person,
  type TestAgency,
} from '../support/test-agency';

let agency: TestAgency;
let otherAgency: TestAgency;

beforeAll(async () => {
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
  await agency.sale({ amount: 500, sold: '2026-11-20' });
  await agency.sale({ agent: agency.rival, amount: 7777, sold: '2026-11-21' });
  await otherAgency.sale({ amount: 31337, sold: '2026-11-21' });
});

type Functions = Parameters<Api['rpc']>[0];
const RANGE = { start_date: '2026-11-20', end_date: '2026-11-21' };
const YEAR = { start_date: '2025-11-22', end_date: '2026-11-21' };

/** Every function over the totals, by the hour (rows) and by the month (totals), with every argument that names somebody. */
const calls = (somebody: Person): [Functions, object][] => [
  ['get_sales_by_status', YEAR],
  ['get_commissions_by_status', YEAR],
  ['get_commission_stats', YEAR],
  ['get_commission_stats', { agent_id: somebody.id }],
  ['get_commission_stats', { agent_id: somebody.id, status: 'unpaid', ...YEAR }],
  ...[RANGE, YEAR, {}].flatMap((range): [Functions, object][] => [
    ['get_sales_timeline', range],
    ['get_sales_status_timeline', range],
    ['get_agent_sales_timeline', { agent_id: somebody.id, ...range }],
    ['get_commission_timeline', range],
    ['get_commission_status_timeline', range],
    ['get_top_agents', range],
    ['get_top_vendors', range],
    ['get_recent_customers', range],
  ]),
];

const answer = async (client: Api, [name, args]: [Functions, object]) => {
  const { data, error } = await client.rpc(name, args);
  return { name, args, data: data as unknown, error: error && { code: error.code, message: error.message } };
};

const answers = (client: Api, somebody: Person) =>
  inParallel(calls(somebody), (call) => answer(client, call));

test('an agent’s answers are the same, whatever others do', async () => {
  const before = await answers(agency.agent.api, agency.rival);
  await agency.sale({ agent: agency.rival, amount: 8888, sold: '2026-11-20', paid: true });
  await agency.sale({ agent: agency.rival, amount: 9999, sold: '2019-01-01' });
  expect(await answers(agency.agent.api, agency.rival)).toEqual(before);
  expect(JSON.stringify(before)).not.toMatch(/7777|777\.7|31337/);
  expect(JSON.stringify(before)).not.toContain(`"data":{"id":"${agency.rival.id}`);
});

test('an agent sums own sales only', async () => {
  const all = await answers(agency.agent.api, agency.agent);
  const of = (name: string, args: object = YEAR) =>
    all.find((one) => one.name === name && JSON.stringify(one.args) === JSON.stringify(args))?.data;
  expect(of('get_sales_by_status')).toMatchObject({ total: { count: 1, amount: 500 } });
  expect(of('get_commission_stats')).toMatchObject({ total: { count: 1, amount: 50, agent_amount: 30 } });
  expect(of('get_top_agents')).toMatchObject([{ id: agency.agent.id, total_revenue: 500 }]);
  expect(of('get_top_vendors')).toMatchObject([{ id: agency.vendorId, total_revenue: 500, sales_count: 1 }]);
  expect(of('get_recent_customers')).toMatchObject([{ last_purchase_amount: 500, sale_date: '2026-11-20' }]);
  const hours = of('get_sales_timeline', RANGE) as { sales: number[] };
  expect([hours.sales.length, hours.sales.reduce((a, b) => a + b)]).toEqual([48, 500]);
});

test('an agent who asks for another, a stranger or nobody at all gets the very same zeros', async () => {
  const asked = async (agent_id: string) => [
    (await agency.agent.api.rpc('get_agent_sales_timeline', { agent_id, ...YEAR })).data,
    (await agency.agent.api.rpc('get_commission_stats', { agent_id })).data,
  ];
  const nobody = await asked('00000000-0000-4000-8000-000000000000');
  expect(await asked(agency.rival.id)).toEqual(nobody);
  expect(await asked(otherAgency.agent.id)).toEqual(nobody);
  expect(nobody[1]).toMatchObject({ total: { count: 0, amount: 0, agent_amount: 0 } });
  // An open range does not tell since when the other one sells, either.
  const open = await agency.agent.api.rpc('get_agent_sales_timeline', { agent_id: agency.rival.id });
  expect(open.data).toMatchObject({ labels: [], sales: [] });
});

test('an admin gets everything of the organization and nothing of another', async () => {
  const all = await answers(agency.admin.api, otherAgency.agent);
  expect(JSON.stringify(all)).not.toMatch(/31337|3133\.7/);
  expect(all.find(({ name }) => name === 'get_top_agents')?.data).toHaveLength(2);
  const foreign = await agency.admin.api.rpc('get_commission_stats', { agent_id: otherAgency.agent.id });
  expect(foreign.data).toMatchObject({ total: { count: 0 } });
});

const figuresIn = (value: unknown): number[] =>
  typeof value === 'number'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(figuresIn)
      : [];

test('someone inactive, or with a revoked session, gets zeros and empty lists', async () => {
  const revoked = await signIn(agency.admin.email);
  const { data } = await revoked.auth.getSession();
  const claims = JSON.parse(
    Buffer.from(data.session?.access_token.split('.')[1] ?? '', 'base64url').toString(),
  ) as { session_id: string };
  await sql('delete from auth.sessions where id = $1', [claims.session_id]);
  for (const client of [agency.inactive.api, revoked]) {
    for (const { name, data: shown, error } of await answers(client, agency.rival)) {
      expect([name, error, figuresIn(shown).filter((figure) => figure !== 0)]).toEqual([name, null, []]);
      if (name.startsWith('get_top') || name === 'get_recent_customers') expect(shown).toEqual([]);
    }
  }
});

test('nobody without a session may ask', async () => {
  for (const { name, error } of await answers(api(), agency.rival)) {
    expect([name, error?.code]).toEqual([name, '42501']);
  }
});

test('the totals themselves are out of reach, and so is whatever writes or checks them', async () => {
  for (const table of [
    'daily_totals',
    'monthly_totals',
    'stale_days',
    'customer_totals',
    'customer_totals_by_agent',
  ]) {
    const { status } = await untyped(agency.admin.api, table).select('*');
    expect([table, status]).toEqual([table, 404]);
  }
  const granted = await sql(
    `select c.relname from pg_class c where c.relnamespace = 'private'::regnamespace and c.relkind in ('r', 'v')
     and (has_table_privilege('authenticated', c.oid, 'select, insert, update, delete')
       or has_any_column_privilege('authenticated', c.oid, 'select, insert, update'))`,
  );
  expect(granted).toEqual([]);
  const open = await sql(
    `select relname from pg_class where relnamespace = 'private'::regnamespace and relname ~ 'totals|stale'
     and relkind = 'r' and not relrowsecurity`,
  );
  expect(open).toEqual([]);
});
