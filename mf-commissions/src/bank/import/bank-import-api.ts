import type { Database } from '@paperplane/shared/database';
import { overrideExisting } from '@paperplane/shared/platform';
import { TOUCHED } from '../bank-api';
import { api } from '../../parts/api';
import type { Reading } from '../files/engine/engine';
import type { BankFormat } from '../files/types';
import type { SentLine } from './sent-line';

/** An account as the import offers it. */
export interface BankAccount {
  id: string;
  name: string;
  institution: string | null;
  lastFour: string | null;
  currency: string;
  /** The last day that is here. */
  through: string | null;
  hasMapping: boolean;
}

/** What the person types for an account that is not here yet. */
export interface NewAccount {
  name: string;
  institution: string;
  lastFour: string;
}

/** What is known of a file before it is imported. */
export interface Recognized {
  accountId: string | null;
  /** As it was saved; may not fit any more. */
  mapping: unknown;
  earlier: { createdAt: string; added: number; by: string } | null;
}

/** What importing would do with a line. */
export interface Fate {
  line: number;
  fate: 'new' | 'here' | 'broken';
  why: string | null;
  /** It has an equal in the file; both are kept. */
  twin: boolean;
  /** New, although the account has the same day and amount from a file of another format. */
  similar: boolean;
}

export interface ImportedLines {
  added: number;
  here: number;
  broken: { line: number; why: string }[];
}

/** Of transactions: how many, and what they move. Both directions are positive. */
export interface Sum {
  count: number;
  amount_in: number;
  amount_out: number;
}

/** What became of an import; while `more`, matching goes on at the next call. */
export interface FinishedImport {
  more: boolean;
  status: string;
  added: number;
  here: number;
  broken: number;
  groups: Partial<Record<'certain' | 'review' | 'none' | 'set_aside' | 'matched', Sum>>;
}

type AccountRow = Pick<
  Database['public']['Tables']['bank_accounts']['Row'],
  'id' | 'name' | 'institution' | 'last_four' | 'currency' | 'archived_at'
> & { through: string | null; has_mapping: boolean };

interface RecognizedRow {
  account_id: string | null;
  mapping: unknown;
  earlier: { created_at: string; added: number; first_name: string; last_name: string } | null;
}

const ACCOUNTS = { type: 'Bank', id: 'ACCOUNTS' } as const;

export const bankImportApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getBankAccounts: build.query<BankAccount[], void>({
      query: () => (db) => db.rpc('list_bank_accounts'),
      transformResponse: (rows: AccountRow[]) =>
        rows
          .filter(({ archived_at }) => archived_at === null)
          .map(({ last_four, has_mapping, archived_at: _archived, ...row }) => ({
            ...row,
            lastFour: last_four,
            hasMapping: has_mapping,
          })),
      providesTags: [ACCOUNTS],
    }),

    /** Adds an account, once for each key, or changes the one of this id. */
    saveBankAccount: build.mutation<{ id: string }, NewAccount & { id: string | null; requestKey: string }>({
      query:
        ({ id, name, institution, lastFour, requestKey }) =>
        (db) =>
          db.rpc('save_bank_account', {
            account: { name, institution, last_four: lastFour },
            ...(id && { account_id: id }),
            request_key: requestKey,
          }),
      // Its name stands with every transaction.
      invalidatesTags: (_answer, _error, { id }) => [id ? 'Bank' : ACCOUNTS],
    }),

    /** Which account a file is of, how its columns were read the last time, and whether it has been imported. */
    recognizeBankFile: build.query<
      Recognized,
      { identifier: string | null; headers: string[]; separator: string | null; fileHash: string }
    >({
      query:
        ({ identifier, headers, separator, fileHash }) =>
        (db) =>
          db.rpc('recognize_bank_account', { identifier, headers, file_hash: fileHash, separator }),
      transformResponse: ({ account_id, mapping, earlier }: RecognizedRow) => ({
        accountId: account_id,
        mapping,
        earlier: earlier && {
          createdAt: earlier.created_at,
          added: earlier.added,
          by: `${earlier.first_name} ${earlier.last_name}`,
        },
      }),
    }),

    /** At most 2,000 lines; writes nothing. */
    previewBankLines: build.query<Fate[], { accountId: string; lines: SentLine[] }>({
      query:
        ({ accountId, lines }) =>
        (db) =>
          db.rpc('preview_bank_lines', { account_id: accountId, lines: lines as never }),
      transformResponse: ({ lines }: { lines: Fate[] }) => lines,
      keepUnusedDataFor: 0,
    }),

    /** Begins an import, once for each key. */
    beginBankImport: build.mutation<
      { import_id: string },
      {
        accountId: string;
        fileName: string;
        fileHash: string;
        format: BankFormat;
        totalLines: number;
        reading: Reading;
        identifier: string | null;
        headers: string[];
        requestKey: string;
      }
    >({
      query: (input) => (db) =>
        db.rpc('begin_bank_import', {
          account_id: input.accountId,
          file_name: input.fileName,
          file_hash: input.fileHash,
          format: input.format,
          total_lines: input.totalLines,
          mapping: { ...input.reading },
          identifier: input.identifier,
          headers: input.headers,
          request_key: input.requestKey,
        }),
    }),

    /** At most 2,000 lines; the same ones a second time are there already, so a lost answer may be asked for again. */
    importBankLines: build.mutation<ImportedLines, { importId: string; lines: SentLine[] }>({
      query:
        ({ importId, lines }) =>
        (db) =>
          db.rpc('import_bank_lines', { import_id: importId, lines: lines as never }),
    }),

    finishBankImport: build.mutation<
      FinishedImport,
      { importId: string; cancelled: boolean; brokenLines: { line: number; why: string }[] }
    >({
      query:
        ({ importId, cancelled, brokenLines }) =>
        (db) =>
          db.rpc('finish_bank_import', { import_id: importId, cancelled, broken_lines: brokenLines }),
      invalidatesTags: (answer) => (answer?.more ? [] : [...TOUCHED]),
    }),
  }),
});

export const { useGetBankAccountsQuery, useSaveBankAccountMutation } = bankImportApi;
export const {
  saveBankAccount,
  recognizeBankFile,
  previewBankLines,
  beginBankImport,
  importBankLines,
  finishBankImport,
} = bankImportApi.endpoints;
