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

// Holds platform-153
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

// Holds platform-157
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

// Holds platform-158
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

// Holds platform-159
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

// Holds platform-161
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

/** Whoever works for agencies in turn, by what the database has. */
const jobsInTurn = async () =>
  (
    await sql<{ job: string }>(
      `select distinct m[1] as job from pg_proc p
       cross join regexp_matches(p.prosrc, $$serve_in_turn[(][[:space:]]*'([a-z_]+)'$$, 'g') m
       where p.pronamespace in ('private'::regnamespace, 'public'::regnamespace) order by 1`,
    )
  ).map(({ job: name }) => name);

interface Turn {
  failures: number;
  waits: number | null;
}
/** How a job stands with an agency: failures one after the other, and for how many seconds it is left out. */
const turnOf = async (name: string, { organizationId }: TestAgency): Promise<Turn | undefined> =>
  (
    await job.query<Turn>(
      `select failures, round(extract(epoch from not_before - served_at))::int as waits from private.job_turns
       where job = $1 and organization_id = $2`,
      [name, organizationId],
    )
  ).rows[0];
/** Lets the time go by that a job leaves an agency out. */
const letItBeDue = (name: string) =>
  job.query(
    `update private.job_turns set not_before = now() - interval '1 second' where not_before is not null and job = $1`,
    [name],
  );

/** Breaks a function of the database for the large agency; what it did until then takes locks. Answers how it is mended. */
async function breakFor(
  name: string,
  cause = `raise exception 'broken for one'`,
): Promise<() => Promise<void>> {
  const { rows } = await job.query<{ definition: string; names: string[] }>(
    `select pg_get_functiondef(oid) as definition, proargnames as names from pg_proc
     where pronamespace = 'private'::regnamespace and proname = $1`,
    [name],
  );
  const [found] = rows;
  if (!found) throw new Error(`There is no private.${name}`);
  const { definition, names } = found;
  const tenant = names.includes('organization_id')
    ? `${name}.organization_id`
    : `${name}.${names[0]}.organization_id`;
  const broken = definition.replace(
    /^begin$/m,
    `begin
      if ${tenant} = '${large.organizationId}' then
        perform pg_advisory_xact_lock(4711);
        perform from auth.users u where u.id = '${large.admin.id}' for update;
        ${cause};
      end if;`,
  );
  expect(broken).not.toBe(definition);
  await job.query(broken);
  return async () => {
    await job.query(definition);
  };
}

const warnings: string[] = [];
beforeAll(() => {
  job.on('notice', ({ message = '' }) => warnings.push(message));
});

/** What holds of every job: `run` is one of it, in which both agencies wait. */
async function staysWithOne(name: string, broken: string, run: () => Promise<unknown>) {
  const mend = await breakFor(broken);
  const waits: (number | null)[] = [];
  for (let n = 1; n <= 4; n += 1) {
    warnings.length = 0;
    await run();
    const turn = await turnOf(name, large);
    expect([name, turn?.failures]).toEqual([name, n]);
    waits.push(turn?.waits ?? null);
    const told = warnings.filter((text) => text.includes('broken for one'));
    expect(told).toEqual(
      n < 3
        ? []
        : [
            `Job ${name} of ${large.organizationId} failed ${n} times one after the other, and is tried again later: broken for one`,
          ],
    );
    // Before its time it is left out.
    await run();
    expect(await turnOf(name, large)).toEqual(turn);
    await letItBeDue(name);
  }
  expect(waits).toEqual([10, 20, 40, 80]);
  // Nothing that the failed slice locked is locked, though the run has not ended.
  const { rows } = await job.query(
    `select 1 from pg_locks where locktype = 'advisory' and pid = pg_backend_pid() and objid = 4711`,
  );
  expect(rows).toEqual([]);
  await sql('select from auth.users where id = $1 for update nowait', [large.admin.id]);
  await mend();
}

// Holds platform-154
test('one agency’s error in any job stops nobody else, is told, waits longer, and ends with its cause', async () => {
  const jobs = await jobsInTurn();
  expect(jobs).toEqual(
    expect.arrayContaining(['refresh_matches', 'refresh_report_totals', 'write_follow_ups']),
  );
  const both = [large.organizationId, small.organizationId];
  const served = async (name: string) =>
    (
      await job.query<{ at: string }>(
        'select served_at::text as at from private.job_turns where job = $1 and organization_id = $2',
        [name, small.organizationId],
      )
    ).rows[0]?.at;
  for (const name of jobs) {
    await job.query('begin');
    const run = () => job.query(`select private.serve_in_turn($1, $2, '20 milliseconds')`, [name, both]);
    await staysWithOne(name, `${name}_slice`, async () => {
      const before = await served(name);
      // What is cut off by the time has its turn next.
      await run();
      await run();
      expect([name, (await served(name)) !== before]).toEqual([name, true]);
    });
    await run();
    await run();
    expect([name, await turnOf(name, large)]).toEqual([name, { failures: 0, waits: null }]);
    await job.query('rollback');
  }
});

