import { ask } from '../support/bank';
import { sql } from '../support/database';
import { exportMonth, keepBooks, mapAccounts } from '../support/journal';
import { createTestAgency } from '../support/test-agency';

jest.setTimeout(500_000);
test('big', async () => {
  const agency = await createTestAgency();
  await keepBooks(agency.owner, 'expected', '2026-05-01');
  const { id } = await agency.sale({ commission: 100 });
  let t = Date.now();
  for (let n = 0; n < 20; n += 1)
    await sql(
      `insert into public.sales select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'booking_reference', 'X' || $2 || '-' || g, 'sale_date', date '2026-05-01' + (g % 30)))).*
       from public.sales s, generate_series(1, 1000) g where s.id = $1`,
      [id, String(n)],
    );
  console.log('inserted', Date.now() - t);
  await sql('analyze public.sales'); await sql('analyze public.commissions');
  const timed = async (what: string, run: () => Promise<unknown>) => {
    t = Date.now();
    const answer = await run();
    console.log(what, Date.now() - t, JSON.stringify(answer).slice(0, 300));
  };
  const list = (page: number) => ask(agency.owner, 'list_journal', { month: '2026-05-01', page, page_size: 50 });

  const org = agency.organizationId;
  for (let k = 0; k < 2; k += 1) {
  await timed('entries', () => sql(`select count(*) from private.journal_entries($1, 'expected', '2026-05-01', '2026-05-31')`, [org]));
  await timed('lines', () => sql(`select count(*), max(line) from private.journal_lines($1, 'expected', '2026-05-01', '2026-05-31')`, [org]));
  await timed('sorted C', () => sql(`select count(*), max(line) from (select row_number() over w as line, dense_rank() over (order by e.day, e.entry_kind collate "C", e.entry_id) from private.journal_entries($1, 'expected', '2026-05-01', '2026-05-31') e
    window w as (order by e.day, e.entry_kind collate "C", e.entry_id, e.amount < 0, array_position(private.journal_account_names(), e.account), e.bank_account_id, e.sales_id, e.user_id)) x`, [org]));
  await timed('limit', () => sql(`select count(*) from (select e.* from private.journal_entries($1, 'expected', '2026-05-01', '2026-05-31') e
    order by e.day, e.entry_kind, e.entry_id, e.amount < 0, array_position(private.journal_account_names(), e.account), e.bank_account_id, e.sales_id, e.user_id limit 50 offset 40000) x`, [org]));
  }

  const from = `private.journal_lines($1, 'expected', '2026-05-01', '2026-05-31')`;
  for (let k = 0; k < 3; k += 1) {
    await timed('a', () => sql(`with e as materialized (select * from ${from}) select count(*), sum(amount) from e`, [org]));
    await timed('b', () => sql(`with e as materialized (select * from ${from}), shown as materialized (select e.* from e where line > 100 and line <= 150) select (select count(*) from shown), count(*), sum(amount) from e`, [org]));
    await timed('c', () => sql(`select o.* from (select array_agg('sale'::text) as kinds, array_agg(i.id) as ids from (select id from public.sales where organization_id = $1 limit 13) i) a cross join lateral private.journal_origins($1, a.kinds, a.ids) o`, [org]));
    await timed('page', () => list(1));
  }
});
