import { sql, sqlOne } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
let saleId: string;

beforeEach(async () => {
  agency = await createTestAgency();
  saleId = (await agency.sale({ sold: '2026-03-10', departs: '2026-05-20', amount: 1000 })).id;
  await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
});

async function runJob(): Promise<void> {
  const { command } = await sqlOne<{ command: string }>(
    `select command from cron.job where jobname = 'check-report-totals'`,
  );
  // Other tests' agencies are not this one's business, and would take their time.
  await sql(
    `insert into private.report_checks select o.id, k, now() from public.organizations o, unnest(private.report_kinds()) k
     where o.id <> $1 on conflict (organization_id, kind) do update set checked_at = now()`,
    [agency.organizationId],
  );
  await sql(command);
}

const mismatches = () => sql('select * from private.check_report_totals($1)', [agency.organizationId]);
const news = () =>
  sql<{ role: string; message: string; target: string }>(
    `select u.role, n.message, n.commentable_type as target from public.notifications n join public.users u on u.id = n.user_id
     where n.organization_id = $1 and n.type = 'system'`,
    [agency.organizationId],
  );
const audited = () =>
  sql<{ details: object }>(
    `select details from private.audit_log where organization_id = $1 and action = 'report_totals_mended'`,
    [agency.organizationId],
  );
const breakTotals = () =>
  sql(
    `update private.report_totals set total = total + 1 where organization_id = $1 and kind = 'sale.travel' and grouped_by = 'vendor'`,
    [agency.organizationId],
  );

async function run(definition: object) {
  const { data, error } = await agency.admin.api.rpc('run_report', { definition: definition as never });
  if (error) throw new Error(error.message);
  return (data as { total: Record<string, number> }).total;
}

// Holds reports-5
test('a sum that says something else than its rows is mended by the job, kept in the audit log and told to the owners', async () => {
  await runJob();
  expect([await news(), await audited()]).toEqual([[], []]);
  await breakTotals();
  expect(await mismatches()).toHaveLength(2);
  const definition = {
    report: 'sales',
    basis: 'travel',
    group: 'vendor',
    range: 'custom',
    from: '2026-05-01',
    to: '2026-05-31',
  };
  expect((await run(definition)).total).toBe(1001);

  // Not twice a day.
  await runJob();
  expect(await mismatches()).toHaveLength(2);
  await sql(
    `update private.report_checks set checked_at = now() - interval '1 day' where organization_id = $1`,
    [agency.organizationId],
  );
  await runJob();
  expect(await mismatches()).toEqual([]);
  expect((await run(definition)).total).toBe(1000);
  expect(await audited()).toEqual([{ details: { kind: 'sale.travel', months: ['2026-05-01'] } }]);
  expect(await news()).toEqual([
    {
      role: 'owner',
      message:
        'Sums of reports of sales by travel date were wrong for 1 month (May 2026) and were added up again. Reports that were opened or exported before may differ.',
      target: 'reports',
    },
  ]);
});

test('the job looks at each organization once a day of its own, at those first that were waiting longest', async () => {
  await runJob();
  const checked = () =>
    sqlOne<{ kinds: number; seconds: number }>(
      `select count(*)::int as kinds, extract(epoch from now() - min(checked_at))::int as seconds from private.report_checks
       where organization_id = $1`,
      [agency.organizationId],
    );
  expect(await checked()).toMatchObject({ kinds: 7 });
  await sql(
    `update private.report_checks set checked_at = now() - interval '25 hours' where organization_id = $1`,
    [agency.organizationId],
  );
  await runJob();
  expect((await checked()).seconds).toBeLessThan(60);
});

test('an organization whose sums cannot be compared keeps no other from its day', async () => {
  const other = await createTestAgency();
  await sql(
    `create function public.fail_a_check() returns trigger language plpgsql as $$ begin
       if new.organization_id = '${other.organizationId}' then raise exception 'No'; end if; return new; end $$`,
  );
  await runJob();
  await sql(`delete from private.report_checks where organization_id = any ($1)`, [
    [agency.organizationId, other.organizationId],
  ]);
  await sql(
    'create trigger fail_a_check before insert on private.report_checks for each row execute function public.fail_a_check()',
  );
  try {
    await sql('select private.check_all_report_totals()');
  } finally {
    await sql('drop trigger fail_a_check on private.report_checks');
    await sql('drop function public.fail_a_check()');
  }
  expect(
    await sql(
      'select organization_id, count(*)::int as kinds from private.report_checks where organization_id = any ($1) group by 1',
      [[agency.organizationId, other.organizationId]],
    ),
  ).toEqual([{ organization_id: agency.organizationId, kinds: 7 }]);
});

// Holds reports-4
test('a commission that is cancelled alone leaves the sums of its sale, in totals, rows and the file', async () => {
  const asked = (basis: string, from: string, to: string) => ({
    report: 'sales',
    basis,
    range: 'custom',
    from,
    to,
  });
  const definitions = [
    asked('sale', '2026-03-01', '2026-03-31'),
    asked('travel', '2026-05-01', '2026-05-31'),
    // Cut-off months are read from the rows.
    asked('sale', '2026-03-02', '2026-03-30'),
  ];
  for (const definition of definitions)
    expect(await run(definition)).toMatchObject({ n: 1, total: 1000, expected: 100 });
  await sql(`update public.commissions set status = 'cancelled' where sales_id = $1`, [saleId]);
  const inAnswers = async () => {
    for (const definition of definitions)
      expect(await run(definition)).toMatchObject({ n: 1, total: 1000, expected: 0 });
  };
  await inAnswers();
  await sql('select private.refresh_report_totals_of($1, null)', [agency.organizationId]);
  expect(await mismatches()).toEqual([]);
  await inAnswers();
  const { data } = await agency.admin.api.rpc('get_report_rows', { definition: definitions[0] as never });
  expect(data).toMatchObject({
    figures: { expected: 0 },
    rows: [{ sale_id: saleId, total: 1000, expected: 0 }],
  });

  // The sale cancelled as well: what it would have brought stands under Cancelled.
  await sql(`update public.sales set status = 'cancelled' where id = $1`, [saleId]);
  expect(await run(definitions[0] ?? {})).toMatchObject({ n: 0 });
  expect(await run({ ...definitions[0], status: 'cancelled' })).toMatchObject({ n: 1, expected: 100 });
});
