import { Client } from 'pg';
import { decide, deleteAgency, isThere, makeDue, passTime, runJob } from '../support/agency-deletions';
import { idsOf, tracesOf } from '../support/agency-traces';
import { backend } from '../support/backend';
import { sql, sqlOne } from '../support/database';
import { SEED, randomOf } from '../support/soak';
import {
  api,
  createAccount,
  createTestAgency,
  PASSWORD,
  signIn,
  type TestAgency,
} from '../support/test-agency';

/** docs/product/tenancy.md, Deleting the agency: what happens beside it, and to who was in it. */

let agency: TestAgency;
const open: Client[] = [];
beforeEach(async () => {
  agency = await createTestAgency();
});
afterEach(async () => {
  for (const client of open.splice(0)) await client.end().catch(() => undefined);
  if (await isThere(agency)) await deleteAgency(agency).catch(() => undefined);
});

async function connection(): Promise<Client> {
  const client = new Client(backend.dbUrl);
  client.on('error', () => undefined);
  await client.connect();
  open.push(client);
  return client;
}
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const isBegun = async () =>
  (await sqlOne<{ begun: boolean }>('select private.is_being_deleted($1) as begun', [agency.organizationId]))
    .begun;

/** Foreign keys whose row is not there, but for those that a table has to itself. */
const dangling = () =>
  sql<{ name: string }>(
    `select k.conname as name from pg_constraint k
     cross join lateral (
       select xpath_exists('/table/row', query_to_xml(format('select 1 from %s a where %s and not exists (select from %s b where %s) limit 1', k.conrelid::regclass,
           string_agg(format('a.%I is not null', f.attname), ' and '), k.confrelid::regclass, string_agg(format('a.%I = b.%I', f.attname, t.attname), ' and ')),
           false, false, '')) as found
       from unnest(k.conkey, k.confkey) p(from_column, to_column)
       join pg_attribute f on f.attrelid = k.conrelid and f.attnum = p.from_column
       join pg_attribute t on t.attrelid = k.confrelid and t.attnum = p.to_column) m
     where k.contype = 'f' and k.connamespace in ('public'::regnamespace, 'private'::regnamespace) and k.conrelid <> k.confrelid and m.found`,
  );

// Holds tenancy-88
test('killed at any moment it goes on from there, and no commit leaves a reference without its row', async () => {
  const below = randomOf(SEED);
  for (let n = 0; n < 6; n += 1) await agency.sale({ reference: `K-${n}`, paid: true });
  const ids = await idsOf(agency.organizationId);
  await makeDue(agency);
  let kills = 0;
  for (let runs = 0; (await isThere(agency)) && runs < 400; runs += 1) {
    const job = await connection();
    const { rows } = await job.query<{ pid: number }>('select pg_backend_pid() as pid');
    const done = job.query(`select private.delete_agencies('0')`).then(
      () => undefined,
      () => (kills += 1),
    );
    if (below(2) === 0) {
      await wait(below(12));
      await sql('select pg_terminate_backend($1)', [rows[0]?.pid]);
    }
    await done;
    await passTime(agency);
    if (below(8) === 0) expect(await dangling()).toEqual([]);
    await job.end().catch(() => undefined);
  }
  expect(kills).toBeGreaterThan(3);
  expect(await isThere(agency)).toBe(false);
  expect(await tracesOf(ids, [])).toEqual({});
});

test('a change of mind and the first slice: one of them', async () => {
  await makeDue(agency);
  // Withdrawn, and not committed yet, as its day comes: the slice waits for it.
  const owner = await connection();
  await owner.query('begin');
  await owner.query(
    `update public.organizations set deletion_asked_at = null, deletion_asked_by = null, deletion_due_at = null, deletion_told_days = null
     where id = $1`,
    [agency.organizationId],
  );
  const slice = runJob();
  await wait(200);
  await owner.query('commit');
  await slice;
  expect(await isBegun()).toBe(false);

  // The other way around: begun, and not committed yet.
  await makeDue(agency);
  const job = await connection();
  await job.query('begin');
  await job.query('select private.delete_agencies()');
  const withdrawn = decide(agency.owner, 'withdraw_agency_deletion');
  await wait(200);
  await job.query('commit');
  // Who has waited for the slice is nobody's owner any more.
  expect(await withdrawn).toMatchObject({ success: false, code: 'agency_is_kept_by_owners' });
  expect(await isBegun()).toBe(true);
});

/** It failed, and others have their turn first: lets that time go by. */
const letItBeTried = ({ organizationId }: { organizationId: string }) =>
  sql(
    `update private.job_turns set not_before = now() where job = 'delete_agencies' and organization_id = $1 returning failures`,
    [organizationId],
  );

