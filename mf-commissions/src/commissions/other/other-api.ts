import {
  confirming,
  databaseDoor,
  overrideExisting,
  type AnswerOf,
  type StepUpAct,
} from '@paperplane/shared/platform';
import type { PaymentMethod } from '@paperplane/shared/domain';
import { api } from '../../parts/api';
import type { contract } from '../contract';

const ask = databaseDoor<typeof contract>();

export type OtherCommission = AnswerOf<typeof contract, 'list_other_commissions'>['rows'][number];
export type CommissionShare = OtherCommission['shares'][number];
export type OtherKind = OtherCommission['kind'];

/** What the list of them shows. */
export interface OtherQuery {
  kind: OtherKind | null;
  status: OtherCommission['status'] | null;
  search: string;
  vendorId: string | null;
  page: number;
  pageSize: number;
}

interface SharePaymentInput {
  shareId: string;
  amount: number;
  paymentDate: string;
  paymentMethod: PaymentMethod;
  reference: string | null;
  notes: string | null;
  requestKey: string;
  act: StepUpAct;
}

/** What being paid, or received, changes: here, in payouts and on the pages of other remotes. */
const touched = () => [
  'Commission' as const,
  'CommissionHistory' as const,
  'Payout' as const,
  'Sale' as const,
  'Dashboard' as const,
];

export const otherApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Service fees, penalties and volume bonuses, the latest first. */
    listOtherCommissions: build.query({
      ...ask('list_other_commissions', ({ kind, status, search, vendorId, ...at }: OtherQuery) => ({
        ...at,
        ...(kind && { kind }),
        ...(status && { status }),
        ...(search && { search }),
        ...(vendorId && { vendorId }),
      })),
      providesTags: ['Commission'],
    }),

    /** Beside the seller's. */
    getCommissionShares: build.query({
      ...ask('get_commission_shares', (commissionId: string) => ({ commissionId })),
      providesTags: ['Commission', 'Payout'],
    }),

    recordSharePayment: build.mutation({
      ...confirming(
        ask('record_share_payment', ({ act: _said, reference, notes, ...payment }: SharePaymentInput) => ({
          ...payment,
          ...(reference && { reference }),
          ...(notes && { notes }),
        })),
        ({ act }) => act,
      ),
      invalidatesTags: touched,
    }),

    /** Without a receipt: takes back what was said. */
    recordOtherReceipt: build.mutation({
      ...ask(
        'record_other_receipt',
        ({
          id,
          receipt,
          requestKey,
        }: {
          id: string;
          receipt: { on: string; amount: number } | null;
          requestKey?: string;
        }) => ({
          otherCommissionId: id,
          ...(receipt && { receivedOn: receipt.on, receivedAmount: receipt.amount }),
          ...(requestKey && { requestKey }),
        }),
      ),
      invalidatesTags: touched,
    }),

    cancelOtherCommission: build.mutation({
      ...ask('cancel_other_commission', (otherCommissionId: string) => ({ otherCommissionId })),
      invalidatesTags: touched,
    }),

    noteOtherCommission: build.mutation({
      ...ask('note_other_commission', ({ id, notes }: { id: string; notes: string }) => ({
        otherCommissionId: id,
        ...(notes && { notes }),
      })),
      invalidatesTags: ['Commission'],
    }),
  }),
});

export const {
  useListOtherCommissionsQuery,
  useGetCommissionSharesQuery,
  useRecordSharePaymentMutation,
  useRecordOtherReceiptMutation,
  useCancelOtherCommissionMutation,
  useNoteOtherCommissionMutation,
} = otherApi;
