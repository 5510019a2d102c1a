import { overrideExisting, type Db } from '@paperplane/shared/platform';
import type {
  BankCommission,
  BankImport,
  BankInbox,
  BankRecord,
  Outcome,
  Remittance,
  Seen,
} from './bank-types';
import { call, read } from '../rpc';
import { api } from '../parts/api';

export type BankView = 'review' | 'matched' | 'unclaimed' | 'set_aside' | 'all';

/** What the inbox asks for. */
export interface BankQuery {
  view: BankView;
  accountId: string | null;
  vendorId: string | null;
  start: string | null;
  end: string | null;
  search: string;
  page: number;
  pageSize: number;
}

/** A part of a match, as the database takes it. */
export interface MatchPart {
  commission_id: string;
  amount: number;
  write_off?: number;
  reason?: string;
  expected?: number;
  /** Of what an admin had recorded: what the deposit does not bring was received otherwise, or is open. */
  rest?: 'received' | 'open';
  keep_day?: boolean;
}

export interface MatchInput {
  parts: MatchPart[];
  unclaimed: number;
  fee: number;
}

export interface SentStatementLine {
  line: number;
  reference: string | null;
  name: string | null;
  amount: string;
}

export const SET_ASIDE_CATEGORIES = ['customer_payment', 'fee', 'transfer', 'other'] as const;
export type SetAsideCategory = (typeof SET_ASIDE_CATEGORIES)[number];

/** What a decision about a transaction can change, here and on the pages of other remotes. */
export const TOUCHED = ['Bank', 'Commission', 'CommissionHistory', 'Sale', 'Vendor', 'Dashboard'] as const;
const touched = () => [...TOUCHED];

/** `{ success: false, … }` as an answer: who was faster and which agents were paid would be lost in an error. */
const decide =
  (name: string, args: Record<string, unknown>) =>
  (db: Db): PromiseLike<{ data: unknown; error: unknown; count: number | null; status: number }> =>
    call(
      name,
      args,
    )(db).then((answer) => {
      const { success, ...rest } = (answer.data ?? {}) as { success?: boolean };
      return answer.error ? answer : { ...answer, data: { ok: success !== false, ...rest } };
    });

/** What goes in steps: asks again while there is more, and answers the last step. */
const decideInSteps = (name: string, args: Record<string, unknown>) => async (db: Db) => {
  for (;;) {
    const answer = await decide(name, args)(db);
    if (!(answer.data as { more?: boolean } | null)?.more) return answer;
  }
};

