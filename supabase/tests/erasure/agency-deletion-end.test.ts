import { randomUUID } from 'node:crypto';
import { deleteAgency, makeDue } from '../support/agency-deletions';
import { asSuperuser, everyTable, idsOf, plant, rowsOf, tracesOf } from '../support/agency-traces';
import { sql } from '../support/database';
import { createLeakScanFixture, makeSecrets, type LeakScanFixture } from '../support/leak-scan-fixture';
import { api } from '../support/test-agency';

/** docs/product/tenancy.md, Deleting the agency: what becomes of it on its day. */

const MARK = `MARK-${randomUUID().slice(0, 8)}`;

/** Tables without an `organization_id`, and why nothing of an agency is left in them. One that comes later fails until it stands here. */
const CONSIDERED: Readonly<Record<string, string>> = {
  'public.organizations': 'the last row that goes',
  'private.deleted_agencies': 'what is kept: no name, no id of it',
  'private.import_check_rows': 'by who checks a file',
  'private.removed_document_files': 'by the folder of the file',
  'private.recovery_tries': 'with the account',
  'private.known_devices': 'with the account',
  'private.known_volumes': 'empty between statements',
  'private.session_zones': 'with their session',
  'private.mail_service': 'of the installation',
  'private.sign_ups': 'of the installation',
  'private.secrets': 'of the installation',
  'auth.users': 'by the accounts',
  'auth.flow_state': 'by the accounts',
  'auth.identities': 'by the accounts',
  'auth.mfa_amr_claims': 'with their session',
  'auth.mfa_challenges': 'with their factor',
  'auth.mfa_factors': 'by the accounts',
  'auth.one_time_tokens': 'by the accounts',
  'auth.refresh_tokens': 'by the accounts',
  'auth.sessions': 'by the accounts',
  'storage.buckets': 'of the installation',
  'storage.objects': 'by the folder of the file',
  'realtime.messages': 'by topic',
  'cron.job': 'of the installation',
  'net.http_request_queue': 'what is asked for is sent within seconds',
  'net._http_response': 'answers of our functions, which name nobody; forgotten by themselves',
  'vault.secrets': 'of the installation',
  'local_backend.steps': 'of the installation',
  'supabase_migrations.schema_migrations': 'of the installation',
  'supabase_migrations.seed_files': 'of the installation',
};

// Holds tenancy-86
test('every table has rows by agency, or was considered', async () => {
  const tables = await asSuperuser(everyTable);
  const bare = tables.filter(({ hasOrganization }) => !hasOrganization).map(({ name }) => name);
  expect(bare.filter((name) => !(name in CONSIDERED))).toEqual([]);
  expect(Object.keys(CONSIDERED).filter((name) => !bare.includes(name))).toEqual([]);
  // Those with the column are what the job goes through, each once, and none before one that points to it.
  const order = (
    await sql<{ relation: string }>(
      `select format('%I.%I', relnamespace::regnamespace, relname) as relation
       from private.agency_relations() r join pg_class c on c.oid = r.relation order by place`,
    )
  ).map(({ relation }) => relation);
  const owned = tables.filter(({ hasOrganization }) => hasOrganization).map(({ name }) => name);
  expect([...order, 'public.users', 'private.agency_deletions'].sort()).toEqual(owned.sort());
  const early = await sql(
    `select a.relation::text, b.relation::text as before from pg_constraint k
     join private.agency_relations() a on a.relation = k.conrelid join private.agency_relations() b on b.relation = k.confrelid
     where k.contype = 'f' and a.place > b.place`,
  );
  expect(early).toEqual([]);
});

describe('an agency with everything', () => {
  let fixture: LeakScanFixture;
  let ids: string[];
  let words: string[];
  let before: Record<string, string[]>;

  beforeAll(async () => {
    fixture = await createLeakScanFixture();
    await makeSecrets(fixture);
    const { agency, otherAgency } = fixture;
    for (const { organizationId, owner } of [agency, otherAgency]) {
      await api().auth.signInWithOtp({
        email: `secret.${owner.id}@agency.test`,
        options: { data: { invited: 'yes' } },
      });
      for (const bucket of ['avatars', 'logos', 'mail'])
        await sql('insert into storage.objects (bucket_id, name, owner_id) values ($1, $2, $3)', [
          bucket,
          `${organizationId}/${owner.id}/${randomUUID()}.webp`,
          owner.id,
        ]);
      await sql(
        `insert into private.import_check_rows (check_id, row_number, created_by, keys, import_row) values (gen_random_uuid(), 1, $1, '{}', '{}')`,
        [owner.id],
      );
    }
    const planted = await plant(agency.organizationId, MARK);
    expect(planted.empty).toEqual([]);
    expect(planted.marked.length).toBeGreaterThan(150);
    ids = await idsOf(agency.organizationId);
    expect(ids.length).toBeGreaterThan(150);
    const { owner, admin, agent, rival, inactive } = agency;
    words = [MARK, ...[owner, admin, agent, rival, inactive].map(({ email }) => email)];
    before = await rowsOf(otherAgency.organizationId);
    expect(Object.values(before).flat().length).toBeGreaterThan(100);
  });

  // Holds tenancy-86, security-13
  test('is found nowhere afterwards, and of the other one every row is as it was', async () => {
    const { agency, otherAgency } = fixture;
    expect(Object.keys(await tracesOf(ids, words)).length).toBeGreaterThan(60);
    await sql(`update public.organizations set name = 'Agency' where id = $1`, [agency.organizationId]);
    await makeDue(agency);
    await deleteAgency(agency);
    expect(await tracesOf(ids, words)).toEqual({});
    expect(await rowsOf(otherAgency.organizationId)).toEqual(before);
    const [kept] = await sql<{ counts: object }>(
      'select * from private.deleted_agencies order by done_at desc limit 1',
    );
    expect(kept).toMatchObject({ asked_by_role: 'owner', counts: { people: 5 } });
  });
});
