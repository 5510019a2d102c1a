import { Client } from 'pg';
import { backend } from '../support/backend';
import { sql, sqlOne } from '../support/database';
import { ask, asService, sendMail, sendTaken, takeOf, type TakenMail } from '../support/mail';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** docs/product/mail.md, Reports by mail. */

let agency: TestAgency;
let other: TestAgency;
beforeEach(async () => {
  [agency, other] = [await createTestAgency(), await createTestAgency()];
  await sendMail();
});

const definition = { report: 'sales', group: 'agent' };

async function saveReport(by: Person, shared: boolean, of: object = definition): Promise<string> {
  const { data, error } = await by.api
    .from('saved_reports')
    .insert({ name: `Sales ${Math.random()}`, definition: of as never, shared })
    .select('id')
    .single();
  if (error) throw new Error(error.message);
  return data.id;
}
const plan = (saved_report_id: string | null, people: Person[], more: object = {}) => ({
  saved_report_id,
  every: 'week',
  day: 1,
  hour: 7,
  user_ids: people.map(({ id }) => id),
  ...more,
});
const save = (by: Person, input: object, expected_version?: number) =>
  ask(by, 'save_mail_plan', { plan: input, ...(expected_version && { expected_version }) });
interface Plans {
  plans: {
    id: string;
    gets: boolean;
    may_change: boolean;
    count: number;
    version: number;
    user_ids: string[] | null;
  }[];
}
const plansOf = async (person: Person) => (await ask<Plans>(person, 'list_mail_plans')).plans;
async function connection(): Promise<Client> {
  const client = new Client(backend.dbUrl);
  await client.connect();
  return client;
}
/** Runs the plans of the agency as of now. @returns what was taken of it */
async function run(): Promise<TakenMail[]> {
  await sql(
    `update private.mail_plans set next_run_at = now() - interval '1 minute' where organization_id = $1`,
    [agency.organizationId],
  );
  await sql('select private.keep_mail()');
  return takeOf(agency);
}
const compose = ({ id, claim }: TakenMail) =>
  asService<{
    kind: string;
    definition: object;
    answer: { total: { n: number }; rows: { key: string }[]; number?: string };
  } | null>('compose_mail', { mail_id: id, claim });
const addressOf = async ({ id }: Person) =>
  (await sqlOne<{ email: string }>('select email from public.user_emails where user_id = $1', [id])).email;

// Holds mail-33, security-68
test('a report is computed as its recipient: an agent reads their own rows alone', async () => {
  await agency.sale({ reference: 'OWN-1' });
  await agency.sale({ reference: 'RIV-1', agent: agency.rival });
  await agency.sale({ reference: 'RIV-2', agent: agency.rival });
  const report = await saveReport(agency.admin, true, {
    ...definition,
    range: 'custom',
    from: '2020-01-01',
    to: '2040-01-01',
  });
  const people = [agency.owner, agency.agent, agency.rival];
  expect(await save(agency.admin, plan(report, people))).toMatchObject({ success: true });
  const mails = await run();
  expect(mails).toHaveLength(3);
  const counts: Record<string, number | undefined> = {};
  for (const mail of mails) counts[mail.to_address] = (await compose(mail))?.answer.total.n;
  expect(counts).toEqual({
    [await addressOf(agency.owner)]: 3,
    [await addressOf(agency.agent)]: 1,
    [await addressOf(agency.rival)]: 2,
  });
});

// Holds mail-34
test('who was let in to compute it is nobody any more afterwards', async () => {
  const report = await saveReport(agency.admin, true);
  await save(agency.admin, plan(report, [agency.owner]));
  const [mail] = await run();
  if (!mail) throw new Error('There is no mail');
  const rows = await sql<{ composed: object; mode: string; claims: string }>(
    `select public.compose_mail($1, $2) as composed, current_setting('paperplane.mode', true) as mode,
       current_setting('request.jwt.claims', true) as claims`,
    [mail.id, mail.claim],
  );
  expect(rows).toMatchObject([{ mode: '', claims: '' }]);
});

// Holds mail-35
test('a run of a plan is one mail for each of its people, also when jobs run at once', async () => {
  const report = await saveReport(agency.admin, true);
  await save(agency.admin, plan(report, [agency.owner, agency.agent]));
  await sql(
    `update private.mail_plans set next_run_at = now() - interval '1 minute' where organization_id = $1`,
    [agency.organizationId],
  );
  const jobs = await Promise.all(Array.from({ length: 6 }, connection));
  await Promise.all(jobs.map((job) => job.query('select private.keep_mail()')));
  await Promise.all(jobs.map((job) => job.end()));
  expect(await takeOf(agency)).toHaveLength(2);
});

