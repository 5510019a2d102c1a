import { snakeCase, type PayoutStatus } from '@paperplane/shared/domain';
import { avatarSrc, overrideExisting } from '@paperplane/shared/platform';
import { call, read } from '../rpc';
import type { PaymentData, PaymentFileKind } from './files/payment-types';
import type { Statement } from './files/statement-types';
import type {
  BankDetailsInput,
  LineKind,
  MyPayouts,
  Payout,
  PayoutList,
  Payee,
  StatementList,
} from './payout-types';
import { api } from '../parts/api';

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

/** What it is; `status` is how deployed remotes of before know it. */
const withState = <P extends { status: PayoutStatus }>(payout: P & { state?: PayoutStatus }): P => ({
  ...payout,
  status: payout.state ?? payout.status,
});

const withPicture = <P extends Payee>(person: P): P => ({
  ...person,
  avatarUrl: avatarSrc(person.avatarUrl),
});

/** An object for the database, in its names. */
const sent = (input: object) =>
  Object.fromEntries(Object.entries(input).map(([name, value]) => [snakeCase(name), value as unknown]));

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
}

/** A statement with where it belongs. */
export interface PaidStatement extends Statement {
  agentId: string;
  batchId: string;
  /** ISO moment. */
  createdAt: string;
}

export const payoutsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    listPayouts: build.query<PayoutList, { page: number; pageSize: number }>({
      query: ({ page, pageSize }) => call('list_payouts', { page, page_size: pageSize }),
      transformResponse: (answer) => {
        const list = read<PayoutList>(answer);
        return {
          ...list,
          rows: list.rows.map((row) => ({ ...withState(row), by: row.by && withPicture(row.by) })),
        };
      },
      providesTags: [...shown, 'Bank'],
    }),

    /** Starts a draft with all that can be paid now. */
    startPayout: build.mutation<{ id: string }, { name: string | null; plannedOn: string | null }>({
      query: ({ name, plannedOn }) => call('start_payout', { name, planned_on: plannedOn }),
      invalidatesTags: ['Payout'],
    }),

    /** Null when there is none of that id. */
    getPayout: build.query<Payout | null, string>({
      query: (id) => call('get_payout', { batch_id: id }),
      transformResponse: (answer) => {
        const payout = read<Payout | null>(answer);
        return (
          payout && {
            ...payout,
            payout: withState(payout.payout),
            approvers: payout.approvers?.map(withPicture) ?? null,
            agents: payout.agents.map(withPicture),
          }
        );
      },
      providesTags: [...shown, ACCOUNT],
    }),

    collectPayout: build.mutation<{ added: number }, string>({
      query: (id) => call('collect_payout', { batch_id: id }),
      invalidatesTags: ['Payout'],
    }),

    removePayoutLines: build.mutation<unknown, { id: string; lineIds: string[] }>({
      query: ({ id, lineIds }) => call('remove_payout_lines', { batch_id: id, line_ids: lineIds }),
      invalidatesTags: ['Payout'],
    }),

    /** Puts back what was taken out: commissions that can still be paid, adjustments that wait. */
    addPayoutLines: build.mutation<unknown, { id: string; commissionIds: string[]; adjustmentIds: string[] }>(
      {
        query: ({ id, commissionIds, adjustmentIds }) =>
          call('add_payout_lines', {
            batch_id: id,
            commission_ids: commissionIds,
            adjustment_ids: adjustmentIds,
          }),
        invalidatesTags: ['Payout'],
      },
    ),

    holdCommission: build.mutation<unknown, { commissionId: string; reason: string }>({
      query: ({ commissionId, reason }) => call('hold_commission', { commission_id: commissionId, reason }),
      invalidatesTags: ['Payout'],
    }),

    /** Holds commissions of a draft together, with one reason. */
    holdPayoutLines: build.mutation<{ held: number }, { id: string; lineIds: string[]; reason: string }>({
      query: ({ id, lineIds, reason }) =>
        call('hold_payout_lines', { batch_id: id, line_ids: lineIds, reason }),
      invalidatesTags: ['Payout'],
    }),

    /** One agent's payment of a payout came back: the next payout pays it again. */
    voidStatement: build.mutation<unknown, { statementId: string; reason: string }>({
      query: ({ statementId, reason }) =>
        call('void_statement_payment', { statement_id: statementId, reason }),
      invalidatesTags: paid,
    }),

    /** The same of a payment for one commission. */
    voidPayment: build.mutation<unknown, { paymentId: string; reason: string }>({
      query: ({ paymentId, reason }) => call('void_agent_payment', { payment_id: paymentId, reason }),
      invalidatesTags: paid,
    }),

    releaseCommission: build.mutation<unknown, string>({
      query: (id) => call('release_commission', { commission_id: id }),
      invalidatesTags: ['Payout'],
    }),

    addPayoutAdjustment: build.mutation<
      unknown,
      { agentId: string; kind: LineKind; amount: number; note: string; requestKey: string }
    >({
      query: ({ agentId, kind, amount, note, requestKey }) =>
        call('add_payout_adjustment', { agent_id: agentId, kind, amount, note, request_key: requestKey }),
      invalidatesTags: ['Payout'],
    }),

    deletePayoutAdjustment: build.mutation<unknown, string>({
      query: (id) => call('delete_payout_adjustment', { line_id: id }),
      invalidatesTags: ['Payout'],
    }),

    approvePayout: build.mutation<unknown, Versioned>({
      query: ({ id, version }) => call('approve_payout', { batch_id: id, expected_version: version }),
      invalidatesTags: ['Payout'],
    }),

    /** Makes another admin the one who approves what was changed until now. */
    handOverPayout: build.mutation<unknown, Versioned & { userId: string }>({
      query: ({ id, userId, version }) =>
        call('hand_over_payout', { batch_id: id, user_id: userId, expected_version: version }),
      invalidatesTags: ['Payout'],
    }),

    reopenPayout: build.mutation<unknown, { id: string; reason: string; bankHasIt: boolean | null }>({
      query: ({ id, reason, bankHasIt }) =>
        call('reopen_payout', { batch_id: id, reason, bank_has_it: bankHasIt }),
      invalidatesTags: ['Payout'],
    }),

    discardPayout: build.mutation<unknown, string>({
      query: (id) => call('discard_payout', { batch_id: id }),
      invalidatesTags: ['Payout'],
    }),

    /** Pays all of it or nothing, or plans it for a day to come; sent twice with one key, it is paid once. */
    payPayout: build.mutation<{ statements: number; state: PayoutStatus }, PaymentInput>({
      query: ({ id, version, paidOn, reference, key, checks }) =>
        call('pay_payout', {
          batch_id: id,
          expected_version: version,
          paid_on: paidOn,
          reference,
          payment_key: key,
          checks,
        }),
      invalidatesTags: paid,
    }),

    /** Whole account numbers, for the payment file: asked for and recorded first, then read once. A mutation, so that no cache keeps them. */
    readPaymentFile: build.mutation<PaymentData, { id: string; format: PaymentFileKind }>({
      query:
        ({ id, format }) =>
        async (db) => {
          const asked = await call('request_payment_file', { batch_id: id, format })(db);
          return asked.error ? asked : call('read_payment_file', { disclosure_id: asked.data })(db);
        },
      transformResponse: read<PaymentData>,
      // The payout says which file was made last, when and by whom.
      invalidatesTags: ['Payout'],
    }),

    getMyPayouts: build.query<MyPayouts | null, void>({
      query: () => call('get_my_payouts'),
      transformResponse: (answer) => {
        const mine = read<MyPayouts | null>(answer);
        return mine && { ...mine, payout: mine.payout && withState(mine.payout) };
      },
      providesTags: [...shown, ACCOUNT],
    }),

    /** The caller's own, the latest first. */
    listStatements: build.query<StatementList, { page: number; pageSize: number }>({
      query: ({ page, pageSize }) => call('list_statements', { page, page_size: pageSize }),
      transformResponse: read<StatementList>,
      providesTags: shown,
    }),

    /** Null when there is none that the caller may read. */
    getStatement: build.query<PaidStatement | null, string>({
      query: (id) => call('get_statement', { statement_id: id }),
      transformResponse: read<PaidStatement | null>,
      providesTags: shown,
    }),

    saveBankDetails: build.mutation<unknown, BankDetailsInput>({
      query: (details) => call('save_bank_details', { details: sent(details) }),
      invalidatesTags: [ACCOUNT],
    }),

    deleteBankDetails: build.mutation<unknown, void>({
      query: () => call('delete_bank_details'),
      invalidatesTags: [ACCOUNT],
    }),

    /** The account payouts are paid from; owners only. */
    savePayoutAccount: build.mutation<unknown, BankDetailsInput>({
      query: (details) => call('save_payout_account', { details: sent(details) }),
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
