import { api, databaseDoor, overrideExisting, through } from '@paperplane/shared/platform';
import type { contract as shared } from '@paperplane/shared/contract';
import type { contract } from './contract';
import type { DocumentInput, DocumentRecord, RecordType } from './document';
import { toListArgs } from './documents-list';
import { findRecords, labelOf, type FoundRecord, type WantedRecord } from './form/find-records';

const ask = databaseDoor<typeof contract & typeof shared>();

/** A file as it is announced before it is sent. */
interface AnnouncedFile {
  name: string;
  type: string;
  size: number;
}

/** What is typed, as the functions of the database take it. */
const toColumns = ({ record, memberId, ...said }: DocumentInput) => ({
  ...said,
  recordType: record?.type ?? null,
  recordId: record?.id ?? null,
  memberId: said.visibility === 'member' ? memberId : null,
});

/** A card of a record shows so many at most. */
const ON_A_CARD = 100;
const list = { type: 'Document', id: 'LIST' } as const;

export const documentsApi = api.enhanceEndpoints({ addTagTypes: ['Document'] }).injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** One page of documents with the counts around it. */
    listDocuments: build.query({ ...ask('list_documents', toListArgs), providesTags: [list] }),

    /** All documents of one record. */
    listRecordDocuments: build.query({
      ...ask('list_documents', ({ type, id }: { type: RecordType; id: string }) => ({
        recordType: type,
        recordId: id,
        sort: 'updated_at',
        descending: true,
        pageSize: ON_A_CARD,
      })),
      providesTags: [list],
    }),

    /** One document with its versions; null when there is none for the reader. */
    getDocument: build.query({
      ...ask('get_document', (id: string) => ({ documentId: id })),
      providesTags: (_answer, _error, id) => [list, { type: 'Document', id }],
    }),

    /** Records that a document can belong to, by what is typed. */
    findRecords: build.query({
      query: (wanted: WantedRecord) => through(findRecords(wanted)),
      transformResponse: (
        { rows }: { rows: FoundRecord[] },
        _meta,
        { type }: WantedRecord,
      ): DocumentRecord[] => rows.map((row) => ({ type, id: row.id, label: labelOf(row) })),
    }),

    /** Announces a file, as a new document or as a version of the one with this id, once for each key. @returns where it goes */
    startUpload: build.mutation(
      ask(
        'start_document_upload',
        ({
          file,
          document,
          requestKey,
        }: {
          file: AnnouncedFile;
          document: DocumentInput | string;
          requestKey: string;
        }) => ({
          file,
          ...(typeof document === 'string' ? { documentId: document } : { document: toColumns(document) }),
          requestKey,
        }),
      ),
    ),

    /** Makes what has arrived a document. */
    finishUpload: build.mutation({
      ...ask('finish_document_upload', (uploadId: string) => ({ uploadId })),
      invalidatesTags: (_answer, error) => (error ? [] : [list]),
    }),

    cancelUpload: build.mutation(ask('cancel_document_upload', (uploadId: string) => ({ uploadId }))),

    saveDocument: build.mutation({
      ...ask(
        'save_document',
        ({
          id,
          version,
          input,
          requestKey,
        }: {
          id: string;
          version: number;
          input: DocumentInput;
          requestKey: string;
        }) => ({ documentId: id, expectedVersion: version, document: toColumns(input), requestKey }),
      ),
      invalidatesTags: [list],
    }),

    deleteDocument: build.mutation({
      ...ask('delete_document', (id: string) => ({ documentId: id })),
      invalidatesTags: [list],
    }),

    /** Writes down that a version is opened; its file can be read for a minute from then on. */
    openVersion: build.mutation({
      ...ask('open_document', ({ versionId }: { documentId: string; versionId: string }) => ({ versionId })),
      invalidatesTags: (_answer, error, { documentId }) =>
        error ? [] : [{ type: 'Document', id: documentId }],
    }),

    confirmRead: build.mutation({
      ...ask('confirm_document_read', (versionId: string) => ({ versionId })),
      invalidatesTags: [list],
    }),

    /** Reminds everybody who has not read it (admins). */
    remindReaders: build.mutation(ask('remind_document_readers', (id: string) => ({ documentId: id }))),
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
