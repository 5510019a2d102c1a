import { backend } from '../support/backend';
import { CODED } from '../support/coded';
import { sql } from '../support/database';
import {
  addDocument,
  describeFile,
  finish,
  listDocuments,
  lookedInto,
  open,
  PDF,
  send,
  start,
  type PlainFile,
} from '../support/documents';
import { createTestAgency, type TestAgency } from '../support/test-agency';

let agency: TestAgency;
beforeAll(async () => {
  agency = await createTestAgency();
});

const PAPER = { title: 'Paper', category: 'other', visibility: 'admins' } as const;
const run = (job: string) => sql(`select private.${job}()`);
const filesOf = (path: string) =>
  sql(`select name from storage.objects where bucket_id = 'documents' and name = $1`, [path]);

test('one private bucket, for 25 MB and for types that no browser runs', async () => {
  const [bucket] = await sql<{ public: boolean; file_size_limit: string; types: string[] }>(
    `select public, file_size_limit, allowed_mime_types as types from storage.buckets where id = 'documents'`,
  );
  expect(bucket).toMatchObject({ public: false, file_size_limit: String(25 * 1024 * 1024) });
  const [same] = await sql<{ all: boolean }>(
    'select bool_and(private.is_document_type(t)) as all from unnest($1::text[]) t',
    [bucket?.types],
  );
  expect(same?.all).toBe(true);
  const running = await sql<{ type: string }>(
    `select t as type from unnest($1::text[]) t where private.is_document_type(t)`,
    [['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/xml', 'application/javascript', '', null]],
  );
  expect(running).toEqual([]);
});

test.each<[string, object, string]>([
  [
    'a page',
    { type: 'text/html' },
    'Documents are PDF files, pictures (JPEG, PNG, WebP, GIF), Office files and text.',
  ],
  [
    'a drawing',
    { type: 'image/svg+xml' },
    'Documents are PDF files, pictures (JPEG, PNG, WebP, GIF), Office files and text.',
  ],
  ['what is empty', { size: 0 }, 'The file is empty.'],
  ['what is too large', { size: 25 * 1024 * 1024 + 1 }, 'The file is larger than 25 MB.'],
  ['what has no size', { size: 'much' }, 'The file is empty.'],
  ['what has no name', { name: ' ' }, 'The file needs a name of at most 255 characters.'],
])('%s is not announced', async (_what, file, error) => {
  expect(await start(agency.admin, PAPER, { ...describeFile(PDF), ...file })).toMatchObject({
    success: false,
    field: 'file',
    error,
  });
});

/** Each begins as what it says, so it is accepted; what is inside never runs. */
const POLYGLOTS: PlainFile[] = [
  { name: 'a.gif', type: 'image/gif', contents: 'GIF89a/*<script>1</script>*/=1;alert(1)' },
  { name: 'a.pdf', type: 'application/pdf', contents: '%PDF-1.7<html><script>1</script>' },
  { name: 'a.txt', type: 'text/plain', contents: 'x <html><script>1</script>' },
];
test.each(POLYGLOTS)('a polyglot is told as $type, sandboxed, and as nothing else', async (file) => {
  const { versionId, path } = await addDocument(agency.admin, PAPER, file);
  await open(agency.admin, versionId);
  const { data } = await agency.admin.api.storage.from('documents').createSignedUrl(path, 60);
  const response = await fetch(data?.signedUrl ?? '');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': file.type,
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining('sandbox') as string,
  });
  const open_ = `${backend.apiUrl}/storage/v1/object/public/documents/${path}`;
  expect((await fetch(open_)).status).toBe(400);
});

test('a type that was not announced, and a file of another size, is no document', async () => {
  const begun = await start(agency.admin, PAPER, describeFile(PDF));
  await send(agency.admin, begun.path ?? '', { ...PDF, contents: `${PDF.contents} and more` });
  expect(await finish(agency.admin, begun.upload_id ?? '')).toMatchObject({
    success: false,
    ...CODED,
    error: 'What arrived is not the file that was announced. Begin again.',
  });
  expect(await finish(agency.admin, begun.upload_id ?? '')).toMatchObject({ success: false });
  await run('remove_document_files');
  expect(await filesOf(begun.path ?? '')).toEqual([]);
});

