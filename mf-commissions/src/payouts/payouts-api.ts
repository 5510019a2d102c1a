import {
  avatarSrc,
  confirming,
  databaseDoor,
  overrideExisting,
  type AnswerOf,
  type StepUpAct,
} from '@paperplane/shared/platform';
import { api } from '../parts/api';
import { withState } from '../parts/standing';
import type { PaymentFileKind } from './files/payment-types';
import type { BankDetailsInput, LineKind, Payee, PayoutContract } from './payout-types';

const ask = databaseDoor<PayoutContract>();
type Answer<Name extends keyof PayoutContract> = AnswerOf<PayoutContract, Name>;

/** Where money goes; changing it changes whom the payment file pays. */
const ACCOUNT = { type: 'Payout', id: 'ACCOUNT' } as const;

/** What payouts show, and the commissions in them. */
const shown = ['Payout', 'Commission'] as const;
/** What being paid changes, here and on the pages of other remotes. */
const paid = () => [
  'Payout' as const,
  'Commission' as const,
  'CommissionHistory' as const,
  'Sale' as const,
  'Dashboard' as const,
];

const withPicture = <P extends Payee>(person: P): P => ({
  ...person,
  avatarUrl: avatarSrc(person.avatarUrl),
});

interface Versioned {
  id: string;
  /** As it was seen. */
  version: number;
}

export interface PaymentInput extends Versioned {
  paidOn: string;
  reference: string | null;
  /** Makes it once, however often it is sent. */
  key: string;
  /** Numbers of checks, or references of transfers outside the file, by agent. */
  checks: Record<string, string>;
  /** What is said where a code has to confirm it. */
  act: StepUpAct;
}

interface Voided {
  reason: string;
  act: StepUpAct;
}

interface AdjustmentInput {
  agentId: string;
  kind: LineKind;
  amount: number;
  note: string;
  requestKey: string;
}

