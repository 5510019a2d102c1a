import { Client } from 'pg';
import { backend } from '../support/backend';
import { connect } from '../support/client';
import { CODED } from '../support/coded';
import { sql, sqlOne } from '../support/database';
import {
  addDocument,
  describeFile,
  finish,
  listDocuments,
  lookedInto,
  open,
  PDF,
  readFile,
  send,
  start,
  type Answer,
  type DocumentInput,
  type PlainFile,
} from '../support/documents';
import { startFunctionsBackend, type FunctionsBackend } from '../support/functions-backend';
import { createTestAgency, type Person, type TestAgency } from '../support/test-agency';

let functions: FunctionsBackend;
let service: ReturnType<typeof connect>;
let agency: TestAgency;
let otherAgency: TestAgency;
beforeAll(async () => {
  functions = await startFunctionsBackend();
  service = connect(backend, backend.secretKey);
  [agency, otherAgency] = [await createTestAgency(), await createTestAgency()];
}, 120_000);
afterAll(() => functions.stop());

const EVERYBODY: DocumentInput = { title: 'Paper', category: 'other', visibility: 'everybody' };

interface Check {
  state: string;
  name: string;
  code: string | null;
  params: object;
  is_late: boolean;
}
interface WholeDocument {
  file: { id: string; number: number };
  check: Check | null;
  versions: { id: string; number: number; check: Check | null }[];
}

async function documentOf({ api }: Person, id: string): Promise<WholeDocument | null> {
  const { data, error } = await api.rpc('get_document', { document_id: id });
  if (error) throw error;
  return data as WholeDocument | null;
}

/** Uploads and finishes, and does not wait. */
async function bring(person: Person, document: DocumentInput | string, file: PlainFile = PDF) {
  const begun = await start(person, document, describeFile(file));
  const [versionId, path] = [begun.upload_id ?? '', begun.path ?? ''];
  expect((await send(person, path, file)).error).toBeNull();
  const done: Answer = await finish(person, versionId);
  return { id: done.document_id ?? '', versionId, path, done };
}

/** A version that nobody has looked into, and that no call of the function takes. */
async function held(person: Person, document: DocumentInput | string = EVERYBODY) {
  const added = await addDocument(person, document);
  await sql(`update public.document_versions set check_state = 'checking', checked_at = null where id = $1`, [
    added.versionId,
  ]);
  if (typeof document !== 'string')
    await sql('update public.documents set is_checked = false where id = $1', [added.id]);
  await sql(
    `insert into private.document_checks (version_id, organization_id, claimed_until) values ($1, $2, 'infinity')`,
    [added.versionId, agency.organizationId],
  );
  return added;
}

const objectOf = async (path: string) =>
  (
    await sqlOne<{ version: string }>(
      `select version from storage.objects where bucket_id = 'documents' and name = $1`,
      [path],
    )
  ).version;

async function checked(version_id: string, object_version: string | null, code: string | null = null) {
  const { data, error } = await service.rpc('document_checked', { version_id, object_version, code });
  if (error) throw error;
  return (data as { state: string }).state;
}

const take = async (version_id: string | null = null) => {
  const { data, error } = await service.rpc('take_document_check', { version_id });
  if (error) throw error;
  return data as { version_id: string; path: string; object_version: string | null } | null;
};

/** As in an installation without functions: nobody else looks into what waits. */
async function withoutFunctions(work: () => Promise<void>): Promise<void> {
  const address = new URL(backend.dbUrl);
  address.username = 'supabase_admin';
  const admin = new Client(address.href);
  await admin.connect();
  const rename = (from: string, to: string) =>
    admin.query('update vault.secrets set name = $2 where name = $1', [from, to]);
  await rename('project_url', 'project_url of a test');
  try {
    await work();
  } finally {
    await rename('project_url of a test', 'project_url');
    await admin.end();
  }
}

const newsOf = (id: string) =>
  sql<{ user_id: string; code: string }>(
    `select user_id, code from public.notifications where commentable_type = 'documents' and commentable_id = $1`,
    [id],
  );

