import { sql } from '../support/database';
import { DEMO, HARBOUR, offenders } from '../support/demo';

/** The demo's rows are such as the triggers would have left them, from the first to the last. */

test('amounts are what the triggers would have derived', async () => {
  expect(
    await offenders(`public.sales where ${DEMO} and lines = '[]' and case commission_basis
      when 'rate' then commission_amount <> round(total_amount * commission_rate / 100, 2)
      else commission_rate <> round(commission_amount / nullif(total_amount, 0) * 100, 2) end`),
  ).toBe(0);
  expect(
    await offenders(`public.sales s full join public.commissions c on c.sales_id = s.id
      where s.${DEMO} and (c.id is null or s.id is null or c.amount <> s.commission_amount
        or c.agent_id <> s.agent_id or c.agent_amount <> round(private.commission_part(c.amount, c.share_percents, 1) * c.commission_split / 100, 2))`),
  ).toBe(0);
  expect(
    await offenders(`public.commissions c left join public.agent_payments p on p.commission_id = c.id
      where c.${DEMO} and ((c.status = 'agent_paid') <> (p.id is not null) or p.amount <> c.agent_amount
        or p.agent_id <> c.agent_id)`),
  ).toBe(0);
});

test('some sales have companions: customers of the same family name, known by then', async () => {
  const company = await sql<{ travelers: number; count: number }>(
    `select cardinality(traveler_ids) as travelers, count(*)::int as count from public.sales
     where organization_id = ${HARBOUR} group by 1 order by 1`,
  );
  expect(company.map(({ travelers }) => travelers)).toEqual([0, 1, 2, 3]);
  const [alone, ...together] = company.map(({ count }) => count);
  expect(alone).toBeGreaterThan(1500);
  expect(together.reduce((a, b) => a + b, 0)).toBeGreaterThan(500);
  expect(
    await offenders(`public.sales s join public.customers payer on payer.id = s.customer_id
      left join public.sale_travelers t on t.sale_id = s.id left join public.customers c on c.id = t.customer_id
      where s.${DEMO} and ((s.traveler_ids <> '{}') is distinct from (t.sale_id is not null)
        or t.sale_id is not null and t.customer_id <> all (s.traveler_ids) or c.last_name <> payer.last_name or c.created_at > s.created_at)`),
  ).toBe(0);
});

test('nothing lies in the future, and nobody sold before joining', async () => {
  for (const table of [
    'sales',
    'commissions',
    'sales_history',
    'commission_history',
    'agent_payments',
    'customers',
    'notifications',
    'invitations',
  ]) {
    expect([
      table,
      await offenders(`public.${table} where ${DEMO} and created_at > clock_timestamp()`),
    ]).toEqual([table, 0]);
  }
  expect(await offenders(`public.sales where ${DEMO} and sale_date > current_date`)).toBe(0);
  expect(
    await offenders(
      `public.sales s join public.users u on u.id = s.agent_id where s.${DEMO} and s.created_at < u.created_at`,
    ),
  ).toBe(0);
  expect(
    await offenders(
      `public.sales s join public.customers c on c.id = s.customer_id where s.${DEMO} and s.created_at < c.created_at`,
    ),
  ).toBe(0);
});

interface HistoryRow {
  parent: string;
  type: string;
  previous: Record<string, unknown> | null;
  next: Record<string, unknown>;
}

/** Replays all histories from the creation on; returns the final state of every parent. */
function replay(rows: HistoryRow[]): Map<string, Record<string, unknown>> {
  const states = new Map<string, Record<string, unknown>>();
  for (const { parent, type, previous, next } of rows) {
    const state = states.get(parent);
    if (type === 'create') {
      expect(state).toBeUndefined();
      states.set(parent, { ...next });
      continue;
    }
    for (const [field, value] of Object.entries(previous ?? {}))
      expect(state?.[field] ?? null).toEqual(value);
    states.set(parent, { ...state, ...next });
  }
  return states;
}

test('replaying the histories of sales gives the sales', async () => {
  const states = replay(
    await sql<HistoryRow>(
      `select sales_id as parent, change_type as type, previous_data as previous, new_data as next
       from public.sales_history where ${DEMO} order by created_at`,
    ),
  );
  const sales = await sql<{ id: string; row: Record<string, unknown> }>(
    `select id, to_jsonb(s) - '{id,organization_id,created_at,updated_at,version,traveler_ids,import_batch_id,import_row}'::text[]
       || case when cardinality(traveler_ids) > 0 then jsonb_build_object('travelers', private.traveler_names(s))
         else '{}' end as row
     from public.sales s where ${DEMO}`,
  );
  for (const { id, row } of sales) expect(states.get(id)).toEqual(row);
});

test('replaying the histories of commissions gives the commissions', async () => {
  const states = replay(
    await sql<HistoryRow>(
      // What was taken back from an agent is a line of a payout, not a column.
      `select commission_id as parent, change_type as type, previous_data - 'recalled_amount' as previous,
         new_data - 'recalled_amount' as next
       from public.commission_history where ${DEMO} order by created_at`,
    ),
  );
  const commissions = await sql<{ id: string; row: Record<string, unknown> }>(
    `select id, jsonb_strip_nulls(to_jsonb(c) - private.derived_commission_columns()) as row
     from public.commissions c where ${DEMO}`,
  );
  for (const { id, row } of commissions) expect(states.get(id)).toEqual(row);
});

test('no trigger was left switched off', async () => {
  expect(
    await offenders(
      `pg_trigger t join pg_class c on c.oid = t.tgrelid where c.relnamespace = 'public'::regnamespace and t.tgenabled <> 'O'`,
    ),
  ).toBe(0);
});
