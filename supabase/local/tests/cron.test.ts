import { liveClient, startLive } from './support/live';
import { query } from './support/own-backend';

let backend: Awaited<ReturnType<typeof startLive>>;
let facts: (typeof backend)['facts'];

beforeAll(async () => {
  backend = await startLive();
  facts = backend.facts;
  await query(
    facts.dbUrl,
    'create table public.runs (job text, who text default current_user, at timestamptz default clock_timestamp())',
  );
});

afterAll(() => backend.stop());

const sql = <Row extends Record<string, unknown>>(text: string, values: unknown[] = []) =>
  query<Row>(facts.dbUrl, text, values);

const schedule = (name: string, every: string, command: string) =>
  sql('select cron.schedule($1, $2, $3)', [name, every, command]);

const runsOf = async (job: string) => {
  const rows = await sql<{ at: Date }>('select at from public.runs where job = $1 order by at', [job]);
  return rows.map(({ at }) => at.getTime());
};

async function untilRuns(job: string, count: number): Promise<number[]> {
  for (let tries = 0; tries < 200; tries += 1) {
    const runs = await runsOf(job);
    if (runs.length >= count) return runs;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${job} did not run ${count} times`);
}

test('a job runs every so many seconds, also when another one fails', async () => {
  await schedule('fails', '1 second', 'select 1 / 0');
  await schedule('often', '1 second', `insert into public.runs values ('often')`);
  await schedule('seldom', '3 seconds', `insert into public.runs values ('seldom')`);
  const seldom = await untilRuns('seldom', 3);
  const [first = 0, , third = 0] = seldom;
  // Once each three seconds, give or take a tick.
  expect(third - first).toBeGreaterThan(4000);
  const often = (await runsOf('often')).filter((at) => at >= first && at <= third);
  expect(often.length).toBeGreaterThan(3);
  expect(await sql('select distinct who from public.runs')).toEqual([{ who: 'postgres' }]);
  await sql(`select cron.unschedule('fails')`);
});

test('a job is changed, stopped and taken away', async () => {
  await schedule('changing', '59 seconds', `insert into public.runs values ('before')`);
  await schedule('changing', '1 second', `insert into public.runs values ('after')`);
  expect(await sql(`select schedule from cron.job where jobname = 'changing'`)).toEqual([
    { schedule: '1 second' },
  ]);
  await untilRuns('after', 1);
  const alter = (active: boolean) =>
    sql(`select cron.alter_job(jobid, active => $1) from cron.job where jobname = 'changing'`, [active]);
  await alter(false);
  // What had begun may still end.
  await new Promise((resolve) => setTimeout(resolve, 1200));
  const stopped = (await runsOf('after')).length;
  await untilRuns('often', (await runsOf('often')).length + 3);
  expect(await runsOf('after')).toHaveLength(stopped);
  await alter(true);
  await untilRuns('after', stopped + 1);
  await sql(`select cron.unschedule('changing')`);
  expect(await sql(`select 1 from cron.job where jobname = 'changing'`)).toEqual([]);
  await expect(sql(`select cron.unschedule('changing')`)).rejects.toThrow(/could not find valid entry/);
  await expect(sql('select cron.alter_job(0, active => true)')).rejects.toThrow('Job 0 does not exist');
});

test.each(['0 seconds', '60 seconds', '* * * * *', 'often', ''])(
  'a schedule of "%s" is refused',
  async (every) => {
    await expect(schedule('refused', every, 'select 1')).rejects.toThrow('invalid schedule');
    expect(await sql(`select 1 from cron.job where jobname = 'refused'`)).toEqual([]);
  },
);

test('jobs go on after the backend was killed', async () => {
  await untilRuns('often', 1);
  facts = await backend.restart(() => undefined);
  const before = (await runsOf('often')).length;
  await untilRuns('often', before + 2);
});

test('nobody schedules over the API', async () => {
  const answer = await liveClient(facts, undefined, facts.secretKey)
    .schema('cron')
    .rpc('schedule', { job_name: 'mine', schedule: '1 second', command: 'select 1' });
  expect(answer.error).not.toBeNull();
  expect(await sql(`select 1 from cron.job where jobname = 'mine'`)).toEqual([]);
});
