import type { PaymentMethod } from '@paperplane/shared/domain';
import { api, databaseDoor, overrideExisting, type AnswerOf } from '@paperplane/shared/platform';
import type { Contract } from '../sale';
import { TOUCHED } from '../sales-api';

const ask = databaseDoor<Contract>();

/** What the customer pays of a sale and has paid; money in the sale's currency, days as `yyyy-mm-dd`. */
export type CustomerPayments = NonNullable<AnswerOf<Contract, 'get_customer_payments'>>;
/** One payment of the plan, with what is open of it. */
export type PlannedDue = CustomerPayments['plan'][number];
/** One payment as it was recorded; below zero it was given back. */
export type CustomerPayment = CustomerPayments['payments'][number];

interface Recording {
  saleId: string;
  /** In major units; below zero for what is given back. */
  amount: number;
  paidOn: string;
  paymentMethod: PaymentMethod;
  note: string | null;
  requestKey: string;
}

/** What a customer pays of one sale. */
export const paymentsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Plan and payments of a sale; `null` for whoever neither sold it nor is an admin. */
    getCustomerPayments: build.query({
      ...ask('get_customer_payments', (saleId: string) => ({ saleId })),
      providesTags: (_payments, _error, id) => [{ type: 'Sale', id }],
    }),

    /** Records a payment or a refund, once for each key; paid in full makes the sale paid. */
    recordCustomerPayment: build.mutation({
      ...ask('record_customer_payment', ({ note, ...payment }: Recording) => ({
        ...payment,
        note: note ?? undefined,
      })),
      invalidatesTags: () => TOUCHED,
    }),

    /** Takes a payment back that was a mistake, by a row of today against it. */
    undoCustomerPayment: build.mutation({
      ...ask('undo_customer_payment', (undone: { paymentId: string; reason: string }) => undone),
      invalidatesTags: () => TOUCHED,
    }),
  }),
});

export const {
  useGetCustomerPaymentsQuery,
  useRecordCustomerPaymentMutation,
  useUndoCustomerPaymentMutation,
} = paymentsApi;
