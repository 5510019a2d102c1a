import { randomUUID } from 'node:crypto';
import { asCaller, attempt } from '../support/claims';
import { describeFile, PDF, start } from '../support/documents';
import { database, sql, sqlOne } from '../support/database';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

/** An agency's files have a ceiling, over all buckets. What lies there is made of rows alone. */
jest.setTimeout(120_000);

const GB = 1024 * 1024 * 1024;

/** An agency in which so many files of so many bytes lie. */
async function agencyWith(files: number, bytes: number): Promise<TestAgency> {
  const agency = await createTestAgency();
  await sql(
    `insert into storage.objects (bucket_id, name, metadata)
     select 'mail', $1 || '/' || n || '/0', jsonb_build_object('size', $3::bigint) from generate_series(1, $2::int) n`,
    [agency.organizationId, files, bytes],
  );
  return agency;
}

/** Buckets into which people may insert, as the policies say. */
const buckets = () =>
  sql<{ check: string; name: string }>(
    `select policyname as name, with_check as check from pg_policies
     where schemaname = 'storage' and tablename = 'objects' and cmd in ('INSERT', 'ALL', 'UPDATE') order by 1`,
  );

/** A name that an owner may write, of each kind. */
async function names(agency: TestAgency, begun: string): Promise<[bucket: string, name: string][]> {
  const [org, picture] = [agency.organizationId, `${randomUUID()}.png`];
  return [
    ['avatars', `${org}/${agency.owner.id}/${picture}`],
    ['logos', `${org}/${picture}`],
    ['logos', `${org}/vendors/${picture}`],
    ['documents', begun],
  ];
}

const begin = async (person: Person) => {
  const { path } = await start(person, { title: 'Paper', category: 'other', visibility: 'admins' });
  if (!path) throw new Error('no upload began');
  return path;
};

const added = async (agency: TestAgency, begun: string) => {
  const answers: string[] = [];
  for (const [bucket, name] of await names(agency, begun)) {
    const rows = await attempt(
      agency.owner,
      'insert into storage.objects (bucket_id, name) values ($1, $2)',
      [bucket, name],
    );
    answers.push(Array.isArray(rows) ? 'added' : rows);
  }
  return answers;
};

// Holds security-115
test('every policy by which people add files asks whether there is room', async () => {
  const policies = await buckets();
  expect(policies).toHaveLength((await names(await createTestAgency(), '')).length);
  expect(policies.filter(({ check }) => !check.includes('may_add_files'))).toEqual([]);
});

// Holds security-111
test.each([
  ['10 GB', 10, GB],
  ['50,000 files', 50_000, 1],
])(
  'an agency with %s adds no file to any bucket, and says so; another one does',
  async (_what, files, bytes) => {
    const [full, other] = [await createTestAgency(), await createTestAgency()];
    const [begun, begunByOther] = [await begin(full.owner), await begin(other.owner)];
    expect(await added(full, begun)).toEqual(['added', 'added', 'added', 'added']);
    await sql(
      `insert into storage.objects (bucket_id, name, metadata)
     select 'mail', $1 || '/' || n || '/0', jsonb_build_object('size', $3::bigint) from generate_series(1, $2::int) n`,
      [full.organizationId, files, bytes],
    );
    expect(await added(full, begun)).toEqual(['42501', '42501', '42501', '42501']);
    expect(await added(other, begunByOther)).toEqual(['added', 'added', 'added', 'added']);
    const answer = await start(full.owner, { title: 'Paper', category: 'other', visibility: 'admins' });
    expect(answer).toMatchObject({
      success: false,
      error: 'Your agency’s space for files is full. Ask an owner to make room.',
      field: 'file',
    });
  },
);

test('a document that is larger than what is left is refused before it is sent', async () => {
  const agency = await agencyWith(1, 10 * GB - 1_000_000);
  const paper = { title: 'Paper', category: 'other', visibility: 'admins' } as const;
  const asked = async (size: number) =>
    (await start(agency.owner, paper, { ...describeFile(PDF), size })).success;
  expect([await asked(1_000_001), await asked(1_000_000)]).toEqual([false, true]);
});

