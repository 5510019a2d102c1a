import { COMMISSION_STATUSES, PAGE_SIZE, type CommissionStatus } from '@paperplane/shared/domain';
import { api, overrideExisting } from '@paperplane/shared/platform';
import {
  toCommission,
  toHistory,
  toListItem,
  type CommissionListRow,
  type HistoryAnswer,
} from './commission-rows-api';
import type {
  Commission,
  CommissionCounts,
  CommissionFilter,
  CommissionHistory,
  CommissionList,
  PaymentInput,
  StatusUpdate,
} from './commission-types';
import { describeRefusal, emptyBeyondLastPage } from './answers';

const LIST_COLUMNS =
  'id, status, amount, agent_amount, booking_reference, sale_date, customer_first_name, customer_last_name, vendor_name, agent_id, agent_first_name, agent_last_name, agent_avatar_url';

const PERSON = 'id, first_name, last_name, avatar_url';

const DETAIL_COLUMNS =
  `id, organization_id, agent_id, amount, commission_split, agent_amount, status, notes, created_at,
  sale:sales!commissions_sales_id_fkey(id, booking_reference, sale_date, total_amount, commission_rate, currency, status,
    customer:customers!sales_customer_id_fkey(id, first_name, last_name),
    vendor:vendors!sales_vendor_id_fkey(id, name, logo_url)),
  agent:users!commissions_agent_id_fkey(${PERSON}),
  payments:agent_payments!agent_payments_commission_id_fkey(id, amount, payment_date, payment_method, reference, notes, created_at,
    creator:users!agent_payments_created_by_fkey(${PERSON}))` as const;

/** Spec section 8. */
const PAYMENT_FAILED = 'Failed to record agent payment';

interface SummaryRow {
  commissions: Record<CommissionStatus | 'total', { count: number; amount: number }>;
}

/** What a change of one commission makes stale, here and on the pages of other remotes. */
const touched = (id: string) => [
  { type: 'Commission' as const, id },
  { type: 'Commission' as const, id: 'LIST' },
  { type: 'CommissionHistory' as const, id },
  'Sale' as const,
  'Dashboard' as const,
];

export const commissionsApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** Commissions of a status, newest first, ten a page. Spec sections 7 and 9. */
    getCommissions: build.query<CommissionList, CommissionFilter>({
      query:
        ({ status, page }) =>
        (db) => {
          const rows = db.from('commissions_with_sale_date').select(LIST_COLUMNS, { count: 'exact' });
          const first = (page - 1) * PAGE_SIZE;
          return (status ? rows.eq('status', status) : rows)
            .order('created_at', { ascending: false })
            .order('id', { ascending: false })
            .range(first, first + PAGE_SIZE - 1)
            .then(emptyBeyondLastPage);
        },
      transformResponse: (rows: CommissionListRow[], meta) => ({
        items: rows.map(toListItem),
        count: meta?.count ?? 0,
      }),
      providesTags: [{ type: 'Commission', id: 'LIST' }],
    }),

    /** How many commissions each tab holds, counted by the database. */
    getCommissionCounts: build.query<CommissionCounts, undefined>({
      query: () => (db) => db.rpc('get_dashboard_summary', {}),
      transformResponse: ({ commissions }: SummaryRow) => {
        const counts = COMMISSION_STATUSES.map((status) => [status, commissions[status].count] as const);
        return { ...Object.fromEntries(counts), total: commissions.total.count } as CommissionCounts;
      },
      providesTags: [{ type: 'Commission', id: 'LIST' }],
    }),

    /** A commission with its sale (customer, vendor), agent and agent payments, in one request. Spec section 7. */
    getCommission: build.query<Commission, string>({
      query: (id) => (db) => db.from('commissions').select(DETAIL_COLUMNS).eq('id', id).single(),
      transformResponse: toCommission,
      providesTags: (_commission, _error, id) => [{ type: 'Commission', id }],
    }),

    /** What happened to a commission, oldest first, with who did it and the names it mentions. Spec section 7. */
    getCommissionHistory: build.query<CommissionHistory, string>({
      query: (id) => (db) => db.rpc('get_commission_history', { commission_id: id }),
      transformResponse: (answer: HistoryAnswer) => toHistory(answer),
      providesTags: (_history, _error, id) => [{ type: 'CommissionHistory', id }],
    }),

    /** Moves a commission; the database refuses what the state machine does not allow, and says why. Spec section 4. */
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

    /** Pays the agent: final, and only through this function of the database. Spec section 7. */
    recordAgentPayment: build.mutation<unknown, PaymentInput>({
      query: (payment) => (db) =>
        db
          .rpc('record_agent_payment', {
            commission_id: payment.commissionId,
            agent_id: payment.agentId,
            organization_id: payment.organizationId,
            created_by: payment.createdBy,
            amount: payment.amount,
            payment_date: payment.paymentDate,
            payment_method: payment.paymentMethod,
            reference: payment.reference,
            notes: payment.notes,
          })
          .then((answer) => describeRefusal(answer, PAYMENT_FAILED)),
      invalidatesTags: (_answer, _error, { commissionId }) => touched(commissionId),
    }),
  }),
});

export const {
  useGetCommissionsQuery,
  useGetCommissionCountsQuery,
  useGetCommissionQuery,
  useGetCommissionHistoryQuery,
  useUpdateCommissionStatusMutation,
  useRecordAgentPaymentMutation,
} = commissionsApi;
