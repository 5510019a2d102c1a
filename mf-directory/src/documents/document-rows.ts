import { type DocumentCategory } from '@paperplane/shared/domain';
import type {
  DocumentFile,
  DocumentInput,
  DocumentRecord,
  ListedDocument,
  Visibility,
  WholeDocument,
} from './document';

/** What list_documents answers for each document. */
export interface DocumentRow {
  id: string;
  title: string;
  category: DocumentCategory;
  visibility: Visibility;
  expires_on: string | null;
  asks_to_read: boolean;
  version: number;
  file: DocumentFile;
  updated_at: string;
  updated_by: string | null;
  record: DocumentRecord | null;
  member: { id: string; name: string } | null;
  may_change: boolean;
  waits_for_me: boolean;
  readers: { asked: number; read: number } | null;
}

/** What get_document answers. */
export interface WholeDocumentRow extends DocumentRow {
  versions: (DocumentFile & { uploaded_at: string; uploaded_by: string | null })[];
  read_by: { id: string; name: string; read_at: string | null }[] | null;
  downloads: { by: string | null; number: number; at: string }[] | null;
}

export const toListedDocument = (row: DocumentRow): ListedDocument => ({
  id: row.id,
  title: row.title,
  category: row.category,
  visibility: row.visibility,
  expiresOn: row.expires_on,
  asksToRead: row.asks_to_read,
  version: row.version,
  file: row.file,
  updatedAt: row.updated_at,
  updatedBy: row.updated_by,
  record: row.record,
  member: row.member,
  mayChange: row.may_change,
  waitsForMe: row.waits_for_me,
  readers: row.readers,
});

export const toWholeDocument = (row: WholeDocumentRow): WholeDocument => ({
  ...toListedDocument(row),
  versions: row.versions.map(({ uploaded_at, uploaded_by, ...file }) => ({
    ...file,
    uploadedAt: uploaded_at,
    uploadedBy: uploaded_by,
  })),
  readBy: row.read_by?.map(({ id, name, read_at }) => ({ id, name, readAt: read_at })) ?? null,
  downloads: row.downloads,
});

/** What is typed, as the functions of the database take it. */
export const fromDocumentInput = (input: DocumentInput) => ({
  title: input.title,
  category: input.category,
  record_type: input.record?.type ?? null,
  record_id: input.record?.id ?? null,
  visibility: input.visibility,
  member_id: input.visibility === 'member' ? input.memberId : null,
  expires_on: input.expiresOn,
  asks_to_read: input.asksToRead,
});
