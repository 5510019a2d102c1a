import { CODED } from '../support/coded';
import { decide, isThere, passDays, runJob } from '../support/agency-deletions';
import { sql, sqlOne } from '../support/database';
import {
  api,
  createMember,
  createTestAgency,
  untyped,
  type Person,
  type TestAgency,
} from '../support/test-agency';

/** docs/product/tenancy.md, Deleting the agency: until its day. */

let agency: TestAgency;
beforeEach(async () => {
  agency = await createTestAgency();
  await sql(`update public.organizations set name = 'Harbour & Vale' where id = $1`, [agency.organizationId]);
});

const NAME = { name: 'Harbour & Vale' };
const ask = (person: Person, args = NAME) => decide(person, 'ask_agency_deletion', args);
const withdraw = (person: Person) => decide(person, 'withdraw_agency_deletion');
const refused = (error: string, field: string | null = null) => ({ success: false, ...CODED, error, field });

interface State {
  deletion_due_at: string | null;
  deletion_asked_by: string | null;
  days: number | null;
}
const state = (): Promise<State> =>
  sqlOne(
    `select deletion_due_at::text, deletion_asked_by, round(extract(epoch from deletion_due_at - now()) / 86400)::int as days
     from public.organizations where id = $1`,
    [agency.organizationId],
  );
const told = async (code: string) =>
  (
    await sql<{ id: string }>(
      'select user_id as id from public.notifications where organization_id = $1 and code = $2',
      [agency.organizationId, code],
    )
  ).map(({ id }) => id);
const mails = async () =>
  (
    await sql<{ to_address: string }>(
      `select to_address from private.outgoing_mails where organization_id = $1 and kind = 'account'`,
      [agency.organizationId],
    )
  ).map(({ to_address }) => to_address);
const entries = async () =>
  (
    await sql<{ action: string; actor_id: string }>(
      `select action, actor_id from private.audit_log where organization_id = $1 and action like 'agency_%' order by id`,
      [agency.organizationId],
    )
  ).map(({ action, actor_id }) => [action, actor_id]);

// Holds tenancy-80
test('an owner asks, with the name as it is; it is due in thirty days and everybody is told', async () => {
  await sql(
    `insert into private.mail_service (provider) values ('smtp') on conflict (only_one) do update set told_at = now(), provider = 'smtp'`,
  );
  const { owner, admin, agent, rival } = agency;
  for (const name of ['harbour & vale', 'Harbour', '', 'Harbour  & Vale'])
    expect(await ask(owner, { name })).toEqual(
      refused('Type the name exactly as it is: Harbour & Vale', 'name'),
    );
  expect(await state()).toMatchObject({ deletion_due_at: null });
  const answer = await ask(owner, { name: ' Harbour & Vale ' });
  expect(answer).toMatchObject({ success: true, due_at: expect.any(String) as string });
  expect(await state()).toMatchObject({ days: 30, deletion_asked_by: owner.id });
  // Who asks again gets the day that stands, and nobody hears of it twice.
  expect(await ask(owner)).toEqual(answer);
  expect((await told('agency_deletion_asked')).sort()).toEqual([admin.id, agent.id, rival.id].sort());
  expect((await mails()).sort()).toEqual([owner, admin, agent, rival].map(({ email }) => email).sort());
  expect(await entries()).toEqual([['agency_deletion_asked', owner.id]]);
  // Every member reads it with their agency; nothing else has changed.
  const { data } = await agent.api.from('organizations').select('deletion_due_at').single();
  expect(Date.parse(String(data?.deletion_due_at))).toBe(Date.parse(answer.due_at ?? ''));
  await agency.sale();
  await sql('delete from private.mail_service');
});

// Holds tenancy-81
test('another owner keeps the agency until its day, and everybody is told', async () => {
  const second = await createMember(agency.organizationId, 'owner');
  await ask(agency.owner);
  await passDays(agency, 29);
  expect(await withdraw(second)).toMatchObject({ success: true });
  expect(await state()).toEqual({ deletion_due_at: null, deletion_asked_by: null, days: null });
  expect(await told('agency_deletion_withdrawn')).toContain(agency.owner.id);
  expect(await entries()).toEqual([
    ['agency_deletion_asked', agency.owner.id],
    ['agency_deletion_withdrawn', second.id],
  ]);
  // There is nothing to withdraw twice.
  expect(await withdraw(second)).toMatchObject({ success: true });
  await runJob();
  expect(await isThere(agency)).toBe(true);
});