describe('what the function finds', () => {
  const LIES: [PlainFile, object][] = [
    [
      { name: 'a.pdf', type: 'application/pdf', contents: '<html><script>1</script>%PDF-1.7' },
      { found: 'page' },
    ],
    [{ name: 'a.txt', type: 'text/plain', contents: '<svg onload="1">' }, { found: 'page' }],
    [{ name: 'a.csv', type: 'text/csv', contents: '<!doctype html>' }, { found: 'page' }],
    [{ name: 'a.png', type: 'image/png', contents: '<svg/>' }, { found: 'page' }],
    [{ name: 'a.png', type: 'image/png', contents: '%PDF-1.7' }, { found: 'pdf' }],
  ];
  test.each(LIES)(
    '$type that is none is refused with its reason, told to its uploader, and removed',
    async (file, params) => {
      const { id, versionId, path, done } = await bring(agency.admin, EVERYBODY, file);
      expect(done).toMatchObject({ success: true, check_state: 'checking' });
      expect(await lookedInto(versionId)).toBe('refused');
      const check = { state: 'refused', name: file.name, code: 'file_not_its_type', params, is_late: false };
      expect(await documentOf(agency.admin, id)).toMatchObject({ check, versions: [{ check }] });
      expect(await documentOf(agency.owner, id)).toBeNull();
      expect(await newsOf(id)).toEqual([{ user_id: agency.admin.id, code: 'document_refused' }]);
      expect(await open(agency.admin, versionId)).toBe(false);
      await sql('select private.remove_document_files()');
      expect(
        await sql(`select 1 from storage.objects where bucket_id = 'documents' and name = $1`, [path]),
      ).toEqual([]);
      await agency.admin.api.rpc('delete_document', { document_id: id });
    },
  );

  test('a file that is what it says appears for everybody by itself', async () => {
    const { id, versionId, path, done } = await bring(agency.admin, EVERYBODY);
    expect(done).toMatchObject({ success: true, document_id: id });
    expect(await lookedInto(versionId)).toBe('accepted');
    expect(await documentOf(agency.agent, id)).toMatchObject({ check: null, versions: [{ check: null }] });
    expect(await open(agency.agent, versionId)).toBe(true);
    expect(await readFile(agency.agent, path)).toBe(PDF.contents);
    expect(await finish(agency.admin, versionId)).toMatchObject({ success: true, check_state: 'accepted' });
    expect(await newsOf(id)).toEqual([]);
  });

  test('both ends of a large file are read', async () => {
    const text: PlainFile = { name: 'a.txt', type: 'text/plain', contents: 'line\n'.repeat(100_000) };
    expect(await lookedInto((await bring(agency.admin, EVERYBODY, text)).versionId)).toBe('accepted');
    const tail = { ...text, contents: `${text.contents}\0` };
    expect(await lookedInto((await bring(agency.admin, EVERYBODY, tail)).versionId)).toBe('refused');
  });

  test('only the project itself calls it', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${backend.apiUrl}/functions/v1/document-check`, { method: 'POST', headers, body: '{}' });
    const { data } = await agency.owner.api.auth.getSession();
    for (const headers of [
      {},
      { apikey: backend.publishableKey },
      { apikey: backend.publishableKey, authorization: `Bearer ${data.session?.access_token ?? ''}` },
    ]) {
      expect((await call(headers as Record<string, string>)).status).toBe(401);
    }
    const answer = await call({ apikey: backend.secretKey, authorization: `Bearer ${backend.secretKey}` });
    expect([answer.status, await answer.json()]).toEqual([200, { checked: 0, failed: 0 }]);
  });

  test('a call that was lost is made up for by the job', async () => {
    const added = await held(agency.admin);
    await sql(
      `update private.document_checks set claimed_until = now() - interval '1 second' where version_id = $1`,
      [added.versionId],
    );
    await sql('select private.keep_document_checks()');
    expect(await lookedInto(added.versionId)).toBe('accepted');
  });
});

describe('a version that nobody has looked into', () => {
  let added: Awaited<ReturnType<typeof held>>;
  let titled: DocumentInput;
  beforeAll(async () => {
    titled = {
      ...EVERYBODY,
      title: 'Unseen agreement',
      expires_on: new Date().toISOString().slice(0, 10),
      asks_to_read: true,
    };
    added = await held(agency.admin, titled);
  });

  // Holds records-3
  test.each(['owner', 'agent'] as const)('is not there for the %s', async (who) => {
    const person = agency[who];
    const list = await listDocuments(person);
    expect(list.rows.map(({ id }) => id)).not.toContain(added.id);
    expect(list.counts.all).toBe(list.rows.length);
    expect(list.counts.to_read).toBe(0);
    expect(list.to_confirm).toBeNull();
    expect(await documentOf(person, added.id)).toBeNull();
    const documents = await person.api.from('documents').select('id').eq('id', added.id);
    const versions = await person.api.from('document_versions').select('id').eq('id', added.versionId);
    expect([documents.error, documents.data, versions.error, versions.data]).toEqual([null, [], null, []]);
    const { data: found } = await person.api.rpc('search_everything', { query: 'Unseen' });
    expect(found).toEqual({});
    for (const [name, args] of [
      ['confirm_document_read', { version_id: added.versionId }],
      ['remind_document_readers', { document_id: added.id }],
      ['delete_document', { document_id: added.id }],
    ] as const) {
      const { data } = await person.api.rpc(name, args as never);
      expect([name, data]).toEqual([name, expect.objectContaining({ success: false, ...CODED })]);
    }
  });

  test('is announced to nobody, and in no copy of a customer’s data', async () => {
    const customers: DocumentInput = {
      title: 'Unseen passport copy',
      category: 'other',
      visibility: 'record',
      record_type: 'customers',
      record_id: agency.customerId,
    };
    const { id, versionId, path } = await held(agency.admin, customers);
    const copy = async () =>
      (
        await sqlOne<{ copy: object[] }>('select private.customer_documents($1, $2) as copy', [
          agency.organizationId,
          agency.customerId,
        ])
      ).copy;
    expect(await copy()).toEqual([]);
    await sql('select private.announce_expiring_documents()');
    expect(await newsOf(added.id)).toEqual([]);
    expect(await checked(versionId, await objectOf(path))).toBe('accepted');
    expect(await copy()).toEqual([expect.objectContaining({ title: 'Unseen passport copy' })]);
    await agency.admin.api.rpc('delete_document', { document_id: id });
  });

  test('its uploader sees it with its state, and reads it no more than others', async () => {
    const { rows } = await listDocuments(agency.admin);
    const check = { state: 'checking', name: PDF.name, code: null, params: {}, is_late: false };
    expect(rows.find(({ id }) => id === added.id)).toMatchObject({ check, waits_for_me: false });
    expect(await documentOf(agency.admin, added.id)).toMatchObject({ check, versions: [{ check }] });
    const { error } = await agency.admin.api.rpc('open_document', { version_id: added.versionId });
    expect(error).toMatchObject({ message: 'Nobody reads this file before it was checked.' });
    const { error: others } = await agency.owner.api.rpc('open_document', { version_id: added.versionId });
    expect(others).toMatchObject({ message: 'This document does not exist.' });
  });

  // Holds records-4
  test.each(['admin', 'owner', 'agent'] as const)(
    'Storage tells it to nobody who knows its name: %s',
    async (who) => {
      // Not even by an opening that is still good.
      await sql(
        `insert into private.disclosures (organization_id, actor_id, what, subject_id) values ($1, $2, 'document', $3)`,
        [agency.organizationId, agency[who].id, added.versionId],
      );
      const bucket = agency[who].api.storage.from('documents');
      expect(await readFile(agency[who], added.path)).toBeNull();
      expect((await bucket.createSignedUrl(added.path, 60)).data).toBeNull();
      expect(
        (await bucket.createSignedUrls([added.path], 60)).data?.map(({ signedUrl }) => signedUrl),
      ).toEqual([null]);
      expect((await bucket.list(agency.organizationId)).data?.map(({ name }) => name)).not.toContain(
        added.versionId,
      );
      expect(
        (await bucket.copy(added.path, `${agency.organizationId}/${crypto.randomUUID()}`)).error,
      ).not.toBeNull();
    },
  );

  test('other agencies reach nothing of it', async () => {
    expect(await documentOf(otherAgency.owner, added.id)).toBeNull();
    expect(await open(otherAgency.owner, added.versionId)).toBe(false);
    expect(await finish(otherAgency.owner, added.versionId)).toMatchObject({ success: false });
  });

  // Holds security-104
  test.each(['owner', 'admin', 'agent'] as const)('the %s cannot say what was found', async (who) => {
    for (const [name, args] of [
      ['take_document_check', {}],
      ['document_checked', { version_id: added.versionId, object_version: await objectOf(added.path) }],
    ] as const) {
      expect((await agency[who].api.rpc(name as never, args as never)).error).toMatchObject({
        code: '42501',
      });
    }
    const state = await sqlOne('select check_state from public.document_versions where id = $1', [
      added.versionId,
    ]);
    expect(state).toEqual({ check_state: 'checking' });
  });

  test('accepted, it is there for everybody, who are told without a word of it', async () => {
    const before = await sqlOne<{ n: string }>('select count(*) as n from realtime.messages');
    expect(await checked(added.versionId, await objectOf(added.path))).toBe('accepted');
    const sent = await sql<{ topic: string; payload: { tag: string } }>(
      'select topic, payload from realtime.messages order by inserted_at offset $1',
      [before.n],
    );
    const told = sent.filter(({ payload }) => payload.tag === 'documents').map(({ topic }) => topic);
    expect(told.sort()).toEqual(
      [
        `org:${agency.organizationId}`,
        ...[agency.admin, agency.agent, agency.rival].map(({ id }) => `user:${id}`),
      ].sort(),
    );
    expect(await documentOf(agency.agent, added.id)).toMatchObject({ check: null });
    expect((await listDocuments(agency.agent)).to_confirm).toMatchObject({ id: added.id });
    expect(await checked(added.versionId, await objectOf(added.path), 'file_damaged')).toBe('accepted');
  });
});

describe('a new version', () => {
  test('that nobody has looked into leaves the one before in its place for the others', async () => {
    const first = await addDocument(agency.admin, EVERYBODY);
    const second = await held(agency.admin, first.id);
    const check = { state: 'checking' };
    const theirs = await documentOf(agency.owner, first.id);
    expect(theirs).toMatchObject({ file: { id: first.versionId, number: 1 }, check: null });
    expect(theirs?.versions.map(({ id }) => id)).toEqual([first.versionId]);
    expect(await documentOf(agency.admin, first.id)).toMatchObject({
      file: { id: first.versionId },
      check,
      versions: [
        { id: second.versionId, check },
        { id: first.versionId, check: null },
      ],
    });
    expect(await open(agency.agent, first.versionId)).toBe(true);
    expect(await checked(second.versionId, await objectOf(second.path))).toBe('accepted');
    expect(await documentOf(agency.owner, first.id)).toMatchObject({
      file: { id: second.versionId, number: 2 },
    });
  });

  // Holds records-6
  test('takes the place of one that was refused, in its number too', async () => {
    const lie: PlainFile = { ...PDF, contents: 'no PDF' };
    const { id, versionId } = await bring(agency.admin, EVERYBODY, lie);
    expect(await lookedInto(versionId)).toBe('refused');
    const next = await addDocument(agency.admin, id);
    expect(await documentOf(agency.agent, id)).toMatchObject({
      file: { id: next.versionId, number: 1 },
      versions: [{ id: next.versionId }],
    });
    expect((await documentOf(agency.admin, id))?.versions).toHaveLength(1);
  });

  // Holds records-7
  test('refused is told no more once another was accepted, and forgotten after a week', async () => {
    const first = await addDocument(agency.admin, EVERYBODY);
    const lie = await bring(agency.admin, first.id, { ...PDF, contents: 'no PDF' });
    const alone = await bring(agency.admin, EVERYBODY, { ...PDF, contents: 'no PDF' });
    await Promise.all([lookedInto(lie.versionId), lookedInto(alone.versionId)]);
    expect(await documentOf(agency.admin, first.id)).toMatchObject({ check: { state: 'refused' } });
    await addDocument(agency.owner, first.id);
    expect(await documentOf(agency.admin, first.id)).toMatchObject({ check: null });
    const forget = async (age: string) => {
      await sql(`update public.document_versions set checked_at = now() - $1::interval where id = any ($2)`, [
        age,
        [lie.versionId, alone.versionId],
      ]);
      await sql('select private.keep_document_checks()');
      return sql('select id from public.document_versions where id = any ($1)', [
        [lie.versionId, alone.versionId],
      ]);
    };
    expect(await forget('6 days')).toHaveLength(2);
    expect(await forget('8 days')).toEqual([]);
    expect(await documentOf(agency.admin, alone.id)).toBeNull();
    expect(await documentOf(agency.admin, first.id)).not.toBeNull();
  });
});

describe('bytes', () => {
  const other = Buffer.from('%PDF-1.7 other');

  // Holds records-5
  test.each(['while nobody has looked into them', 'after they were accepted'])(
    'cannot be replaced %s',
    async (when) => {
      const begun = await start(agency.admin, EVERYBODY);
      const [versionId, path] = [begun.upload_id ?? '', begun.path ?? ''];
      const bucket = agency.admin.api.storage.from('documents');
      // A way in from before the file was there.
      const { data: early } = await bucket.createSignedUploadUrl(path);
      expect((await bucket.createSignedUploadUrl(path, { upsert: true })).data).toBeNull();
      await send(agency.admin, path);
      expect(await finish(agency.admin, versionId)).toMatchObject({ success: true });
      await lookedInto(versionId);
      if (when.startsWith('while')) {
        await sql(`update public.document_versions set check_state = 'checking' where id = $1`, [versionId]);
      }
      const before = await objectOf(path);
      const options = { contentType: 'application/pdf' };
      for (const person of [agency.admin, agency.owner, agency.agent, otherAgency.owner]) {
        const theirs = person.api.storage.from('documents');
        expect([
          (await theirs.upload(path, other, options)).data,
          (await theirs.upload(path, other, { ...options, upsert: true })).data,
          (await theirs.update(path, other, options)).data,
          (await theirs.createSignedUploadUrl(path)).data,
          (await theirs.move(path, `${agency.organizationId}/${crypto.randomUUID()}`)).data,
        ]).toEqual([null, null, null, null, null]);
        expect((await theirs.remove([path])).data ?? []).toEqual([]);
      }
      const late = await bucket.uploadToSignedUrl(path, early?.token ?? '', other, {
        ...options,
        upsert: true,
      });
      expect(late.data).toBeNull();
      expect(await objectOf(path)).toBe(before);
    },
  );

  // Holds security-103
  test('that were replaced between look and word are looked into again', () =>
    withoutFunctions(async () => {
      const added = await held(agency.admin);
      const seen = await objectOf(added.path);
      await sql(`update storage.objects set version = 'other' where bucket_id = 'documents' and name = $1`, [
        added.path,
      ]);
      expect(await checked(added.versionId, seen)).toBe('checking');
      expect(await documentOf(agency.owner, added.id)).toBeNull();
      // The next look is free.
      expect(await take(added.versionId)).toMatchObject({
        version_id: added.versionId,
        object_version: 'other',
      });
      await agency.admin.api.rpc('delete_document', { document_id: added.id });
    }));

  test('that are not there are never accepted', () =>
    withoutFunctions(async () => {
      const added = await held(agency.admin);
      await sql(`update private.document_checks set claimed_until = '-infinity' where version_id = $1`, [
        added.versionId,
      ]);
      await sql(`select set_config('storage.allow_delete_query', 'true', false)`);
      await sql(`delete from storage.objects where bucket_id = 'documents' and name = $1`, [added.path]);
      expect(await take(added.versionId)).toMatchObject({ object_version: null });
      await expect(checked(added.versionId, null)).rejects.toMatchObject({
        message: 'What is not there cannot be accepted.',
      });
      expect(await checked(added.versionId, null, 'file_lost')).toBe('refused');
    }));
});

describe('looking', () => {
  test('is one call’s alone for two minutes', () =>
    withoutFunctions(async () => {
      const versions = [await held(agency.admin), await held(agency.admin)].map(({ versionId }) => versionId);
      await sql(
        `update private.document_checks set claimed_until = '-infinity' where version_id = any ($1)`,
        [versions],
      );
      const taken = await Promise.all(versions.map(() => take()));
      expect(taken.map((each) => each?.version_id).sort()).toEqual([...versions].sort());
      expect(await take(versions[0])).toBeNull();
      const [claim] = await sql<{ minutes: number }>(
        `select extract(epoch from claimed_until - now())::int / 60.0 as minutes from private.document_checks where version_id = $1`,
        [versions[0]],
      );
      expect(Number(claim?.minutes)).toBeCloseTo(2, 0);
      await sql(`update private.document_checks set claimed_until = now() where version_id = $1`, [
        versions[0],
      ]);
      expect(await take(versions[0])).toMatchObject({ version_id: versions[0] });
      await sql(
        `delete from public.documents d using public.document_versions v where v.document_id = d.id and v.id = any ($1)`,
        [versions],
      );
    }));

  // Holds records-11
  test('that takes long is told once, after a quarter of an hour, and shows nothing', () =>
    withoutFunctions(async () => {
      const added = await held(agency.admin);
      const wait = async (minutes: number) => {
        const values = [added.versionId, `${minutes} minutes`];
        await sql(
          `update private.document_checks set begun_at = now() - $2::interval where version_id = $1`,
          values,
        );
        await sql(
          `update public.document_versions set created_at = now() - $2::interval where id = $1`,
          values,
        );
        await sql('select private.keep_document_checks()');
        return newsOf(added.id);
      };
      expect(await wait(14)).toEqual([]);
      const told = [{ user_id: agency.admin.id, code: 'document_waits' }];
      expect(await wait(16)).toEqual(told);
      expect(await wait(600)).toEqual(told);
      expect(await documentOf(agency.admin, added.id)).toMatchObject({
        check: { state: 'checking', is_late: true },
      });
      expect(await documentOf(agency.owner, added.id)).toBeNull();
    }));

  test('ends with the document that is deleted meanwhile', async () => {
    const added = await held(agency.admin);
    const seen = await objectOf(added.path);
    expect((await agency.admin.api.rpc('delete_document', { document_id: added.id })).data).toMatchObject({
      success: true,
    });
    expect(await checked(added.versionId, seen)).toBeNull();
    expect(
      await sql('select 1 from private.document_checks where version_id = $1', [added.versionId]),
    ).toEqual([]);
  });
});

test('finishing and looking at the same moment is in order: nothing is shown before, and nothing is forgotten', async () => {
  const brought = await Promise.all(
    Array.from({ length: 12 }, async (_, n) => {
      const file = n % 2 ? PDF : { ...PDF, contents: 'no PDF' };
      const begun = await start(agency.admin, EVERYBODY, describeFile(file));
      await send(agency.admin, begun.path ?? '', file);
      // Whoever looks before it is finished finds nothing.
      const [done] = await Promise.all([finish(agency.admin, begun.upload_id ?? ''), take(begun.upload_id)]);
      const seen = await documentOf(agency.owner, done.document_id ?? '');
      return { n, id: done.document_id ?? '', versionId: begun.upload_id ?? '', seen };
    }),
  );
  // A claim of the test is one of a call that died.
  await sql(
    `update private.document_checks set claimed_until = '-infinity' where organization_id = $1 and claimed_until < 'infinity'`,
    [agency.organizationId],
  );
  await sql('select private.keep_document_checks()');
  for (const { n, id, versionId, seen } of brought) {
    expect([n, await lookedInto(versionId)]).toEqual([n, n % 2 ? 'accepted' : 'refused']);
    expect((await documentOf(agency.owner, id)) !== null).toBe(n % 2 === 1);
    if (seen) expect(n % 2).toBe(1);
  }
});

describe('without functions', () => {
  // Holds records-12
  test('a version is there as soon as it is finished, its type believed, and the list says so', () =>
    withoutFunctions(async () => {
      const { id, done } = await bring(agency.admin, EVERYBODY, { ...PDF, contents: 'no PDF' });
      expect(done).toMatchObject({ success: true, check_state: 'accepted' });
      expect(await documentOf(agency.agent, id)).toMatchObject({ check: null });
      expect(await listDocuments(agency.agent)).toMatchObject({ looks_into_files: false });
      await agency.admin.api.rpc('delete_document', { document_id: id });
    }));

  test('what was being looked into goes on waiting', () =>
    withoutFunctions(async () => {
      const added = await held(agency.admin);
      await sql(`update private.document_checks set claimed_until = '-infinity' where version_id = $1`, [
        added.versionId,
      ]);
      await sql('select private.keep_document_checks()');
      expect(await documentOf(agency.owner, added.id)).toBeNull();
      await agency.admin.api.rpc('delete_document', { document_id: added.id });
    }));
});
