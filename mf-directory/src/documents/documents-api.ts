import { toDatabase } from '@paperplane/shared/domain';
import { api, overrideExisting } from '@paperplane/shared/platform';
import type { DocumentInput, DocumentRecord, RecordType, WholeDocument } from './document';
import { fromDocumentInput, toWholeDocument, type WholeDocumentRow } from './document-rows';
import {
  toDocumentsPage,
  toListArgs,
  type DocumentsPage,
  type DocumentsPageRow,
  type DocumentsQuery,
} from './documents-list';
import { findRecords, type FoundRow } from './form/find-records';

/** A file as it is announced before it is sent. */
export interface AnnouncedFile {
  name: string;
  type: string;
  size: number;
}

/** A card of a record shows so many at most. */
const ON_A_CARD = 100;
const list = { type: 'Document', id: 'LIST' } as const;

export const documentsApi = api.enhanceEndpoints({ addTagTypes: ['Document'] }).injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of documents with the counts around it. */
    listDocuments: build.query<DocumentsPage, DocumentsQuery>({
      query: (query) => (db) => db.rpc('list_documents', toDatabase(toListArgs(query)) as never),
      transformResponse: (answer: DocumentsPageRow) => toDocumentsPage(answer),
      providesTags: [list],
    }),

    /** All documents of one record. */
    listRecordDocuments: build.query<DocumentsPage, { type: RecordType; id: string }>({
      query:
        ({ type, id }) =>
        (db) =>
          db.rpc('list_documents', {
            record_type: type,
            record_id: id,
            sort: 'updated_at',
            descending: true,
            page_size: ON_A_CARD,
          }),
      transformResponse: (answer: DocumentsPageRow) => toDocumentsPage(answer),
      providesTags: [list],
    }),

    /** One document with its versions; null when there is none for the reader. */
    getDocument: build.query<WholeDocument | null, string>({
      query: (id) => (db) => db.rpc('get_document', { document_id: id }),
      transformResponse: (answer: WholeDocumentRow | null) => answer && toWholeDocument(answer),
      providesTags: (_answer, _error, id) => [list, { type: 'Document', id }],
    }),

    /** Records that a document can belong to, by what is typed. */
    findRecords: build.query<DocumentRecord[], { type: RecordType; search: string }>({
      query: (wanted) => (db) => findRecords(db, wanted),
      transformResponse: (answer: { rows: FoundRow[] }, _meta, { type }) =>
        answer.rows.map(({ id, label }) => ({ type, id, label })),
    }),

    /** Announces a file, as a new document or as a version of the one with this id, once for each key. @returns where it goes */
    startUpload: build.mutation<
      { uploadId: string; path: string },
      { file: AnnouncedFile; document: DocumentInput | string; requestKey: string }
    >({
      query:
        ({ file, document, requestKey }) =>
        (db) =>
          db.rpc('start_document_upload', {
            file: { ...file },
            ...(typeof document === 'string'
              ? { document_id: document }
              : { document: fromDocumentInput(document) }),
            request_key: requestKey,
          }),
      transformResponse: (answer: { upload_id: string; path: string }) => ({
        uploadId: answer.upload_id,
        path: answer.path,
      }),
    }),

    /** Makes what has arrived a document. @returns its id */
    finishUpload: build.mutation<string, string>({
      query: (uploadId) => (db) => db.rpc('finish_document_upload', { upload_id: uploadId }),
      transformResponse: (answer: { document_id: string }) => answer.document_id,
      invalidatesTags: (_answer, error) => (error ? [] : [list]),
    }),

    cancelUpload: build.mutation<null, string>({
      query: (uploadId) => (db) => db.rpc('cancel_document_upload', { upload_id: uploadId }),
      transformResponse: () => null,
    }),

    saveDocument: build.mutation<
      null,
      { id: string; version: number; input: DocumentInput; requestKey: string }
    >({
      query:
        ({ id, version, input, requestKey }) =>
        (db) =>
          db.rpc('save_document', {
            document_id: id,
            expected_version: version,
            document: fromDocumentInput(input),
            request_key: requestKey,
          }),
      transformResponse: () => null,
      invalidatesTags: [list],
    }),

    deleteDocument: build.mutation<null, string>({
      query: (id) => (db) => db.rpc('delete_document', { document_id: id }),
      transformResponse: () => null,
      invalidatesTags: [list],
    }),

    /** Writes down that a version is opened; its file can be read for a minute from then on. */
    openVersion: build.mutation<null, { documentId: string; versionId: string }>({
      query:
        ({ versionId }) =>
        (db) =>
          db.rpc('open_document', { version_id: versionId }),
      transformResponse: () => null,
      invalidatesTags: (_answer, error, { documentId }) =>
        error ? [] : [{ type: 'Document', id: documentId }],
    }),

    confirmRead: build.mutation<null, string>({
      query: (versionId) => (db) => db.rpc('confirm_document_read', { version_id: versionId }),
      transformResponse: () => null,
      invalidatesTags: [list],
    }),

    /** Reminds everybody who has not read it (admins). @returns how many */
    remindReaders: build.mutation<number, string>({
      query: (id) => (db) => db.rpc('remind_document_readers', { document_id: id }),
      transformResponse: ({ reminded }: { reminded: number }) => reminded,
    }),
  }),
});

export const {
  useListDocumentsQuery,
  useListRecordDocumentsQuery,
  useGetDocumentQuery,
  useFindRecordsQuery,
  useStartUploadMutation,
  useFinishUploadMutation,
  useCancelUploadMutation,
  useSaveDocumentMutation,
  useDeleteDocumentMutation,
  useOpenVersionMutation,
  useConfirmReadMutation,
  useRemindReadersMutation,
} = documentsApi;