test('finishing twice is once', async () => {
  const begun = await start(agency.admin, PAPER);
  await send(agency.admin, begun.path ?? '');
  const first = await finish(agency.admin, begun.upload_id ?? '');
  expect(first).toMatchObject({ success: true });
  await lookedInto(begun.upload_id ?? '');
  expect(await finish(agency.admin, begun.upload_id ?? '')).toEqual({ ...first, check_state: 'accepted' });
  expect(await finish(agency.owner, begun.upload_id ?? '')).toMatchObject({ success: false });
});

test('a cancelled upload leaves neither row nor file, also when the file comes late', async () => {
  const before = await listDocuments(agency.admin);
  const begun = await start(agency.admin, PAPER);
  await send(agency.admin, begun.path ?? '');
  const cancel = (person = agency.admin) =>
    person.api.rpc('cancel_document_upload', { upload_id: begun.upload_id ?? '' });
  await cancel(agency.owner);
  expect(await sql('select 1 from private.document_uploads where id = $1', [begun.upload_id])).toHaveLength(
    1,
  );
  expect((await cancel()).data).toMatchObject({ success: true });
  expect((await cancel()).data).toMatchObject({ success: true });
  await run('remove_document_files');
  expect(await filesOf(begun.path ?? '')).toEqual([]);
  expect(await send(agency.admin, begun.path ?? '')).toMatchObject({ data: null });
  expect(await listDocuments(agency.admin)).toEqual(before);
});

// Holds platform-117
test('an upload that was given up frees its key, and one that arrived keeps it', async () => {
  const request_key = crypto.randomUUID();
  const begin = async () => {
    const { data, error } = await agency.admin.api.rpc('start_document_upload', {
      file: describeFile(PDF),
      document: { ...PAPER },
      request_key,
    });
    expect(error).toBeNull();
    return data as { upload_id: string; path: string };
  };
  const first = await begin();
  await agency.admin.api.rpc('cancel_document_upload', { upload_id: first.upload_id });
  const second = await begin();
  expect(second.upload_id).not.toBe(first.upload_id);
  await send(agency.admin, second.path);
  expect(await finish(agency.admin, second.upload_id)).toMatchObject({ success: true });
  expect(await begin()).toEqual(second);
});

test('what was given up goes after a day, and so does a file nobody knows', async () => {
  const begun = await start(agency.admin, PAPER);
  await send(agency.admin, begun.path ?? '');
  const kept = await addDocument(agency.admin, PAPER);
  const stray = `${agency.organizationId}/${crypto.randomUUID()}`;
  await sql(`insert into storage.objects (bucket_id, name) values ('documents', $1)`, [stray]);
  await sql(`update private.document_uploads set created_at = now() - interval '25 hours' where id = $1`, [
    begun.upload_id,
  ]);
  await sql(
    `update storage.objects set created_at = now() - interval '25 hours' where bucket_id = 'documents' and name = any ($1)`,
    [[begun.path, kept.path, stray]],
  );
  await run('find_stray_document_files');
  await run('remove_document_files');
  await run('remove_document_files');
  expect(await filesOf(begun.path ?? '')).toEqual([]);
  expect(await filesOf(stray)).toEqual([]);
  expect(await filesOf(kept.path)).toHaveLength(1);
  expect(
    await sql('select 1 from private.removed_document_files where name = any ($1)', [[begun.path, stray]]),
  ).toEqual([]);
});

test('a deleted document takes all its files with it', async () => {
  const first = await addDocument(agency.admin, PAPER);
  const second = await addDocument(agency.admin, first.id);
  await agency.admin.api.rpc('delete_document', { document_id: first.id });
  await run('remove_document_files');
  expect([...(await filesOf(first.path)), ...(await filesOf(second.path))]).toEqual([]);
});

test('nobody has more than fifty uploads under way', async () => {
  const other = await createTestAgency();
  await sql(
    `insert into private.document_uploads (organization_id, created_by, document, file_name, mime_type, size)
     select $1, $2, '{}', 'a', 'text/plain', 1 from generate_series(1, 50)`,
    [other.organizationId, other.admin.id],
  );
  expect(await start(other.admin, PAPER)).toMatchObject({ success: false, field: 'file' });
  expect(await start(other.owner, PAPER)).toMatchObject({ success: true });
});
