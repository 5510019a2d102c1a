import type { contract as shared } from '@paperplane/shared/contract';
import { databaseDoor, overrideExisting } from '@paperplane/shared/platform';
import { api } from '../../parts/api';
import { TOUCHED } from '../bank-api';
import type { BankContract, SentStatementFee, SentStatementLine } from '../bank-types';
import type { LeftOutRow } from './reader/types';

const ask = databaseDoor<BankContract & typeof shared>();

/** A statement as it is kept. */
export interface KeptStatement {
  vendorId: string;
  fileName: string;
  lines: readonly SentStatementLine[];
  fees: readonly SentStatementFee[];
  leftOut: readonly LeftOutRow[];
  /** Its file; null when it could not be kept. */
  documentId: string | null;
}

export const statementsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** The latest of a vendor, and the references that a file is read by. */
    listVendorStatements: build.query({
      ...ask('list_vendor_statements', (vendorId: string) => ({ vendorId })),
      providesTags: ['Bank'],
    }),

    /** Null when there is none of that id. */
    getVendorStatement: build.query({
      ...ask('get_vendor_statement', (statementId: string) => ({ statementId })),
      providesTags: ['Bank', 'Commission'],
    }),

    saveVendorStatement: build.mutation({
      ...ask('save_vendor_statement', ({ lines, fees, leftOut, ...statement }: KeptStatement) => ({
        ...statement,
        lines: [...lines],
        fees: [...fees],
        leftOut: [...leftOut],
      })),
      invalidatesTags: ['Bank'],
    }),

    /** Expects its deposit, stops expecting it, or sets it aside. */
    setVendorStatement: build.mutation({
      ...ask(
        'set_vendor_statement',
        (change: {
          statementId: string;
          expectedVersion: number;
          state: 'read' | 'expected' | 'set_aside';
          expectedOn: string | null;
        }) => change,
      ),
      invalidatesTags: () => [...TOUCHED],
    }),

    /** Says which commission a line means. */
    setStatementLine: build.mutation({
      ...ask(
        'set_statement_line',
        (choice: { statementId: string; expectedVersion: number; line: number; commissionId: string }) =>
          choice,
      ),
      invalidatesTags: () => [...TOUCHED],
    }),

    /** Announces the file of a statement, as a document of its vendor that admins alone see. */
    startStatementFile: build.mutation(
      ask(
        'start_document_upload',
        ({ vendorId, file }: { vendorId: string; file: { name: string; type: string; size: number } }) => ({
          file,
          document: {
            title: file.name.slice(0, 200),
            category: 'statement' as const,
            recordType: 'vendors' as const,
            recordId: vendorId,
            visibility: 'admins' as const,
            memberId: null,
            expiresOn: null,
            asksToRead: false,
          },
        }),
      ),
    ),

    finishStatementFile: build.mutation(ask('finish_document_upload', (uploadId: string) => ({ uploadId }))),

    /** Files that came by mail and that a browser has to read. */
    listMailedStatements: build.query({
      ...ask('list_mailed_statements', (vendorId: string) => ({ vendorId })),
      providesTags: ['Bank'],
    }),

    /** Says that one is opened: from then on its file can be read for a minute. */
    openMailedStatement: build.mutation(ask('open_document', (versionId: string) => ({ versionId }))),

    readMailedStatement: build.mutation({
      ...ask(
        'read_mailed_statement',
        ({
          partId,
          lines,
          fees,
          leftOut,
        }: Omit<KeptStatement, 'vendorId' | 'fileName' | 'documentId'> & { partId: string }) => ({
          partId,
          lines: [...lines],
          fees: [...fees],
          leftOut: [...leftOut],
        }),
      ),
      invalidatesTags: ['Bank'],
    }),

    /** It is no statement: its document stays. */
    keepMailedDocument: build.mutation({
      ...ask('keep_mailed_document', (partId: string) => ({ partId })),
      invalidatesTags: ['Bank'],
    }),

    /** Removes what has arrived of a file that stopped. */
    cancelStatementFile: build.mutation(ask('cancel_document_upload', (uploadId: string) => ({ uploadId }))),
  }),
});

export const {
  useListVendorStatementsQuery,
  useGetVendorStatementQuery,
  useSaveVendorStatementMutation,
  useSetVendorStatementMutation,
  useSetStatementLineMutation,
  useStartStatementFileMutation,
  useFinishStatementFileMutation,
  useCancelStatementFileMutation,
  useListMailedStatementsQuery,
  useOpenMailedStatementMutation,
  useReadMailedStatementMutation,
  useKeepMailedDocumentMutation,
} = statementsApi;
