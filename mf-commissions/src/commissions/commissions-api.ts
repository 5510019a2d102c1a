import { confirming, databaseDoor, overrideExisting, row, type StepUpAct } from '@paperplane/shared/platform';
import { toCommission, toRecord, type CommissionRow } from './commission-record';
import type { contract } from './contract';
import type {
  PaymentCorrection,
  PaymentInput,
  RecallInput,
  ReceiptInput,
  StatusUpdate,
} from './commission-types';
import { api } from '../parts/api';
import { describeRefusal } from '../rpc-refusal';

const ask = databaseDoor<typeof contract>();

const PERSON = 'id, first_name, last_name, avatar_url';

const DETAIL_COLUMNS =
  `id, organization_id, agent_id, amount, commission_split, split_parts, agent_amount, share_base, share_percents, seller_paid, status, notes, received_on, received_amount, received_how,
  written_off, manual_write_off_reason, open_amount, created_at,
  sale:sales!commissions_sales_id_fkey(id, booking_reference, sale_date, total_amount, commission_rate, status,
    customer:customers!sales_customer_id_fkey(id, first_name, last_name),
    vendor:vendors!sales_vendor_id_fkey(id, name, logo_url)),
  agent:users!commissions_agent_id_fkey(${PERSON}),
  payments:agent_payments!agent_payments_commission_id_fkey(id, amount, payment_date, payment_method, reference, notes, created_at,
    creator:users!agent_payments_created_by_fkey(${PERSON}))` as const;

/** Shown where the database refuses without a reason. */
const PAYMENT_FAILED = 'Failed to record agent payment';
const RECEIPT_FAILED = 'Failed to record the receipt';
const CORRECTION_FAILED = 'Failed to correct the payment';
const RECALL_FAILED = 'Failed to record what is taken back';

/** What a change of one commission makes stale, here and on the pages of other remotes. */
const touched = (id: string) => [
  { type: 'Commission' as const, id },
  { type: 'Commission' as const, id: 'LIST' },
  'Payout' as const,
  { type: 'CommissionHistory' as const, id },
  'Sale' as const,
  'Vendor' as const,
  'Dashboard' as const,
];

export const commissionsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A commission with its sale (customer, vendor), agent and agent payments, in one request. */
    getCommission: build.query({
      ...row((id) => (db) => db.from('commissions').select(DETAIL_COLUMNS).eq('id', id).single()),
      transformResponse: (row: CommissionRow) => toCommission(row),
      providesTags: (_commission, _error, id) => [{ type: 'Commission', id }],
    }),

    /** The sale of a commission of which one has a share as co-seller or referral, by id; `null` without one. */
    getSharedSaleId: build.query({
      ...row(
        (commissionId) => (db) =>
          db
            .from('commission_shares')
            .select('sales_id')
            .eq('commission_id', commissionId)
            .in('role', ['co_seller', 'referral'])
            .limit(1),
      ),
      transformResponse: (found: { salesId: string | null }[]) => found[0]?.salesId ?? null,
      providesTags: (_sale, _error, id) => [{ type: 'Commission', id }],
    }),

    /** What is told of a commission beside itself: history, deposits and what payouts have of it, in one request. */
    getCommissionRecord: build.query({
      ...ask('get_commission_record', (id: string) => ({ commissionId: id })),
      transformResponse: toRecord,
      providesTags: (_record, _error, id) => [
        { type: 'Commission', id },
        { type: 'CommissionHistory', id },
        'Payout' as const,
      ],
    }),

    /** Moves a commission; the database refuses what the state machine does not allow, and says why (docs/product/commissions.md, Commission states). */
    updateCommissionStatus: build.mutation<unknown, StatusUpdate>({
      query:
        ({ id, status, notes }) =>
        (db) =>
          db
            .from('commissions')
            .update(notes ? { status, notes } : { status })
            .eq('id', id)
            .select('id, status')
            .single(),
      invalidatesTags: (_answer, _error, { id }) => touched(id),
    }),

    /** Pays the agent: final, and only through this function of the database (docs/product/commissions.md, Recording a payment). */
    recordAgentPayment: build.mutation({
      ...confirming(
        ask.within(
          'record_agent_payment',
          ({ act: _said, ...payment }: PaymentInput & { act: StepUpAct }, call) =>
            call(payment).then((answer) => describeRefusal(answer, PAYMENT_FAILED)),
        ),
        ({ act }) => act,
      ),
      invalidatesTags: (_answer, _error, { commissionId }) => touched(commissionId),
    }),

    /** Says that the vendor's money is here, or takes that back (docs/product/commissions.md, When is commission received). */
    recordReceipt: build.mutation({
      ...ask.within('record_receipt', ({ commissionId, receipt, requestKey }: ReceiptInput, call) =>
        call({
          commissionId,
          receivedOn: receipt?.on ?? null,
          receivedAmount: receipt?.amount ?? null,
          ...(receipt?.writeOffReason && { writeOffReason: receipt.writeOffReason }),
          ...(requestKey && { requestKey }),
        }).then((answer) => describeRefusal(answer, RECEIPT_FAILED)),
      ),
      invalidatesTags: (_answer, _error, { commissionId }) => touched(commissionId),
    }),

    /** The vendor took commission back that the agent was paid for: the agent gives it back with the next payout. */
    recordRecall: build.mutation({
      ...ask.within('record_recall', ({ transactionId, ...recall }: RecallInput, call) =>
        call({ ...recall, ...(transactionId && { transactionId }) }).then((answer) =>
          describeRefusal(answer, RECALL_FAILED),
        ),
      ),
      invalidatesTags: (_answer, _error, { commissionId }) =>
        commissionId
          ? touched(commissionId)
          : ['Commission' as const, 'Payout' as const, 'Dashboard' as const],
    }),

    /** Corrects when and how an agent was paid; the amount stands (docs/product/commissions.md, Correcting a payment). */
    correctAgentPayment: build.mutation({
      ...ask.within('correct_agent_payment', ({ commissionId: _id, ...payment }: PaymentCorrection, call) =>
        call(payment).then((answer) => describeRefusal(answer, CORRECTION_FAILED)),
      ),
      invalidatesTags: (_answer, _error, { commissionId }) => touched(commissionId),
    }),
  }),
});

export const {
  useGetCommissionQuery,
  useGetCommissionRecordQuery,
  useGetSharedSaleIdQuery,
  useUpdateCommissionStatusMutation,
  useRecordAgentPaymentMutation,
  useRecordReceiptMutation,
  useCorrectAgentPaymentMutation,
  useRecordRecallMutation,
} = commissionsApi;
