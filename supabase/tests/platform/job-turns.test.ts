import { Client } from 'pg';
import { backend } from '../support/backend';
import { createAccount } from '../support/bank';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, type TestAgency } from '../support/test-agency';

/** docs/product/platform.md, Jobs take agencies in turn. */

let large: TestAgency;
let small: TestAgency;
let job: Client;
beforeAll(async () => {
  const agencies = [await createTestAgency(), await createTestAgency()];
  // The large one comes first by its id: nothing but its turn lets the small one in.
  [large, small] = agencies.sort((a, b) => (a.organizationId < b.organizationId ? -1 : 1)) as [
    TestAgency,
    TestAgency,
  ];
  job = new Client(backend.dbUrl);
  await job.connect();
});
afterEach(() => job.query('rollback'));
afterAll(() => job.end());

/** One slice of a job among these two, as a run does that has time for no more. */
const slice = (name: string) =>
  job.query(`select private.serve_in_turn($1, $2, '0')`, [
    name,
    [large.organizationId, small.organizationId],
  ]);

/** Lets no other run of the job in. */
const begin = async (lock: string) => {
  await job.query('begin');
  await job.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
};

const numberOf = async (statement: string, { organizationId }: TestAgency): Promise<number> => {
  const { rows } = await job.query<{ n: number }>(`select count(*)::int as n from ${statement}`, [
    organizationId,
  ]);
  return rows[0]?.n ?? -1;
};

/** Writes so many lines of a bank that wait to be matched. */
async function waitingLines({ admin, organizationId }: TestAgency, lines: number): Promise<void> {
  await sql(
    `with file as (
       insert into public.bank_imports (organization_id, account_id, file_name, file_hash, format, total_lines, added, status, created_by)
       values ($1, $2, 'lines.csv', repeat('b', 64), 'csv', $4, $4, 'done', $3) returning id)
     insert into public.bank_transactions (organization_id, account_id, import_id, line_number, line_key, booked_on, amount, text, status)
     select $1, $2, file.id, n, 'turn-' || n, current_date, 10 + n, 'DEPOSIT ' || n, 'open' from file, generate_series(1, $4::int) n`,
    [organizationId, await createAccount(admin), admin.id, lines],
  );
}

const WAITING = 'public.bank_transactions where organization_id = $1 and matching_due';

test('whoever waited longest is served next, round after round, until nothing waits', async () => {
  await job.query('begin');
  await job.query(`create function private.nothing_slice(organization_id uuid) returns boolean
    language plpgsql set search_path = '' as $$
    begin
      perform set_config('turns.taken', concat(current_setting('turns.taken', true), case when nothing_slice.organization_id = '${large.organizationId}' then 'L' else 's' end), true);
      return nothing_slice.organization_id = '${large.organizationId}' and length(current_setting('turns.taken')) < 9;
    end $$`);
  const taken = async () =>
    (await job.query<{ taken: string }>(`select current_setting('turns.taken') as taken`)).rows[0]?.taken;
  for (let run = 0; run < 4; run += 1) await slice('nothing');
  // A run that has time for one slice serves the other one the next time.
  expect(await taken()).toBe('LsLs');
  // One that has time for all goes round, and leaves out who waits no more.
  const { rows } = await job.query<{ slices: number }>(
    `select private.serve_in_turn('nothing', $1, '1 minute') as slices`,
    [[large.organizationId, small.organizationId]],
  );
  expect([rows[0]?.slices, await taken()]).toEqual([5, 'LsLsLsLLL']);
});

test('a large import waits to be matched, and a small agency is not behind it', async () => {
  await waitingLines(large, 1000);
  await waitingLines(small, 3);
  await begin('paperplane.matches');
  await slice('refresh_matches');
  await slice('refresh_matches');
  expect([await numberOf(WAITING, large), await numberOf(WAITING, small)]).toEqual([800, 0]);
  await job.query('commit');
  await sql(`select private.refresh_matches('1 minute')`);
});

test('totals of many stale months are added up some at a time', async () => {
  const stale = (agency: TestAgency, months: number) =>
    job.query(
      `insert into private.stale_days select $1, date '2010-01-15' + n * interval '1 month' from generate_series(1, $2::int) n`,
      [agency.organizationId, months],
    );
  const reports = (agency: TestAgency, months: number) =>
    job.query(
      `insert into private.stale_report_months select $1, 'sale.sale', (date '2010-01-01' + n * interval '1 month')::date
       from generate_series(1, $2::int) n`,
      [agency.organizationId, months],
    );
  await begin('paperplane.totals');
  await stale(large, 40);
  await stale(small, 2);
  await slice('refresh_totals');
  await slice('refresh_totals');
  const days = 'private.stale_days where organization_id = $1';
  expect([await numberOf(days, large), await numberOf(days, small)]).toEqual([37, 0]);
  await job.query('rollback');

  await begin('paperplane.report_totals');
  await reports(large, 40);
  await reports(small, 2);
  await slice('refresh_report_totals');
  await slice('refresh_report_totals');
  const months = `private.stale_report_months where organization_id = $1 and kind = 'sale.sale' and month < '2014-01-01'`;
  expect([await numberOf(months, large), await numberOf(months, small)]).toEqual([38, 0]);
});

test('sums of many months are compared with their rows some at a time, to the end', async () => {
  const months = 14;
  for (let n = 0; n < months; n += 1)
    await small.sale({ sold: `${2020 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}-10` });
  await sql('select private.refresh_report_totals_of($1, null)', [small.organizationId]);
  await job.query('begin');
  await job.query(
    `update private.report_totals set n = n + 1 where organization_id = $1 and kind = 'sale.sale'`,
    [small.organizationId],
  );
  const wrong = () =>
    numberOf(
      `(select distinct month from private.check_report_totals($1, 'sale.sale') where true) m where $1 is not null`,
      small,
    );
  const left: number[] = [await wrong()];
  const stands: (string | null)[] = [];
  for (let slices = 0; slices < 4; slices += 1) {
    await job.query(`select private.mend_report_totals($1, 'sale.sale', 5)`, [small.organizationId]);
    left.push(await wrong());
    const { rows } = await job.query<{ next: string | null }>(
      `select next_month::text as next from private.report_checks where organization_id = $1 and kind = 'sale.sale'`,
      [small.organizationId],
    );
    stands.push(rows[0]?.next ?? null);
    if (!rows[0]?.next) break;
  }
  expect([left, stands]).toEqual([
    [14, 8, 2, 0],
    ['2020-07-01', '2021-01-01', null],
  ]);
});

test.each(['refresh_matches', 'refresh_totals', 'refresh_report_totals', 'check_all_report_totals'])(
  'a run of %s gives way after a second, and does nothing beside another run',
  async (name) => {
    const { longest } = await sqlOne<{ longest: string }>(
      `select pg_get_expr(proargdefaults, 'pg_proc'::regclass) as longest from pg_proc
       where pronamespace = 'private'::regnamespace and proname = $1`,
      [name],
    );
    expect(longest).toBe("'00:00:01'::interval");
    const lock = {
      refresh_matches: 'matches',
      refresh_totals: 'totals',
      refresh_report_totals: 'report_totals',
      check_all_report_totals: 'report_checks',
    }[name];
    await begin(`paperplane.${lock}`);
    const before = await sql('select * from private.job_turns where job = $1 order by 1, 2', [name]);
    await sql(`select private.${name}()`);
    expect(await sql('select * from private.job_turns where job = $1 order by 1, 2', [name])).toEqual(before);
  },
);