export const bankApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getBankInbox: build.query<BankInbox, BankQuery>({
      query: (query) =>
        call('get_bank_inbox', {
          view: query.view,
          account_id: query.accountId,
          vendor_id: query.vendorId,
          start_date: query.start,
          end_date: query.end,
          search: query.search || null,
          page: query.page,
          page_size: query.pageSize,
        }),
      transformResponse: read<BankInbox>,
      providesTags: ['Bank', 'Commission'],
    }),

    /** Null when there is none of that id. */
    getBankTransaction: build.query<BankRecord | null, string>({
      query: (id) => call('get_bank_transaction', { transaction_id: id }),
      transformResponse: read<BankRecord | null>,
      providesTags: ['Bank', 'Commission'],
    }),

    /** Up to 20 open commissions that have what was typed in their reference, name or amount; those due first. `takenBack`: those that deposits paid. */
    findOpenCommissions: build.query<
      { rows: BankCommission[]; count: number },
      { search: string; page: number; takenBack: boolean }
    >({
      query: ({ search, page, takenBack }) =>
        call('find_open_commissions', { search: search || null, page, taken_back: takenBack }),
      transformResponse: read<{ rows: BankCommission[]; count: number }>,
      providesTags: ['Bank', 'Commission'],
    }),

    /** Twenty a page, the latest first; of one account or of all. */
    listBankImports: build.query<
      { rows: BankImport[]; count: number },
      { page: number; accountId: string | null }
    >({
      query: ({ page, accountId }) =>
        call('list_bank_imports', { page, page_size: 20, account_id: accountId }),
      transformResponse: read<{ rows: BankImport[]; count: number }>,
      providesTags: ['Bank', 'Commission'],
    }),

    /** Accepts the first suggestion of each; `certain` leaves alone what is not certain any more. */
    acceptBankSuggestions: build.mutation<Outcome, { transactions: Seen[]; certain: boolean }>({
      query: ({ transactions, certain }) =>
        decide('accept_bank_suggestions', { transactions, require_certain: certain }),
      transformResponse: read<Outcome>,
      invalidatesTags: touched,
    }),

    /** "Not this": never suggested for this transaction again. */
    rejectBankSuggestion: build.mutation<Outcome, Seen & { rank: number }>({
      query: ({ id, version, rank }) =>
        decide('reject_bank_suggestion', { transaction_id: id, expected_version: version, rank }),
      transformResponse: read<Outcome>,
      invalidatesTags: touched,
    }),

    matchBankTransaction: build.mutation<Outcome, Seen & MatchInput>({
      query: ({ id, version, parts, unclaimed, fee }) =>
        decide('match_bank_transaction', {
          transaction_id: id,
          expected_version: version,
          parts,
          unclaimed,
          fee,
        }),
      transformResponse: read<Outcome>,
      invalidatesTags: touched,
    }),

    setAsideBankTransactions: build.mutation<
      Outcome,
      { transactions: Seen[]; category: SetAsideCategory; learn: boolean }
    >({
      query: (input) => decide('set_aside_bank_transactions', input),
      transformResponse: read<Outcome>,
      invalidatesTags: touched,
    }),

    reopenBankTransaction: build.mutation<Outcome, string>({
      query: (id) => decide('reopen_bank_transaction', { transaction_id: id }),
      transformResponse: read<Outcome>,
      invalidatesTags: touched,
    }),

    setBankVendor: build.mutation<Outcome, { id: string; vendorId: string }>({
      query: ({ id, vendorId }) => decide('set_bank_vendor', { transaction_id: id, vendor_id: vendorId }),
      transformResponse: read<Outcome>,
      invalidatesTags: touched,
    }),

    /** Takes back what one group of decisions did, however many they are: in steps. */
    undoBankDecision: build.mutation<Outcome, string>({
      query: (groupId) => decideInSteps('undo_bank_decision', { group_id: groupId }),
      transformResponse: read<Outcome>,
      invalidatesTags: touched,
    }),

    saveBankRemittance: build.mutation<
      Outcome & { remittance?: Remittance },
      { id: string; fileName: string; lines: SentStatementLine[] }
    >({
      query: ({ id, fileName, lines }) =>
        decide('save_bank_remittance', { transaction_id: id, file_name: fileName, lines }),
      transformResponse: read<Outcome & { remittance?: Remittance }>,
      invalidatesTags: ['Bank'],
    }),

    deleteBankRemittance: build.mutation<Outcome, string>({
      query: (id) => decide('delete_bank_remittance', { remittance_id: id }),
      transformResponse: read<Outcome>,
      invalidatesTags: ['Bank'],
    }),

    takeBackBankImport: build.mutation<Outcome, string>({
      query: (id) => decideInSteps('undo_bank_import', { import_id: id }),
      transformResponse: read<Outcome>,
      invalidatesTags: touched,
    }),
  }),
});

export const {
  useGetBankInboxQuery,
  useGetBankTransactionQuery,
  useFindOpenCommissionsQuery,
  useListBankImportsQuery,
  useAcceptBankSuggestionsMutation,
  useRejectBankSuggestionMutation,
  useMatchBankTransactionMutation,
  useSetAsideBankTransactionsMutation,
  useReopenBankTransactionMutation,
  useSetBankVendorMutation,
  useUndoBankDecisionMutation,
  useSaveBankRemittanceMutation,
  useDeleteBankRemittanceMutation,
  useTakeBackBankImportMutation,
} = bankApi;
