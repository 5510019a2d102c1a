import { sql } from '../support/database';
import { DEMO, DEMO_AGENCIES, HARBOUR, offenders } from '../support/demo';

interface File {
  name: string;
  added: number;
  matched: number;
  set_aside: number;
  certain: number;
  likely: number;
  possible: number;
  open: number;
}

test('one file is all settled; the one after it waits, with something of every kind', async () => {
  const files = await sql<File>(
    `select i.file_name as name, i.added, ${['matched', 'set_aside', 'open'].map((status) => `count(*) filter (where t.status = '${status}')::int as ${status}`).join(', ')},
       ${['certain', 'likely', 'possible'].map((word) => `count(*) filter (where t.status = 'suggested' and t.certainty = '${word}')::int as ${word}`).join(', ')}
     from public.bank_imports i join public.bank_transactions t on t.import_id = i.id
     where i.organization_id = ${HARBOUR} group by i.id order by i.created_at`,
  );
  expect(files).toHaveLength(2);
  const [settled, waiting] = files;
  expect(settled).toMatchObject({ certain: 0, likely: 0, possible: 0, open: 0 });
  expect(settled?.matched).toBeGreaterThan(12);
  expect(settled?.set_aside).toBeGreaterThan(3);
  expect(waiting?.matched).toBe(0);
  expect(waiting?.certain).toBeGreaterThan(5);
  for (const count of [waiting?.likely, waiting?.open, waiting?.set_aside]) expect(count).toBeGreaterThan(0);
  const kinds = await sql<{ kind: string }>(
    `select distinct s.kind from public.bank_suggestions s where s.organization_id = ${HARBOUR} and s.rank = 1 order by 1`,
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['recall', 'set', 'short', 'single']));
});

test('some money is unclaimed, a short pay is written off with a reason, and a wire had a fee', async () => {
  const kinds = await sql<{ unclaimed: number; short: number; fees: number; lumps: number }>(
    `select (select count(*)::int from public.bank_transactions t where t.${DEMO} and t.unclaimed_amount > 0) as unclaimed,
       (select count(*)::int from public.bank_allocations a where a.${DEMO} and a.write_off_amount > 0) as short,
       (select count(*)::int from public.bank_transactions t where t.${DEMO} and t.fee_amount > 0) as fees,
       (select count(*)::int from (select from public.bank_allocations a where a.${DEMO}
          group by a.transaction_id having count(*) > 1) a) as lumps`,
  );
  expect(kinds).toEqual([{ unclaimed: 2, short: 1, fees: 1, lumps: 1 }]);
});

test('what the files brought adds up, happened before now, and paid no agent', async () => {
  for (const table of ['bank_imports', 'bank_transactions', 'bank_allocations'])
    expect([
      table,
      await offenders(`public.${table} where ${DEMO} and created_at > clock_timestamp()`),
    ]).toEqual([table, 0]);
  expect(await offenders(`public.bank_transactions where ${DEMO} and booked_on >= current_date`)).toBe(0);
  expect(
    await offenders(`public.bank_transactions t where t.${DEMO} and t.status = 'matched'
      and t.amount <> t.unclaimed_amount - t.fee_amount + coalesce((
        select sum(a.amount) from public.bank_allocations a where a.transaction_id = t.id), 0)`),
  ).toBe(0);
  expect(
    await offenders(`public.commissions c where c.${DEMO} and c.deposited_amount <> coalesce((
      select sum(a.amount) from public.bank_allocations a where a.commission_id = c.id), 0)`),
  ).toBe(0);
  // Each match is told in the history of its commission, on the day of the import.
  expect(
    await offenders(`public.bank_allocations a join public.bank_transactions t on t.id = a.transaction_id
      where a.${DEMO} and not exists (select 1 from public.commission_history h
        where h.commission_id = a.commission_id and h.notes like 'Deposit of%' and h.created_at = a.created_at)`),
  ).toBe(0);
  expect(await offenders(`auth.sessions s join public.users u on u.id = s.user_id where u.${DEMO}`)).toBe(0);
  expect(
    await offenders(
      `private.check_totals() r where (r.row_data ->> 'organization_id')::uuid in ${DEMO_AGENCIES}`,
    ),
  ).toBe(0);
});