// Holds mail-36
test.each<[string, (report: string) => Promise<void>]>([
  [
    'was deactivated',
    async () =>
      void (await sql('update public.users set is_active = false where id = $1', [agency.agent.id])),
  ],
  [
    'left the list',
    async () =>
      void (await ask(agency.agent, 'leave_mail_plan', { plan_id: (await plansOf(agency.agent))[0]?.id })),
  ],
  [
    'may not see the report any more',
    async (report) =>
      void (await sql('update public.saved_reports set shared = false where id = $1', [report])),
  ],
  [
    'lost the report, which was deleted',
    async (report) => void (await sql('delete from public.saved_reports where id = $1', [report])),
  ],
])('who %s gets none: neither put into the box nor sent from it', async (_why, happens) => {
  const report = await saveReport(agency.admin, true);
  await save(agency.admin, plan(report, [agency.agent]));
  const [mail] = await run();
  if (!mail) throw new Error('There is no mail');
  await happens(report);
  expect(await sendTaken(mail)).toBe(false);
  expect(await run()).toEqual([]);
});

// Holds mail-38
test('statements: each agent their own, of the month before, and none of others', async () => {
  await agency.sale({ reference: 'S-1', paid: true });
  await agency.sale({ reference: 'S-2', agent: agency.rival, paid: true });
  await agency.payout({ name: 'January', paid: true });
  expect(await save(agency.agent, plan(null, [agency.agent]))).toMatchObject({ code: 'mail_plan_denied' });
  expect(
    await save(
      agency.admin,
      plan(null, [agency.agent, agency.rival, agency.owner], { every: 'month', day: 1 }),
    ),
  ).toMatchObject({ success: true });
  await sql(
    `update private.mail_plans set next_run_at = (select (date_trunc('month', max(paid_on)) + interval '1 month 7 hours')::timestamptz
       from public.payout_statements where organization_id = $1) where organization_id = $1`,
    [agency.organizationId],
  );
  await sql('select private.keep_mail()');
  const mails = await takeOf(agency);
  expect(mails.map(({ to_address }) => to_address).toSorted()).toEqual(
    [await addressOf(agency.agent), await addressOf(agency.rival)].toSorted(),
  );
  for (const mail of mails) {
    expect(mail.kind).toBe('statement');
    const content = await compose(mail);
    const mine = mail.to_address === (await addressOf(agency.agent)) ? agency.agent : agency.rival;
    expect(content?.answer).toMatchObject({ agent_id: mine.id });
  }
});

// Holds mail-37
test.each<[string, () => Promise<{ by: Person; input: object }>, string]>([
  [
    'an agent, for others',
    async () => ({
      by: agency.agent,
      input: plan(await saveReport(agency.agent, true), [agency.agent, agency.rival]),
    }),
    'mail_plan_for_others',
  ],
  [
    'an admin, a private report for others',
    async () => ({ by: agency.admin, input: plan(await saveReport(agency.admin, false), [agency.owner]) }),
    'mail_plan_of_strangers',
  ],
  [
    'an admin, to another agency',
    async () => ({ by: agency.admin, input: plan(await saveReport(agency.admin, true), [other.owner]) }),
    'mail_plan_of_strangers',
  ],
  [
    'an admin, to somebody inactive',
    async () => ({ by: agency.admin, input: plan(await saveReport(agency.admin, true), [agency.inactive]) }),
    'mail_plan_of_strangers',
  ],
  [
    'an admin, a report of another agency',
    async () => ({ by: agency.admin, input: plan(await saveReport(other.admin, true), [agency.admin]) }),
    'mail_plan_without_report',
  ],
  [
    'an admin, the private report of an agent',
    async () => ({ by: agency.admin, input: plan(await saveReport(agency.agent, false), [agency.admin]) }),
    'mail_plan_without_report',
  ],
  [
    'nobody to send it to',
    async () => ({ by: agency.admin, input: plan(await saveReport(agency.admin, true), []) }),
    'mail_plan_people_expected',
  ],
  [
    'the eighth day of the week',
    async () => ({
      by: agency.admin,
      input: plan(await saveReport(agency.admin, true), [agency.admin], { day: 8 }),
    }),
    'mail_plan_time_expected',
  ],
  [
    'half an hour',
    async () => ({
      by: agency.admin,
      input: plan(await saveReport(agency.admin, true), [agency.admin], { hour: 7.5 }),
    }),
    'mail_plan_time_expected',
  ],
  [
    'an hour in words',
    async () => ({
      by: agency.admin,
      input: plan(await saveReport(agency.admin, true), [agency.admin], { hour: 'noon' }),
    }),
    'mail_plan_time_expected',
  ],
])('refused: %s', async (_name, made, code) => {
  const { by, input } = await made();
  expect(await save(by, input)).toMatchObject({ success: false, code });
});

