import type { Json } from '../../../shared/src/platform/api/database.types';
import { sql } from './database';
import type { Person } from './test-agency';

/** What somebody says of a document. */
export interface DocumentInput {
  title?: string;
  category?: string;
  record_type?: 'customers' | 'sales' | 'commissions' | 'vendors';
  record_id?: string;
  visibility?: 'admins' | 'record' | 'member' | 'everybody';
  member_id?: string;
  expires_on?: string;
  asks_to_read?: boolean;
}

export interface Answer {
  success: boolean;
  error: string | null;
  field: string | null;
  upload_id?: string;
  document_id?: string;
  check_state?: string;
  path?: string;
  reminded?: number;
}

export interface PlainFile {
  name: string;
  type: string;
  contents: string;
}

export const PDF: PlainFile = { name: 'Paper.pdf', type: 'application/pdf', contents: '%PDF-1.7 paper' };

export const describeFile = ({ name, type, contents }: PlainFile) => ({
  name,
  type,
  size: Buffer.byteLength(contents),
});

const answered = ({ data, error }: { data: unknown; error: { message: string } | null }): Answer => {
  if (error) throw new Error(error.message);
  return data as Answer;
};

/** Begins an upload: of a new document, or of a version of the one with this id. */
export const start = async (
  { api }: Person,
  document: DocumentInput | string,
  file: Json = describeFile(PDF),
): Promise<Answer> =>
  answered(
    await api.rpc(
      'start_document_upload',
      typeof document === 'string' ? { file, document_id: document } : { file, document: { ...document } },
    ),
  );

export const send = ({ api }: Person, path: string, { contents, type }: PlainFile = PDF) =>
  api.storage.from('documents').upload(path, Buffer.from(contents), { contentType: type });

export const finish = async ({ api }: Person, uploadId: string): Promise<Answer> =>
  answered(await api.rpc('finish_document_upload', { upload_id: uploadId }));

/** Waits until the function has looked into the file of a version. @returns what became of it */
export async function lookedInto(versionId: string): Promise<string> {
  for (const end = Date.now() + 30_000; ;) {
    const [version] = await sql<{ check_state: string }>(
      'select check_state from public.document_versions where id = $1',
      [versionId],
    );
    if (version && version.check_state !== 'checking') return version.check_state;
    if (Date.now() > end) throw new Error('Nobody looked into the file');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Adds a document, or a version of the one with this id, as the app does, and waits until it is shown. */
export async function addDocument(
  person: Person,
  document: DocumentInput | string,
  file: PlainFile = PDF,
): Promise<{ id: string; versionId: string; path: string }> {
  const wanted = typeof document === 'string' ? document : { title: 'Paper', category: 'other', ...document };
  const begun = await start(person, wanted, describeFile(file));
  if (!begun.upload_id || !begun.path) throw new Error(begun.error ?? 'No upload');
  const { error } = await send(person, begun.path, file);
  if (error) throw error;
  const done = await finish(person, begun.upload_id);
  if (!done.document_id) throw new Error(done.error ?? 'No document');
  if ((await lookedInto(begun.upload_id)) !== 'accepted') throw new Error('The file was refused');
  return { id: done.document_id, versionId: begun.upload_id, path: begun.path };
}

/** Opens a version, so that its file may be read; false when it was refused. */
export const open = async ({ api }: Person, versionId: string): Promise<boolean> =>
  (await api.rpc('open_document', { version_id: versionId })).error === null;

/** What the file holds for somebody; null when they cannot read it. */
export async function readFile({ api }: Person, path: string): Promise<string | null> {
  const { data } = await api.storage.from('documents').download(path);
  return data ? data.text() : null;
}

export interface ListedDocument {
  id: string;
  title: string;
  record: { label: string } | null;
  may_change: boolean;
  waits_for_me: boolean;
  readers: { asked: number; read: number } | null;
}

export interface ListedDocuments {
  rows: ListedDocument[];
  count: number;
  counts: { all: number; expiring: number; expired: number; to_read: number };
  to_confirm: { id: string; waits_for_me: boolean; names: string[]; count: number } | null;
}

export async function listDocuments({ api }: Person, filter: object = {}): Promise<ListedDocuments> {
  const { data, error } = await api.rpc('list_documents', { page_size: 100, ...filter });
  if (error) throw new Error(error.message);
  return data as unknown as ListedDocuments;
}
