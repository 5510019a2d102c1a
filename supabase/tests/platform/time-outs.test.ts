import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { backend } from '../support/backend';
import { sql, sqlOne } from '../support/database';
import { createTestAgency, saleInput, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/platform.md, How long a call may take. */

let agency: TestAgency;
let other: Client;
beforeAll(async () => {
  agency = await createTestAgency();
  other = new Client(backend.dbUrl);
  await other.connect();
});
afterEach(() => other.query('rollback'));
afterAll(() => other.end());

/** Makes the next report or export of this person wait, as another one of theirs that runs. */
const keepBusy = (person: Person, client = other) =>
  client.query(`select pg_advisory_xact_lock(hashtextextended('heavy read ' || $1, 0))`, [person.id]);

const report = (person: Person) =>
  person.api.rpc('run_report', { definition: { report: 'sales', group: 'month' } });

/** An answer, and the seconds it took. */
async function timed<Answer>(asked: PromiseLike<Answer>): Promise<[Answer, number]> {
  const start = performance.now();
  return [await asked, (performance.now() - start) / 1000];
}

const IS_RUNNING = {
  status: 400,
  error: {
    code: 'P0001',
    message: 'Another report or export of yours is still running. Try again when it is done.',
    details: '{"code": "report_is_running", "params": {}}',
  },
};

describe('how long', () => {
  // Holds platform-141
  test('five seconds are the limit of everybody signed in, three of who is not; what takes longer says so and gets eight', async () => {
    expect(
      await sql(
        `select setrole::regrole::text as role, c as setting from pg_db_role_setting cross join unnest(setconfig) c
         where setrole in ('anon'::regrole, 'authenticated'::regrole) and c like 'statement_timeout=%' order by 1`,
      ),
    ).toEqual([
      { role: 'anon', setting: 'statement_timeout=3s' },
      { role: 'authenticated', setting: 'statement_timeout=5s' },
    ]);
    const { others } = await sqlOne<{ others: string[] | null }>(
      `select array_agg(distinct c) filter (where c <> 'statement_timeout=8s') as others
       from pg_proc p cross join unnest(p.proconfig) c where c like 'statement_timeout=%'`,
    );
    expect(others).toBeNull();
  });

  // Holds platform-142
  test('of what only reads, reports and exports get more time, all of them, and nothing else', async () => {
    const { heavy } = await sqlOne<{ heavy: string[] }>(
      `select array_agg(p.proname::text order by p.proname) as heavy from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v'
         and exists (select from unnest(p.proconfig) c where c like 'statement_timeout=%')`,
    );
    expect(heavy).toEqual([
      'export_commissions',
      'export_customers',
      'export_sales',
      'export_team',
      'export_vendors',
      'get_report_gallery',
      'get_report_rows',
      'run_report',
    ]);
  });

  // Holds platform-143
  test('what takes too long is stopped with nothing done, and its key is free for another try', async () => {
    const key = randomUUID();
    const reference = `LATE-${key.slice(0, 8)}`;
    const save = () =>
      agency.admin.api.rpc('create_sale', {
        sale: saleInput(agency, { booking_reference: reference }),
        request_key: key,
      });
    const written = () => sql('select id from public.sales where booking_reference = $1', [reference]);
    await other.query('begin');
    // As somebody who closes the books does: who sells meanwhile waits.
    await other.query('select pg_advisory_xact_lock(private.books_lock($1))', [agency.organizationId]);
    const [late, seconds] = await timed(save());
    expect(late).toMatchObject({ status: 500, error: { code: '57014' } });
    expect(seconds).toBeGreaterThan(4.5);
    expect(await written()).toEqual([]);
    await other.query('rollback');
    expect((await save()).error).toBeNull();
    expect(await written()).toHaveLength(1);
  }, 60_000);
});

describe('one report or export at a time', () => {
  // Holds platform-145
  test('a second one waits two seconds, then says that another one runs; so does an export, of all but lists and other people', async () => {
    await other.query('begin');
    await keepBusy(agency.admin);
    const [refused, seconds] = await timed(report(agency.admin));
    expect(refused).toMatchObject(IS_RUNNING);
    expect(seconds).toBeGreaterThan(1.9);
    const asked = await Promise.all([
      agency.admin.api.rpc('export_sales'),
      agency.admin.api.rpc('get_report_gallery', {}, { get: true }),
    ]);
    for (const answer of asked) expect(answer).toMatchObject(IS_RUNNING);
    const others = await Promise.all([
      agency.admin.api.rpc('list_sales'),
      agency.admin.api.rpc('get_dashboard'),
      agency.admin.api.rpc('search_everything', { query: 'vera' }),
      report(agency.owner),
      report(agency.agent),
    ]);
    expect(others.map(({ error }) => error)).toEqual([null, null, null, null, null]);
  }, 60_000);

  // Holds platform-146
  test('who waits is answered as soon as the other one is done', async () => {
    await other.query('begin');
    await keepBusy(agency.admin);
    const waiting = timed(report(agency.admin));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await other.query('commit');
    const [{ error }, seconds] = await waiting;
    expect(error).toBeNull();
    expect(seconds).toBeGreaterThan(0.6);
    // The turn is over with its request.
    expect((await report(agency.admin)).error).toBeNull();
  });

  test('many at once are all answered, one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 4 }, () => report(agency.admin)));
    expect(answers.map(({ error }) => error)).toEqual(answers.map(() => null));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
  });

  // Holds platform-147, security-64
  test('each takes its turn in its body before anything else, also on a replica; nothing else does', async () => {
    const claims = JSON.stringify({ sub: agency.admin.id, role: 'authenticated' });
    const found = await sql<{ name: string; heavy: boolean; body: string; args: string }>(
      `select p.proname as name, p.prosrc as body,
         exists (select from unnest(p.proconfig) c where c like 'statement_timeout=%') as heavy,
         (select string_agg(format('null::%s', t::regtype), ', ') from unnest(p.proargtypes) t) as args
       from pg_proc p
       where p.pronamespace = 'public'::regnamespace and p.provolatile <> 'v' and has_function_privilege('authenticated', p.oid, 'execute')
       order by p.proname`,
    );
    const takes = ({ body }: { body: string }) => /\bbegin\s+perform private\.await_turn\(\);/.test(body);
    expect(found.filter(takes).map(({ name }) => name)).toEqual(
      found.filter(({ heavy }) => heavy).map(({ name }) => name),
    );
    const second = new Client(backend.dbUrl);
    await second.connect();
    const ask = async (call: string) => {
      await second.query('begin read only');
      try {
        await second.query(
          `select set_config('request.jwt.claims', $1, true), set_config('role', 'authenticated', true)`,
          [claims],
        );
        await second.query(call);
        return 'answered';
      } catch (error) {
        return (error as { detail?: string }).detail;
      } finally {
        await second.query('rollback');
      }
    };
    try {
      await other.query('begin');
      await keepBusy(agency.admin);
      const answers: Record<string, string | undefined> = {};
      const heavy = found.filter((called) => called.heavy);
      for (const { name, args } of heavy) answers[name] = await ask(`select public.${name}(${args ?? ''})`);
      expect(answers).toEqual(Object.fromEntries(heavy.map(({ name }) => [name, IS_RUNNING.error.details])));
      expect(await ask('select public.list_sales()')).toBe('answered');
      await other.query('commit');
      expect(await ask('select public.export_sales()')).toBe('answered');
    } finally {
      await second.end();
    }
  }, 120_000);

  // Holds platform-148
  test.each(['get_report_gallery', 'get%5Freport%5Fgallery', '%67et_report_gallery', 'export%5Fsales'])(
    'however the call is spelled: %s',
    async (name) => {
      const { data } = await agency.admin.api.auth.getSession();
      const headers = {
        apikey: backend.publishableKey,
        authorization: `Bearer ${data.session?.access_token ?? ''}`,
      };
      const ask = () => fetch(`${backend.apiUrl}/rest/v1/rpc/${name}`, { headers });
      await other.query('begin');
      await keepBusy(agency.admin);
      const [refused, seconds] = await timed(ask());
      expect([refused.status, await refused.json()]).toMatchObject([400, IS_RUNNING.error]);
      expect(seconds).toBeGreaterThan(1.9);
      await other.query('rollback');
      expect((await ask()).status).toBe(200);
    },
    30_000,
  );

  // Holds platform-149
  test('a job that acts for somebody waits for no report of theirs, nor keeps them from one', async () => {
    const job = new Client(backend.dbUrl);
    await job.connect();
    try {
      await other.query('begin');
      await keepBusy(agency.admin);
      await job.query('begin');
      await job.query('select private.begin_acting($1)', [agency.admin.id]);
      expect((await job.query(`select public.run_report('{"report": "sales"}')`)).rows).toHaveLength(1);
      await other.query('rollback');
      const [{ error }, seconds] = await timed(report(agency.admin));
      expect(error).toBeNull();
      expect(seconds).toBeLessThan(1.9);
    } finally {
      await job.query('rollback');
      await job.end();
    }
  });
});