test('an agent has a report sent to themselves; others neither see nor end that', async () => {
  const report = await saveReport(agency.agent, false);
  const { id = '' } = await save(agency.agent, plan(report, [agency.agent]));
  expect(await plansOf(agency.agent)).toMatchObject([{ id, gets: true, may_change: true, count: 1 }]);
  for (const person of [agency.rival, other.owner]) {
    expect(await plansOf(person)).toEqual([]);
    expect(await ask(person, 'delete_mail_plan', { plan_id: id })).toMatchObject({ success: false });
    expect(await ask(person, 'leave_mail_plan', { plan_id: id })).toMatchObject({ success: false });
  }
  expect(await plansOf(agency.admin)).toEqual([]);
  expect(await ask(agency.agent, 'delete_mail_plan', { plan_id: id })).toMatchObject({ success: true });
  expect(await plansOf(agency.agent)).toEqual([]);
});

// Holds mail-40
test('who gets a report reads that they do, and not who else', async () => {
  const report = await saveReport(agency.admin, true);
  await save(agency.admin, plan(report, [agency.agent, agency.rival]));
  expect(await plansOf(agency.agent)).toMatchObject([
    { gets: true, may_change: false, count: 2, user_ids: null },
  ]);
  expect(await plansOf(agency.owner)).toMatchObject([
    { gets: false, may_change: true, user_ids: [agency.agent.id, agency.rival.id].toSorted() },
  ]);
});

test('two who change a plan: the second one is told', async () => {
  const report = await saveReport(agency.admin, true);
  await save(agency.admin, plan(report, [agency.owner]));
  expect(await save(agency.owner, plan(report, [agency.admin]))).toMatchObject({ code: 'mail_plan_changed' });
  const changes = await Promise.all([
    save(agency.owner, plan(report, [agency.admin], { hour: 8 }), 1),
    save(agency.admin, plan(report, [agency.owner], { hour: 9 }), 1),
  ]);
  expect(changes.filter(({ success }) => success)).toHaveLength(1);
  expect(await plansOf(agency.owner)).toMatchObject([{ version: 2, count: 1 }]);
});

// Holds mail-39
test.each([
  ['week', 1, 7, 'UTC', '2026-11-26T10:00Z', '2026-11-30T07:00:00.000Z'],
  ['week', 4, 11, 'UTC', '2026-11-26T10:00Z', '2026-11-26T11:00:00.000Z'],
  ['week', 4, 10, 'UTC', '2026-11-26T10:00Z', '2026-12-03T10:00:00.000Z'],
  ['month', 31, 7, 'UTC', '2027-02-01T00:00Z', '2027-02-28T07:00:00.000Z'],
  ['month', 31, 7, 'UTC', '2027-02-28T07:00Z', '2027-03-31T07:00:00.000Z'],
  ['month', 1, 7, 'UTC', '2026-12-01T07:00Z', '2027-01-01T07:00:00.000Z'],
  // The clock of New York, which is put forward on March 14.
  ['week', 7, 7, 'America/New_York', '2027-03-08T00:00Z', '2027-03-14T11:00:00.000Z'],
  ['week', 7, 7, 'America/New_York', '2027-03-01T00:00Z', '2027-03-07T12:00:00.000Z'],
  ['month', 1, 0, 'Pacific/Auckland', '2026-11-29T12:00Z', '2026-11-30T11:00:00.000Z'],
])('next of %s, day %i, hour %i in %s after %s', async (every, day, hour, zone, after, expected) => {
  const { at } = await sqlOne<{ at: Date }>('select private.next_mail_at($1, $2, $3, $4, $5) as at', [
    every,
    day,
    hour,
    zone,
    after,
  ]);
  expect(at.toISOString()).toBe(expected);
});

test('the hour is the agency’s: it moves with its time zone', async () => {
  await save(agency.owner, plan(await saveReport(agency.owner, false), [agency.owner]));
  const hour = async () =>
    (
      await sqlOne<{ hour: number }>(
        `select extract(hour from next_run_at at time zone 'UTC')::int as hour from private.mail_plans where organization_id = $1`,
        [agency.organizationId],
      )
    ).hour;
  expect(await hour()).toBe(7);
  await sql(`update public.organizations set time_zone = 'Asia/Tokyo' where id = $1`, [
    agency.organizationId,
  ]);
  expect(await hour()).toBe(22);
});

// Holds mail-43
test('where no mail is sent nothing piles up', async () => {
  await save(agency.owner, plan(await saveReport(agency.owner, false), [agency.owner]));
  await asService('note_mail_provider', { provider: null });
  expect(await run()).toEqual([]);
  await sendMail();
  expect(await run()).toHaveLength(1);
});