// Holds platform-156
test('a slice that a time-out ends is its agency’s failure, and ends the run', async () => {
  await job.query('begin');
  const mend = await breakFor('refresh_totals_slice', 'perform pg_sleep(20)');
  await job.query(`set local statement_timeout = '300ms'`);
  await slice('refresh_totals');
  await job.query('set local statement_timeout = 0');
  expect(await turnOf('refresh_totals', large)).toEqual({ failures: 1, waits: 10 });
  await mend();
  await slice('refresh_totals');
  expect(await turnOf('refresh_totals', small)).toEqual({ failures: 0, waits: null });
});

/** Jobs with an order of their own: what one of them does for an agency, and how both come to wait for it. */
const ALONE: Record<string, [step: string, wait: string, left: string]> = {
  delete_agencies: [
    'go_on_deleting',
    `update public.organizations set deletion_asked_at = now() - interval '40 days', deletion_due_at = now() - interval '1 day',
       deletion_asked_by = (select u.id from public.users u where u.organization_id = $1 and u.role = 'owner'), deletion_told_days = 1 where id = $1`,
    `public.organizations o where o.id = $1 and not private.is_being_deleted(o.id)`,
  ],
  write_agency_exports: [
    'write_export',
    `insert into private.agency_exports (organization_id, asked_by) select $1, u.id from public.users u
     where u.organization_id = $1 and u.role = 'owner'`,
    `private.agency_exports where organization_id = $1 and state = 'waiting'`,
  ],
};
test('so it is with jobs that have an order of their own', async () => {
  const found = await sql<{ name: string }>(
    `select proname as name from pg_proc where prosrc ~ 'private[.]end_turn[(]' and proname <> 'serve_in_turn' order by 1`,
  );
  expect(found.map(({ name }) => name)).toEqual(Object.keys(ALONE).sort());
  for (const [name, [step, wait, left]] of Object.entries(ALONE)) {
    await job.query('begin');
    await job.query('set local session_replication_role = replica');
    for (const agency of [large, small]) await job.query(wait, [agency.organizationId]);
    await job.query('set local session_replication_role = origin');
    let isServed = false;
    await staysWithOne(name, step, async () => {
      await job.query(`select private.${name}()`);
      await job.query(`select private.${name}()`);
      isServed ||= (await numberOf(left, small)) === 0;
    });
    expect([name, isServed, await numberOf(left, large)]).toEqual([name, true, 1]);
    await job.query(`select private.${name}()`);
    await job.query(`select private.${name}()`);
    expect([name, await numberOf(left, large)]).toEqual([name, 0]);
    await job.query('rollback');
  }
});

// Holds platform-155
test('what a job does for several agencies it does for each by itself', async () => {
  const functions = await sql<{ name: string; body: string }>(
    `select pronamespace::regnamespace || '.' || proname as name, prosrc as body from pg_proc where pronamespace in ('private'::regnamespace, 'public'::regnamespace)`,
  );
  const bodies = new Map(functions.map(({ name, body }) => [name, body]));
  const calls = (text: string) =>
    [...text.matchAll(/\b((?:private|public)\.\w+)\(/g)]
      .map(([, name]) => name ?? '')
      .filter((name) => bodies.has(name));
  // Those that undo what fails for one.
  const isolates = (name: string) =>
    name === 'private.serve_in_turn' || /private\.end_turn\(/.test(bodies.get(name) ?? '');
  const jobs = await sql<{ jobname: string; command: string }>(
    'select jobname, command from cron.job order by 1',
  );
  expect(jobs.length).toBeGreaterThan(10);
  const wrong: string[] = [];
  for (const { command, jobname } of jobs) {
    const reached = new Set<string>();
    const reach = (name: string) => {
      if (reached.has(name) || isolates(name)) return;
      reached.add(name);
      for (const next of calls(bodies.get(name) ?? '')) reach(next);
    };
    for (const name of calls(command)) reach(name);
    for (const name of reached) {
      const writes = /\binsert into (private|public)\.|\bupdate (private|public)\.|\bloop\b/.exec(
        bodies.get(name) ?? '',
      );
      if (writes) wrong.push(`${jobname}: ${name}: ${writes[0]}`);
    }
  }
  // One statement that asks for nothing but an age, on tables that nobody follows: files that nothing shows, and secrets never sent.
  expect(wrong).toEqual([
    'call-bank-sync: private.call_bank_sync: update private.',
    'keep-documents: private.find_stray_document_files: insert into private.',
  ]);
});
