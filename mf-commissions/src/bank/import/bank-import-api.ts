import { databaseDoor, overrideExisting, type AnswerOf, type ArgsOf } from '@paperplane/shared/platform';
import { api } from '../../parts/api';
import { TOUCHED } from '../bank-api';
import type { BankContract } from '../bank-types';
import type { Reading } from '../files/engine/engine';
import type { BankFormat } from '../files/formats';
import type { Balance } from '../files/types';

const ask = databaseDoor<BankContract>();
type Answer<Name extends keyof BankContract> = AnswerOf<BankContract, Name>;

/** An account as the import offers it. */
export type BankAccount = Answer<'list_bank_accounts'>[number];

/** What the person types for an account that is not here yet. */
export type NewAccount = ArgsOf<BankContract, 'save_bank_account'>['account'];

/** What is known of a file before it is imported. */
export type Recognized = Answer<'recognize_bank_account'>;

/** A line as the database takes it, in a preview and in an import. */
export type SentLine = ArgsOf<BankContract, 'import_bank_lines'>['lines'][number];

/** What importing would do with a line. */
export type LineVerdict = Omit<Answer<'preview_bank_lines'>['lines'][number], 'fate'>;

export type ImportedLines = Answer<'import_bank_lines'>;

/** What became of an import; while `more`, matching goes on at the next call. */
export type FinishedImport = Answer<'finish_bank_import'>;

/** Of transactions: how many, and what they move. Both directions are positive. */
export type Sum = NonNullable<FinishedImport['groups']['certain']>;

/** A file as its import begins. */
interface FileInput {
  accountId: string;
  fileName: string;
  fileHash: string;
  format: BankFormat;
  totalLines: number;
  reading: Reading;
  identifier: string | null;
  headers: string[];
  balance: Balance | null;
  requestKey: string;
}

/** What shows accounts: stale with one that is added, and with the bank. */
export const ACCOUNTS = { type: 'Bank', id: 'ACCOUNTS' } as const;

export const bankImportApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getBankAccounts: build.query({
      ...ask('list_bank_accounts', (_own: void) => ({})),
      transformResponse: (accounts: BankAccount[]) =>
        accounts.filter(({ archivedAt }) => archivedAt === null),
      providesTags: [ACCOUNTS],
    }),

    /** Adds an account, once for each key, or changes the one of this id. */
    saveBankAccount: build.mutation({
      ...ask(
        'save_bank_account',
        ({
          id,
          requestKey,
          name,
          institution,
          lastFour,
        }: NewAccount & { id: string | null; requestKey: string }) => ({
          account: { name, institution, lastFour },
          ...(id && { accountId: id }),
          requestKey,
        }),
      ),
      // Its name stands with every transaction.
      invalidatesTags: (_answer, _error, { id }) => [id ? 'Bank' : ACCOUNTS],
    }),

    /** Which account a file is of, how its columns were read the last time, and whether it has been imported. */
    recognizeBankFile: build.query(
      ask(
        'recognize_bank_account',
        (file: {
          identifier: string | null;
          headers: string[];
          separator: string | null;
          fileHash: string;
        }) => file,
      ),
    ),

    /** At most 2,000 lines; writes nothing. */
    previewBankLines: build.query({
      ...ask('preview_bank_lines', (input: { accountId: string; lines: SentLine[] }) => input),
      transformResponse: ({ lines }: Answer<'preview_bank_lines'>) => lines,
      keepUnusedDataFor: 0,
    }),

    /** Begins an import, once for each key. */
    beginBankImport: build.mutation(
      ask('begin_bank_import', ({ reading, balance, ...file }: FileInput) => ({
        ...file,
        mapping: { ...reading },
        ...(balance && { balance: Number(balance.amount), balanceOn: balance.on }),
      })),
    ),

    /** At most 2,000 lines; the same ones a second time are there already, so a lost answer may be asked for again. */
    importBankLines: build.mutation(
      ask('import_bank_lines', (input: { importId: string; lines: SentLine[] }) => input),
    ),

    finishBankImport: build.mutation({
      ...ask(
        'finish_bank_import',
        (input: { importId: string; cancelled: boolean; brokenLines: { line: number; why: string }[] }) =>
          input,
      ),
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