// Holds tenancy-82
test('on its day it is too late, also before the job has come', async () => {
  await ask(agency.owner);
  await passDays(agency, 30);
  expect(await withdraw(agency.owner)).toEqual(refused('It is too late: the agency is being deleted.'));
});

// Holds security-10
test('nobody but an active owner asks or withdraws', async () => {
  const { admin, agent, inactive, owner } = agency;
  const former = await createMember(agency.organizationId, 'owner');
  await sql(`update public.users set role = 'admin' where id = $1`, [former.id]);
  const asking = refused('Only an owner can delete the agency.');
  const keeping = refused('Only an owner can keep the agency.');
  for (const person of [admin, agent, inactive, former]) expect(await ask(person)).toEqual(asking);
  await expect(ask({ ...owner, api: api() })).rejects.toThrow(/42501/);
  expect(await state()).toMatchObject({ deletion_due_at: null });

  await ask(owner);
  for (const person of [admin, agent, inactive, former]) expect(await withdraw(person)).toEqual(keeping);
  // An owner of another agency of the same name means their own.
  const other = await createTestAgency();
  await sql('update public.organizations set name = $2 where id = $1', [other.organizationId, NAME.name]);
  expect(await withdraw(other.owner)).toMatchObject({ success: true });
  expect(await state()).toMatchObject({ days: 30 });
  // What counts is written by the functions alone.
  for (const column of ['deletion_due_at', 'deletion_asked_at', 'deletion_asked_by', 'deletion_told_days']) {
    const { error } = await untyped(owner.api, 'organizations')
      .update({ [column]: null })
      .eq('id', agency.organizationId);
    expect(error?.code).toBe('42501');
  }
});

// Holds security-11
test('no role of the API runs the job or a part of it, nor switches triggers off', async () => {
  const parts = await sql<{ call: string }>(
    `select p.oid::regprocedure::text as call from pg_proc p where p.pronamespace = 'private'::regnamespace and p.proname in
       ('delete_agencies', 'begin_agency_deletion', 'empty_agency', 'finish_agency_deletion', 'remove_agency_files', 'lock_accounts_out')`,
  );
  expect(parts).toHaveLength(6);
  for (const role of ['anon', 'authenticated', 'service_role']) {
    for (const { call } of parts)
      expect(
        await sqlOne('select has_function_privilege($1, $2, $3) as may', [role, call, 'execute']),
      ).toEqual({ may: false });
    expect(
      await sqlOne(`select has_parameter_privilege($1, 'session_replication_role', 'set') as may`, [role]),
    ).toEqual({ may: false });
    expect(
      await sqlOne(`select has_table_privilege($1, 'private.agency_deletions', 'insert') as may`, [role]),
    ).toEqual({ may: false });
  }
});

// Holds tenancy-83
test('members hear of it seven days and one day before; after both, of the last alone', async () => {
  const near = async () => (await told('agency_deletion_near')).filter((id) => id === agency.agent.id).length;
  await ask(agency.owner);
  await runJob();
  expect(await near()).toBe(0);
  await passDays(agency, 23);
  await sql(
    `update public.organizations set deletion_due_at = deletion_due_at - interval '1 hour' where id = $1`,
    [agency.organizationId],
  );
  await runJob();
  await runJob();
  expect(await near()).toBe(1);
  await passDays(agency, 6);
  await runJob();
  await runJob();
  expect(await near()).toBe(2);

  agency = await createTestAgency();
  await ask(agency.owner, { name: 'Agency' });
  await passDays(agency, 29);
  await runJob();
  expect(await near()).toBe(1);
  expect(await isThere(agency)).toBe(true);
});

test('owners read what would go, nobody else', async () => {
  await agency.sale();
  const read = async ({ api: client }: Person) =>
    (await client.rpc('get_agency_deletion' as never)).data as unknown as object | null;
  expect(await read(agency.owner)).toMatchObject({
    due_at: null,
    asked_by: null,
    counts: { sales: 1, customers: 1, people: 5, files: 0 },
  });
  await ask(agency.owner);
  expect(await read(agency.owner)).toMatchObject({
    asked_by: 'owner Test',
    due_at: expect.any(String) as string,
  });
  for (const person of [agency.admin, agency.agent]) expect(await read(person)).toBeNull();
});
