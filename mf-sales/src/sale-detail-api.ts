import type { SaleStatus } from '@paperplane/shared/domain';
import { api, overrideExisting } from '@paperplane/shared/platform';
import type { SaleDetail, SaleHistory } from './sale';
import { toHistory, toSaleDetail, type HistoryAnswer, type SaleDetailRow } from './sale-detail-rows';
import { SALE_COLUMNS, TOUCHED } from './sales-api';

const DETAIL_COLUMNS = `${SALE_COLUMNS}, version,
  commission:commissions!commissions_sales_id_fkey(id, status, amount, commission_split, agent_amount, received_amount, received_on,
    payment:agent_payments!agent_payments_commission_id_fkey(id, amount, payment_date, payment_method, reference)),
  travelers:sale_travelers!sale_travelers_sale_id_fkey(
    customer:customers!sale_travelers_customer_id_fkey(id, first_name, last_name))` as const;

interface StatusChange {
  id: string;
  status: SaleStatus;
  /** Kept with the history entry; empty for none. */
  note: string;
}

/** One sale: by id, its history, and its status. */
export const saleDetailApi = api.injectEndpoints({
  overrideExisting: overrideExisting(),
  endpoints: (build) => ({
    /** A sale with its commission, the agent's payment and the travelers, or `null` when there is none one may see. */
    getSale: build.query<SaleDetail | null, string>({
      query: (id) => (db) => db.from('sales').select(DETAIL_COLUMNS).eq('id', id).maybeSingle(),
      transformResponse: (row: SaleDetailRow | null) => row && toSaleDetail(row),
      providesTags: (_sale, _error, id) => [{ type: 'Sale', id }, 'Commission'],
    }),

    /** What happened to a sale, newest first, with who did it and the names of everybody it mentions: one request. */
    getSaleHistory: build.query<SaleHistory, string>({
      query: (saleId) => (db) => db.rpc('get_sale_history', { sale_id: saleId }),
      transformResponse: (answer: HistoryAnswer) => toHistory(answer),
      providesTags: (_history, _error, saleId) => [{ type: 'SaleHistory', id: saleId }],
    }),

    /** Moves a sale to another status; the database moves the commission and writes both histories. */
    updateSaleStatus: build.mutation<unknown, StatusChange>({
      query:
        ({ id, status, note }) =>
        (db) =>
          db.rpc('update_sale_status', { sale_id: id, status, note: note.trim() || undefined }),
      // Also after a refusal: the sale on screen may be older than the one that refused.
      invalidatesTags: () => TOUCHED,
    }),
  }),
});

export const { useGetSaleQuery, useGetSaleHistoryQuery, useUpdateSaleStatusMutation } = saleDetailApi;