export const payoutsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    listPayouts: build.query({
      ...ask('list_payouts', (at: { page: number; pageSize: number }) => at),
      transformResponse: (list: Answer<'list_payouts'>) => ({
        ...list,
        rows: list.rows.map((row) => ({ ...withState(row), by: row.by && withPicture(row.by) })),
      }),
      providesTags: [...shown, 'Bank'],
    }),

    /** Starts a draft with all that can be paid now. */
    startPayout: build.mutation({
      ...ask('start_payout', (input: { name: string | null; plannedOn: string | null }) => input),
      invalidatesTags: ['Payout'],
    }),

    /** Null when there is none of that id. */
    getPayout: build.query({
      ...ask('get_payout', (batchId: string) => ({ batchId })),
      transformResponse: (record: Answer<'get_payout'>) =>
        record && {
          ...record,
          payout: withState(record.payout),
          approvers: record.approvers?.map(withPicture) ?? null,
          agents: record.agents.map(withPicture),
        },
      providesTags: [...shown, ACCOUNT],
    }),

    collectPayout: build.mutation({
      ...ask('collect_payout', (batchId: string) => ({ batchId })),
      invalidatesTags: ['Payout'],
    }),

    removePayoutLines: build.mutation({
      ...ask('remove_payout_lines', ({ id, lineIds }: { id: string; lineIds: string[] }) => ({
        batchId: id,
        lineIds,
      })),
      invalidatesTags: ['Payout'],
    }),

    /** Puts back what was taken out: commissions that can still be paid, adjustments that wait. */
    addPayoutLines: build.mutation({
      ...ask(
        'add_payout_lines',
        ({
          id,
          ...lines
        }: {
          id: string;
          commissionIds: string[];
          adjustmentIds: string[];
          shareIds?: string[];
        }) => ({
          batchId: id,
          ...lines,
        }),
      ),
      invalidatesTags: ['Payout'],
    }),

    holdCommission: build.mutation({
      ...ask('hold_commission', (hold: { commissionId: string; reason: string }) => hold),
      invalidatesTags: ['Payout'],
    }),

    /** Holds commissions of a draft together, with one reason. */
    holdPayoutLines: build.mutation({
      ...ask('hold_payout_lines', ({ id, ...hold }: { id: string; lineIds: string[]; reason: string }) => ({
        batchId: id,
        ...hold,
      })),
      invalidatesTags: ['Payout'],
    }),

    /** One agent's payment of a payout came back: the next payout pays it again. */
    voidStatement: build.mutation({
      ...confirming(
        ask('void_statement_payment', ({ act: _said, ...input }: Voided & { statementId: string }) => input),
        ({ act }) => act,
      ),
      invalidatesTags: paid,
    }),

    /** The same of a payment for one commission. */
    voidPayment: build.mutation({
      ...confirming(
        ask('void_agent_payment', ({ act: _said, ...input }: Voided & { paymentId: string }) => input),
        ({ act }) => act,
      ),
      invalidatesTags: paid,
    }),

    releaseCommission: build.mutation({
      ...ask('release_commission', (commissionId: string) => ({ commissionId })),
      invalidatesTags: ['Payout'],
    }),

    /** The same of a share beside a seller's, or of an override. */
    releaseShare: build.mutation({
      ...ask('release_share', (shareId: string) => ({ shareId })),
      invalidatesTags: ['Payout'],
    }),

    addPayoutAdjustment: build.mutation({
      ...ask('add_payout_adjustment', (adjustment: AdjustmentInput) => adjustment),
      invalidatesTags: ['Payout'],
    }),

    deletePayoutAdjustment: build.mutation({
      ...ask('delete_payout_adjustment', (lineId: string) => ({ lineId })),
      invalidatesTags: ['Payout'],
    }),

    approvePayout: build.mutation({
      ...ask('approve_payout', ({ id, version }: Versioned) => ({ batchId: id, expectedVersion: version })),
      invalidatesTags: ['Payout'],
    }),

    /** Makes another admin the one who approves what was changed until now. */
    handOverPayout: build.mutation({
      ...ask('hand_over_payout', ({ id, userId, version }: Versioned & { userId: string }) => ({
        batchId: id,
        userId,
        expectedVersion: version,
      })),
      invalidatesTags: ['Payout'],
    }),

    reopenPayout: build.mutation({
      ...ask(
        'reopen_payout',
        ({ id, ...why }: { id: string; reason: string; bankHasIt: boolean | null }) => ({
          batchId: id,
          ...why,
        }),
      ),
      invalidatesTags: ['Payout'],
    }),

    discardPayout: build.mutation({
      ...ask('discard_payout', (batchId: string) => ({ batchId })),
      invalidatesTags: ['Payout'],
    }),

    /** Pays all of it or nothing, or plans it for a day to come; sent twice with one key, it is paid once. */
    payPayout: build.mutation({
      ...confirming(
        ask('pay_payout', ({ id, version, key, act: _said, ...payment }: PaymentInput) => ({
          batchId: id,
          expectedVersion: version,
          paymentKey: key,
          ...payment,
        })),
        ({ act }) => act,
      ),
      invalidatesTags: paid,
    }),

    /** Whole account numbers, for the payment file: asked for and recorded first, then read once. A mutation, so that no cache keeps them. */
    readPaymentFile: build.mutation({
      ...confirming(
        ask.within(
          'read_payment_file',
          async ({ id, format }: { id: string; format: PaymentFileKind; act: StepUpAct }, call, db) => {
            const asked = await db.rpc('request_payment_file', { batch_id: id, format });
            return asked.error ? asked : call({ disclosureId: asked.data });
          },
        ),
        ({ act }) => act,
      ),
      // The payout says which file was made last, when and by whom.
      invalidatesTags: ['Payout'],
    }),

    getMyPayouts: build.query({
      ...ask('get_my_payouts', (_own: void) => ({})),
      transformResponse: (mine: Answer<'get_my_payouts'>) =>
        mine && { ...mine, payout: mine.payout && withState(mine.payout) },
      providesTags: [...shown, ACCOUNT],
    }),

    /** The caller's own, the latest first. */
    listStatements: build.query({
      ...ask('list_statements', (at: { page: number; pageSize: number }) => at),
      providesTags: shown,
    }),

    /** Null when there is none that the caller may read. */
    getStatement: build.query({
      ...ask('get_statement', (statementId: string) => ({ statementId })),
      providesTags: shown,
    }),

    saveBankDetails: build.mutation({
      ...ask('save_bank_details', (details: BankDetailsInput) => ({ details })),
      invalidatesTags: [ACCOUNT],
    }),

    deleteBankDetails: build.mutation({
      ...ask('delete_bank_details', (_own: void) => ({})),
      invalidatesTags: [ACCOUNT],
    }),

    /** The account payouts are paid from; owners only. */
    savePayoutAccount: build.mutation({
      ...ask('save_payout_account', (details: BankDetailsInput) => ({ details })),
      invalidatesTags: [ACCOUNT],
    }),
  }),
});

export const {
  useListPayoutsQuery,
  useStartPayoutMutation,
  useGetPayoutQuery,
  useCollectPayoutMutation,
  useRemovePayoutLinesMutation,
  useAddPayoutLinesMutation,
  useHoldCommissionMutation,
  useHoldPayoutLinesMutation,
  useVoidStatementMutation,
  useVoidPaymentMutation,
  useReleaseCommissionMutation,
  useReleaseShareMutation,
  useAddPayoutAdjustmentMutation,
  useDeletePayoutAdjustmentMutation,
  useApprovePayoutMutation,
  useHandOverPayoutMutation,
  useReopenPayoutMutation,
  useDiscardPayoutMutation,
  usePayPayoutMutation,
  useReadPaymentFileMutation,
  useGetMyPayoutsQuery,
  useListStatementsQuery,
  useGetStatementQuery,
  useSaveBankDetailsMutation,
  useDeleteBankDetailsMutation,
  useSavePayoutAccountMutation,
} = payoutsApi;