test('a sale that is being recorded is waited for, and goes; later ones are refused', async () => {
  await makeDue(agency);
  const writer = await connection();
  await writer.query('begin');
  await writer.query(
    `insert into public.sales (organization_id, customer_id, vendor_id, agent_id, booking_reference, sale_date, total_amount, commission_basis,
       commission_rate) values ($1, $2, $3, $4, 'LATE-1', current_date, 100, 'rate', 10)`,
    [agency.organizationId, agency.customerId, agency.vendorId, agency.agent.id],
  );
  await runJob();
  expect(await isBegun()).toBe(false);
  expect(await letItBeTried(agency)).toEqual([{ failures: 1 }]);
  await writer.query('commit');
  await runJob();
  expect(await isBegun()).toBe(true);
  await expect(agency.sale({ reference: 'LATE-2' })).rejects.toThrow();
  await deleteAgency(agency);
  expect(await tracesOf([agency.organizationId], ['LATE-1'])).toEqual({});
});

test('a row that comes behind the slice of its table is found before the end', async () => {
  await makeDue(agency);
  await runJob();
  await runJob();
  // A function of ours that had not heard of it.
  await sql(
    `insert into public.notifications (organization_id, user_id, type, message) values ($1, $2, 'sale', 'Late news')`,
    [agency.organizationId, agency.agent.id],
  );
  await passTime(agency);
  await runJob();
  expect(await isThere(agency)).toBe(true);
  await deleteAgency(agency);
  expect(await tracesOf([agency.organizationId], ['Late news'])).toEqual({});
});

// Holds security-12
test('from the first slice on its members are nobody: session, password, link and factor open nothing', async () => {
  const { owner, agent } = agency;
  await agency.sale();
  const session = await signIn(agent.email);
  const token = (await session.auth.getSession()).data.session;
  await makeDue(agency);
  await runJob();

  // With a token that is still good.
  const kept = api(token?.access_token);
  for (const table of [
    'users',
    'organizations',
    'sales',
    'customers',
    'notifications',
    'user_emails',
  ] as const)
    expect((await kept.from(table).select('*')).data).toEqual([]);
  expect((await kept.rpc('get_unread_count')).error?.code).toBe('42501');
  expect((await api().auth.getUser(token?.access_token)).error).not.toBeNull();
  expect((await session.auth.refreshSession()).error).not.toBeNull();
  await expect(signIn(owner.email)).rejects.toThrow('Invalid login credentials');
  await api().auth.resetPasswordForEmail(owner.email);
  // Mails that were written before wait for their rows to go.
  const { 'private.outgoing_mails': _mails, ...left } = await tracesOf([], [owner.email]);
  expect(left).toEqual({});
  // Their address is theirs again.
  const id = await createAccount(owner.email, {});
  const again = await signIn(owner.email);
  const { data } = await again.rpc('create_organization_with_owner', {
    user_id: id,
    user_email: owner.email,
    org_name: 'Anew',
    user_first_name: 'A',
    user_last_name: 'B',
  });
  expect(data).toMatchObject({ success: true });
  await deleteAgency(agency);
  expect((await again.from('users').select('id')).data).toEqual([{ id }]);
});

// Holds tenancy-89
test('nothing is sent for it any more', async () => {
  await sql(
    `insert into private.outgoing_mails (organization_id, kind, to_address, from_name, reply_to, subject, body, next_try_at)
     values ($1, 'account', 'a@mail.test', 'Agency', 'b@mail.test', 'Waits', 'Waits', '2000-01-01')`,
    [agency.organizationId],
  );
  const taken = async () =>
    JSON.stringify(
      await sql(
        `select m from jsonb_array_elements(public.take_mails(50)) m where m ->> 'subject' = 'Waits'`,
      ),
    );
  await makeDue(agency);
  await sql('begin');
  expect(await taken()).toContain('Waits');
  await sql('rollback');
  await runJob();
  expect(await taken()).toBe('[]');
});

// Holds tenancy-90
test('who was invited and never joined is forgotten, unless another agency waits for them', async () => {
  const other = await createTestAgency();
  const [alone, both, apart] = ['alone', 'both', 'apart'].map(
    (name) => `${name}.${agency.organizationId}@mail.test`,
  ) as [string, string, string];
  for (const email of [alone, both, apart]) await agency.owner.api.from('invitations').insert({ email });
  await other.owner.api.from('invitations').insert({ email: both });
  for (const email of [alone, both])
    await api().auth.signInWithOtp({ email, options: { data: { invited: 'yes' } } });
  // Somebody who signs up with an agency of their own.
  await api().auth.signUp({
    email: apart,
    password: PASSWORD,
    options: { data: { organization_name: 'Own' } },
  });
  await makeDue(agency);
  await deleteAgency(agency);
  const left = await sql<{ email: string }>(
    'select email from auth.users where email = any ($1) order by email',
    [[alone, both, apart]],
  );
  expect(left.map(({ email }) => email)).toEqual([apart, both]);
});