test('a mail that does not fit is told, not lost in silence', async () => {
  const agency = await agencyWith(1, 10 * GB);
  const token = randomUUID().replaceAll('-', '').slice(0, 24);
  const client = await database();
  await client.query('begin');
  try {
    await client.query('insert into private.mailboxes (organization_id, token) values ($1, $2)', [
      agency.organizationId,
      token,
    ]);
    const { rows } = await client.query<{ wanted: unknown[] }>('select public.receive_mail($1) as wanted', [
      {
        tokens: [token],
        message_id: '<full@mail.test>',
        sender: 'somebody@vendor.test',
        format: 'mime',
        size: 1000,
        proven: true,
      },
    ]);
    expect(rows[0]?.wanted).toEqual([]);
    const mails = await client.query(
      'select state, code from private.incoming_mails where organization_id = $1',
      [agency.organizationId],
    );
    expect(mails.rows).toEqual([{ state: 'refused', code: 'files_full' }]);
  } finally {
    await client.query('rollback');
  }
});

test('the installation sets other limits', async () => {
  const agency = await agencyWith(3, 10);
  const room = (settings: string) =>
    asCaller(agency.owner, async (client) => {
      await client.query('reset role');
      await client.query(settings);
      const { rows } = await client.query<{ room: boolean }>(
        'select private.has_room_for_files($1) as room',
        [agency.organizationId],
      );
      return rows[0]?.room;
    });
  const setting = (name: string, value: string) =>
    `insert into private.secrets (name, value) values ('${name}', '${value}')`;
  expect(await room('select 1')).toBe(true);
  expect(await room(setting('agency_files_count', '3'))).toBe(false);
  expect(await room(setting('agency_files_bytes', '30'))).toBe(false);
  expect(await room(setting('agency_files_bytes', '31'))).toBe(true);
  expect(await room(setting('agency_files_bytes', 'many'))).toBe(true);
});

test('what lies there is found by the index of names, at 50,000 files within a moment', async () => {
  const agency = await agencyWith(49_999, 1);
  await sql('analyze storage.objects');
  const begun = performance.now();
  const answer = await sqlOne<{ files: string }>('select files from private.agency_files($1)', [
    agency.organizationId,
  ]);
  expect(answer?.files).toBe('49999');
  expect(performance.now() - begun).toBeLessThan(1000);
});

// Holds security-116
test('pictures that no row shows are swept after a day, and no others', async () => {
  const [agency, other] = [await createTestAgency(), await createTestAgency()];
  const picture = () => `${randomUUID()}.png`;
  const [org, person] = [agency.organizationId, agency.agent.id];
  const kept = {
    avatar: `${org}/${person}/${picture()}`,
    logo: `${org}/${picture()}`,
    vendor: `${org}/vendors/${picture()}`,
    fresh: `${org}/${picture()}`,
    others: `${other.organizationId}/${picture()}`,
    paper: `${org}/${randomUUID()}`,
  };
  const stray = [
    `${org}/${person}/${picture()}`,
    `${org}/${picture()}`,
    `${org}/vendors/${picture()}`,
    'not/an/agency',
  ];
  await sql('update public.users set avatar_url = $2 where id = $1', [person, kept.avatar]);
  await sql('update public.organizations set logo_url = $2 where id = $1', [org, kept.logo]);
  await sql('update public.organizations set logo_url = $2 where id = $1', [
    other.organizationId,
    kept.others,
  ]);
  await sql(`insert into public.vendors (organization_id, name, logo_url) values ($1, 'Shown', $2)`, [
    org,
    kept.vendor,
  ]);
  const bucketOf = (name: string) =>
    name.includes(`/${person}/`) ? 'avatars' : name === kept.paper ? 'mail' : 'logos';
  for (const name of [...Object.values(kept), ...stray]) {
    await sql(
      `insert into storage.objects (bucket_id, name, created_at) values ($1, $2, now() - $3::interval)`,
      [bucketOf(name), name, name === kept.fresh ? '23 hours' : '25 hours'],
    );
  }
  await sql('select private.sweep_pictures()');
  const left = await sql<{ name: string }>('select name from storage.objects where name = any ($1)', [
    [...Object.values(kept), ...stray],
  ]);
  expect(left.map(({ name }) => name).toSorted()).toEqual(Object.values(kept).toSorted());
});

test('owners, and nobody else, are told from four fifths on, by size or by number', async () => {
  const told = async (person: Person) => (await person.api.rpc('get_file_room')).data;
  const [little, large, many] = await Promise.all([
    agencyWith(1, 7 * GB),
    agencyWith(2, 4 * GB),
    agencyWith(40_000, 0),
  ]);
  expect(await told(little.owner)).toBeNull();
  expect(await told(large.owner)).toEqual({
    bytes: 8 * GB,
    most_bytes: 10 * GB,
    files: 2,
    most_files: 50_000,
  });
  expect(await told(many.owner)).toMatchObject({ bytes: 0, files: 40_000 });
  for (const person of [large.admin, large.agent]) expect(await told(person)).toBeNull();
});
