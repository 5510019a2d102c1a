import { databaseDoor, overrideExisting, type ArgsOf } from '@paperplane/shared/platform';
import { api } from '../parts/api';
import type {
  BankContract,
  DecisionName,
  MatchPart,
  Outcome,
  Seen,
  SentStatementFee,
  SentStatementLine,
} from './bank-types';

const ask = databaseDoor<BankContract>();

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
  /** Money in or money out; both without it. */
  direction: 'in' | 'out' | null;
}

export interface MatchInput {
  parts: MatchPart[];
  unclaimed: number;
  fee: number;
}

export const SET_ASIDE_CATEGORIES = ['customer_payment', 'fee', 'transfer', 'other'] as const;
export type SetAsideCategory = (typeof SET_ASIDE_CATEGORIES)[number];

/** What a decision about a transaction can change, here and on the pages of other remotes. */
export const TOUCHED = ['Bank', 'Commission', 'CommissionHistory', 'Sale', 'Vendor', 'Dashboard'] as const;
const touched = () => [...TOUCHED];

/**
 * `{ success: false, … }` as an answer: who was faster and which agents were paid would be lost in an error. What goes in steps is asked
 * again while there is more, and answers the last step.
 */
export const decide = <Name extends DecisionName, Arg>(
  name: Name,
  args: (arg: Arg) => ArgsOf<BankContract, Name>,
) => ({
  ...ask.within<Name, Arg>(name, async (arg, call) => {
    for (;;) {
      const answer = await call(args(arg));
      if (answer.error) return answer;
      const { success, ...rest } = (answer.data ?? {}) as { success?: boolean; more?: boolean };
      if (!rest.more) return { ...answer, data: { ok: success !== false, ...rest } };
    }
  }),
  transformResponse: (outcome: Outcome) => outcome,
});

/** What one call of many accepted; while `more`, the next one goes on with its group. */
interface AcceptedSoFar {
  success: boolean;
  group_id: string;
  accepted: string[];
  skipped: { id: string; why: string }[];
  more: boolean;
}

export const bankApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    getBankInbox: build.query({
      ...ask('get_bank_inbox', ({ start, end, search, ...query }: BankQuery) => ({
        ...query,
        startDate: start,
        endDate: end,
        search: search || null,
      })),
      providesTags: ['Bank', 'Commission'],
    }),

    /** Null when there is none of that id. */
    getBankTransaction: build.query({
      ...ask('get_bank_transaction', (transactionId: string) => ({ transactionId })),
      providesTags: ['Bank', 'Commission'],
    }),

    /** Up to 20 open commissions that have what was typed in their reference, name or amount; those due first. `takenBack`: those that deposits paid. */
    findOpenCommissions: build.query({
      ...ask(
        'find_open_commissions',
        ({ search, ...query }: { search: string; page: number; takenBack: boolean }) => ({
          ...query,
          search: search || null,
        }),
      ),
      providesTags: ['Bank', 'Commission'],
    }),

    /** Twenty a page, the latest first; of one account or of all. */
    listBankImports: build.query({
      ...ask('list_bank_imports', (query: { page: number; accountId: string | null }) => ({
        ...query,
        pageSize: 20,
      })),
      providesTags: ['Bank', 'Commission'],
    }),

    /** Accepts the first suggestion of each; `certain` leaves alone what is not certain any more. */
    acceptBankSuggestions: build.mutation({
      ...ask.within<'accept_bank_suggestions', { transactions: Seen[]; certain: boolean }>(
        'accept_bank_suggestions',
        async ({ transactions, certain }, call) => {
          const all: Pick<AcceptedSoFar, 'accepted' | 'skipped'> = { accepted: [], skipped: [] };
          let [rest, groupId]: [Seen[], string | undefined] = [transactions, undefined];
          for (;;) {
            const answer = await call({ transactions: rest, requireCertain: certain, groupId });
            if (answer.error) return answer;
            // Not renamed yet.
            const { success, more, accepted, skipped, group_id } = answer.data as AcceptedSoFar;
            all.accepted.push(...accepted);
            all.skipped.push(...skipped);
            groupId = group_id;
            if (!more) return { ...answer, data: { ok: success, group_id, ...all } };
            const settled = new Set([...accepted, ...skipped.map(({ id }) => id)]);
            rest = rest.filter(({ id }) => !settled.has(id));
          }
        },
      ),
      transformResponse: (outcome: Outcome) => outcome,
      invalidatesTags: touched,
    }),

    /** "Not this": never suggested for this transaction again. */
    rejectBankSuggestion: build.mutation({
      ...decide('reject_bank_suggestion', ({ id, version, rank }: Seen & { rank: number }) => ({
        transactionId: id,
        expectedVersion: version,
        rank,
      })),
      invalidatesTags: touched,
    }),

    matchBankTransaction: build.mutation({
      ...decide('match_bank_transaction', ({ id, version, ...match }: Seen & MatchInput) => ({
        transactionId: id,
        expectedVersion: version,
        ...match,
      })),
      invalidatesTags: touched,
    }),

    setAsideBankTransactions: build.mutation({
      ...decide(
        'set_aside_bank_transactions',
        (input: { transactions: Seen[]; category: SetAsideCategory; learn: boolean; alike?: boolean }) =>
          input,
      ),
      invalidatesTags: touched,
    }),

    reopenBankTransaction: build.mutation({
      ...decide('reopen_bank_transaction', (transactionId: string) => ({ transactionId })),
      invalidatesTags: touched,
    }),

    setBankVendor: build.mutation({
      ...decide('set_bank_vendor', ({ id, vendorId }: { id: string; vendorId: string }) => ({
        transactionId: id,
        vendorId,
      })),
      invalidatesTags: touched,
    }),

    /** Takes back what one group of decisions did, however many they are: in steps. */
    undoBankDecision: build.mutation({
      ...decide('undo_bank_decision', (groupId: string) => ({ groupId })),
      invalidatesTags: touched,
    }),

    saveBankRemittance: build.mutation({
      ...decide(
        'save_bank_remittance',
        ({
          id,
          ...statement
        }: {
          id: string;
          fileName: string;
          lines: SentStatementLine[];
          fees: SentStatementFee[];
        }) => ({
          transactionId: id,
          ...statement,
        }),
      ),
      invalidatesTags: ['Bank'],
    }),

    deleteBankRemittance: build.mutation({
      ...decide('delete_bank_remittance', (remittanceId: string) => ({ remittanceId })),
      invalidatesTags: ['Bank'],
    }),

    takeBackBankImport: build.mutation({
      ...decide('undo_bank_import', (importId: string) => ({ importId })),
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
